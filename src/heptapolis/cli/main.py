"""The command and its table of subcommands; each is imported only when it is called, so that the rest starts fast."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

import click

import heptapolis

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C ended: 128 and the number of the signal, as shells have it."""


class Subcommand(NamedTuple):
    """What is known of a subcommand before it is loaded."""

    module: str
    attribute: str
    help: str
    """The line that the list of commands shows."""
    example: str = ""
    """A call worth showing to a newcomer."""
    extra: str = ""
    """The extra of the package that it needs, if any."""


# A new subcommand is a new line here. One whose module is not there is not shown.
SUBCOMMANDS = {
    "play": Subcommand("heptapolis.cli.play", "play", "Play a game in the terminal.", "heptapolis play"),
    "position": Subcommand(
        "heptapolis.cli.position",
        "position",
        "Ask about one position: what is legal, what comes next, the score, what a seat sees.",
        "heptapolis position legal position.json",
    ),
    "record": Subcommand("heptapolis.cli.record", "record", "Replay, check and convert recorded games."),
    "simulate": Subcommand("heptapolis.cli.simulate", "simulate", "Play many games and print the averages."),
    "bots": Subcommand("heptapolis.cli.bots", "bots", "List the bots and what they are good at."),
    "arena": Subcommand("heptapolis.cli.arena", "arena", "Let bots play each other and rate them.", extra="arena"),
    "serve": Subcommand("heptapolis.cli.serve", "serve", "Host tables for friends in the browser.", extra="server"),
    "backup": Subcommand("heptapolis.cli.backup", "backup", "Save all that a server holds to a file.", extra="server"),
    "restore": Subcommand("heptapolis.cli.backup", "restore", "Bring a saved server back.", extra="server"),
    "password": Subcommand("heptapolis.cli.backup", "password", "Reset the password of an account.", extra="server"),
    "loadtest": Subcommand("heptapolis.cli.loadtest", "loadtest", "Fill a server and measure it.", extra="server"),
    "bench": Subcommand(
        "heptapolis.cli.bench", "bench", "Measure how fast the engine plays.", "heptapolis bench --json"
    ),
}


class LazyGroup(click.Group):
    """A group that knows its subcommands by name and line, and loads one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The subcommands that are there, in the order of the table."""
        return [name for name, subcommand in SUBCOMMANDS.items() if is_there(subcommand)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name, loaded; None if there is none."""
        subcommand = SUBCOMMANDS.get(cmd_name)
        return load(cmd_name, subcommand) if subcommand and is_there(subcommand) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands and the examples from the table, without loading any."""
        there = self.list_commands(ctx)
        if there:
            with formatter.section("Commands"):
                formatter.write_dl([(name, SUBCOMMANDS[name].help) for name in there])
        with formatter.section("Examples"):
            examples = [SUBCOMMANDS[name].example for name in there]
            for example in [*filter(None, examples), "heptapolis COMMAND --help", "heptapolis --version"]:
                formatter.write_text(example)


def is_there(subcommand: Subcommand) -> bool:
    """Whether the module of a subcommand can be imported; it is not imported to find out."""
    return importlib.util.find_spec(subcommand.module) is not None


def load(name: str, subcommand: Subcommand) -> click.Command:
    """The command itself.

    Raises:
        click.ClickException: it needs an extra of the package that is not installed.
    """
    try:
        module = importlib.import_module(subcommand.module)
    except ModuleNotFoundError as missing:
        if not subcommand.extra or (missing.name or "").partition(".")[0] == heptapolis.__name__:
            raise
        advice = f"pip install 'heptapolis[{subcommand.extra}]'"
        raise click.ClickException(f"`{name}` needs {missing.name}, which is not installed: {advice}") from missing
    command = getattr(module, subcommand.attribute)
    assert isinstance(command, click.Command), f"{subcommand.module}.{subcommand.attribute} is no click command"
    return command


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


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version, help="Show what is running."
)
def heptapolis_command() -> None:
    """Seven cities, three ages, one drafting game."""


def is_plain_trouble(error: Exception) -> bool:
    """Whether an error is told to the person in one line: the project's own, and what the system refuses.

    Anything else is a mistake in the program, and its traceback is what the report of it needs.
    """
    return isinstance(error, OSError) or type(error).__module__.partition(".")[0] == heptapolis.__name__


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and say how it ended, as an exit status; what went wrong goes to standard error in one line."""
    try:
        status = heptapolis_command.main(arguments, prog_name="heptapolis", standalone_mode=False)
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Exception as error:
        if not is_plain_trouble(error):
            raise
        click.echo(f"Error: {error}", err=True)
        return 1
    # A command returns nothing; `context.exit(status)` arrives here as its status.
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """Run the command of this process and end it."""
    sys.exit(run())
