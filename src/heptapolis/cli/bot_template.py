"""The files that `heptapolis bots new` writes: a package with one bot and a test."""

from __future__ import annotations

from typing import Final

PROJECT: Final = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{project}"
version = "0.1.0"
description = "A bot for Heptapolis."
requires-python = ">=3.11"
dependencies = ["heptapolis"]

[project.entry-points."heptapolis.bots"]
{name} = "{package}:make_bot"

[tool.hatch.build.targets.wheel]
packages = ["src/{package}"]
"""

CODE: Final = '''"""A bot for Heptapolis: {name}."""

from __future__ import annotations

import random
from collections.abc import Mapping

from heptapolis import Decision, Move, View


class MyBot:
    """Builds a card if it can, and otherwise takes any legal move."""

    def __init__(self, seed: int) -> None:
        """The seed makes games repeatable: take all random numbers from this generator."""
        self.random = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> Move:
        """Returns one of decision.moves. The view holds all that the seat may see: view.hand, view.cities, ..."""
        builds = [move for move in decision.moves if move.action == "build"]
        return self.random.choice(builds or list(decision.moves))


def make_bot(seed: int, options: Mapping[str, str]) -> MyBot:
    """The entry point. `{name}:depth=3` calls it with the options {{"depth": "3"}}."""
    return MyBot(seed)
'''

TEST: Final = '''"""The bot plays whole games with legal moves only."""

import heptapolis
from {package} import make_bot


def test_it_plays_a_whole_game() -> None:
    game = heptapolis.Game.new(players=3, seed=1)
    bots = [make_bot(seat, {{}}) for seat in range(3)]
    while not game.over:
        for decision in game.pending:
            move = bots[decision.player].choose(game.view(decision.player), decision)
            assert move in decision.moves
            game.play(decision, move)
    assert len(game.scores()) == 3
'''

README: Final = """# {name}

A bot for Heptapolis.

```sh
pip install -e .
python -m pytest
heptapolis bots                                              # it is in the list
heptapolis arena --bots {name},greedy,greedy --games 300
```
"""


def files(name: str) -> dict[str, str]:
    """The files of a package with a bot of this name, by their paths."""
    values = {"name": name, "package": name.replace("-", "_"), "project": f"heptapolis-{name}"}
    package = values["package"]
    return {
        "pyproject.toml": PROJECT.format(**values),
        "README.md": README.format(**values),
        f"src/{package}/__init__.py": CODE.format(**values),
        f"tests/test_{package}.py": TEST.format(**values),
    }
