"""The table at every width: no word is broken, nothing is too small to read, and large screens are used."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.legibility import faults
from browser.player import Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]

SIZES = {(1024, 768): 10, (1600, 900): 14, (1700, 956): 14, (1920, 1080): 14, (2560, 1440): 14, (3840, 2160): 14}
"""The smallest text at each size, in pixels."""


def at_sizes(somebody: Person, name: str, kinds: tuple[str, ...]) -> None:
    """Looks at the table in each size; finds texts that are too small and these other faults."""
    for (width, height), least in SIZES.items():
        somebody.page.set_viewport_size({"width": width, "height": height})
        rails = 1 if width >= 2200 else 0
        expect(somebody.page.locator(".rail")).to_have_count(rails)
        found = [each for each in faults(somebody.page, least) if each[0].endswith("px") or each[0] in kinds]
        somebody.shot(f"{name}-{width}x{height}")
        assert not found, (width, found)


def test_text_is_large_enough_and_no_word_is_broken(person: NewPerson) -> None:
    """With seven cities, in the language with the longest words."""
    ada = person("Archimedes", size=(1600, 900), language="de")
    ada.remember(seats=7, expansions=["leaders", "cities"])
    ada.play_now()
    for _ in range(8):
        ada.turn()
    assert ada.wait_for_turn()
    ada.page.locator(".hand .slot:not(.idle) .hcard").first.click()
    at_sizes(ada, "legible", ("broken",))


SCROLLED = """() => [...document.querySelectorAll("*")]
    .filter(one => one.closest(".city, .nb, .ways, .end.panel"))
    .filter(one => ["auto", "scroll"].includes(getComputedStyle(one).overflowY))
    .filter(one => one.scrollHeight > one.clientHeight + 1)
    .map(one => [one.className, one.scrollHeight, one.clientHeight])"""
"""Lists of cities, of what a card can be used for and of the end of an age that do not show everything at once."""


def test_no_list_is_cut_at_1024(person: NewPerson) -> None:
    """Seven cities at the end of the game: columns, neighbors' cards and what each use of each card would do."""
    ada = person("Archimedes", size=(1024, 768), language="de", theme="light")
    ada.remember(seats=7)
    ada.play_now()
    turns = 0
    while ada.wait_for_turn():
        turns += 1
        on_cards = ("coin", "laurel", "per", "nm")
        found = [each for each in faults(ada.page, 10) if each[0] != "cut" or each[2] in on_cards]
        assert not found, (turns, found)
        assert not ada.page.evaluate(SCROLLED), turns
        cards = ada.page.locator(".hand .slot:not(.idle) .hcard")
        if turns % 6 in (1, 5) and turns > 6:
            for at in range(cards.count()):
                if cards.nth(at).get_attribute("aria-pressed") != "true":
                    cards.nth(at).click()
                expect(ada.page.locator(".act header h2")).to_be_visible()
                for use in ada.page.locator(".act .btn:enabled").all():
                    use.hover()
                    assert not ada.page.evaluate(SCROLLED), (turns, at)
        ada.turn()
    assert turns >= 18


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr", "de", "nl", "da"])
def test_nothing_is_cut_in_a_whole_game(person: NewPerson, language: str) -> None:
    ada = person("Archimedes", size=(1600, 900), language=language, theme="light")
    ada.remember(seats=7, expansions=["leaders", "cities"])
    ada.play_now()
    for count in range(60):
        if not ada.wait_for_turn():
            break
        if count % 4 == 3:
            at_sizes(ada, f"whole-{language}-{count}", ("broken", "cut", "ellipsis"))
        ada.turn()
    assert ada.is_over()


def test_log_and_chat_stand_beside_the_table_on_large_screens(person: NewPerson) -> None:
    """One rail on the right; on a very wide screen one on each side. The keys that open them elsewhere lead there."""
    ada = person(size=(2560, 1440))
    ada.remember(seats=4)
    ada.play_now()
    ada.turn()
    ada.wait_for_turn()
    rail = ada.page.locator(".rail")
    expect(rail).to_have_count(1)
    expect(rail.locator(".happened li b").first).to_have_text("Age I, turn 1")
    ada.page.keyboard.press("c")
    expect(rail.get_by_role("textbox")).to_be_focused()
    expect(ada.page.locator(".drawer")).to_have_count(0)
    ada.page.keyboard.type("Good deal")
    ada.page.keyboard.press("Enter")
    expect(rail.locator(".talk")).to_contain_text("Good deal")
    ada.check_axe()
    ada.page.set_viewport_size({"width": 3440, "height": 1440})
    expect(rail).to_have_count(2)
    table, chat = ada.page.locator("main").bounding_box(), rail.first.bounding_box()
    assert table is not None
    assert chat is not None
    assert chat["x"] + chat["width"] <= table["x"] + 1
    assert table["x"] + table["width"] < 3440
    ada.shot("rails-3440")
