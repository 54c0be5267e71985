"""The guided first game: every lesson is told, waits for its deed, and can be left and gone on with."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from browser.conftest import NewPerson
from browser.player import USES, Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]

LESSONS = ("city", "pick", "cost", "buy", "wonder", "war", "science", "guild")
CARDS = {
    "cost": ":is(.is-own, .is-trade)",
    "buy": ".is-trade",
    "war": ":has(.cat-red):not(.is-no)",
    "science": ":has(.cat-green):not(.is-no)",
}
"""The cards that a lesson asks for."""

COVERED = """() => {
    const bubble = document.querySelector(".bubble").getBoundingClientRect();
    const hits = [...document.querySelectorAll(".hand .hcard, .go .btn")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < bubble.right && box.right > bubble.left && box.top < bubble.bottom && box.bottom > bubble.top;
    });
    const inside = bubble.left >= 0 && bubble.right <= innerWidth && bubble.top >= 0 && bubble.bottom <= innerHeight;
    return [hits.length, inside];
}"""
"""How many cards and buttons lie under the bubble, and whether it is inside the window."""

NEXT_DECISION = """moment => {
    const main = document.querySelector("main[data-moment]");
    return !main || (main.dataset.moment !== moment && main.dataset.waits === "true");
}"""


def begin(somebody: Person) -> None:
    somebody.visit()
    somebody.page.locator(".learn .btn.primary:enabled").click()
    somebody.expect_table()


def done(somebody: Person) -> list[str]:
    kept = json.loads(somebody.page.evaluate("localStorage.getItem('lesson')"))
    found: list[str] = kept.get("done", [])
    return found


def lesson_in(page: Page) -> str:
    """The lesson that the bubble tells; nothing for a tip."""
    title = page.locator(".bubble h2").inner_text()
    labels = page.locator(".lessons li button").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return next((lesson for lesson, label in zip(LESSONS, labels, strict=False) if label.endswith(title)), "")


def read(somebody: Person, name: str, told: list[str]) -> str:
    """Reads what is told at this decision; returns the lesson that waits for a deed, or nothing."""
    page = somebody.page
    while True:
        page.wait_for_timeout(80)  # the bubble of the next lesson takes the place of the last one
        if not page.locator(".bubble").count():
            return ""
        lesson = lesson_in(page)
        title = lesson or page.locator(".bubble h2").inner_text()
        if title not in told:
            told.append(title)
            assert page.evaluate(COVERED) == [0, True]
            somebody.check_words()
            somebody.shot(f"lesson-{name}-{len(told)}-{lesson or 'tip'}")
        if page.locator(".bubble .task").count():
            return lesson
        page.locator(".bubble .primary").click()


def do(somebody: Person, lesson: str) -> None:
    """Does what a lesson asks for if the hand allows it, else anything."""
    page = somebody.page
    every = page.locator(".hand .slot:not(.idle) .hcard")
    asked = page.locator(f".hand .slot:not(.idle) .hcard{CARDS.get(lesson, ':not(.is-no)')}")
    (asked if asked.count() else every).first.click()
    # It yields to the panel of the card.
    expect(page.locator(".bubble")).to_have_count(0)
    stage = page.locator(".act [aria-keyshortcuts=w]:enabled")
    (stage if lesson == "wonder" and stage.count() else page.locator(USES)).first.click()


def play(somebody: Person, name: str, awaited: str = "") -> list[str]:
    """Plays until the lessons are over; returns the lessons and tips that were told.

    Where nothing is told, it waits a while for the awaited tip, which the sage has to think about.
    """
    told: list[str] = []
    for _ in range(19):
        if not somebody.wait_for_turn() or len(done(somebody)) == len(LESSONS):
            break
        moment = somebody.moment()
        lesson = read(somebody, name, told)
        if not lesson and awaited and awaited not in told:
            with contextlib.suppress(TimeoutError):
                somebody.page.locator(".bubble").wait_for(timeout=4_000)
                read(somebody, name, told)
        do(somebody, lesson)
        somebody.page.wait_for_function(NEXT_DECISION, arg=moment)
    return told


def test_lessons(person: NewPerson) -> None:
    ada = person()
    begin(ada)
    page = ada.page
    bubble, row = page.locator(".bubble"), page.locator(".lessons")
    expect(row).to_contain_text("Lesson 1 of 8")
    expect(page.locator(".pin[style]")).to_have_count(3)
    ada.check_axe()
    # By keys: on, back, hidden, shown again; and after loading the page again it is where it was.
    page.keyboard.press("Enter")
    expect(bubble).to_contain_text("Pick, then pass")
    page.keyboard.press("Backspace")
    expect(bubble).to_contain_text("Your city")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    page.keyboard.press("?")
    expect(bubble).to_contain_text("Pick, then pass")
    page.reload()
    expect(bubble).to_contain_text("Pick, then pass")
    # Left, and gone on with.
    row.get_by_role("button", name="End the lessons").click()
    expect(row).to_have_count(0)
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Lessons").click()
    expect(row).to_contain_text("Lesson 2 of 8")
    told = play(ada, "en-1440", "Before you choose")
    assert set(told) >= {*LESSONS, "Before you choose"} - {"city"}
    assert set(done(ada)) == set(LESSONS)
    expect(row).to_have_count(0)
    # To the end, and on to a real game.
    ada.play_to_end()
    expect(page.locator(".over h2")).to_have_text("Your first game is over")
    ada.shot("lesson-over")
    ada.check_axe()
    page.get_by_role("button", name="Play a real game").click()
    ada.expect_table()
    expect(row).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=str)
def test_bubble_on_a_phone(person: NewPerson, size: tuple[int, int]) -> None:
    """It stands in the room of the city, in the language with the longest words."""
    ada = person(size=size, theme="light", language="de")
    begin(ada)
    bubble = ada.page.locator(".bubble")
    expect(bubble).to_be_visible()
    for number in (1, 2):
        expect(ada.page.locator(".lessons p")).to_contain_text(f"{number} ")
        assert ada.page.evaluate(COVERED) == [0, True]
        ada.check_layout()
        ada.shot(f"lesson-de-{size[0]}-{number}")
        if number == 1:
            bubble.locator(".primary").click()
    ada.check_axe()
    bubble.locator(".primary").click()
    expect(bubble).to_have_count(0)
    expect(ada.page.locator(".again")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "nl", "de", "da"])
def test_lessons_in_each_language(person: NewPerson, language: str) -> None:
    ada = person(language=language, theme="light", size=(390, 844))
    begin(ada)
    play(ada, f"{language}-390")
    assert set(done(ada)) == set(LESSONS)


def test_news_of_a_box_are_told_once(person: NewPerson) -> None:
    """Each when it can be seen: the draft, the first leader to recruit, the first hand with black cards."""
    ada = person(hints=True)
    ada.remember(seats=3, expansions=["leaders", "cities"])
    ada.play_now()
    page = ada.page
    bubble = page.locator(".bubble")
    for number, (title, text) in enumerate(
        [("Leaders", "four leaders"), ("Leaders", "recruit"), ("Cities", "Diplomacy")], start=1
    ):
        for _ in range(8):
            ada.wait_for_turn()
            page.wait_for_timeout(400)
            if page.locator(".telling").count():
                page.keyboard.press("Escape")  # ends what is told of the last turn
                page.wait_for_timeout(200)
            if bubble.count():
                break
            ada.turn()
        expect(bubble).to_contain_text(f"New here: {title}")
        expect(bubble).to_contain_text(text)
        assert page.evaluate(COVERED) == [0, True]
        ada.shot(f"news-{number}")
        ada.check_axe()
        page.keyboard.press("Enter")
        expect(bubble).to_have_count(0)
    page.reload()
    ada.expect_table()
    expect(page.locator(".hand .hcard").first).to_be_visible()
    expect(bubble).to_have_count(0)


OTHER_NEWS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("second", "Second edition", "day side", {"edition": "second", "seats": 3}),
    ("two", "Two players", "Free City", {"mode": "free-city", "seats": 2}),
    ("teams", "Teams", "partner", {"mode": "teams", "seats": 4}),
]
"""Its name in pictures, its title, some of its words, and a table with it."""


def test_news_of_the_other_boxes(person: NewPerson) -> None:
    """The second edition, two players and teams, on a desktop and on a phone."""
    ada = person(hints=True)
    page, bubble = ada.page, ada.page.locator(".bubble")
    for name, title, text, options in OTHER_NEWS:
        ada.remember(**options)
        ada.play_now()
        if name == "second":  # first its owner chooses the side of the board
            ada.decide()
            expect(page.locator(".telling")).to_be_visible()
            page.keyboard.press("Escape")
        expect(bubble.locator("h2")).to_have_text(f"New here: {title}")
        expect(bubble).to_contain_text(text)
        assert page.evaluate(COVERED) == [0, True]
        ada.shot(f"news-{name}")
        ada.check_axe()
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.locator(".hand4")).to_be_visible()
        expect(bubble).to_be_visible()
        assert page.evaluate(COVERED) == [0, True]
        ada.shot(f"news-{name}-phone")
        page.set_viewport_size({"width": 1440, "height": 900})
        expect(page.locator(".handrow")).to_be_visible()
        page.keyboard.press("Enter")
        expect(bubble).to_have_count(0)
