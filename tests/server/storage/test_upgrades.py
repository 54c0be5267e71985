"""Databases of released versions: a small one of each is kept, migrates, and its games can be read and played on.

A new release adds its file: an account `ada` with the password below, one finished game, and one
that was left after three turns, made by a server of that version.
"""

import gzip
from pathlib import Path

import pytest
from sqlalchemy import text

from heptapolis.server.client import Visitor
from heptapolis.server.operations.backup import backup, check
from heptapolis.server.operations.settings import Settings
from heptapolis.server.people.people import People
from heptapolis.server.storage.database import migrate, open_engine
from heptapolis.server.storage.store import Store
from heptapolis.server.tables.finished import finished_record
from serving import first_move, inside, run

pytestmark = pytest.mark.once

DATABASES = sorted((Path(__file__).parent / "databases").glob("*.db.gz"))
PASSWORD = "seven small cities"


def test_there_is_a_database_of_every_release() -> None:
    changes = (Path(__file__).parents[3] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = {line.split()[1].strip("[]") for line in changes.splitlines() if line.startswith("## ")} - {"Unreleased"}
    assert {path.name.removesuffix(".db.gz") for path in DATABASES} == released


@pytest.mark.parametrize("packed", DATABASES, ids=lambda path: path.name)
def test_a_database_of_an_earlier_version_is_played_on(packed: Path, tmp_path: Path) -> None:
    (tmp_path / "heptapolis.db").write_bytes(gzip.decompress(packed.read_bytes()))
    settings = Settings(data=str(tmp_path))

    async def main() -> None:
        engine = open_engine(settings.database_url)
        await migrate(engine)
        async with engine.connect() as connection:
            rows = (await connection.execute(text("SELECT id, status FROM tables"))).all()
        tables: dict[str, str] = {row.status: row.id for row in rows}
        people = People(engine, "0" * 32)
        loaded = await Store(engine).load(tables["over"])
        assert loaded is not None
        await people.many(loaded[0].names_needed)
        record = finished_record(loaded[0], people)
        assert "Ada" in str(record) and loaded[0].game is not None and loaded[0].game.over
        await engine.dispose()

        async with inside(tmp_path) as server:
            ada = Visitor(server.url)
            server._visitors.append(ada)
            await ada.ask("POST", "/api/login", {"account": "ada", "password": PASSWORD})
            assert await ada.ask("GET", f"/api/tables/{tables['over']}/record") == str(record)
            place = ada.at(tables["playing"])
            await place.connect()
            play = await place.next_decision()
            assert play is not None and play["moment"] == 3
            await place.ask("choose", moment=play["moment"], move=first_move(place))
            assert len(await ada.ask("GET", "/api/tokens")) == 1
        await backup(settings, tmp_path / "file")
        assert check(tmp_path / "file")[1]["tables"] == 2

    run(main())
