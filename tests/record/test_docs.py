"""Runs the examples of docs/position.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from heptapolis.record.position.answers import RefusedMove, answer_legal, answer_play, write_error
from heptapolis.record.position.document import ANSWERED, PHASES, POSITION_FIELDS, SEAT_FIELDS
from record.cases import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "position.md").read_text(encoding="utf-8")


def example(name: str) -> dict[str, Any]:
    found = re.findall(rf"```json {name}\n(.*?)```", PAGE, re.DOTALL)
    assert len(found) == 1, f"one example called {name}"
    document: dict[str, Any] = json.loads(found[0])
    return document


def test_legal() -> None:
    pending = answer_legal(example("position"))["pending"]
    assert isinstance(pending, list)
    assert pending[0] == example("legal")
    assert len(pending) == 3


def test_play() -> None:
    answer = answer_play(example("play"))
    assert answer["pending"] == []
    assert {key: answer[key] for key in ("scores", "winners")} == example("result")


def test_refusal() -> None:
    move = {"player": 0, "action": "build", "card": "Stockade", "pay": {"left": 0, "right": 2}}
    with pytest.raises(RefusedMove) as caught:
        answer_play({"position": example("position"), "moves": [move]})
    assert write_error(caught.value) == example("error")


def test_every_field_phase_and_code_is_explained() -> None:
    for word in {*POSITION_FIELDS, *SEAT_FIELDS, *PHASES, *CODES, *ANSWERED}:
        assert f"`{word}`" in PAGE, word
