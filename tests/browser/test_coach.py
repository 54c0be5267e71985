"""The coach and taking back turns, in a game against bots: by keys on a screen, by fingers on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]


@pytest.mark.parametrize(
    ("size", "language", "theme"), [((1440, 900), "en", "dark"), ((390, 844), "de", "light")], ids=["screen", "phone"]
)
def test_coach_advises_and_a_turn_is_taken_back(
    person: NewPerson, size: tuple[int, int], language: str, theme: str
) -> None:
    ada = person(size=size, language=language, theme=theme)
    ada.remember(seats=3)
    ada.play_now()
    page = ada.page
    assert ada.wait_for_turn()
    phone = size[0] < 900

    hand = page.locator(".hand .slot .hcard").evaluate_all("all => all.map(each => each.ariaLabel)")
    page.locator("[aria-keyshortcuts=s]").first.click() if phone else page.keyboard.press("s")
    rows = page.locator(".coach button.row")
    rows.first.wait_for()  # the sage thinks
    assert 1 <= rows.count() <= 3
    assert re.search(r"\d\s%", rows.first.inner_text()) and rows.first.locator(".why").inner_text().endswith(".")
    expect(page.locator(".slot .seal").first).to_be_visible()
    # It covers neither the hand nor the buttons below it.
    coach = page.locator(".coach").bounding_box()
    first = page.locator(".hand").bounding_box()
    assert coach and first
    assert coach["y"] + coach["height"] <= first["y"] + 1 if phone else coach["x"] >= first["x"] + first["width"] - 1
    ada.check_layout()
    ada.check_hand()
    ada.check_words()
    ada.check_axe()
    ada.shot(f"coach-{size[0]}")
    expect(page.locator(".marks")).to_have_count(1)

    # A row selects its card and use, and plays nothing yet.
    rows.first.click() if phone else page.keyboard.press("Enter")
    expect(page.locator(".hand .hcard.sel")).to_have_count(1)
    expect(page.locator(".act .seen")).to_be_focused()
    assert ada.moment() == "0"
    ada.shot(f"coach-taken-{size[0]}")
    page.keyboard.press("Enter")
    page.locator("main[data-moment='1'][data-waits=true]").wait_for()
    expect(page.locator(".coach")).to_have_count(0)

    ada.check_layout()
    ada.shot(f"coach-offered-{size[0]}")
    # Back to the first hand; the turn can be played again.
    page.locator(".act .back").click() if phone else page.keyboard.press("u")
    page.locator("main[data-moment='0'][data-waits=true]").wait_for()
    assert page.locator(".hand .slot .hcard").evaluate_all("all => all.map(each => each.ariaLabel)") == hand
    expect(page.locator(".act .back")).to_have_count(0)
    expect(page.locator(".coach")).to_have_count(0)
    ada.turn()
    page.locator("main[data-moment='1']").wait_for()
