"""Observations are written from the table itself and must not contain hidden information."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot_tables import all_tables, name_of
from engine.states import random_step
from engine.test_views import TWIN_TABLES
from engine.twins import Twins, a_start
from engine_game import Game
from heptapolis.engine import Rng, sample_table
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.encoding.codec import Coding
from heptapolis.env.encoding.observer import Observer


class SeatObserver:
    """The observations of one seat, decision by decision."""

    def __init__(self, game: Game, players: int, seat: int) -> None:
        self.coding = Coding(game.table.rules, int(game.table.city_count), "all", "information")
        self.episode = Episode(self.coding, game.table, players)
        self.players = players
        self.seat = seat

    def given(self) -> tuple[bytes, bytes]:
        """The observation and the mask of the seat."""
        self.episode.look()
        size, actions = int(self.coding.size), int(self.coding.actions)
        seen, mask = bytearray(self.players * size), bytearray(self.players * actions)
        self.episode.observe(seen, 0)
        self.episode.mask(mask, 0)
        return (
            bytes(seen[self.seat * size : (self.seat + 1) * size]),
            bytes(mask[self.seat * actions : (self.seat + 1) * actions]),
        )


@given(
    table=st.sampled_from(TWIN_TABLES),
    seed=st.integers(0, 2**32),
    steps=st.integers(1, 150),
    seat=st.integers(0, 2),
)
def test_games_that_a_seat_cannot_tell_apart_are_observed_alike(
    table: tuple[str, tuple[str, ...], str, int], seed: int, steps: int, seat: int
) -> None:
    """Texts 001 and 002: what was never seen changes neither an observation nor a mask, from the first turn on."""
    edition, boxes, mode, players = table
    random = Random(seed)
    twins = Twins(a_start(edition, boxes, mode, players, seed), seat, steps, random)
    one, moves = twins.replay()[0], twins.made()
    twins.exchange(random)
    two, others = twins.replay()[0], twins.made()
    observers = [SeatObserver(game, players, seat) for game in (one, two)]
    for (player, move), (_, other) in zip(moves, others, strict=True):
        assert observers[0].given() == observers[1].given()
        one.play(player, move)
        two.play(player, other)
    if not one.over:
        assert observers[0].given() == observers[1].given()


@pytest.mark.parametrize("options", list(all_tables()), ids=name_of)
def test_sampled_tables_have_equal_observations(options: dict[str, Any]) -> None:
    """At every kind of table and decision, the Free City's, digs and drawn leaders among them."""
    game = Game.new(seed=17, **options)
    rng = Rng(17, 4)
    players = options["players"]
    step = compared = different = 0
    seen = [bytearray(len(game.table.rules.structures)) for _ in range(players)]
    age = 0
    while not game.over:
        table = game.table
        if game.age != age:
            age = game.age
            seen = [bytearray(len(each)) for each in seen]
        if table.phase.is_turn:
            for player in range(players):
                for card in table.hands[player]:
                    seen[player][card.index] = 1
        player = step % players
        if not any(move is not None for move in table.chosen):
            other = sample_table(game.view(player), rng)
            assert observed(Game(other), player, seen[player]) == observed(game, player, seen[player])
            compared += 1
            different += other.hands != table.hands or other.leader_hands != table.leader_hands
        random_step(game, rng)
        step += 1
    assert compared >= 10
    assert different >= 5


def observed(game: Game, player: int, seen: bytearray) -> tuple[bytes, list[list[int]]]:
    """The observation of every decision that a player has now, and its actions."""
    table = game.table
    coding = Coding(table.rules, int(table.city_count), "all", "information")
    cities = [int(each.city) for each in game.pending if each.player == player] or [-1]
    found = bytearray()
    actions = []
    for city in cities:
        buffer = bytearray(int(coding.size))
        observer = Observer(coding)
        observer.update(table)
        hand = [] if table.preparing else [int(card.index) for card in table.hands[player]]
        observer.write(buffer, 0, table, player, city, seen, hand)
        found += buffer
        actions.append(coding.actions_of(table.phase.moves(table, city)) if city >= 0 else [])
    return bytes(found), actions
