"""A box, as read from its folder."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.resources import as_file
from importlib.resources.abc import Traversable
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

from heptapolis.rulebook.effects import Arg, read_args
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.model import AGES, DRAWN_COLORS, MODES, BoardSpec, CardSpec, Draw
from heptapolis.rulebook.reading import TomlTable, read_toml

SIDES = ("A", "B")
"""The usual names of a board's sides."""

MOST_SEATS = 8
"""The number of cities at the largest table."""


@dataclass(frozen=True, slots=True)
class BoxHead:
    """The table `[box]` of a `box.toml`."""

    name: str
    """Its name in options: the edition of a base game, or the name of the expansion."""
    is_base: bool
    editions: tuple[str, ...]
    """The editions it goes with; a base game is its own."""
    order: int
    """Its position among expansions; lower ones come first."""
    folder: Traversable = field(compare=False)
    sides: tuple[str, ...]
    """The names of its boards' sides."""
    owners_choose_sides: bool
    modes: tuple[str, ...]
    """The modes it can be played in; base games only."""
    most_players: int
    """The largest table with this box; 0 if it changes nothing."""
    deals_leaders: bool
    """Whether leaders are drafted and recruited with this box."""
    rules: str
    """The module with its effects and phases: a dotted name, a file of the folder, or empty if it needs none."""
    effects: Mapping[str, Mapping[str, Arg]] = field(hash=False)
    """Its additional kinds of effects, with their arguments."""
    draws: tuple[Draw, ...]
    """Cards of which some are drawn for the deck of an age."""

    def code(self) -> ModuleType | None:
        """Imports the module with its effects and phases.

        Raises:
            RulebookError: There is no such module.
        """
        if not self.rules:
            return None
        if not self.rules.endswith(".py"):
            return import_module(self.rules)
        name = f"heptapolis_box_{self.name.replace('-', '_')}"
        if name not in sys.modules:
            with as_file(self.folder.joinpath(self.rules)) as path:
                if not path.is_file():
                    raise RulebookError("is missing", file=f"{self.folder.name}/{self.rules}")
                spec = spec_from_file_location(name, path)
                assert spec is not None and spec.loader is not None, "a file that ends with .py"
                module = module_from_spec(spec)
                sys.modules[name] = module
                try:
                    spec.loader.exec_module(module)
                except BaseException:
                    del sys.modules[name]
                    raise
        return sys.modules[name]


@dataclass(frozen=True, slots=True)
class Contents:
    """The declared contents of a box, to check the files against."""

    cards: int
    """Age cards, guilds and black cards, every copy counted."""
    boards: int
    leaders: int
    black_per_age: int


@dataclass(frozen=True, slots=True)
class Box:
    """Everything read from one folder."""

    name: str
    """The folder's name."""
    head: BoxHead
    contents: Contents
    numbers: Mapping[str, Any]
    """Numbers of the game that this box sets, by their name in `Rulebook`."""
    cards: tuple[CardSpec, ...]
    boards: tuple[BoardSpec, ...]
    leaders: tuple[CardSpec, ...]


def read_head(folder: Traversable) -> BoxHead:
    """Reads the head of the box in a folder.

    Raises:
        RulebookError: There is no `box.toml`, or it is invalid.
    """
    file = f"{folder.name}/box.toml"
    document = read_toml(folder, "box.toml")
    if document is None:
        raise RulebookError("is missing", file=file)
    if "box" not in document:
        raise RulebookError("is missing", file=file, item="box")
    table = TomlTable(document["box"], file=file, item="box")
    is_base = table.has("edition")
    name = table.text("edition") if is_base else table.text("expansion")
    editions = (name,) if is_base else table.texts("editions")
    if not editions:
        raise table.error("editions", "is missing")
    modes = table.texts("modes")
    for mode in modes:
        if mode not in MODES:
            raise table.error("modes", f"unknown word {mode!r}")
    if is_base and not modes:
        raise table.error("modes", "is missing")
    sides = table.texts("sides") or SIDES
    most_players = table.number("most_players", None if is_base else 0)
    if most_players > MOST_SEATS:
        raise table.error("most_players", f"expected at most {MOST_SEATS}, found {most_players}")
    head = BoxHead(
        name=name,
        is_base=is_base,
        editions=editions,
        order=table.number("order", 0),
        folder=folder,
        sides=sides,
        owners_choose_sides=table.flag("owners_choose_sides"),
        modes=modes,
        most_players=most_players,
        deals_leaders=table.flag("deals_leaders"),
        rules=table.text("rules") if table.has("rules") else "",
        effects=_read_kinds(document.get("effects", {}), file),
        draws=tuple(_read_draw(fields, file) for fields in _draws(document, file)),
    )
    table.done()
    return head


def _read_kinds(kinds: Any, file: str) -> dict[str, Mapping[str, Arg]]:
    found: dict[str, Mapping[str, Arg]] = {}
    for kind, args in TomlTable(kinds, file=file, item="effects").fields().items():
        try:
            found[kind] = read_args(args)
        except ValueError as error:
            raise RulebookError(str(error), file=file, item="effects", field=kind) from error
    return found


def _draws(document: Mapping[str, Any], file: str) -> list[Any]:
    return TomlTable({"draw": document.get("draw", [])}, file=file, item="").tables("draw")


def _read_draw(fields: Any, file: str) -> Draw:
    table = TomlTable(fields, file=file, item="draw")
    color = table.word("color", DRAWN_COLORS)
    ages = table.take("ages")
    if not isinstance(ages, list) or not ages or any(age not in AGES for age in ages):
        raise table.error("ages", f"expected some of {', '.join(map(str, AGES))}, found {ages!r}")
    draw = Draw(color=color, ages=tuple(ages), beyond_players=table.number("beyond_players", 0))
    table.done()
    return draw
