"""Names of actions and of the fields of an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from heptapolis.env.encoding.codec import (
    CITY,
    FIRST_SIDE,
    OBSERVED_PHASES,
    PASS_ACTION,
    ROWS,
    SETTLES,
    WAIT,
)
from heptapolis.env.encoding.observer import TOKENS_FROM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.env.encoding.codec import Coding

HEAD_NUMBERS: Final = (
    ("age", 3),
    ("turn", 7),
    ("turns left in the age", 7),
    ("1: the decision is for the Free City", 1),
    ("coins owed", 10),
    ("cards in the discard pile", 50),
    ("cards in the draw pile", 20),
    ("Free City card: 1 own, 2 the other player's", 2),
)
"""The numbers of the table, each with what it is divided by in a float32 observation."""

CITY_NUMBERS: Final = (
    ("coins", 20),
    ("stages built", 4),
    ("stages of the board", 4),
    ("1: side B or night", 1),
    ("debt", 10),
    ("diplomacy tokens", 3),
    ("shields", 10),
    ("victories", 6),
    ("defeats", 6),
    (f"value of conflict tokens + {TOKENS_FROM}", 40),
    ("compasses", 4),
    ("gears", 4),
    ("tablets", 4),
    ("symbols of choice", 4),
    ("masks", 3),
    ("powers used in this age", 2),
    ("cards in hand", 7),
    ("leaders in hand", 4),
)
"""The numbers of a city, in the same way."""


class Field(NamedTuple):
    """Consecutive bytes of an observation."""

    name: str
    start: int
    size: int
    scale: int
    """A float32 observation holds the byte divided by this."""


def layout(coding: Coding) -> list[Field]:
    """The fields of an observation, in order."""
    fields = [Field("phase", 0, len(OBSERVED_PHASES), 1)]
    for place, (name, scale) in enumerate(HEAD_NUMBERS):
        fields.append(Field(name, len(OBSERVED_PHASES) + place, 1, scale))
    structures, leaders = int(coding.structures), int(coding.leaders)
    fields += [
        Field("own hand", int(coding.hand_at), structures, 1),
        Field("partner's hand", int(coding.partner_at), structures, 1),
        Field("discard pile, for whoever digs", int(coding.pile_at), structures, 1),
        Field("structures held in this age", int(coding.seen_at), structures, 1),
        Field("own leaders in hand", int(coding.leader_hand_at), leaders, 1),
        Field("leaders to draft from", int(coding.draft_at), leaders, 1),
    ]
    for step in range(coding.cities):
        who, at = _city(step), int(coding.cities_at + step * coding.city_size)
        for place, (name, scale) in enumerate(CITY_NUMBERS):
            fields.append(Field(f"{who}: {name}", at + place, 1, scale))
        at += CITY
        fields += [
            Field(f"{who}: board", at, int(coding.boards), 1),
            Field(f"{who}: structures", at + int(coding.boards), structures, 1),
            Field(f"{who}: leaders (2: copied)", at + int(coding.boards) + structures, leaders, 2),
        ]
    fields.append(Field("phase of a box", int(coding.other_phases_at), len(coding.other_phases), 1))
    if coding.size > coding.memory_at:
        fields += _memory(coding)
    if coding.size > coding.secrets_at:
        fields += _secrets(coding)
    return [field for field in fields if field.size > 0]


def _city(step: int) -> str:
    return "own city" if step == 0 else f"city {step} to the left"


def _memory(coding: Coding) -> list[Field]:
    structures, leaders = int(coding.structures), int(coding.leaders)
    at = int(coding.memory_at)
    fields = [
        Field("cards known to lie under stages", at, structures + leaders, 1),
        Field("cards known to lie in the discard pile", at + structures + leaders, structures, 1),
        Field("leaders sold by those whose hand is seen", at + 2 * structures + leaders, leaders, 1),
    ]
    at += 2 * (structures + leaders)
    for step in range(coding.cities):
        who = _city(step)
        fields += [
            Field(f"{who}: cards that its hand may hold", at, structures, 1),
            Field(f"{who}: leaders that it may have", at + structures, leaders, 1),
            Field(f"{who}: turn of this age in which it built", at + structures + leaders, structures, ROWS),
            Field(f"{who}: turns in which it laid a card under a stage", at + 2 * structures + leaders, ROWS, 1),
            Field(f"{who}: turns in which it discarded", at + 2 * structures + leaders + ROWS, ROWS, 1),
        ]
        at += int(coding.memory_city_size)
    return fields


def _secrets(coding: Coding) -> list[Field]:
    structures, leaders = int(coding.structures), int(coding.leaders)
    at = int(coding.secrets_at)
    fields = []
    for step in range(coding.cities):
        fields.append(Field(f"{_city(step)}: hand", at, structures, 1))
        fields.append(Field(f"{_city(step)}: leaders in hand, by name", at + structures, leaders, 1))
        at += structures + leaders
    fields.append(Field("discard pile", at, structures, 1))
    fields.append(Field("draw pile of the Free City", at + structures, structures, 1))
    return fields


def observation_names(coding: Coding) -> list[str]:
    """A name for every byte of an observation."""
    cards = [card.name for card in coding.rules.cards]
    structures = cards[: int(coding.structures)]
    leaders = cards[int(coding.structures) :]
    boards = [board.wonder for board in coding.rules.boards]
    names: list[str] = []
    for field in layout(coding):
        if field.size == 1 and field.scale != 1:
            names.append(field.name)
            continue
        parts: Sequence[object] = range(1, field.size + 1)
        if field.name == "phase":
            parts = OBSERVED_PHASES
        elif field.name == "phase of a box":
            parts = coding.other_phases
        elif field.name.endswith(": board"):
            parts = boards
        elif field.size == len(cards) and field.name.startswith("cards known to lie under"):
            parts = cards
        elif "leaders" in field.name:
            parts = leaders
        elif field.size == len(structures):
            parts = structures
        names += [field.name] if field.size == 1 else [f"{field.name}: {part}" for part in parts]
    return names


def action_name(coding: Coding, action: int) -> str:
    """A readable name of an action, such as ``build Altar``.

    Raises:
        IndexError: There is no such action.
    """
    if not 0 <= action < coding.actions:
        raise IndexError(f"there are actions 0 to {int(coding.actions) - 1}, not {action}")
    if action == WAIT:
        return "wait"
    if action == PASS_ACTION:
        return "pass"
    if action < SETTLES:
        return f"side {action - FIRST_SIDE + 1}"
    if action < coding.cards_at:
        return f"settle {action - SETTLES}"
    place, use = divmod(action - int(coding.cards_at), int(coding.each))
    card = coding.rules.cards[place].name
    if use < coding.build_ways:
        if coding.cheapest:
            return f"build {card}" if use == 0 else f"build {card} by a power"
        return f"build {card}, way {use + 1}"
    if use < coding.discard_at:
        way = use - int(coding.build_ways)
        if coding.cheapest:
            return f"wonder {card}" if way == 0 else f"wonder {card}, copying right"
        return f"wonder {card}, way {way + 1}"
    if use == coding.discard_at:
        return f"discard {card}"
    return f"dig {card}" if place < coding.structures else f"copy, draft or recruit {card}"
