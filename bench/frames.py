"""How smoothly a table of seven moves: ``python bench/frames.py`` prints frames a second and dropped frames.

Plays one game against six bots in Chromium with animations on, and records the browser's own trace during reveals, the
wars of an age and the final count. A frame counts as dropped when the compositor wanted to show it and could not;
frames a second are 60 times the share of shown ones. Wants an idle machine; without a graphics card Chromium draws on
the processor, and both numbers are worse than on a desk.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402  the path must be set first

from browser.chromium import chromium, flags  # noqa: E402
from browser.player import Person  # noqa: E402
from browser.served import Served  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZE = (1440, 900)
REVEALS = 6
"""Reveals that are measured, before the first age ends."""
COMPOSITOR = "PipelineReporter"
RATE = 60
"""Frames a second that Chromium wants to show without a screen."""


def traced(browser: Browser, person: Person, seconds: float) -> list[dict[str, Any]]:
    """The compositor's reports on its frames during some seconds."""
    categories = ["-*", "cc", "benchmark", "disabled-by-default-devtools.timeline.frame"]
    browser.start_tracing(page=person.page, categories=categories)
    person.page.wait_for_timeout(seconds * 1000)
    return list(json.loads(browser.stop_tracing())["traceEvents"])


def frames(events: list[dict[str, Any]]) -> tuple[int, int]:
    """Frames shown and frames dropped, of those that had something new to show."""
    states = [
        str(event["args"]["frame_reporter"]["state"])
        for event in events
        if event.get("name") == COMPOSITOR and event.get("ph") == "b" and "frame_reporter" in event.get("args", {})
    ]
    return sum(state.startswith("STATE_PRESENTED") for state in states), states.count("STATE_DROPPED")


def main() -> None:
    """Measures and prints one line for each moment."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        try:
            ada = Person(browser, served.url, "Ada", SIZE, "en", "dark", False, Path(data))
            ada.page.emulate_media(reduced_motion="no-preference")
            ada.remember(seats=7, level="easy")
            ada.play_now()
            count = 0
            while ada.wait_for_turn():
                # A press ends what moves, so that nothing of the last turn is measured with this one.
                ada.page.keyboard.press("Escape")
                over = ada.page.locator("header.top").inner_text()
                last_of_age = "turn 6 of 6" in over
                ada.decide()
                if count < REVEALS - 1:
                    found["reveal"].append(frames(traced(browser, ada, 2.4)))
                elif last_of_age and not ada.page.locator(".end h1").count():
                    final = "III" in over
                    ada.page.wait_for_timeout(2400)
                    found["wars"].append(frames(traced(browser, ada, 4)))
                    if final:
                        ada.page.keyboard.press("Space")
                        found["count"].append(frames(traced(browser, ada, 6)))
                        break
                    ada.page.keyboard.press("Escape")
                else:
                    ada.page.keyboard.press("Escape")
                count += 1
        finally:
            browser.close()
            served.stop()
    click.echo(f"{'moment':<8}{'times':>6}{'shown':>7}{'dropped':>9}{'frames/s':>10}")
    for moment, runs in found.items():
        shown, dropped = (sum(column) for column in zip(*runs, strict=True))
        rate = RATE * shown / max(1, shown + dropped)
        click.echo(f"{moment:<8}{len(runs):>6}{shown:>7}{dropped:>9}{rate:>10.1f}")


if __name__ == "__main__":
    main()
