"""Malformed, stale, duplicate, foreign, oversized and random messages: a stable code, and the table is unchanged."""

import contextlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from heptapolis.server.client import Gone, TableClient
from heptapolis.server.messages.client_messages import ClientMessage
from serving import inside, run, seated

pytestmark = pytest.mark.once

CODES = set(
    re.findall(r"`([a-z]+/[a-z-]+)`", (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8"))
)
TYPES = [
    model.model_fields["type"].annotation.__args__[0]
    for model in ClientMessage.__origin__.__args__  # type: ignore[attr-defined]
]
AT_ONCE = 40


def junk(rng: random.Random, depth: int = 0) -> Any:
    """Any value JSON can hold, and some that it cannot."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return rng.choice([0, -1, 1, 7, 8, 2**31, 2**63, -(2**63), 2**70, 1e308, 0.5])
    if kind == 1:
        return "".join(
            chr(rng.choice([0, 9, 34, 60, 92, 127, 233, 0x202E, 0x1F600, 65])) for _ in range(rng.randrange(30))
        )
    if kind == 2:
        return rng.choice([None, True, False])
    if kind == 3:
        return rng.choice(TYPES)
    if kind == 4:
        return rng.choice(["Altar", "build", "player", "__proto__", "../..", "' OR 1=1 --"])
    if kind == 5:
        return rng.random() * 10 ** rng.randrange(-300, 300)
    if kind == 6:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {str(junk(rng, 3)): junk(rng, depth + 1) for _ in range(rng.randrange(4))}


def bad_message(rng: random.Random, seat: int, moment: int, moves: Sequence[Mapping[str, Any]]) -> str | bytes:
    """A message that must be refused, of one of many kinds."""
    move = dict(rng.choice(moves))
    kind = rng.randrange(14)
    if kind == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
    if kind == 1:
        return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(80)))
    if kind == 2:
        return json.dumps(junk(rng))
    if kind == 3:
        return json.dumps({"type": junk(rng), "id": junk(rng), "": 1})
    if kind == 4:
        message = {"type": rng.choice(TYPES), "id": 5, "unknown field": junk(rng)}
        return json.dumps(message)
    if kind == 5:
        return json.dumps({"type": "choose", "moment": moment + rng.choice([-1, 1, 5, 10**7]), "move": move})
    if kind == 6:
        other = rng.choice([number for number in range(8) if number != seat])
        return json.dumps({"type": "choose", "moment": moment, "move": {**move, "player": other}})
    if kind == 7:
        card = rng.choice(["Palace", "No Such Card", "", "x" * 41])
        return json.dumps({"type": "choose", "moment": moment, "move": {**move, "action": "build", "card": card}})
    if kind == 8:
        return json.dumps(
            {"type": "choose", "moment": moment, "move": {**move, rng.choice(list(move)): junk(rng)}, "x": 1}
        )
    if kind == 9:
        return json.dumps({"type": "chat", "text": "x" * rng.randrange(8192, 20_000)})
    if kind == 10:
        return "[" * rng.randrange(1, 8000)
    if kind == 11:
        pay = {"left": rng.choice([-1, 99, 2**40, "2", 1.5]), "right": 0}
        return json.dumps({"type": "choose", "moment": moment, "move": {**move, "action": "build", "pay": pay}})
    if kind == 12:
        return json.dumps({"type": "join", "table": rng.choice(["A" * 22, "x", junk(rng)]), "id": 3})
    late = rng.choice(["start", "rematch", "seat-bot", "empty-seat", "set-options", "relieve", "take-seat"])
    fields: dict[str, dict[str, object]] = {
        "seat-bot": {"seat": 1, "level": "easy"},
        "empty-seat": {"seat": 1},
        "take-seat": {"seat": 1},
        "relieve": {"seat": 7},
        "set-options": {"options": {"seats": 4}},
    }
    return json.dumps({"type": late, **fields.get(late, {})})


async def bombard(client: TableClient, count: int, seed: int) -> dict[str, int]:
    """Sends bad messages and reads an error for each; how often each code came."""
    rng = random.Random(seed)
    assert client.play is not None and client.you is not None
    moves = client.play["view"]["pending"][0]["moves"]
    socket: ClientConnection | None = client._socket
    assert socket is not None
    found: dict[str, int] = {}
    sent = 0
    while sent < count:
        batch = [bad_message(rng, client.you, client.play["moment"], moves) for _ in range(AT_ONCE)]
        for each in batch:
            await socket.send(each)
        for each in batch:
            message = await client.receive()
            assert message["type"] == "error", (each[:300], message)
            assert message["code"] in CODES, message
            found[message["code"]] = found.get(message["code"], 0) + 1
        sent += len(batch)
    return found


def attack(folder: Path, count: int) -> None:
    async def main() -> None:
        async with inside(folder) as server:
            clients = await seated(server, {"seats": 3, "expansions": ["cities"]})
            for client in clients:
                await client.ask("ping")
            before = [client.play for client in clients]
            room = server.registry.rooms[clients[0]._table]
            await room.store_seen_later()  # who is here is stored soon after the start
            seq = room.state.seq
            found = await bombard(clients[0], count, 7)
            assert room.state.seq == seq
            assert "server/internal" not in found
            assert len(found) >= 10, found
            for client, old in zip(clients, before, strict=True):
                await client.drop()
                await client.connect()
                assert client.play == old
            for client in clients:  # the game goes on
                assert client.play is not None
                await client.choose(client.play["view"]["pending"][0]["moves"][0])

    run(main(), 10_000)


@pytest.mark.timeout(240)
def test_bad_messages_change_nothing(tmp_path: Path) -> None:
    attack(tmp_path, 20_000)


@pytest.mark.long
@pytest.mark.timeout(10_800)
def test_a_million_bad_messages_change_nothing(tmp_path: Path) -> None:
    attack(tmp_path, 1_000_000)


@pytest.mark.parametrize("message", ['{"type": "ping", "id": 1}', "no JSON", "x" * 9000])
def test_flood_is_refused_and_then_disconnected(tmp_path: Path, message: str) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=1.0) as server:
            (client,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            with contextlib.suppress(Gone):
                for _ in range(300):
                    await client.say(message)
            codes = []
            with pytest.raises(Gone):
                while True:
                    answer = await client.receive(5)
                    if answer["type"] == "error":
                        codes.append(answer["code"])
            assert codes[-1] == "message/too-often"
            assert len(codes) < 500

    run(main())


def test_oversized_frame_closes_only_its_socket(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, {"seats": 3})
            await one.say("x" * 1_000_000)
            with pytest.raises(Gone):
                while True:
                    await one.receive(5)
            await two.ask("ping")
            await one.connect()
            assert one.you == 0

    run(main())
