"""Refused moves: a stable code, a reason, and nothing changed."""

from __future__ import annotations

import pytest

from engine.states import COMBINATIONS, new_game, random_step, state
from engine_game import Game
from heptapolis.engine import IllegalMove, InvalidOptions, Move, Reason, Rng, rules_for
from heptapolis.engine.cards import Card
from heptapolis.engine.moves import BUILD, DIG, DISCARD, PASS, RECRUIT, SETTLE, SIDE, WONDER
from tables import a_city, a_table, do


def refused(game: Game, seat: int, move: Move) -> Reason:
    """The reason for which a move is refused; checks that nothing has changed."""
    before = state(game.table)
    reason = game.why_not(seat, move)
    assert reason is not None, f"{move!r} is allowed"
    with pytest.raises(IllegalMove) as error:
        game.play(seat, move)
    assert error.value.code == reason.code
    assert state(game.table) == before
    return reason


def card(name: str, boxes: tuple[str, ...] = ()) -> Card:
    return rules_for("first", boxes).by_name[name]


def a_turn() -> Game:
    return a_table(
        a_city("Rhodes A", hand="Baths, Altar, Walls, Mine, Loom, Scriptorium", built="Altar", coins=3),
        a_city("Giza A", built="Stone Pit"),
        a_city("Babylon A", coins=0),
    )


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (Move(BUILD, card("Altar")), Reason("move/illegal", "already-built")),
        (Move(BUILD, card("Theater")), Reason("move/illegal", "no-such-card")),
        (Move(DISCARD, card("Theater")), Reason("move/illegal", "no-such-card")),
        (Move(BUILD, card("Baths")), Reason("move/payment", "no-such-payment")),
        (Move(BUILD, card("Baths"), 1), Reason("move/payment", "no-such-payment")),
        (Move(BUILD, card("Baths"), 0, 2), Reason("move/payment", "no-such-payment")),
        (Move(BUILD, card("Baths"), 4), Reason("move/payment", "no-such-payment")),
        (Move(BUILD, card("Scriptorium"), 2), Reason("move/illegal", "not-for-sale")),
        (Move(BUILD, card("Walls"), 6), Reason("move/illegal", "not-for-sale")),
        (Move(WONDER, card("Loom")), Reason("move/illegal", "not-for-sale")),
        (Move(BUILD, card("Baths"), using="Olympia"), None),
        (Move(PASS), Reason("move/illegal", "not-offered")),
        (Move(DIG, card("Loom")), Reason("move/illegal", "not-offered")),
        (Move(SETTLE, coins=1), Reason("move/illegal", "not-offered")),
        (Move(SIDE, side="A"), Reason("move/illegal", "not-offered")),
        (Move(RECRUIT, card("Loom")), Reason("move/illegal", "not-offered")),
        (Move(BUILD), None),
    ],
)
def test_reasons(move: Move, expected: Reason | None) -> None:
    """Each refusal has its reason."""
    reason = refused(a_turn(), 0, move)
    if expected is not None:
        assert (reason.code, reason.key) == (expected.code, expected.key)
    assert reason.code in ("move/illegal", "move/payment")


def test_numbers_in_a_reason() -> None:
    """A reason says how much was needed and how much there was."""
    poor = a_table(a_city("Rhodes A", hand="Mine, Baths", coins=0), a_city("Giza A"), a_city("Babylon A"))
    assert refused(poor, 0, Move(BUILD, card("Mine"))) == Reason(
        "move/illegal", "coins-short", {"needed": 1, "coins": 0}
    )
    assert refused(poor, 0, Move(BUILD, card("Baths"), 2)) == Reason(
        "move/illegal", "trade-too-dear", {"needed": 2, "coins": 0}
    )
    done = a_table(a_city("Giza A", stages=3, hand="Mine"), a_city(), a_city())
    assert refused(done, 0, Move(WONDER, card("Mine"))) == Reason("move/illegal", "wonder-complete")
    boxes = ("cities", "manneken-pis")
    stuck = a_table(
        a_city("Manneken Pis A", stages=2, copied=[0, 1], hand="Mine"),
        a_city("Rhodes B"),
        a_city("Petra B"),
        boxes=boxes,
    )
    assert refused(stuck, 0, Move(WONDER, card("Mine", boxes))) == Reason("move/illegal", "no-stage-to-copy")


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_unknown_seat(seat: int) -> None:
    """A seat that does not exist has no decision."""
    assert refused(a_turn(), seat, Move(DISCARD, card("Baths"))).code == "move/not-pending"


@pytest.mark.parametrize("city", [1, 2, 7, -5])
def test_move_for_another_players_city(city: int) -> None:
    """Nobody decides for another player's city."""
    assert refused(a_turn(), 0, Move(DISCARD, card("Baths"), city=city)).code == "move/not-pending"


def test_player_without_a_decision() -> None:
    """While others settle debts, the player who caused them has no decision."""
    game = a_table(a_city(hand="Hideout"), a_city(), a_city(), boxes=("cities",))
    do(game, 0, "build Hideout")
    do(game, 1, "discard Palace")
    do(game, 2, "discard Palace")
    assert game.legal(0) == []
    assert refused(game, 0, Move(SETTLE, coins=0)).code == "move/not-pending"
    assert refused(game, 1, Move(SETTLE, coins=2)).code == "move/illegal"


def test_move_after_the_end() -> None:
    """After the game there are no decisions."""
    game = a_table(a_city(), a_city(), a_city(), age=3, turn=6)
    for seat in range(3):
        do(game, seat, "discard Palace")
    assert game.over
    assert refused(game, 0, Move(DISCARD, card("Palace"))).code == "move/not-pending"
    with pytest.raises(IllegalMove):
        game.withdraw(0)


def test_unknown_side() -> None:
    """The reason is not the payment."""
    game = Game.new(3, edition="second", seed=1)
    assert refused(game, 0, Move(SIDE, side="dusk")) == Reason("move/illegal", "not-offered")


def test_no_stage_to_copy() -> None:
    """Manneken Pis cannot copy a stage that the left board lacks, whatever is paid."""
    boxes = ("manneken-pis",)
    game = a_table(
        a_city("Manneken Pis A", stages=2, copied=[0, 1], hand="Mine", built="Brickyard, Clay Pool"),
        a_city("Rhodes B"),
        a_city("Giza B"),
        boxes=boxes,
    )
    assert refused(game, 0, Move(WONDER, card("Mine", boxes), copied=0)) == Reason("move/illegal", "not-offered")


def test_nothing_to_withdraw() -> None:
    """Withdrawing needs a choice; a choice that was carried out is gone."""
    game = a_turn()
    with pytest.raises(IllegalMove) as error:
        game.withdraw(0)
    assert error.value.code == "move/not-pending"
    do(game, 0, "discard Loom")
    game.withdraw(0)
    with pytest.raises(IllegalMove):
        game.withdraw(0)


def test_own_card_before_the_free_citys() -> None:
    """The refusal has its own reason."""
    game = a_table(a_city(hand="Loom, Altar"), a_city(), a_city(), mode="free-city")
    assert refused(game, 0, Move(BUILD, card("Altar"), city=2)) == Reason("move/not-pending", "own-card-first")


def test_cards_of_another_rulebook() -> None:
    """A card of another edition is another card."""
    game = a_turn()
    other = rules_for("second").by_name["Baths"]
    assert refused(game, 0, Move(BUILD, other, 2)).code == "move/illegal"


@pytest.mark.parametrize("combination", COMBINATIONS[::8], ids=str)
def test_only_listed_moves_are_allowed(combination: tuple[str, tuple[str, ...], str, int]) -> None:
    """Through whole games: every listed move is allowed, and altered ones are refused and change nothing."""
    game = new_game(combination, seed=21)
    rng = Rng(21)
    while not game.over:
        decision = game.pending[0]
        moves = game.legal(decision.player)
        assert moves
        assert len(set(moves)) == len(moves)
        move = moves[rng.below(len(moves))]
        assert game.why_not(decision.player, move) is None
        dearer = Move(
            move.kind,
            move.card,
            move.left + 1,
            move.right,
            move.bank,
            using=move.using,
            copied=move.copied,
            coins=move.coins,
            side=move.side,
            city=move.city,
        )
        if dearer not in moves and rng.below(4) == 0:
            refused(game, decision.player, dearer)
        random_step(game, rng)


@pytest.mark.parametrize("seed", [-1, 2**128])
def test_invalid_seed(seed: int) -> None:
    """A seed has up to 128 bits."""
    with pytest.raises(InvalidOptions) as error:
        Game.new(3, seed=seed)
    assert error.value.code == "format/value"


@pytest.mark.parametrize(
    ("boards", "sides", "code"),
    [(["Atlantis"], [], "card/unknown"), (["Giza"], ["C"], "format/value"), (["Giza", "Giza"], [], "card/duplicate")],
)
def test_unknown_board(boards: list[str], sides: list[str], code: str) -> None:
    """A board or side that no box has."""
    with pytest.raises(InvalidOptions) as error:
        Game.new(3, boards=boards, sides=sides)
    assert error.value.code == code
