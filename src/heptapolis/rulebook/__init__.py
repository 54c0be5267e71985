"""What is printed: cards, boards and leaders of every box, checked when first asked for.

>>> from heptapolis.rulebook import load
>>> load("first").card("Stables").cost
{'wood': 1, 'clay': 1, 'ore': 1}
"""

from collections.abc import Iterable
from functools import cache

from heptapolis.rulebook.boxes import editions, expansions, register, shelf, unregister
from heptapolis.rulebook.effects import EFFECT_KINDS
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.loader import load_boxes, load_from
from heptapolis.rulebook.model import (
    AGES,
    COLORS,
    MANUFACTURED_GOODS,
    RAW_MATERIALS,
    RESOURCES,
    BoardSpec,
    CardSpec,
    EffectArg,
    EffectSpec,
    Rulebook,
    SideSpec,
    StageSpec,
)
from heptapolis.rulebook.naming import LANGUAGES, display_name, missing_names, names, term, terms, title

__all__ = [
    "AGES",
    "COLORS",
    "EFFECT_KINDS",
    "LANGUAGES",
    "MANUFACTURED_GOODS",
    "RAW_MATERIALS",
    "RESOURCES",
    "BoardSpec",
    "CardSpec",
    "EffectArg",
    "EffectSpec",
    "Rulebook",
    "RulebookError",
    "SideSpec",
    "StageSpec",
    "display_name",
    "editions",
    "expansions",
    "load",
    "load_boxes",
    "missing_names",
    "names",
    "register",
    "term",
    "terms",
    "title",
    "unregister",
]


def load(edition: str, boxes: Iterable[str] = ()) -> Rulebook:
    """The rulebook of an edition ("first" or "second") with some of the `expansions` that go with it.

    Files are read on first use; asking again gives the same object.

    Raises:
        RulebookError: edition or expansion unknown, or a data file is broken.
    """
    return _load(edition, tuple(head.name for head in shelf().opened(edition, boxes)[1:]))


@cache
def _load(edition: str, boxes: tuple[str, ...]) -> Rulebook:
    return load_from(shelf(), edition, boxes)
