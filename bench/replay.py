"""How fast a replay opens and steps: ``python bench/replay.py`` measures it in a real Chromium.

For each golden game it prints the time from the start of the navigation to the first painted table (empty cache), and
for each key the CPU time of the page's main thread for a step without animation and the wall time from the key to the
painted frame. Each game is opened anew for every pass and walked through once, as a person does it: no step counts with
its fastest time. "over 50" is how many steps took longer than that from the key to the painted frame.
"""

from __future__ import annotations

import math
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from playwright.sync_api import sync_playwright

from heptapolis.record.game.files import load_record
from heptapolis.server.operations.loadtest_server import own_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))
from browser.chromium import chromium, flags  # noqa: E402

GAMES = ("first-standard-3", "second-standard-7", "first-leaders-cities-manneken-pis-standard-8")
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}

FIRST_VIEW = """
new MutationObserver((_, watching) => {
  if (!document.querySelector("main[data-moment] .city, main[data-moment] .hcard, main[data-moment] .scene *")) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.firstView = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""

STEP = """key => new Promise(resolve => {
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => resolve([
    performance.now() - start, Number(document.querySelector("main").dataset.moment)
  ])));
})"""
KEYS = ("ArrowRight", "ArrowLeft")
LIMIT = 50
LOOKING = 1500  # milliseconds before the first key: a person looks at the table first, and the page rehearses
PARTS = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


def timed(page: Page) -> CDPSession:
    """A connection that counts the CPU time of the main thread."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    return tools


def metrics(tools: CDPSession) -> dict[str, float]:
    """The main thread's CPU seconds so far, by kind."""
    found = tools.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in found if each["name"] in PARTS}


def opened(browser: Browser, url: str, text: str, size: tuple[int, int]) -> Page:
    """The replay of a record in a fresh browser, first view reached."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 900, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{url}/healthz")
    page.evaluate("text => sessionStorage.setItem('record', text)", text)
    page.evaluate("localStorage.setItem('sounds', 'off')")
    page.add_init_script(FIRST_VIEW)
    page.goto(f"{url}/replay")
    page.wait_for_function("() => window.firstView")
    return page


def steps(page: Page, key: str, count: int) -> tuple[list[float], list[dict[str, float]]]:
    """Wall and CPU milliseconds of each step."""
    tools = timed(page)
    walls: list[float] = []
    moments: list[int] = []
    costs: list[dict[str, float]] = []
    for _ in range(count):
        before = metrics(tools)
        wall, moment = page.evaluate(STEP, key)
        after = metrics(tools)
        walls.append(wall)
        moments.append(moment)
        costs.append({name: 1000 * (after[name] - before[name]) for name in PARTS})
    assert len(set(moments)) == count, "every key is one step"
    return walls, costs


def spread(values: list[float]) -> str:
    """Median, 95 percent and worst."""
    ordered = sorted(values)
    most = ordered[math.ceil(0.95 * len(ordered)) - 1]
    return f"median {statistics.median(ordered):.0f}, 95 % {most:.0f}, worst {ordered[-1]:.0f}"


def line(name: str, walls: list[float], costs: list[dict[str, float]]) -> str:
    """What one kind of step costs."""
    task = [each["TaskDuration"] for each in costs]
    worst = costs[task.index(max(task))]
    parts = ", ".join(f"{part.removesuffix('Duration').lower()} {worst[part]:.0f}" for part in PARTS[1:])
    late = sum(wall > LIMIT for wall in walls)
    return (
        f"  {name:<10} wall ms: {spread(walls)}, over {LIMIT}: {late} of {len(walls)}; CPU ms: {spread(task)} ({parts})"
    )


@click.command(help=__doc__)
@click.option("--game", "games", multiple=True, default=GAMES, help="Golden game, without .record.")
@click.option("--passes", default=3, help="How often each game is opened and walked through.")
def main(games: tuple[str, ...], passes: int) -> None:
    """Measures and prints."""
    with own_server() as (url, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        for game in games:
            path = TESTS / "games" / f"{game}.record"
            count = len(load_record(path).lines)
            text = path.read_text(encoding="utf-8")
            for kind, size in SIZES.items():
                views: list[float] = []
                walls: dict[str, list[float]] = {key: [] for key in KEYS}
                costs: dict[str, list[dict[str, float]]] = {key: [] for key in KEYS}
                for _ in range(passes):
                    page = opened(browser, url, text, size)
                    views.append(page.evaluate("window.firstView"))
                    page.wait_for_timeout(LOOKING)
                    for key in KEYS:
                        wall, cost = steps(page, key, count)
                        walls[key] += wall
                        costs[key] += cost
                    page.context.close()
                click.echo(f"{game}, {kind}: first view ms: {spread(views)}")
                for key in KEYS:
                    click.echo(line(key, walls[key], costs[key]))
        browser.close()


if __name__ == "__main__":
    main()
