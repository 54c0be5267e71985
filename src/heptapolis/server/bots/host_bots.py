"""The bots that a host allows besides the levels: `heptapolis serve --bot greedy --bot anna=program:./my-bot`.

Tables, messages and events hold only a bot's name. What is behind it, perhaps a command, stays in the host's settings.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from heptapolis.bots import LEVELS, make_bot, parse_spec
from heptapolis.bots.program import Program
from heptapolis.engine import HeptapolisError
from heptapolis.server.errors import ServerTrouble
from heptapolis.server.messages.words import BOT_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

VARIABLE: Final = "HEPTAPOLIS_ALLOWED_BOTS"
"""Tells a bot process which bots the host allows, as JSON."""

CHECK_SECONDS: Final = 60

RESERVED: Final = ("none", "daily", "daily-sage")
"""Names that mean something else: no bot, and the bots of the daily game."""

_OURS: Final = ("HEPTAPOLIS_BOXES", VARIABLE)
"""Variables of the server that a bot process gets; the others may hold its secrets."""


def read_host_bots(texts: Iterable[str]) -> dict[str, str]:
    """The host's bots by name, from texts such as ``greedy``, ``mybot:depth=3`` and ``anna=program:./my-bot``.

    Raises:
        ValueError: a name cannot be used, is used twice, or there is no such bot.
    """
    found: dict[str, str] = {}
    for text in texts:
        named = re.fullmatch(r"([^:=]*)=(.*)", text, re.DOTALL)
        spec = named[2] if named else text
        try:
            entry, options = parse_spec(spec)
        except HeptapolisError as error:
            raise ValueError(error.message) from None
        name = named[1] if named else entry.name
        if not named and "command" in options:
            name = Path(options["command"].split()[0]).stem if options["command"].split() else ""
        if not re.fullmatch(BOT_NAME, name):
            allowed = "up to 24 letters, digits, dots, hyphens and underscores"
            raise ValueError(f"{name!r} cannot be a name; write NAME={spec} with {allowed}")
        if name in LEVELS or name in RESERVED or name in found:
            why = "is used twice" if name in found else "has a meaning already"
            raise ValueError(f"the name {name!r} {why}; give the bot another one: NAME={spec}")
        found[name] = spec
    return found


def bot_environment(bots: Mapping[str, str]) -> dict[str, str]:
    """The variables of a bot process: those of this one without the server's settings, and the bots allowed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HEPTAPOLIS_") or name in _OURS}
    return {**kept, VARIABLE: json.dumps(dict(bots))}


def allowed_bots() -> dict[str, str]:
    """In a bot process: what is behind each level and each name that the host allows."""
    return {**json.loads(os.environ.get(VARIABLE, "{}")), **LEVELS}


def check_host_bots(bots: Mapping[str, str]) -> None:
    """Makes each bot once in a process of its own, so that a server does not start with a bot that cannot play.

    Raises:
        ServerTrouble: a bot cannot be made, or its program cannot be started.
    """
    if not bots:
        return
    command = [sys.executable, "-m", "heptapolis.server.bots.host_bots"]
    try:
        done = subprocess.run(
            command, env=bot_environment(bots), capture_output=True, text=True, timeout=CHECK_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ServerTrouble(f"--bot: the bots were not ready after {CHECK_SECONDS} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["the bots cannot be made"]
        raise ServerTrouble(f"--bot {lines[-1]}")


def main() -> int:
    """Makes every allowed bot; returns the exit status, and writes what is wrong to standard error."""
    for name, spec in json.loads(os.environ[VARIABLE]).items():
        try:
            entry, options = parse_spec(spec)
            make_bot(spec, seed=0)
            if entry.name == "program":
                Program(options["command"]).stop()
        except Exception as error:  # a bot may be third-party code
            why = error.message if isinstance(error, HeptapolisError) else repr(error)
            sys.stderr.write(f"{name}: {' '.join(why.split())}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
