"""`heptapolis loadtest`: fill a server and measure it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from heptapolis.server.operations.loadtest import MOST_SECONDS, MOST_TABLES, load_a_server
from heptapolis.server.operations.loadtest_server import own_server, process_at


@click.command()
@click.option("--tables", type=click.IntRange(1, MOST_TABLES), default=50, show_default=True, help="Tables at once.")
@click.option("--seats", type=click.IntRange(3, 7), default=4, show_default=True, help="Players at each.")
@click.option(
    "--seconds", type=click.FloatRange(1, MOST_SECONDS), default=20.0, show_default=True, help="How long to measure."
)
@click.option("--rate", type=click.FloatRange(1, 5000), default=400.0, show_default=True, help="Moves per second.")
@click.option("--url", help="A server on this machine, with --rate-limits 0; by default one is started.")
@click.option("--json", "as_json", is_flag=False, flag_value="-", metavar="[FILE]", help="Print or write JSON.")
def loadtest(tables: int, seats: int, seconds: float, rate: float, url: str | None, as_json: str | None) -> None:
    """Play full games with scripted clients over real sockets, on this machine only.

    Latency is from the last choice of a turn to the new view at every seat.
    """

    def say(text: str) -> None:
        click.echo(text, err=True)

    if url is not None:
        pid = process_at(url)
        pids = [] if pid is None else [pid]
        result = load_a_server([url.rstrip("/")], tables, seats, seconds, rate, pids, say)
    else:
        with own_server() as (address, process):
            result = load_a_server([address], tables, seats, seconds, rate, [process.pid], say)
    text = json.dumps(result)
    if as_json == "-":
        click.echo(text)
    elif as_json is not None:
        Path(as_json).write_text(text + "\n", encoding="utf-8")
    else:
        late = result["latency_ms"]
        click.echo(
            f"{result['tables']} tables of {result['seats']}, {result['sockets']} sockets, {result['seconds']} s"
        )
        times = ", ".join(f"{name} {value} ms" for name, value in late.items())
        click.echo(f"{result['moves_per_second']} moves/s; {times}")
        codes = "".join(f", {code} {count}" for code, count in result["error_codes"].items())
        click.echo(f"errors {result['errors']}{codes}, lost {result['lost_moves']}")
        if result["server_rss_mb"] is not None:
            click.echo(f"server {result['server_rss_mb']} MB, {result['kb_per_table']} kB a table")
            click.echo(f"{result['server_cpu_ms_per_move']} ms of server time a move")
        click.echo(f"{result['players_cpu_ms_per_move']} ms of the players' time a move")
    if result["errors"] or result["lost_moves"]:
        click.get_current_context().exit(1)
