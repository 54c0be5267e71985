"""The champion plays every decision, the same with and without the C module, and uses no hidden information."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot_tables import all_tables, name_of, play_through
from heptapolis import Decision, Game
from heptapolis.bots import SearchBudget, UnknownBot, evaluate, make_bot
from heptapolis.bots.protocol import AdaptedBot
from heptapolis.bots.sage.net import shipped_net
from heptapolis.bots.sage.player import Mind, SageBot, shipped_mind
from heptapolis.engine import Rng
from tables import a_city, a_table, library_game

INSTANT = (0, 0.0, 0.0)
BOTH = ("leaders", "cities")


@cache
def plain_mind() -> Mind:
    return Mind(shipped_net(), plain=True)


@pytest.mark.parametrize("options", list(all_tables())[::5], ids=name_of)
def test_every_kind_of_decision_gets_a_legal_move(options: dict[str, Any]) -> None:
    """Asked once for each kind of decision of each age: the net alone, with a search, and with noise."""
    asked: set[tuple[str, bool, int]] = set()

    def ask(game: Game, decision: Decision) -> None:
        kind = (decision.kind, decision.city == decision.player, game.age)
        if kind in asked:
            return
        asked.add(kind)
        view = game.view(decision.player)
        instant = make_bot("sage", 5).choose(view, decision)
        assert instant in decision.moves
        assert make_bot("sage:noise=3", 5).choose(view, decision) in decision.moves
        if len(asked) == 2:
            assert make_bot("sage:playouts=2", 5).choose(view, decision) in decision.moves
        without_c = AdaptedBot(SageBot(1, INSTANT, 0.0, plain_mind()))
        assert without_c.choose(view, decision) == instant, "the same without the module in C"

    play_through(Game.new(seed=11, **options), [make_bot("random", seed) for seed in range(8)], ask)
    assert len(asked) >= 3


@pytest.mark.parametrize("spec", ["sage", "sage:playouts=2", "sage:noise=2"])
@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4, "mode": "teams", "expansions": BOTH}], ids=str)
def test_unseen_cards_do_not_change_the_move(spec: str, options: dict[str, Any]) -> None:
    """The same moment with all unseen cards dealt differently: same view, same seed, same move."""
    rng = Rng(8)
    compared = 0

    def compare(game: Game, decision: Decision) -> None:
        nonlocal compared
        if any(move is not None for move in game.chosen) or game.turn % 3 != 2 or compared == 3:
            return
        view = game.view(decision.player)
        other = Game.from_view(view, rng.seed())
        chosen = make_bot(spec, 5).choose(view, decision)
        assert make_bot(spec, 5).choose(other.view(decision.player), decision) == chosen
        if game.hands != other.hands:
            compared += 1

    play_through(Game.new(seed=12, **options), [make_bot("random", seed) for seed in range(8)], compare)
    assert compared == 3, "the other tables must differ in what is not seen"


def test_unseen_cards_do_not_change_what_is_learned_about_others() -> None:
    """Two bots follow a game, one of them with all unseen cards dealt anew in each turn: same moves."""
    bot, other_bot, rng = make_bot("sage:playouts=2", 5), make_bot("sage:playouts=2", 5), Rng(8)
    differed = 0

    def compare(game: Game, decision: Decision) -> None:
        nonlocal differed
        if decision.player:
            return
        other = Game.from_view(game.view(0), rng.seed())
        differed += game.hands != other.hands
        assert bot.choose(game.view(0), decision) == other_bot.choose(other.view(0), decision)

    play_through(Game.new(seed=12), [make_bot("rules", seed) for seed in range(3)], compare)
    assert differed >= 3


@pytest.mark.parametrize("spec", ["sage", "sage:playouts=24"])
def test_finds_the_best_last_card(spec: str) -> None:
    """One turn to go: Palace for eight points beside cards that score nothing, all of them affordable."""
    rich = "Sawmill, Quarry, Brickyard, Foundry, Glassworks, Loom, Press"
    game = library_game(
        a_table(
            a_city("Giza A", built=rich, hand="Palace, Lodge"),
            a_city("Rhodes A", hand="Lodge, Lodge"),
            a_city("Ephesus A", hand="Lodge, Lodge"),
            age=3,
            turn=6,
        )
    )
    assert str(make_bot(spec, 1).choose(game.view(0), game.pending[0])) == "build Palace"


def test_sage_beats_the_ladder() -> None:
    """Twelve mirrored games against two of `greedy`: a broken net would lose them."""
    wins = 0.0
    for deal in range(4):
        for seat in range(3):
            game = Game.new(seed=1000 + deal)
            bots = [make_bot("sage" if place == seat else "greedy", place) for place in range(3)]
            play_through(game, bots)
            wins += (seat in game.winners()) / len(game.winners())
    assert wins >= 9


def test_evaluations_are_sorted_with_standard_errors() -> None:
    game = Game.new(seed=3)
    instant = evaluate(game.view(0))
    assert {each.move for each in instant} <= set(game.legal(0))
    assert all(each.playouts == 0 and each.points_error is None for each in instant)
    assert all(0 <= each.win <= 1 for each in instant)
    worths = [0.35 * each.points + 0.65 * each.margin for each in instant]
    assert worths == sorted(worths, reverse=True)
    assert instant[0].move == make_bot("sage", 1).choose(game.view(0), game.pending[0])
    tried = evaluate(game.view(0), SearchBudget(playouts=12), seed=4)
    assert tried == evaluate(game.view(0), SearchBudget(playouts=12), seed=4), "playouts alone leave nothing to chance"
    assert sum(each.playouts for each in tried) >= 12
    assert all((each.points_error is None) == (each.playouts < 2) for each in tried)
    with pytest.raises(ValueError, match="nothing to decide"):
        evaluate(game.view(None))


def test_evaluations_of_teams_count_both_partners() -> None:
    game = Game.new(players=4, mode="teams", seed=3)
    alone = Game.new(players=4, seed=3)
    assert evaluate(game.view(0))[0].points > 1.5 * evaluate(alone.view(0))[0].points


@pytest.mark.parametrize("option", ["noise=-1", "noise=x", "cpu_ms=0", "cpu_ms=nan", "net=/nowhere", "depth=2"])
def test_invalid_options_are_refused(option: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(f"sage:{option}", 1)


def test_net_option(tmp_path: Path) -> None:
    path = tmp_path / "other.net"
    path.write_bytes(shipped_net().write(1))
    game = Game.new(seed=9)
    view, decision = game.view(0), game.pending[0]
    named = make_bot(f"sage:net={path}", 1).choose(view, decision)
    assert named == AdaptedBot(SageBot(1, INSTANT, 0.0, shipped_mind())).choose(view, decision)
    broken = tmp_path / "broken.net"
    broken.write_bytes(b"nothing")
    with pytest.raises(UnknownBot):
        make_bot(f"sage:net={broken}", 1)
