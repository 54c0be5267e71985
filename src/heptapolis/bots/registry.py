"""Bots by name: `greedy`, `mc:playouts=1000`, `program:./my-bot`, and bots of installed packages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from heptapolis.bots.ladder import GreedyBot, RandomBot, RulesBot
from heptapolis.bots.program import program_bot
from heptapolis.bots.protocol import AdaptedBot, Bot, EngineBot, UnknownBot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis.bots.protocol import BotFactory

ENTRY_POINTS = "heptapolis.bots"
"""The entry point group for bots of other packages."""

LEVELS = {
    "easy": "sage-1:noise=1.8",
    "normal": "sage-1:noise=1.1",
    "hard": "sage-1:noise=0.6",
    "expert": "sage-1",
    "sage": "sage-1:ms=500",
}
"""The levels offered to players, and the bot of each; the order is measured in `docs/strength.md`.

Weaker levels misjudge moves by a few points, at random.
"""

MC_PLAYOUTS = 1000
ISMCTS_MILLISECONDS = 200.0


@dataclass(frozen=True)
class BotEntry:
    """An entry of the registry."""

    name: str
    factory: BotFactory
    description: str
    options: tuple[str, ...] = ()
    """The options it takes after a colon, as `name=what`."""


def _plain(kind: type[RandomBot] | type[GreedyBot] | type[RulesBot]) -> BotFactory:
    def make(seed: int, options: Mapping[str, str]) -> EngineBot:
        _refuse_unknown(options, ())
        return kind(seed)

    return make


def _monte_carlo(seed: int, options: Mapping[str, str]) -> EngineBot:
    from heptapolis.bots.searchers import monte_carlo_bot  # imported late: only searchers need it

    return monte_carlo_bot(seed, *_budget(options, MC_PLAYOUTS, 0.0))


def _ismcts(seed: int, options: Mapping[str, str]) -> EngineBot:
    from heptapolis.bots.searchers import ismcts_bot

    return ismcts_bot(seed, *_budget(options, 0, ISMCTS_MILLISECONDS))


def _sage(seed: int, options: Mapping[str, str]) -> EngineBot:
    from heptapolis.bots.sage.net import BadNet
    from heptapolis.bots.sage.player import sage_bot

    _refuse_unknown(options, (*BUDGETS, "noise", "net"))
    budget = _budget({name: value for name, value in options.items() if name in BUDGETS}, 0, 0.0)
    try:
        return sage_bot(seed, budget, _number("noise", options.get("noise", "0")), options.get("net", ""))
    except (BadNet, OSError) as error:
        raise UnknownBot("bot/option", f"the net {options.get('net')} cannot be used: {error}") from error


BUDGETS = ("playouts", "ms", "cpu_ms")


def _budget(options: Mapping[str, str], playouts: int, milliseconds: float) -> tuple[int, float, float]:
    """Playouts, milliseconds and CPU milliseconds from the options, or these defaults."""
    _refuse_unknown(options, BUDGETS)
    if not options:
        return playouts, milliseconds, 0.0
    try:
        count = int(options.get("playouts", "0"))
    except ValueError as error:
        raise UnknownBot("bot/option", f"a budget is a number: {error}") from None
    found = count, _number("ms", options.get("ms", "0")), _number("cpu_ms", options.get("cpu_ms", "0"))
    if count < 0 or max(found) <= 0:
        raise UnknownBot("bot/option", "a budget is a number above zero")
    return found


def _number(name: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError as error:
        raise UnknownBot("bot/option", f"{name} is a number: {error}") from None
    if not 0 <= found < float("inf"):
        raise UnknownBot("bot/option", f"{name} is a number, and not below zero")
    return found


def _refuse_unknown(options: Mapping[str, str], known: tuple[str, ...]) -> None:
    for name in options:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise UnknownBot("bot/option", f"no option {name!r}; {has}")


_BUDGET = ("playouts=N", "ms=N", "cpu_ms=N")
LADDER = (
    BotEntry("random", _plain(RandomBot), "Any legal use of any card, each with equal chance."),
    BotEntry("greedy", _plain(GreedyBot), "A wonder stage if possible, else the best immediate points."),
    BotEntry("rules", _plain(RulesBot), "A list of rules: resources, then military, civilian, science; last, points."),
    BotEntry("mc", _monte_carlo, "Flat Monte Carlo: every move in equally many random playouts.", _BUDGET),
    BotEntry("ismcts", _ismcts, "Information-set tree search over sampled tables.", _BUDGET),
)
SAGE_OPTIONS = (*_BUDGET, "noise=POINTS", "net=FILE")
CHAMPIONS = (
    BotEntry("sage", _sage, "The champion, a net trained by self-play; with a budget it also searches.", SAGE_OPTIONS),
    BotEntry("sage-1", _sage, "The champion of version 1, which stays as it is.", SAGE_OPTIONS),
)
PROGRAM = BotEntry(
    "program",
    program_bot,
    "A program of yours: one JSON line in, one move out.",
    ("COMMAND", "ms=N"),
)


@cache
def all_bots() -> dict[str, BotEntry]:
    """All bots by name: the built-in ones, programs, and those of installed packages.

    A package cannot replace a built-in bot.
    """
    found = {entry.name: entry for entry in (*LADDER, *CHAMPIONS, PROGRAM)}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda each: each.name):
        if point.name not in found:
            described = f"From the package {point.dist.name}." if point.dist else "From another package."
            found[point.name] = BotEntry(point.name, _loaded(point.name, point.value), described, ("...",))
    return found


def _loaded(name: str, value: str) -> BotFactory:
    """A factory that is imported on first use, so that a broken package breaks only its own bot."""

    def make(seed: int, options: Mapping[str, str]) -> Bot:
        for point in entry_points(group=ENTRY_POINTS, name=name):
            if point.value == value:
                try:
                    factory: BotFactory = point.load()
                    bot = factory(seed, options)
                except UnknownBot:
                    raise
                except Exception as error:
                    raise UnknownBot("bot/broken", f"the bot {name} ({value}) cannot be made: {error!r}") from error
                if not isinstance(bot, Bot):
                    raise UnknownBot("bot/broken", f"what {value} makes is no bot: it has no choose(view, decision)")
                return bot
        raise UnknownBot("bot/unknown", f"the package of the bot {name} is gone")

    return make


def parse_spec(spec: str) -> tuple[BotEntry, dict[str, str]]:
    """Parses `name:option=value:option=value`. Names of levels are allowed too.

    `sage` means the bot of that name, which does not search; the level of the same name is `level_bot("sage")`.

    Raises:
        UnknownBot: There is no bot of that name, or an option cannot be parsed.
    """
    name, *parts = (spec if spec in all_bots() else level_bot(spec)).split(":")
    entry = all_bots().get(name)
    if entry is None:
        known = ", ".join([*all_bots(), *LEVELS])
        raise UnknownBot("bot/unknown", f"there is no bot {name!r}; there are {known}")
    if entry is PROGRAM:
        return entry, _program_options(":".join(parts))
    options: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or not key or key in options:
            raise UnknownBot(
                "bot/option", f"cannot read {part!r} in {spec!r}; options are written name=value, each once"
            )
        options[key] = value
    return entry, options


def level_bot(level: str) -> str:
    """The bot of a level; any other text is returned unchanged."""
    return LEVELS.get(level, level)


def _program_options(text: str) -> dict[str, str]:
    """Splits off the option `:ms=N`, the only one: a command may contain colons."""
    command, mark, value = text.rpartition(":ms=")
    return {"command": command, "ms": value} if mark and value.isdigit() else {"command": text}


def make_bot(spec: str, seed: int) -> Bot:
    """Returns a bot for one game.

    >>> import heptapolis
    >>> game = heptapolis.Game.new(players=3, seed=1)
    >>> decision = game.pending[0]
    >>> make_bot("greedy", seed=1).choose(game.view(decision.player), decision) in decision.moves
    True

    Raises:
        UnknownBot: There is no bot of that name, or it has no such option.
    """
    entry, options = parse_spec(spec)
    bot = entry.factory(seed, options)
    return bot if isinstance(bot, Bot) else AdaptedBot(bot)
