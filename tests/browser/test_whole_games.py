"""Whole games through the page: every box and mode, with the mouse, on a phone, and with the keyboard alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]

TWO_PLAYERS: dict[str, Any] = {"seats": 2, "mode": "free-city"}
TEAMS: dict[str, Any] = {"seats": 4, "mode": "teams"}


def test_whole_game_from_the_start_page(person: NewPerson) -> None:
    ada = person(hints=True)
    ada.visit()
    expect(ada.page.locator("button.primary.go")).to_be_enabled()
    ada.check_axe()
    ada.shot("start-desktop-dark")
    ada.page.locator("button.primary.go").click()
    ada.expect_table()
    expect(ada.page.locator(".hand .hcard")).to_have_count(7)
    ada.check_layout()
    ada.check_hand()
    ada.page.keyboard.press("1")
    ada.shot("table-first-turn")
    ada.check_axe()
    for _ in range(6):
        assert ada.turn()
    ada.wait_for_turn()
    ada.shot("table-age-end")
    assert "shield" in (ada.page.locator(".live").text_content() or "")
    ada.check_axe()
    ada.play_to_end()
    expect(ada.page.locator(".end h1")).to_contain_text("points")
    ada.shot("end-desktop-dark")
    ada.check_axe()
    ada.page.locator(".sheet tbody button").first.click()
    expect(ada.page.locator(".why[role=status]")).to_be_visible()
    with ada.page.expect_download() as download:
        ada.page.locator("a[download]").click()
    assert download.value.path().read_text().strip()
    ada.page.locator("a[href^='/game/']:not([href*='/replay'])").click()
    ada.page.wait_for_url(re.compile("/game/"))
    ada.page.reload()
    expect(ada.page.locator(".end h1")).to_contain_text("points")


def test_whole_game_by_keyboard(person: NewPerson) -> None:
    ada = person()
    ada.remember(edition="second", seats=3)
    ada.visit()
    expect(ada.page.locator("button.primary.go")).to_be_enabled()
    ada.page.locator("input[autocomplete=nickname]").focus()
    for _ in range(12):
        ada.page.keyboard.press("Tab")
        if ada.page.evaluate("document.activeElement.matches('button.primary.go')"):
            break
    ada.page.keyboard.press("Enter")
    ada.expect_table()
    ada.wait_for_turn()
    ada.shot("choose-a-side")
    ada.check_axe()
    ada.turn(by_keys=True)
    ada.wait_for_turn()
    ada.page.keyboard.press("?")
    expect(ada.page.locator(".drawer")).to_be_visible()
    ada.shot("help")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".drawer")).to_have_count(0)
    ada.play_to_end(by_keys=True)
    expect(ada.page.locator(".end h1")).to_be_visible()


def test_cities_and_leaders_on_a_phone(person: NewPerson) -> None:
    ada = person(size=(390, 844))
    ada.remember(expansions=["leaders", "cities"], seats=4)
    ada.visit()
    expect(ada.page.locator("button.primary.go")).to_be_enabled()
    ada.shot("start-phone")
    ada.play_now()
    ada.wait_for_turn()
    ada.shot("phone-draft")
    ada.check_layout()
    seen = set()
    for _ in range(120):
        if not ada.wait_for_turn():
            break
        asked = ada.page.locator(".act .ask").first.text_content() or ""
        if asked not in seen:
            seen.add(asked)
            ada.check_layout()
            if ada.page.locator(".hand .hcard").count():
                ada.check_hand()
            ada.shot(f"phone-decision-{len(seen)}")
        ada.turn()
    assert len(seen) >= 3
    expect(ada.page.locator(".end h1")).to_be_visible()
    ada.shot("end-phone")
    ada.check_axe()


@pytest.mark.parametrize("options", [TWO_PLAYERS, TEAMS], ids=["two-players", "teams"])
def test_two_players_and_teams(person: NewPerson, options: dict[str, Any]) -> None:
    ada = person()
    ada.remember(**options)
    ada.play_now()
    for _ in range(4):
        assert ada.turn()
    ada.wait_for_turn()
    ada.check_layout()
    ada.shot(f"table-{options['mode']}")
    ada.play_to_end()
    ada.shot(f"end-{options['mode']}")
    if options["mode"] == "teams":
        expect(ada.page.locator(".end h1")).to_contain_text("together")
