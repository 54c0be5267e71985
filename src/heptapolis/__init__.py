"""Heptapolis: seven cities, three ages, one drafting game.

>>> import heptapolis
>>> game = heptapolis.Game.new(players=3, seed=7)
>>> for decision in game.pending:
...     reveal = game.play(decision, decision.moves[0])
>>> game
<Game of 3 players, age 1, turn 2, play>

docs/library.md is the guide. Importing the package loads nothing; each name is loaded when it is first used. Further
parts are imported by their own names:

* `heptapolis.rulebook`: what is printed on cards and boards,
* `heptapolis.bots`: players,
* `heptapolis.env`: environments for reinforcement learning,
* `heptapolis.arena`: matches and simulations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heptapolis.library import (
        CATEGORIES,
        Card,
        City,
        Conflict,
        Cost,
        Decision,
        Game,
        GameRecord,
        HeptapolisError,
        IllegalMove,
        InvalidOptions,
        InvalidPosition,
        InvalidRecord,
        KnownHand,
        KnownLeaders,
        Move,
        PointSource,
        Reason,
        Reveal,
        RulebookWarning,
        Score,
        Stage,
        TradePrices,
        UnreadableMove,
        View,
    )

    __version__: str

__all__ = [
    "CATEGORIES",
    "Card",
    "City",
    "Conflict",
    "Cost",
    "Decision",
    "Game",
    "GameRecord",
    "HeptapolisError",
    "IllegalMove",
    "InvalidOptions",
    "InvalidPosition",
    "InvalidRecord",
    "KnownHand",
    "KnownLeaders",
    "Move",
    "PointSource",
    "Reason",
    "Reveal",
    "RulebookWarning",
    "Score",
    "Stage",
    "TradePrices",
    "UnreadableMove",
    "View",
    "__version__",
]


if not TYPE_CHECKING:  # a type checker would take every name for one that __getattr__ finds

    def __getattr__(name: str) -> object:
        """Loads a name of the library when it is first used."""
        if name == "__version__":
            globals()[name] = installed_version()
            return globals()[name]
        if name.startswith("_") or name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from heptapolis import library

        for each in library.__all__:
            globals()[each] = getattr(library, each)
        return globals()[name]


def __dir__() -> list[str]:
    """Lists the names of the library, loaded or not."""
    return sorted({*globals(), *__all__})


def installed_version() -> str:
    """The version of the installed package, which its build took from the tag of the commit."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("heptapolis")
    except PackageNotFoundError:  # imported from a source tree that is not installed
        return "0+unknown"
