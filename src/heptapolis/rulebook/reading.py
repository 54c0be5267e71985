"""Reads tables of a data file field by field, so that errors name the exact place."""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from heptapolis.rulebook.effects import Arg, read_effect
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.model import AGES, MANUFACTURED_GOODS, RAW_MATERIALS, RESOURCES, EffectSpec

MAX_OF_ONE_RESOURCE = 4
MAX_OF_ONE_CLASS = 7
"""The largest printed costs. The engine's packed payments rely on both limits."""

Kinds = Mapping[str, Mapping[str, Arg]]
"""Kinds of effects with their arguments."""

PLAYER_COUNTS = range(3, 8)
"""Numbers of players printed on the age cards."""


class TomlTable:
    """One table of a file. Each field is taken once; `done` raises if fields are left."""

    def __init__(self, fields: Any, *, file: str, item: str) -> None:
        self.file = file
        self.item = item
        if not isinstance(fields, dict):
            raise self.error("", f"expected a table, found {fields!r}")
        self._fields: dict[str, Any] = dict(fields)

    def error(self, field: str, reason: str) -> RulebookError:
        """Creates an error about one of these fields."""
        return RulebookError(reason, file=self.file, item=self.item, field=field)

    def has(self, field: str) -> bool:
        """Whether the field is written and not yet taken."""
        return field in self._fields

    def take(self, field: str) -> Any:
        """Takes the raw value of a required field."""
        if field not in self._fields:
            raise self.error(field, "is missing")
        return self._fields.pop(field)

    def number(self, field: str, default: int | None = None, least: int = 0) -> int:
        """Takes an integer."""
        if default is not None and not self.has(field):
            return default
        value = self.take(field)
        if type(value) is not int:  # bool is a subclass of int
            raise self.error(field, f"expected a whole number, found {value!r}")
        if value < least:
            raise self.error(field, f"expected at least {least}, found {value}")
        return value

    def flag(self, field: str) -> bool:
        """Takes a boolean; the default is false."""
        if not self.has(field):
            return False
        value = self.take(field)
        if not isinstance(value, bool):
            raise self.error(field, f"expected true or false, found {value!r}")
        return value

    def text(self, field: str) -> str:
        """Takes a non-empty text."""
        value = self.take(field)
        if not isinstance(value, str) or not value.strip():
            raise self.error(field, f"expected a text, found {value!r}")
        return value

    def word(self, field: str, choices: Iterable[str]) -> str:
        """Takes one word of a closed list."""
        value = self.text(field)
        if value not in choices:
            raise self.error(field, f"unknown word {value!r}")
        return value

    def texts(self, field: str) -> tuple[str, ...]:
        """Takes a list of different texts; the default is empty."""
        if not self.has(field):
            return ()
        value = self.take(field)
        if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
            raise self.error(field, f"expected a list of texts, found {value!r}")
        if len(set(value)) < len(value):
            raise self.error(field, f"a text stands twice in {value!r}")
        return tuple(value)

    def tables(self, field: str) -> list[Any]:
        """Takes a list of tables; the default is empty."""
        value = self.take(field) if self.has(field) else []
        if not isinstance(value, list):
            raise self.error(field, f"expected a list, found {value!r}")
        return value

    def cost(self, field: str) -> dict[str, int]:
        """Takes the units of each resource, in the order of `RESOURCES`."""
        if not self.has(field):
            return {}
        value = self.take(field)
        if not isinstance(value, dict):
            raise self.error(field, f"expected a table of resources, found {value!r}")
        for resource, units in value.items():
            if resource not in RESOURCES:
                raise self.error(field, f"unknown resource {resource!r}")
            if type(units) is not int or not 1 <= units <= MAX_OF_ONE_RESOURCE:
                raise self.error(field, f"expected 1 to {MAX_OF_ONE_RESOURCE} units of {resource}, found {units!r}")
        for goods in (RAW_MATERIALS, MANUFACTURED_GOODS):
            if sum(value.get(resource, 0) for resource in goods) > MAX_OF_ONE_CLASS:
                raise self.error(field, f"more than {MAX_OF_ONE_CLASS} units among {', '.join(goods)}")
        return {resource: value[resource] for resource in RESOURCES if resource in value}

    def copies(self, field: str) -> dict[int, tuple[int, ...]]:
        """Takes the player counts of the copies, by age."""
        value = self.take(field)
        if not isinstance(value, dict) or not value:
            raise self.error(field, f"expected a table of ages, found {value!r}")
        copies: dict[int, tuple[int, ...]] = {}
        for age, counts in value.items():
            if age not in map(str, AGES):
                raise self.error(field, f"unknown age {age!r}")
            if not isinstance(counts, list):
                raise self.error(field, f"expected a list of player counts, found {counts!r}")
            for count in counts:
                if type(count) is not int or count not in PLAYER_COUNTS:
                    raise self.error(field, f"unknown player count {count!r}")
            copies[int(age)] = tuple(counts)
        return copies

    def effects(self, field: str, kinds: Kinds) -> tuple[EffectSpec, ...]:
        """Takes effects of these kinds, in the order written."""
        try:
            return tuple(read_effect(effect, kinds) for effect in self.tables(field))
        except ValueError as error:
            raise self.error(field, str(error)) from error

    def fields(self) -> dict[str, Any]:
        """All fields not taken yet."""
        return dict(self._fields)

    def done(self) -> None:
        """Raises if fields are left: a misspelt one would silently become its default."""
        for field in self._fields:
            raise self.error(field, "unknown field")


def read_toml(folder: Traversable, name: str) -> Mapping[str, Any] | None:
    """Reads the tables of one file; None if the folder has no such file."""
    path = folder.joinpath(name)
    if not path.is_file():
        return None
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulebookError(f"cannot be read: {error}", file=f"{folder.name}/{name}") from error
