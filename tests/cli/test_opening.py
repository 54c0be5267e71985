"""Opening the browser, and the message if there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from heptapolis.cli import play as play_command
from heptapolis.cli import serve
from heptapolis.cli.main import run

ADDRESS = "http://127.0.0.1:8777"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems open addresses by themselves")


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a display and an opener that logs its arguments; tests set how it ends."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")
    program = tmp_path / "xdg-open"
    write(program, "exit 0")
    return program


def write(program: Path, end: str) -> None:
    program.write_text(f'#!/bin/sh\necho "$1" > {program.parent}/given\necho "no method available" >&2\n{end}\n')
    program.chmod(0o755)


def test_nothing_is_printed_if_a_browser_opens(opener: Path, capfd: pytest.CaptureFixture[str]) -> None:
    serve.show(ADDRESS)
    assert (opener.parent / "given").read_text().strip() == ADDRESS
    assert capfd.readouterr() == ("", "")


def test_long_running_opener_counts_as_opened(
    opener: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "_OPENING_SECONDS", 0.3)
    write(opener, "sleep 0.6; exit 1")
    serve.show(ADDRESS)
    assert capfd.readouterr() == ("", "")


def test_address_is_printed_without_a_browser(opener: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(opener, "exit 3")
    serve.show(ADDRESS)
    assert capfd.readouterr() == (f"Open {ADDRESS} in a browser.\n", "")


def test_no_browser_without_a_display(
    opener: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    serve.show(ADDRESS)
    assert capfd.readouterr() == (f"Open {ADDRESS} in a browser.\n", "")
    assert not (opener.parent / "given").exists()


def test_address_is_printed_without_an_opener(
    opener: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(opener.parent / "empty"))
    serve.show(ADDRESS)
    assert capfd.readouterr() == (f"Open {ADDRESS} in a browser.\n", "")


def test_play_stays_in_the_browser_in_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str | None] = []
    monkeypatch.setattr(play_command, "check_client", lambda: None)
    monkeypatch.setattr(play_command, "play_in_browser", lambda context, language: opened.append(language))
    assert run(["play"]) == 0 and run(["play", "--language", "fr"]) == 0
    assert opened == [None, "fr"]


def test_options_of_the_terminal_need_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_command, "check_client", lambda: None)
    assert run(["play", "--players", "5"]) == 2
    assert "--players is for the terminal: add --terminal" in capsys.readouterr().err
