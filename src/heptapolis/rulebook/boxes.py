"""The available boxes: those of this package and registered ones.

A box is a folder with a `box.toml`. `register` adds one; so does the environment variable `HEPTAPOLIS_BOXES`, a list
of folders like `PATH`, which child processes inherit.
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
"""The environment variable with the folders of additional boxes."""

CONTENTS = ("cards.toml", "boards.toml", "leaders.toml")
"""Files that make a folder a box, so that its `box.toml` must not be missing."""


class Shelf:
    """Boxes that can be played together."""

    def __init__(self, heads: Iterable[BoxHead]) -> None:
        """The boxes must have different names.

        Raises:
            RulebookError: Two boxes or two kinds of effects have the same name.
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
        """The expansions that work with an edition."""
        return tuple(name for name, head in self.expansions.items() if edition in head.editions)

    def opened(self, edition: str, expansions: Iterable[str]) -> list[BoxHead]:
        """The boxes of a game, each once and in a fixed order, the base game first.

        Raises:
            RulebookError: The edition or an expansion is unknown, or they do not go together.
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
        RulebookError: A folder with cards or boards has no valid `box.toml`.
    """
    folders = sorted((each for each in root.iterdir() if each.is_dir()), key=lambda each: each.name)
    names = ("box.toml", *CONTENTS)
    return Shelf(read_head(folder) for folder in folders if any(folder.joinpath(name).is_file() for name in names))


_registered: list[Path] = []
_shelf: Shelf | None = None
_changes = 0


def shelf() -> Shelf:
    """All available boxes.

    Raises:
        RulebookError: One of them is invalid.
    """
    global _shelf
    if _shelf is None:
        folders = [Path(each) for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each]
        own = shelf_in(files("heptapolis.rulebook")).heads
        _shelf = Shelf([*own, *(read_head(each) for each in dict.fromkeys([*folders, *_registered]))])
    return _shelf


def registered() -> list[BoxHead]:
    """The registered boxes, which are not part of this package."""
    own = {head.name for head in shelf_in(files("heptapolis.rulebook")).heads}
    return [head for head in shelf().heads if head.name not in own]


def changes() -> int:
    """How often the set of boxes has changed, to invalidate caches."""
    return _changes


def register(folder: str | Path) -> None:
    """Adds the box in a folder, here and in all child processes started from now on.

    Raises:
        RulebookError: The box is invalid, or its name is taken.
    """
    path = Path(folder).resolve()
    if path in _registered:
        return
    Shelf([*shelf().heads, read_head(path)])  # raises if it does not fit
    _registered.append(path)
    _changed()


def unregister(folder: str | Path) -> None:
    """Removes a registered box, if it is registered."""
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
    """The expansions that can be played (with an edition), in their order."""
    return shelf().going_with(edition) if edition else tuple(shelf().expansions)
