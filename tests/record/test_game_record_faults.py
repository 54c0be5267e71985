"""Invalid records are refused with line and reason."""

import json
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.make import HERE, Kind
from heptapolis import Game
from heptapolis.record.game.files import record_from_bytes
from heptapolis.record.game.json_format import read_record_document, record_document
from heptapolis.record.game.model import InvalidRecord, RulebookWarning
from heptapolis.record.game.text_format import read_record, write_record

BASE = (HERE / Kind("first", (), "standard", 3).file).read_text(encoding="utf-8")
LEADERS = (HERE / Kind("first", ("leaders",), "standard", 3).file).read_text(encoding="utf-8")
SECOND = (HERE / Kind("second", (), "standard", 5).file).read_text(encoding="utf-8")


def number_of(text: str, start: str) -> int:
    """The number of the line that begins like this."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


def changed(text: str, start: str, change: Callable[[str], str]) -> str:
    """The text with a change in the line that begins like this."""
    lines = text.split("\n")
    index = number_of(text, start) - 1
    lines[index] = change(lines[index])
    assert lines != text.split("\n"), "nothing was changed"
    return "\n".join(lines)


def without(text: str, start: str) -> str:
    lines = text.split("\n")
    del lines[number_of(text, start) - 1]
    return "\n".join(lines)


def swap(old: str, new: str) -> Callable[[str], str]:
    return lambda line: line.replace(old, new, 1)


def other_move(new: str) -> Callable[[str], str]:
    """Puts another move in the first column."""
    return lambda line: re.sub(r"^(\S+(?: [a-z-]+)?  +)[^|]+? \|", rf"\1{new} |", line)


FAULTS = [
    # text, changed line, change, code, reported line (None: the same), words of the reason
    (BASE, "heptapolis", swap("/1", "/9"), "record/format", None, "begins with heptapolis-record/1"),
    (BASE, "edition", swap("first", "third"), "rules/combination", None, "there is no edition 'third'"),
    (BASE, "boxes", swap("none", "towers"), "rules/combination", None, "there is no box 'towers'"),
    (BASE, "boxes", swap("none", "cities, leaders"), "record/syntax", None, "leaders, cities"),
    (BASE, "mode", swap("standard", "teams"), "rules/combination", None, "teams take 4, 6"),
    (BASE, "seed", swap(": ", ": -"), "record/syntax", None, "whole number"),
    (BASE, "seed", lambda line: f"seed: {2**128}", "record/syntax", None, "whole number"),
    (BASE, "seat 1", lambda line: 'seat 1: Atlantis A, "Ben"', "card/unknown", None, "Atlantis"),
    (BASE, "seat 1", lambda line: re.sub(r" [AB],", " C,", line), "card/unknown", None, " C"),
    (BASE, "seat 1", lambda line: re.sub(r" [AB],", " day,", line), "record/syntax", None, "one of A, B"),
    (BASE, "seat 1", lambda line: re.sub(r" [AB],", ",", line), "record/syntax", None, "one of A, B"),
    (BASE, "seat 1", swap('"Ben"', '"Ben'), "record/syntax", None, "name in quotes"),
    (BASE, "seat 1", swap('"Ben"', '"B"en"'), "record/syntax", None, "no text in quotes"),
    (BASE, "deal I 1", swap(": ", ": Ivory Tower, "), "card/unknown", None, "'Ivory Tower'"),
    (BASE, "deal I 1", lambda line: line.rsplit(", ", 1)[0], "record/deal", None, "a hand has 7 cards, not 6"),
    (BASE, "deal II 2", swap("deal II 2", "deal II 3"), "record/syntax", None, "'deal II 2: ...' comes here"),
    (BASE, "deal II 2", swap(":", ":x"), "record/syntax", None, "'deal II 2: ...' comes here"),
    (BASE, "I.1 ", swap("I.1", "I.2"), "record/order", None, "I.1 comes next, not I.2"),
    (BASE, "I.2 ", swap("I.2  ", "I.2 dig"), "record/order", None, "I.2 comes next, not I.2 dig"),
    (BASE, "I.2 ", other_move("fly Altar"), "record/syntax", None, "is no move"),
    (BASE, "I.2 ", other_move("-"), "move/not-pending", None, "seat 0 must decide here"),
    (BASE, "I.2 ", other_move("build Ivory Tower"), "card/unknown", None, "'Ivory Tower'"),
    (BASE, "I.2 ", other_move("build Palace"), "move/illegal", None, "not there to be used"),
    (BASE, "I.2 ", other_move("pass"), "move/illegal", None, "Seat 0 cannot pass"),
    (BASE, "I.3 ", lambda line: line + " | pass", "record/syntax", None, "each of 3 cities, not 4"),
    (BASE, "I.3 ", lambda line: line.rsplit(" | ", 1)[0], "record/syntax", None, "each of 3 cities, not 2"),
    (BASE, "score 1", swap("total ", "total 9"), "record/result", None, "the rules give seat 1 total"),
    (BASE, "score 1", swap("military ", "military 9"), "record/result", None, "the rules give seat 1 military"),
    (BASE, "score 1", swap(", cities 0", ""), "record/syntax", None, "a score has the rows"),
    (BASE, "winners", lambda line: "winners: 0, 1, 2", "record/result", None, "the winners are"),
    (BASE, "winners", lambda line: line + "\nwinners: 0", "record/syntax", None, "nothing follows the end"),
    (BASE, "winners", lambda line: line + "\nIII.7  -", "record/syntax", None, "nothing follows the end"),
    (BASE, "score 0", lambda line: "III.7  pass | - | -\n" + line, "record/order", None, "the game is over"),
    (BASE, "score 0", lambda line: "unfinished", "record/result", None, "its result must follow"),
    (LEADERS, "leaders 1", lambda line: line.rsplit(", ", 1)[0], "record/deal", None, "4 leaders are dealt"),
    (LEADERS, "leader box", lambda line: line.rsplit(", ", 1)[0], "record/deal", None, "every leader once"),
    (LEADERS, "draft.1", swap("draft ", "recruit "), "move/illegal", None, "Seat 0 cannot recruit"),
    (LEADERS, "draft.2", swap("draft.2", "draft.3"), "record/order", None, "draft.2 comes next"),
    (SECOND, "seat 1", swap(", ", " day, "), "record/syntax", 7, "one of day, night"),
    (SECOND, "side ", lambda line: line + " | side day", "record/syntax", None, "each of 5 cities, not 6"),
    (BASE, "I.2 ", swap("I.2  ", "I.2 /"), "record/syntax", None, "no line of moves"),
    (SECOND, "side ", other_move("side A"), "move/illegal", None, "Seat 0 cannot choose the side"),
]


@pytest.mark.parametrize(("text", "start", "change", "code", "line", "reason"), FAULTS)
def test_errors_name_line_and_reason(
    text: str, start: str, change: Callable[[str], str], code: str, line: int | None, reason: str
) -> None:
    broken = changed(text, start, change)
    at = line or number_of(text, start)
    if reason == "nothing follows the end":
        at += 1
    with pytest.raises(InvalidRecord) as caught:
        read_record(broken)
    assert (caught.value.code, caught.value.place) == (code, f"line {at}")
    assert caught.value.message.startswith(f"line {at}: ")
    assert reason in caught.value.reason
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    "start",
    ["rulebook", "edition", "boxes", "mode", "seed", "seat 0", "deal I 0", "deal III 2", "I.1 ", "II.3 ", "III.6 "]
    + ["score 0", "score 2"],
)
def test_a_missing_line_is_noticed(start: str) -> None:
    """The error names the line in its place."""
    with pytest.raises(InvalidRecord) as caught:
        read_record(without(BASE, start))
    lines = BASE.split("\n")
    following = next(n for n, line in enumerate(lines, 1) if n > number_of(BASE, start) and line)
    assert caught.value.place == f"line {following - 1}"


@pytest.mark.parametrize("keep", [1, 5, 9, 15, 22, 30, 38, 44])
def test_incomplete_record_is_refused(keep: int) -> None:
    """A cut file is not an unfinished game, which says so in its last line."""
    lines = "\n".join(BASE.split("\n")[:keep]).rstrip().split("\n")
    with pytest.raises(InvalidRecord) as caught:
        read_record("\n".join(lines))
    assert caught.value.code == "record/incomplete"
    assert caught.value.place == f"line {len(lines)}"


def test_missing_last_line_is_refused() -> None:
    with pytest.raises(InvalidRecord, match=r"the record ends before the line 'winners"):
        read_record(without(BASE, "winners"))


def test_a_deck_must_be_the_one_of_the_table() -> None:
    """Two ages' hands changed places, a card dealt once too often, a guild too many."""
    first = re.search(r"^deal I 0: (.*)$", BASE, re.M)
    second = re.search(r"^deal II 0: (.*)$", BASE, re.M)
    assert first and second
    with pytest.raises(InvalidRecord, match=r"^line \d+: .* is dealt 0 times, and the deck has 1") as caught:
        read_record(BASE.replace(first[1], second[1], 1))
    assert caught.value.code == "record/deal"
    third = re.search(r"^deal III \d: .*?(\w+ Guild)", BASE, re.M)
    assert third
    with pytest.raises(InvalidRecord, match=r"5 guilds are drawn for the age, not 4"):
        read_record(re.sub(r"^(deal III \d: .*?)\w+ Guild", r"\1Palace", BASE, count=1, flags=re.M))


def test_a_board_lies_at_one_seat() -> None:
    board = re.search(r"^seat 0: (.*), ", BASE, re.M)
    assert board
    with pytest.raises(InvalidRecord, match="is at two seats") as caught:
        read_record(re.sub(r"^seat 2: .*,", f"seat 2: {board[1]},", BASE, flags=re.M))
    assert caught.value.place == f"line {number_of(BASE, 'seat 2')}"


@pytest.mark.parametrize(
    "note", ['note Table: "x"', "note table: x", 'note table: "x" y', 'note table: "a"\nnote table: "b"']
)
def test_notes_are_words_and_texts(note: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read_record(changed(BASE, "seat 2", lambda line: f"{line}\n{note}"))
    assert caught.value.code == "record/syntax"


def test_files_that_are_not_records() -> None:
    for data in (b"", b"\n\n", b"hello", b"\xff\xfe", b"{", b"{}", b"[1]", b'{"format": "heptapolis-position/1"}'):
        with pytest.raises(InvalidRecord):
            record_from_bytes(data)
    with pytest.raises(InvalidRecord, match="at most") as caught:
        record_from_bytes(b"#" * 1_000_001)
    assert caught.value.code == "document/too-large"
    with pytest.raises(InvalidRecord, match="line 2: this is not UTF-8"):
        record_from_bytes(b"heptapolis-record/1\nrulebook: \xff")


@given(st.data())
@pytest.mark.filterwarnings("ignore::heptapolis.RulebookWarning")
def test_whatever_is_changed_is_refused_or_reads_back(data: st.DataObject) -> None:
    """Lines lost, doubled, exchanged, characters changed: an error of ours with a line, or a record that is sound."""
    lines = data.draw(st.sampled_from([BASE, LEADERS, SECOND])).split("\n")
    index = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    match data.draw(st.sampled_from(["lose", "double", "exchange", "character", "insert"])):
        case "lose":
            del lines[index]
        case "double":
            lines.insert(other, lines[index])
        case "exchange":
            lines[index], lines[other] = lines[other], lines[index]
        case "character":
            place = data.draw(st.integers(0, len(lines[index])))
            lines[index] = lines[index][:place] + data.draw(st.characters()) + lines[index][place + 1 :]
        case "insert":
            lines.insert(index, data.draw(st.text()))
    try:
        record = read_record("\n".join(lines))
    except InvalidRecord as error:
        assert re.match(r"line \d+: ", error.message)
    else:
        assert read_record(write_record(record)) == record


JSON_FAULTS: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (lambda it: it.pop("format"), "format/value", "format is missing"),
    (lambda it: it.update(format="x"), "format/value", "format"),
    (lambda it: it.update(more=1), "format/unknown-field", "more"),
    (lambda it: it.update(rulebook=1), "format/value", "rulebook"),
    (lambda it: it.update(seats={}), "format/value", "seats"),
    (lambda it: it["seats"].pop(), "rules/combination", "mode"),
    (lambda it: it.update(notes=[]), "format/value", "notes"),
    (lambda it: it.update(notes={"A b": "x"}), "record/syntax", "note"),
    (lambda it: it.update(notes={"ab": 1}), "format/value", "notes.ab"),
    (lambda it: it["deals"].pop("2"), "format/value", "deals.2"),
    (lambda it: it["deals"].update({"2": 5}), "format/value", "deals.2"),
    (lambda it: it["deals"]["1"][0].pop(), "record/deal", "deal I 0"),
    (lambda it: it.update(leaders=[[], [], []]), "record/deal", "leaders"),
    (lambda it: it["lines"][4].update(at="I.4"), "record/order", "lines[4].at"),
    (lambda it: it["lines"].pop(4), "record/order", "lines[4].at"),
    (lambda it: it["lines"][4]["moves"].pop(), "record/incomplete", "lines[4]"),
    (lambda it: it["lines"][4]["moves"].append(it["lines"][5]["moves"][0]), "move/not-pending", "lines[4].moves[3]"),
    (lambda it: it["lines"][4]["moves"][1].update(card="Palace"), "move/illegal", "lines[4].moves[1]"),
    (lambda it: it["lines"][4]["moves"][1].update(fly=1), "format/unknown-field", "lines[4].moves[1]"),
    (lambda it: it["scores"][0].update(total=0), "record/result", "scores"),
    (lambda it: it.pop("winners"), "record/result", "winners"),
    (lambda it: it["lines"].pop(), "record/incomplete", "scores"),
]


@pytest.mark.parametrize(("change", "code", "place"), JSON_FAULTS)
def test_broken_documents(change: Callable[[dict[str, Any]], object], code: str, place: str) -> None:
    document = json.loads(json.dumps(record_document(read_record(BASE))))
    change(document)
    with pytest.raises(InvalidRecord) as caught:
        read_record_document(document)
    assert caught.value.code == code
    assert place in caught.value.message


def other_rulebook(text: str) -> str:
    """The record as it would stand if it had been played before a correction of the data."""
    return changed(text, "rulebook", lambda line: "rulebook: 000000000000")


def test_another_rulebook_whose_replay_agrees_only_warns() -> None:
    old = read_record(BASE)
    with pytest.warns(RulebookWarning, match="played with the rulebook 000000000000, .* its replay agrees"):
        record = read_record(other_rulebook(BASE))
    assert (record.lines, record.result) == (old.lines, old.result)
    assert record.rulebook == "000000000000"
    with pytest.warns(RulebookWarning):
        assert read_record_document(record_document(record)) == record
    game = Game.from_record(record)
    assert game.scores() == Game.from_record(old).scores()
    assert read_record(str(game.record())).rulebook == old.rulebook, "what is played on is of the rulebook at hand"


@pytest.mark.parametrize(
    ("start", "change", "code"),
    [
        ("I.2 ", other_move("build Palace"), "move/illegal"),
        ("score 1", swap("civilian ", "civilian 9"), "record/result"),
    ],
)
def test_another_rulebook_whose_replay_disagrees_is_refused(
    start: str, change: Callable[[str], str], code: str
) -> None:
    """The reason is that of the replay; the rulebook is named with it."""
    text = changed(BASE, start, change)
    with pytest.raises(InvalidRecord) as same:
        read_record(text)
    with pytest.raises(InvalidRecord) as other:
        read_record(other_rulebook(text))
    assert other.value.code == same.value.code == code
    assert other.value.place == same.value.place == f"line {number_of(BASE, start)}"
    assert other.value.reason.startswith(f"{same.value.reason} (played with the rulebook 000000000000, ")


def test_documents_of_another_rulebook_are_refused_with_both_reasons() -> None:
    document = json.loads(json.dumps(record_document(read_record(BASE))))
    document.update(rulebook="000000000000")
    document["scores"][0].update(total=0)
    with pytest.raises(InvalidRecord, match="the rules give .*played with the rulebook 000000000000"):
        read_record_document(document)


def test_error_can_be_pickled() -> None:
    """Between processes, with code, place and reason."""
    error = InvalidRecord("record/deal", "a hand too few", "line 3")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, InvalidRecord)
    assert (again.code, again.message, again.place) == (error.code, "line 3: a hand too few", "line 3")
