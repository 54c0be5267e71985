"""Every response of the HTTP interface matches its OpenAPI document, whatever is sent."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from serving import inside

pytestmark = [pytest.mark.once, pytest.mark.timeout(600)]


@contextlib.contextmanager
def in_a_thread(folder: Path) -> Iterator[str]:
    """A server in a loop of its own, and its address."""
    ready = threading.Event()
    stop = threading.Event()
    found: list[str] = []

    async def main() -> None:
        async with inside(folder) as server:
            found.append(server.url)
            ready.set()
            while not stop.is_set():
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    assert ready.wait(30)
    try:
        yield found[0]
    finally:
        stop.set()
        thread.join(30)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_a_thread(tmp_path_factory.mktemp("server")) as found:
        yield found


def test_every_response_matches_the_openapi_document(url: str) -> None:
    """No server error, and no undocumented response."""
    described = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    operations = [result.ok() for result in described.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 15

    def check(case: Any) -> None:
        case.call_and_validate(checks=checks, headers={"X-Heptapolis": "1"})

    for operation in operations:
        examples = settings(max_examples=15, suppress_health_check=list(HealthCheck), deadline=None)
        examples(given(operation.as_strategy())(check))()
