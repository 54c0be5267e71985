"""The search of the champion: plans of several turns, its budget, and what it says about moves."""

from heptapolis import Game
from heptapolis.bots import SearchBudget, evaluate, make_bot
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
