"""The sums of the browser's score pad, which works without a server, are those of the engine."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.states import COMBINATIONS
from heptapolis.engine.breakdown import breakdown
from heptapolis.record.position.answers import answer_score
from heptapolis.record.position.reading import read_position
from heptapolis.rulebook import LANGUAGES, Rulebook, display_name, load

pytestmark = pytest.mark.once

WEB = Path(__file__).parents[2] / "web"
GAMES = 1000
SYMBOLS = ("compass", "gear", "tablet")
TOKENS = (-1, 1, 3, 5)
# What players write as they find it. The pad works out the other categories.
WRITTEN = ("wonder", "civilian", "commerce", "guilds", "cities")


def a_position(combination: tuple[str, tuple[str, ...], str, int], rng: random.Random) -> dict[str, Any]:
    """A random final position with much science and many ties."""
    edition, boxes, mode, players = combination
    book = load(edition, boxes)
    cities = 3 if mode == "free-city" else players
    boards = rng.sample(book.boards, cities)
    sides = [rng.choice(list(board.sides.values())) for board in boards]
    leaders = rng.sample([leader.name for leader in book.leaders], min(3 * cities, len(book.leaders)))
    # Whoever copies the Scientists Guild writes one symbol of choice more; the engine decides that, not the player.
    copying = any(board.wonder == "Olympia" and side.name == "B" for board, side in zip(boards, sides, strict=True))
    pool = [card for card in book.cards if not (copying and card.name == "Scientists Guild")]
    built: list[list[str]] = [[] for _ in range(cities)]
    for card in rng.sample(pool, len(pool)):
        if rng.random() < (0.75 if card.color in ("green", "black") else 0.3):
            built[rng.randrange(cities)].append(card.name)
    seats = [
        {
            "wonder": board.wonder,
            "side": side.name,
            # Side A of Manneken Pis copies stages of the neighbors, who may have none to copy.
            "stages": 0 if (board.wonder, side.name) == ("Manneken Pis", "A") else rng.randint(0, len(side.stages)),
            "coins": rng.choice((0, 1, 2, 3, rng.randint(0, 40))),
            "built": built[city],
            "tokens": rng.choices(TOKENS, k=rng.randint(0, 8)),
            **({"debt": rng.randint(0, 6)} if "cities" in boxes else {}),
            **({"leaders": leaders[city::cities]} if leaders and city < players else {}),
        }
        for city, (board, side) in enumerate(zip(boards, sides, strict=True))
    ]
    if rng.random() < 0.2:  # bare cities that differ in a few coins only: ties
        for seat in seats:
            seat.update(stages=0, built=[], tokens=[], coins=rng.randint(0, 2), leaders=[], debt=0)
    position: dict[str, Any] = {"format": "heptapolis-position/1", "edition": edition, "age": 3, "phase": "over"}
    position |= {"expansions": list(boxes), "mode": mode, "seats": seats}
    if mode == "free-city":
        position["free_city"] = {"seat": 2, "holder": 0}
    return position


def symbols(book: Rulebook, cards: list[str]) -> Counter[str]:
    """The symbols on cards, masks among them."""
    effects = [effect for card in cards for effect in book.card(card).effects]
    return Counter(
        str(effect.args["symbol"]) if effect.kind == "science" else effect.kind
        for effect in effects
        if effect.kind in ("science", "mask")
    )


def written(position: dict[str, Any], scores: list[dict[str, int]]) -> dict[str, Any]:
    """What the people at a table would write on the pad."""
    book = load(position["edition"], tuple(position["expansions"]))
    entries = []
    green: list[list[int]] = []
    for seat, city in enumerate(position["seats"]):
        on_green = symbols(book, [card for card in city["built"] if book.card(card).color == "green"])
        green.append([on_green[symbol] for symbol in SYMBOLS])
        others = symbols(book, [card for card in city["built"] if book.card(card).color != "green"])
        on_leaders = symbols(book, city.get("leaders", []))
        stages = book.board(city["wonder"]).sides[city["side"]].stages[: city["stages"]]
        aristotle = "Aristotle" in city.get("leaders", [])
        entries.append(
            {
                **{category: scores[seat][category] for category in WRITTEN},
                "tokens": [city["tokens"].count(value) for value in TOKENS],
                "coins": city["coins"],
                "debt": city.get("debt", 0),
                # Points for sets are the pad's to add.
                "leaders": scores[seat]["leaders"] - (set_points(position, seat) if aristotle else 0),
                "symbols": green[seat],
                "leaderSymbols": [on_leaders[symbol] for symbol in SYMBOLS],
                "any": others["any"] + sum(effect.kind == "science" for stage in stages for effect in stage.effects),
                "masks": others["mask"],
                "aristotle": aristotle,
            }
        )
    free = [0, 0, 0]
    if position["mode"] == "free-city":
        entries, free = entries[:2], green[2]
    return {"entries": entries, "free": free, "teams": position["mode"] == "teams"}


def set_points(position: dict[str, Any], seat: int) -> int:
    """What Aristotle adds, as the breakdown of the engine says."""
    return sum(source.points for source in breakdown(read_position(position), seat) if source.kind == "set-bonus")


def test_sums_are_those_of_the_engine() -> None:
    rng = random.Random(16)
    positions = [a_position(COMBINATIONS[at % len(COMBINATIONS)], rng) for at in range(GAMES)]
    answers: list[Any] = [answer_score(position) for position in positions]
    games = [written(position, answer["scores"]) for position, answer in zip(positions, answers, strict=True)]
    command = [sys.executable, str(WEB / "build.py"), "--npm", "--silent", "score"]
    done = subprocess.run(command, input=json.dumps(games), capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for position, game, answer, pad in zip(positions, games, answers, found, strict=True):
        for entry, score, ours in zip(game["entries"], answer["scores"], pad["scores"], strict=False):
            told = {name: value for name, value in score.items() if name != "seat"}
            assert ours == told, (position, entry)
        assert pad["winners"] == answer["winners"], (position, pad["scores"])
    # The cases that are easy to get wrong are among them.
    entries = [entry for game in games for entry in game["entries"]]
    for field in ("any", "masks", "aristotle", "debt"):
        assert sum(bool(entry[field]) for entry in entries) > 30, field
    assert sum(any(entry["leaderSymbols"]) for entry in entries) > 30
    assert (
        sum(len(answer["winners"]) > 1 and not game["teams"] for answer, game in zip(answers, games, strict=True)) > 9
    )


def test_wonders_are_those_of_the_rulebook() -> None:
    kept = json.loads((WEB / "src" / "pad" / "wonders.json").read_text(encoding="utf-8"))
    wonders = {board.wonder for board in load("first", ("leaders", "cities", "manneken-pis")).boards}
    assert set(kept) == wonders
    for wonder, names in kept.items():
        assert names == {language: display_name(wonder, language) for language in LANGUAGES}
