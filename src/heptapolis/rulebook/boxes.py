"""Which boxes there are: those of this package, and those that others have registered.

A box is a folder with a `box.toml`. `register` adds one from anywhere; so does the variable `HEPTAPOLIS_BOXES`, which
names folders as `PATH` does and is passed on to every process that is started.
"""

import os
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from heptapolis.rulebook.box import BoxHead, read_head
from heptapolis.rulebook.effects import EFFECT_KINDS, Arg
from heptapolis.rulebook.errors import RulebookError

VARIABLE = "HEPTAPOLIS_BOXES"
"""The environment variable with the folders of further boxes."""

CONTENTS = ("cards.toml", "boards.toml", "leaders.toml")
"""Files that make a folder a box, so that its `box.toml` must not be missing."""


class Shelf:
    """Boxes that can be played together."""

    def __init__(self, heads: Iterable[BoxHead]) -> None:
        """These boxes, which must have different names.

        Raises:
            RulebookError: two boxes, or two kinds of effects, have the same name.
        """
        self.bases: dict[str, BoxHead] = {}
        self.expansions: dict[str, BoxHead] = {}
        self.kinds: dict[str, Mapping[str, Arg]] = dict(EFFECT_KINDS)
        for head in sorted(heads, key=lambda each: (each.order, each.name)):
            file = f"{head.folder.name}/box.toml"
            if head.name in self.bases or head.name in self.expansions:
                raise RulebookError(f"there is a box {head.name} already", file=file, item="box")
            (self.bases if head.is_base else self.expansions)[head.name] = head
            for kind in head.effects:
                if kind in self.kinds:
                    raise RulebookError("there is such a kind already", file=file, item="effects", field=kind)
            self.kinds |= head.effects

    @property
    def heads(self) -> list[BoxHead]:
        """All boxes, base games first."""
        return [*self.bases.values(), *self.expansions.values()]

    def going_with(self, edition: str) -> tuple[str, ...]:
        """The expansions that go with an edition."""
        return tuple(name for name, head in self.expansions.items() if edition in head.editions)

    def opened(self, edition: str, expansions: Iterable[str]) -> list[BoxHead]:
        """The boxes of a game, each once and in a fixed order, the base game first.

        Raises:
            RulebookError: there is no such edition or expansion, or they do not go together.
        """
        if edition not in self.bases:
            raise RulebookError(f"unknown edition {edition!r}; known: {', '.join(self.bases)}")
        wanted = set(expansions)
        if unknown := sorted(wanted - self.expansions.keys()):
            raise RulebookError(f"unknown expansion {unknown[0]!r}; known: {', '.join(self.expansions)}")
        going = self.going_with(edition)
        if wanted and not going:
            raise RulebookError(f"the {edition} edition has no expansions here")
        if other := sorted(wanted - set(going)):
            raise RulebookError(f"{other[0]} does not go with the {edition} edition")
        return [self.bases[edition], *(self.expansions[name] for name in going if name in wanted)]


def shelf_in(root: Traversable) -> Shelf:
    """The boxes in the folders below `root`.

    Raises:
        RulebookError: a folder with cards or boards has no sound `box.toml`.
    """
    folders = sorted((each for each in root.iterdir() if each.is_dir()), key=lambda each: each.name)
    names = ("box.toml", *CONTENTS)
    return Shelf(read_head(folder) for folder in folders if any(folder.joinpath(name).is_file() for name in names))


_registered: list[Path] = []
_shelf: Shelf | None = None
_changes = 0


def shelf() -> Shelf:
    """All boxes there are now.

    Raises:
        RulebookError: something is wrong with one of them.
    """
    global _shelf
    if _shelf is None:
        folders = [Path(each) for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each]
        own = shelf_in(files("heptapolis.rulebook")).heads
        _shelf = Shelf([*own, *(read_head(each) for each in dict.fromkeys([*folders, *_registered]))])
    return _shelf


def registered() -> list[BoxHead]:
    """The boxes that do not belong to this package."""
    own = {head.name for head in shelf_in(files("heptapolis.rulebook")).heads}
    return [head for head in shelf().heads if head.name not in own]


def changes() -> int:
    """How often the boxes have changed: what was worked out from all of them is out of date when this has grown."""
    return _changes


def register(folder: str | Path) -> None:
    """Adds the box in a folder, here and in every process that is started from now on.

    Raises:
        RulebookError: it is no sound box, or there is one of its name already.
    """
    path = Path(folder).resolve()
    if path in _registered:
        return
    Shelf([*shelf().heads, read_head(path)])  # refuses what does not fit
    _registered.append(path)
    _changed()


def unregister(folder: str | Path) -> None:
    """Takes a registered box away again; nothing happens if it is not registered."""
    path = Path(folder).resolve()
    if path in _registered:
        _registered.remove(path)
        _changed(gone=path)


def _changed(gone: Path | None = None) -> None:
    global _shelf, _changes
    _shelf = None
    _changes += 1
    named = [each for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each and each != str(gone)]
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys([*named, *map(str, _registered)]))


def editions() -> tuple[str, ...]:
    """The editions that can be played."""
    return tuple(shelf().bases)


def expansions(edition: str = "") -> tuple[str, ...]:
    """The expansions that can be played (or go with an edition), in the order in which they are opened."""
    return shelf().going_with(edition) if edition else tuple(shelf().expansions)
