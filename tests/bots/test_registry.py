"""Bots by name, third-party bots, and bots that fail."""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import heptapolis.bots.registry as registry_module
from bot_tables import play_through
from heptapolis import Decision, Game, Move, View
from heptapolis.bots import LEVELS, Bot, Refereed, UnknownBot, all_bots, level_bot, make_bot, parse_spec
from heptapolis.bots.program import CannotStart, Program, ProgramBot, read_answer

FIRST_MOVE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    move = asked["view"]["pending"][0]["moves"][-1]
    assert asked["budget_ms"] == 250
    print(json.dumps(move), flush=True)
"""


@pytest.fixture(autouse=True)
def _end_programs() -> Iterator[None]:
    yield
    ProgramBot.stop_all()


def program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"program:{sys.executable} {path}"


def test_every_level_is_a_bot() -> None:
    assert list(LEVELS) == ["easy", "normal", "hard", "expert", "sage"]
    for level, spec in LEVELS.items():
        assert isinstance(make_bot(level, 1), Bot)
        assert level_bot(level) == spec
        if level != "sage":
            assert parse_spec(level) == parse_spec(spec)
    assert level_bot("greedy") == "greedy"
    assert parse_spec("sage")[1] == {}, "the bot, which decides at once, and not the level"


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "nobody",
        "mc:playouts",
        "mc:playouts=0",
        "mc:playouts=-1",
        "mc:ms=nan",
        "mc:ms=inf",
        "mc:ms=1:ms=2",
        "greedy:x=1",
    ]
    + ["ismcts:depth=3", "program:", "program:'"],
)
def test_unknown_bots_are_refused(spec: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(spec, 1)


def test_bots_of_installed_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entry points of the group heptapolis.bots; a broken one is refused by name and does not affect others."""
    points = EntryPoints(
        EntryPoint(name, value, "heptapolis.bots")
        for name, value in [
            ("friendly", "bot_tables:last_move_bot"),
            ("broken", "bot_tables:not_there"),
            ("greedy", "bot_tables:last_move_bot"),
        ]
    )
    monkeypatch.setattr(registry_module, "entry_points", lambda **chosen: points.select(**chosen))
    all_bots.cache_clear()
    try:
        game = Game.new(seed=1)
        assert make_bot("friendly", 1).choose(game.view(0), game.pending[0]) == game.legal(0)[-1]
        assert "GreedyBot" in repr(make_bot("greedy", 1)), "a name that is taken stays"
        with pytest.raises(UnknownBot, match="broken"):
            make_bot("broken", 1)
    finally:
        all_bots.cache_clear()


def test_a_program_plays_whole_games(tmp_path: Path) -> None:
    game = Game.new(players=2, seed=2)
    bots = [Refereed(make_bot(program(tmp_path, FIRST_MOVE) + ":ms=250", 1), 1), Refereed(make_bot("greedy", 2), 2)]
    play_through(game, list(bots))
    assert bots[0].decisions >= 18 and bots[0].replaced_moves == 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            'import sys\nfor line in sys.stdin: print(\'{"action": "build", "card": "Atlantis"}\', flush=True)',
            "illegal",
        ),
        ("import sys\nfor line in sys.stdin: print('nonsense', flush=True)", "illegal"),
    ],
)
def test_failing_program_is_replaced(tmp_path: Path, text: str, wrong: str) -> None:
    game = Game.new(seed=3)
    bot = Refereed(make_bot(program(tmp_path, text), 1), 7)
    expected = make_bot("greedy", 7).choose(game.view(0), game.pending[0])
    for _ in range(2):
        assert bot.choose(game.view(0), game.pending[0]) == expected
    assert dict(bot.replaced) == {wrong: 2}
    assert list(bot.first_errors) == [wrong]


def test_a_program_that_ends_later_has_crashed(tmp_path: Path) -> None:
    game = Game.new(seed=3)
    bot = Refereed(make_bot(program(tmp_path, "input()\nprint('nonsense', flush=True)\nexit(3)"), 1), 7)
    for _ in range(2):
        bot.choose(game.view(0), game.pending[0])
    assert dict(bot.replaced) == {"illegal": 1, "crashed": 1}
    assert "exit status 3" in bot.first_errors["crashed"]


def test_late_program_is_replaced_and_restarted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heptapolis.bots.program.START_MS", 0)
    monkeypatch.setattr("heptapolis.bots.program.GRACE_MS", 0)
    game = Game.new(seed=3)
    bot = Refereed(make_bot(program(tmp_path, "import time\ntime.sleep(60)") + ":ms=50", 1), 7)
    bot.choose(game.view(0), game.pending[0])
    assert dict(bot.replaced) == {"late": 1}
    assert not ProgramBot._running


def test_program_that_cannot_start_is_reported() -> None:
    with pytest.raises(CannotStart, match="cannot start"):
        Program("no-such-program-anywhere")


def test_a_program_that_ends_at_once_cannot_play(tmp_path: Path) -> None:
    """Its games would be those of `greedy`."""
    game = Game.new(seed=3)
    bot = Refereed(make_bot(program(tmp_path, "raise SystemExit(4)"), 1), 7)
    with pytest.raises(CannotStart, match="before its first answer, with exit status 4"):
        bot.choose(game.view(0), game.pending[0])


def test_answer_without_player_and_payment() -> None:
    game = Game.new(seed=5)
    decision = game.pending[1]
    document = game.view(1).document()
    for move, written in zip(decision.moves, document["pending"][0]["moves"], strict=True):
        assert read_answer(json.dumps(written), document, decision) == move
    builds = [move for move in decision.moves if move.action == "build"]
    short = {"action": "build", "card": builds[0].card}
    assert read_answer(json.dumps(short), document, decision) == builds[0]


class Strange:
    """A bot that answers what the test says."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View, decision: Decision) -> Move:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (None, "illegal"),
        ("build", "illegal"),
        (ValueError("oops"), "crashed"),
        (TimeoutError(), "late"),
        (Move("copy"), "illegal"),
    ],
)
def test_referee_replaces_and_counts_bad_moves(answer: object, wrong: str) -> None:
    game = Game.new(seed=3)
    bot = Refereed(Strange(answer), 7)
    assert bot.choose(game.view(0), game.pending[0]) in game.legal(0)
    assert dict(bot.replaced) == {wrong: 1} and bot.replaced_moves == 1 and bot.decisions == 1


def test_referee_counts_late_answers() -> None:
    game = Game.new(seed=3)
    decision = game.pending[0]
    last = decision.moves[-1]
    late = Refereed(Strange(last), 7, limit_ms=0.0)
    late.choose(game.view(0), decision)
    in_time = Refereed(Strange(last), 7, limit_ms=60_000)
    assert in_time.choose(game.view(0), decision) == last
    assert (late.replaced_moves, in_time.replaced_moves) == (1, 0)
