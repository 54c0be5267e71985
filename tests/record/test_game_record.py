"""The game record: round trips, replay to any moment, unfinished games."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.make import HERE, Kind, golden_game, kinds
from heptapolis import Game, GameRecord, InvalidRecord
from heptapolis.engine.setup import deal
from heptapolis.library.internals import table_of
from heptapolis.record import write_position
from heptapolis.record.game.files import load_record, record_from_bytes, save_record
from heptapolis.record.game.json_format import read_record_document, record_document
from heptapolis.record.game.model import new_record
from heptapolis.record.game.replay import Recorder, at_moment, replay
from heptapolis.record.game.text_format import read_record, write_record

KINDS = list(kinds())
SAMPLE = [kind for kind in KINDS if kind.players in (2, 4, 8) or kind.edition == "second"]


def golden(kind: Kind) -> GameRecord:
    return read_record((HERE / kind.file).read_text(encoding="utf-8"))


def cut(record: GameRecord, lines: int) -> GameRecord:
    """The record after a number of lines."""
    return replace(record, lines=record.lines[:lines], result=None)


def a_record() -> GameRecord:
    return golden_game(Kind("first", (), "standard", 3), 3)


@given(st.sampled_from(KINDS), st.integers(0, 200), st.lists(st.text(), min_size=8, max_size=8))
def test_what_is_written_reads_back(kind: Kind, number: int, names: list[str]) -> None:
    """Any game, cut anywhere, with any names: as text and as JSON."""
    whole = golden_game(kind, number)
    lines = number % (len(whole.lines) + 1)
    seats = tuple(replace(seat, name=name if seat.name else "") for seat, name in zip(whole.seats, names, strict=False))
    record = replace(
        whole if lines == len(whole.lines) else cut(whole, lines), seats=seats, notes={"person": names[-1]}
    )
    text = write_record(record)
    assert text.isascii() or all(char.isprintable() or char == "\n" for char in text)
    assert read_record(text) == record
    assert read_record_document(json.loads(json.dumps(record_document(record)))) == record
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize("kind", SAMPLE, ids=lambda kind: kind.file)
def test_replay_shows_the_positions_of_the_game(kind: Kind) -> None:
    """A game and its record stand at the same position before every line, seen from a game that was never recorded."""
    record = golden(kind)
    sides = [seat.side or None for seat in record.seats]
    boards = [seat.wonder for seat in record.seats]
    played = Game.new(kind.players, kind.edition, kind.expansions, kind.mode, record.seed, boards, sides)
    table = table_of(played)
    table.deals = [deal(table, age) for age in (1, 2, 3)]  # as the seed deals them: a position writes what is known
    for step in replay(record):
        assert write_position(step.table) == played.position()
        for move in step.line.moves if step.line else ():
            if move is not None:
                played.play(played.pending[0], move)
    assert played.over


@pytest.mark.parametrize("kind", SAMPLE[::3], ids=lambda kind: kind.file)
def test_a_game_goes_on_from_any_position_of_a_record(kind: Kind) -> None:
    record = golden(kind)
    for index, line in enumerate(record.lines[::5]):
        there = Game.from_record(record, at=line.at)
        game = Game.from_position(json.dumps(there.position()))
        assert game.pending == there.pending, (index, line.at)


def test_a_record_holds_what_is_revealed() -> None:
    game = Game.new(players=3, seed=5)
    first, second = game.legal(0)[0], game.legal(0)[-1]
    game.play(0, first)
    game.play(1, game.legal(1)[0])
    assert game.record().lines == ()
    game.play(0, second)  # changed before the reveal
    game.withdraw(1)
    game.play(1, game.legal(1)[-1])
    game.play(2, game.legal(2)[-1])
    record = game.record(["Ada", "Ben"], {"table": "Friday"})
    (line,) = record.lines
    assert line.at == "I.1"
    assert line.moves[0] == second
    assert record.notes == {"table": "Friday"}
    assert [seat.name for seat in record.seats] == ["Ada", "Ben", record.seats[2].wonder]


def test_a_record_holds_what_the_holder_chooses_anew_for_the_free_city() -> None:
    game = Game.new(players=2, seed=5)
    holder = game.holder
    assert holder is not None
    own = game.pending[holder]
    game.play(own, own.moves[0])
    game.play(holder, game.legal(holder)[0])  # for the Free City
    game.play(own, own.moves[-1])
    assert game.chosen[2] is None, "a new own card drops the one for the Free City"
    free_city = game.legal(holder)[-1]
    game.play(holder, free_city)
    game.play(1 - holder, game.legal(1 - holder)[0])
    record = game.record()
    (line,) = record.lines
    assert line.moves[2] == free_city
    assert read_record(str(record)) == record


@pytest.mark.parametrize("kind", SAMPLE[::4], ids=lambda kind: kind.file)
def test_an_unfinished_game_goes_on_from_its_record(kind: Kind) -> None:
    record = golden(kind)
    half = cut(record, len(record.lines) // 2)
    text = write_record(half)
    assert text.endswith("\nunfinished\n")
    game = Game.from_record(text)
    for line in record.lines[len(half.lines) :]:
        for move in line.moves:
            if move is not None:
                game.play(game.pending[0], move)
    assert game.record() == record


def test_a_record_begins_with_its_game() -> None:
    game = Game.new(players=3, seed=5)
    for decision in game.pending:
        game.play(decision, decision.moves[0])
    with pytest.raises(InvalidRecord, match="played on already"):
        new_record(table_of(game))
    with pytest.raises(InvalidRecord, match="began from a position"):
        Game.from_position(game.position()).record()


def test_record_does_not_depend_on_its_seed() -> None:
    """The deal is in the record: another seed in its header changes nothing in the game."""
    record = a_record()
    other = replace(record, seed=1)
    assert Game.from_record(other).scores() == Game.from_record(record).scores()
    assert read_record(write_record(other)) == other


def test_moments() -> None:
    record = golden(Kind("first", ("leaders", "cities"), "standard", 4))
    assert at_moment(record, "II.3").table.turn == 3
    assert at_moment(record, "ii.3").table.age == 2
    assert at_moment(record, "over").line is None
    assert at_moment(record, "draft.2").index == 1
    assert at_moment(record, "III.0 recruit").table.phase.name == "recruit"
    with pytest.raises(InvalidRecord, match="never came to 'IV.1'"):
        at_moment(record, "IV.1")


def test_the_second_of_two_digs_in_a_turn() -> None:
    kind = Kind("first", ("leaders", "manneken-pis"), "standard", 7)
    for record in (golden_game(kind, number) for number in range(0, 36, 6)):
        labels = [line.at for line in record.lines]
        twice = [label for label in labels if label.endswith(" dig") and labels.count(label) == 2]
        if twice:
            first, second = at_moment(record, twice[0]), at_moment(record, f"{twice[0]} #2")
            assert first.index < second.index
            assert first.at == second.at
            return
    pytest.fail("no game had two digs in a turn")


def test_a_step_keeps_its_game_when_copied() -> None:
    record = a_record()
    copies = [Game(Recorder(step.table.copy())) for step in replay(record)]
    for index, line in enumerate(record.lines):
        for city, move in enumerate(line.moves):
            if move is not None:
                copies[index].play(city, move)
        assert copies[index] == copies[index + 1]


def test_comments_blank_lines_and_carriage_returns_are_ignored() -> None:
    record = a_record()
    text = "# the final of the year\n\n" + write_record(record).replace("\n", "\r\n")
    assert read_record(text) == record
    assert read_record("\ufeff" + write_record(record)) == record


def test_files_in_text_or_json(tmp_path: Path) -> None:
    record = a_record()
    path = tmp_path / "game.record"
    save_record(path, record)
    assert load_record(path) == record
    assert [each.name for each in tmp_path.iterdir()] == ["game.record"]
    assert record_from_bytes(json.dumps(record_document(record)).encode()) == record
