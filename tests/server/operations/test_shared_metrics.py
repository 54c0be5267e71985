"""Metrics of several processes are summed; without Redis those of one process remain."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from heptapolis.server.operations import shared_metrics
from heptapolis.server.operations.metrics import Metrics
from heptapolis.server.operations.shared_metrics import SharedMetrics
from heptapolis.server.realtime import links
from serving import inside, run

pytestmark = pytest.mark.once

KEY = "0123456789abcdef0123456789abcdef"


def values(text: str) -> dict[str, float]:
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_any_process_answers_with_the_sums(
    tmp_path: Path, postgres: Any, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The two processes share a loop: they must not give each other up because it stood still for a while.
    monkeypatch.setattr(links, "STALL_SECONDS", 100.0)
    monkeypatch.setattr(links, "SILENT_SECONDS", 100.0)

    async def main() -> None:
        settings = {"database": postgres.new_database(), "redis": redis.url, "secret_key": KEY}
        async with inside(tmp_path / "one", **settings) as one, inside(tmp_path / "two", **settings) as two:
            guest = await one.guest()
            table = guest.at(await guest.open_table({"seats": 3}))
            await table.connect()
            other = two.client(table._table)
            await other.connect()
            for server in (one, two):
                shared = server.service.components.metrics.shared  # type: ignore[union-attr]
                assert shared is not None
                await shared.share()
            async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
                for server in (one, two):
                    found = values((await http.get(f"{server.url}/metrics")).text)
                    assert found["heptapolis_processes"] == 2 and found["heptapolis_sockets"] == 2
                    assert found["heptapolis_tables_open"] == 1  # at its owner alone
                    own = values((await http.get(f"{server.url}/metrics?process=own")).text)
                    assert own["heptapolis_processes"] == own["heptapolis_sockets"] == 1
                redis.stop()
                assert values((await http.get(f"{one.url}/metrics")).text)["heptapolis_sockets"] == 1
                redis.start()

    run(main())


def test_what_others_left_is_summed_by_labels_and_nonsense_is_ignored(redis: Any) -> None:
    async def main() -> None:
        metrics = Metrics()
        metrics.request("GET", 200, 0.1)
        one, two = SharedMetrics(redis.url, "one", metrics), SharedMetrics(redis.url, "two", Metrics())
        two._metrics.request("GET", 200, 0.1)
        two._metrics.request("POST", 404, 0.1)
        await two.share()
        for number, nonsense in enumerate((b"", b"[]", b'{"heptapolis_http_requests": [1]}', b"\xff")):
            await one._redis.set(f"{shared_metrics.KEY}bad{number}", nonsense)
        found = values((await one.text()).decode())
        assert found['heptapolis_http_requests_total{method="GET",status="200"}'] == 2
        assert found['heptapolis_http_requests_total{method="POST",status="404"}'] == 1
        assert found['heptapolis_http_seconds_bucket{le="+Inf"}'] == 3
        await two.close()  # it takes its own along
        assert values((await one.text()).decode())['heptapolis_http_requests_total{method="GET",status="200"}'] == 1
        await one.close()

    run(main())
