"""Many games at once: each step takes one action per seat and game, and writes observations and masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.phases import commit, waiting
from heptapolis.engine.play import new_game
from heptapolis.engine.rng import Rng
from heptapolis.engine.scoring import totals, winners
from heptapolis.engine.table import FREE_CITY, NOBODY, TEAMS
from heptapolis.env.encoding.codec import WAIT, Coding

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table

SEEDS_STREAM: Final = 77


class Seat:
    """A player's decision, its moves and their actions, and the cards seen in this age."""

    def __init__(self) -> None:
        self.city: i64 = NOBODY
        self.moves: list[Move] = []
        self.actions: list[int] = []
        self.seen: list[int] = []
        self.age: i64 = 0


class Episode:
    """One game in which every player acts in each step."""

    def __init__(self, coding: Coding, table: Table, players: int) -> None:
        """``table`` is a table before its first decision."""
        self.coding = coding
        self.table = table
        self.seats: list[Seat] = [Seat() for _ in range(players)]
        self.look()

    def look(self) -> None:
        """Updates every player's decision. A player with two decisions takes the second one in the next step."""
        table = self.table
        for seat in self.seats:
            seat.city = NOBODY
        if table.over:
            return
        for city in waiting(table):
            seat = self.seats[table.decider(city)]
            if seat.city == NOBODY:
                seat.city = city
                seat.moves = table.phase.moves(table, city)
                seat.actions = self.coding.actions_of(seat.moves)
        if table.phase.is_turn:
            self.remember()

    def remember(self) -> None:
        """Adds this turn's hands to the cards seen in this age."""
        table = self.table
        place: i64 = 0
        for seat in self.seats:
            if seat.age != table.age:
                seat.age = table.age
                seat.seen = []
            for card in table.hands[place]:
                if card.index not in seat.seen:
                    seat.seen.append(card.index)
            place += 1

    def act(self, actions: list[int], at: i64) -> None:
        """Makes all players' moves from a list of legal actions, starting at an index."""
        cities: list[int] = []
        chosen: list[Move] = []
        place: i64 = at
        for seat in self.seats:
            if seat.city != NOBODY:
                cities.append(seat.city)
                chosen.append(seat.moves[seat.actions.index(actions[place])])
            place += 1
        index: i64 = 0
        for move in chosen:
            commit(self.table, cities[index], move)
            index += 1
        self.look()

    def illegal(self, actions: list[int], at: i64) -> int:
        """The first player whose action is illegal; ``NOBODY`` if all are legal."""
        place: i64 = 0
        for seat in self.seats:
            action = actions[at + place]
            if (seat.city == NOBODY and action != WAIT) or (seat.city != NOBODY and action not in seat.actions):
                return place
            place += 1
        return NOBODY

    def observe(self, observations: bytearray, at: i64) -> None:
        """Writes the observations of all players consecutively."""
        place: i64 = 0
        for seat in self.seats:
            self.coding.observe(observations, at, self.table, place, seat.city, seat.seen)
            at += self.coding.size
            place += 1

    def mask(self, masks: bytearray, at: i64) -> list[int]:
        """Sets the legal actions of all players in empty masks; returns the indexes set."""
        marked: list[int] = []
        for seat in self.seats:
            if seat.city == NOBODY:
                marked.append(at + WAIT)
            else:
                marked += [at + action for action in seat.actions]
            at += self.coding.actions
        for place in marked:
            masks[place] = 1
        return marked

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


class Batch:
    """Games of one kind, side by side; a finished one is replaced by a new one at once."""

    def __init__(
        self, games: int, players: int, edition: str, expansions: tuple[str, ...], mode: str, seed: int
    ) -> None:
        """``seed`` determines all games."""
        self.players = players
        self.edition = edition
        self.expansions = expansions
        self.mode = mode
        self.rng = Rng(seed, SEEDS_STREAM)
        first = self._deal()
        self.coding = Coding(first.rules, first.city_count)
        self.episodes: list[Episode] = [Episode(self.coding, first, players)]
        while len(self.episodes) < games:
            self.episodes.append(Episode(self.coding, self._deal(), players))
        self.observations = bytearray(games * players * int(self.coding.size))
        self.masks = bytearray(games * players * int(self.coding.actions))
        self.marked: list[list[int]] = [[] for _ in range(games)]  # cleared one by one: masks are large and sparse
        self.finished: list[int] = []  # games that ended in the last step, with their results
        self.places: list[list[float]] = []
        self.victories: list[list[float]] = []
        self.margins: list[list[float]] = []
        self.fill()

    def _deal(self) -> Table:
        return new_game(self.players, self.edition, self.expansions, self.mode, self.rng.seed())

    def fill(self) -> None:
        """Writes all observations and masks."""
        at: i64 = 0
        masked: i64 = 0
        observed = self.players * self.coding.size
        asked = self.players * self.coding.actions
        number: i64 = 0
        for episode in self.episodes:
            episode.observe(self.observations, at)
            for place in self.marked[number]:
                self.masks[place] = 0
            self.marked[number] = episode.mask(self.masks, masked)
            at += observed
            masked += asked
            number += 1

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
        self.places = []
        self.victories = []
        self.margins = []
        decisions = 0
        at: i64 = 0
        number = 0
        for episode in self.episodes:
            for seat in episode.seats:
                if seat.city != NOBODY:
                    decisions += 1
            episode.act(actions, at)
            if episode.table.over:
                places, victories, margins = episode.results()
                self.finished.append(number)
                self.places.append(places)
                self.victories.append(victories)
                self.margins.append(margins)
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
