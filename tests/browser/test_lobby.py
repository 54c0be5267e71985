"""Before the game: the round table, the code, one click to sit down, wonders chosen by pictures; and the next game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson, NewServer

EXAMPLE = Path(__file__).parents[2] / "examples" / "table_bot.py"

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]


def test_host_moves_seats(person: NewPerson) -> None:
    """By dragging one seat to another, and by keys in the dialog of a seat."""
    ada = person()
    ada.remember(seats=4)
    link = ada.new_table()
    grace = person("Grace", size=(390, 844))
    grace.visit(link)
    grace.page.locator(".come button").click()
    seats = ada.page.locator("li.seat")
    expect(seats.nth(1)).to_contain_text("Grace")
    start, end = (seats.nth(at).locator(".press").bounding_box() for at in (1, 3))
    assert start is not None
    assert end is not None
    mouse = ada.page.mouse
    mouse.move(start["x"] + 40, start["y"] + 40)
    mouse.down()
    mouse.move(end["x"] + 40, end["y"] + 40, steps=5)
    expect(seats.nth(3)).to_contain_class("target")
    ada.shot("lobby-drag")
    mouse.up()
    expect(seats.nth(3)).to_contain_text("Grace")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(grace.page.locator("li.seat").nth(3)).to_contain_class("you")
    seats.nth(3).locator(".press").focus()
    ada.page.keyboard.press("Enter")
    places = ada.page.get_by_role("radiogroup", name="Change places with seat")
    places.get_by_role("radio", name="4", exact=True).focus()
    ada.page.keyboard.press("ArrowLeft")
    expect(seats.nth(2)).to_contain_text("Grace")
    expect(places.get_by_role("radio", name="3", exact=True)).to_be_checked()
    ada.check_axe()


def test_round_table(person: NewPerson) -> None:
    """A guest types the code, sits down with one click and chooses a wonder; everybody sees its picture."""
    ada = person()
    ada.remember(seats=5)
    ada.new_table()
    code = ada.page.locator(".share strong").text_content() or ""
    grace = person("Grace", size=(390, 844), theme="light")
    grace.visit()
    grace.page.get_by_label("Link or code").fill(code.lower())
    grace.page.get_by_role("button", name="Join", exact=True).click()
    grace.page.get_by_role("button", name="Sit down", exact=True).click()
    grace.page.locator("li.seat.you .press").click()
    grace.shot("lobby-wonders-phone")
    grace.check_axe()
    grace.page.locator(".wonders").get_by_role("button", name="Babylon").click()
    grace.page.get_by_text("Side B", exact=True).click()
    expect(ada.page.get_by_role("img", name="Babylon")).to_be_visible()
    grace.page.get_by_role("button", name="Close").click()
    grace.page.get_by_role("button", name="I'm ready").click()
    grace.shot("lobby-phone")
    grace.check_axe()
    # The host puts a bot on a seat and gives it a wonder that is left.
    ada.page.get_by_role("button", name="Seat 4, Empty seat: change").click()
    expect(ada.page.locator(".wonders").get_by_role("button", name="Babylon")).to_be_disabled()
    ada.page.get_by_role("radio", name="hard").check(force=True)
    ada.page.locator(".wonders").get_by_role("button", name="Rhodes").click()
    ada.page.get_by_role("button", name="Close").click()
    expect(ada.page.get_by_role("img", name="Rhodes")).to_be_visible()
    expect(ada.page.locator("header .ready")).to_have_text("3 of 5 ready")
    expect(ada.page.locator(".go .btn.primary")).to_contain_text("2 seats left")
    for size in ((1024, 768), (1920, 1080), (1440, 900)):
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        ada.shot(f"lobby-{size[0]}")
    ada.check_axe()
    ada.page.locator(".fill button").click()
    ada.page.locator(".go .btn.primary:enabled").click()
    grace.expect_table()
    expect(grace.page.get_by_role("img", name="Babylon").first).to_be_visible()
    # The code ends with the start.
    lin = person("Lin")
    lin.refused_on_purpose.add(404)
    lin.visit()
    lin.page.get_by_label("Link or code").fill(code)
    lin.page.get_by_role("button", name="Join", exact=True).click()
    expect(lin.page.get_by_role("alert")).to_contain_text("No table has this code.")


SCROLLED = """() => [".opt", ".talk"].map(one => document.querySelector(one))
    .filter(one => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
    .map(one => [one.className, one.scrollHeight, one.clientHeight])"""
"""Panels of the side column that do not show everything at once."""


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de", "da"])
def test_options_are_seen_at_once(person: NewPerson, language: str) -> None:
    """On desktops all options and the chat stand in the column without a scroll bar, for the host and for strangers."""
    ada = person(language=language)
    ada.remember(seats=4, expansions=["leaders", "cities", "manneken-pis"])
    link = ada.new_table()
    bob = person("Bob", language=language)
    bob.visit(link)
    expect(bob.page.locator("form.come")).to_be_visible()
    for size in ((1440, 900), (1920, 1080), (2560, 1440)):
        for each in (ada, bob):
            each.page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(each.page.locator(".opts .o")).to_have_count(10)
            assert not each.page.evaluate(SCROLLED), (each.name, size)
    # Two players: a sentence about the Free City stands there too.
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    ada.shot(f"lobby-options-{language}")
    ada.page.locator(".opts").get_by_role("radio", name="2", exact=True).check(force=True)
    expect(ada.page.locator(".opts .warn")).to_be_visible()
    assert not ada.page.evaluate(SCROLLED)


def test_own_wonder_and_next_game(person: NewPerson) -> None:
    """*Play now* with a chosen wonder; a rematch against bots goes straight into the next game."""
    ada = person()
    ada.remember(seats=3)
    ada.visit()
    ada.page.get_by_role("button", name="Any wonder").click()
    ada.page.locator(".wonders").get_by_role("button", name="Ephesus").click()
    ada.shot("start-wonders")
    ada.page.get_by_role("button", name="Close").click()
    ada.page.locator("button.primary.go:enabled").click()
    ada.expect_table()
    expect(ada.page.locator(".mycity, .wonder").get_by_role("img", name="Ephesus").first).to_be_visible()
    first = ada.page.url
    ada.play_to_end()
    ada.page.get_by_role("button", name="Rematch").click()
    ada.expect_table()
    assert ada.page.url != first
    expect(ada.page.locator(".hand .hcard")).to_have_count(7)


def test_bots_of_the_host_and_an_invited_program(person: NewPerson, serve: NewServer) -> None:
    """A bot that the host allows is in the seat's list; a program that waits is invited by its name and comes."""
    served = serve("--bot", "greedy")
    program: subprocess.Popen[bytes] | None = None
    try:
        ada = person(url=served.url)
        ada.remember(seats=3)
        ada.new_table()
        ada.page.get_by_role("button", name="Seat 2, Empty seat: change").click()
        ada.page.get_by_role("radio", name="greedy").check(force=True)
        ada.page.get_by_role("button", name="Close").click()
        expect(ada.page.locator("li.seat").nth(1)).to_contain_text("greedy")
        token = ada.page.evaluate(
            """async () => (await (await fetch("/api/tokens", {method: "POST", body: JSON.stringify({name: "deep bot"}),
            headers: {"X-Heptapolis": "1", "content-type": "application/json"}})).json()).secret"""
        )
        program = subprocess.Popen([sys.executable, "-P", str(EXAMPLE), served.url, token], stdout=subprocess.DEVNULL)
        ada.page.get_by_role("button", name="Seat 3, Empty seat: change").click()
        ada.page.get_by_role("button", name="Invite deep bot").click(timeout=60_000)
        ada.shot("lobby-invite")
        ada.check_axe()
        expect(ada.page.locator("li.seat").nth(2)).to_contain_text("deep bot", timeout=60_000)
        ada.page.get_by_role("button", name="Close").click()
        ada.page.locator(".go .btn.primary:enabled").click()
        ada.expect_table()
    finally:
        if program is not None:
            program.kill()
            program.wait()
