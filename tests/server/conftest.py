"""What server tests share: deals that follow from the test; a PostgreSQL and a Redis when a test asks for them."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import Postgres, Redis
from heptapolis.server.bots import bot_pool
from heptapolis.server.tables import requests


class Chance:
    """Stands in for the module ``secrets``: the same numbers in every run of a test."""

    def __init__(self, name: str) -> None:
        rng = random.Random(name)
        self.randbits = rng.getrandbits
        self.choice = rng.choice


@pytest.fixture(autouse=True)
def known_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards, hands and bots of a server in the test's own process follow from the test's name."""
    for module in (requests, bot_pool):
        monkeypatch.setattr(module, "secrets", Chance(request.node.name))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    # Not in pytest's folder: started by root, PostgreSQL runs as another user, who loses access to that folder as soon
    # as another pytest starts on this machine. And the path of a socket may have a hundred characters only.
    with (
        tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("PGCTLTIMEOUT", "200")  # how long pg_ctl waits for the server
        server = Postgres(Path(folder) / "data")
        yield server
        server.close()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'heptapolis.db'}"
    url: str = request.getfixturevalue("postgres").new_database()
    return url
