"""Backups from elsewhere: every row is checked like a request, and nothing of a bad file gets in."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from heptapolis.cli.backup import backup as backup_command
from heptapolis.cli.backup import restore as restore_command
from heptapolis.server.errors import ServerTrouble
from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.operations.backup import FORMAT, KEPT, backup, check, restore
from heptapolis.server.operations.settings import Settings, secret_key
from heptapolis.server.storage.database import migrate, open_engine
from heptapolis.server.tables import events
from heptapolis.server.tables.event_models import EVENT_MODELS
from heptapolis.server.tables.options import check_options
from heptapolis.server.tables.state import _APPLY

pytestmark = pytest.mark.once

ADA = "ada_0123456789ab"
TABLE = "gK3v0yHq2fRk8cVd5sXw1A"
KEY = "0123456789abcdef0123456789abcdef"


def rows(**changes: Any) -> list[dict[str, Any]]:
    """A small backup: one person, one table with one bot. ``changes`` go into the bot's event."""
    options = check_options(OptionsInput(seats=3))
    summary = {"status": "open", "options": options, "host": ADA, "created": 1, "changed": 1}
    summary["seats"] = [{"seat": number, "person": None, "bot": None} for number in range(3)]
    bot = {"kind": events.BOT, "data": {"seat": 1, "level": "easy"}, **changes}
    stored = [(events.OPENED, {"person": ADA, "options": options}), (bot["kind"], bot["data"])]
    person: dict[str, Any] = {"id": ADA, "kind": "guest", "name": "Ada", "account": None, "password": None, "epoch": 0}
    table = {"id": TABLE, "status": "open", "public": False, "created": 1, "changed": 1, "deadline": None}
    table |= {"bots_due": False, "summary": json.dumps(summary), "owner": None, "lease": 0}
    return [
        {"in": "people", "row": {**person, "created": 1, "forgotten": False}},
        {"in": "tables", "row": table},
        *(
            {"in": "events", "row": {"table_id": TABLE, "seq": seq, "at": 1, "kind": kind, "data": json.dumps(data)}}
            for seq, (kind, data) in enumerate(stored, 1)
        ),
    ]


def write(path: Path, entries: list[Any], key: Any = KEY) -> Path:
    counts = {table.name: sum(1 for each in entries if each.get("in") == table.name) for table in KEPT}
    lines = [{"format": FORMAT, "secret_key": key}, *entries, {"end": counts}]
    path.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    return path


def with_row(number: int, **values: Any) -> list[dict[str, Any]]:
    found = rows()
    found[number]["row"] |= values
    return found


def test_every_kind_of_event_has_a_model() -> None:
    assert EVENT_MODELS.keys() == _APPLY.keys()


def test_good_backup_is_restored(tmp_path: Path) -> None:
    path = write(tmp_path / "file", rows())
    assert check(path)[1]["events"] == 2
    counts = asyncio.run(restore(Settings(data=str(tmp_path / "new")), path))
    assert (counts["people"], counts["tables"], counts["events"]) == (1, 1, 2)


@pytest.mark.parametrize(
    "entries",
    [
        rows(data={"seat": 1, "level": "program:touch /tmp/started"}),
        rows(data={"seat": 1, "level": "greedy"}),
        rows(data={"seat": 9, "level": "easy"}),
        rows(data={"seat": 1, "level": "easy", "more": 1}),
        rows(data=["seat"]),
        rows(kind="exploded"),
        rows(kind=events.OPTIONS, data={"options": {"seats": 3, "clock_level": "program:true"}}),
        rows(kind=events.OPTIONS, data={"options": {"seats": 3, "mode": "teams"}}),
        rows(kind=events.CHOSE, data={"seat": 0, "move": {"player": 0, "action": "explode"}, "by": "person"}),
        rows(kind=events.STARTED, data={"seeds": ["0"]}),
        with_row(0, id="../../etc"),
        with_row(0, name=""),
        with_row(0, password="plain"),
        with_row(0, more=1),
        with_row(1, id="short"),
        with_row(1, summary="{}"),
        with_row(1, summary="{"),
        with_row(2, data="{"),
        with_row(2, seq=0),
        with_row(2, seq="1"),
        [{"in": "snapshots", "row": {"table_id": TABLE, "seq": 1, "data": ""}}],
        [{"in": "people"}],
        [{"in": ["people"], "row": {}}],
    ],
)
def test_bad_row_is_named_in_one_line(tmp_path: Path, entries: list[Any]) -> None:
    path = write(tmp_path / "file", entries)
    with pytest.raises(ServerTrouble) as trouble:
        check(path)
    assert "\n" not in trouble.value.message and str(path) in trouble.value.message


def test_nothing_of_a_bad_file_is_restored(tmp_path: Path) -> None:
    new = Settings(data=str(tmp_path / "new"))
    for entries in ([rows()[0], rows()[0]], rows(data={"seat": 1, "level": "program:true"})):
        with pytest.raises(ServerTrouble) as trouble:
            asyncio.run(restore(new, write(tmp_path / "file", entries)))
        assert "\n" not in trouble.value.message
        assert asyncio.run(people_in(new)) == 0


async def people_in(settings: Settings) -> int:
    engine = open_engine(settings.database_url)
    await migrate(engine)
    async with engine.connect() as connection:
        found = (await connection.execute(text("SELECT count(*) FROM people"))).scalar_one()
    await engine.dispose()
    return int(found)


@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b"[]\n"), gzip.compress(b"\xff\xfe\n"), gzip.compress(b"{")],
    ids=["empty", "no gzip", "a list", "no UTF-8", "half an object"],  # gzip writes the time into its header
)
def test_file_that_is_no_backup_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ServerTrouble) as trouble:
        check(path)
    assert "\n" not in trouble.value.message
    said = CliRunner().invoke(restore_command, [str(path), "--check"])
    assert isinstance(said.exception, ServerTrouble)


def test_key_of_a_backup_is_taken_only_if_told_to(tmp_path: Path) -> None:
    path = write(tmp_path / "file", rows())
    said = CliRunner().invoke(restore_command, [str(path), "--data", str(tmp_path / "without")])
    assert said.exit_code == 0 and "log in again" in said.output
    assert secret_key(Settings(data=str(tmp_path / "without"))) != KEY
    said = CliRunner().invoke(restore_command, [str(path), "--with-key", "--data", str(tmp_path / "with")])
    assert said.exit_code == 0 and "key is in use" in said.output
    assert secret_key(Settings(data=str(tmp_path / "with"))) == KEY
    other = Settings(data=str(tmp_path / "other"))
    secret_key(other)
    with pytest.raises(ServerTrouble, match="another secret key"):
        asyncio.run(restore(other, path, with_key=True))
    with pytest.raises(ServerTrouble, match="holds no secret key"):
        asyncio.run(restore(other, write(tmp_path / "file", rows(), key="short"), with_key=True))


def test_backup_follows_no_link_and_is_private(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"))
    asyncio.run(restore(settings, write(tmp_path / "file", rows())))
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "link").symlink_to(victim)
    with pytest.raises(ServerTrouble, match="symbolic link"):
        asyncio.run(backup(settings, tmp_path / "link"))
    (tmp_path / "saved.unfinished").symlink_to(victim)  # where it was written first, once
    said = CliRunner().invoke(backup_command, [str(tmp_path / "saved"), "--data", settings.data])
    assert said.exit_code == 0, said.output
    assert victim.read_text() == "precious"
    assert (tmp_path / "saved").stat().st_mode & 0o777 == 0o600
    with pytest.raises(ServerTrouble, match="cannot be written"):
        asyncio.run(backup(settings, tmp_path / "nowhere" / "saved"))
