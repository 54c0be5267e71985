"""The plain prompt: whole games in every language, every answer to every line, and a real pipe."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from heptapolis.record.game.text_format import read_record
from heptapolis.rulebook import LANGUAGES
from heptapolis.terminal.match import YOU, Match
from heptapolis.terminal.plain import PlainGame
from heptapolis.terminal.rows import TAKE, rows_of
from heptapolis.terminal.words import Words
from terminal.players import a_match

pytestmark = pytest.mark.once


def a_reader(lines: list[str]) -> Callable[[str], str]:
    waiting = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return read


def told(match: Match, lines: list[str], language: str = "en", *, lessons: bool = False) -> tuple[bool, str]:
    """Plays these lines; returns whether the game is over, and the output."""
    said: list[str] = []
    over = PlainGame(match, Words(language), a_reader(lines), said.append, lessons=lessons).run()
    return over, "\n".join(said)


MIXES: list[tuple[int, tuple[str, ...], str]] = [
    (3, (), "first"),
    (3, (), "second"),
    (2, ("cities",), "first"),
    (5, ("leaders", "cities", "manneken-pis"), "first"),
    (8, ("leaders", "cities"), "first"),
]


@pytest.mark.parametrize(("language", "mix"), list(zip(LANGUAGES, MIXES, strict=True)))
def test_whole_games(language: str, mix: tuple[int, tuple[str, ...], str]) -> None:
    players, expansions, edition = mix
    match = a_match(players=players, expansions=expansions, edition=edition, seed=3)
    chance = random.Random(3)
    words = Words(language)

    def read(prompt: str) -> str:
        rows = rows_of(match)
        if not rows:
            return ""
        number, row = chance.choice([(number, row) for number, row in enumerate(rows, 1) if row.uses])
        use = chance.choice(list(row.uses))
        letter = {"take": "b", "stage": "w", "sell": "d"}[use]
        return f"{number}{letter}{chance.randint(1, len(row.uses[use]))}"

    said: list[str] = []
    assert PlainGame(match, words, read, said.append, lessons=True).run()
    text = "\n".join(said)
    assert words("score.winner", names="X").partition("X")[0] in text
    for row in ("military", "treasury", "wonder", "civilian", "science", "commerce", "guilds"):
        assert words.term(f"score.{row}") in text
    assert all("{" not in line for line in said)


def test_every_line_gets_an_answer() -> None:
    match = a_match()
    over, text = told(
        match, ["?", "?2", "?vineyard", "c", "s", "l", "u", "", "99", "hello", "1w9", "1d", "u", "1d", "q"]
    )
    assert not over
    for answer in (
        "3b builds card 3",
        "Take 1 coin for each brown card",
        "There is nothing to undo.",
        "choose a card",
        "Choose a number from 1 to 7.",
        "Unknown command",
        "Undone.",
        "Chosen: discard",
    ):
        assert answer in text, answer
    assert match.staged and match.game.turn == 1, "leaving reveals nothing"


def test_refusals_give_a_reason() -> None:
    match = a_match(seed=2)
    match.bots_choose()
    blocked = [number for number, row in enumerate(rows_of(match), 1) if TAKE not in row.uses]
    assert blocked, "a hand with a card that cannot be built"
    _, text = told(match, [f"{blocked[0]}b"])
    assert "no neighbor sells" in text or "It costs" in text or "would cost" in text
    assert not match.staged


def test_a_number_alone_builds() -> None:
    match = a_match(seed=2)
    match.bots_choose()
    free = next(number for number, row in enumerate(rows_of(match), 1) if TAKE in row.uses)
    told(match, [str(free), ""])
    move = match.reveals[0].moves[YOU]
    assert move is not None and move.action == "build"


def run_play(tmp_path: Path, arguments: list[str], lines: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "heptapolis", "play", "--terminal", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"},
        check=False,
    )


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    """Without a terminal the prompt is plain; selling a card each turn ends the game; then it is no first game."""
    record = tmp_path / "game.txt"
    options = ["--seed", "5", "--level", "random", "--record", str(record)]
    done = run_play(tmp_path, options, "1d\n\n" * 18)
    assert done.returncode == 0, done.stderr
    assert "Seven cities compete" in done.stdout
    assert "Won by" in done.stdout
    found = read_record(record.read_text(encoding="utf-8"))
    assert found.result is not None
    assert {seat.side for seat in found.seats} == {"A"}, "a first game is played on the simpler sides"
    again = run_play(tmp_path, options, "q\n")
    assert "Seven cities compete" not in again.stdout


def test_a_game_that_ends_early_is_kept_and_resumed(tmp_path: Path) -> None:
    done = run_play(tmp_path, ["--seed", "5", "--level", "random", "--no-first-game"], "1d\n\n" * 3)
    assert done.returncode == 0, done.stderr
    path = tmp_path / "data" / "heptapolis" / "last-game.txt"
    assert f"heptapolis play --terminal --resume {path}" in done.stdout
    done = run_play(tmp_path, ["--resume", str(path), "--language", "nl"], "1d\n\n" * 15)
    assert "Gewonnen door" in done.stdout
    assert read_record(path.read_text(encoding="utf-8")).result is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "8"], "3 to 7 players"),
        (["--board", "Atlantis"], "Rhodes"),
        (["--edition", "second", "--expansions", "cities"], "without further boxes"),
        (["--level", "grandmaster"], "there is no bot"),
        (["--mode", "teams", "--players", "5"], "teams take"),
    ],
)
def test_impossible_games_are_refused_in_a_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run_play(tmp_path, arguments, "")
    assert done.returncode != 0
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--edition", "second", "--board", "giza", "--side", "night"], "Giza (you) (night)"),
        (["--board", "Rhodes", "--side", "B", "--no-first-game"], "Rhodes (you) (B)"),
        (["--players", "2", "--expansions", "leaders,cities"], "Free City"),
        (["--players", "4", "--mode", "teams", "--language", "de"], "(Partner)"),
        (["--edition", "second", "--players", "7"], "Choose a side of your board"),
    ],
)
def test_options_make_the_game_they_name(tmp_path: Path, arguments: list[str], expected: str) -> None:
    done = run_play(tmp_path, [*arguments, "--seed", "3", "--level", "random"], "c\n")
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
