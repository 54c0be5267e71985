"""What everybody did, shown so that one understands it: in motion, without motion, and slowly in a first game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPerson
from browser.player import Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

BUSY = ".flights[data-busy=true]"


def in_motion(somebody: Person, motion: str) -> None:
    """Other tests ask for stillness; here things move."""
    somebody.context.add_init_script(f"localStorage.setItem('motion', '{motion}')")
    somebody.page.emulate_media(reduced_motion="no-preference")


def words(page: Page) -> list[str]:
    """Everything that the table says, line by line."""
    return page.locator("main").inner_text().split("\n")


def overlap(page: Page, one: str, other: str) -> bool:
    """Whether two things cover each other."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    assert a, one
    assert b, other
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not beside and a["y"] + a["height"] > b["y"] and b["y"] + b["height"] > a["y"]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
def test_first_game_reveals_city_by_city(person: NewPerson, size: tuple[int, int]) -> None:
    ada = person(hints=True, size=size)
    ada.remember(seats=5)
    ada.play_now()
    ada.turn()
    page = ada.page
    telling = page.locator(".telling")
    expect(telling).to_be_visible()
    expect(telling.locator("h2")).to_have_text("Ada, you")
    assert not overlap(page, ".telling", ".hand")
    ada.check_layout()
    ada.shot(f"told-{size[0]}")
    told = []
    for count in range(1, 6):
        expect(telling.locator(".count")).to_have_text(f"{count} / 5")
        name = telling.locator("h2").inner_text()
        sentence = telling.locator(".deed").inner_text()
        assert sentence.endswith("."), sentence
        assert sentence.startswith("You " if count == 1 else name), sentence
        told.append(name)
        if size[0] > 900 or count <= 2:
            expect(page.locator(".told")).to_have_count(1)
        if count == 2:
            ada.check_axe()
            page.keyboard.press("ArrowRight")
        elif count == 3:
            page.keyboard.press("Enter")
        else:
            telling.get_by_role("button", name="Continue" if count == 5 else "Next").click()
    assert len(set(told)) == 5
    expect(telling).to_have_count(0)
    # The hand can be used all the while; Escape, and a card that is picked, end the telling.
    ada.turn()
    expect(telling).to_be_visible()
    page.keyboard.press("Escape")
    expect(telling).to_have_count(0)
    ada.turn()
    expect(telling).to_be_visible()
    page.locator(".hand .hcard").first.click()
    expect(page.locator(".hand .hcard").first).to_have_attribute("aria-pressed", "true")
    expect(telling).to_have_count(0)
    # Only the first game is told like this.
    ada.play_now()
    ada.turn()
    page.wait_for_function("() => document.querySelector('main[data-moment]').dataset.moment !== '0'")
    expect(telling).to_have_count(0)


HOLD = "() => document.getAnimations().forEach(each => each.pause())"
"""Nothing moves between a look and a click, however busy the machine is."""

GO_ON = "() => document.getAnimations().forEach(each => each.playState === 'paused' && each.play())"

SLIDING = """() => {
    const slots = [...document.querySelectorAll(".hand .slot")];
    const slide = document.getAnimations().find(
        each => slots.includes(each.effect.target) && each.effect.getTiming().delay > 0);
    if (!slide) return null;
    document.getAnimations().forEach(each => each.pause());
    const slot = slide.effect.target;
    const { delay, duration } = slide.effect.getTiming();
    const away = () => {
        const { m41, m42 } = new DOMMatrix(getComputedStyle(slot).transform);
        return Math.hypot(m41, m42);
    };
    // Nearly there, so that the card is still under the point when the press ends.
    for (let part = 0.2; part < 1; part += 0.02) {
        slide.currentTime = delay + part * duration;
        if (away() <= 40) break;
    }
    const box = slot.getBoundingClientRect();
    return [slots.indexOf(slot), box.left + box.width / 2, box.top + box.height / 2, away()];
}"""
"""Stops a card that slides in: which one, where its middle is, and how far it has to go."""

COUNT_FLIGHTS = """() => {
    window.flown = 0;
    const count = () => (window.flown = Math.max(window.flown, document.querySelectorAll(".flights .ghost").length));
    new MutationObserver(count).observe(document.body, { subtree: true, childList: true });
}"""


def test_reveal_without_animations(person: NewPerson) -> None:
    ada = person()
    ada.remember(seats=7)
    ada.play_now()
    moving = ada.tab()
    moving.emulate_media(reduced_motion="no-preference")
    moving.goto(ada.page.url)
    for page in (ada.page, moving):
        expect(page.locator("main")).to_have_attribute("data-waits", "true")
        page.evaluate(COUNT_FLIGHTS)
    ada.turn()
    moving.wait_for_function("() => window.flown === 7")
    expect(moving.locator(BUSY)).to_have_count(0)
    for page in (ada.page, moving):
        expect(page.locator("main")).to_have_attribute("data-moment", "1")
        expect(page.locator(".last li")).to_have_count(7)
        expect(page.locator(".top .chosen")).to_contain_text("6/7")
    assert words(moving) == words(ada.page)
    assert ada.page.evaluate("window.flown") == 0


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
def test_input_during_a_reveal_of_seven_cities(person: NewPerson, size: tuple[int, int]) -> None:
    ada = person(size=size)
    in_motion(ada, "slow")
    ada.remember(seats=7)
    ada.play_now()
    page = ada.page
    cards = page.locator(".hand .hcard")
    # While the cards of the cities turn over.
    ada.turn()
    page.locator(BUSY).wait_for(state="attached")
    page.wait_for_timeout(500)
    ada.shot(f"reveal-{size[0]}")
    ada.check_layout()
    page.evaluate(HOLD)
    box = cards.nth(2).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(cards.nth(2)).to_have_attribute("aria-pressed", "true")
    page.evaluate(GO_ON)
    expect(page.locator(BUSY)).to_have_count(0)
    # While the new hand slides in: the press ends on the card on which it began.
    ada.turn()
    page.locator(BUSY).wait_for(state="attached")
    pressed, x, y, away = page.wait_for_function(SLIDING).json_value()
    assert away > 0
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(GO_ON)
    page.mouse.up()
    expect(cards.nth(pressed)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(BUSY)).to_have_count(0)
    # By keyboard.
    page.keyboard.press("Escape")
    ada.turn()
    page.locator(BUSY).wait_for(state="attached")
    page.keyboard.press("1")
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(BUSY)).to_have_count(0)


def test_the_end_of_an_age_is_explained(person: NewPerson) -> None:
    ada = person(hints=True)
    ada.remember(seats=4)
    ada.play_now()
    for _ in range(6):
        assert ada.turn()
    ada.wait_for_turn()
    page = ada.page
    page.keyboard.press("Escape")
    wars = page.locator(".center .war")
    expect(wars).to_have_count(2)
    left, right = wars.nth(0).bounding_box(), wars.nth(1).bounding_box()
    assert left
    assert right
    assert left["x"] < right["x"]
    for side, war in (("left", wars.nth(0)), ("right", wars.nth(1))):
        neighbor = page.locator(f".{side[0]} h2").inner_text().strip()
        expect(war.locator(".vs > b").first).to_have_text(neighbor)
        theirs, own = (int(each) for each in war.locator(".n").all_inner_texts())
        said = war.locator("p").inner_text()
        token = war.locator(".tok").inner_text().strip()
        if own > theirs:
            assert said == f"You have more shields than {neighbor}, {own} to {theirs}: victory."
            assert token == "+1"
        elif own < theirs:
            assert said == f"{neighbor} has more shields than you, {theirs} to {own}: defeat."
            assert token == "\u22121"
        else:
            assert "nobody takes a token" in said
            assert token == "0"
    ada.shot("conflicts")
    ada.check_layout()
    ada.check_axe()
    page.keyboard.press("Enter")
    expect(wars).to_have_count(0)
