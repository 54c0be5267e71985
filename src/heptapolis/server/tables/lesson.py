"""The guided first game: three cities on their plainer sides, and a deal in which every lesson comes up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis import Game

if TYPE_CHECKING:
    from heptapolis.record.game.model import GameRecord
    from heptapolis.server.messages.words import Level

BOARDS: Final = ("Giza", "Ephesus", "Rhodes")
LEVEL: Final[Level] = "easy"
SEAT: Final = 0
SEED: Final = 49
"""Found by ``tools/lesson_deal.py``."""


def lesson_record(seed: int = SEED) -> GameRecord:
    """The game before its first turn."""
    return Game.new(len(BOARDS), boards=BOARDS, sides=["A"] * len(BOARDS), seed=seed).record()


def has_every_lesson(record: GameRecord) -> bool:
    """Whether the hands that the learner gets first hold what the lessons speak of.

    The first hand is the learner's own, the second comes from the right, the third from the left. A bot may take one
    card that a lesson could use, so there are two.
    """
    first, from_left, from_right = (set(hand) for hand in record.deal.hands[0])
    own, *others = (set(hand) for hand in record.deal.hands[2])
    bought = {"Barracks", "Scriptorium"}  # for ore and papyrus, which the neighbors make
    return (
        "Stone Pit" in first  # then the first stage can be built
        and len(first & {"Baths", "Altar", "Theater", "Lumber Yard", "Ore Vein"}) >= 2
        and bought <= from_right
        and len(from_left & {"Apothecary", "Workshop"}) == 2
        and len(from_left & {"Stockade", "Guard Tower"}) >= 1
        and len([card for card in own if card.endswith("Guild")]) >= 2
        and all(any(card.endswith("Guild") for card in hand) for hand in others)
    )
