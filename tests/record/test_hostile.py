"""Hostile input gets a stable error code quickly, never an exception."""

from __future__ import annotations

import copy
import json
import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heptapolis import Game, HeptapolisError
from heptapolis.library.internals import table_of
from heptapolis.record import read_position, write_move, write_pending
from heptapolis.record.position.answers import RefusedMove, answer_play, write_error
from heptapolis.record.position.document import POSITION_FIELDS, SEAT_FIELDS
from heptapolis.record.position.json_input import LARGEST
from record.boxes import allowed_tables, chosen_by, new_game, random_move
from record.cases import CODES, COMMANDS, all_cases, in_process

WORDS = [
    "Altar",
    "Rhodes",
    "A",
    "left",
    "play",
    "Nero",
    "Lair",
    "first",
    "heptapolis-position/1",
    "",
    "\ud800",
    "\0",
    "é",
]
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.integers(),
    st.floats(),
    st.sampled_from(WORDS),
    st.text(max_size=5),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from([*POSITION_FIELDS, *SEAT_FIELDS, "player", "x"]), inner, max_size=4),
    ),
    max_leaves=12,
)


def assert_answered(command: str, data: bytes) -> dict[str, Any] | None:
    answer, error = in_process(command, data)
    if error is not None:
        assert answer is None
        assert error["error"] in CODES
        assert error["message"].isascii() and "\n" not in error["message"]
    return error


@pytest.mark.timeout(3600)
@given(st.sampled_from(sorted(COMMANDS)), values)
def test_any_json_is_answered(command: str, document: object) -> None:
    assert assert_answered(command, json.dumps(document).encode()) is not None


@pytest.mark.timeout(3600)
@given(st.sampled_from(sorted(COMMANDS)), st.binary(max_size=60))
def test_any_bytes_are_answered(command: str, data: bytes) -> None:
    error = assert_answered(command, data)
    assert error is not None


def positions() -> list[dict[str, Any]]:
    """Written positions of every kind of game at random moments, and the worked ones that are accepted."""
    found: list[dict[str, Any]] = []
    for seed, table in enumerate(allowed_tables()[::2]):
        rng = random.Random(seed)
        game = new_game(table, seed)
        for _ in range(rng.randrange(120)):
            if not game.over:
                game.play(*random_move(game, rng))
        found.append(json.loads(json.dumps(game.position())))
    for case in all_cases():
        if not case["expect"].get("error"):
            document = case["input"]
            found.append(document.get("position", document))
    return found


POSITIONS = positions()


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Every place inside a document."""
    found: list[tuple[object, ...]] = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        found += places(each, (*path, key))
    return found


def damaged(document: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A document with something dropped, doubled, altered or moved elsewhere."""
    document = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 3))):
        way = data.draw(st.sampled_from(places(document)))
        holder: Any = document
        for key in way[:-1]:
            holder = holder[key]
        last: Any = way[-1]
        match data.draw(st.sampled_from(["drop", "double", "alter", "swap", "add"])):
            case "drop":
                del holder[last]
            case "double" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[last]))
            case "swap":
                giver: Any = document
                for key in data.draw(st.sampled_from(places(document))):
                    giver = giver[key]
                holder[last] = copy.deepcopy(giver)
            case "add" if isinstance(holder, dict):
                holder[data.draw(st.sampled_from([*POSITION_FIELDS, *SEAT_FIELDS]))] = data.draw(values)
            case _:
                holder[last] = data.draw(values)
        if not places(document):
            break
    return document


@pytest.mark.timeout(3600)
@given(st.sampled_from(POSITIONS), st.data())
def test_a_damaged_position_is_refused_or_playable(position: dict[str, Any], data: st.DataObject) -> None:
    """One of the codes; or it is still a position, and then it is written, read back and played on."""
    document = damaged(position, data)
    before = copy.deepcopy(document)
    assert_answered("score", json.dumps(document).encode())
    try:
        game = Game.from_position(json.dumps(document))
    except HeptapolisError as error:
        assert error.code in CODES
        assert repr(document) == repr(before)
        return
    rng = random.Random(1)
    for _ in range(12):
        assert write_pending(read_position(game.position())) == write_pending(table_of(game))
        if not game.pending:
            break
        game.play(*random_move(game, rng))


@pytest.mark.timeout(3600)
@given(st.sampled_from(POSITIONS), st.data())
def test_damaged_moves_are_refused_with_their_place(position: dict[str, Any], data: st.DataObject) -> None:
    game = Game.from_position(position)
    if not game.pending:
        return
    decision, move = random_move(game, random.Random(3))
    good = write_move(decision.player, chosen_by(game, decision, move), table_of(game))
    field = data.draw(
        st.sampled_from(["player", "action", "card", "pay", "using", "copy", "city", "coins", "side", "x"])
    )
    bad = {**good, field: data.draw(values)}
    try:
        answer_play({"position": position, "moves": [bad]})
    except RefusedMove as error:
        assert error.code in CODES
        assert write_error(error)["move"] == 0


HUGE = {
    "nested lists": b"[" * 900_000,
    "nested objects": b'{"seats":' * 100_000,
    "nested in a field": b'{"format":"heptapolis-position/1","edition":' + b"[" * 500_000 + b"]" * 400_000 + b"}",
    "a long number": b'{"format":"heptapolis-position/1","age":' + b"9" * 900_000 + b"}",
    "a long negative number": b'{"age":-' + b"9" * 900_000 + b"}",
    "a long fraction": b'{"age":0.' + b"9" * 900_000 + b"}",
    "a large exponent": b'{"format":"heptapolis-position/1","edition":"first","age":1e999999,"seats":[]}',
    "a long name": b'{"format":"' + b"x" * 900_000 + b'"}',
    "many fields": b"{" + b",".join(b'"f%d":1' % n for n in range(70_000)) + b"}",
    "many seats": json.dumps({"format": "heptapolis-position/1", "edition": "first", "age": 1, "seats": [{}] * 100_000})
    .encode()[:LARGEST],
    "spaces": b" " * 900_000,
    "too large": b" " * (LARGEST + 1),
    "invalid UTF-8": b'{"format": "\xff"}',
    "UTF-16": "{}".encode("utf-16"),
    "a lone surrogate": b'{"format": "\\ud800"}',
    "a lone surrogate as a field": b'{"\\ud800": 1}',
    "a zero byte": b'{"a\0": 1}',
}  # fmt: skip


def many(field: str, value: object, count: int) -> bytes:
    document = {**POSITIONS[0], field: [value] * count}
    return json.dumps(document).encode()


HUGE["many discarded cards"] = many("discard", "Altar", 90_000)
HUGE["many diggers"] = many("dig_order", 0, 200_000)
HUGE["many chosen moves"] = many("chosen", {"player": 0, "action": "pass"}, 20_000)


@pytest.mark.parametrize("name", HUGE)
def test_extreme_documents_are_answered_quickly(name: str) -> None:
    """Within a second of CPU time, also interpreted."""
    times = []
    for _ in range(3):
        start = time.process_time()
        assert assert_answered("legal", HUGE[name]) is not None
        times.append(time.process_time() - start)
    assert min(times) < 0.8


@pytest.mark.parametrize(
    ("position", "owed"), [({"coins": 1_000_000, "owes": 999}, 1000), ({"coins": 3, "owes": 999}, 4)]
)
def test_large_debts_are_listed_quickly(position: dict[str, int], owed: int) -> None:
    seats = [
        {"wonder": wonder, "side": "A", **position} for wonder in ("Rhodes", "Giza", "Babylon", "Ephesus", "Petra")
    ]
    document = {
        "format": "heptapolis-position/1",
        "edition": "first",
        "expansions": ["cities"],
        "age": 3,
        "phase": "debt",
        "seats": seats,
    }
    start = time.process_time()
    answer, error = in_process("legal", json.dumps(document).encode())
    assert time.process_time() - start < 1
    assert answer is not None, error
    assert [len(entry["moves"]) for entry in answer["pending"]] == [owed] * 5


def test_byte_order_mark_is_accepted() -> None:
    document = b"\xef\xbb\xbf" + json.dumps(POSITIONS[-1]).encode()
    assert assert_answered("score", document) is None


def test_a_document_of_exactly_the_limit_is_read() -> None:
    text = json.dumps(POSITIONS[0]).encode()
    assert assert_answered("score", text + b" " * (LARGEST - len(text))) is None
    error = assert_answered("score", text + b" " * (LARGEST + 1 - len(text)))
    assert error is not None
    assert error["error"] == "document/too-large"


def test_a_refused_list_of_moves_changes_nothing() -> None:
    """The document that was sent stays as it was, also when the moves before the wrong one were fine."""
    position = next(case["input"]["position"] for case in all_cases() if case["id"] == "Y04")
    before = copy.deepcopy(position)
    with pytest.raises(RefusedMove) as caught:
        answer_play({"position": position, "moves": [{"player": 0, "action": "build", "card": "Stone Pit"}, {}]})
    assert caught.value.index == 1
    assert position == before
