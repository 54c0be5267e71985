"""Games per CPU second, and their ratio to a reference: ``python bench/games.py --reference "COMMAND"``.

The command is any program whose last line is one number, games per CPU second. It runs before and after the
measurement: two different numbers mean that the speed of the machine changed.
"""

from __future__ import annotations

import shlex
import subprocess

import click

from heptapolis.arena.bench import BOXES, TABLES, game_work, work_rate
from heptapolis.arena.simulation import Simulation
from heptapolis.bots.playouts.policies import POLICIES
from heptapolis.engine import COMPILED


def reference_rate(command: str) -> float:
    """The number that the reference prints."""
    done = subprocess.run(shlex.split(command), capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


@click.command()
@click.option("--reference", help="A command that prints games per CPU second; ratios are to it.")
@click.option("--seconds", type=click.FloatRange(0.01), default=2.0, show_default=True, help="For each figure.")
def main(reference: str | None, seconds: float) -> None:
    """Print games per CPU second on one core."""
    click.echo(f"engine {'compiled' if COMPILED else 'interpreted'}")
    measured = [
        (f"{policy}, {players} players", Simulation(players, policy=policy))
        for policy in POLICIES
        for players in TABLES
    ]
    measured.append(("uniform with both boxes, 3 players", Simulation(3, expansions=BOXES)))
    before = reference_rate(reference) if reference else None
    rates = [(name, work_rate(game_work(simulation), seconds)) for name, simulation in measured]
    after = reference_rate(reference) if reference else None
    limit = max(before, after) if before and after else None
    if before and after:
        click.echo(f"{'reference':<36}{before:>10,.0f} / s before, {after:,.0f} / s after")
    for name, games in rates:
        ratio = f"   {games / limit:.3f} of the reference" if limit else ""
        click.echo(f"{name:<36}{games:>10,.0f} / s{ratio}")


if __name__ == "__main__":
    main()
