"""The printed material: cards, boards and leaders of all boxes, validated on first use.

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
    """Returns the rulebook of an edition ("first" or "second") with expansions.

    Files are read on first use; the result is cached.

    Raises:
        RulebookError: The edition or an expansion is unknown, or a data file is invalid.
    """
    return _load(edition, tuple(head.name for head in shelf().opened(edition, boxes)[1:]))


@cache
def _load(edition: str, boxes: tuple[str, ...]) -> Rulebook:
    return load_from(shelf(), edition, boxes)
