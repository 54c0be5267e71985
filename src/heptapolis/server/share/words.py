"""The texts of links in messengers, in five languages, and which of them a request wants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, get_args

from heptapolis.server.messages.words import Language

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
MOST_WANTED: Final = 20
"""Languages of a header that are read."""


@dataclass(frozen=True, slots=True)
class Words:
    """The texts in one language."""

    locale: str
    """As Open Graph writes it."""
    slogan: str
    daily: str
    daily_note: str
    a_table: str
    table_of: str
    join: str
    watch: str
    players: str
    replay: str
    end: str
    result: str
    bot: str
    levels: Mapping[str, str]

    def bot_name(self, level: str | None) -> str:
        """What a bot is called."""
        return f"{self.bot} ({self.levels.get(level or '', level)})"


def _levels(*names: str) -> Mapping[str, str]:
    return dict(zip(("easy", "normal", "hard", "expert", "sage"), names, strict=True))


WORDS: Final[dict[Language, Words]] = {
    "en": Words(
        locale="en_US",
        slogan="Seven cities, three ages, one wonder each.",
        daily="Daily deal",
        daily_note="One deal a day for everybody: the same hands, the same bots.",
        a_table="A table",
        table_of="{name}'s table",
        join="Join the game.",
        watch="The game is on: watch it.",
        players="{count} players",
        replay="Replay: {moment}",
        end="the end",
        result="{winners}: {points} points",
        bot="bot",
        levels=_levels("easy", "normal", "hard", "expert", "sage"),
    ),
    "fr": Words(
        locale="fr_FR",
        slogan="Sept cités, trois âges, une merveille chacune.",
        daily="Partie du jour",
        daily_note="Une partie par jour\u00a0: mêmes cartes, mêmes robots.",
        a_table="Une table",
        table_of="Table\u00a0: {name}",
        join="Rejoignez la partie.",
        watch="La partie a commencé\u00a0: regardez-la.",
        players="{count} joueurs",
        replay="Revoir\u00a0: {moment}",
        end="la fin",
        result="{winners}\u00a0: {points} points",
        bot="robot",
        levels=_levels("facile", "normal", "difficile", "expert", "sage"),
    ),
    "nl": Words(
        locale="nl_NL",
        slogan="Zeven steden, drie tijdperken, elk een wereldwonder.",
        daily="Spel van de dag",
        daily_note="Eén spel per dag: dezelfde kaarten, dezelfde bots.",
        a_table="Een tafel",
        table_of="Tafel van {name}",
        join="Doe mee.",
        watch="Het spel is bezig: kijk mee.",
        players="{count} spelers",
        replay="Herhaling: {moment}",
        end="het einde",
        result="{winners}: {points} punten",
        bot="bot",
        levels=_levels("makkelijk", "normaal", "moeilijk", "expert", "wijze"),
    ),
    "de": Words(
        locale="de_DE",
        slogan="Sieben Städte, drei Zeitalter, je ein Weltwunder.",
        daily="Tagesspiel",
        daily_note="Ein Spiel am Tag für alle: dieselben Karten, dieselben Bots.",
        a_table="Ein Tisch",
        table_of="Tisch von {name}",
        join="Spiel mit.",
        watch="Das Spiel läuft: Schau zu.",
        players="{count} Spieler",
        replay="Wiederholung: {moment}",
        end="das Ende",
        result="{winners}: {points} Punkte",
        bot="Bot",
        levels=_levels("leicht", "normal", "schwer", "Experte", "Weiser"),
    ),
    "da": Words(
        locale="da_DK",
        slogan="Syv byer, tre tidsaldre, et vidunder til hver.",
        daily="Dagens spil",
        daily_note="Ét spil om dagen for alle: de samme kort, de samme bots.",
        a_table="Et bord",
        table_of="Bord: {name}",
        join="Vær med.",
        watch="Spillet er i gang: Se med.",
        players="{count} spillere",
        replay="Genafspilning: {moment}",
        end="slutningen",
        result="{winners}: {points} point",
        bot="bot",
        levels=_levels("let", "normal", "svær", "ekspert", "vismand"),
    ),
}


def wanted_language(link: str | None, header: str, default: Language) -> Language:
    """The language of a link: what its address says, else what the request accepts, else the host's.

    Args:
        link: The value of ``language`` in the address.
        header: The header ``Accept-Language``.
        default: The language of the host.
    """
    if link in LANGUAGES:
        return link
    best, found = 0.0, default
    for part in header.split(",")[:MOST_WANTED]:
        tag, _, weight = part.partition(";")
        name = tag.strip().lower().partition("-")[0]
        quality = _quality(weight)
        if name in LANGUAGES and quality > best:
            best, found = quality, name
    return found


def _quality(weight: str) -> float:
    """From 0 to 1; nothing said is 1, and nonsense 0."""
    text = weight.strip().removeprefix("q=")
    if not weight.strip():
        return 1.0
    digits = text.replace(".", "", 1)
    return min(1.0, float(text)) if digits.isascii() and digits.isdigit() and len(text) <= 5 else 0.0
