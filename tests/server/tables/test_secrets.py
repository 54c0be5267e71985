"""No message contains a secret that its receiver may not see: whole games of every box, every message of every socket.

The judge knows the true tables (the events are played again) and what each seat has seen so far; it does not use the
views.
"""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heptapolis import Game
from heptapolis.library.internals import table_of
from heptapolis.server.client import TableClient
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event
from heptapolis.server.tables.state import TableState
from serving import Inside, hand_of, inside, play_all, run, seated

pytestmark = pytest.mark.once

GAMES: list[dict[str, Any]] = [
    {"seats": 3, "coach": True},
    {"seats": 7, "show_scores": True},
    {"seats": 4, "edition": "second"},
    {"seats": 3, "expansions": ["leaders"]},
    {"seats": 4, "expansions": ["cities"]},
    {"seats": 5, "expansions": ["leaders", "cities", "manneken-pis"], "show_scores": True},
    {"seats": 8, "expansions": ["cities"]},
    {"seats": 2, "mode": "free-city"},
    {"seats": 2, "mode": "free-city", "expansions": ["leaders", "cities"]},
    {"seats": 4, "mode": "teams", "expansions": ["leaders", "cities"]},
    {"seats": 3, "boards": ["Halicarnassus", "Babylon", "Rhodes"]},
]


def words(document: object) -> Iterator[str]:
    """Every text in a document, keys included."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from words(value)
    elif isinstance(document, list):
        for value in document:
            yield from words(value)


def named(cards: Any) -> set[str]:
    return {card.name for card in cards if card is not None}


def public(game: Game) -> set[str]:
    """What lies face up."""
    table = table_of(game)
    found: set[str] = set()
    for city in table.cities:
        found |= named(city.structures) | named(city.leaders) | named([city.copied_leader]) | set(city.used)
    return found


def of_seat(game: Game, seat: int) -> set[str]:
    """What one seat holds in its hands now, has buried itself, or digs through."""
    table = table_of(game)
    found = named(table.buried[seat]) | named(table.leader_hands[seat]) | named(table.draft_hands[seat])
    if not (table.phase.name == "recruit" and not table.played):  # hands are dealt, but nobody has looked yet
        found |= named(table.hands[seat])
    elif not table.preparing:
        found |= named(table.hands[seat])
    if any(decision.player == seat and decision.kind == "dig" for decision in game.pending):
        found |= named(table.discard)
    if table.holder == seat and table.free_seat >= 0:
        found |= named(table.hands[table.free_seat])
    return found


class Judge:
    """What each seat may have seen by each event, from the events alone."""

    def __init__(self, stored: list[Event]) -> None:
        state = TableState("judge")
        self.allowed: dict[tuple[int, int], set[str]] = {}
        self.seen: dict[int, set[str]] = {}
        self.over_at = -1
        self.seeds: list[str] = []
        self.cards: set[str] = set()
        for event in stored:
            state.apply(event)
            if event.kind == events.STARTED:
                self.seeds = event.data["seeds"]
            if state.game is not None:
                self._note(state)

    def _note(self, state: TableState) -> None:
        game = state.game
        assert game is not None
        if not self.cards:
            self.cards = set(table_of(game).rules.by_name)
        if state.status == "over":
            self.over_at = state.seq if self.over_at < 0 else self.over_at
        shown = public(game)
        for seat in range(-1, len(game.cities)):
            seen = self.seen.setdefault(seat, set())
            seen |= shown
            if seat >= 0:
                seen |= of_seat(game, seat)
                partner = game.partner(seat)
                if partner is not None:
                    seen |= of_seat(game, partner)
            self.allowed[seat, state.seq] = seen.copy()

    def leaks(self, frame: str, seat: int) -> set[str]:
        """Cards named in a frame that its receiver cannot have seen."""
        message = json.loads(frame)
        found = set(words(message)) & self.cards
        seq = message.get("seq", 0)
        if 0 < self.over_at <= seq:
            return set()
        return found - self.allowed.get((seat, seq), set())


def check(judge: Judge, client: TableClient, seat: int) -> int:
    """Fails on a leak; says how many frames it has read."""
    frames = client.raw or []
    for frame in frames:
        for seed in judge.seeds:
            assert seed not in frame
            assert str(int(seed, 16)) not in frame
        leaked = judge.leaks(frame, seat)
        assert not leaked, f"seat {seat} was told of {sorted(leaked)}: {frame[:200]}"
    return len(frames)


@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(map(str, options.values()))[:60])
def test_no_message_names_a_card_its_receiver_cannot_know(tmp_path: Path, options: dict[str, Any]) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, options, start=False)
            watcher = (await server.guest("Watcher")).at(clients[0]._table)
            screen = server._visitors[0].at(clients[0]._table, watch=True)
            for client in (*clients, watcher, screen):
                client.raw = []
            await watcher.connect()
            await screen.connect()
            await clients[0].ask("start")
            if options.get("coach"):
                await asyncio.gather(*(client.ask("advice", moment=0) for client in clients[:2]))
            await play_all(clients, random.Random(str(options)).randrange(1000))
            await watcher.until_over()
            await screen.until_over()
            judge = Judge(await events_of(server, clients[0]._table))
            read = [check(judge, client, client.you if client.you is not None else -1) for client in clients]
            assert min(read) > 30
            assert check(judge, watcher, -1) > 20
            assert check(judge, screen, -1) > 20
            for client in clients:
                await check_replay(judge, server, client)

    run(main(), 115)


async def check_replay(judge: Judge, server: Inside, client: TableClient) -> None:
    """Fails where a seat's replay of the finished game shows it more than it could know at that moment."""
    assert client.you is not None
    replay = await server._visitors[0].ask("GET", f"/api/tables/{client._table}/replay?seat={client.you}")
    seqs = [min(seq for _, seq in judge.allowed), *(reveal["seq"] for reveal in client.reveals)]
    for seq, moment in zip(seqs[:-1], replay["moments"], strict=False):
        told = json.dumps({"seq": seq, "view": moment["view"], "help": moment["help"]})
        leaked = judge.leaks(told, client.you)
        assert not leaked, f"seat {client.you} knows of {sorted(leaked)} at {moment['at']}"


async def events_of(server: Inside, table: str) -> list[Event]:
    return await server.store.events_after(table, 0)


def test_judge_finds_a_leak(tmp_path: Path) -> None:
    """A frame that shows one seat's hand to another is found."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, {"seats": 3})
            judge = Judge(await events_of(server, one._table))
            assert one.play is not None and two.play is not None
            frame = json.dumps({"type": "play", "seq": one.seq, "play": one.play})
            assert not judge.leaks(frame, 0)
            own, other = set(hand_of(two)), set(hand_of(one))
            assert judge.leaks(frame, 1) == other - own
            assert judge.leaks(frame, -1) == other

    run(main())
