"""One game of a person against bots: who is asked, what is chosen and not yet revealed, and what came of it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heptapolis.bots import level_bot, make_bot
from heptapolis.engine.moves import OWN_CITY
from heptapolis.engine.phases import RECRUIT_ONE_MORE
from heptapolis.record.game.replay import Recorder
from heptapolis.record.game.text_format import read_record, write_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from heptapolis.bots import Bot
    from heptapolis.engine import Decision, Game, Move, Reveal
    from heptapolis.engine.conflicts import Conflict

YOU = 0
"""The seat of the person."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A conflict of one city, on one side."""

    foe: int
    """Whom it meets: the neighbor, or the city behind a diplomat."""
    ours: int
    theirs: int
    tokens: tuple[int, ...]
    """Values of the tokens that it takes."""
    victory: int
    """What a victory brings, all its tokens together."""


def clash(conflicts: Sequence[Conflict], seat: int, side: str) -> Clash | None:
    """The conflict that a city has on one side, if any."""
    for each in conflicts:
        victory = each.victory * each.tokens
        if side == "left" and each.seat == seat:
            return Clash(each.left, each.shields, each.left_shields, each.taken_by(seat), victory)
        if side == "right" and each.left == seat:
            return Clash(each.seat, each.left_shields, each.shields, each.taken_by(seat), victory)
    return None


class Match:
    """A game with a person at seat 0 and bots at the others.

    The bots' moves go to the game as they are chosen; the person's are kept back until `reveal`, so that they can be
    taken back.
    """

    def __init__(self, recorder: Recorder, level: str, path: Path | None = None) -> None:
        """Goes on with a recorder's game; the record is written to ``path`` after each reveal."""
        self.recorder = recorder
        self.level = level
        self.path = path
        self.staged: dict[int, Move] = {}
        self.reveals: list[Reveal] = []
        table = self.game.table
        self.bots: dict[int, Bot] = {
            seat: make_bot(level_bot(level), table.seed * 8 + seat)
            for seat in range(table.city_count)
            if seat not in (YOU, table.free_seat)
        }

    @classmethod
    def start(cls, game: Game, level: str, names: Sequence[str] = (), path: Path | None = None) -> Match:
        """A new game; the record remembers the level."""
        match = cls(Recorder(game, names, {"level": level}), level, path)
        match.save()
        return match

    @classmethod
    def resume(cls, path: Path, level: str = "", save_to: Path | None = None) -> Match:
        """Goes on where a record ends.

        Raises:
            InvalidRecord: the file is no record.
            OSError: it cannot be read.
        """
        record = read_record(path.read_text(encoding="utf-8"))
        return cls(Recorder.resume(record), level or record.notes.get("level", "normal"), save_to or path)

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.recorder.game

    def save(self) -> None:
        """Writes the record whole, or leaves the one before."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_name(self.path.name + ".new")
        unfinished.write_text(write_record(self.recorder.record), encoding="utf-8")
        os.replace(unfinished, self.path)

    @property
    def trial(self) -> Game:
        """The game as it stands for the person: what is chosen for the own city counts for the Free City's choice."""
        game = self.game
        own = self.staged.get(YOU)
        if own is None or game.table.holder != YOU or game.phase != "play":
            return game
        copy = game.copy()  # the Free City is still missing, so this reveals nothing
        copy.play(YOU, own)
        return copy

    @property
    def asked(self) -> Decision | None:
        """What the person must decide now; None when everything is chosen or others decide."""
        for decision in self.trial.pending:
            if decision.player == YOU and decision.city not in self.staged:
                return decision
        return None

    @property
    def options(self) -> list[Move]:
        """The person's legal moves for what is asked now."""
        decision = self.asked
        if decision is None:
            return []
        city = decision.city if decision.city != YOU else OWN_CITY
        return [move for move in self.trial.legal(YOU) if move.city == city]

    @property
    def recruits_once_more(self) -> bool:
        """Whether the leader asked for is the extra one of a wonder stage."""
        return self.game.table.phase is RECRUIT_ONE_MORE

    def choose(self, move: Move) -> None:
        """Notes the person's choice for what is asked; nothing is revealed yet."""
        decision = self.asked
        assert decision is not None, "nothing is asked"
        self.staged[decision.city] = move

    def take_back(self) -> bool:
        """Takes the newest choice back; False if there is none."""
        if not self.staged:
            return False
        self.staged.pop(list(self.staged)[-1])
        return True

    @contextmanager
    def reconsidered(self) -> Iterator[Move | None]:
        """The match as it was before the newest choice, for a while: to look at the hand again. Gives that choice."""
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
        """What a bot must decide next."""
        for decision in self.game.pending:
            if decision.player in self.bots:
                return decision
        return None

    def bot_move(self, decision: Decision) -> Move:
        """What a bot decides, from what its seat may see. May take a while; changes nothing."""
        city = OWN_CITY if decision.city == decision.player else decision.city
        moves = [move for move in self.game.legal(decision.player) if move.city == city]
        return self.bots[decision.player].choose(self.game.view(decision.player), moves)

    @property
    def has_chosen(self) -> list[bool]:
        """By city: whether its decision is made, or none is asked."""
        pending = {decision.city for decision in self.game.pending}
        if self.game.table.holder in pending and self.game.phase == "play":
            pending.add(self.game.table.free_seat)
        return [seat in self.staged or seat not in pending for seat in range(self.game.table.city_count)]

    @property
    def ready(self) -> bool:
        """Whether everybody has chosen and only the reveal is missing."""
        return bool(self.staged) and self.asked is None and self.bot_decision is None

    def reveal(self) -> Reveal:
        """Plays what the person has chosen; as the last to choose, this reveals everything."""
        assert self.ready, "somebody has not chosen yet"
        staged = list(self.staged.items())
        self.staged.clear()
        reveal = None
        for _, move in staged:
            reveal = self.play(YOU, move)
        assert reveal is not None, "the person's choice was the last one missing"
        return reveal

    def play(self, player: int, move: Move) -> Reveal | None:
        """Makes a move in the game; returns what it revealed if it was the last one missing."""
        reveal = self.recorder.play(player, move)
        if reveal is not None:
            self.reveals.append(reveal)
            self.save()
        return reveal

    def bots_choose(self) -> list[Reveal]:
        """Lets the bots choose until the person is asked or the game is over; gives what was revealed on the way."""
        found = []
        while (decision := self.bot_decision) is not None:
            reveal = self.play(decision.player, self.bot_move(decision))
            if reveal is not None:
                found.append(reveal)
        return found
