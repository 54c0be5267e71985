"""Programs that wait with their token are invited to a table by name, and come by a rule of their own."""

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.client import TableClient, Visitor, WaitingClient, answer_invitations
from heptapolis.server.errors import Refused
from serving import Inside, inside, plain, play_all, run, seated

pytestmark = pytest.mark.once

EXAMPLE = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "table_bot.py"))


async def token_of(server: Inside, name: str) -> str:
    owner = await server.guest("Owner")
    return str((await owner.ask("POST", "/api/tokens", {"name": name}))["secret"])


async def waits(visitor: Visitor, *names: str) -> None:
    while (await visitor.ask("GET", "/api/programs"))["programs"] != list(names):
        await asyncio.sleep(0.02)


async def host_of(server: Inside, **more: Any) -> TableClient:
    (host,) = await seated(server, plain(3, **more), [None, "easy", "easy"], start=False)
    return host


async def heard(said: list[str], line: str) -> None:
    while line not in said:
        await asyncio.sleep(0.02)


def test_invited_bot_comes_by_its_rule_and_plays(tmp_path: Path) -> None:
    said: list[str] = []

    async def main() -> None:
        async with inside(tmp_path) as server:
            token = await token_of(server, "Deep Bot")
            guest = await server.guest()
            choose, accept = EXAMPLE["choose"], EXAMPLE["accept"]
            bot = asyncio.create_task(answer_invitations(server.url, token, choose, accept, said.append))
            await waits(guest, "Deep Bot")
            other = await host_of(server, expansions=["leaders"])
            await other.ask("invite-program", seat=1, name="Deep Bot")
            await heard(said, "Host invites; not accepted")  # this bot plays the base game only
            host = await host_of(server)
            await host.ask("invite-program", seat=1, name="deep bot")
            while host.table["seats"][1]["person"] is None or not host.table["seats"][1]["ready"]:
                await host.receive()
            assert host.table["seats"][1]["person"]["name"] == "Deep Bot"
            await host.ask("start")
            while host.play is None:
                await host.receive()
            await play_all([host])
            while not any(line.startswith("the game is over: [") for line in said):
                await asyncio.sleep(0.02)
            bot.cancel()
            await asyncio.wait([bot])
            await waits(guest)

    run(main())
    assert said[:3] == ["waiting for invitations", "Host invites; not accepted", "Host invites; accepted"]


def test_who_may_invite_and_who_may_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            host = await host_of(server)
            with pytest.raises(Refused, match="program/unknown"):
                await host.ask("invite-program", seat=1, name="nobody")
            bot = WaitingClient(server.url, await token_of(server, "bot"))
            await bot.connect()
            twin = WaitingClient(server.url, await token_of(server, "BOT"))
            with pytest.raises(Refused, match="program/taken"):
                await twin.connect()
            with pytest.raises(Refused, match="program/only"):
                await host.ask("await-invitations")
            with pytest.raises(Refused, match="seat/taken"):
                await host.ask("invite-program", seat=0, name="bot")
            with pytest.raises(Refused, match="seat/unknown"):
                await host.ask("invite-program", seat=5, name="bot")
            other = (await server.guest("Other")).at(host._table)
            await other.connect()
            with pytest.raises(Refused, match="table/host-only"):
                await other.ask("invite-program", seat=1, name="bot")
            nobody = Visitor(server.url)
            with pytest.raises(Refused, match="person/needed"):
                await nobody.ask("GET", "/api/programs")
            await nobody.close()
            await host.ask("invite-program", seat=2, name="bot")
            invitation = await bot.next_invitation()
            assert (invitation["table"], invitation["seat"]) == (host._table, 2)
            assert invitation["by"]["name"] == "Host" and invitation["options"]["seats"] == 3
            await host.ask("start")
            with pytest.raises(Refused, match="table/not-open"):
                await host.ask("invite-program", seat=1, name="bot")
            await bot.close()
            await twin.close()

    run(main())


def test_program_at_another_process_is_invited(tmp_path: Path, postgres: Any, redis: Any) -> None:
    async def main() -> None:
        shared = {"database": postgres.new_database(), "redis": redis.url, "secret_key": "k" * 40}
        async with inside(tmp_path / "a", **shared) as first, inside(tmp_path / "b", **shared) as second:
            bot = WaitingClient(second.url, await token_of(first, "far bot"))
            await bot.connect()
            host = await host_of(first)
            await host.ask("invite-program", seat=1, name="far bot")
            assert (await bot.next_invitation())["table"] == host._table
            await bot.close()

    run(main())
