"""Time of a fresh import, best of several, and its ratio to the limit: ``python bench/imports.py``."""

from __future__ import annotations

import subprocess
import sys

import click

MODULES = ("heptapolis", "heptapolis.engine", "heptapolis.cli.main")


def import_seconds(module: str) -> float:
    """The time that one import takes in a fresh process."""
    program = f"import time; start = time.perf_counter(); import {module}; print(time.perf_counter() - start)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(done.stdout)


@click.command()
@click.option("--times", type=click.IntRange(1), default=7, show_default=True)
@click.option("--limit", type=float, default=0.2, show_default=True, help="Seconds that an import may take.")
def main(times: int, limit: float) -> None:
    """Print the import times."""
    for module in MODULES:
        best = min(import_seconds(module) for _ in range(times))
        click.echo(f"{module:<22}{1000 * best:>8.1f} ms   {best / limit:.2f} of the limit")


if __name__ == "__main__":
    main()
