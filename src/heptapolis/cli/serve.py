"""`heptapolis serve`: host tables for friends in the browser."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import sys
import threading
import time
from typing import Any, Final

import click

from heptapolis.server.operations.settings import LOOPBACK, Settings, settings_from

_HELP = {
    "host": "Address to listen on; this machine alone by default (0.0.0.0: everybody).",
    "port": "Port to listen on; 0 takes a free one.",
    "database": "postgresql+asyncpg://USER@HOST/NAME; by default SQLite in the data folder.",
    "redis": "redis://HOST, needed with several processes.",
    "data": "Folder for database and secret key.",
    "workers": "Server processes on this machine (with PostgreSQL and Redis).",
    "bot_workers": "Processes in which bots think, for each server process.",
    "bot_seconds": "How long a bot may think.",
    "grace_seconds": "How long a person may be away before others may put a bot on the seat.",
    "idle_days": "Remove unfinished tables after so many days without an event.",
    "max_tables": "Unfinished tables at most.",
    "max_sockets": "WebSockets of one process at most.",
    "rate_limits": "Scales every rate limit; 0 switches them off.",
    "origins": "Further origins from which pages may connect, separated by commas.",
    "forwarded": "Addresses of proxies whose X-Forwarded-For is believed.",
    "secure_cookies": "Send cookies over HTTPS only.",
    "metrics_public": "Answer /metrics to other machines too.",
    "log_level": "debug, info, warning or error.",
    "log_format": "json, text or auto.",
}


_DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
_OPENING_SECONDS: Final = 10


def show(address: str) -> None:
    """Opens the browser, or prints the address if there is none."""
    if not opened(address):
        click.echo(f"Open {address} in a browser.")


def opened(address: str) -> bool:
    """Tries to open a browser, silencing its output; returns whether it opened."""
    if sys.platform in ("win32", "darwin"):
        return click.launch(address) == 0
    opener = shutil.which("xdg-open")
    if opener is None or not any(os.environ.get(name) for name in _DISPLAYS):
        return False
    quiet = subprocess.DEVNULL
    started = subprocess.Popen([opener, address], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    # Some openers run as long as the browser; their exit status does not matter.
    began = time.monotonic()
    return started.wait() == 0 or time.monotonic() - began > _OPENING_SECONDS


def settings_options(command: Any) -> Any:
    """Adds a flag for every setting except the secret key, which the process list would show."""
    for each in reversed(dataclasses.fields(Settings)):
        if each.name == "secret_key":
            continue
        flag = f"--{each.name.replace('_', '-')}"
        kind = type(each.default)
        if kind is bool:
            option = click.option(f"{flag}/--no-{flag[2:]}", each.name, default=None, help=_HELP[each.name])
        else:
            shown = f" [{each.default}]" if each.default != "" else ""
            option = click.option(flag, each.name, type=kind, default=None, help=_HELP[each.name] + shown)
        command = option(command)
    return command


@click.command()
@settings_options
@click.option("--open", "open_browser", is_flag=True, help="Open the browser.")
def serve(open_browser: bool, **flags: Any) -> None:
    """Host tables for friends in the browser.

    Every flag can also be set by a variable, HEPTAPOLIS_PORT for --port. Nothing is open to the network unless --host
    says so.
    """
    from heptapolis.server.operations.launcher import run

    settings = settings_from(flags)

    def announce(address: str) -> None:
        click.echo(f"Heptapolis listens on {address}")
        if settings.host in LOOPBACK:
            click.echo("Only this machine can connect; --host 0.0.0.0 opens it to the network. Ctrl-C ends it.")
        sys.stdout.flush()
        if open_browser:
            # In a thread, since a browser may take a while to open.
            threading.Thread(target=show, args=(address,), daemon=True).start()

    click.get_current_context().exit(run(settings, announce))
