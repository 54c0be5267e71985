"""A choice can be undone until the reveal, also where bots have chosen long before."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.player import Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

LONG_PAUSE = 15_000
SLOWER = f"""{{
  localStorage.setItem("pause", "long");
  const own = window.setTimeout;
  window.setTimeout = (run, after, ...rest) => own(run, after === 3000 ? {LONG_PAUSE} : after, ...rest);
}}"""


def with_long_pause(somebody: Person) -> None:
    """Chooses the long pause, and makes it long enough for a busy machine to press a key in it."""
    somebody.context.add_init_script(SLOWER)


def test_choice_against_bots_can_be_undone(person: NewPerson) -> None:
    ada = person()
    with_long_pause(ada)
    ada.remember(seats=3)
    ada.play_now()
    ada.wait_for_turn()
    expect(ada.page.locator(".top .chosen")).to_contain_text("0/3")  # bots are seen to choose after the person
    first = ada.moment()
    ada.decide()
    expect(ada.page.locator(".act .made")).to_be_visible()
    ada.page.keyboard.press("u")
    assert ada.wait_for_turn()
    assert ada.moment() == first
    ada.decide()
    ada.page.keyboard.press("Enter")  # at once
    expect(ada.page.locator(f"main[data-moment='{first}']")).to_have_count(0, timeout=LONG_PAUSE - 1000)
    second = ada.moment()
    assert ada.wait_for_turn()
    ada.decide()
    expect(ada.page.locator(f"main[data-moment='{second}']")).to_have_count(0, timeout=2 * LONG_PAUSE)  # by itself


def test_both_cards_of_two_players_can_be_undone(person: NewPerson) -> None:
    ada = person()
    with_long_pause(ada)
    ada.remember(seats=2, mode="free-city")
    ada.play_now()
    ada.wait_for_turn()
    first = ada.moment()
    own = ada.page.locator(".act .ask").text_content()
    ada.decide()
    # The first card stays in sight while the second is chosen, and can be undone.
    expect(ada.page.locator(".act .earlier")).to_be_visible()
    expect(ada.page.locator(".top .chosen")).to_have_text("0/2 chosen")
    assert ada.page.locator(".act .ask").text_content() != own
    ada.page.keyboard.press("u")
    expect(ada.page.locator(".act .earlier")).to_have_count(0)
    expect(ada.page.locator(".act .ask")).to_have_text(str(own))
    ada.decide()
    expect(ada.page.locator(".act .earlier")).to_be_visible()
    ada.decide()
    expect(ada.page.locator(".act .made")).to_be_visible()
    expect(ada.page.locator(".top .pips .me.on")).to_be_visible()
    ada.page.keyboard.press("u")
    expect(ada.page.locator(".act .earlier")).to_be_visible()
    expect(ada.page.locator(".top .pips .me.on")).to_have_count(0)
    assert ada.moment() == first
