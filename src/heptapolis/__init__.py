"""Heptapolis: seven cities, three ages, one drafting game.

Importing the package reads no rulebook and loads nothing heavy; each part is imported by its own name:

* `heptapolis.rulebook`: what is printed on cards and boards,
* `heptapolis.engine`: what the rules say,
* `heptapolis.record`: positions and games as text,
* `heptapolis.cli`: the `heptapolis` command.
"""

__version__ = "0.1.0"
