"""Every language, theme and size: nothing scrolls, nothing is missing, axe finds no problem."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import NewPerson
from browser.player import Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]

MESSAGES = Path(__file__).parents[2] / "web" / "messages"
LANGUAGES = ("en", "fr", "nl", "de", "da")
CORE = [((1440, 900), "dark"), ((390, 844), "light")]
"""Sizes and themes in which every screen is looked at by `make test`; the others take longer than it should."""
SIZES = [(1440, 900), (390, 844), (1024, 768), (768, 1024), (360, 640)]


CUT_OFF = """() => [...document.querySelectorAll(".panel")]
    .filter(one => getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.outerHTML.slice(0, 120))"""
"""Panels whose contents stand out at the side, where nobody sees them."""


WIDTH = """() => new Promise(told => requestAnimationFrame(() => requestAnimationFrame(
    () => told(document.documentElement.scrollWidth))))"""
"""How wide the page is, once a new size of the window has reached it."""


def check_width(somebody: Person, what: str) -> None:
    """Checks that nothing overflows at the side, on a desktop and on the narrowest phone."""
    for size in (SIZES[0], SIZES[-1]):
        somebody.page.set_viewport_size({"width": size[0], "height": size[1]})
        wide = somebody.page.evaluate(WIDTH)
        assert wide <= size[0], f"{what} is {wide} wide at {size}"
        assert not somebody.page.evaluate(CUT_OFF), f"something is cut off in {what} at {size}"
    somebody.page.set_viewport_size({"width": somebody.size[0], "height": somebody.size[1]})


def words(language: str) -> dict[str, str]:
    told: dict[str, str] = json.loads((MESSAGES / "screens" / f"{language}.json").read_text(encoding="utf-8"))
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language(person: NewPerson, language: str) -> None:
    ada = person(language=language, theme="light", hints=True)
    ada.visit()
    expect(ada.page.locator("html")).to_have_attribute("lang", language)
    expect(ada.page.locator("#now")).to_have_text(words(language)["play_now"])
    ada.shot(f"start-{language}-light")
    expect(ada.page.locator("button.primary.go")).to_be_enabled()
    check_width(ada, "the start page")
    ada.page.goto(ada.url + "/about")
    expect(ada.page.locator("h1")).to_have_text(words(language)["about"])
    ada.remember(seats=3)
    ada.play_now()
    ada.turn()
    ada.wait_for_turn()
    expect(ada.page.locator(".act .ask")).to_contain_text(words(language)["ask_play"])
    ada.check_layout()
    ada.shot(f"table-{language}-light")
    if language == "en":
        ada.check_axe()
    # The words before a game are longer in some languages than in others; who comes by a link is asked for a name.
    link = ada.new_table()
    expect(ada.page.locator(".opts")).to_be_visible()
    check_width(ada, "the lobby")
    bob = person("Bob", language=language)
    bob.visit(link)
    expect(bob.page.locator("form.come")).to_be_visible()
    check_width(bob, "the lobby of a stranger")


LOW = [(844, 390), (720, 450)]
"""A phone on its side, and a page at twice its size."""


@pytest.mark.parametrize("size", [*SIZES, *LOW], ids=str)
def test_seven_players_and_eight_cards_fit(person: NewPerson, size: tuple[int, int]) -> None:
    ada = person(size=size, theme="dark")
    ada.remember(seats=7, expansions=["cities"])
    ada.play_now()
    expect(ada.page.locator(".hand .hcard")).to_have_count(8)
    ada.check_layout()
    ada.check_hand()
    ada.page.locator(".hand .hcard").nth(2).click()
    ada.shot(f"seven-{size[0]}x{size[1]}")
    ada.check_layout()
    # The city keeps room beside the hand, and the tools are in reach.
    city = ada.page.locator(".mycity").bounding_box()
    assert city is not None
    assert city["height"] > 120
    tools = ada.page.get_by_role("button", name="Menu").bounding_box()
    assert tools is not None
    assert tools["y"] >= 0


SCREENS = [
    pytest.param(
        size, theme, marks=[] if (size, theme) in CORE else [pytest.mark.long], id=f"{size[0]}x{size[1]}-{theme}"
    )
    for size in SIZES
    for theme in ("dark", "light")
]


@pytest.mark.parametrize(("size", "theme"), SCREENS)
def test_every_screen(person: NewPerson, size: tuple[int, int], theme: str) -> None:
    """Takes a picture of each screen and checks its texts and its accessibility."""
    name = f"{size[0]}x{size[1]}-{theme}"
    ada = person(size=size, theme=theme)
    ada.remember(seats=4, expansions=["leaders", "cities"])

    def screen(what: str) -> None:
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0], f"{what} scrolls sideways"
        assert not ada.page.evaluate(CUT_OFF), f"something is cut off in {what}"
        ada.check_words()
        ada.shot(f"screen-{name}-{what}")
        ada.check_axe()

    ada.visit()
    expect(ada.page.locator("button.primary.go")).to_be_enabled()
    screen("start")
    ada.page.get_by_role("button", name="Edition and expansions").click()
    screen("start-options")
    ada.visit("/about")
    screen("about")
    ada.new_table()
    expect(ada.page.locator("li.seat")).to_have_count(4)
    screen("lobby")
    ada.page.locator(".fill button").click()
    ada.page.locator(".go .btn.primary:enabled").click()
    ada.expect_table()
    # The draft of leaders and some turns, so that every panel has something to show; then a decision about cards.
    cards = ada.page.locator(".hand .slot:not(.idle) .hcard")
    for _ in range(8):
        ada.turn()
    ada.wait_for_turn()
    while not cards.count():
        ada.turn()
        ada.wait_for_turn()
    screen("table")
    cards.first.click()
    screen("card-picked")
    ada.page.keyboard.press("?")
    expect(ada.page.locator(".drawer")).to_be_visible()
    screen("card")
    ada.page.keyboard.press("Escape")
    for panel in ("Chat", "Log", "Your leaders", "Settings", "Help"):
        ada.open_panel(panel)
        screen(panel.lower().replace(" ", "-"))
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator(".drawer")).to_have_count(0)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("menuitem", name="Give up your seat").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    screen("give-up")
    ada.page.keyboard.press("Escape")
    ada.play_to_end()
    screen("end")
    ada.page.locator("a[href^='/game/']:not([href*='/replay'])").click()
    ada.page.wait_for_url(re.compile("/game/"))
    expect(ada.page.locator(".end h1")).to_contain_text("points")
    screen("game")
    ada.visit("/account")
    expect(ada.page.get_by_role("heading", name="Finished games")).to_be_visible()
    screen("account")
    ada.visit("/account/keep")
    screen("keep")
    ada.visit("/table/AAAAAAAAAAAAAAAAAAAAAA")
    expect(ada.page.locator("h1")).to_have_text("This table does not exist.")
    screen("no-table")


def test_settings_persist(person: NewPerson) -> None:
    ada = person()
    ada.visit()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("Light").check(force=True)
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "light")
    ada.shot("settings")
    ada.check_axe()
    ada.page.get_by_label("Language").select_option("fr")
    expect(ada.page.locator("#now")).to_have_text("Jouer")
    assert ada.page.evaluate("localStorage.getItem('theme')") == "light"
    assert ada.page.evaluate("localStorage.getItem('language')") == "fr"


def test_refusals_are_words(person: NewPerson) -> None:
    ada = person()
    ada.visit("/table/AAAAAAAAAAAAAAAAAAAAAA")
    expect(ada.page.locator("h1")).to_have_text("This table does not exist.")
    ada.page.get_by_text("Start page").click()
    ada.page.get_by_label("Link or code").fill("nonsense")
    ada.page.get_by_role("button", name="Join", exact=True).click()
    expect(ada.page.get_by_role("alert")).to_contain_text("not a table link or code")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
def test_first_things_are_in_sight(person: NewPerson, size: tuple[int, int]) -> None:
    """The way into a game, what is wrong with a link, and the way to a seat need no scrolling."""
    ada = person(size=size, language="de")
    ada.visit("/table/no-table!")
    expect(ada.page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    ada.visit()
    expect(ada.page.locator(".now .go:enabled")).to_be_in_viewport(ratio=1)
    ada.remember(seats=7)
    link = ada.new_table()
    bob = person("Bob", size=size)
    bob.visit(link)
    expect(bob.page.get_by_role("button", name="Sit down", exact=True)).to_be_in_viewport(ratio=1)


def test_full_table_message(person: NewPerson) -> None:
    """Latecomers may watch; a local-only server explains why nobody can join."""
    ada = person()
    ada.remember(seats=3)
    link = ada.new_table()
    expect(ada.page.locator(".here")).to_contain_text("This address works only on this computer.")
    bob = person("Bob", size=(390, 844))
    bob.visit(link)
    expect(bob.page.locator("form.come")).to_be_visible()
    expect(bob.page.locator(".full")).to_have_count(0)
    ada.page.locator(".fill button").click()
    expect(bob.page.locator(".full")).to_contain_text("All seats are taken")
    watch = bob.page.get_by_role("button", name="Watch")
    expect(watch).to_be_in_viewport()
    watch.click()
    expect(bob.page.locator(".full")).to_contain_text("You are watching.")
    bob.check_axe()
    ada.page.locator(".go .btn.primary:enabled").click()
    bob.expect_table()


def test_failed_requests_are_retried(person: NewPerson) -> None:
    """A start page without options and a table without a rulebook show a message and retry."""
    ada = person()
    ada.refused_on_purpose.add(503)
    ada.remember(seats=3)
    answers = {"choices": 1, "rulebook": 1}

    def fail_once(route: Route) -> None:
        what = next(each for each in answers if each in route.request.url)
        answers[what] -= 1
        if answers[what] < 0:
            route.continue_()
        else:
            route.fulfill(status=503, json={"code": "server/storage"})

    ada.page.route(re.compile("/api/(choices|rulebook)"), fail_once)
    ada.visit()
    expect(ada.page.get_by_role("alert")).to_contain_text("Trying again automatically.")
    ada.page.locator("button.primary.go:enabled").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("Trying again automatically.")
    expect(ada.page.get_by_role("button", name="Try again")).to_be_visible()
    ada.check_axe()
    ada.expect_table()
    assert set(answers.values()) == {-1}


def test_weight_up_to_the_first_hand(person: NewPerson) -> None:
    """A phone on a slow line loads at most 300 kB before it can play; the service worker may fetch more later."""
    ada = person(size=(390, 844))
    ada.remember(seats=7)
    line = ada.context.new_cdp_session(ada.page)
    line.send("Network.enable")
    loaded: list[float] = []
    line.on("Network.loadingFinished", lambda told: loaded.append(told["encodedDataLength"]))
    ada.play_now()
    ada.page.locator(".hand .hcard").first.wait_for()
    assert len(loaded) > 5, "the browser tells what it loads"
    assert sum(loaded) <= 300_000, sum(loaded)
