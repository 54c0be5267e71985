"""The command and its table of subcommands; each is imported only when it is called, so that the rest starts fast."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import sys
from typing import NamedTuple, NoReturn

import click

import heptapolis


class Subcommand(NamedTuple):
    """Where a subcommand is defined and the line that the list of commands shows for it."""

    module: str
    attribute: str
    help: str


# A new subcommand is a new line here. The list shows those whose module is there.
SUBCOMMANDS = {
    "play": Subcommand("heptapolis.cli.play", "play", "Play a game in the terminal."),
    "position": Subcommand("heptapolis.cli.position", "position", "Ask about one position: legal moves, next, score."),
    "record": Subcommand("heptapolis.cli.record", "record", "Replay, check and convert recorded games."),
    "simulate": Subcommand("heptapolis.cli.simulate", "simulate", "Play many games and print the averages."),
    "bots": Subcommand("heptapolis.cli.bots", "bots", "List the bots and what they are good at."),
    "arena": Subcommand("heptapolis.cli.arena", "arena", "Let bots play each other and rate them."),
    "serve": Subcommand("heptapolis.cli.serve", "serve", "Host tables for friends in the browser."),
    "backup": Subcommand("heptapolis.cli.backup", "backup", "Save everything that a server holds to one file."),
    "restore": Subcommand("heptapolis.cli.backup", "restore", "Bring a saved server back."),
    "loadtest": Subcommand("heptapolis.cli.loadtest", "loadtest", "Fill a server with tables and measure it."),
    "bench": Subcommand("heptapolis.cli.bench", "bench", "Measure how fast the engine plays."),
}


class LazyGroup(click.Group):
    """A group that knows its subcommands by name and line, and loads one when it is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The subcommands that are there, in the order of the table."""
        return [name for name, subcommand in SUBCOMMANDS.items() if is_there(subcommand)]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The subcommand of that name, loaded; None if there is none."""
        subcommand = SUBCOMMANDS.get(name)
        if subcommand is None or not is_there(subcommand):
            return None
        command = getattr(importlib.import_module(subcommand.module), subcommand.attribute)
        assert isinstance(command, click.Command), f"{subcommand.module}.{subcommand.attribute} is no click command"
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUBCOMMANDS[name].help) for name in self.list_commands(context)])


def is_there(subcommand: Subcommand) -> bool:
    """Whether the module of a subcommand can be imported; it is not imported to find out."""
    return importlib.util.find_spec(subcommand.module) is not None


def version_text() -> str:
    """What is running: the package, the Python under it, and whether the engine is compiled."""
    from heptapolis.engine import COMPILED

    engine = "compiled" if COMPILED else "interpreted"
    return f"heptapolis {heptapolis.__version__}\npython {platform.python_version()}\nengine: {engine}"


def show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the versions and end, when asked to."""
    if wanted and not context.resilient_parsing:
        click.echo(version_text())
        context.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version, help="Show what is running."
)
def heptapolis_command() -> None:
    """Seven cities, three ages, one drafting game."""


def main() -> NoReturn:
    """Run the command of this process and end it."""
    sys.exit(heptapolis_command(prog_name="heptapolis"))
