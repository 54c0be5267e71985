"""*My tables* on the start page: nothing without a table, else those that wait for me first, then by the time left."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.player import WAIT

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

OPEN = """async ([clock, start]) => {
  const headers = {"X-Heptapolis": "1", "content-type": "application/json"};
  const body = JSON.stringify({options: {seats: 3, clock}, seat: 0, bots: [null, "easy", "easy"], start});
  return (await (await fetch("/api/tables", {method: "POST", headers, body})).json()).link;
}"""
"""Opens a table with bots, and starts its game."""


@pytest.mark.parametrize(("size", "theme"), [((1440, 900), "dark"), ((390, 844), "light")])
def test_my_tables_by_turn_and_time_left(person: NewPerson, size: tuple[int, int], theme: str) -> None:
    ada = person(size=size, theme=theme)
    ada.visit()
    page = ada.page
    expect(page.get_by_role("button", name="Play now").or_(page.get_by_role("link", name="Play now"))).to_be_visible()
    mine = page.get_by_role("region", name="My tables")
    expect(mine).to_have_count(0)
    page.evaluate(
        """() => fetch("/api/guest", {method: "POST", body: '{"name": "Ada"}',
            headers: {"X-Heptapolis": "1", "content-type": "application/json"}})"""
    )
    # The one that waits longest for me is opened first, and the one that does not wait for me last.
    three_days, day, none, lobby = (
        page.evaluate(OPEN, [clock, start])
        for clock, start in (("three-days", True), ("day", True), ("none", True), ("day", False))
    )
    ada.visit()
    links = mine.locator("li a")
    expect(links).to_have_count(4, timeout=WAIT)
    for link, wanted in enumerate((day, three_days, none, lobby)):
        expect(links.nth(link)).to_have_attribute("href", wanted)
    expect(links.nth(0)).to_contain_text("your turn")
    expect(links.nth(0)).to_contain_text("23 h")
    expect(links.nth(1)).to_contain_text("2 d")
    expect(links.nth(2)).not_to_contain_text("left")
    expect(links.nth(3)).not_to_contain_text("your turn")
    ada.check_axe()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.screenshot(path=ada.shots / f"my-tables-{size[0]}.png", full_page=True)
    links.nth(1).click()
    ada.expect_table()
