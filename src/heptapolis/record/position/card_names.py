"""Looks up cards by name, and checks how many copies the boxes have."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from heptapolis.engine import InvalidPosition
from heptapolis.engine.effects.powers import Power
from heptapolis.record.position.fields import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from heptapolis.engine import Rules
    from heptapolis.engine.cards import Card


def structures(rules: Rules, names: Sequence[str], place: str) -> list[Card]:
    """Age cards, guilds and black cards by name.

    Raises:
        InvalidPosition: ``card/unknown``.
    """
    return [_known(rules, name, f"{place}[{index}]", leader=False) for index, name in enumerate(names)]


def leaders(rules: Rules, names: Sequence[str], place: str) -> list[Card]:
    """Leaders by name.

    Raises:
        InvalidPosition: ``card/unknown``.
    """
    return [_known(rules, name, f"{place}[{index}]", leader=True) for index, name in enumerate(names)]


def any_cards(rules: Rules, names: Sequence[str], place: str) -> list[Card]:
    """Cards of any kind by name.

    Raises:
        InvalidPosition: ``card/unknown``.
    """
    return [_known(rules, name, f"{place}[{index}]", leader=is_leader(rules, name)) for index, name in enumerate(names)]


def is_leader(rules: Rules, name: str) -> bool:
    """Whether a leader in use has this name."""
    card = rules.by_name.get(name)
    return card is not None and card.spec.color == "white"


def _known(rules: Rules, name: str, place: str, leader: bool) -> Card:
    card = rules.by_name.get(name)
    if card is None or (card.spec.color == "white") != leader:
        kind = "leader" if leader else "structure"
        raise InvalidPosition("card/unknown", f"{place}: no box in use has a {kind} called {shown(name)}.")
    return card


def no_name_twice(cards: Sequence[Card], place: str) -> None:
    """Refuses a city with the same name twice.

    Raises:
        InvalidPosition: ``card/duplicate``.
    """
    for card, count in Counter(cards).items():
        if count > 1:
            raise InvalidPosition("card/duplicate", f"{place}: {card.name} is there twice.")


def copies(card: Card) -> int:
    """The number of copies of a card in its box; 1 for guilds, black cards and leaders."""
    return sum(len(counts) for counts in card.spec.copies.values()) or 1


def beyond_the_box(cards: Iterable[Card]) -> dict[str, int]:
    """The number of copies beyond the box, by name."""
    return {card.name: count - copies(card) for card, count in Counter(cards).items() if count > copies(card)}


def no_more_than_the_box(cards: Iterable[Card], surplus: Mapping[str, int]) -> None:
    """Refuses more copies than the box has.

    Raises:
        InvalidPosition: ``card/too-many``.
    """
    for name, extra in beyond_the_box(cards).items():
        if extra > surplus.get(name, 0):
            raise InvalidPosition("card/too-many", f"There are {extra} copies of {name} too many.")


def power_names(rules: Rules) -> set[str]:
    """The names of the powers that make a card free."""
    effects = [effect for card in rules.cards for effect in card.effects]
    for board in rules.boards:
        for side in board.sides:
            effects += [*side.powers, *(effect for stage in side.stages for effect in stage.effects)]
    return {effect.label for effect in effects if isinstance(effect, Power)}
