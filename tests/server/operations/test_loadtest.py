"""The load test plays full games against its own server, on this machine only."""

import asyncio
import gc
import itertools
import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from heptapolis.cli.loadtest import loadtest
from heptapolis.server.errors import ServerTrouble
from heptapolis.server.operations import gc_tuning
from heptapolis.server.operations.loadtest_socket import LoadSocket
from heptapolis.server.tables import registry
from serving import inside, outside, plain, play_on, run, seated

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

KEYS = {
    *("tables", "seats", "sockets", "seconds", "moves", "moves_per_second"),
    *("latency_ms", "errors", "lost_moves", "server_rss_mb", "kb_per_table"),
}


def test_small_load_loses_no_move() -> None:
    result = CliRunner().invoke(
        loadtest, ["--tables", "3", "--seats", "3", "--seconds", "3", "--rate", "20", "--json"], catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert set(report) >= KEYS
    assert (report["tables"], report["seats"], report["sockets"]) == (3, 3, 9)
    assert report["errors"] == report["lost_moves"] == 0
    assert report["moves"] > 0 and report["turns"] > 0
    assert 0 < report["latency_ms"]["p50"] <= report["latency_ms"]["p95"] <= report["latency_ms"]["p99"]


@pytest.mark.parametrize(
    ("url", "report"),
    [
        ("http://192.0.2.1:8000", "on this machine only"),
        ("http://127.0.0.1@192.0.2.1:8000", "on this machine only"),
        ("http://127.0.0.1.example", "on this machine only"),
        ("http://[::1", "on this machine only"),
        ("file://127.0.0.1/", "on this machine only"),
        ("http://127.0.0.1:1", "no server answers"),
    ],
)
def test_load_test_refuses_other_machines(url: str, report: str) -> None:
    result = CliRunner().invoke(loadtest, ["--url", url, "--tables", "1", "--seconds", "1"])
    assert isinstance(result.exception, ServerTrouble)
    assert report in str(result.exception)


def test_load_test_of_a_running_server(tmp_path: Path) -> None:
    with outside(tmp_path / "data") as server:
        few = ["--url", server.url, "--tables", "1", "--seats", "3", "--seconds", "1", "--json"]
        result = CliRunner().invoke(loadtest, few, catch_exceptions=False)
    report = json.loads(result.stdout)
    assert set(report) >= KEYS
    assert report["moves"] > 0 and report["server_rss_mb"] > 10 and report["errors"] == 0


def test_load_test_reports_rate_limits(tmp_path: Path) -> None:
    with outside(tmp_path / "data", "--rate-limits", "1") as server:
        result = CliRunner().invoke(loadtest, ["--url", server.url, "--tables", "20", "--seconds", "1"])
    assert isinstance(result.exception, ServerTrouble)
    assert "--rate-limits 0" in str(result.exception)


def test_a_connection_that_comes_too_late_is_closed() -> None:
    """The players have stopped, and the server accepts only now."""

    class Transport(asyncio.Transport):
        aborted = False

        def abort(self) -> None:
            self.aborted = True

        def write(self, data: bytes | bytearray | memoryview) -> None:
            """Asks for a WebSocket."""

    async def accept_late() -> bool:
        transport = Transport()
        socket = LoadSocket(b"", lambda text: None, lambda: None)
        socket.connection_made(transport)
        socket.opened.cancel()
        socket.data_received(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        return transport.aborted

    assert asyncio.run(accept_late())


def test_moves_leave_no_reference_cycles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Full collections are rare, so reference cycles would stay in memory for minutes."""
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 3600)  # what a sweep leaves is not a move's, and comes by the clock
    rounds = 12

    async def main() -> int:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3))
            rngs = [random.Random(seed) for seed in range(3)]
            await asyncio.gather(*(play_on(client, rng, 2) for client, rng in zip(clients, rngs, strict=True)))
            gc.collect()
            gc.disable()
            try:
                await asyncio.gather(*(play_on(client, rng, rounds) for client, rng in zip(clients, rngs, strict=True)))
                return gc.collect()
            finally:
                gc.enable()

    assert run(main()) < 3 * rounds  # not even one thing a move


def test_garbage_is_collected_when_no_message_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "EVERY_SECONDS", 0.01)
    monkeypatch.setattr(gc_tuning, "QUIET_SECONDS", 0.05)
    heard = itertools.count()
    busy_until = 10
    seen: list[int] = []

    def messages() -> int:
        return min(next(heard) // 2, busy_until)  # asked twice a look

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            seen.append(next(heard))

    async def main() -> None:
        task = asyncio.create_task(gc_tuning.collect_when_quiet(messages))
        while not seen:
            await asyncio.sleep(0.01)
        task.cancel()

    gc.collect()
    gc.callbacks.append(note)
    try:
        run(main(), 20)
    finally:
        gc.callbacks.remove(note)
    assert seen[0] >= 2 * busy_until
