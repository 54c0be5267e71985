"""Many games at once: each step takes one action per seat and game, and writes observations and masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.phases import commit, waiting
from heptapolis.engine.play import new_game
from heptapolis.engine.rng import Rng
from heptapolis.engine.scoring import totals, winners
from heptapolis.engine.table import FREE_CITY, NOBODY, TEAMS
from heptapolis.env.encoding.buffers import mark, mask
from heptapolis.env.encoding.codec import WAIT, Coding
from heptapolis.env.encoding.observer import Observer

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table

SEEDS_STREAM: Final = 77
ONLY_WAIT: Final = [WAIT]
NO_CARDS: Final[list[int]] = []
NO_MOVES: Final[list[Move]] = []


class Seat:
    """A player's decision, its actions, and the cards seen in this age."""

    def __init__(self, structures: int) -> None:
        self.city: i64 = NOBODY
        self.actions: list[int] = ONLY_WAIT
        self.moves: list[Move] = NO_MOVES  # of the actions; empty if ``quick`` makes the chosen one
        self.quick: bool = False
        self.hand: list[int] = NO_CARDS
        self.seen = bytearray(structures)
        self.age: i64 = 0

    def place_of(self, action: int) -> i64:
        """The place of an action among the legal ones; ``NOBODY`` if it is not legal."""
        place: i64 = 0
        for each in self.actions:
            if each == action:
                return place
            place += 1
        return NOBODY


class Episode:
    """One game in which every player acts in each step."""

    def __init__(self, coding: Coding, table: Table, players: int) -> None:
        """``table`` is a table before its first decision."""
        self.coding = coding
        self.table = table
        self.seats: list[Seat] = [Seat(coding.structures) for _ in range(players)]
        self.observer = Observer(coding)
        self.look()

    def copy(self) -> Episode:
        """A game that can be played on without changing this one."""
        return restored(self.coding, self.table.copy(), [(bytes(seat.seen), int(seat.age)) for seat in self.seats])

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.coding, self.table, [(bytes(seat.seen), seat.age) for seat in self.seats])

    def look(self) -> None:
        """Updates every player's decision. A player with two decisions takes the second one in the next step."""
        table = self.table
        place: i64 = 0
        for seat in self.seats:
            seat.city = NOBODY
            seat.actions = ONLY_WAIT
            seat.hand = NO_CARDS if table.preparing else [card.index for card in table.hands[place]]
            place += 1
        self.observer.update(table)
        if table.over:
            return
        coding = self.coding
        for city in waiting(table):
            seat = self.seats[table.decider(city)]
            if seat.city == NOBODY:
                seat.city = city
                seat.quick = coding.listed_quickly(table, city)
                if seat.quick:
                    seat.moves = NO_MOVES
                    seat.actions = coding.quick_actions(table, city)
                else:
                    seat.moves = coding.moves_of(table, city)
                    seat.actions = coding.actions_of(seat.moves)
        if table.phase.is_turn:
            self.remember()

    def remember(self) -> None:
        """Adds this turn's hands to the cards seen in this age."""
        age = self.table.age
        for seat in self.seats:
            if seat.age != age:
                seat.age = age
                seat.seen = bytearray(self.coding.structures)
            mark(seat.seen, 0, seat.hand)

    def move(self, player: i64, action: int) -> Move:
        """The move of one of a player's legal actions."""
        seat = self.seats[player]
        if seat.quick:
            return self.coding.quick_move(self.table, seat.city, action)
        return seat.moves[seat.place_of(action)]

    def act(self, actions: list[int], at: i64) -> None:
        """Makes all players' moves from a list of legal actions, starting at an index."""
        chosen: list[Move | None] = []
        place: i64 = 0
        for seat in self.seats:
            chosen.append(None if seat.city == NOBODY else self.move(place, actions[at + place]))
            place += 1
        self.play(chosen)

    def play(self, moves: list[Move | None]) -> None:
        """Makes a legal move of each player, None for those without a decision."""
        cities = [seat.city for seat in self.seats]
        index: i64 = 0
        for move in moves:
            if move is not None:
                commit(self.table, cities[index], move)
            index += 1
        self.look()

    def illegal(self, actions: list[int], at: i64) -> int:
        """The first player whose action is illegal; ``NOBODY`` if all are legal."""
        place: i64 = 0
        for seat in self.seats:
            if seat.place_of(actions[at + place]) == NOBODY:
                return place
            place += 1
        return NOBODY

    def observe(self, observations: bytearray, at: i64) -> None:
        """Writes the observations of all players consecutively."""
        place: i64 = 0
        for seat in self.seats:
            self.observer.write(observations, at, self.table, place, seat.city, seat.seen, seat.hand)
            at += self.coding.size
            place += 1

    def observe_one(self, observation: bytearray, player: int) -> None:
        """Writes the observation of one player."""
        seat = self.seats[player]
        self.observer.write(observation, 0, self.table, player, seat.city, seat.seen, seat.hand)

    def mask(self, masks: bytearray, at: i64) -> None:
        """Sets the legal actions of all players in empty masks."""
        for seat in self.seats:
            mark(masks, at, seat.actions)
            at += self.coding.actions

    def results(self) -> tuple[list[float], list[float], list[float]]:
        """Results by player: rank (from 1 for the first to -1 for the last), share of the victory, margin in points."""
        table = self.table
        count = len(self.seats)
        by_city = totals(table)
        points = by_city
        if table.mode == TEAMS:
            points = [by_city[seat] + by_city[seat ^ 1] for seat in range(count)]
        elif table.mode == FREE_CITY:
            points = by_city[:count]
        coins: list[int] = [int(table.cities[seat].coins) for seat in range(count)]
        if table.mode == TEAMS:
            coins = [coins[seat] + coins[seat ^ 1] for seat in range(count)]
        won = winners(table, by_city)
        places: list[float] = []
        victories: list[float] = []
        margins: list[float] = []
        for seat in range(count):
            rivals = [
                other for other in range(count) if other != seat and not (table.mode == TEAMS and other == seat ^ 1)
            ]
            mine = (points[seat], coins[seat])
            above = len([other for other in rivals if (points[other], coins[other]) > mine])
            below = len([other for other in rivals if (points[other], coins[other]) < mine])
            places.append((below - above) / len(rivals))
            victories.append(1.0 / len(won) if seat in won else 0.0)
            margins.append(float(points[seat] - max([points[other] for other in rivals])))
        return places, victories, margins


def restored(coding: Coding, table: Table, seats: list[tuple[bytes, int]]) -> Episode:
    """A game from its table and, for each player, the cards seen in an age."""
    episode = Episode(coding, table, len(seats))
    place: i64 = 0
    for seen, age in seats:
        seat = episode.seats[place]
        seat.seen = bytearray(seen)
        seat.age = age
        place += 1
    return episode


class Batch:
    """Games of one kind, side by side; a finished one is replaced by a new one at once."""

    def __init__(
        self,
        games: int,
        players: int,
        edition: str,
        expansions: tuple[str, ...],
        mode: str,
        seed: int,
        payments: str = "cheapest",
        observation: str = "table",
    ) -> None:
        """``seed`` determines all games."""
        self.players = players
        self.edition = edition
        self.expansions = expansions
        self.mode = mode
        self.rng = Rng(seed, SEEDS_STREAM)
        first = self._deal()
        self.coding = Coding(first.rules, first.city_count, payments, observation)
        self.episodes: list[Episode] = [Episode(self.coding, first, players)]
        while len(self.episodes) < games:
            self.episodes.append(Episode(self.coding, self._deal(), players))
        self.observations = bytearray(games * players * self.coding.size)
        self.masks = bytearray(games * players * self.coding.actions)
        self.finished: list[int] = []  # games that ended in the last step, and what they were
        self.ended: list[Episode] = []
        self.fill()

    def _deal(self) -> Table:
        return new_game(self.players, self.edition, self.expansions, self.mode, self.rng.seed())

    def deal(self, seed: int) -> None:
        """Replaces all games by new ones."""
        self.rng = Rng(seed, SEEDS_STREAM)
        self.restore([Episode(self.coding, self._deal(), self.players) for _ in self.episodes], self.rng)

    def restore(self, episodes: list[Episode], rng: Rng) -> None:
        """Replaces all games by these, and the generator of later ones."""
        self.episodes = episodes
        self.rng = rng
        self.finished = []
        self.ended = []
        self.fill()

    def fill(self) -> None:
        """Writes all observations and masks."""
        at: i64 = 0
        masked: i64 = 0
        observed = self.players * self.coding.size
        actions = self.coding.actions
        for episode in self.episodes:
            episode.observe(self.observations, at)
            at += observed
            for seat in episode.seats:
                mask(self.masks, masked, actions, seat.actions)
                masked += actions

    def step(self, actions: list[int]) -> int:
        """Takes one action per seat, game by game; returns how many were decisions. Finished games are replaced.

        Raises:
            ValueError: An action is not legal; no game has changed.
        """
        at: i64 = 0
        number = 0
        for episode in self.episodes:
            wrong = episode.illegal(actions, at)
            if wrong != NOBODY:
                raise ValueError(f"game {number}, seat {wrong}: action {actions[at + wrong]} is not legal now")
            at += self.players
            number += 1
        return self._step(actions)

    def _step(self, actions: list[int]) -> int:
        self.finished = []
        self.ended = []
        decisions = 0
        at: i64 = 0
        number = 0
        for episode in self.episodes:
            for seat in episode.seats:
                if seat.city != NOBODY:
                    decisions += 1
            episode.act(actions, at)
            if episode.table.over:
                self.finished.append(number)
                self.ended.append(episode)
                self.episodes[number] = Episode(self.coding, self._deal(), self.players)
            at += self.players
            number += 1
        self.fill()
        return decisions

    def random_actions(self, rng: Rng) -> list[int]:
        """Draws a legal action for every seat of every game, uniformly."""
        chosen: list[int] = []
        for episode in self.episodes:
            for seat in episode.seats:
                if seat.city == NOBODY:
                    chosen.append(WAIT)
                else:
                    chosen.append(seat.actions[rng.below(len(seat.actions))])
        return chosen
