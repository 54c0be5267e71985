"""The game record: what is written reads back, any moment can be reached again, unfinished games are records too."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.make import HERE, Kind, golden_game, kinds
from heptapolis.engine import Game
from heptapolis.engine.setup import deal
from heptapolis.record import read_position, write_position
from heptapolis.record.game.files import load_record, record_from_bytes, save_record
from heptapolis.record.game.json_format import read_record_document, record_document
from heptapolis.record.game.model import GameRecord, InvalidRecord
from heptapolis.record.game.replay import Recorder, at_moment, replay, replayed
from heptapolis.record.game.text_format import read_record, write_record

KINDS = list(kinds())
SAMPLE = [kind for kind in KINDS if kind.players in (2, 4, 8) or kind.edition == "second"]


def golden(kind: Kind) -> GameRecord:
    return read_record((HERE / kind.file).read_text(encoding="utf-8"))


def cut(record: GameRecord, lines: int) -> GameRecord:
    """The record as it was when so many lines had been revealed."""
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
    dealt = [deal(played.table, age) for age in (1, 2, 3)]
    played.table.deals = dealt  # what the seed would deal: a position writes it where it is known
    for step in replay(record):
        assert write_position(step.game) == write_position(played)
        for city, move in enumerate(step.line.moves if step.line else ()):
            if move is not None:
                played.play(played.table.decider(city), move)
    assert played.over


@pytest.mark.parametrize("kind", SAMPLE[::3], ids=lambda kind: kind.file)
def test_a_game_goes_on_from_any_position_of_a_record(kind: Kind) -> None:
    record = golden(kind)
    for index, line in enumerate(record.lines[::5]):
        game = read_position(json.loads(json.dumps(write_position(at_moment(record, line.at).game))))
        assert [decision.kind for decision in game.pending] == [
            decision.kind for decision in at_moment(record, line.at).game.pending
        ], (index, line.at)


def test_the_recorder_notes_what_is_revealed() -> None:
    recorder = Recorder(Game.new(players=3, seed=5), ["Ada", "Ben", "Cleo"], {"table": "Friday"})
    first, second = recorder.game.legal(0)[0], recorder.game.legal(0)[-1]
    recorder.play(0, first)
    recorder.play(1, recorder.game.legal(1)[0])
    assert recorder.lines_written == 0
    recorder.play(0, second)  # changed before the reveal
    recorder.withdraw(1)
    recorder.play(1, recorder.game.legal(1)[-1])
    recorder.play(2, recorder.game.legal(2)[-1])
    (line,) = recorder.record.lines
    assert line.at == "I.1"
    assert line.moves[0] == second
    assert recorder.record.notes == {"table": "Friday"}
    assert [seat.name for seat in recorder.record.seats] == ["Ada", "Ben", "Cleo"]


def test_the_recorder_notes_what_the_holder_chooses_anew_for_the_free_city() -> None:
    recorder = Recorder(Game.new(players=2, seed=5))
    game = recorder.game
    holder = game.table.holder
    recorder.play(holder, game.legal(holder)[0])
    recorder.play(holder, game.legal(holder)[0])  # for the Free City
    recorder.play(holder, game.table.phase.moves(game.table, holder)[-1])
    assert game.table.chosen[2] is None, "a new own card drops the one for the Free City"
    city = game.legal(holder)[-1]
    recorder.play(holder, city)
    recorder.play(1 - holder, game.legal(1 - holder)[0])
    (line,) = recorder.record.lines
    assert line.moves[2] == city
    assert read_record(write_record(recorder.record)) == recorder.record


@pytest.mark.parametrize("kind", SAMPLE[::4], ids=lambda kind: kind.file)
def test_an_unfinished_game_goes_on_from_its_record(kind: Kind) -> None:
    record = golden(kind)
    half = cut(record, len(record.lines) // 2)
    text = write_record(half)
    assert text.endswith("\nunfinished\n")
    recorder = Recorder.resume(read_record(text))
    for line in record.lines[len(half.lines) :]:
        for city, move in enumerate(line.moves):
            if move is not None:
                recorder.play(recorder.game.table.decider(city), move)
    assert recorder.record == record


def test_a_record_begins_with_its_game() -> None:
    game = Game.new(players=3, seed=5)
    for seat in range(3):
        game.play(seat, game.legal(seat)[0])
    with pytest.raises(InvalidRecord, match="played on already"):
        Recorder(game)


def test_a_record_outlives_its_seed() -> None:
    """The deal is in the record: another seed in its header changes nothing in the game."""
    record = a_record()
    other = replace(record, seed=1)
    assert replayed(other).scores() == replayed(record).scores()
    assert read_record(write_record(other)) == other


def test_moments() -> None:
    record = golden(Kind("first", ("leaders", "cities"), "standard", 4))
    assert at_moment(record, "II.3").game.turn == 3
    assert at_moment(record, "ii.3").game.age == 2
    assert at_moment(record, "over").line is None
    assert at_moment(record, "draft.2").index == 1
    assert at_moment(record, "III.0 recruit").game.phase == "recruit"
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
    copies = [step.game.copy() for step in replay(record)]
    for index, line in enumerate(record.lines):
        for city, move in enumerate(line.moves):
            if move is not None:
                copies[index].play(city, move)
        assert write_position(copies[index]) == write_position(copies[index + 1])


def test_remarks_blank_lines_and_other_line_ends_are_for_people() -> None:
    record = a_record()
    text = "# the final of the year\n\n" + write_record(record).replace("\n", "\r\n")
    assert read_record(text) == record
    assert read_record("\ufeff" + write_record(record)) == record


def test_files_hold_either_form(tmp_path: Path) -> None:
    record = a_record()
    path = tmp_path / "game.record"
    save_record(path, record)
    assert load_record(path) == record
    assert [each.name for each in tmp_path.iterdir()] == ["game.record"]
    assert record_from_bytes(json.dumps(record_document(record)).encode()) == record
