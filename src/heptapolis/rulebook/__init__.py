"""What is printed: cards, boards and leaders of every box, checked when first asked for.

>>> from heptapolis.rulebook import load
>>> load("first").card("Stables").cost
{'wood': 1, 'clay': 1, 'ore': 1}
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from heptapolis.rulebook.effects import EFFECT_KINDS
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.loader import canonical_expansions, load_boxes
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
    "load",
    "load_boxes",
    "missing_names",
    "names",
    "term",
    "terms",
    "title",
]


def load(edition: str, expansions: Iterable[str] = ()) -> Rulebook:
    """The rulebook of an edition ("first" or "second") with any of leaders, cities, manneken-pis.

    Files are read on first use; asking again gives the same object.

    Raises:
        RulebookError: edition or expansion unknown, or a data file is broken.
    """
    return _load(edition, canonical_expansions(edition, expansions))


@cache
def _load(edition: str, expansions: tuple[str, ...]) -> Rulebook:
    return load_boxes(files(__name__), edition, expansions)
