"""`heptapolis dataset`: games by bots as a dataset of decisions."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

import click

from heptapolis.arena.pool import in_processes, on_ray
from heptapolis.cli.documents import progress_bar
from heptapolis.cli.outputs import check_folder, check_package
from heptapolis.env.dataset import (
    DatasetSpec,
    iterate,
    missing_shards,
    play_shard,
    prepare,
    save_shard,
    write_card,
    write_shard,
)
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
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster (`local`: one on this machine).")
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
    ray: str | None,
) -> None:
    """Let bots play, and write every decision as a row of Parquet shards, with the games' records and a data card.

    Run the same command again to continue after an interruption, or with more --games to add to it.
    """
    check_package("`dataset`", "pyarrow")
    if ray:
        check_package("--ray", "ray")
    check_folder("--out", out)
    boxes = tuple(part.strip() for part in expansions.split(",") if part.strip())
    bots = tuple(name.strip() for name in names.split(","))
    spec = DatasetSpec(bots, edition, boxes, seed=seed, payments=payments, observation=observation)
    prepare(out, spec)
    shards = missing_shards(out, games)
    with progress_bar("shards", len(shards)) as progress:
        if ray:  # its machines need not share the folder
            for made in on_ray(ray, play_shard, [(spec, shard, games) for shard in shards]):
                save_shard(out, spec, made)
                progress(1)
        else:
            calls = [(out, spec, shard, games) for shard in shards]
            for _ in in_processes(jobs, write_shard, calls) if jobs > 1 else starmap(write_shard, calls):
                progress(1)
    parts = [part["game"] for part in iterate(out)]
    decisions = sum(len(part) for part in parts)
    played = sum(len(set(part.tolist())) for part in parts)
    write_card(out, spec, played, decisions)
    click.echo(f"{decisions} decisions of {played} games in {out}")
