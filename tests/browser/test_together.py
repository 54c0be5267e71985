"""Several people at one table, and what may happen to a connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.company import play_together, sit_down, start
from browser.conftest import NewPerson
from browser.served import Served

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]


def test_four_people_at_one_table(person: NewPerson) -> None:
    ada, grace, lin, max_ = people = [person(name) for name in ("Ada", "Grace", "Lin", "Max")]
    sit_down(ada, people[1:])
    ada.shot("lobby-desktop")
    ada.check_axe()
    grace.page.get_by_label("Write a message").fill("hello <b>you</b>")
    grace.page.keyboard.press("Enter")
    expect(ada.page.get_by_text("hello <b>you</b>")).to_be_visible()
    start(ada, people)
    # A choice can be taken back until everybody has chosen; others see that somebody has chosen, never what.
    ada.turn()
    expect(grace.page.locator(".top .chosen")).to_contain_text("1/4")
    ada.page.keyboard.press("u")
    expect(grace.page.locator(".top .chosen")).to_contain_text("0/4")
    play_together(people)
    for each in people:
        expect(each.page.locator(".end h1")).to_contain_text("points")
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.locator("li.seat")).to_have_count(4)
    expect(lin.page.get_by_role("button", name="Join the rematch")).to_be_visible()
    assert max_.is_over()


def test_refresh_tabs_and_watchers(person: NewPerson) -> None:
    ada = person()
    grace = person("Grace")
    path = sit_down(ada, [grace])
    start(ada, [ada, grace])
    ada.turn()
    chosen = ada.page.locator(".made b").text_content()
    ada.page.reload()
    expect(ada.page.locator(".made b")).to_have_text(chosen or "?")
    other = ada.tab()
    other.goto(ada.url + path)
    expect(other.locator(".made b")).to_have_text(chosen or "?")
    ada.page.get_by_role("button", name="Undo").click()
    expect(other.locator(".made b")).to_have_count(0)
    # Somebody without a seat sees the cities and no hand.
    eve = person("Eve")
    eve.visit(path)
    eve.expect_table()
    expect(eve.page.locator(".hcard")).to_have_count(0)
    eve.shot("spectator")
    eve.check_axe()
    # Grace goes; after a while Ada lets a bot play, and Grace comes back.
    grace.page.goto("about:blank")
    ada.page.get_by_role("button", name="Let a bot play").click()
    grace.visit(path)
    grace.page.get_by_role("button", name="Take your seat back").click()
    expect(grace.page.get_by_role("button", name="Take your seat back")).to_have_count(0)


def test_game_continues_after_the_server_was_killed(person: NewPerson, tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        ada = person(url=served.url)
        grace = person("Grace", url=served.url)
        sit_down(ada, [grace])
        start(ada, [ada, grace])
        ada.turn()
        chosen = ada.page.locator(".made b").text_content()
        served.kill()
        expect(ada.page.get_by_text("Connection lost")).to_be_visible()
        ada.shot("connection-lost")
        # What is chosen meanwhile is sent when the server is back.
        grace.decide()
        served.start()
        expect(ada.page.get_by_text("Connection lost")).to_have_count(0, timeout=60_000)
        ada.page.wait_for_function("() => document.querySelector('main[data-moment]').dataset.moment !== '0'")
        assert chosen
        assert ada.turn()
    finally:
        served.stop()


def test_connection_lost_during_a_turn(person: NewPerson) -> None:
    ada = person(size=(390, 844))
    grace = person("Grace")
    ada.watch_line()
    sit_down(ada, [grace])
    start(ada, [ada, grace])
    # Between picking a card and choosing it: what was picked stays, and the choice is sent when the line is back.
    ada.wait_for_turn()
    ada.page.locator(".hand .hcard").nth(1).click()
    ada.cut_line()
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    ada.shot("connection-lost-phone")
    ada.page.locator("[aria-keyshortcuts=d]").first.click()
    chosen = ada.page.locator(".made b").text_content()
    assert chosen
    expect(grace.page.locator(".top .chosen")).to_contain_text("1/3")  # the bot's
    ada.mend_line()
    expect(ada.page.get_by_text("Connection lost")).to_have_count(0)
    expect(grace.page.locator(".top .chosen")).to_contain_text("2/3")
    expect(ada.page.locator(".made b")).to_have_text(chosen)
    # While the line is gone the others go on; who comes back sees where the game is and what was missed.
    ada.cut_line()
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    grace.turn()
    grace.page.wait_for_function("() => document.querySelector('main[data-moment]').dataset.moment === '1'")
    assert ada.moment() == "0"
    ada.mend_line()
    ada.page.wait_for_function("() => document.querySelector('main[data-moment]').dataset.moment === '1'")
    expect(ada.page.locator(".live")).to_contain_text("Grace")
    assert ada.turn()
