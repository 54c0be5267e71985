"""The consequences of a card are shown before it is played: in place, in a list, and in words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import NewPerson
from browser.player import Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

TRADE = ".hand .slot:not(.idle) .hcard.is-trade"
TURNS = 15
"""By then somebody has had to buy something."""


def chips(ada: Person) -> Locator:
    return ada.page.get_by_role("list", name="What this would do").get_by_role("listitem")


def coins(ada: Person) -> tuple[int, int]:
    """The own coins before and after, as the list says it."""
    said = chips(ada).filter(has_text="your coins").text_content() or ""
    found = re.search(r"your coins: (\d+), then (\d+)", said)
    assert found, said
    return int(found[1]), int(found[2])


def until_trade(ada: Person) -> None:
    """Plays until a card of the hand can be built by buying something, and selects it."""
    for _ in range(TURNS):
        assert ada.wait_for_turn()
        if ada.page.locator(TRADE).count():
            ada.page.locator(TRADE).first.click()
            return
        ada.turn()
    raise AssertionError("nothing was ever for sale")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
def test_selected_card_shows_its_consequences(person: NewPerson, size: tuple[int, int]) -> None:
    ada = person(size=size, theme="light")
    ada.remember(seats=3)
    ada.play_now()
    until_trade(ada)
    page = ada.page
    expect(chips(ada).filter(has_text="your coins")).to_be_visible()
    before, after = coins(ada)
    price = int(page.locator(".act .ways .btn .coin").first.text_content() or "")
    assert after >= before - price  # some cards bring coins as well
    # Bought goods are marked at their seller, who gets the coins.
    rings = page.locator(".nb .ring, .tile .ring")
    assert rings.count() >= 1
    seller = chips(ada).filter(has_text="bought from").first
    told = re.search(r"(\w+)'s coins: (\d+), then (\d+), bought from \1: (.+)$", seller.get_attribute("title") or "")
    assert told
    assert 0 < int(told[3]) - int(told[2]) <= price
    expect(page.locator(".nb, .tile").filter(has_text=told[1]).locator(".ring")).to_have_count(len(told[4].split(", ")))
    expect(page.get_by_role("status").filter(has_text="Build:")).to_contain_text("your coins")
    ada.check_layout()
    ada.check_axe()
    ada.shot(f"preview-{size[0]}x{size[1]}")
    # Another use of the same card, by focus: a discard brings coins and buys nothing.
    page.get_by_role("button", name=re.compile("^Discard")).focus()
    expect(page.get_by_role("status").filter(has_text="Discard:")).to_contain_text("your coins")
    assert coins(ada) == (before, before + 3)
    expect(rings).to_have_count(0)
    # Nothing selected: nothing is foretold.
    page.keyboard.press("Escape")
    expect(chips(ada)).to_have_count(0)


def test_city_names_are_readable_on_a_small_screen(person: NewPerson) -> None:
    ada = person(size=(1024, 768))
    ada.remember(seats=7)
    ada.play_now()
    names = ada.page.locator(".others .id b")
    expect(names).to_have_count(4)
    for width, wanted in names.evaluate_all("all => all.map(one => [one.clientWidth, one.scrollWidth])"):
        assert width >= 40, "there is no room for a name"
        assert wanted <= width, "the name is cut"
    ada.check_layout()


def test_giving_up_a_seat_asks_for_confirmation(person: NewPerson) -> None:
    ada = person()
    ada.remember(seats=3)
    ada.play_now()
    page = ada.page
    menu = page.get_by_role("button", name="Menu")
    dialog = page.get_by_role("dialog", name="Give up your seat?")
    menu.click()
    page.get_by_role("menuitem", name="Give up your seat").click()
    expect(dialog).to_be_visible()
    expect(dialog).to_have_accessible_description("A bot plays your city to the end.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    ada.check_axe()
    ada.shot("give-up-seat")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("main[data-waits=true]")).to_be_visible()
    menu.click()
    page.get_by_role("menuitem", name="Give up your seat").click()
    dialog.get_by_role("button", name="Give up your seat").click()
    # Bots alone play on to the end, and nobody here may ask for another game.
    expect(page.locator(".end h1")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
