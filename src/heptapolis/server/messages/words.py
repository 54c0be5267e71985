"""The enumerations of the protocol."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from heptapolis.rulebook import expansions


def _known(box: str) -> str:
    if box not in expansions():
        raise PydanticCustomError("literal_error", "there is no such box")
    return box


Edition = Literal["first", "second"]
Expansion = Annotated[
    str,
    AfterValidator(_known),
    # The boxes that every server has; a host may register others.
    WithJsonSchema({"enum": ["leaders", "cities", "manneken-pis"], "type": "string"}),
]
Mode = Literal["standard", "free-city", "teams"]
Level = Literal["easy", "normal", "hard", "expert", "sage"]
BOT_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,23}$"
BotName = Annotated[str, StringConstraints(pattern=BOT_NAME)]
"""A level, or a bot that the host of the server allows."""
Clock = Literal["none", "30s", "90s", "day", "three-days"]
Language = Literal["en", "fr", "nl", "de", "da"]
RatingKind = Literal["base", "expansions", "teams"]
Rated = Literal["no", "yes", "address", "helped", "program", "void"]
"""Whether a game counts for ratings, or why it does not although its table was a rated one."""
GamesFilter = Literal["all", "rated", "people"]
"""Which games a profile counts: all, rated ones, or those with other people."""
GamesTopic = Literal["all", "wonder", "board", "players", "edition", "boxes", "way", "category", "person", "rating"]
"""What the games behind a number of a profile have in common."""
Status = Literal["open", "playing", "over"]
AnalysisState = Literal["none", "queued", "running", "ready", "failed"]
Mark = Literal["slip", "mistake", "blunder"]
DecidedBy = Literal["person", "bot", "clock", "replaced"]
PersonKind = Literal["guest", "account", "program"]
MaintenanceMode = Literal["off", "finish", "pause"]
"""No maintenance; no new games, and running ones go on; or running ones wait too."""
SanctionKind = Literal["ban", "mute"]
NameRule = Literal["reserved", "forbidden"]
ReportAbout = Literal["chat", "name", "cheating", "leaving", "other"]
ReportStatus = Literal["open", "settled", "dismissed"]
ChatTo = Literal["table", "partner"]
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "oops", "hurry", "wow", "one-moment", "good-game"]

SourceKind = Literal[
    "card",
    "leader",
    "copied-leader",
    "copied-guild",
    "stage",
    "victories",
    "defeats",
    "coins",
    "debt",
    "family",
    "sets",
    "set-bonus",
]
"""What points come from, as ``engine.breakdown`` names it."""

Category = Literal["military", "treasury", "wonder", "civilian", "commerce", "guilds", "science", "cities", "leaders"]
"""The rows of the score sheet."""
