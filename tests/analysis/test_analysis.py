"""Analyses of games: what they say, that they see no more than the seat did, and that they know good from bad."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.twins import Twins, a_start
from heptapolis import Game, GameRecord, Move
from heptapolis.analysis import (
    ADVICE,
    Analysis,
    InvalidAnalysis,
    Loss,
    advise,
    analyse,
    assemble,
    decided,
    judge,
    net_version,
    read_analysis,
    write_analysis,
)
from heptapolis.analysis.marks import THRESHOLDS, accuracy, mark_of
from heptapolis.bots import SearchBudget, make_bot
from heptapolis.engine.knowledge.views import view as engine_view
from heptapolis.library.views import View
from heptapolis.record.game.text_format import read_record

pytestmark = pytest.mark.once

GAMES = Path(__file__).parents[1] / "games"
SHORT = SearchBudget(playouts=16)
FEW = (
    "first-standard-3",
    "second-standard-4",
    "first-free-city-2",
    "first-leaders-cities-manneken-pis-free-city-2",
    "first-leaders-cities-manneken-pis-teams-4",
    "first-cities-standard-8",
)
OTHERS = sorted({path.stem for path in GAMES.glob("*.record")} - {*FEW})


def golden(name: str) -> GameRecord:
    return read_record((GAMES / f"{name}.record").read_text(encoding="utf-8"))


@cache
def analysed(name: str) -> Analysis:
    return analyse(golden(name), SHORT)


def check(record: GameRecord, found: Analysis) -> None:
    """Everything that docs/outputs.md promises."""
    document = json.loads(json.dumps(write_analysis(found)))
    assert read_analysis(document) == found
    made = [(line, city) for line, each in enumerate(record.lines) for city, move in enumerate(each.moves) if move]
    assert [(each.line, each.city) for each in found.decisions] == made
    for each in found.decisions:
        assert each.move == record.lines[each.line].moves[each.city]
        moves = [best.move for best in each.best]
        assert each.move in moves and len(set(moves)) == len(moves)
        assert len(moves) <= 5 or (len(moves) == 6 and moves[5] == each.move)
        assert len(moves) <= max(each.choices, 1) + 1
        assert all(0 <= best.win <= 1 for best in each.best)
        assert each.loss.points >= 0 and 0 <= each.loss.win <= 1
        assert each.loss.points == 0 or each.best[0].move != each.move
        assert each.mark == mark_of(each.loss.points)
        assert 1 <= len(each.reasons) <= 2
    assert [turn.line for turn in found.turns] == list(range(len(record.lines) + 1))
    for turn in found.turns:
        assert len(turn.points) == len(turn.win) == found.players
        assert sum(turn.win) == pytest.approx(2 if found.mode == "teams" else 1, abs=0.002)
    assert record.result is not None
    assert {seat for seat, win in enumerate(found.turns[-1].win) if win} == {*record.result.winners}
    assert all(figure is None or 0 <= figure <= 100 for figure in found.accuracy)
    assert len(found.turnings) == 3
    for turning in found.turnings:
        assert Game.from_record(record, at=turning.moment).moment == record.lines[turning.line].at


@pytest.mark.parametrize("name", FEW)
def test_golden_games(name: str) -> None:
    check(golden(name), analysed(name))


@pytest.mark.long
@pytest.mark.parametrize("name", OTHERS)
def test_all_golden_games(name: str) -> None:
    check(golden(name), analysed(name))


def test_an_analysis_as_far_as_it_has_come() -> None:
    record = golden("first-leaders-cities-standard-4")
    budget = SearchBudget(playouts=1)
    judged = [
        replace(judge(each.view, each.move, budget), line=each.line, moment=each.moment)
        for _, each in zip(range(11), decided(record), strict=False)
    ]
    for count in range(len(judged) + 1):
        found = assemble(record, judged[:count], budget, 0.0)
        assert [turn.line for turn in found.turns] == list(range(count // 4))  # four players draft at once
        assert len(found.decisions) == count
        assert not found.turnings and found.accuracy == (None,) * 4


def test_the_same_game_gives_the_same_analysis() -> None:
    record = golden("first-standard-3")
    record = replace(record, lines=record.lines[:4], result=None)
    seen: list[tuple[int, int]] = []
    one = analyse(record, SHORT, lambda done, total: seen.append((done, total)))
    two = analyse(str(record), SHORT)
    assert replace(one, seconds=0) == replace(two, seconds=0)
    assert seen == [(done, 12) for done in range(1, 13)]
    assert [turn.moment for turn in one.turns] == ["I.1", "I.2", "I.3", "I.4"]  # not over: no result


def test_the_version_of_the_net_is_named() -> None:
    found = analysed("first-standard-3")
    assert (found.net, found.net_fingerprint) == net_version()
    assert found.evaluator == f"{found.net}:playouts=16"


def test_cards_of_later_ages_change_nothing() -> None:
    """The whole analysis of the first age is the same when all that comes later is dealt otherwise."""
    record = golden("first-standard-3")
    first = tuple(line for line in record.lines if line.at.startswith("I."))
    record = replace(record, lines=first, result=None)
    mixed = []
    for age in record.deal.hands[1:]:
        cards = [card for hand in age for card in hand]
        Random(5).shuffle(cards)
        mixed.append(tuple(tuple(cards[7 * seat : 7 * seat + 7]) for seat in range(3)))
    other = replace(record, deal=replace(record.deal, hands=(record.deal.hands[0], *mixed)))
    assert other != record
    assert replace(analyse(other, SHORT), seconds=0) == replace(analyse(record, SHORT), seconds=0)


@pytest.mark.parametrize(
    ("boxes", "mode", "players"),
    [((), "standard", 4), (("cities",), "standard", 5), (("leaders",), "standard", 3), ((), "teams", 4)],
)
def test_unseen_cards_change_nothing(boxes: tuple[str, ...], mode: str, players: int) -> None:
    """A decision is judged alike in two games that its seat cannot tell apart."""
    compared = 0
    for seed in range(6):
        random = Random(seed)
        twins = Twins(a_start("first", boxes, mode, players, seed), 0, 20 + 5 * seed, random)
        before = twins.replay()[-1]
        changed = twins.exchange(random)
        after = twins.replay()[-1]
        views = [View(engine_view(game.table, 0)) for game in (before, after)]
        if not views[0].moves or not changed:
            continue
        move = random.choice(views[0].moves)
        one, two = (judge(view, move, SHORT) for view in views)
        assert one == two
        assert advise(views[0], SHORT) == advise(views[1], SHORT)
        compared += 1
    assert compared >= 2


def test_the_best_move_loses_nothing() -> None:
    game = Game.new(players=4, seed=3)
    while game.age == 1:
        for decision in game.pending:
            view = game.view(decision.player)
            best = advise(view, SearchBudget(playouts=40))[0].move
            found = judge(view, best, SearchBudget(playouts=60))  # two thirds of it: the same search
            assert found.best[0].move == best
            assert (found.loss.points, found.loss.win, found.mark) == (0, 0, None)
            game.play(decision, best)


def test_a_difference_within_the_error_is_no_loss() -> None:
    for each in analysed("first-standard-3").decisions:
        best, made = each.best[0], each.made
        if best is made or best.error is None or made.error is None:
            assert each.loss.points == 0
        elif each.loss.points:
            assert (best.worth - made.worth) ** 2 > 4 * (best.error**2 + made.error**2)
            assert each.loss.points == pytest.approx(best.worth - made.worth, abs=0.011)


def played(spec: str, seed: int) -> GameRecord:
    game = Game.new(players=3, seed=seed)
    bots = [make_bot(spec, seed=seed + seat) for seat in range(3)]
    while not game.over:
        decision = game.pending[0]
        game.play(decision, bots[decision.player].choose(game.view(decision.player), decision))
    return game.record()


def test_random_is_far_less_accurate_than_sage() -> None:
    budget = SearchBudget(playouts=60)
    means = []
    for spec in ("random", "sage:playouts=60"):
        figures = [figure for seed in (1, 2) for figure in analyse(played(spec, seed), budget).accuracy if figure]
        means.append(sum(figures) / len(figures))
    assert means[0] + 15 < means[1]
    assert means[1] > 85


def test_advice_ends_by_the_clock() -> None:
    """A limit of CPU time alone would let a player at a busy server wait for seconds."""
    assert 0 < ADVICE.ms <= 800
    assert 0 < ADVICE.cpu_ms <= ADVICE.ms


def test_marks_grow_with_the_loss() -> None:
    slip, mistake, blunder = THRESHOLDS.values()
    assert 0 < slip < mistake < blunder
    assert [mark_of(loss) for loss in (0.0, slip - 0.01, slip, mistake, blunder, 99.0)] == [
        None,
        None,
        "slip",
        "mistake",
        "blunder",
        "blunder",
    ]


def test_accuracy_counts_what_was_at_stake() -> None:
    decisions = list(analysed("first-standard-3").decisions)
    idle = [replace(each, stake=0.0, loss=Loss()) for each in decisions]
    assert accuracy(idle) is None
    assert accuracy([*decisions, *idle]) == accuracy(decisions)
    assert accuracy([replace(each, loss=Loss()) for each in decisions]) == 100


def test_what_cannot_be_judged_is_refused() -> None:
    game = Game.new(players=3, seed=1)
    with pytest.raises(ValueError, match="not a legal move"):
        judge(game.view(0), Move("build", "Palace"), SHORT)
    with pytest.raises(ValueError, match="needs a search"):
        judge(game.view(0), game.pending[0].moves[0], SearchBudget())


@pytest.mark.parametrize("document", [{}, {"format": "heptapolis-analysis/1"}, {"format": "heptapolis-analysis/2"}])
def test_documents_that_are_no_analysis(document: dict[str, object]) -> None:
    with pytest.raises(InvalidAnalysis):
        read_analysis(document)
