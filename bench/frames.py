"""How smoothly a table of seven moves: ``python bench/frames.py`` prints what each moment costs a frame.

Plays one game against six bots in Chromium with animations on, and records the browser's own trace during reveals, the
wars of an age and the final count. A frame is dropped when something moved and the compositor could not show it in
time; ``60`` is 60 times the share of frames shown.

The columns after that are milliseconds of CPU, which a busy machine changes little. *main*: what the page's own thread
spends on a frame (styles, layout, paint, scripts; median, 95 % and worst), which must stay far below 16.7. *raster* and
*draw*: the mean of a shown frame to turn paint into pixels and to put layers together; a graphics card does both, and
without one Chromium does them on the processor. *task*: the longest task of the page's thread.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
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
RATE = 60
"""Frames a second that Chromium wants to show without a screen."""
CATEGORIES = ["-*", "cc", "benchmark", "toplevel", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
BEGIN = "begin"
"""The mark in the trace at which a moment begins."""


@dataclass
class Moment:
    """What was seen of one kind of moment."""

    times: int = 0
    shown: int = 0
    dropped: int = 0
    main: list[float] = field(default_factory=list)
    tasks: list[float] = field(default_factory=list)
    raster: float = 0
    draw: float = 0

    def add(self, events: list[dict[str, Any]]) -> None:
        """Adds a trace, from its mark on."""
        begin = max(event["ts"] for event in events if event.get("name") == BEGIN)
        threads = {
            (event["pid"], event["tid"]): event["args"]["name"]
            for event in events
            if event.get("name") == "thread_name"
        }
        frames: dict[tuple[int, int, int], set[str]] = defaultdict(set)
        for event in events:
            if event["ts"] < begin:
                continue
            name, report = event.get("name"), event.get("args", {}).get("frame_reporter")
            cpu = event.get("tdur", 0) / 1000
            thread = threads.get((event["pid"], event["tid"]))
            if name == "PipelineReporter" and event["ph"] == "b" and report:
                smooth = not report["affects_smoothness"]
                state = str(report["state"])
                frame = frames[event["pid"], report["frame_source"], report["frame_sequence"]]
                frame.add("shown" if state.startswith("STATE_PRESENTED") else state + ("" if smooth else " in motion"))
            elif name == "ProxyMain::BeginMainFrame" and event["ph"] == "X":
                self.main.append(cpu)
            elif name == "ThreadControllerImpl::RunTask" and thread == "CrRendererMain":
                self.tasks.append(cpu)
            elif name == "RasterTask":
                self.raster += cpu
            elif name == "DirectRenderer::DrawFrame":
                self.draw += cpu
        self.times += 1
        self.shown += sum("shown" in states for states in frames.values())
        self.dropped += sum(states == {"STATE_DROPPED in motion"} for states in frames.values())

    def row(self) -> list[str]:
        """The figures of a line."""
        rate = RATE * self.shown / max(1, self.shown + self.dropped)
        main = sorted(self.main)
        each = [statistics.median(main), main[int(len(main) * 0.95)], main[-1]]
        each += [self.raster / max(1, self.shown), self.draw / max(1, self.shown), max(self.tasks)]
        return [str(self.times), str(self.shown), str(self.dropped), f"{rate:.1f}", *(f"{one:.1f}" for one in each)]


@contextmanager
def traced(browser: Browser, person: Person, moment: Moment) -> Iterator[None]:
    """Records what happens inside; the moment begins where its mark is set."""
    browser.start_tracing(page=person.page, categories=CATEGORIES)
    try:
        yield
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    moment.add(events)


def watch(person: Person, seconds: float) -> None:
    """The moment begins now and lasts some seconds."""
    person.page.evaluate(f"() => void performance.mark('{BEGIN}')")
    person.page.wait_for_timeout(seconds * 1000)


def main() -> None:
    """Measures and prints one line for each moment."""
    found: dict[str, Moment] = defaultdict(Moment)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        deals = Path(data) / "deals"
        deals.write_text("frames", encoding="utf-8")
        served = Served(Path(data), test=deals)
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
                top = ada.page.locator("header.top").inner_text()
                if "turn 6 of 6" in top:
                    with traced(browser, ada, found["wars"]):
                        ada.decide()
                        ada.page.locator(".wars").wait_for()
                        watch(ada, 2.5)
                    if "III" in top:
                        with traced(browser, ada, found["count"]):
                            ada.page.keyboard.press("Space")
                            watch(ada, 7)
                        break
                elif count < REVEALS - 1:
                    with traced(browser, ada, found["reveal"]):
                        ada.decide()
                        ada.page.locator(".flights[data-busy=true]").wait_for()
                        watch(ada, 2.4)
                else:
                    ada.decide()
                ada.page.keyboard.press("Escape")
                count += 1
        finally:
            browser.close()
            served.stop()
    heads = ["moment", "times", "shown", "dropped", "60", "main", "95 %", "worst", "raster", "draw", "task"]
    for line in [heads, *([name, *moment.row()] for name, moment in found.items())]:
        click.echo("".join(f"{each:>8}" for each in line))


if __name__ == "__main__":
    main()
