"""The search of the champion: plans of several turns, its budget, and what it says about moves."""

import pytest

from heptapolis import Game
from heptapolis.bots import SearchBudget, evaluate, make_bot
from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.playouts.search import Budget
from heptapolis.bots.sage.choice import UNIT, Player
from heptapolis.bots.sage.encoder import Encoder
from heptapolis.bots.sage.features import Layout
from heptapolis.bots.sage.net import shipped_net
from heptapolis.bots.sage.opponents import Opponents
from heptapolis.bots.sage.player import shipped_mind
from heptapolis.bots.sage.search import PRIOR, Candidate, judged, search, to_choose_from, weigh
from heptapolis.engine.knowledge.views import View, view
from heptapolis.engine.moves import PASS, Move
from heptapolis.engine.play import new_game
from heptapolis.engine.rng import Rng
from heptapolis.library.internals import engine_view
from tables import a_city, a_table, library_game


def two_turns_to_go() -> Game:
    """The last stage of Giza lacks a stone and two coins for it: a discarded card pays for seven points next turn."""
    return library_game(
        a_table(
            a_city("Giza A", built="Quarry, Dispensary", hand="Lodge, Palace, Study", coins=0, stages=2),
            a_city("Rhodes A", built="Quarry", hand="Lodge, Study, University"),
            a_city("Ephesus A", built="Quarry", hand="Academy, Observatory, Fortifications"),
            age=3,
            turn=5,
        )
    )


def test_finds_a_plan_of_two_turns() -> None:
    game = two_turns_to_go()
    assert str(make_bot("sage:playouts=24", 1).choose(game.view(0), game.pending[0])).startswith("discard")
    best, *_, worst = (each for each in evaluate(game.view(0), SearchBudget(playouts=40)) if each.playouts)
    assert str(best.move).startswith("discard") and str(worst.move) == "build Lodge"
    assert best.points > worst.points + 1


def test_the_best_moves_get_most_playouts() -> None:
    found = evaluate(two_turns_to_go().view(0), SearchBudget(playouts=40))
    counts = {each.playouts for each in found}
    assert found[0].playouts == max(counts) > min(counts), "the candidates are halved"
    assert sum(each.playouts for each in found) >= 40
    assert all(0 <= each.win <= 1 for each in found)


def test_two_moves_are_compared_equally() -> None:
    game = two_turns_to_go()
    found = evaluate(game.view(0), SearchBudget(playouts=20), among=game.legal(0)[:2])
    assert [each.playouts for each in found] == [10, 10]


def test_a_search_without_time_takes_the_move_of_the_net() -> None:
    """A playout ends when the time is up, and a round that is not finished does not count."""
    game = Game.new(seed=5)
    view, decision = game.view(0), game.pending[0]
    assert make_bot("sage:cpu_ms=0.001", 1).choose(view, decision) == make_bot("sage", 1).choose(view, decision)
    assert evaluate(view, SearchBudget(cpu_ms=0.001)) == evaluate(view)


def last_turn(seed: int) -> Game:
    """The last turn of a game of `sage`: everybody holds two cards, which the others have seen before."""
    game = Game.new(players=3, seed=seed)
    bots = [make_bot("sage", seat) for seat in range(3)]
    while (game.age, game.turn) != (3, 6):
        for decision in game.pending:
            game.play(decision.player, bots[decision.player].choose(game.view(decision.player), decision))
    return game


def test_the_search_expects_others_to_err() -> None:
    """All cards are known and the game ends with this turn: results vary only if others do not play like the net."""
    views = [last_turn(seed).view(0) for seed in range(4)]
    known = [view for view in views if [len(hand.cards) for hand in view.known_hands] == [2, 2]]
    errors = [evaluate(view, SearchBudget(playouts=90))[0].margin_error for view in known]
    assert any(errors)


def candidate(net: float, *playouts: float) -> Candidate:
    """A move with the net's evaluation of points and margin, and with playouts, in tens."""
    made = Candidate(Move(PASS, None), 0, net, net, 0.5)
    for each in playouts:
        made.add(each, each, 0.5)
    return made


def test_playouts_that_agree_overrule_the_net() -> None:
    certain, untried = candidate(0.0, *[2.0] * 10), candidate(1.0)
    weigh([certain, untried])
    assert certain.worth() == pytest.approx(20 * 2.0, rel=0.01)
    assert untried.worth() == pytest.approx(20 * 1.0), "it keeps the net's evaluation"


def test_playouts_that_vary_count_less() -> None:
    """Twenty playouts that vary by four points have as large an error as the net: both count alike."""
    varying = candidate(0.0, *[1.6, 2.4] * 10)
    weigh([varying])
    assert varying.worth() == pytest.approx(20 * 1.0, rel=0.01)


def test_few_playouts_tell_no_variance() -> None:
    hasty = candidate(0.0, 2.0, 2.0)
    weigh([hasty])
    assert hasty.worth() == pytest.approx(20 * 2 * 2.0 / (2 + PRIOR))


def test_a_small_search_looks_at_the_next_decision_only() -> None:
    """A playout for each candidate is enough to see the stage that a discarded card pays for next turn."""
    game = two_turns_to_go()
    best = evaluate(game.view(0), SearchBudget(playouts=6))[0]
    assert str(best.move).startswith("discard") and best.playouts


class TurnNet:
    """A net that rates every move by age and turn: 9 times the age plus the turn."""

    def __init__(self, layout: Layout) -> None:
        self.start = layout.age_turn

    def evaluate(self, base: list[object], moves: list[object], /) -> list[int]:
        """The same answers for all moves."""
        (when,) = [each - self.start for each in base if isinstance(each, int) and 0 <= each - self.start < 36]
        return [when * int(UNIT), when * int(UNIT), 0] * moves.count(-1)


def searched(seen: View, player: Player, moves: list[Move], budget: Budget, *, deciding: bool) -> list[Candidate]:
    """Candidates that a search has tried; the net says the same of all of them."""
    found = judged(moves, [0, 0, 0] * len(moves))
    assert seen.seat is not None
    search(seen, player, seen.seat, found, budget, Rng(1), deciding, Opponents())
    return found


def test_a_playout_is_worth_the_mean_of_several_evaluations() -> None:
    """The candidate is the first turn's; the third to ninth decisions after it are turns 4 to 6 and 1 to 4."""
    table = new_game(3, seed=2)
    layout = shipped_net().layout()
    player = Player(TurnNet(layout), Encoder(layout, table.rules))
    found = searched(view(table, 0), player, cheapest_moves(table, 0)[:2], Budget(40, 0.0), deciding=False)
    expected = sum([9 + 4, 9 + 5, 9 + 6, 18 + 1, 18 + 2, 18 + 3, 18 + 4]) / 7
    assert [each.margin / int(each.playouts) for each in found] == pytest.approx([expected] * 2)


def test_a_choice_ends_when_it_is_clear_and_an_evaluation_does_not() -> None:
    game = two_turns_to_go()
    seen = engine_view(game.view(0))
    player = shipped_mind().player(seen.rules)
    used = {}
    for deciding in (True, False):
        budget = Budget(80, 0.0)
        searched(seen, player, list(seen.moves)[:2], budget, deciding=deciding)
        used[deciding] = int(budget.used)
    assert used == {True: 32, False: 80}, "checked after sixteen playouts of each"


def test_a_choice_values_the_chance_to_win() -> None:
    """Four points of margin more are worth less than forty points of chance; in an evaluation only points count."""
    bold, safe = candidate(0.4), candidate(0.0)
    bold.net_win, safe.net_win = 0.4, 0.8
    assert bold.worth() > safe.worth()
    assert bold in to_choose_from([safe, bold]) and bold.worth() < safe.worth()


def test_a_choice_leaves_out_what_the_net_thinks_little_of() -> None:
    best, close, far = candidate(1.0), candidate(0.8), candidate(0.7)
    assert to_choose_from([best, close, far]) == [best, close]
