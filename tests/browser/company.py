"""Several people at one table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from playwright.sync_api import expect

from browser.player import Person


def sit_down(host: Person, guests: Sequence[Person], as_remembered: bool = False) -> str:
    """Creates a table of the host at which everybody is seated and ready; returns its address.

    It uses the options that the start page remembers, or has as many seats as needed.
    """
    path = host.new_table()
    if not as_remembered:
        if host.size[0] <= 760:  # there the options are folded
            host.page.locator(".opt .unfold").click()
        host.page.get_by_role("radio", name=str(max(3, 1 + len(guests))), exact=True).check(force=True)
    for number, guest in enumerate(guests, 1):
        guest.visit(path)
        guest.page.locator(".come button").click()
        expect(guest.page.locator(f"li.seat:nth-child({number + 1}).you")).to_be_visible()
        guest.page.locator(".go .btn.primary").click()
    return path


def start(host: Person, everybody: Sequence[Person]) -> None:
    """Fills empty seats with bots and starts the game."""
    fill = host.page.locator(".fill button")
    if fill.count():
        fill.click()
    host.page.locator(".go .btn.primary:enabled").click()
    for each in everybody:
        each.expect_table()


def play_together(
    people: Sequence[Person], after: Callable[[int], None] = lambda _: None, seconds: float = 300, by_keys: bool = False
) -> None:
    """Everybody decides until the game is over for all; ``after`` is told the number of each decision."""
    until = time.monotonic() + seconds
    decisions = 0
    while not all(each.is_over() for each in people):
        assert time.monotonic() < until, "the game does not end"
        for each in people:
            if each.page.locator("main[data-waits=true]").count() and each.turn(by_keys):
                decisions += 1
                after(decisions)
        people[0].page.wait_for_timeout(30)
