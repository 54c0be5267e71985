"""`heptapolis admin`: the same acts on the command line, while the server runs."""

import asyncio
from pathlib import Path

import pytest

from admins import account
from heptapolis.cli.main import run as command
from heptapolis.server.errors import Refused
from serving import inside, plain, run, seated

pytestmark = pytest.mark.once


def test_every_act_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:

            async def host(*arguments: str, status: int = 0) -> str:
                capsys.readouterr()
                found = await asyncio.to_thread(command, ["admin", *arguments, "--data", str(tmp_path)])
                printed = capsys.readouterr()
                assert found == status, printed.err
                text = printed.out if status == 0 else printed.err
                return "\n".join(line for line in text.splitlines() if "[info" not in line)

            ada, eve = await account(server, "Ada"), await account(server, "Eve")
            assert "no admins yet" in await host("list")
            assert "there is no account" in await host("grant", "nobody", status=1)
            await host("grant", "ada")
            assert "ada  since" in await host("list")
            assert (await ada.ask("GET", "/api/admin"))["second_factor"] == "missing"
            with pytest.raises(Refused, match="admin/needed"):
                await eve.ask("GET", "/api/admin")
            await host("second-factor", "ada")
            await host("revoke", "ada")
            assert "is no admin" in await host("revoke", "ada", status=1)

            clients = await seated(server, plain(3))
            table = clients[0]._table
            assert f"{table}  Host, Guest 1, Guest 2" in await host("tables")
            await server.service.components.usage.write()  # type: ignore[union-attr]
            assert f"at table {table}, from 127.0.0.1" in await host("people")
            assert "3 sockets, 1 tables" in await host("usage")
            await host("close", table, "--reason", "asked to")
            assert "there is no such table" in await host("close", table, status=1)
            await host("bring-back", table)
            await host("void", table)

            muted = await host("mute", "eve", "--hours", "1")
            assert "mute of eve" in await host("sanctions")
            await host("lift", muted.split()[-3])
            await host("ban", "--addresses", "192.0.2.0/24", "--reason", "floods")
            assert "ban of 192.0.2.0/24, until it is lifted (floods)" in await host("sanctions")
            assert "wider than" in await host("ban", "--addresses", "0.0.0.0/0", status=1)
            assert "name a person" in await host("ban", status=2)
            assert "there is no account or person" in await host("ban", "nobody", status=1)

            assert "host  reserved" in await host("names", "--reserve", "Host")
            assert "rude  forbidden" in await host("names", "--forbid", "rude")
            assert "host" not in await host("names", "--free", "host")
            assert "no open reports" in await host("reports")
            assert "there is no such report" in await host("reports", "--settle", "x", status=1)
            await host("message", "Hello")
            await host("maintenance", "finish")
            assert "maintenance: finish" in await host("usage")
            log = await host("log")
            assert [line.split("  ")[1].split()[:2] for line in log.splitlines()[:4]] == [
                ["host:", "maintenance"],
                ["host:", "message"],
                ["host:", "free-name"],
                ["host:", "forbid-name"],
            ]
            assert f"host: close {table} (asked to)" in log

    run(main())


def test_a_wrong_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["admin", "list", "--data", str(tmp_path / "nowhere")]) == 1
    assert "there is no database" in capsys.readouterr().err
