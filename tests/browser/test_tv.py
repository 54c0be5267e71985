"""The TV page of a table: opened by a player in the same browser, it receives what a spectator receives."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from browser.conftest import NewPerson
from browser.player import WAIT

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]

SMALL = """() => [...document.querySelectorAll("main *")]
    .filter(one => [...one.childNodes].some(each => each.nodeType === 3 && each.data.trim()))
    .filter(one => !one.closest(".vh, .live, svg, article.card"))
    .map(one => [one.textContent.trim(), parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)])
    .filter(([, size]) => size < 18)"""
"""Texts that cannot be read from the other side of a room; the faces of cards are for those who sit closer."""


def secrets_in(frames: list[str]) -> list[str]:
    """Frames that show a hand or belong to a seat."""
    found = []
    for frame in frames:
        play: dict[str, Any] | None = json.loads(frame).get("play")
        if play is None:
            continue
        hidden = all(isinstance(seat["hand"], int) for seat in play["view"]["seats"])
        if play["you"] is not None or not hidden or play["view"]["pending"] or play["help"]["cards"]:
            found.append(frame)
    return found


def test_tv(person: NewPerson) -> None:
    ada = person(size=(1440, 900))
    ada.remember(seats=4)
    link = ada.new_table()
    tv = ada.tab()
    frames: list[str] = []

    def connected(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    tv.on("websocket", connected)
    tv.set_viewport_size({"width": 1920, "height": 1080})
    tv.goto(ada.url + link.replace("/table/", "/tv/"))
    expect(tv.get_by_role("img", name="QR code for the link")).to_be_visible()
    assert not tv.evaluate(SMALL)
    tv.screenshot(path=ada.shots / "tv-lobby.png")
    ada.page.locator(".fill button").click()
    expect(tv.locator("li.taken")).to_have_count(4)
    ada.page.locator(".go .btn.primary:enabled").click()
    ada.expect_table()
    for _ in range(3):
        ada.wait_for_turn()
        ada.turn()
    ada.wait_for_turn()
    moment = ada.moment()
    expect(tv.locator(f"main[data-moment='{moment}']")).to_be_visible(timeout=WAIT)
    expect(tv.locator("section[data-seat]")).to_have_count(4)
    expect(tv.get_by_role("img", name="QR code for the link")).to_have_count(0)
    assert tv.locator("button, a, input").count() == 0
    assert not tv.evaluate(SMALL)
    tv.screenshot(path=ada.shots / "tv.png")
    tv.set_viewport_size({"width": 3840, "height": 2160})
    tv.wait_for_function("() => document.querySelector('main.tv').currentCSSZoom === 2")
    assert tv.evaluate("document.documentElement.scrollWidth") <= 3840
    assert any("has_chosen" in frame for frame in frames)
    assert not secrets_in(frames)
