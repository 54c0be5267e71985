"""Matches: mirrored blocks, the same games for the same seed, and results that add up."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heptapolis import Game
from heptapolis.arena.exports import write_csv
from heptapolis.arena.match import Match, margins_of, match_of, play_block, play_game
from heptapolis.arena.rating import fit, placings_of, rate
from heptapolis.arena.report import html_report
from heptapolis.arena.runner import GamesFile, Processes, deals_for, play_here, run_match
from heptapolis.arena.statistics import interval, match_summary
from heptapolis.bots import UnknownBot
from heptapolis.engine import InvalidOptions, Score

pytestmark = pytest.mark.once

TRIO = match_of(["greedy", "rules", "random"], seed=5)


TIMES = ("ms_per_move", "milliseconds", "cpu_ms_per_move", "cpu_milliseconds")


def without_times(found: Any) -> Any:
    """Results without times, which vary."""
    if isinstance(found, dict):
        return {key: without_times(value) for key, value in found.items() if key not in TIMES}
    return [without_times(each) for each in found] if isinstance(found, (list, tuple)) else found


def test_a_block_is_one_deal_in_every_rotation() -> None:
    block = play_block(TRIO, 0)
    assert [game.rotation for game in block] == [0, 1, 2]
    boards = [[(seat.wonder, seat.side) for seat in game.seats] for game in block]
    assert boards[0] == boards[1] == boards[2], "the deal is the same in all games"
    for seat in range(3):
        assert sorted(game.seats[seat].bot for game in block) == ["greedy", "random", "rules"]


def test_partners_stay_partners() -> None:
    match = match_of(["greedy", "greedy", "random", "rules"], mode="teams")
    seatings = [match.seating(rotation) for rotation in range(4)]
    assert len(set(seatings)) == 4
    for seating in seatings:
        assert {frozenset(seating[:2]), frozenset(seating[2:])} == {frozenset({0, 1}), frozenset({2, 3})}
    assert all({seating[seat] for seating in seatings} == {0, 1, 2, 3} for seat in range(4))


@pytest.mark.parametrize(
    ("mode", "totals", "margins"),
    [
        ("standard", [50, 40, 45], [5, -10, -5]),
        ("free-city", [50, 40, 99], [10, -10]),
        ("teams", [10, 20, 30, 5], [-5, -5, 5, 5]),
    ],
)
def test_margins(mode: str, totals: list[int], margins: list[int]) -> None:
    scores = [Score(seat, total) for seat, total in enumerate(totals)]
    assert margins_of(mode, scores) == margins


def test_win_shares_sum_to_one_per_game() -> None:
    for options in ({"bots": ["greedy", "rules"]}, {"bots": ["greedy"], "players": 4, "mode": "teams"}):
        for game in play_block(match_of(**options, seed=3), 1):
            assert sum(seat.win_share for seat in game.seats) == pytest.approx(1)


def test_processes_give_the_same_result() -> None:
    here = match_summary(TRIO, run_match(TRIO, 10, play_here))
    there = match_summary(TRIO, run_match(TRIO, 10, Processes(2)))
    assert here["games"] == 12 and here["deals"] == 4, "rounded up to whole blocks"
    assert without_times(here) == without_times(there)


def test_interrupted_match_resumes(tmp_path: Path) -> None:
    file = GamesFile(tmp_path / "games.jsonl")
    going = run_match(TRIO, 15, play_here, file)
    for _ in range(2):
        next(going)
    going.close()  # type: ignore[attr-defined]
    with file.path.open("a") as text:
        text.write('[{"deal":2,"rota')  # cut off in the middle of a line
    played: list[int] = []

    def counting(match: Match, deals: Any, records: Path | None) -> Any:
        played.extend(deals)
        return play_here(match, deals, records)

    blocks = list(run_match(TRIO, 15, counting, file))
    assert played == [2, 3, 4]
    assert without_times(match_summary(TRIO, blocks)) == without_times(
        match_summary(TRIO, run_match(TRIO, 15, play_here))
    )
    assert GamesFile(file.path).read() == (TRIO, sorted(blocks, key=lambda block: block[0].deal))


def test_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = GamesFile(tmp_path / "games.jsonl")
    list(run_match(TRIO, 3, play_here, file))
    before = file.path.read_text()
    with pytest.raises(InvalidOptions, match="another match"):
        list(run_match(match_of(["random"], 3), 3, play_here, file))
    assert file.path.read_text() == before


def test_records_replay_to_the_result(tmp_path: Path) -> None:
    result = play_game(TRIO, 2, 1, tmp_path)
    (path,) = tmp_path.iterdir()
    game = Game.from_record(path.read_text(encoding="utf-8"))
    assert [score.total for score in game.scores()] == [seat.total for seat in result.seats]


def test_summary_shape() -> None:
    found = match_summary(TRIO, run_match(TRIO, 6, play_here))
    assert json.loads(json.dumps(found)) == found
    assert {"players", "edition", "expansions", "mode", "games", "deals", "seed", "bots", "boards", "seats"} <= set(
        found
    )
    points = [bot["mean_points"]["value"] for bot in found["bots"]]
    assert found["winner_points"]["value"] >= max(points)
    for bot in found["bots"]:
        assert {"name", "win_share", "mean_points", "margin", "ms_per_move", "replaced_moves"} <= set(bot)
        assert 0 <= bot["cpu_ms_per_move"]["p50"] <= bot["cpu_ms_per_move"]["p95"]
        assert bot["win_share"]["low"] <= bot["win_share"]["value"] <= bot["win_share"]["high"]
    assert sum(bot["win_share"]["value"] for bot in found["bots"]) == pytest.approx(1)
    assert sum(row["seats"] for row in found["boards"]) == 18 == sum(row["seats"] for row in found["seats"])


def test_seats_of_equal_bots_are_pooled() -> None:
    match = match_of(["greedy", "random", "random"], seed=2)
    found = match_summary(match, run_match(match, 30, play_here))
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "random"]
    assert [bot["seats"] for bot in found["bots"]] == [30, 60]
    greedy, random = (bot["win_share"]["value"] for bot in found["bots"])
    assert greedy + 2 * random == pytest.approx(1)
    assert greedy > 0.8


def test_intervals_cover_the_mean_and_shrink_with_deals() -> None:
    values = np.random.default_rng(1).normal(50, 10, 4000)
    few, many = interval(values[:40]), interval(values)
    for found in (few, many):
        assert found["low"] is not None and found["high"] is not None
        assert found["low"] < 50 < found["high"]
    width = {len_: found["high"] - found["low"] for len_, found in ((40, few), (4000, many))}  # type: ignore[operator]
    assert width[4000] == pytest.approx(2 * 1.96 * 10 / 4000**0.5, rel=0.1)
    assert width[40] > 5 * width[4000]


def test_ratings_find_known_strengths() -> None:
    """Orders drawn from the model itself, with strengths 4 : 2 : 1."""
    random = np.random.default_rng(7)
    strengths = np.array([4.0, 2.0, 1.0])
    stages = []
    for _ in range(4000):
        left = [0, 1, 2]
        while len(left) > 1:
            taker = int(random.choice(left, p=strengths[left] / strengths[left].sum()))
            stages.append(((taker, tuple(left)), 1.0))
            left.remove(taker)
    ratings = fit(stages, 3)
    assert ratings - ratings[2] == pytest.approx(400 * np.log10(strengths), abs=12)


def test_a_bot_that_never_loses_has_a_finite_rating() -> None:
    ratings = fit([((0, (0, 1)), 1.0)] * 50, 2)
    assert np.isfinite(ratings).all() and ratings[0] > ratings[1]


def test_equal_totals_count_for_both() -> None:
    match = match_of(["greedy", "random", "rules"])
    game = play_block(match, 0)[0]
    level = type(game)(0, 0, tuple(type(seat)(**{**seat_dict(seat), "total": 40}) for seat in game.seats))
    names = ["greedy", "random", "rules"]
    assert fit(placings_of(match, level, names), 3) == pytest.approx(np.zeros(3), abs=1e-3)


def seat_dict(seat: Any) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in seat.__slots__}


def test_the_ladder_is_rated_in_its_order_and_reported(tmp_path: Path) -> None:
    blocks = list(run_match(TRIO, 60, play_here))
    ratings = rate([(TRIO, blocks)])
    assert [entry["name"] for entry in ratings][-1] == "random"
    for entry in ratings:
        figure = entry["rating"]
        assert figure["low"] <= figure["value"] <= figure["high"]
    page = html_report([(TRIO, blocks)], ratings)
    assert page.count("<svg") == 5
    assert "http" not in page, "the page fetches nothing"
    write_csv(tmp_path / "games.csv", blocks)
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 1 + 60 * 3


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"bots": []}, InvalidOptions),
        ({"bots": ["greedy"] * 4, "players": 3}, InvalidOptions),
        ({"bots": ["greedy"] * 9}, InvalidOptions),
        ({"bots": ["nobody", "greedy", "greedy"]}, UnknownBot),
        ({"bots": ["mc:playouts=many", "greedy", "greedy"]}, UnknownBot),
        ({"bots": ["greedy:fast=1", "greedy", "greedy"]}, UnknownBot),
    ],
)
def test_invalid_matches_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        match_of(**options)


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert [deals_for(TRIO, games) for games in (1, 3, 4, 300)] == [1, 1, 2, 100]
