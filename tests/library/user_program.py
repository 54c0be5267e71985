"""A program of a user: a bot of their own, games against it, and what came of them. ``test_user_program`` checks it."""

from __future__ import annotations

from typing import assert_type

import heptapolis
from heptapolis import Card, City, Conflict, Decision, Game, GameRecord, Move, Reason, Reveal, Score, View


class Miser:
    """Plays whatever costs the least."""

    def choose(self, view: View, decision: Decision) -> Move:
        assert view.seat == decision.player
        return min(decision.moves, key=lambda move: (move.action == "discard", move.left + move.right + move.bank))


def play(seed: int) -> GameRecord:
    game = Game.new(players=4, expansions=["leaders", "cities"], seed=seed)
    bot = Miser()
    reveals: list[Reveal] = []
    while not game.over:
        for decision in game.pending:
            reveal = game.play(decision, bot.choose(game.view(decision.player), decision))
            if reveal is not None:
                reveals.append(reveal)
    assert reveals[-1].game_over
    return game.record(names=["Ada", "Ben", "Cleo", "Dora"])


def look(game: Game) -> str:
    """Reads something of every type that the library gives."""
    assert_type(game.age, int)
    assert_type(game.pending, tuple[Decision, ...])
    assert_type(game.cities[0], City)
    assert_type(game.cities[0].coins, int)
    assert_type(game.cities[0].shields, int)
    assert_type(game.legal(0), tuple[Move, ...])
    assert_type(game.why_not(0, "build Pantheon"), Reason | None)
    assert_type(game.next_conflicts(), tuple[Conflict, ...])
    assert_type(game.scores(), list[Score])
    assert_type(game.scores()[0].total, int)
    assert_type(game.winners(), list[int])
    assert_type(game.card("Altar"), Card)
    assert_type(dict(game.card("Altar").cost), dict[str, int])
    assert_type(game.view(None).seat, int | None)
    assert_type(game.view(0).hand_sizes, tuple[int, ...])
    assert_type(game.cost(0, game.legal(0)[0]).coins, int)
    assert_type(game.breakdown(0)[0].points if game.breakdown(0) else 0, int)
    move = Move.parse("build Altar <2")
    assert_type(move.left, int)
    return f"{move}, {game.moment}, {heptapolis.__version__}"


def refused(game: Game) -> str:
    try:
        game.play(0, "build Pantheon")
    except heptapolis.IllegalMove as error:
        return error.code
    return ""


def main() -> None:
    record = play(seed=7)
    assert record.result is not None
    best = max(record.result.scores, key=lambda score: score.total)
    print(record.seats[best.seat].name, best.total, "points")  # noqa: T201
    again = Game.from_record(str(record), at="II.3")
    print(look(again), refused(again))  # noqa: T201
    assert Game.from_position(again.position()) == again
    assert Game.from_view(again.view(1), seed=3).view(1) == again.view(1)


if __name__ == "__main__":
    main()
