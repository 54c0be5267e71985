"""`heptapolis arena`: matches between bots, and ratings."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import platformdirs
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from heptapolis.arena.exports import write_csv, write_parquet
from heptapolis.arena.match import match_of
from heptapolis.arena.rating import rate as rate_matches
from heptapolis.arena.report import html_report
from heptapolis.arena.runner import GamesFile, Processes, RayCluster, deals_for, play_here, run_match
from heptapolis.arena.statistics import match_summary
from heptapolis.cli.documents import tables_console
from heptapolis.cli.outputs import check_file, check_folder, check_json, check_package
from heptapolis.engine import MODES
from heptapolis.rulebook import editions, expansions

if TYPE_CHECKING:
    from heptapolis.arena.match import Match
    from heptapolis.arena.runner import Block, Runner

INTERIM_EVERY = 10
"""Blocks between updates of the interim result, which is computed from all blocks so far."""


class MatchOrSubcommand(click.Group):
    """A group that plays a match when no subcommand is named."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Explains the usage if the first word is not a subcommand."""
        if args and args[0] not in self.commands:
            raise click.UsageError(f"{args[0]!r} is not a subcommand; bots are named after --bots.", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=MatchOrSubcommand, invoke_without_command=True)
@click.option("--bots", "names", metavar="BOT,BOT,...", help="The bots, e.g. ismcts:ms=50,greedy,greedy.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=300,
    show_default=True,
    help="Number of games, rounded up to whole blocks.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option("--players", type=int, help="Number of seats; bots are repeated to fill them. By default one per bot.")
@click.option("--edition", type=click.Choice(editions()), default="first", show_default=True)
@click.option("--expansions", default="", metavar="BOX,...", help=f"Any of {', '.join(expansions())}.")
@click.option("--mode", type=click.Choice(MODES), help="The default depends on the number of players.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--limit-ms", type=click.FloatRange(0, min_open=True), help="Time limit of a decision; slower ones are replaced."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Keep all games in this file, for `arena rate`."
)
@click.option("--csv", type=click.Path(dir_okay=False, path_type=Path), help="Also write all games as CSV.")
@click.option("--parquet", type=click.Path(dir_okay=False, path_type=Path), help="Also write all games as Parquet.")
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help="Write each game's record here.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster (`local`: one on this machine).")
@click.option("--json", "json_file", is_flag=False, flag_value="-", metavar="[FILE]", help="The result as JSON.")
@click.pass_context
def arena(
    context: click.Context,
    names: str | None,
    games: int,
    jobs: int,
    players: int | None,
    edition: str,
    expansions: str,
    mode: str | None,
    seed: int,
    limit_ms: float | None,
    out: Path | None,
    csv: Path | None,
    parquet: Path | None,
    records: Path | None,
    ray: str | None,
    json_file: str | None,
) -> None:
    """Let bots play each other, or rate them.

    Every deal is replayed in every rotation of the seats. Run the same command again to continue an interrupted match.
    """
    if context.invoked_subcommand is not None:
        return
    if not names:
        raise click.UsageError("Who plays? Name them: --bots greedy,rules,random")
    boxes = tuple(part.strip() for part in expansions.split(",") if part.strip())
    match = match_of(names.split(","), players, edition, boxes, mode or "", seed, limit_ms)
    for option, path in (("--out", out), ("--csv", csv), ("--parquet", parquet)):
        check_file(option, path)
    check_folder("--records", records)
    check_json(json_file)
    if parquet is not None:
        check_package("--parquet", "pyarrow")
    if ray:
        check_package("--ray", "ray")
    runner: Runner = RayCluster(ray) if ray else Processes(jobs) if jobs > 1 else play_here
    file = GamesFile(out or unfinished_file(match))
    blocks = watch(match, games, runner, file, records)
    if csv is not None:
        write_csv(csv, blocks)
    if parquet is not None:
        write_parquet(parquet, blocks)
    found = match_summary(match, blocks)
    if json_file and json_file != "-":
        Path(json_file).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if out is None:
        file.path.unlink()  # only now that every output is written
    if json_file == "-":
        click.echo(json.dumps(found, indent=1))
        return
    show(found)
    for line in troubles(blocks):
        click.echo(line, err=True)


def troubles(blocks: list[Block]) -> list[str]:
    """One line for each bot and each kind of decision that `greedy` took instead, with the first error."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for seat in (seat for block in blocks for game in block for seat in game.seats):
        for reason, count in seat.replaced.items():
            counts[seat.bot, reason] += count
            first.setdefault((seat.bot, reason), seat.errors.get(reason, ""))
    return [
        f"{bot}: {count} {reason} answer{'s' * (count > 1)}, replaced by greedy; first: {first[bot, reason]}"
        for (bot, reason), count in counts.items()
    ]


def unfinished_file(match: Match) -> Path:
    """The file with the games of an unfinished match, for resuming it."""
    key = hashlib.sha256(json.dumps(match.as_dict(), sort_keys=True).encode()).hexdigest()[:16]
    return Path(platformdirs.user_cache_dir("heptapolis", appauthor=False)) / "arena" / f"{key}.jsonl"


def watch(match: Match, games: int, runner: Runner, file: GamesFile, records: Path | None) -> list[Block]:
    """Plays the match with a progress bar and interim results."""
    blocks: list[Block] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("deals", total=deals_for(match, games))
        try:
            for block in run_match(match, games, runner, file, records):
                blocks.append(block)
                if len(blocks) % INTERIM_EVERY == 0 or len(blocks) == 1:
                    progress.update(task, description=standing(match, blocks))
                progress.advance(task)
        except KeyboardInterrupt:
            progress.stop()
            click.echo(f"Interrupted after {len(blocks)} deals; the same command goes on from there.", err=True)
            raise click.Abort from None
    return blocks


def standing(match: Match, blocks: list[Block]) -> str:
    """Interim results in one line."""
    shares: dict[str, list[float]] = {name: [] for name in match.bots}
    for block in blocks:
        for game in block:
            for seat in game.seats:
                shares[seat.bot].append(seat.win_share)
    return "  ".join(f"{name} {sum(found) / len(found):.1%}" for name, found in shares.items())


def show(found: dict[str, Any]) -> None:
    """Prints the result as tables."""
    console = tables_console()
    par = 1 / found["players"]
    boxes = f" with {', '.join(found['expansions'])}" if found["expansions"] else ""
    console.print(
        f"{found['games']} games of {found['deals']} deals, {found['players']} players, {found['edition']} edition"
        f"{boxes}, {found['mode']}; par is {par:.1%}\n"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("bot", "win share", "points", "margin", "ms p50", "ms p95", "CPU ms", "CPU p95", "replaced"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for bot in found["bots"]:
        table.add_row(
            bot["name"],
            span(bot["win_share"], percent=True),
            span(bot["mean_points"]),
            f"{bot['margin']:+.1f}",
            f"{bot['ms_per_move']['p50']:.1f}",
            f"{bot['ms_per_move']['p95']:.1f}",
            milliseconds(bot["cpu_ms_per_move"]["mean"]),
            milliseconds(bot["cpu_ms_per_move"]["p95"]),
            str(bot["replaced_moves"]),
        )
    console.print(table)
    console.print(f"\nThe winner has {span(found['winner_points'])} points on average.")


def milliseconds(figure: float | None) -> str:
    """Formats a time; games of earlier versions have none."""
    return "-" if figure is None else f"{figure:.2f}"


def span(figure: dict[str, float], percent: bool = False) -> str:
    """Formats a value with its interval."""
    if percent:
        return f"{figure['value']:.1%} ({figure['low']:.1%} to {figure['high']:.1%})"
    return f"{figure['value']:.1f} ({figure['low']:.1f} to {figure['high']:.1f})"


@arena.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a report with plots.")
@click.option("--json", "json_file", is_flag=False, flag_value="-", metavar="[FILE]", help="The ratings as JSON.")
def rate(files: tuple[Path, ...], html: Path | None, json_file: str | None) -> None:
    """Rate bots from all games in FILES, written by `arena --out`."""
    check_file("--html", html)
    check_json(json_file)
    matches = [GamesFile(path).read() for path in files]
    ratings = rate_matches(matches)
    if html is not None:
        html.write_text(html_report(matches, ratings), encoding="utf-8")
    if json_file == "-":
        click.echo(json.dumps({"ratings": ratings}, indent=1))
        return
    if json_file:
        Path(json_file).write_text(json.dumps({"ratings": ratings}, indent=1) + "\n", encoding="utf-8")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("bot")
    table.add_column("rating", justify="right")
    table.add_column("games", justify="right")
    for entry in ratings:
        figure = entry["rating"]
        table.add_row(
            entry["name"],
            f"{figure['value']:+.0f} ({figure['low']:+.0f} to {figure['high']:+.0f})",
            str(entry["games"]),
        )
    tables_console().print(table)
