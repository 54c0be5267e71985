"""Reasons, moves and moments in words, in five languages; ``texts/`` has one file for each language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from heptapolis.rulebook.naming import display_name, term
from heptapolis.rulebook.reading import read_toml
from heptapolis.rulebook.texts import count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heptapolis import Move
    from heptapolis.analysis.model import MoveReason

NAMED = ("card", "source", "target", "power")
"""Parameters that name a card, leader or wonder."""

POINT_LANGUAGES = ("en",)
"""Languages that write 1.5; the others write 1,5."""


def sentence(reason: MoveReason, language: str = "en", names: Sequence[str] = ()) -> str:
    """Returns a reason as a sentence.

    >>> from heptapolis.analysis import MoveReason
    >>> sentence(MoveReason("free-by-chain", {"card": "Temple", "source": "Altar"}), "de")
    'Kostenlos durch die Kette von Altar.'

    Args:
        reason: The reason.
        language: One of the rulebook's languages.
        names: The names of the cities, by seat; a city without one is called by its wonder.

    Raises:
        KeyError: There is no such reason.
    """
    filled: dict[str, str | int] = dict(reason.params)
    for param in NAMED:
        if param in filled:
            filled[param] = display_name(str(filled[param]), language)
    if "city" in filled:
        seat = int(filled["seat"])
        named = names[seat] if seat < len(names) else ""
        filled["city"] = named or display_name(str(filled["city"]), language)
    if "resource" in filled:
        filled["resource"] = term(f"resource.{filled['resource']}", language)
    for param, noun in (("points", "point"), ("coins", "coin")):
        if param in filled:
            filled[param] = count(noun, int(filled[param]), language)
    if "tenths" in filled:
        filled["amount"] = decimal(int(filled["tenths"]) / 10, language)
    return texts(language)[f"reason.{reason.key}"].format_map(filled)


def decimal(number: float, language: str) -> str:
    """Returns a number with one decimal place, as the language writes it."""
    written = f"{number:.1f}"
    return written if language in POINT_LANGUAGES else written.replace(".", ",")


def move_words(move: Move, language: str = "en") -> str:
    """Returns a move in words: the card, what is done with it, and how it is paid.

    >>> from heptapolis import Move
    >>> move_words(Move("build", "Baths", right=2), "de")
    'Bäder: bauen, 2 Münzen'
    """
    known = texts(language)
    action = term(f"action.{move.action}", language)
    if move.action == "settle":
        return known["page.used"].format(what=action, how=count("coin", move.coins, language))
    if move.action == "side":
        return known["page.used"].format(what=action, how=term(f"side.{move.side}", language))
    parts = [action]
    if move.chained:
        parts.append(known["page.chain"])
    if move.using:
        parts.append(display_name(move.using, language))
    if paid := move.left + move.right + move.bank:
        parts.append(count("coin", paid, language))
    how = ", ".join(parts)
    return known["page.used"].format(what=display_name(move.card, language), how=how) if move.card else how


def moment_words(moment: str, language: str = "en") -> str:
    """Returns a moment of a record in words.

    >>> moment_words("III.6 dig #2", "de"), moment_words("draft.1", "en")
    ('III.6 Ablagestapel 2', 'draft 1')
    """
    turn, _, rest = moment.partition(" ")
    head, _, number = turn.partition(".")
    known = texts(language)
    if f"moment.{head}" in known:
        turn = f"{known[f'moment.{head}']} {number}".rstrip()
    kind, _, again = rest.partition("#")
    kind = kind.strip()
    return " ".join(filter(None, (turn, known.get(f"moment.{kind}", kind), again)))


@cache
def texts(language: str) -> Mapping[str, str]:
    """Returns the texts of a language by section and key ("reason.equal"), with placeholders in braces.

    Raises:
        KeyError: There is no such language.
    """
    document = read_toml(files(__package__) / "texts", f"{language}.toml")
    if document is None:
        raise KeyError(f"no texts in {language!r}")
    return {f"{section}.{key}": str(text) for section, found in document.items() for key, text in found.items()}
