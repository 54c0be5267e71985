"""Replay: golden games from their files, a link to a moment, a broken file, every size, theme and language."""

from __future__ import annotations

import asyncio
import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.player import WAIT, Person
from browser.served import Served
from browser.test_looks import check_width
from heptapolis.record.game.files import load_record
from heptapolis.server.client import Visitor
from serving import plain, play_on

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]

expect.set_options(timeout=WAIT)  # machines are busy

GAMES = Path(__file__).parents[1] / "games"
CHOSEN = (
    pytest.param("first-standard-3", marks=pytest.mark.long),
    pytest.param("second-standard-4", marks=pytest.mark.long),
    "first-leaders-free-city-2",
    "first-leaders-cities-manneken-pis-standard-8",
    "first-leaders-cities-teams-4",
)
"""Both editions, every box, every mode, the fewest and the most players."""

ANALYSIS = 240_000
"""Milliseconds: a few seconds of work, on a machine that does other things too."""

DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type: "text/plain" }));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def drop(somebody: Person, text: str) -> None:
    """Drops a file on the start page."""
    somebody.visit()
    somebody.page.locator("button.primary.go:enabled").wait_for()
    somebody.page.evaluate(DROP, ["game.record", text])


def at(somebody: Person, moment: int) -> None:
    """The replay stands at a moment."""
    expect(somebody.page.locator("main[data-moment]")).to_have_attribute("data-moment", str(moment))


HALFWAY = """all => all.forEach(one => one.getAnimations().forEach(each => {
    const { delay, duration } = each.effect.getComputedTiming();
    each.pause();
    each.currentTime = delay + duration / 2;
}))"""
"""Stops animations in their middle, for a picture."""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (2560, 1440)], ids=str)
def test_small_moments_are_seen(person: NewPerson, size: tuple[int, int]) -> None:
    """In a turn of a recorded game in which one city uses a chain, another builds a guild, and coins are paid."""
    ada = person(size=size)
    ada.context.add_init_script("localStorage.setItem('motion', 'slow')")
    ada.page.emulate_media(reduced_motion="no-preference")
    drop(ada, (GAMES / "first-standard-4.record").read_text(encoding="utf-8"))
    at(ada, 0)
    ada.page.keyboard.press("PageDown")
    ada.page.keyboard.press("PageDown")
    at(ada, 12)
    for moment in (13, 14):
        ada.page.keyboard.press("ArrowRight")
        at(ada, moment)
    expect(ada.page.locator(".feat.chain")).to_have_text("Chain")
    expect(ada.page.locator(".feat.guild")).to_have_text("Guild")
    expect(ada.page.locator(".coin.fly")).to_have_count(8)
    ada.page.locator(".feat, .coin.fly").evaluate_all(HALFWAY)
    ada.shot(f"moments-{size[0]}")


@pytest.mark.parametrize("game", CHOSEN)
def test_a_dropped_record_is_replayed_to_its_own_score(person: NewPerson, game: str) -> None:
    path = GAMES / f"{game}.record"
    record = load_record(path)
    assert record.result is not None
    ada = person()
    drop(ada, path.read_text(encoding="utf-8"))
    at(ada, 0)
    expect(ada.page.get_by_text("Empty seat")).to_have_count(0)
    slider = ada.page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuemax", str(len(record.lines)))
    for moment in range(1, len(record.lines) + 1):
        ada.page.keyboard.press("ArrowRight")
        at(ada, moment)
    expected = [score.total for score in record.result.scores]
    if record.mode == "teams":
        expected = [expected[seat] + expected[seat + 1] for seat in range(0, len(expected), 2)]
    totals = ada.page.locator("tr.sum td")
    expect(totals).to_have_count(len(expected))
    assert sorted(int(text) for text in totals.all_inner_texts()) == sorted(expected)
    # The table below the sheet is there, but neither seen nor reached.
    expect(ada.page.locator("section.table")).to_be_hidden()
    assert not ada.page.locator(".scene .under button").first.evaluate(
        "button => (button.focus(), button.matches(':focus'))"
    )
    ada.page.keyboard.press("PageUp")
    ada.page.keyboard.press("Home")
    at(ada, 0)
    ada.check_axe()


def test_a_large_screen_shows_the_other_cities_and_what_was_taken(person: NewPerson) -> None:
    ada = person(size=(1920, 1080))
    drop(ada, (GAMES / "first-standard-7.record").read_text(encoding="utf-8"))
    at(ada, 0)
    expect(ada.page.locator(".others .strip > button")).to_have_count(4)
    # Nobody thinks any more.
    expect(ada.page.get_by_text("thinking").locator("visible=true")).to_have_count(0)
    for strip in ada.page.locator(".others .strip > button").all():
        expect(strip).not_to_have_accessible_name(re.compile("thinking|chosen"))
    # Any key ends the rehearsal of steps, which would replace the elements while they are measured.
    ada.page.keyboard.press("Shift")
    flag, card = (ada.page.locator(f".handrow .slot:has(.flag) {part}").bounding_box() for part in (".flag", ".hcard"))
    assert flag and card
    expect(ada.page.locator(".handrow .flag .word")).to_be_visible()
    assert flag["y"] < card["y"] and abs(flag["x"] + flag["width"] / 2 - card["x"] - card["width"] / 2) < 2
    ada.check_axe()
    ada.shot("replay-1920")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
def test_the_side_that_was_chosen_is_marked(person: NewPerson, size: tuple[int, int]) -> None:
    ada = person(size=size)
    drop(ada, (GAMES / "second-standard-5.record").read_text(encoding="utf-8"))
    at(ada, 0)
    sides = ada.page.locator(".under .side")
    expect(sides).to_have_count(2)
    expect(sides.filter(has=ada.page.locator(".flag"))).to_contain_text(["Night"])
    ada.check_axe()
    ada.shot(f"replay-side-{size[0]}")


def finished_game(url: str) -> str:
    """The table of a game that was played on the server."""

    async def play() -> str:
        visitor = Visitor(url)
        await visitor.log_in_as_guest("Mia")
        table = await visitor.open_table(plain(4), 0, [None, "easy", "easy", "easy"], start=True)
        async with visitor.at(table) as client:
            await play_on(client, random.Random(3))
        await visitor.close()
        return table

    # The browser's driver has the event loop of this thread.
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, play()).result()


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    return finished_game(server.url)


def test_a_link_leads_to_exactly_this_moment(person: NewPerson, table: str) -> None:
    ada = person()
    ada.visit(f"/game/{table}")
    ada.page.locator(f"a[href^='/game/{table}/replay']").click()
    at(ada, 0)
    for moment in (1, 2, 3):
        ada.page.keyboard.press("ArrowRight")
        at(ada, moment)
    ada.page.keyboard.press("PageDown")
    at(ada, 6)
    ada.page.keyboard.press("2")
    expect(ada.page.locator(".seat[aria-pressed=true]")).to_have_attribute("aria-keyshortcuts", "2")
    ada.page.keyboard.press("h")
    expect(ada.page.locator("[aria-keyshortcuts=H]")).to_have_attribute("aria-pressed", "true")
    expect(ada.page).to_have_url(re.compile(r"/replay\?seat=1&moment=6$"))
    linked = person("Ben")
    linked.page.goto(ada.page.url)
    at(linked, 6)
    expect(linked.page.locator(".seat[aria-pressed=true]")).to_have_attribute("aria-keyshortcuts", "2")
    shown, own = (each.page.locator(".handrow .hcard").count() for each in (linked, ada))
    assert shown == own > 0
    linked.page.keyboard.press("Escape")
    expect(linked.page).to_have_url(re.compile(rf"/game/{table}$"))


def test_the_slider_is_dragged_and_the_game_plays_by_itself(person: NewPerson, table: str) -> None:
    ada = person()
    ada.visit(f"/game/{table}/replay?seat=0&moment=4")
    at(ada, 4)
    slider = ada.page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    ada.page.mouse.move(box["x"] + 60, box["y"] + 60)
    ada.page.mouse.down()
    ada.page.mouse.move(box["x"] + box["width"] - 150, box["y"] + 60)
    expect(slider).not_to_have_attribute("aria-valuenow", "4")
    ada.page.mouse.up()
    assert int(slider.get_attribute("aria-valuenow") or 0) > 12
    ada.page.keyboard.press("End")
    last = int(slider.get_attribute("aria-valuemax") or 0)
    at(ada, last)
    ada.page.keyboard.press("Home")
    ada.page.keyboard.press(" ")
    ada.page.wait_for_function(
        "() => Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) >= 2"
    )
    ada.page.keyboard.press(" ")
    expect(ada.page.locator("[aria-keyshortcuts=Space]")).to_have_accessible_name("Play")


@pytest.mark.parametrize(
    ("size", "theme", "language"),
    [
        ((1440, 900), "dark", "de"),
        ((1440, 900), "light", "fr"),
        ((390, 844), "light", "nl"),
        ((390, 844), "dark", "da"),
    ],
)
def test_every_size_theme_and_language(
    person: NewPerson, table: str, size: tuple[int, int], theme: str, language: str
) -> None:
    ada = person(size=size, theme=theme, language=language)
    for moment in (0, 9, 99):
        ada.visit(f"/game/{table}/replay?seat=2&moment={moment}")
        ada.page.locator("main[data-moment]").wait_for()
        ada.check_axe()
        ada.shot(f"replay-{moment}-{size[0]}-{theme}-{language}")
        if size[0] < 900:
            ada.page.locator("#replay-panel-who").click()
            ada.page.locator(".who").wait_for()
            ada.check_axe()
            ada.shot(f"replay-who-{moment}-{theme}-{language}")
    check_width(ada, "the replay")


def test_the_replay_is_opened_by_few_requests(person: NewPerson) -> None:
    ada = person()
    ada.visit()
    started = set(scripts_of(ada))
    ada.page.evaluate("text => sessionStorage.setItem('record', text)", (GAMES / "first-standard-3.record").read_text())
    ada.visit("/replay")
    at(ada, 0)
    loaded = set(scripts_of(ada))
    assert started & loaded, "the first screen's scripts"
    assert 1 <= len(loaded - started) <= 15, sorted(loaded - started)


def scripts_of(somebody: Person) -> list[str]:
    """The scripts that a page has asked for."""
    names = "() => performance.getEntriesByType('resource').map(each => each.name).filter(name => name.endsWith('.js'))"
    found: list[str] = somebody.page.evaluate(names)
    return found


def test_a_broken_record_gets_the_line_at_fault(person: NewPerson) -> None:
    ada = person()
    ada.refused_on_purpose.add(422)
    text = (GAMES / "first-standard-3.record").read_text(encoding="utf-8")
    drop(ada, text.replace("\nI.2  ", "\nI.3  ", 1))
    number = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("I.2 "))
    expect(ada.page.get_by_role("alert")).to_contain_text(f"Line {number}: I.2 comes next")
    ada.check_axe()
    ada.shot("record-broken")
    ada.page.locator("#record").fill(text)
    ada.page.locator("form button[type=submit]").click()
    at(ada, 0)
    ada.page.reload()
    at(ada, 0)


def test_a_running_game_has_no_replay(person: NewPerson, server: Served) -> None:
    ada = person()
    ada.refused_on_purpose.add(409)
    ada.remember()
    ada.play_now()
    playing = ada.page.url.rpartition("/")[2]
    ada.visit(f"/game/{playing}/replay")
    expect(ada.page.get_by_role("alert")).to_be_visible()
    expect(ada.page.locator(".hcard")).to_have_count(0)


def test_a_game_is_played_on_from_a_moment(person: NewPerson, table: str) -> None:
    ada = person()
    ada.visit(f"/game/{table}/replay?seat=1&moment=8")
    at(ada, 8)
    hand = ada.page.locator(".handrow .hcard").count()
    ada.page.get_by_role("combobox").select_option("easy")
    ada.page.get_by_role("button", name="Play from here").click()
    expect(ada.page).to_have_url(re.compile(r"/table/"))
    ada.expect_table()
    at(ada, 8)
    expect(ada.page.locator(".handrow .hcard")).to_have_count(hand)
    assert ada.turn()


def test_a_record_is_analyzed_while_one_reads_and_its_slips_are_reached(person: NewPerson) -> None:
    # The first age of a game that was played at random: seven players give the sage seconds of work.
    lines = (GAMES / "first-standard-7.record").read_text(encoding="utf-8").splitlines()
    first_age = lines[: 1 + next(i for i, line in enumerate(lines) if line.startswith("I.6"))]
    ada = person()
    page = ada.page
    drop(ada, "\n".join([*first_age, "unfinished"]))
    at(ada, 0)
    page.get_by_role("button", name="Have it analyzed").click()
    # As far as it has come: the lines are shorter than the strip, and what was read can be looked at.
    notice = page.locator(".notice [role=status]")
    expect(notice).to_have_text(re.compile(r"The sage has read [1-5] of 6 turns"), timeout=ANALYSIS)
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.get_by_text("No slip in this game")).to_have_count(0)
    ada.check_axe()
    ada.shot("analysis-running")
    expect(notice).to_have_count(0, timeout=ANALYSIS)

    slider = page.get_by_role("slider")
    page.keyboard.press("End")
    page.keyboard.press("p")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"\d points lost$"))
    expect(page.locator(".verdict b")).to_have_text(re.compile(r"^−\d+\.\d points$"))
    # A deeper look at this decision: other figures, the same moves.
    figures = page.locator(".val").all_inner_texts()
    page.get_by_role("button", name="Look deeper").click()
    expect(page.get_by_text("Looked at more deeply")).to_be_visible(timeout=ANALYSIS)
    # The list of moves follows a moment after the note.
    shown = "[...document.querySelectorAll('.val')].map((each) => each.innerText)"
    page.wait_for_function(f"before => JSON.stringify({shown}) !== JSON.stringify(before)", arg=figures)
    ada.shot("analysis-deeper")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Looked at more deeply")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Looked at more deeply")).to_be_visible()
    page.get_by_text("Win chance", exact=True).click()
    ada.check_axe()


def test_the_score_sheet_leads_to_what_decided_the_game(person: NewPerson, table: str) -> None:
    ada = person(size=(390, 844))
    ada.visit(f"/game/{table}")
    ada.page.get_by_role("button", name="Have it analyzed").click()
    decided = ada.page.get_by_role("region", name="Analysis of the game").locator("a").first
    expect(decided).to_be_visible(timeout=ANALYSIS)
    moment = re.search(r"moment=(\d+)", decided.get_attribute("href") or "")
    assert moment is not None
    ada.check_axe()
    decided.click()
    at(ada, int(moment[1]))
    ada.page.get_by_role("tab", name="Best moves").click()
    expect(ada.page.locator(".verdict")).to_be_visible()
    ada.check_axe()
