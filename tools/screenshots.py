"""Takes the pictures of the browser client for the README: `python tools/screenshots.py` writes docs/images/.

Starts a server with its own data folder and plays a few turns against bots in Chromium, at the two reference sizes:
1440x900 and 390x844.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from browser.chromium import chromium, flags  # noqa: E402  the path must be set first
from browser.player import Person  # noqa: E402
from browser.served import Served  # noqa: E402

IMAGES = ROOT / "docs" / "images"
DESKTOP = (1440, 900)
PHONE = (390, 844)


def at_table(browser: Browser, url: str, size: tuple[int, int], theme: str, turns: int, **options: Any) -> Person:
    """A player after some decisions, with an interesting card selected."""
    somebody = Person(browser, url, "Iris", size, "en", theme, False, IMAGES)
    somebody.remember(level="normal", **options)
    somebody.play_now()
    for _ in range(turns):
        somebody.turn()
    somebody.wait_for_turn()
    traded = somebody.page.locator(".hand .hcard.is-trade")
    (traded if traded.count() else somebody.page.locator(".hand .hcard")).first.click()
    return somebody


def main() -> None:
    """Takes all pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        try:
            guest = Person(browser, served.url, "Iris", DESKTOP, "en", "dark", False, IMAGES)
            guest.visit()
            guest.page.locator("button.primary.go:enabled").wait_for()
            guest.shot("start")
            host = Person(browser, served.url, "Iris", DESKTOP, "en", "dark", False, IMAGES)
            host.remember(seats=5, boards=["Halicarnassus", "Giza", "Alexandria", "Rhodes", None])
            host.new_table()
            host.page.locator(".fill button").click()
            host.shot("lobby")
            table = at_table(browser, served.url, DESKTOP, "dark", 10, seats=7, expansions=["cities"])
            table.shot("table")
            table.page.keyboard.press("Escape")
            table.play_to_end()
            table.shot("score")
            at_table(browser, served.url, DESKTOP, "light", 8, seats=5).shot("table-light")
            at_table(browser, served.url, PHONE, "dark", 9, seats=4).shot("phone")
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
