"""Time of the lobby's lists with many open tables: ``python bench/lists.py``.

Each list is read through the HTTP interface of a server in this process, with SQLite; the time is that of the whole
request, with names and JSON.
"""

from __future__ import annotations

import asyncio
import secrets
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import httpx
import orjson
from sqlalchemy import insert

from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.operations.settings import Settings
from heptapolis.server.service import Service
from heptapolis.server.storage.schema import people, seats, tables
from heptapolis.server.tables.options import check_options

REPEATS = 50


async def fill(service: Service, count: int) -> None:
    """Stores open public tables with a person each, and as many finished ones."""
    assert service.components is not None, "started"
    options = check_options(OptionsInput(public=True))
    rows, sitting, guests = [], [], []
    for number in range(2 * count):
        status = "open" if number % 2 else "over"
        table, person = secrets.token_urlsafe(16), f"person-{number:08}"
        taken = [{"seat": 0, "person": person, "bot": None}, {"seat": 1, "person": None, "bot": None}]
        summary = {
            "status": status,
            "options": options,
            "host": person,
            "seats": taken,
            "created": 1,
            "changed": number,
        }
        row = {"id": table, "status": status, "public": True, "created": 1, "changed": number, "bots_due": False}
        rows.append({**row, "lease": 0, "summary": orjson.dumps(summary).decode()})
        sitting.append({"person": person, "table_id": table})
        guests.append(
            {"id": person, "kind": "guest", "name": f"Guest {number}", "epoch": 0, "created": 1, "forgotten": False}
        )
    async with service.components.engine.begin() as connection:
        await connection.execute(insert(people), guests)
        await connection.execute(insert(tables), rows)
        await connection.execute(insert(seats), sitting)


async def measure(count: int, database: str) -> None:
    """Fills a server, and prints the times of its lists."""
    with tempfile.TemporaryDirectory() as folder:
        where: dict[str, Any] = {"database": database} if database else {}
        settings = Settings(data=str(Path(folder)), rate_limits=0, log_level="error", **where)
        service = Service(settings)
        await service.start()
        try:
            await fill(service, count)
            transport = httpx.ASGITransport(service)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
                before = count  # the page in the middle of all tables
                for path in ("/api/tables?status=open", f"/api/tables?status=open&before={before}"):
                    times = []
                    for _ in range(REPEATS):
                        began, cpu = time.perf_counter(), time.process_time()
                        answer = await http.get(path)
                        assert len(answer.json()["tables"]) == 50, "a full page"
                        times.append((time.process_time() - cpu, time.perf_counter() - began))
                    used, took = (statistics.median(each) * 1000 for each in zip(*times, strict=True))
                    click.echo(f"{path:40} {used:6.1f} ms of CPU, {took:6.1f} ms in all (median)")
        finally:
            await service.stop()


@click.command()
@click.option("--tables", "count", default=10_000, show_default=True, help="Open tables; as many finished ones beside.")
@click.option("--database", default="", help="A PostgreSQL instead of SQLite.")
def main(count: int, database: str) -> None:
    """Measures the lobby's lists."""
    asyncio.run(measure(count, database))


if __name__ == "__main__":
    main()
