"""The public library: games, decisions, moves, positions, records, errors."""

import copy
import pickle
import pydoc
from typing import Any

import pytest

import heptapolis
from bot_tables import all_tables, name_of
from heptapolis import Decision, Game, HeptapolisError, IllegalMove, InvalidOptions, InvalidRecord, Move, Reason
from heptapolis.engine import Rng
from heptapolis.engine.moves import Move as EngineMove
from heptapolis.engine.phases import Phase
from heptapolis.engine.table import Table
from heptapolis.library.internals import table_of


def a_game() -> Game:
    return Game.new(players=3, seed=7, boards=["Giza", "Rhodes", "Babylon"], sides=["A", "A", "B"])


def play_turn(game: Game) -> None:
    for decision in game.pending:
        game.play(decision, decision.moves[0])


@pytest.mark.parametrize("options", list(all_tables())[::3], ids=name_of)
def test_a_game_by_decisions_alone(options: dict[str, Any]) -> None:
    """Every kind of table is played to its end by choosing among the moves of its decisions."""
    game = Game.new(seed=5, **options)
    rng = Rng(1)
    reveals = []
    while not game.over:
        decision = game.pending[rng.below(len(game.pending))]
        assert decision.moves
        assert decision.player == game.decider(decision.city)
        move = decision.moves[rng.below(len(decision.moves))]
        assert game.why_not(decision, move) is None
        reveal = game.play(decision, str(move))
        if reveal is not None:
            reveals.append(reveal)
    record = game.record()
    assert [reveal.at for reveal in reveals] == [line.at for line in record.lines]
    assert [reveal.moves for reveal in reveals] == [line.moves for line in record.lines]
    assert reveals[-1].game_over
    assert Game.from_record(str(record)) == game
    assert game.pending == ()


@pytest.mark.parametrize("options", list(all_tables())[::5], ids=name_of)
def test_positions_views_and_copies_at_every_moment(options: dict[str, Any]) -> None:
    game = Game.new(seed=6, **options)
    rng = Rng(2)
    while not game.over:
        assert Game.from_position(game.position()) == game
        for other in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert other == game
            assert other.record() == game.record()
        decision = game.pending[0]
        view = game.view(decision.player)
        assert [each.moves for each in view.pending] == [
            each.moves for each in game.pending if each.player == decision.player
        ]
        assert pickle.loads(pickle.dumps(view)) == view
        assert pickle.loads(pickle.dumps(decision)) == decision
        assert view.cities == game.cities
        for decision in game.pending:
            game.play(decision, decision.moves[rng.below(len(decision.moves))])


def test_a_player_with_two_decisions_makes_one_after_the_other() -> None:
    """The moves of two cities are never mixed: `legal` lists those of the first decision."""
    for seed in range(40):
        boards, sides = ["Halicarnassus", "Rome", "Babylon"], ["B", "B", "B"]
        game = Game.new(players=2, seed=seed, expansions=["cities", "leaders"], boards=boards, sides=sides)
        while not game.over:
            for player in (0, 1):
                mine = [decision for decision in game.pending if decision.player == player]
                assert game.legal(player) == (mine[0].moves if mine else ())
                if len(mine) == 2:
                    own, free_city = mine
                    assert (own.city, free_city.city) == (player, game.free_city)
                    game.play(free_city, free_city.moves[0])
                    assert game.pending == tuple(each for each in game.pending if each != free_city)
                    return
            play_turn(game)
    pytest.fail("no player had to decide for two cities at once")


def test_a_decision_that_is_over_offers_nothing_and_takes_nothing() -> None:
    game = a_game()
    early, late = game.pending[0], game.pending[0]
    move = early.moves[0]
    play_turn(game)
    assert late.moves == ()
    assert game.why_not(early, move) == Reason("move/not-pending", "nothing-to-decide")
    before = game.position()
    with pytest.raises(IllegalMove) as error:
        game.play(early, move)
    assert error.value.code == "move/not-pending"
    assert game.position() == before


def test_choices_can_be_replaced_until_the_last_one() -> None:
    game = a_game()
    giza, rhodes, babylon = game.pending
    assert game.play(rhodes, "build Baths >2") is None
    assert game.play(rhodes, "build Altar") is None
    assert game.chosen[1] == Move("build", "Altar")
    game.withdraw(1)
    assert not any(game.chosen)
    with pytest.raises(IllegalMove):
        game.withdraw(1)
    game.play(1, "build Altar")  # the player's only decision
    game.play(1, "build Baths >2")  # which is already made, and is replaced
    game.play(giza, giza.moves[0])
    reveal = game.play(babylon, babylon.moves[0])
    assert reveal is not None and reveal.moves[1] == Move("build", "Baths", right=2)
    assert reveal.coins == (5, 1, 3) and reveal.gained == (2, -2, 0)


NONSENSE: list[Any] = [
    Move(99),  # type: ignore[arg-type]
    Move("dance"),
    Move("build"),
    Move("build", "Atlantis"),
    Move("build", ["Altar"]),  # type: ignore[arg-type]
    Move("build", "Altar", left=-2),
    Move("build", "Altar", left=10**30),
    Move("build", "Altar", left="2"),  # type: ignore[arg-type]
    Move("build", "Altar", using="Zeus"),
    Move("wonder", "Altar", copying="up"),
    Move("wonder", "Altar", copying="left"),
    Move("settle", coins=1),
    Move("side", side="C"),
    Move("pass", "Altar"),
    "gibberish",
    "",
    "build",
    "build Altar <x",
    "build Altar\nbuild Altar",
]


@pytest.mark.parametrize("move", NONSENSE, ids=repr)
def test_nonsense_is_refused_like_any_other_move(move: Any) -> None:
    game = a_game()
    before = game.position()
    with pytest.raises(IllegalMove) as error:
        game.play(1, move)
    assert error.value.code in ("move/illegal", "move/payment", "move/unreadable")
    assert isinstance(error.value, ValueError)
    assert game.position() == before


@pytest.mark.parametrize("who", [-1, 3, 99])
def test_nobody_decides_for_a_seat_that_is_not_there(who: int) -> None:
    game = a_game()
    with pytest.raises(IllegalMove) as error:
        game.play(who, "build Altar")
    assert error.value.code == "move/not-pending"
    assert game.legal(who) == ()
    with pytest.raises(IndexError):
        game.view(who)


class CountingPhase(Phase):
    """A phase that counts how often its moves are listed."""

    def __init__(self, phase: Phase) -> None:
        super().__init__(phase.name)
        self.phase = phase
        self.listed = 0

    def moves(self, table: Table, seat: int) -> list[EngineMove]:
        self.listed += 1
        return self.phase.moves(table, seat)


def test_play_lists_the_legal_moves_once() -> None:
    """Listing them is most of the work of a move."""
    game = a_game()
    table = table_of(game)
    table.phase = counting = CountingPhase(table.phase)
    game.play(0, "build Marketplace")
    assert counting.listed == 1


def test_a_single_expansion_may_be_a_plain_string() -> None:
    assert Game.new(expansions="leaders").expansions == ("leaders",)
    with pytest.raises(InvalidOptions, match="no box 'leader'"):
        Game.new(expansions="leader")
    with pytest.raises(ValueError, match="no edition 'third'"):
        Game.new(edition="third")


def test_errors_about_values_are_value_errors() -> None:
    for error in (heptapolis.InvalidOptions, heptapolis.IllegalMove, heptapolis.InvalidPosition, InvalidRecord):
        assert issubclass(error, ValueError) and issubclass(error, HeptapolisError)
    assert issubclass(heptapolis.UnreadableMove, heptapolis.IllegalMove)
    again = pickle.loads(pickle.dumps(IllegalMove("move/illegal", "no")))
    assert (type(again), again.code, str(again)) == (IllegalMove, "move/illegal", "no")


@pytest.mark.parametrize("name", [name for name in heptapolis.__all__ if name[0].isupper() and name != "CATEGORIES"])
def test_everything_is_documented_at_run_time(name: str) -> None:
    """Also where the engine is compiled: `help()` shows a text for each class, method and property."""
    thing = getattr(heptapolis, name)
    assert len(thing.__doc__) > 20
    assert thing.__doc__.strip().splitlines()[0] in pydoc.plain(pydoc.render_doc(thing))
    for member, value in vars(thing).items():
        if not member.startswith("_") and (callable(value) or isinstance(value, property | classmethod)):
            assert getattr(value, "__doc__", None), f"{name}.{member}"


def test_names_of_the_library_are_all_there() -> None:
    assert set(heptapolis.__all__) <= set(dir(heptapolis))
    assert set(heptapolis.__all__) == {*heptapolis.library.__all__, "__version__"}
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        _ = heptapolis.Gmae  # type: ignore[attr-defined]


def test_what_has_a_readable_repr() -> None:
    game = a_game()
    assert repr(game) == "<Game of 3 players, age 1, turn 1, play>"
    assert repr(game.view(0)) == "<View of seat 0, age 1, turn 1, play>"
    assert repr(game.view(None)) == "<View of a spectator, age 1, turn 1, play>"
    assert repr(game.pending[0]) == "Decision(player=0, kind='play', city=0)"
    assert repr(game.legal(1)[0]) == "Move.parse('build Baths >2')"
    assert repr(game.card("Altar")) == "<Card Altar>"


def test_costs_of_moves() -> None:
    game = a_game()
    baths = heptapolis.Cost(0, {"stone": 1})
    assert game.cost(1, Move("build", "Baths", right=2)) == baths
    assert game.cost(1, Move("discard", "Baths")) == heptapolis.Cost(0, {})
    with pytest.raises(IllegalMove):
        game.cost(1, Move("build", "Baths"))


def test_a_game_from_a_view_looks_the_same() -> None:
    game = a_game()
    play_turn(game)
    view = game.view(2)
    others = [Game.from_view(view, seed) for seed in range(5)]
    assert all(other.view(2) == view for other in others)
    assert len({other.hands for other in others}) > 1
    assert {other.hands[2] for other in others} == {game.hands[2]}


def test_decisions_are_values() -> None:
    game = a_game()
    first, second = game.pending[0], game.pending[1]
    assert first == game.copy().pending[0] != second
    assert len({first, second, game.pending[0]}) == 2
    with pytest.raises(AttributeError):
        first.player = 2  # type: ignore[misc]
    assert isinstance(first, Decision)
