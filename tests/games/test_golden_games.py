"""Golden games: one for each kind of table, replayed line by line to the result in their records."""

from collections import Counter
from functools import cache

import pytest

from games.make import HERE, Kind, golden_game, kinds
from heptapolis import CATEGORIES, Game, GameRecord
from heptapolis.engine import rules_for
from heptapolis.record.game.replay import replay
from heptapolis.record.game.text_format import read_record, write_record

KINDS = list(kinds())


def text_of(kind: Kind) -> str:
    return (HERE / kind.file).read_text(encoding="utf-8")


@cache
def records() -> list[GameRecord]:
    return [read_record(text_of(kind)) for kind in KINDS]


def test_every_kind_of_table_has_a_game() -> None:
    assert {path.name for path in HERE.glob("*.record")} == {kind.file for kind in KINDS}
    found = {(game.edition, game.expansions, game.mode) for game in records()}
    assert len(found) == 8 * 3 + 1  # every mix of the three boxes in every mode, and the second edition by itself
    assert {len(game.seats) for game in records()} == set(range(3, 9))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.file)
def test_golden_game_replays_to_its_result(kind: Kind) -> None:
    """Every line is played through the public interface; the points are read from the text, not from the reader."""
    text = text_of(kind)
    record = read_record(text)
    assert write_record(record) == text
    assert (record.edition, record.expansions, record.mode) == kind[:3]
    steps = list(replay(record))
    assert [step.line.at for step in steps if step.line] == [line.at for line in record.lines]
    game = Game.from_record(record)
    assert game.over and steps[-1].table.over
    written = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("score ")]
    for score, line in zip(game.scores(), written, strict=True):
        rows = dict(row.rsplit(" ", 1) for row in line.split(", "))
        assert {category: str(score[category]) for category in CATEGORIES} | {"total": str(score.total)} == rows
    assert text.splitlines()[-1] == f"winners: {', '.join(map(str, game.winners()))}"


@pytest.mark.parametrize("number", range(0, len(KINDS), 7))
def test_golden_games_match_the_script(number: int) -> None:
    assert write_record(golden_game(KINDS[number], number)) == text_of(KINDS[number])


def test_every_side_of_every_board_is_played() -> None:
    played: Counter[tuple[str, str, str]] = Counter()
    for record in records():
        *_, last = replay(record)
        played.update((record.edition, city.side.wonder, city.side.name) for city in last.table.cities)
    there = {
        (edition, board.wonder, side.name)
        for edition, boxes in (("first", ("leaders", "cities", "manneken-pis")), ("second", ()))
        for board in rules_for(edition, boxes).boards
        for side in board.sides
    }
    assert played.keys() == there


def test_every_card_and_leader_is_played() -> None:
    for edition, boxes in (("first", ("leaders", "cities", "manneken-pis")), ("second", ())):
        played = {
            move.card
            for record in records()
            if record.edition == edition
            for line in record.lines
            for move in line.moves
            if move is not None and move.action in ("build", "recruit", "dig")
        }
        assert sorted(rules_for(edition, boxes).by_name.keys() - played) == []


def test_every_kind_of_decision_is_recorded() -> None:
    lines = [line for record in records() for line in record.lines]
    kinds_of_lines = {line.at.partition(" ")[2] or line.at.partition(".")[0] for line in lines}
    assert kinds_of_lines >= {"side", "draft", "recruit", "last-card", "dig", "copy", "debt", "I", "II", "III"}
    words = [str(move) for line in lines for move in line.moves if move is not None]
    assert {word.partition(" ")[0] for word in words} == {
        "build", "wonder", "discard", "pass", "dig", "copy", "settle", "side", "draft", "recruit",
    }  # fmt: skip
    for mark in (" <", " >", " bank ", " using Olympia", " using Caligula", " copying left", " copying right"):
        assert any(mark in word for word in words), mark
    assert any(at.startswith(("I.0 dig", "II.0 dig", "III.0 dig")) for at in (line.at for line in lines))
    assert not any("Free City" in word for word in words), "whose move it is follows from its column"
