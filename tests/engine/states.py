"""The state of a table as plain data, for comparing tables field by field and hashing games."""

from __future__ import annotations

from hashlib import sha256

from engine_game import Game
from heptapolis.engine import Move, Rng
from heptapolis.engine.cards import Card, Side
from heptapolis.engine.city import City
from heptapolis.engine.conflicts import Conflict
from heptapolis.engine.effects.base import Effect
from heptapolis.engine.field_lists import CITY_FIELDS, TABLE_FIELDS
from heptapolis.engine.phases.base import Phase
from heptapolis.engine.rules import Rules
from heptapolis.engine.schedule import Schedule
from heptapolis.engine.table import Table

# Edition, boxes, mode and players of every kind of table.
COMBINATIONS = [
    ("second", (), "standard", players) for players in range(3, 8)
] + [
    ("first", boxes, mode, players)
    for boxes in (
        (),
        ("manneken-pis",),
        ("leaders",),
        ("cities",),
        ("leaders", "cities"),
        ("leaders", "manneken-pis"),
        ("cities", "manneken-pis"),
        ("leaders", "cities", "manneken-pis"),
    )
    for mode, players in [("free-city", 2), *(("standard", n) for n in range(3, 9)), *(("teams", n) for n in (4, 6, 8))]
    if players < 8 or "cities" in boxes
]  # fmt: skip


def plain(value: object) -> object:
    """A value as plain data."""
    if isinstance(value, City):
        return {name: plain(getattr(value, name)) for name in CITY_FIELDS}
    if isinstance(value, Card):
        return value.name
    if isinstance(value, Conflict | Effect | Move | Side | Phase):
        return repr(value)
    if isinstance(value, Rules):
        return value.key
    if isinstance(value, Schedule):
        return value.rules.key, value.mode
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    assert value is None or isinstance(value, int | str | bool), f"what is {value!r}?"
    return value


def state(table: Table) -> dict[str, object]:
    """All fields of a table."""
    return {name: plain(getattr(table, name)) for name in TABLE_FIELDS}


def random_step(game: Game, rng: Rng) -> None:
    """Makes one random pending decision."""
    pending = game.pending
    decision = pending[rng.below(len(pending))]
    moves = game.legal(decision.player)
    game.play(decision.player, moves[rng.below(len(moves))])


def new_game(combination: tuple[str, tuple[str, ...], str, int], seed: int) -> Game:
    edition, boxes, mode, players = combination
    return Game.new(players, edition=edition, expansions=boxes, mode=mode, seed=seed)


def play_out(game: Game, rng: Rng) -> None:
    """Plays random decisions to the end."""
    while not game.over:
        random_step(game, rng)


def fingerprint(combination: tuple[str, tuple[str, ...], str, int], seed: int) -> str:
    """A hash of a whole random game: every list of legal moves in its order, every choice, the end and the scores."""
    game = new_game(combination, seed)
    rng = Rng(seed, 99)
    digest = sha256()
    while not game.over:
        decision = game.pending[rng.below(len(game.pending))]
        moves = game.legal(decision.player)
        digest.update("\n".join(repr(move) for move in moves).encode())
        chosen = moves[rng.below(len(moves))]
        digest.update(f"\n> {decision!r} {chosen!r}\n".encode())
        game.play(decision.player, chosen)
    digest.update(repr([score.as_dict() for score in game.scores()]).encode())
    digest.update(repr([int(city.coins) for city in game.table.cities]).encode())
    digest.update(repr(game.winners()).encode())
    return digest.hexdigest()[:20]
