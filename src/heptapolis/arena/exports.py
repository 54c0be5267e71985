"""All games of a match as a flat table with one row per seat, in CSV or Parquet."""

from __future__ import annotations

import csv
import importlib
from typing import TYPE_CHECKING, Any

from heptapolis.engine import CATEGORIES, InvalidOptions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from heptapolis.arena.runner import Block


def rows(blocks: list[Block]) -> Iterator[dict[str, Any]]:
    """One row per seat, ordered by deal and rotation."""
    for block in sorted(blocks, key=lambda games: games[0].deal):
        for game in block:
            for place, seat in enumerate(game.seats):
                yield {
                    "deal": game.deal,
                    "rotation": game.rotation,
                    "seat": place,
                    "bot": seat.bot,
                    "wonder": seat.wonder,
                    "side": seat.side,
                    **{category: seat.points[category] for category in CATEGORIES},
                    "total": seat.total,
                    "win_share": seat.win_share,
                    "margin": seat.margin,
                    "decisions": len(seat.milliseconds),
                    "milliseconds": round(sum(seat.milliseconds), 3),
                    "replaced": sum(seat.replaced.values()),
                }


def write_csv(path: Path, blocks: list[Block]) -> None:
    """Writes the table as CSV."""
    found = list(rows(blocks))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)


def write_parquet(path: Path, blocks: list[Block]) -> None:
    """Writes the table as Parquet.

    Raises:
        InvalidOptions: pyarrow is not installed.
    """
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise InvalidOptions("format/value", "Parquet needs pyarrow: pip install 'heptapolis[parquet]'") from error
    parquet.write_table(arrow.Table.from_pylist(list(rows(blocks))), str(path))
