"""Reasons as sentences in five languages; ``texts/`` has one file for each language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from heptapolis.rulebook.naming import display_name, term
from heptapolis.rulebook.reading import read_toml
from heptapolis.rulebook.texts import count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
        whole, tenth = divmod(int(filled["tenths"]), 10)
        filled["amount"] = f"{whole}{'.' if language in POINT_LANGUAGES else ','}{tenth}"
    return sentences(language)[reason.key].format_map(filled)


@cache
def sentences(language: str) -> Mapping[str, str]:
    """Returns the sentences of a language by key, with placeholders in braces."""
    document = read_toml(files(__package__) / "texts", f"{language}.toml")
    if document is None:
        raise KeyError(f"no sentences in {language!r}")
    return {key: str(text) for key, text in document["reason"].items()}
