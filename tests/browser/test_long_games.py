"""Whole games that take longer than CI should: every box, mode, size, language and theme, and people among people."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.company import play_together, sit_down, start
from browser.conftest import NewPerson, NewServer

pytestmark = [pytest.mark.once, pytest.mark.long, pytest.mark.timeout(600)]

ALL_BOXES = ["leaders", "cities", "manneken-pis"]
TABLES: dict[str, dict[str, Any]] = {
    "three": {"seats": 3},
    "seven-all-boxes": {"seats": 7, "expansions": ALL_BOXES},
    "eight-cities": {"seats": 8, "expansions": ["cities"]},
    "two": {"seats": 2, "mode": "free-city"},
    "two-leaders-cities": {"seats": 2, "mode": "free-city", "expansions": ["leaders", "cities"]},
    "teams-four": {"seats": 4, "mode": "teams"},
    "teams-six-leaders-cities": {"seats": 6, "mode": "teams", "expansions": ["leaders", "cities"]},
    "second-seven": {"seats": 7, "edition": "second"},
    "five-leaders": {"seats": 5, "expansions": ["leaders"]},
}
SIZES = [(1440, 900), (1024, 768), (768, 1024), (390, 844), (360, 640)]
LANGUAGES = ("en", "fr", "nl", "de", "da")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("table", TABLES)
def test_every_table_at_every_size(person: NewPerson, table: str, size: tuple[int, int]) -> None:
    ada = person(size=size)
    ada.remember(**TABLES[table])
    ada.play_now()
    ada.look_on(f"long-{table}-{size[0]}x{size[1]}")


@pytest.mark.parametrize("table", TABLES)
def test_every_table_by_keys(person: NewPerson, table: str) -> None:
    ada = person()
    ada.remember(**TABLES[table])
    ada.play_now()
    # No pointer from here on.
    ada.play_to_end(by_keys=True)
    ada.check_axe()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_in_both_themes(person: NewPerson, language: str, theme: str) -> None:
    ada = person(language=language, theme=theme, size=(390, 844) if theme == "dark" else (1440, 900), hints=True)
    ada.remember(seats=4, expansions=["leaders", "cities"])
    ada.play_now()
    kinds = ada.look_on(f"long-{language}-{theme}")
    assert kinds >= 3
    expect(ada.page.locator("html")).to_have_attribute("lang", language)
    ada.check_axe()


def test_two_people_and_the_free_city(person: NewPerson) -> None:
    ada, grace = person(), person("Grace", size=(390, 844), theme="light")
    ada.remember(seats=2, mode="free-city", expansions=["leaders", "cities"])
    sit_down(ada, [grace], as_remembered=True)
    start(ada, [ada, grace])
    play_together([ada, grace])
    for each in (ada, grace):
        expect(each.page.locator(".end h1")).to_contain_text("points")


def test_four_people_in_teams(person: NewPerson) -> None:
    people = [person(name) for name in ("Ada", "Grace", "Lin", "Max")]
    ada, grace, lin, _ = people
    ada.remember(seats=4, mode="teams", expansions=["leaders", "cities"])
    sit_down(ada, people[1:], as_remembered=True)
    start(ada, people)
    # Partners talk between themselves.
    ada.open_panel("Chat")
    ada.page.get_by_label("To my partner only").check(force=True)
    ada.page.get_by_label("Write a message").fill("build the glass, please")
    ada.page.keyboard.press("Enter")
    ada.shot("long-team-chat")
    ada.page.keyboard.press("Escape")
    for each, hears in ((grace, True), (lin, False)):
        each.open_panel("Chat")
        expect(each.page.get_by_text("build the glass, please")).to_have_count(1 if hears else 0)
        each.page.keyboard.press("Escape")
    play_together(people)
    for each in people:
        expect(each.page.locator(".end h1")).to_contain_text("together")


def test_three_languages_and_a_spectator_at_one_table(person: NewPerson) -> None:
    people = [
        person(),
        person("Grace", language="fr", size=(390, 844), theme="light"),
        person("Lin", language="de", size=(768, 1024)),
    ]
    ada = people[0]
    ada.remember(seats=4, edition="second")
    path = sit_down(ada, people[1:], as_remembered=True)
    start(ada, people)
    eve = person("Eve")
    eve.visit(f"{path}?watch")
    eve.expect_table()
    # The host also watches, as on a big screen: no hand is shown there either.
    screen = ada.tab()
    screen.goto(f"{ada.url}{path}?watch")
    screen.locator("main[data-moment]").wait_for()

    def watch(decision: int) -> None:
        if decision % 6 == 0 and not eve.is_over():
            eve.check_layout()
            eve.check_words()
            for page in (eve.page, screen):
                assert page.locator(".hcard").count() == 0, "a watcher sees a hand"
                assert page.locator("main[data-waits=true]").count() == 0, "a watcher is asked"

    play_together(people, watch)
    expect(eve.page.locator(".end h1")).to_contain_text("points")
    expect(screen.locator(".end h1")).to_contain_text("points")
    eve.shot("long-watched-end")


def test_lost_connections_and_killed_servers(person: NewPerson, serve: NewServer) -> None:
    served = serve()
    ada = person(url=served.url, size=(390, 844))
    grace = person("Grace", url=served.url)
    ada.watch_line()
    ada.remember(seats=3, expansions=["cities"])
    sit_down(ada, [grace], as_remembered=True)
    start(ada, [ada, grace])

    def trouble(decision: int) -> None:
        if decision % 7 == 3 and not ada.is_over():
            ada.cut_line()
            expect(ada.page.get_by_text("Connection lost")).to_be_visible()
            ada.mend_line()
            expect(ada.page.get_by_text("Connection lost")).to_have_count(0)
        if decision in (9, 24):
            served.kill()
            served.start()
        if decision == 31:
            served.stop()
            served.start()
        if decision % 8 == 5:
            grace.page.reload()
            grace.page.locator("main[data-moment], .end h1").first.wait_for()

    play_together([ada, grace], trouble, seconds=500)
    for each in (ada, grace):
        expect(each.page.locator(".end h1")).to_contain_text("points")
