"""One box as it comes from its folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heptapolis.rulebook.model import BoardSpec, CardSpec


@dataclass(frozen=True, slots=True)
class Contents:
    """What a box says it holds, to count the files against."""

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
    contents: Contents
    numbers: Mapping[str, Any]
    """Numbers of the game that this box sets, by their name in `Rulebook`."""
    cards: tuple[CardSpec, ...]
    boards: tuple[BoardSpec, ...]
    leaders: tuple[CardSpec, ...]
