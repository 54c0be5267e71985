"""Pickles tables for worker processes. For storage, use records and positions.

Compiled classes do not pickle by default. A table is split into its fields; cards, boards and effects become
references into the rulebook, which every process loads itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.field_lists import CITY_FIELDS, TABLE_FIELDS
from heptapolis.engine.rules import rules_for
from heptapolis.engine.setup import seat_cities
from heptapolis.engine.turn import found_city

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.engine.city import City
    from heptapolis.engine.effects.base import Effect
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import Table

REFERRED: Final = ("side", "powers", "rewards")  # fields that a city shares with its rulebook
OF_THE_RULES: Final = ("schedule", "rules", "cities")  # fields that a table shares with it, or pickles separately


def to_parts(table: Table) -> tuple[tuple[str, tuple[str, ...]], dict[str, object], list[dict[str, object]]]:
    """The rulebook's key, the fields of the table and those of its cities."""
    effects = all_effects(table.rules)
    fields = {name: getattr(table, name) for name in TABLE_FIELDS if name not in OF_THE_RULES}
    fields["phase"] = type(table.phase).__name__
    return table.rules.key, fields, [city_fields(city, effects) for city in table.cities]


def city_fields(city: City, effects: list[Effect]) -> dict[str, object]:
    """The fields of a city, with references in place of what it shares with its rulebook."""
    fields: dict[str, object] = {name: getattr(city, name) for name in CITY_FIELDS if name not in REFERRED}
    fields["side"] = (city.side.wonder, city.side.name)
    fields["powers"] = _places(effects, city.powers)
    fields["rewards"] = _places(effects, city.rewards)
    return fields


def from_parts(key: tuple[str, tuple[str, ...]], fields: dict[str, object], cities: list[dict[str, object]]) -> Table:
    """Rebuilds a table from the result of ``to_parts``."""
    rules = rules_for(key[0], key[1])
    effects = all_effects(rules)
    table = seat_cities(rules, str(fields["mode"]), [_city(rules, effects, each) for each in cities])
    fields = fields | {"phase": table.schedule.phase_of_class(str(fields["phase"]))}
    for name, value in fields.items():
        setattr(table, name, value)
    for city, each in zip(table.cities, cities, strict=True):  # last, because seating sets some of these fields
        for name, value in each.items():
            if name not in REFERRED:
                setattr(city, name, value)
    return table


def _city(rules: Rules, effects: list[Effect], fields: dict[str, object]) -> City:
    side = fields["side"]
    assert isinstance(side, tuple), "a side is pickled by its wonder and its name"
    city = found_city(rules.board(side[0]).side(side[1]))
    for name in ("powers", "rewards"):
        places = fields[name]
        assert isinstance(places, list), "effects are pickled by their places"
        setattr(city, name, tuple([effects[place] for place in places]))
    return city


def all_effects(rules: Rules) -> list[Effect]:
    """Every effect printed in a rulebook, in a fixed order."""
    found = [effect for card in rules.cards for effect in card.effects]
    for board in rules.boards:
        for side in board.sides:
            found += side.powers
            for stage in side.stages:
                found += stage.effects
    return found


def _places(effects: list[Effect], wanted: Sequence[Effect]) -> list[int]:
    """The positions of these effects, found by identity: equal effects printed elsewhere do not match."""
    return [next(place for place, effect in enumerate(effects) if effect is each) for each in wanted]
