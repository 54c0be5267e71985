"""`heptapolis train`: trains a net for `sage` by self-play."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from heptapolis.bots.sage.net import BadNet, NetFile
from heptapolis.rulebook import expansions as all_expansions
from heptapolis.train.curve import picture, sparkline, tables_of
from heptapolis.train.learning import ENDLESS, Learning, Plan, write_whole
from heptapolis.train.pools import Here, Pool, RayWorkers, Workers
from heptapolis.train.tables import kinds_for

SAVE_SECONDS = 60.0


@click.command()
@click.option(
    "--hours", type=click.FloatRange(0, min_open=True), default=2.0, show_default=True, help="Hours of training."
)
@click.option("--games", type=click.IntRange(1), help="Stop after this many games, if that is earlier.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True, help="Seed of the training.")
@click.option("--players", default="", metavar="N,...", help="Only tables with these numbers of players.")
@click.option(
    "--expansions", metavar="[BOX,...]", help=f"Only tables with exactly these of {', '.join(all_expansions())}."
)
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="NET",
    help="Train a best response: one seat learns, this net plays all others and never changes.",
)
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="NET",
    help="Start from the weights of this net instead of random ones.",
)
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster (`local`: one on this machine).")
@click.option(
    "--measure-every",
    type=click.FloatRange(0.01),
    default=10.0,
    show_default=True,
    help="Minutes between measurements.",
)
@click.option(
    "--measure-games", type=click.IntRange(1), default=120, show_default=True, help="Games at each kind of table."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("sage-training"),
    show_default=True,
    help="Folder for checkpoint, net and curve. A training found there is resumed.",
)
def train(
    hours: float,
    games: int | None,
    jobs: int,
    seed: int,
    players: str,
    expansions: str | None,
    against: Path | None,
    start: Path | None,
    ray: str | None,
    measure_every: float,
    measure_games: int,
    out: Path,
) -> None:
    """Train a net by self-play, from random weights, and measure it against `greedy` on the way.

    You can interrupt it at any time: the same command resumes from the last checkpoint, at most a minute old. Play
    with the net as `sage:net=FOLDER/sage.net`.
    """
    try:
        counts = [int(part) for part in players.split(",") if part.strip()]
    except ValueError:
        raise click.BadParameter("numbers with commas between them, for example 3,5", param_hint="--players") from None
    boxes = None if expansions is None else [part.strip() for part in expansions.split(",") if part.strip()]
    plan = Plan(kinds_for(counts, boxes), seed)
    learning = Learning(out, plan, net_in(against, "--against"), net_in(start, "--start"))
    pool: Pool = RayWorkers(ray) if ray else Workers(jobs) if jobs > 1 else Here()
    try:
        watch(learning, pool, hours, games or ENDLESS, measure_every * 60, measure_games)
    except KeyboardInterrupt:
        click.echo("Interrupted; the same command goes on from the last checkpoint.", err=True)
        raise click.Abort from None
    finally:
        pool.close()
    click.echo(f"{out / 'sage.net'}: {learning.progress.games:,} games. Play it as sage:net={out / 'sage.net'}")


def net_in(path: Path | None, option: str) -> bytes:
    """The content of a net file that this training can use."""
    content = path.read_bytes() if path else b""
    try:
        if content:
            NetFile.read(content).layout()
    except BadNet as error:
        raise click.BadParameter(str(error), param_hint=option) from None
    return content


def watch(learning: Learning, pool: Pool, hours: float, games: int, measure_seconds: float, measure_games: int) -> None:
    """Trains with a progress bar and the learning curve."""
    bar = Progress(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.1f} %"))
    task = bar.add_task("training", total=1.0)
    saved = time.monotonic()
    measured = learning.progress.curve[-1]["seconds"] if learning.progress.curve else 0.0
    with Live(shown(bar, learning), console=Console(stderr=True), refresh_per_second=2) as live:
        while (done := part_done(learning, hours, games)) < 1:
            left = -(-(games - learning.progress.games) // pool.width)
            losses = learning.round(pool, done, left)
            progress = learning.progress
            text = f"{progress.games:,} games, loss {losses[0]:.3f} {losses[1]:.3f} {losses[2]:.3f}"
            bar.update(task, completed=part_done(learning, hours, games), description=text)
            if progress.seconds - measured >= measure_seconds:
                measured = progress.seconds
                note(learning, measure_games)
                live.update(shown(bar, learning))
            if time.monotonic() - saved >= SAVE_SECONDS:
                learning.save()
                saved = time.monotonic()
        note(learning, measure_games)
        learning.save()
        live.update(shown(bar, learning))


def part_done(learning: Learning, hours: float, games: int) -> float:
    """The fraction of the training done, by time or by games."""
    return max(learning.progress.seconds / (hours * 3600), learning.progress.games / games)


def note(learning: Learning, games: int) -> None:
    """Measures the net and redraws the curve."""
    learning.measure(games)
    drawn = picture(learning.progress.curve)
    write_whole(learning.folder / "curve.svg", drawn.encode())


def shown(bar: Progress, learning: Learning) -> Group:
    """The progress bar above the learning curve."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    opponent = "the frozen net" if learning.frozen else "greedy"
    for column in (f"one seat against {opponent}", "win share", "points", "curve"):
        table.add_column(column, justify="right" if column in ("win share", "points") else "left")
    curve = learning.progress.curve
    for name in tables_of(curve):
        share, points = curve[-1][name]
        table.add_row(name, f"{share:.1%}", f"{points:.1f}", sparkline(curve, name))
    return Group(bar, table)
