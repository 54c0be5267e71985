"""`heptapolis serve`: host tables for friends in the browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from typing import Any, Final

import click

from heptapolis.server.operations.settings import LOOPBACK, Settings, flag_of, settings_from

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
    # Some openers run as long as the browser, so their exit status does not matter.
    began = time.monotonic()
    return started.wait() == 0 or time.monotonic() - began > _OPENING_SECONDS


def settings_options(command: Any) -> Any:
    """Adds a flag for every setting except the secret key, which the process list would show."""
    for name, field in reversed(Settings.model_fields.items()):
        if name == "secret_key":
            continue
        flag = flag_of(name)
        if field.annotation is bool:
            option = click.option(f"{flag}/--no-{flag[2:]}", name, default=None, help=field.description)
        elif field.default == ():
            option = click.option(flag, name, multiple=True, help=field.description)
        else:
            default = f" [{field.default}]" if field.default != "" else ""
            option = click.option(
                flag, name, type=type(field.default), default=None, help=f"{field.description}{default}"
            )
        command = option(command)
    return command


@click.command()
@settings_options
@click.option("--open", "open_browser", is_flag=True, help="Open the browser.")
@click.option("--page", default="", hidden=True, help="The page to open.")
def serve(open_browser: bool, page: str, **flags: Any) -> None:
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
            threading.Thread(target=show, args=(address + page,), daemon=True).start()

    click.get_current_context().exit(run(settings, announce))
