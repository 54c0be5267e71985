"""Several people at one table, and what may happen to a connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.player import Person
from browser.served import Served

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]


def sit_down(host: Person, guests: list[Person]) -> str:
    """A table of the host's at which everybody sits and is ready."""
    path = host.new_table()
    host.page.get_by_role("radio", name=str(max(3, 1 + len(guests))), exact=True).check(force=True)
    for number, guest in enumerate(guests, 1):
        guest.visit(path)
        guest.page.locator(".come button").click()
        guest.page.locator(f"li.seat:nth-child({number + 1}) .do button").first.click()
        expect(guest.page.locator("li.seat.you")).to_be_visible()
        guest.page.locator(".go .btn.primary").click()
    return path


def test_four_people_at_one_table(person: NewPerson) -> None:
    ada, grace, lin, max_ = people = [person(name) for name in ("Ada", "Grace", "Lin", "Max")]
    sit_down(ada, people[1:])
    ada.shot("lobby-desktop")
    ada.check_axe()
    grace.page.get_by_label("Say something").fill("hello <b>you</b>")
    grace.page.keyboard.press("Enter")
    expect(ada.page.get_by_text("hello <b>you</b>")).to_be_visible()
    ada.page.get_by_role("button", name="Start the game").click()
    for each in people:
        each.expect_table()
    # A choice can be taken back until everybody has chosen; others see that somebody has chosen, never what.
    ada.turn()
    expect(grace.page.locator(".top .chosen")).to_contain_text("1/4")
    ada.page.keyboard.press("u")
    expect(grace.page.locator(".top .chosen")).to_contain_text("0/4")
    while not ada.is_over():
        moment = ada.moment()
        for each in people:
            if each.page.locator("main[data-waits=true]").count():
                each.turn()
        ada.page.wait_for_function(
            "before => document.querySelector('main[data-moment]')?.dataset.moment !== before", arg=moment
        )
    for each in people:
        expect(each.page.locator(".end h1")).to_contain_text("points")
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.locator("li.seat")).to_have_count(4)
    expect(lin.page.get_by_role("button", name="Go to the rematch")).to_be_visible()
    assert max_.is_over()


def test_refresh_tabs_and_watchers(person: NewPerson) -> None:
    ada = person()
    grace = person("Grace")
    path = sit_down(ada, [grace])
    ada.page.get_by_role("button", name="Fill").click()
    ada.page.get_by_role("button", name="Start the game").click()
    for each in (ada, grace):
        each.expect_table()
    ada.turn()
    chosen = ada.page.locator(".made b").text_content()
    ada.page.reload()
    expect(ada.page.locator(".made b")).to_have_text(chosen or "?")
    other = ada.tab()
    other.goto(ada.url + path)
    expect(other.locator(".made b")).to_have_text(chosen or "?")
    ada.page.get_by_role("button", name="Take back").click()
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
    grace.page.get_by_role("button", name="Take the seat back").click()
    expect(grace.page.get_by_role("button", name="Take the seat back")).to_have_count(0)


def test_a_killed_server_costs_nothing(person: NewPerson, tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        ada = person(url=served.url)
        grace = person("Grace", url=served.url)
        sit_down(ada, [grace])
        ada.page.get_by_role("button", name="Fill").click()
        ada.page.get_by_role("button", name="Start the game").click()
        ada.expect_table()
        grace.expect_table()
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
