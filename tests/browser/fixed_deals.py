"""`heptapolis serve` whose deals and bots depend on the running test alone: it meets the same game each time.

The first argument is a file with the name of the test; the others are those of `heptapolis serve`, and `--weekday N`:
the server believes that it was started at noon of a certain day of the week (0 is Monday).
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace

from heptapolis import View
from heptapolis.cli.main import main
from heptapolis.server.bots.bot_pool import BotPool, Choice
from heptapolis.server.daily import deals
from heptapolis.server.tables import events, requests


class FixedSecrets:
    """The functions of the module `secrets` that deals are made with."""

    def __init__(self, test: Path) -> None:
        self._test = test
        self._drawn: dict[str, Random] = {}

    def _random(self) -> Random:
        name = self.test()
        return self._drawn.setdefault(name, Random(name))

    def test(self) -> str:
        return self._test.read_text(encoding="utf-8")

    def randbits(self, bits: int) -> int:
        return self._random().getrandbits(bits)

    def token_hex(self, count: int) -> str:
        return self._random().randbytes(count).hex()


def fix(test: Path) -> None:
    """Replaces what is random in a server's games."""
    fixed = FixedSecrets(test)
    for module in (requests, deals):
        vars(module)["secrets"] = fixed
    choose = BotPool.choose

    async def choose_alike(self: BotPool, level: str, seen: View, owner: str = "", seed: int | None = None) -> Choice:
        # Bots are asked side by side, in any order.
        drawn = Random(f"{fixed.test()} {seen.seat} {seen.age} {seen.turn} {seen.phase}").getrandbits(63)
        return await choose(self, level, seen, owner, drawn if seed is None else seed)

    BotPool.choose = choose_alike  # type: ignore[method-assign]


def set_weekday(weekday: int) -> None:
    """Starts the server's time at noon of the last such day."""
    now = datetime.now(UTC)
    noon = now.replace(hour=12, minute=0, second=0) - timedelta(days=(now.weekday() - weekday) % 7)
    offset = round((noon - now).total_seconds() * 1e9)
    vars(events)["time"] = SimpleNamespace(time_ns=lambda: time.time_ns() + offset)


if __name__ == "__main__":
    fix(Path(sys.argv.pop(1)))
    if "--weekday" in sys.argv:
        at = sys.argv.index("--weekday")
        set_weekday(int(sys.argv.pop(at + 1)))
        sys.argv.pop(at)
    main()
