"""The rules, the cards and the wonders: from the start page, on a phone, and beside the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_looks import check_width

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]


def test_rules_and_cards(person: NewPerson) -> None:
    """Help leads to the rules; a search finds chapters and cards; every page fits and is accessible."""
    ada = person(theme="dark")
    ada.visit()
    ada.page.get_by_role("link", name="Help").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Quick rules")
    ada.page.keyboard.press("/")
    ada.page.keyboard.type("trading post")
    expect(ada.page.get_by_role("link", name="Buying from neighbors")).to_contain_text("2 hits")
    ada.page.get_by_role("link", name="Buying from neighbors").click()
    expect(ada.page.locator("mark").first).to_be_visible()
    ada.check_axe()
    check_width(ada, "the rules")
    ada.shot("rules")
    ada.visit("/rules/manneken-pis#beer")
    expect(ada.page.locator("#beer.at")).to_be_visible()

    # The words of the game, and what each edition has.
    bar, chapters = ada.page.get_by_role("navigation", name="Rules, cards and wonders"), ada.page.locator(".toc nav")
    bar.get_by_role("link", name="Words").click()
    expect(ada.page.locator("#wood")).to_be_visible()
    expect(bar.locator("[aria-current]")).to_have_text("Words")
    expect(chapters.get_by_role("link", name="Leaders")).to_be_visible()
    expect(chapters.get_by_role("link", name="The second edition")).to_have_count(0)
    ada.page.get_by_role("radio", name="Second (2020)").check(force=True)
    expect(chapters.get_by_role("link", name="The second edition")).to_be_visible()
    expect(chapters.get_by_role("link", name="Leaders")).to_have_count(0)
    ada.check_axe()
    check_width(ada, "the words")
    ada.shot("words")

    ada.visit("/cards?show=Dispensary")
    expect(ada.page.get_by_role("complementary", name="Dispensary")).to_contain_text("Apothecary")
    ada.page.get_by_role("button", name="Guilds", exact=True).click()
    expect(ada.page.locator(".grid .face")).to_have_count(17)
    ada.page.locator(".grid .face").first.focus()
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".grid .face").nth(1)).to_have_attribute("aria-pressed", "true")
    ada.check_axe()
    check_width(ada, "the cards")
    ada.shot("cards")
    ada.page.get_by_role("link", name="The rule").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Guilds")

    ada.visit("/wonders?edition=second&show=Olympia")
    expect(ada.page.get_by_role("complementary")).to_contain_text("Zeus")
    ada.check_axe()
    check_width(ada, "the wonders")


@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792))])
def test_effect_sheet_and_rules_on_paper(person: NewPerson, paper: str, size: tuple[int, int]) -> None:
    """Every card is on the sheet, inside its columns; a chapter is printed without the list of chapters."""
    ada = person()
    ada.visit("/cards")
    expect(ada.page.locator(".grid .face").first).to_be_visible()
    sheets = ada.page.pdf(format=paper)
    assert 2 <= len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 4
    width, height = (float(each) for each in re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", sheets)[0])
    assert (abs(width - size[0]) < 2, abs(height - size[1]) < 2) == (True, True)
    ada.page.emulate_media(media="print")
    ada.page.set_viewport_size({"width": round(size[0] * 96 / 72 - 91), "height": 1000})
    ada.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    articles, wide = ada.page.locator(".paper article").evaluate_all(
        "all => [all.length, all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)]"
    )
    assert (articles, wide) == (151, [])
    expect(ada.page.locator(".grid")).to_be_hidden()
    ada.visit("/rules")
    expect(ada.page.get_by_role("heading", name="Quick rules")).to_be_visible()
    expect(ada.page.get_by_role("navigation")).to_have_count(0)


def test_rules_beside_the_board(person: NewPerson) -> None:
    """On a phone: a card leads to its rule, the panel leaves hand and actions free, a tap explains a sign."""
    ada = person(size=(390, 844), theme="light")
    ada.remember(seats=3)
    ada.play_now()
    ada.page.locator(".hand .hcard").first.click()
    ada.page.get_by_role("button", name="Explain").first.click()
    ada.page.get_by_role("button", name="The rule").click()
    panel = ada.page.get_by_role("region", name="Rules")
    expect(panel.get_by_role("heading", level=3).first).to_be_visible()
    box, hand = panel.bounding_box(), ada.page.locator(".hand4").bounding_box()
    assert box is not None
    assert hand is not None
    assert box["y"] + box["height"] <= hand["y"] + 1
    ada.check_axe()
    ada.shot("rules-beside-the-board")
    panel.get_by_role("button", name="Close").click()
    ada.page.locator(".pass").first.tap()
    expect(ada.page.get_by_role("tooltip")).to_be_visible()
    # A sign leads to its rule in one step, without leaving the table.
    ada.page.locator(".figures .science .stat").first.tap()
    ada.page.locator(".tip a").tap()
    expect(panel.locator("#compass.at")).to_be_visible()
    expect(ada.page.locator("main[data-moment]")).to_be_visible()
