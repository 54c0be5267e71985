"""The enumerations of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, WithJsonSchema
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
Clock = Literal["none", "30s", "90s", "day", "three-days"]
Language = Literal["en", "fr", "nl", "de", "da"]
Status = Literal["open", "playing", "over"]
AnalysisState = Literal["none", "queued", "running", "ready", "failed"]
Mark = Literal["slip", "mistake", "blunder"]
DecidedBy = Literal["person", "bot", "clock", "replaced"]
PersonKind = Literal["guest", "account", "program"]
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
