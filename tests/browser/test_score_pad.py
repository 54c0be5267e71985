"""The score pad: written, kept, opened without a network, exported and imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPerson
from browser.player import Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]


def key(page: Page, label: str, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=label, exact=True).first.click()


def pick(page: Page, item: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name=item).click()


def fill_in(page: Page) -> None:
    """Two names, wars and science; the other categories stay at zero."""
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_label("Player 1", exact=True).fill("Anna")
    page.get_by_label("Wonder of Anna").select_option("Giza")
    page.get_by_label("Player 2", exact=True).fill("Jonas")
    page.get_by_role("button", name="Enter points").click()
    key(page, "Anna: add a token of 5", 2)
    key(page, "Anna: add a token of −1")
    key(page, "Anna: remove a token of 5")
    page.get_by_role("button", name="Science", exact=True).click()
    for symbol in ("Compass", "Gear", "Tablet"):
        key(page, f"Jonas: {symbol}, one more")
    key(page, "Jonas: Any symbol, one more")


def check_page(somebody: Person, what: str) -> None:
    assert somebody.page.evaluate("document.documentElement.scrollWidth") <= somebody.size[0], (
        f"{what} scrolls sideways"
    )
    somebody.check_words()
    somebody.shot(f"pad-{what}-{somebody.size[0]}")
    somebody.check_axe()


def test_pad_on_a_phone_without_a_network(person: NewPerson, tmp_path: Path) -> None:
    ada = person(size=(390, 844))
    page = ada.page
    ada.visit("/pad")
    check_page(ada, "setup")
    fill_in(page)
    expect(page.get_by_role("group", name="Jonas", exact=True).locator(".laurel")).to_have_text("13")
    check_page(ada, "science")
    # The worker is ready once it has kept its files.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async name =>
            (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname)))).flat()"""
    )
    assert "/pad" in kept
    assert not [path for path in kept if path.startswith("/api") or "table" in path.lower()]
    ada.context.set_offline(True)
    page.goto(ada.url + "/pad")
    expect(page.get_by_role("group", name="Jonas", exact=True).locator(".laurel")).to_have_text("13")
    page.get_by_role("button", name="To the sum").click()
    expect(page.locator(".told")).to_have_text("Jonas wins with 13 points, 9 points ahead of Anna")
    check_page(ada, "sheet")
    ada.context.set_offline(False)
    page.get_by_role("button", name="Save, new game").click()
    # A cleared pad comes back; a broken file changes nothing; an exported one is read again.
    before = page.evaluate("localStorage.getItem('pad')")
    pick(page, "Clear all points")
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate("localStorage.getItem('pad')") == before
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "heptapolis-pad/1", "games": [{"players": 9}]}')
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed.")
    assert page.evaluate("localStorage.getItem('pad')") == before
    for item, ending in (("Export all (JSON)", "json"), ("Export all (CSV)", "csv")):
        with page.expect_download() as told:
            pick(page, item)
        file = tmp_path / f"export.{ending}"
        told.value.save_as(file)
        page.evaluate("localStorage.removeItem('pad')")
        page.reload()
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator(".said")).to_contain_text("1 game added.")
        assert len(json.loads(page.evaluate("localStorage.getItem('pad')"))["history"]) == 1
    check_page(ada, "history")


@pytest.mark.parametrize(
    ("size", "theme", "language"),
    [
        pytest.param((1440, 900), "light", "de"),
        pytest.param((360, 640), "light", "fr"),
        pytest.param((390, 844), "dark", "da", marks=pytest.mark.long),
        pytest.param((1440, 900), "dark", "nl", marks=pytest.mark.long),
    ],
)
def test_pad_of_eight_with_every_box(person: NewPerson, size: tuple[int, int], theme: str, language: str) -> None:
    """Every row in the largest game fits, in the languages with the longest words."""
    ada = person(size=size, theme=theme, language=language)
    ada.visit("/pad")
    page = ada.page
    page.get_by_role("radio", name="8", exact=True).check(force=True)
    for box in ("Leaders", "Cities"):
        page.get_by_label(box, exact=True).check(force=True)
    page.locator("form .seg").last.locator("input").last.check(force=True)
    page.locator("form button[type=submit]").click()
    rows = page.locator(".cats button")
    expect(rows).to_have_count(9)
    for at in range(9):
        rows.nth(at).click()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"row {at} is {wide} wide"
        if at in (0, 1, 6):
            ada.shot(f"pad-eight-{language}-{size[0]}-{at}")
    ada.check_axe()
    page.locator(".go .primary").click()
    expect(page.locator("tfoot tr")).to_have_count(2)
    check_page(ada, f"eight-{language}")
