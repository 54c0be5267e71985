"""A training task: a net plays against itself or against a frozen net, and learns from its games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from time import process_time
from typing import TYPE_CHECKING, Any

from heptapolis.bots.sage.choice import Player, outcomes
from heptapolis.bots.sage.encoder import Encoder
from heptapolis.bots.sage.net import NetFile
from heptapolis.bots.sage.selfplay import (
    BUILDERS,
    GREEDY,
    LEARNER,
    OLDER,
    RULES,
    play_game,
    samples_of,
)
from heptapolis.engine import Rng
from heptapolis.engine.play import new_game
from heptapolis.engine.rules import rules_for
from heptapolis.engine.scoring import total_points, totals, winners
from heptapolis.engine.table import TEAMS
from heptapolis.train.tables import Kind, drawn_kind

if TYPE_CHECKING:
    from heptapolis.bots.sage.features import Layout
    from heptapolis.bots.sage.net import Evaluator

MEETS_OTHERS = 30  # percentage of games in which other bots take some seats
OTHERS = (OLDER, OLDER, GREEDY, GREEDY, RULES, BUILDERS)


@dataclass(frozen=True, slots=True)
class Task:
    """Games to play and to learn from, in several parts."""

    header: dict[str, Any]
    """The header of the net: shape and vocabulary."""
    state: bytes
    """The state of the trainer."""
    older: bytes
    """An earlier net, an occasional opponent; in a best response, the frozen net at all other seats."""
    kinds: tuple[Kind, ...]
    games: int
    part: int
    """Games played before the net learns from them."""
    seed: int
    temperature: float
    trace: float
    """Lambda of the returns."""
    rate: float
    batch: int
    passes: int
    others: int = MEETS_OTHERS
    best_response: bool = False


@dataclass(frozen=True, slots=True)
class Learned:
    """The result of a task."""

    state: bytes
    samples: int
    losses: tuple[float, float, float]
    """Mean losses of the last pass over each part: points, margin (in tens, squared) and win."""
    cpu_seconds: float


class Nets:
    """A net with an encoder for each rulebook."""

    def __init__(self, file: NetFile) -> None:
        self.net: Evaluator = file.net()
        self.layout: Layout = file.layout()
        self._players: dict[tuple[str, tuple[str, ...]], Player] = {}

    def player(self, kind: Kind) -> Player:
        """Returns the net with the encoder for a kind of table."""
        key = kind.edition, kind.expansions
        if key not in self._players:
            self._players[key] = Player(self.net, _encoder(self.layout, key))
        return self._players[key]


_ENCODERS: dict[tuple[object, ...], Encoder] = {}


def _encoder(layout: Layout, key: tuple[str, tuple[str, ...]]) -> Encoder:
    full = (tuple(layout.vocabulary.cards), tuple(layout.vocabulary.sides), key)
    if full not in _ENCODERS:
        _ENCODERS[full] = Encoder(layout, rules_for(*key))
    return _ENCODERS[full]


@lru_cache(maxsize=4)
def nets_of(content: bytes) -> Nets:
    """Reads a net from the content of a file."""
    return Nets(NetFile.read(content))


def learn(task: Task) -> Learned:
    """Plays the games of a task and learns from them."""
    from heptapolis.bots.sage._trainer import Trainer  # imported late: only training needs the C module

    started = process_time()
    shape = task.header["features"], task.header["hidden1"], task.header["hidden2"]
    trainer = Trainer(*shape, 0)
    trainer.restore(task.state)
    older = nets_of(task.older)
    rng = Rng(task.seed)
    samples = 0
    losses = [0.0, 0.0, 0.0]
    for first in range(0, task.games, task.part):
        learner = Nets(NetFile(task.header, trainer.quantised()))
        found = play(learner, older, task, min(task.part, task.games - first), rng)
        for _ in range(task.passes):
            count, *last = trainer.train(found, task.rate, task.batch, rng.word())
        samples += count
        losses = [total + count * loss for total, loss in zip(losses, last, strict=True)]
    points, margin, win = (total / max(samples, 1) for total in losses)
    return Learned(trainer.state(), samples, (points, margin, win), process_time() - started)


def play(learner: Nets, older: Nets, task: Task, games: int, rng: Rng) -> bytes:
    """Plays games and returns the samples for ``Trainer.train``."""
    from heptapolis.bots.sage._trainer import pack

    found: list[bytes] = []
    for _ in range(games):
        kind = drawn_kind(task.kinds, rng)
        table = new_game(kind.players, kind.edition, kind.expansions, kind.mode, rng.seed())
        older_temperature = task.temperature
        seats = [LEARNER] * kind.players
        if task.best_response:
            seats = one_side(kind, rng.below(kind.players), LEARNER, OLDER)
            older_temperature = 0.0
        elif rng.below(100) < task.others:
            other = OTHERS[rng.below(len(OTHERS))]
            first, count = rng.below(kind.players), 1 + rng.below(kind.players - 1)
            for each in range(first, first + count):
                seats[each % kind.players] = other
        players = learner.player(kind), older.player(kind)
        trails = play_game(table, *players, seats, task.temperature, older_temperature, rng, pack)
        found += samples_of(trails, outcomes(table, kind.players), task.trace)
    return b"".join(found)


def one_side(kind: Kind, seat: int, own: int, others: int) -> list[int]:
    """Who plays each seat if one player, in teams also the partner, meets all others."""
    partner = seat ^ 1 if kind.mode == TEAMS else seat
    return [own if each in (seat, partner) else others for each in range(kind.players)]


def measure(net: bytes, kind: Kind, games: int, seed: int, frozen: bytes = b"") -> tuple[float, float]:
    """The win share and mean points of the net at one seat against `greedy` or a frozen net, on mirrored deals.

    In teams the net plays both seats of one team.
    """
    player = nets_of(net).player(kind)
    opponent = nets_of(frozen).player(kind) if frozen else player
    rng = Rng(seed)
    share = points = 0.0
    played = 0
    while played < games:
        deal = rng.seed()
        for seat in range(kind.players):
            table = new_game(kind.players, kind.edition, kind.expansions, kind.mode, deal)
            seats = one_side(kind, seat, LEARNER, OLDER if frozen else GREEDY)
            play_game(table, player, opponent, seats, 0.0, 0.0, rng, _no_pack)
            winning = winners(table, totals(table))
            share += sum(seats[each] == LEARNER for each in winning) / len(winning)
            points += int(total_points(table, seat))
            played += 1
    return share / played, points / played


def _no_pack(base: list[object], moves: list[object], move: int, /) -> bytes:
    return b""
