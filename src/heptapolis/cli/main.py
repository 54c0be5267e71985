"""The `heptapolis` command. Each subcommand is imported only when it is called, so that start-up is fast."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

import click
from click.shell_completion import CompletionItem

import heptapolis
from heptapolis.cli.outputs import EXTRAS, install_advice
from heptapolis.extras import needs

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 plus the signal number, as in shells."""


class Subcommand(NamedTuple):
    """A subcommand before it is loaded."""

    module: str
    attribute: str
    help: str
    """One line for the list of commands."""
    example: str = ""
    """An example call for the help text."""
    extra: str = ""
    """The extra it needs, if any."""


# Add a line for each new subcommand. Subcommands whose module is missing are not shown.
SUBCOMMANDS = {
    "play": Subcommand(
        "heptapolis.cli.play",
        "play",
        "Play a game against bots, in the browser or the terminal.",
        "heptapolis play",
        "play",
    ),
    "position": Subcommand(
        "heptapolis.cli.position",
        "position",
        "Legal moves, next position, score and views of a position.",
        "heptapolis position legal position.json",
    ),
    "record": Subcommand("heptapolis.cli.record", "record", "Replay, check and convert recorded games."),
    "analyse": Subcommand(
        "heptapolis.cli.analyse",
        "analyse_command",
        "Judge every decision of a recorded game.",
        "heptapolis analyse game.record --html analysis.html",
    ),
    "simulate": Subcommand("heptapolis.cli.simulate", "simulate", "Play many games and print the averages."),
    "bots": Subcommand("heptapolis.cli.bots", "bots", "List the bots, what they do and how strong they are."),
    "arena": Subcommand("heptapolis.cli.arena", "arena", "Play matches between bots and rate them.", extra="arena"),
    "dataset": Subcommand(
        "heptapolis.cli.dataset", "dataset", "Let bots play and write their decisions as a dataset.", extra="env"
    ),
    "train": Subcommand("heptapolis.cli.train", "train", "Train a net for sage by self-play."),
    "serve": Subcommand("heptapolis.cli.serve", "serve", "Host tables for friends in the browser.", extra="server"),
    "admin": Subcommand(
        "heptapolis.cli.admin",
        "admin",
        "Name admins, close tables, mute, ban, read reports, maintenance.",
        "heptapolis admin grant ada",
        extra="server",
    ),
    "backup": Subcommand(
        "heptapolis.cli.backup", "backup", "Save everything a server stores to a file.", extra="server"
    ),
    "restore": Subcommand("heptapolis.cli.backup", "restore", "Restore a backup.", extra="server"),
    "archive": Subcommand(
        "heptapolis.cli.backup", "archive", "List tables that were removed, or bring one back.", extra="server"
    ),
    "statistics": Subcommand(
        "heptapolis.cli.backup",
        "statistics",
        "Make the statistics of finished games again.",
        extra="server",
    ),
    "password": Subcommand("heptapolis.cli.backup", "password", "Reset the password of an account.", extra="server"),
    "loadtest": Subcommand(
        "heptapolis.cli.loadtest", "loadtest", "Load a server with scripted players and measure it.", extra="server"
    ),
    "completion": Subcommand(
        "heptapolis.cli.completion", "completion", "Print a script that completes commands in your shell."
    ),
    "bench": Subcommand(
        "heptapolis.cli.bench", "bench", "Measure how fast the engine plays.", "heptapolis bench --json"
    ),
}


class LazyGroup(click.Group):
    """A command group that loads a subcommand only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The available subcommands, in the order of `SUBCOMMANDS`."""
        return [name for name, subcommand in SUBCOMMANDS.items() if is_there(subcommand)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Loads the subcommand with this name; None if there is none."""
        subcommand = SUBCOMMANDS.get(cmd_name)
        return load(cmd_name, subcommand) if subcommand and is_there(subcommand) else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completes names of subcommands without loading them."""
        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name, help=SUBCOMMANDS[name].help) for name in names), *options]

    def invoke(self, ctx: click.Context) -> object:
        """Runs the subcommand. A package that it misses is named with its extra."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as missing:
            name = ctx.invoked_subcommand or ""
            raise missing_extra(name, SUBCOMMANDS.get(name), missing) from missing

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands and the examples without loading any subcommand."""
        there = self.list_commands(ctx)
        if there:
            with formatter.section("Commands"):
                formatter.write_dl([(name, SUBCOMMANDS[name].help) for name in there])
        with formatter.section("Examples"):
            examples = [SUBCOMMANDS[name].example for name in there]
            for example in [*filter(None, examples), "heptapolis COMMAND --help", "heptapolis --version"]:
                formatter.write_text(example)


def is_there(subcommand: Subcommand) -> bool:
    """Whether the module of a subcommand exists. Does not import it."""
    return importlib.util.find_spec(subcommand.module) is not None


def load(name: str, subcommand: Subcommand) -> click.Command:
    """Loads a subcommand.

    Raises:
        click.ClickException: An extra that it needs is not installed.
    """
    try:
        module = importlib.import_module(subcommand.module)
    except ModuleNotFoundError as missing:
        raise missing_extra(name, subcommand, missing) from missing
    command = getattr(module, subcommand.attribute)
    assert isinstance(command, click.Command), f"{subcommand.module}.{subcommand.attribute} is not a click command"
    return command


def missing_extra(name: str, subcommand: Subcommand | None, missing: ModuleNotFoundError) -> Exception:
    """The one-line error that names the extra to install; the error itself if no extra brings the package."""
    package = (missing.name or "").partition(".")[0]
    extra = subcommand.extra if subcommand is not None else ""
    if package == heptapolis.__name__ or not (extra or package in EXTRAS):
        return missing
    if package == "numpy" and extra:  # several extras bring it, and this command needs all of its own
        return click.ClickException(needs(f"`{name}`", package, extra))
    return click.ClickException(install_advice(f"`{name}`", package, extra))


def version_text() -> str:
    """Versions of the package and of Python, and whether the engine is compiled."""
    from heptapolis.engine import COMPILED

    engine = "compiled" if COMPILED else "interpreted"
    return f"heptapolis {heptapolis.__version__}\npython {platform.python_version()}\nengine: {engine}"


def show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Prints the versions and exits, if `--version` was given."""
    if wanted and not context.resilient_parsing:
        click.echo(version_text())
        context.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version, help="Show versions and exit."
)
def heptapolis_command() -> None:
    """Seven cities, three ages, one drafting game."""


def is_expected(error: Exception) -> bool:
    """Whether an error is shown in one line, as errors of this package and of the operating system are.

    Any other error is a bug, and its traceback is needed to report it.
    """
    return isinstance(error, OSError) or type(error).__module__.partition(".")[0] == heptapolis.__name__


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status. Expected errors are one line on standard error."""
    try:
        status = heptapolis_command.main(arguments, prog_name="heptapolis", standalone_mode=False)
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Exception as error:
        if not is_expected(error):
            raise
        click.echo(f"Error: {error}", err=True)
        return getattr(error, "exit_status", 1)
    # A command returns nothing; `context.exit(status)` arrives here as its status.
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """Runs the command line of this process and exits."""
    sys.exit(run())
