"""Runs position cases: a document and its expected answer.

A case is an object with ``id``, ``title``, ``command`` (legal, play or score), ``input`` (or ``raw``, the very text to
feed) and ``expect``:

all commands
    ``error`` true: it is refused; ``code`` and ``move`` say how, and which move is at fault
legal and play, about the pending decisions (a pattern is an object that a move must contain; its ``player`` and
``decision`` select the entries; a build or wonder without ``pay`` counts as paying nothing)
    ``pending``: exactly these players and decisions; ``pending_all``: every entry is this decision
    ``has``, ``lacks``: patterns; ``payments``: a pattern and exactly its ``pairs``, cheapest first when ``sorted``
    ``moves``: the number of moves, and each pattern of ``exact`` found
play
    ``age``, ``phase``, ``seats``, ``discard`` (also ``_has``, ``_lacks``, ``_size``), ``free_city``, ``deal``,
    ``roundtrip``
play and score
    ``scores`` (categories, or sums of them joined by +), ``winners``, ``teams``
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from heptapolis.engine import HeptapolisError, rules_for
from heptapolis.record.position.answers import answer_legal, answer_play, answer_score, write_error
from heptapolis.record.position.json_input import read_document

FOLDER = Path(__file__).parents[1] / "positions"
COMMANDS = {"legal": answer_legal, "play": answer_play, "score": answer_score}
LISTS = ("tokens", "built", "hand", "leaders", "leader_hand", "draft_hand")
DEFAULTS: dict[str, Any] = {"coins": 3, "stages": 0, "debt": 0, "diplomacy": 0, **{name: [] for name in LISTS}}

CODES = {
    "document/unreadable",
    "document/too-large",
    "format/unknown-field",
    "format/value",
    "rules/combination",
    "card/unknown",
    "card/duplicate",
    "card/too-many",
    "hand/size",
    "move/not-pending",
    "move/illegal",
    "move/payment",
}

Answer = Callable[[str, bytes], tuple[dict[str, Any] | None, dict[str, Any] | None]]
"""A command and a document in, the answer or the error out."""


def all_cases() -> list[dict[str, Any]]:
    """All cases of the folder; a file contains one or a list."""
    found: list[dict[str, Any]] = []
    for path in sorted(FOLDER.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        found += document if isinstance(document, list) else [document]
    return found


def document_of(case: dict[str, Any]) -> bytes:
    """The input of a case."""
    text = case["raw"] if "raw" in case else json.dumps(case["input"])
    return str(text).encode("utf-8", "surrogatepass")


def in_process(command: str, data: bytes) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Answers without starting a process; input and output pass through JSON all the same."""
    try:
        return json.loads(json.dumps(COMMANDS[command](read_document(data)))), None
    except HeptapolisError as error:
        return None, json.loads(json.dumps(write_error(error)))


def check(case: dict[str, Any], ask: Answer) -> None:
    """Runs a case and compares the answer with its expectations."""
    expect = case["expect"]
    answer, error = ask(case["command"], document_of(case))
    if expect.get("error"):
        assert error is not None, "it should have been refused"
        assert set(error) <= {"error", "message", "move"} and error["message"]
        assert expect.get("code", error["error"]) == error["error"], error
        assert "move" not in expect or error.get("move") == expect["move"], error
        return
    assert error is None, error
    assert answer is not None
    pending = answer.get("pending", [])
    check_pending(pending, expect)
    if case["command"] == "play":
        check_table(answer, expect)
    check_scores(answer, expect)
    if expect.get("roundtrip"):
        again, error = ask("legal", json.dumps(answer).encode())
        assert error is None, error
        assert again == {"pending": pending}


def chosen_entries(pending: list[Any], pattern: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for entry in pending:
        if all(pattern.get(key, entry[key]) == entry[key] for key in ("player", "decision")):
            for move in entry["moves"]:
                free = {"pay": {"left": 0, "right": 0}} if move["action"] in ("build", "wonder") else {}
                yield {**free, **move}


def contains(found: Any, pattern: Any) -> bool:
    if isinstance(pattern, dict):
        return isinstance(found, dict) and all(key in found and contains(found[key], pattern[key]) for key in pattern)
    return type(found) is type(pattern) and bool(found == pattern)


def matching(pending: list[Any], pattern: dict[str, Any]) -> list[dict[str, Any]]:
    wanted = {key: value for key, value in pattern.items() if key not in ("decision", "pairs", "sorted")}
    return [move for move in chosen_entries(pending, pattern) if contains(move, wanted)]


def check_pending(pending: list[Any], expect: dict[str, Any]) -> None:
    asked = sorted((entry["player"], entry["decision"]) for entry in pending)
    if "pending" in expect:
        assert asked == sorted((entry["player"], entry["decision"]) for entry in expect["pending"])
    if "pending_all" in expect:
        assert asked and {decision for _, decision in asked} == {expect["pending_all"]}
    for pattern in expect.get("has", []):
        assert matching(pending, pattern), f"missing {pattern}"
    for pattern in expect.get("lacks", []):
        assert not matching(pending, pattern), f"not expected {pattern}"
    for pattern in expect.get("payments", []):
        moves = [move for move in matching(pending, pattern) if "using" not in move]
        pairs = [[move["pay"]["left"], move["pay"]["right"]] for move in moves]
        assert sorted(pairs) == sorted(pattern["pairs"]), pattern
        if pattern.get("sorted"):
            assert [sum(pair) for pair in pairs] == sorted(sum(pair) for pair in pairs)
    for item in expect.get("moves", []):
        offered = list(chosen_entries(pending, item))
        assert len(offered) == len(item["exact"]), offered
        for pattern in item["exact"]:
            assert any(contains(move, pattern) for move in offered), f"missing {pattern}"


def check_table(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    for number, wanted in expect.get("seats", {}).items():
        seat = {**DEFAULTS, **answer["seats"][int(number)]}
        for key, value in wanted.items():
            check_field(seat, key, value, f"seat {number}")
    for key in ("age", "phase"):
        if key in expect:
            assert answer[key] == expect[key]
    for key in ("discard", "discard_has", "discard_lacks", "discard_size"):
        if key in expect:
            check_field(answer, key, expect[key], "the table")
    for key, value in expect.get("free_city", {}).items():
        check_field(answer["free_city"], key, value, "the Free City")
    if "deal" in expect:
        check_deal(answer, expect["deal"])


def check_field(found: dict[str, Any], key: str, value: Any, where: str) -> None:
    name, _, question = key.rpartition("_")
    match question:
        case "has":
            assert not Counter(value) - Counter(found[name]), f"{where}: {name} {found[name]}"
        case "lacks":
            assert not set(value) & set(found[name]), f"{where}: {name} {found[name]}"
        case "size":
            assert len(found[name]) == value, f"{where}: {name} {found[name]}"
        case _ if isinstance(value, list):
            assert Counter(found[key]) == Counter(value), f"{where}: {key} {found[key]}"
        case _:
            assert found.get(key) == value, f"{where}: {key} {found.get(key)}"


def check_deal(answer: dict[str, Any], wanted: dict[str, Any]) -> None:
    free = answer.get("free_city", {})
    hands = [seat["hand"] for number, seat in enumerate(answer["seats"]) if number != free.get("seat")]
    assert {len(hand) for hand in hands} == {wanted["size"]}
    colors = {card.name: card.spec.color for card in rules_for(answer["edition"], answer["expansions"]).structures}
    cards = Counter(card for hand in [*hands, free.get("draw_pile", [])] for card in hand)
    for color, key in (("purple", "guilds"), ("black", "black")):
        assert sum(count for card, count in cards.items() if colors[card] == color) == wanted.get(key, 0)
    assert {card: n for card, n in cards.items() if colors[card] not in ("purple", "black")} == wanted["deck"]


def check_scores(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    for number, wanted in expect.get("scores", {}).items():
        score = next(score for score in answer["scores"] if score["seat"] == int(number))
        for key, value in wanted.items():
            assert sum(score[part] for part in key.split("+")) == value, (key, score)
    if "winners" in expect:
        assert sorted(answer["winners"]) == sorted(expect["winners"])
    if "teams" in expect:
        assert [[team["seats"], team["total"]] for team in answer["teams"]] == expect["teams"]
