"""Opening the browser, and the message if there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from heptapolis.cli import serve

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
