"""A game of one person against bots: pending decisions, unrevealed choices, and reveals."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heptapolis import Game, Move
from heptapolis.bots import level_bot, make_bot
from heptapolis.record.game.text_format import read_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from heptapolis import Conflict, Decision, Reveal
    from heptapolis.bots import Bot

YOU = 0
"""The seat of the person."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A conflict of one city, on one side."""

    foe: int
    """The opponent: the neighbor, or the city behind a diplomat."""
    ours: int
    theirs: int
    tokens: tuple[int, ...]
    """The values of the tokens it takes."""
    victory: int
    """The total value of the tokens for a victory."""


def clash(conflicts: Sequence[Conflict], seat: int, side: str) -> Clash | None:
    """The conflict that a city has on one side, if any."""
    for each in conflicts:
        if side == "left" and each.seat == seat:
            return Clash(each.left, each.shields, each.left_shields, each.tokens, each.stake)
        if side == "right" and each.left == seat:
            return Clash(each.seat, each.left_shields, each.shields, each.left_tokens, each.stake)
    return None


class Match:
    """A game with a person at seat 0 and bots at the others.

    The bots' moves are made at once; the person's are held until `reveal`, so that they can be taken back.
    """

    def __init__(
        self,
        game: Game,
        level: str,
        path: Path | None = None,
        names: Sequence[str] = (),
        notes: Mapping[str, str] | None = None,
    ) -> None:
        """Continues a game.

        Args:
            game: The game.
            level: The bots' level.
            path: The file to which the record is written after each reveal.
            names: The players' names for the record.
            notes: Notes for the record.
        """
        self.game = game
        self.level = level
        self.path = path
        self.names = names
        self.notes = notes
        self.staged: dict[int, Move] = {}
        self.reveals: list[Reveal] = []
        self.bots: dict[int, Bot] = {
            city.seat: make_bot(level_bot(level), game.seed * 8 + city.seat)
            for city in game.cities
            if city.seat not in (YOU, game.free_city)
        }

    @classmethod
    def start(cls, game: Game, level: str, names: Sequence[str] = (), path: Path | None = None) -> Match:
        """Starts a new game; the level is noted in its record."""
        match = cls(game, level, path, names, {"level": level})
        match.save()
        return match

    @classmethod
    def resume(cls, path: Path, level: str = "", save_to: Path | None = None) -> Match:
        """Continues a recorded game.

        Raises:
            InvalidRecord: The file is not a record.
            OSError: The file cannot be read.
        """
        record = read_record(path.read_text(encoding="utf-8"))
        return cls(Game.from_record(record), level or record.notes.get("level", "normal"), save_to or path)

    def save(self) -> None:
        """Writes the record atomically."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_name(self.path.name + ".new")
        unfinished.write_text(str(self.game.record(self.names, self.notes)), encoding="utf-8")
        os.replace(unfinished, self.path)

    @property
    def trial(self) -> Game:
        """The game from the person's side: the choice for their own city counts for the Free City's choice."""
        game = self.game
        own = self.staged.get(YOU)
        if own is None or game.holder != YOU or game.phase != "play":
            return game
        copy = game.copy()  # the Free City's move is still missing, so this reveals nothing
        copy.play(YOU, own)
        return copy

    @property
    def asked(self) -> Decision | None:
        """The person's pending decision; None if there is none."""
        for decision in self.trial.pending:
            if decision.player == YOU and decision.city not in self.staged:
                return decision
        return None

    def staged_decision(self, city: int) -> tuple[Game, Decision]:
        """The decision of a staged move, and the game in which it is pending."""
        for game in (self.game, self.trial):
            for decision in game.pending:
                if decision.city == city:
                    return game, decision
        raise KeyError(city)

    @property
    def options(self) -> tuple[Move, ...]:
        """The person's legal moves now."""
        decision = self.asked
        return () if decision is None else decision.moves

    @property
    def recruits_once_more(self) -> bool:
        """Whether this decision is the extra leader of a wonder stage."""
        decision = self.asked
        return decision is not None and decision.kind == "recruit" and Move("pass") in decision.moves

    def choose(self, move: Move) -> None:
        """Stores the person's choice without revealing it."""
        decision = self.asked
        assert decision is not None, "nothing is asked"
        self.staged[decision.city] = move

    def take_back(self) -> bool:
        """Takes back the latest choice; returns False if there is none."""
        if not self.staged:
            return False
        self.staged.pop(list(self.staged)[-1])
        return True

    @contextmanager
    def reconsidered(self) -> Iterator[Move | None]:
        """Temporarily undoes the latest choice, to look at the hand again. Yields that choice."""
        if self.asked is not None or not self.staged:
            yield None
            return
        city, move = list(self.staged.items())[-1]
        del self.staged[city]
        try:
            yield move
        finally:
            self.staged[city] = move

    @property
    def bot_decision(self) -> Decision | None:
        """The next pending decision of a bot."""
        for decision in self.game.pending:
            if decision.player in self.bots:
                return decision
        return None

    def bot_move(self, decision: Decision) -> Move:
        """Asks a bot for its move, with the view of its seat. May take a while; changes nothing."""
        return self.bots[decision.player].choose(self.game.view(decision.player), decision)

    @property
    def has_chosen(self) -> list[bool]:
        """Whether each city has chosen or has no decision."""
        pending = {decision.city for decision in self.game.pending}
        game = self.game
        if game.free_city is not None and game.holder in pending and game.phase == "play":
            pending.add(game.free_city)
        return [city.seat in self.staged or city.seat not in pending for city in game.cities]

    @property
    def ready(self) -> bool:
        """Whether everybody has chosen."""
        return bool(self.staged) and self.asked is None and self.bot_decision is None

    def reveal(self) -> Reveal:
        """Makes the person's moves. They are the last ones, so this reveals all choices."""
        assert self.ready, "somebody has not chosen yet"
        staged = list(self.staged.items())
        self.staged.clear()
        reveal = None
        for city, move in staged:
            decision = next(each for each in self.game.pending if each.city == city)
            reveal = self.play(decision, move)
        assert reveal is not None, "the person's choice was the last one missing"
        return reveal

    def play(self, decision: Decision, move: Move) -> Reveal | None:
        """Makes a move; returns the reveal if it was the last one missing."""
        reveal = self.game.play(decision, move)
        if reveal is not None:
            self.reveals.append(reveal)
            self.save()
        return reveal

    def bots_choose(self) -> list[Reveal]:
        """Lets the bots choose until the person has a decision or the game is over; returns the reveals."""
        found = []
        while (decision := self.bot_decision) is not None:
            reveal = self.play(decision, self.bot_move(decision))
            if reveal is not None:
                found.append(reveal)
        return found
