"""The fields of a position document, before they are validated against the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from heptapolis.engine import InvalidPosition
from heptapolis.engine.rng import SEED_BITS
from heptapolis.engine.rules import phases_of_registered_boxes
from heptapolis.engine.table import FROM_BANK, FROM_LEFT, FROM_RIGHT
from heptapolis.record.move_json import WrittenMove, parse_move
from heptapolis.record.position.fields import Fields, read_word, wrong

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis.record.json_types import Seller

POSITION_FORMAT: Final = "heptapolis-position/1"
PHASES: Final = ("side", "draft", "recruit", "play", "last-card", "dig", "copy", "debt", "over")
AFTER_REVEAL: Final = ("last-card", "dig", "copy", "recruit", "debt")
"""Phases that can follow the reveal of a turn; ``recruit`` also comes before an age."""

TOKENS: Final = (-1, 1, 3, 5)
NEIGHBOR_SIDES: Final = ("left", "right")
SELLERS: Final[dict[Seller, int]] = {"left": FROM_LEFT, "right": FROM_RIGHT, "bank": FROM_BANK}
MOST_SEATS: Final = 8
MOST_STAGES: Final = 9
MOST_TOKENS: Final = 24  # far more than three ages produce
MOST_OWED: Final = 999
START_COINS: Final = 3

# Fields that ``play`` adds to the position; reading ignores them.
ANSWERED: Final = ("pending", "scores", "winners", "teams")

POSITION_FIELDS: Final = (
    "format",
    "edition",
    "expansions",
    "mode",
    "age",
    "phase",
    "chosen",
    "dig_order",
    "queued",
    "seats",
    "discard",
    "free_city",
    "seed",
    "deals",
    "leader_box",
    "surplus",
    "queues",
    *ANSWERED,
)
SEAT_FIELDS: Final = (
    "wonder",
    "side",
    "stages",
    "buried",
    "coins",
    "built",
    "hand",
    "tokens",
    "token_sides",
    "debt",
    "diplomacy",
    "leaders",
    "leader_hand",
    "draft_hand",
    "copied_leader",
    "owes",
    "used",
    "copied",
    "fresh",
    "counters",
)


@dataclass(frozen=True, slots=True)
class Fresh:
    """What a city got in this turn."""

    built: int = 0
    stages: int = 0
    leaders: int = 0
    held: int = 0
    bonus: bool = False
    bought: tuple[Seller, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """One seat as written, with cards by name."""

    wonder: str
    side: str
    """Empty if not given."""
    stages: int
    buried: list[str]
    coins: int
    built: list[str]
    hand: list[str]
    tokens: list[int]
    token_sides: list[str]
    debt: int
    diplomacy: int
    leaders: list[str]
    leader_hand: list[str]
    draft_hand: list[str]
    copied_leader: str
    owes: int
    used: list[str]
    copied: list[str]
    fresh: Fresh
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class FreeCitySheet:
    """The Free City's seat, its holder and its draw pile."""

    seat: int
    holder: int
    draw_pile: list[str]


@dataclass(frozen=True, slots=True)
class Queued:
    """The seats that copy a leader or recruit again later in this turn."""

    copy: list[int]
    recruit: list[int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole position as written."""

    edition: str
    expansions: list[str]
    mode: str
    age: int
    phase: str
    chosen: list[WrittenMove]
    dig_order: list[int]
    queued: Queued | None
    seats: list[SeatSheet]
    discard: list[str]
    free_city: FreeCitySheet | None
    seed: int
    deals: Mapping[int, list[list[str]]]
    leader_box: list[str] | None
    surplus: Mapping[str, int]
    queues: Mapping[str, tuple[int, ...]]


def read_sheet(document: object) -> Sheet:
    """Reads every field of a position.

    Raises:
        InvalidPosition: ``format/unknown-field`` or ``format/value``; ``rules/combination`` for too many seats.
    """
    fields = Fields(document, "", POSITION_FIELDS)
    fields.word("format", among=(POSITION_FORMAT,))
    if not isinstance(fields.need("seats"), list):
        raise wrong("seats", "is a list", fields.need("seats"))
    seats = fields.items("seats")
    if len(seats) > MOST_SEATS:
        raise InvalidPosition("rules/combination", f"A table has at most {MOST_SEATS} seats, not {len(seats)}.")
    phase = fields.word("phase", "play")
    if phase not in PHASES and phase not in phases_of_registered_boxes():
        fields.word("phase", "play", PHASES)
    last = max(len(seats) - 1, 0)
    chosen = [parse_move(value, f"chosen[{index}]") for index, value in enumerate(fields.items("chosen"))]
    return Sheet(
        edition=fields.word("edition"),
        expansions=fields.words("expansions"),
        mode=fields.word("mode", "standard"),
        age=fields.whole("age", least=1, most=3),
        phase=phase,
        chosen=chosen,
        dig_order=fields.wholes("dig_order", 0, last),
        queued=_queued(fields.values["queued"], last) if "queued" in fields else None,
        seats=[_seat(value, f"seats[{index}]", phase) for index, value in enumerate(seats)],
        discard=fields.words("discard"),
        free_city=_free_city(fields.values["free_city"], last) if "free_city" in fields else None,
        seed=fields.whole("seed", 0, most=2**SEED_BITS - 1),
        deals=_deals(fields.values.get("deals", {})),
        leader_box=fields.words("leader_box") if "leader_box" in fields else None,
        surplus=_surplus(fields.values.get("surplus", {})),
        queues=_queues(fields.values.get("queues", {}), last),
    )


def _seat(value: object, place: str, phase: str) -> SeatSheet:
    fields = Fields(value, place, SEAT_FIELDS)
    tokens = fields.wholes("tokens", min(TOKENS), max(TOKENS))
    for index, token in enumerate(tokens):
        if token not in TOKENS:
            raise wrong(f"{place}.tokens[{index}]", "is -1, 1, 3 or 5", token)
    if len(tokens) > MOST_TOKENS:
        raise InvalidPosition("format/value", f"{place}.tokens are {len(tokens)}; nobody can win or lose so often.")
    token_sides = fields.words("token_sides", NEIGHBOR_SIDES)
    if token_sides and len(token_sides) != len(tokens):
        raise InvalidPosition("format/value", f"{place}.token_sides are not as many as its tokens.")
    copied_leader = fields.values.get("copied_leader")
    return SeatSheet(
        wonder=fields.word("wonder"),
        side=fields.word("side", "" if phase == "side" else None),
        stages=fields.whole("stages", 0, most=MOST_STAGES),
        buried=fields.words("buried"),
        coins=fields.whole("coins", START_COINS),
        built=fields.words("built"),
        hand=fields.words("hand"),
        tokens=tokens,
        token_sides=token_sides,
        debt=fields.whole("debt", 0),
        diplomacy=fields.whole("diplomacy", 0),
        leaders=fields.words("leaders"),
        leader_hand=fields.words("leader_hand"),
        draft_hand=fields.words("draft_hand"),
        copied_leader="" if copied_leader is None else fields.word("copied_leader"),
        owes=fields.whole("owes", 0, most=MOST_OWED),
        used=fields.words("used"),
        copied=fields.words("copied", NEIGHBOR_SIDES),
        fresh=_fresh(fields.values["fresh"], f"{place}.fresh") if "fresh" in fields else Fresh(),
        counters=_counters(fields.values.get("counters", {}), f"{place}.counters"),
    )


def _fresh(value: object, place: str) -> Fresh:
    fields = Fields(value, place, ("built", "stages", "leaders", "held", "bonus", "bought"))
    bought = fields.words("bought", SELLERS)
    if len(set(bought)) < len(bought):
        raise InvalidPosition("format/value", f"{place}.bought names each seller once.")
    return Fresh(
        fields.whole("built", 0),
        fields.whole("stages", 0),
        fields.whole("leaders", 0),
        fields.whole("held", 0),
        fields.flag("bonus"),
        cast("tuple[Seller, ...]", tuple(bought)),
    )


def _free_city(value: object, last: int) -> FreeCitySheet:
    fields = Fields(value, "free_city", ("seat", "holder", "draw_pile"))
    seat = fields.whole("seat", most=last)
    holder = fields.whole("holder", most=last)
    if seat == holder:
        raise InvalidPosition("format/value", "free_city.holder is a player, not the Free City itself.")
    return FreeCitySheet(seat, holder, fields.words("draw_pile"))


def _queued(value: object, last: int) -> Queued:
    fields = Fields(value, "queued", ("copy", "recruit"))
    return Queued(fields.wholes("copy", 0, last), fields.wholes("recruit", 0, last))


def _deals(value: object) -> Mapping[int, list[list[str]]]:
    fields = Fields(value, "deals", ("2", "3"))
    deals: dict[int, list[list[str]]] = {}
    for name in fields.values:
        hands = fields.items(name)
        for seat, hand in enumerate(hands):
            if not isinstance(hand, list):
                raise wrong(f"deals.{name}[{seat}]", "is a list", hand)
        deals[int(name)] = [
            [read_word(card, f"deals.{name}[{seat}][{index}]") for index, card in enumerate(hand)]
            for seat, hand in enumerate(hands)
            if isinstance(hand, list)
        ]
    return deals


def _counters(value: object, place: str) -> Mapping[str, int]:
    if not isinstance(value, dict):
        raise wrong(place, "is an object", value)
    fields = Fields(value, place, value)
    return {name: fields.whole(name, least=-MOST_OWED, most=MOST_OWED) for name in value}


def _queues(value: object, last: int) -> Mapping[str, tuple[int, ...]]:
    if not isinstance(value, dict):
        raise wrong("queues", "is an object", value)
    fields = Fields(value, "queues", value)
    return {name: tuple(fields.wholes(name, 0, last)) for name in value}


def _surplus(value: object) -> Mapping[str, int]:
    if not isinstance(value, dict):
        raise wrong("surplus", "is an object", value)
    fields = Fields(value, "surplus", value)
    return {name: fields.whole(name, least=1, most=9) for name in value}
