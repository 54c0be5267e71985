"""`heptapolis play`: a game against bots, in the browser, on a full terminal screen, or line by line."""

from __future__ import annotations

import locale
import os
import secrets
import socket
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import click

from heptapolis import Game, HeptapolisError
from heptapolis.engine import MODES, Rng, rules_for
from heptapolis.extras import needs
from heptapolis.rulebook import LANGUAGES, editions, expansions
from heptapolis.terminal.match import Match
from heptapolis.terminal.memory import has_played, last_game, remember_game
from heptapolis.terminal.words import Words

SEED_LIMIT = 2**32
"""The limit of random seeds, so that they are short enough to type."""

IN_BROWSER = ("language", "terminal", "plain")
"""The options that do not choose the game in the terminal by themselves, or do so openly."""

SIDES_STREAM = 5
"""The random stream for the other boards' sides, where only the player's side is given."""


@click.command(epilog="Ctrl-C leaves the game; its record is kept, and --terminal --resume goes on with it.")
@click.option("--players", type=click.IntRange(2, 8), help="Number of players, bots included.  [default: 3]")
@click.option("--edition", type=click.Choice(editions()), default="first", show_default=True, help="2010 or 2020.")
@click.option(
    "--expansions", default="", metavar="BOX,...", help=f"Comma-separated boxes to add: {', '.join(expansions())}."
)
@click.option("--mode", type=click.Choice(MODES), help="The default depends on the number of players.")
@click.option("--board", metavar="WONDER", help="The wonder you play, by its English name.")
@click.option("--side", type=click.Choice(["A", "B", "day", "night"]), help="The side of your board.")
@click.option("--seed", type=click.IntRange(0), help="The same seed deals the same game.")
@click.option("--level", metavar="LEVEL", help="easy, normal, hard, expert, sage, or any bot.  [default: normal]")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Write the game's record to this file.")
@click.option(
    "--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Continue a recorded game."
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="The default is the browser's or the system's language, or English.",
)
@click.option(
    "--first-game/--no-first-game",
    default=None,
    help="Explain each move and take the simpler sides.  [default: until one game is finished]",
)
@click.option(
    "--terminal",
    is_flag=True,
    help="Play in the terminal instead of the browser. All options but --language need it.",
)
@click.option("--plain", is_flag=True, help="In the terminal, a plain prompt instead of the full screen.")
@click.pass_context
def play(
    context: click.Context,
    players: int | None,
    edition: str,
    expansions: str,
    mode: str | None,
    board: str | None,
    side: str | None,
    seed: int | None,
    level: str | None,
    record: Path | None,
    resume: Path | None,
    language: str | None,
    first_game: bool | None,
    terminal: bool,
    plain: bool,
) -> None:
    """Play a game against bots.

    In the browser, with a server of your own that only this machine can reach; the page asks what to play. With
    --terminal or --plain: in the terminal.

    On the full terminal screen: 1-9 choose a card, B builds it, W builds a wonder stage with it, D discards it,
    P changes the payment, U takes the choice back, Enter reveals, ? explains.
    """
    if not terminal and not plain:
        check_client()
        refuse_terminal_options(context)
        play_in_browser(context, language)
        return
    first = not has_played() if first_game is None else first_game
    words = Words(language or system_language())
    if resume is not None:
        match = Match.resume(resume, level or "", record)
    else:
        boxes = [box.strip() for box in expansions.split(",") if box.strip()]
        game = new_game(players, edition, boxes, mode, board, side, seed, first)
        match = Match.start(game, level or ("easy" if first else "normal"), [words("city.you")], record or last_game())
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        finished = play_plain(match, words, lessons=first)
    else:
        finished = play_on_screen(match, words, lessons=first)
    if finished:
        remember_game()
    else:
        click.echo(words("plain.kept", command=f"heptapolis play --terminal --resume {match.path}"))


def refuse_terminal_options(context: click.Context) -> None:
    """Refuses the options that only the game in the terminal has.

    Raises:
        click.UsageError: One of them was given.
    """
    for option in context.command.params:
        if option.name not in IN_BROWSER and option.name and given(context, option.name):
            raise click.UsageError(
                f"{option.opts[0]} is for the terminal: add --terminal. In the browser, the page asks."
            )


def given(context: click.Context, option: str) -> bool:
    """Whether an option was given on the command line."""
    return context.get_parameter_source(option) is click.core.ParameterSource.COMMANDLINE


def check_client() -> None:
    """Checks that the browser client and the server are installed.

    Raises:
        click.ClickException: One of them is not.
    """
    instead = "; or play in the terminal: heptapolis play --terminal"
    if find_spec("fastapi") is None:
        raise click.ClickException(needs("the game in the browser", "fastapi", "play") + instead)
    if not (files("heptapolis") / "server" / "static" / "index.html").is_file():
        raise click.ClickException("this installation was built without the browser client" + instead)


def play_in_browser(context: click.Context, language: str | None) -> None:
    """Starts a server on a free port, unless one is running already, and opens its start page in the browser."""
    page = "" if language is None else f"/?language={language}"
    from heptapolis.cli.serve import serve, show
    from heptapolis.server.errors import AlreadyRunning
    from heptapolis.server.operations.settings import settings_from

    usual = settings_from({})
    with socket.socket() as probe:
        taken = probe.connect_ex((usual.host, usual.port)) == 0
    try:
        context.invoke(serve, open_browser=True, page=page, port=0 if taken else None)
    except AlreadyRunning as running:
        click.echo(f"Heptapolis is already running on {running.address}")
        show(running.address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:") + page)


def new_game(
    players: int | None,
    edition: str,
    boxes: list[str],
    mode: str | None,
    board: str | None,
    side: str | None,
    seed: int | None,
    first: bool,
) -> Game:
    """Creates the game. A first game uses A sides unless a side is given.

    Raises:
        HeptapolisError: The options do not fit together.
    """
    people = players or (2 if mode == "free-city" else 4 if mode == "teams" else 3)
    known = {each.wonder.casefold(): each.wonder for each in rules_for(edition, boxes).boards}
    if board is not None and board.casefold() not in known:
        raise click.BadParameter(f"no box in use has it; there are {', '.join(known.values())}", param_hint="--board")
    cities = 3 if people == 2 else people
    seed = secrets.randbelow(SEED_LIMIT) if seed is None else seed
    sides: list[str | None] = ["A"] * cities if first and edition == "first" else []
    if side is not None:
        chance = Rng(seed, SIDES_STREAM)
        others = [("day", "night")[chance.below(2)] if edition == "second" else None for _ in range(1, cities)]
        sides = [side, *(sides[1:] or others)]
    try:
        return Game.new(people, edition, boxes, mode or "", seed, [known[board.casefold()]] if board else [], sides)
    except HeptapolisError as error:
        raise click.UsageError(error.message) from error


def play_plain(match: Match, words: Words, *, lessons: bool) -> bool:
    """Plays line by line; returns True if the game was finished."""
    from heptapolis.terminal.plain import PlainGame

    def read(prompt: str) -> str:
        try:
            return input(prompt)
        except KeyboardInterrupt:
            click.echo()
            raise EOFError from None

    return PlainGame(match, words, read, click.echo, lessons=lessons).run()


def play_on_screen(match: Match, words: Words, *, lessons: bool) -> bool:
    """Plays on the full screen; returns True if the game was finished.

    Raises:
        click.ClickException: The extra `terminal` is not installed.
    """
    try:
        from heptapolis.terminal.app import TableApp
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "textual":
            raise
        raise click.ClickException(
            "the full screen needs textual, which is not installed: pip install 'heptapolis[terminal]'; "
            "or play with --plain"
        ) from missing
    TableApp(match, words, lessons=lessons).run()
    return match.game.over


def system_language() -> str:
    """The system's language if the game supports it, else English."""
    asked = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next(filter(None, asked), locale.getlocale()[0] or "").casefold()
    spoken = {"french": "fr", "dutch": "nl", "german": "de", "danish": "da"}
    for code in LANGUAGES:
        if name == code or name.startswith(f"{code}_"):
            return code
    return next((code for word, code in spoken.items() if name.startswith(word)), "en")
