"""`heptapolis analyse`, and walking through a record in a terminal."""

from __future__ import annotations

import json
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from heptapolis import Move
from heptapolis.analysis import Analysis, analyse, read_analysis, sentence
from heptapolis.analysis.page import LABEL, Series, chart, costly, html_page
from heptapolis.analysis.sentences import move_words, texts
from heptapolis.bots import SearchBudget
from heptapolis.cli.main import run
from heptapolis.cli.record_replay import KEYS, NEXT, frames, moved
from heptapolis.record.game.text_format import read_record
from heptapolis.rulebook.naming import LANGUAGES

pytestmark = pytest.mark.once

GAMES = Path(__file__).parents[1] / "games"
THREE = GAMES / "first-standard-3.record"
BOXES = GAMES / "first-leaders-cities-standard-4.record"
TWO = GAMES / "first-free-city-2.record"
VOID = {"meta", "br", "input"}
BROKEN = ["", "hello", "heptapolis-record/1\n", "{}", '{"format": "heptapolis-record/1"}', "\xff\x00"]


class Balance(HTMLParser):
    """Counts open elements, and notes everything that would be loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.loads += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def half(file: Path, tmp_path: Path) -> Path:
    """The first turns of a game: little to think about."""
    text = file.read_text(encoding="utf-8")
    short = tmp_path / file.name
    short.write_text(text[: re.search(r"^I\.3 ", text, re.MULTILINE).start()] + "unfinished\n", encoding="utf-8")  # type: ignore[union-attr]
    return short


@pytest.mark.long
@pytest.mark.parametrize("file", sorted(GAMES.glob("*.record")), ids=lambda file: file.stem)
def test_all_golden_games(file: Path, tmp_path: Path) -> None:
    data, page = tmp_path / "analysis.json", tmp_path / "analysis.html"
    assert run(["analyse", str(file), "--ms", "1", "--json", str(data), "--html", str(page)]) == 0
    analysis = read_analysis(json.loads(data.read_text(encoding="utf-8")))
    lines = read_record(file.read_text(encoding="utf-8")).lines
    assert {decision.line for decision in analysis.decisions} <= set(range(len(lines)))
    assert len(analysis.turns) == len(lines) + 1
    balance = Balance()
    balance.feed(page.read_text(encoding="utf-8"))
    assert not balance.open
    assert not balance.loads


@pytest.mark.parametrize("file", [THREE, BOXES, TWO], ids=lambda file: file.stem)
def test_json(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = str(half(file, tmp_path))
    assert run(["analyse", short, "--ms", "2", "--json"]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert read_analysis(document).decisions
    assert document["evaluator"].endswith(":cpu_ms=2")
    assert {"moment", "seat", "kind", "move", "best", "loss", "mark", "reasons"} <= document["decisions"][0].keys()
    assert document["decisions"][0]["reasons"][0]["text"]
    out = tmp_path / "analysis.json"
    assert run(["analyse", short, "--ms", "2", "--json", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert json.loads(out.read_text(encoding="utf-8"))["players"] == document["players"]


def test_tables_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", str(half(THREE, tmp_path)), "--ms", "5"]) == 0
    printed = capsys.readouterr().out
    assert all(word in printed for word in ("Accuracy", "Ada", "Ben", "Cleo", "Judged by sage-1:cpu_ms=5"))


def test_tables_in_another_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", str(half(TWO, tmp_path)), "--ms", "5", "--language", "de"]) == 0
    printed = capsys.readouterr().out
    assert "Genauigkeit" in printed and "Beurteilt von sage-1:cpu_ms=5" in printed and "Accuracy" not in printed
    assert run(["analyse", str(TWO), "--language", "xx"]) == 2


@pytest.mark.parametrize("content", BROKEN)
@pytest.mark.parametrize("command", [["analyse"], ["record", "replay"]])
def test_bad_files(command: list[str], content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.record"
    bad.write_bytes(content.encode("latin-1"))
    assert run([*command, str(bad)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"Error: {bad}: ") and len(printed.err.splitlines()) == 1


@pytest.mark.parametrize("command", [["analyse"], ["record", "replay"]])
def test_no_file(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "no-such-file"]) == 2
    assert capsys.readouterr().err.startswith("Error: no-such-file: ")


def test_a_wrong_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.record"
    text = THREE.read_text(encoding="utf-8")
    line = text[: text.index("II.3 ")].count("\n") + 1
    bad.write_text(text.replace("build Stables <1", "build Stables <7"), encoding="utf-8")
    assert run(["analyse", str(bad)]) == 2
    assert f"line {line}: " in capsys.readouterr().err


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyse(read_record(THREE.read_text(encoding="utf-8")), SearchBudget(playouts=12))


def test_the_page_is_whole_and_loads_nothing(found: Analysis) -> None:
    page = html_page(found, ["Ada", "<b>Ben</b>", "Cleo & co"])
    reader = Balance()
    reader.feed(page)
    assert not reader.open and not reader.loads
    assert "<script" not in page and "http" not in page and "url(" not in page
    assert "<b>Ben" not in page and "&lt;b&gt;Ben" in page
    assert page.count("<svg") == 4 and page.count("<polyline") == 12
    for turning in found.turnings:
        assert f"<td>{turning.moment}</td>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_every_language(found: Analysis, language: str) -> None:
    page = html_page(found, ["Ada", "Ben", "Cleo"], language)
    known = texts(language)
    assert f"<html lang='{language}'>" in page
    for key in ("title", "expect", "accuracy", "decided", "costly", "win", "slips", "blunders", "lost", "triangles"):
        assert escape(known[f"page.{key}"]) in page, key
    worst = max(costly(found), key=lambda each: each.loss.points)
    assert escape(move_words(worst.move, language)) in page
    assert escape(sentence(worst.reasons[0], language, ["Ada", "Ben", "Cleo"])) in page
    if language != "en":
        english = texts("en")
        for key in ("expect", "decided", "costly", "lost"):
            assert escape(english[f"page.{key}"]) not in page, key


@pytest.mark.parametrize(
    ("move", "language", "words"),
    [
        ("build Baths >2", "fr", "Bains\N{NO-BREAK SPACE}: construire, 2 pièces"),
        ("wonder Lumber Yard <1", "en", "Lumber Yard: build a stage, 1 coin"),
        ("discard Altar", "de", "Altar: abwerfen"),
        ("settle 3", "de", "bezahlen: 3 Münzen"),
        ("side night", "de", "Seite wählen: Nacht"),
        ("pass", "nl", "passen"),
    ],
)
def test_every_move_in_words(move: str, language: str, words: str) -> None:
    assert move_words(Move.parse(move), language) == words
    assert all(move_words(Move.parse(move), each) for each in LANGUAGES)


def test_names_at_the_lines_do_not_overlap() -> None:
    series = [Series(f"P{seat}", [50.0, 50.0]) for seat in range(8)]
    drawn = chart("points", series, ["I.1", "over"], [(0, 3)], "", 760)
    heights = sorted(float(each) for each in re.findall(r"<text x='658' y='([\d.]+)'", drawn))
    assert len(heights) == 8
    assert all(after - before >= LABEL - 0.2 for before, after in zip(heights, heights[1:], strict=False))
    assert 0 < heights[0] and heights[-1] < 300


def test_the_page_of_a_command(tmp_path: Path) -> None:
    out = tmp_path / "analysis.html"
    assert run(["analyse", str(half(THREE, tmp_path)), "--ms", "2", "--html", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("option", ["--html", "--json"])
def test_a_file_that_cannot_be_written_is_named_before_the_work(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heptapolis.cli.analyse.analyse", lambda *_: pytest.fail("it thinks already"))
    assert run(["analyse", str(THREE), option, str(tmp_path / "missing" / "out")]) == 2
    assert f"there is no folder {tmp_path / 'missing'}" in capsys.readouterr().err


def test_replay_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "replay", str(BOXES)]) == 0
    shown = capsys.readouterr().out
    record = read_record(BOXES.read_text(encoding="utf-8"))
    for line in record.lines:
        assert f"{line.at}, all hands" in shown
    assert "* wins" in shown


def test_replay_from_a_seat_hides_what_it_did_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "replay", str(THREE), "--seat", "1"]) == 0
    first = capsys.readouterr().out.split("I.2, seen by Ben")[0]
    assert "Stone Pit" in first and "East Trading" in first  # its own hand
    assert "Press" not in first and "Apothecary" not in first  # those of the others
    assert run(["record", "replay", str(THREE), "--seat", "2"]) == 0
    second = capsys.readouterr().out.split("I.2, seen by Cleo")[1].split("I.3, seen")[0]
    assert "Lumber Yard" not in second.split("discard")[1]  # laid face down by Ben


@pytest.mark.parametrize(("file", "seat"), [(THREE, "3"), (TWO, "2"), (THREE, "-1"), (THREE, "x")])
def test_a_seat_that_is_not_there(file: Path, seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "replay", str(file), "--seat", seat]) == 2
    assert "--seat" in capsys.readouterr().err


def test_keys_lead_through_the_ages() -> None:
    record = read_record(THREE.read_text(encoding="utf-8"))
    found = frames(record)
    assert len(found) == 19 and KEYS[" "] == NEXT
    assert moved(found, 0, "next") == 1 and moved(found, 0, "back") == 0
    assert [moved(found, at, "next age") for at in (0, 5, 6, 17, 18)] == [6, 6, 12, 18, 18]
    assert [moved(found, at, "back an age") for at in (0, 5, 6, 7, 18)] == [0, 0, 0, 6, 12]
    assert moved(found, 3, "end") == 18 and moved(found, 3, "start") == 0 and moved(found, 3, "") == 3


def test_show_prints_the_score_race(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "show", str(THREE)]) == 0
    shown = capsys.readouterr().out
    row = next(line for line in shown.splitlines() if "▁" in line and "Ada" in line)
    assert [int(number) for number in re.findall(r"\d+", row)] == [5, 12, 45]
