"""The published schema matches the reader and the writer."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from heptapolis.engine.moves import ACTIONS
from heptapolis.engine.score_sheet import CATEGORIES
from heptapolis.library.internals import table_of
from heptapolis.record import write_pending
from heptapolis.record.move_json import ACTION_FIELDS
from heptapolis.record.position.document import PHASES, POSITION_FIELDS, SEAT_FIELDS
from record.boxes import allowed_tables, new_game, random_move
from record.cases import all_cases, document_of, in_process

pytestmark = pytest.mark.once

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs" / "position.schema.json").read_text(encoding="utf-8")
)
DEFINITIONS = SCHEMA["$defs"]


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": DEFINITIONS})


POSITION = validator("position")
PLAY_ANSWER = validator("play_answer")
QUESTION = {"legal": POSITION, "play": validator("play_request"), "score": POSITION}
ANSWER = {"legal": validator("legal_answer"), "play": PLAY_ANSWER, "score": validator("score_answer")}
ERROR = validator("error")


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_knows_every_field_and_word() -> None:
    assert set(DEFINITIONS["position"]["properties"]) == set(POSITION_FIELDS)
    assert set(DEFINITIONS["seat"]["properties"]) == set(SEAT_FIELDS)
    assert DEFINITIONS["phase"]["enum"] == list(PHASES)
    assert list(DEFINITIONS["scores"]["items"]["properties"]) == ["seat", *CATEGORIES, "total"]
    said = {}
    for kind in DEFINITIONS["move"]["oneOf"]:
        action = kind["properties"]["action"]
        for word in action.get("enum", [action.get("const")]):
            said[word] = set(kind["properties"]) - {"player", "action"}
    assert said == {action: set(fields) for action, fields in ACTION_FIELDS.items()}
    assert set(said) == set(ACTIONS)


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case['id']}: {case['title']}")
def test_questions_and_answers_follow_the_schema(case: dict[str, Any]) -> None:
    answer, error = in_process(case["command"], document_of(case))
    if error is not None:
        ERROR.validate(error)
        return
    QUESTION[case["command"]].validate(case["input"])
    ANSWER[case["command"]].validate(answer)


# Errors that the schema alone can find, without a rulebook.
SEEN_BY_THE_SCHEMA = ("P02", "P03")
BOARD_AND_PHASE = {  # ... except these, which compare two fields
    "four stages on a board of three",
    "a side of the other edition",
    "no side",
    "more buried cards than stages",
    "something owed while cards are played",
    "something fresh while cards are played",
    "an unknown power as used",
    "a copied stage on a board that copies none",
    "a dig order while cards are played",
    "the end in the first age",
    "age 1.0",  # to JSON Schema 1.0 is a whole number
}


@pytest.mark.parametrize(
    "case",
    [c for c in all_cases() if c["id"] in SEEN_BY_THE_SCHEMA and c["title"] not in BOARD_AND_PHASE],
    ids=lambda case: f"{case['id']}: {case['title']}",
)
def test_the_schema_refuses_what_the_reader_refuses(case: dict[str, Any]) -> None:
    assert not QUESTION[case["command"]].is_valid(case["input"])


@pytest.mark.parametrize("table", allowed_tables()[::3], ids=str)
def test_written_positions_follow_the_schema(table: tuple[str, tuple[str, ...], str, int]) -> None:
    rng = random.Random(7)
    game = new_game(table, 7)
    while not game.over:
        if rng.random() < 0.1:
            PLAY_ANSWER.validate({**game.position(), "pending": write_pending(table_of(game))})
        game.play(*random_move(game, rng))
    POSITION.validate(game.position())
