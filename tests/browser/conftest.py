"""Fixtures: a real server, a real Chromium, and players."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.chromium import chromium, flags
from browser.player import Person
from browser.served import Served

SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
"""Pictures of every screen, to be looked at; not kept."""

NewPerson = Callable[..., Person]
NewServer = Callable[..., Served]


DEALS = os.environ.get("DEALS", "")
"""Any word gives other deals; without one every test has the same deals each time."""


def pytest_report_header() -> str:
    """How to get the same deals again."""
    return f"deals: DEALS={DEALS}" if DEALS else "deals: those of each test (others: DEALS=word)"


@pytest.fixture(scope="session")
def running_test(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the name of the running test."""
    return tmp_path_factory.mktemp("running") / "test"


@pytest.fixture(autouse=True)
def _deals(request: pytest.FixtureRequest, running_test: Path) -> None:
    running_test.write_text(f"{request.node.name} {DEALS}", encoding="utf-8")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, running_test: Path) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served"), test=running_test)
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=flags())
        yield started
        started.close()


@pytest.fixture
def serve(tmp_path: Path, running_test: Path) -> Iterator[NewServer]:
    """Starts a server of the test's own; it is stopped after everybody has left, so that no page asks in vain."""
    started: list[Served] = []

    def new(*flags: str) -> Served:
        started.append(Served(tmp_path, 0, *flags, test=running_test))
        return started[-1]

    yield new
    for each in started:
        each.stop()


@pytest.fixture
def person(browser: Browser, server: Served, serve: NewServer) -> Iterator[NewPerson]:
    """A player in a separate browser; errors in the page fail the test."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    people: list[Person] = []

    def new(
        name: str = "Ada",
        *,
        url: str = "",
        size: tuple[int, int] = (1440, 900),
        language: str = "en",
        theme: str = "dark",
        hints: bool = False,
    ) -> Person:
        somebody = Person(browser, url or server.url, name, size, language, theme, hints, SHOTS)
        people.append(somebody)
        return somebody

    yield new
    for somebody in people:
        somebody.close()
    assert not [mistake for somebody in people for mistake in somebody.mistakes]
