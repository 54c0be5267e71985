"""`heptapolis dataset`: games by bots as a dataset of decisions."""

from __future__ import annotations

from concurrent.futures import as_completed
from pathlib import Path

import click

from heptapolis.arena.pool import processes
from heptapolis.cli.documents import progress_bar
from heptapolis.cli.outputs import check_folder, check_package
from heptapolis.env.dataset import DatasetSpec, iterate, missing_shards, prepare, write_card, write_shard
from heptapolis.env.encoding.codec import OBSERVATIONS, PAYMENTS
from heptapolis.rulebook import editions, expansions


@click.command()
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Number of games.")
@click.option("--bots", "names", default="rules,rules,rules", show_default=True, metavar="BOT,BOT,...")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder of the dataset."
)
@click.option("--edition", type=click.Choice(editions()), default="first", show_default=True)
@click.option("--expansions", default="", metavar="BOX,...", help=f"Any of {', '.join(expansions())}.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--payments", type=click.Choice(PAYMENTS), default="cheapest", show_default=True)
@click.option("--observation", type=click.Choice(OBSERVATIONS), default="table", show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
def dataset(
    games: int,
    names: str,
    out: Path,
    edition: str,
    expansions: str,
    seed: int,
    payments: str,
    observation: str,
    jobs: int,
) -> None:
    """Let bots play, and write every decision as a row of Parquet shards, with the games' records and a data card.

    Run the same command again to continue after an interruption, or with more --games to add to it.
    """
    check_package("`dataset`", "pyarrow")
    check_folder("--out", out)
    boxes = tuple(part.strip() for part in expansions.split(",") if part.strip())
    bots = tuple(name.strip() for name in names.split(","))
    spec = DatasetSpec(bots, edition, boxes, seed=seed, payments=payments, observation=observation)
    prepare(out, spec)
    shards = missing_shards(out, games)
    with progress_bar("shards", len(shards)) as progress:
        if jobs == 1:
            for shard in shards:
                write_shard(out, spec, shard, games)
                progress(1)
        else:
            pool = processes(jobs)
            try:
                for done in as_completed([pool.submit(write_shard, out, spec, shard, games) for shard in shards]):
                    done.result()
                    progress(1)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
    parts = [part["game"] for part in iterate(out)]
    decisions = sum(len(part) for part in parts)
    played = sum(len(set(part.tolist())) for part in parts)
    write_card(out, spec, played, decisions)
    click.echo(f"{decisions} decisions of {played} games in {out}")
