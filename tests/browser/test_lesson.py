"""The guided first game: every lesson is told, waits for its deed, and can be left and gone on with."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

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


def read(somebody: Person, name: str, told: list[str]) -> str:
    """Reads what is told at this decision; returns the lesson that waits for a deed, or nothing."""
    page = somebody.page
    while True:
        page.wait_for_timeout(80)  # the bubble of the next lesson takes the place of the last one
        if not page.locator(".bubble").count():
            return ""
        number = page.locator(".bubble li button").evaluate_all(
            "all => all.findIndex(one => one.getAttribute('aria-current') === 'step')"
        )
        lesson = LESSONS[number] if number >= 0 else ""
        if lesson and lesson not in told:
            told.append(lesson)
            assert page.evaluate(COVERED) == [0, True]
            somebody.check_words()
            somebody.shot(f"lesson-{name}-{number + 1}")
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


def play(somebody: Person, name: str) -> list[str]:
    """Plays until the lessons are over; returns those that were told."""
    told: list[str] = []
    for _ in range(19):
        if not somebody.wait_for_turn() or len(done(somebody)) == len(LESSONS):
            break
        moment = somebody.moment()
        do(somebody, read(somebody, name, told))
        somebody.page.wait_for_function(NEXT_DECISION, arg=moment)
    return told


def test_lessons(person: NewPerson) -> None:
    ada = person()
    begin(ada)
    page = ada.page
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("Lesson 1 of 8")
    ada.check_axe()
    # By keys: on, back, hidden, shown again; and after loading the page again it is where it was.
    page.keyboard.press("Enter")
    expect(bubble).to_contain_text("Lesson 2 of 8")
    page.keyboard.press("Backspace")
    expect(bubble).to_contain_text("Lesson 1 of 8")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    page.keyboard.press("?")
    expect(bubble).to_contain_text("Lesson 2 of 8")
    page.reload()
    expect(bubble).to_contain_text("Lesson 2 of 8")
    told = play(ada, "en-1440")
    assert set(told) >= set(LESSONS) - {"city"}
    assert set(done(ada)) == set(LESSONS)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=str)
def test_bubble_on_a_phone(person: NewPerson, size: tuple[int, int]) -> None:
    """It stands in the room of the city, in the language with the longest words."""
    ada = person(size=size, theme="light", language="de")
    begin(ada)
    bubble = ada.page.locator(".bubble")
    expect(bubble).to_be_visible()
    for number in (1, 2):
        expect(bubble.locator("small")).to_contain_text(f"{number} ")
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
    ada = person(hints=True)
    ada.remember(seats=3, expansions=["leaders", "cities"])
    ada.play_now()
    bubble = ada.page.locator(".bubble")
    expect(bubble).to_contain_text("New here: Leaders")
    ada.shot("news-leaders")
    ada.check_axe()
    bubble.locator(".primary").click()
    expect(bubble).to_contain_text("New here: Cities")
    ada.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    ada.page.reload()
    ada.expect_table()
    expect(ada.page.locator(".hand .hcard").first).to_be_visible()
    expect(bubble).to_have_count(0)
