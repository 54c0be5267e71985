"""Rated tables over real sockets: no help, one person at an address, and the place of the bot for whoever leaves."""

import random
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.admin.acts import Acts
from heptapolis.server.client import TableClient, Visitor
from heptapolis.server.statistics.rebuild import rebuild
from serving import Inside, inside, moment_of, play_all, play_on, refused, run

pytestmark = pytest.mark.once

RATED: dict[str, Any] = {"seats": 3, "rated": True, "public": True, "clock": "90s"}
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


async def sit_down(server: Inside, *addresses: str) -> list[tuple[Visitor, TableClient]]:
    """People at a rated table whose game has begun, each connected from an address; bots on the other seats."""
    bots: list[str | None] = [None] * len(addresses) + ["easy"] * (3 - len(addresses))
    people: list[tuple[Visitor, TableClient]] = []
    table = ""
    for seat, address in enumerate(addresses):
        visitor = await server.guest(f"Person {seat}")
        table = table or await visitor.open_table(RATED, 0, bots)
        client = server.client(table, cookie=visitor.cookie, address=address)
        await client.connect()
        if seat:
            await client.ask("take-seat", seat=seat)
            await client.ask("ready", ready=True)
        people.append((visitor, client))
    await people[0][1].ask("start")
    for _, client in people:
        while client.play is None:
            await client.receive()
    return people


async def ratings(visitor: Visitor, client: TableClient) -> tuple[str, list[int]]:
    """Whether a game is rated, and the seats of which it tells a change."""
    found = await visitor.ask("GET", f"/api/tables/{client._table}/ratings")
    return found["rated"], [each["seat"] for each in found["changes"]]


def test_nobody_is_helped_at_a_rated_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ((ada, client),) = await sit_down(server, HERE)  # alone with bots, where both is allowed otherwise
            await play_on(client, random.Random(1), 2)
            await client.next_decision()
            moment = moment_of(client)
            assert (await refused(client.ask("advice", moment=moment))).code == "advice/not-allowed"
            assert (await refused(client.ask("take-back", moment=moment))).code == "turn/revealed"
            table = client._table
            assert (await refused(ada.ask("POST", f"/api/tables/{table}/continue", {"moment": 2}))).code
            await play_on(client, random.Random(2))
            assert await ratings(ada, client) == ("yes", [0])
            # What begins at a moment of it is another game, and not rated.
            new = (await ada.ask("POST", f"/api/tables/{table}/continue", {"moment": 2, "level": "easy"}))["table"]
            again = ada.at(new)
            await again.connect()
            assert again.table["options"]["rated"] is False
            asked = {**again.table["options"], **RATED}
            assert (await refused(again.ask("set-options", options=asked))).code == "table/not-open"
            await play_on(again, random.Random(3))
            assert await ratings(ada, again) == ("no", [])
            assert (await ada.ask("GET", "/api/me/profile"))["games"] == 1

    run(main())


@pytest.mark.parametrize(
    ("second", "setting", "rated"), [(ELSEWHERE, False, "yes"), (HERE, False, "address"), (HERE, True, "yes")]
)
def test_two_people_at_one_address(tmp_path: Path, second: str, setting: bool, rated: str) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_same_address=setting) as server:
            (ada, one), (bob, two) = await sit_down(server, HERE, second)
            await play_all([one, two])
            assert await ratings(ada, one) == (rated, [0] if rated == "yes" else [])
            assert await ratings(bob, two) == (rated, [1] if rated == "yes" else [])
            profile = await bob.ask("GET", "/api/me/profile")
            assert profile["games"] == 1  # rated or not, it is part of the statistics
            assert [each["games"] for each in profile["ratings"]] == ([1] if rated == "yes" else [])
            await rebuild(server.store)  # also with another setting than the game was played with
            assert await ratings(bob, two) == (rated, [1] if rated == "yes" else [])

    run(main())


def test_whoever_comes_back_from_the_address_of_another_is_not_rated(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (ada, one), (bob, two) = await sit_down(server, HERE, ELSEWHERE)
            again = server.client(two._table, cookie=bob.cookie, address=HERE)  # a second window
            await again.connect()
            await play_all([one, two])
            assert await ratings(ada, one) == ("address", [])

    run(main())


def test_whoever_leaves_gets_the_place_of_the_bot_until_the_host_voids_the_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (ada, one), (bob, two) = await sit_down(server, HERE, ELSEWHERE)
            await two.ask("leave-seat")
            await play_on(one, random.Random(4))
            assert one.play is not None
            seats = one.table["seats"]
            assert seats[1]["bot"] is not None and seats[1]["person"] is None
            result = one.play["result"]
            assert result is not None
            last = (await bob.ask("GET", "/api/me/profile"))["last"][0]
            total = [score["total"] for score in result["scores"]]
            assert (last["points"], last["won"]) == (total[1], 1 in result["winners"])
            better = sum(each > total[1] for each in total)
            assert better < last["place"] <= better + total.count(total[1])
            assert await ratings(bob, two) == ("yes", [1])
            mine = (await ada.ask("GET", "/api/me/profile"))["ratings"]
            assert [each["games"] for each in mine] == [1]
            await Acts(server.store.engine).void("host", one._table, "they shared their hands")
            assert await ratings(bob, two) == ("void", [])
            for person in (ada, bob):
                profile = await person.ask("GET", "/api/me/profile")
                assert (profile["games"], profile["ratings"], profile["last"]) == (0, [], [])

    run(main())
