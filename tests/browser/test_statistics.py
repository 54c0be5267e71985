"""Profiles, the server's statistics and leaderboards in the browser, with games and without."""

from __future__ import annotations

import asyncio
import io
import random
import re
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import Connection, insert, select, update

from browser.conftest import NewPerson, NewServer
from browser.player import Person
from browser.served import Served
from finished_games import DAY, Played
from heptapolis.server.daily.calendar import day_at
from heptapolis.server.people.people import People
from heptapolis.server.statistics.facts import CATEGORIES, GameFacts, SeatFacts
from heptapolis.server.statistics.judgments import Judgment
from heptapolis.server.statistics.pages import Statistics
from heptapolis.server.statistics.tallies import add_games, add_judgments
from heptapolis.server.storage.database import open_engine, transaction
from heptapolis.server.storage.schema import dailies, daily_plays
from heptapolis.server.storage.schema import people as people_rows
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Writer
from heptapolis.server.tables.events import now_ms

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]

WONDERS = ("Alexandria", "Babylon", "Ephesus", "Giza", "Halicarnassus", "Olympia", "Rhodes")
SIZES = ((1440, 900), (390, 844))


def made_up(number: int, ended: int, who: list[str], rng: random.Random) -> GameFacts:
    """A game that nobody played, with the people first."""
    size = max(len(who), rng.choice((3, 4, 5, 6, 7)))
    wonders = rng.sample(WONDERS, size)
    points = [{category: rng.randrange(2, 18) for category in CATEGORIES[:7]} for _ in range(size)]
    totals = [sum(each.values()) + (8 if seat == 0 else 0) for seat, each in enumerate(points)]
    order = sorted(totals, reverse=True)
    seats = tuple(
        SeatFacts(
            seat=seat,
            person=who[seat] if seat < len(who) else None,
            bot=None if seat < len(who) else "normal",
            wonder=wonders[seat],
            side=rng.choice("AB"),
            place=1 + order.index(totals[seat]),
            won=totals[seat] == order[0],
            total=totals[seat],
            points={"cities": 0, "leaders": 0, **points[seat]},
        )
        for seat in range(size)
    )
    boxes = rng.choice(("", "", "cities"))
    return GameFacts(
        table_id=f"{who[0][:10]}{number:012d}",
        ended=ended,
        public=True,
        edition=rng.choice(("first", "second")),
        boxes=boxes,
        mode="standard",
        seats=seats,
        seconds=rng.randrange(600, 9_000),
        margin=order[0] - order[1],
        helped=False,
        rated="yes" if rng.random() < 0.6 else "no",
        company=len(who) > 1,
        counted=True,
    )


def rng_number(me: str) -> int:
    """A number that is different for each person: it is the name of the table."""
    return int.from_bytes(me.encode()[:4]) % 10**9


def judged(game: GameFacts, rng: random.Random) -> list[Judgment | None]:
    """What the sage thinks of a game."""
    lost = rng.choice((30, 90, 210))
    lines = [",".join(str(each.total * 10 - 15 * (13 - at)) for at in range(14)) for each in game.seats]
    return [Judgment(1000 - 2 * lost, lost, line) for line in lines]


def add_all(connection: Connection, new: list[GameFacts], deals: list[GameFacts], day: str) -> None:
    """Adds games, the last ones analysed, and games of the daily deal."""
    add_games(connection, [*new, *deals])
    rng = random.Random(8)
    for game in new[-4:]:
        add_judgments(connection, game.table_id, judged(game, rng))
    known = connection.execute(select(dailies.c.day).where(dailies.c.day == day)).first()
    if known is None:
        connection.execute(insert(dailies).values(day=day, secret="ab" * 32))
    for game in deals:
        row = {"day": day, "person": game.seats[0].person, "table_id": game.table_id}
        connection.execute(insert(daily_plays).values(**row))


async def fill(folder: Path, me: str, count: int) -> None:
    """Games of a person with others, the last one with all its events; everybody is on the leaderboard."""
    engine = open_engine(f"sqlite+aiosqlite:///{folder / 'heptapolis.db'}")
    people = People(engine, "0" * 32)
    others = [await people.new(name) for name in ("Bruno", "Chloé", "Nikos")]
    rng, now = random.Random(7), now_ms()
    new = []
    for number in range(count):
        with_me = [me, *(each.id for each in others if rng.random() < 0.5)]
        new.append(made_up(number, now - (count - number) * 2 * DAY, with_me, rng))
    async with transaction(engine) as connection:
        for person in others:
            row = update(people_rows).where(people_rows.c.id == person.id)
            await connection.execute(row.values(kind="account", account=person.id.lower()))
        deals = [made_up(10**6, now, [each], rng) for each in (me, *(person.id for person in others))]
        await connection.run_sync(add_all, new, deals, day_at(now))
    for person in others:
        as_account = replace(person, kind="account", account=person.id.lower())
        await Statistics(engine, people).choose(as_account, shown=True, listed=True)
    writer = Writer(engine)
    writer.start()
    rated = {"seats": 3, "public": True, "rated": True, "clock": "90s"}
    await Played(rng_number(me), rated, [me, others[0].id, None], now).store(Store(engine), writer, people)
    await writer.stop()
    await engine.dispose()


def fill_now(folder: Path, me: str, count: int) -> None:
    """Likewise, in a thread of its own: the browser's driver has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(fill(folder, me, count))).result()


def make_account(somebody: Person, account: str) -> str:
    """An account; returns the id of the person."""
    somebody.visit("/")
    somebody.page.evaluate(
        """async (account) => {
            const headers = {"X-Heptapolis": "1", "content-type": "application/json"};
            const post = (path, body) => fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
            await post("/api/guest", {name: account});
            await post("/api/register", {account, password: "seven small cities"});
        }""",
        account,
    )
    found: str = somebody.page.evaluate("fetch('/api/me').then(each => each.json()).then(each => each.person.id)")
    return found


def check_page(somebody: Person, name: str) -> None:
    """Nothing sticks out at the side, axe has no complaint, and there is a picture to look at."""
    wide = somebody.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= somebody.size[0], f"{name} is {wide} wide"
    somebody.check_axe()
    somebody.page.wait_for_timeout(150)
    somebody.page.screenshot(path=somebody.shots / f"{name}.png", full_page=True)


def number_of(page: Page, label: str) -> Locator:
    """A number of the banner."""
    return page.locator("dl div").filter(has=page.locator("dt").get_by_text(label, exact=True)).locator("dd")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("statistics"))
    yield served
    served.stop()


@pytest.mark.parametrize("size", SIZES)
def test_a_profile_with_games(person: NewPerson, filled: Served, size: tuple[int, int]) -> None:
    phone = size[0] < 900
    ada = person("Ada", url=filled.url, size=size, theme="light" if phone else "dark")
    me = make_account(ada, f"ada-{size[0]}")
    fill_now(filled.data, me, 40)
    ada.visit("/")
    ada.page.get_by_role("link", name="My profile").click()
    page = ada.page
    expect(page.get_by_role("heading", level=1)).to_have_text(f"ada-{size[0]}")
    expect(number_of(page, "Games")).to_have_text("42")
    expect(number_of(page, "Lost per turn")).to_have_text(re.compile(r"^\d\.\d$"))
    last = page.get_by_role("region", name="Last games")
    expect(last.get_by_role("img", name=re.compile("^Expected points: from"))).not_to_have_count(0)
    daily = page.get_by_role("region", name="Daily deal")
    expect(daily.get_by_text("; the best today is")).to_be_visible()
    expect(daily.get_by_role("list", name="Last seven days").get_by_role("listitem")).to_have_count(7)
    expect(daily.get_by_role("row", name=f"ada-{size[0]}")).to_be_visible()
    expect(daily.get_by_role("link", name="See today’s best game")).to_be_visible()
    check_page(ada, f"profile-{size[0]}")
    # Every plot is a table for a screen reader, and its curve has one beside it.
    for name in ("Won by wonder", "Won by strategy", "Won by number of players", "Points by category"):
        assert page.get_by_role("table", name=name).locator("tbody tr").count() >= 2
    expect(page.get_by_role("table", name="Rating, Base game")).to_have_count(1)
    # Every bar opens the games behind it, with links into the replay.
    row = page.get_by_role("table", name="Won by strategy").locator("tbody tr").first
    count = int(row.locator("td.number").first.inner_text())
    row.get_by_role("button").first.click()
    drawer = page.locator(".drawer")
    expect(drawer.locator("li")).to_have_count(min(20, count))
    ada.check_axe()
    page.keyboard.press("Escape")
    # Filters.
    page.get_by_label("30 days").check()
    expect(number_of(page, "Games")).to_have_text("16")
    page.get_by_label("All time").check()
    page.get_by_label("Rated", exact=True).check()
    expect(number_of(page, "Games")).not_to_have_text("16")
    page.get_by_label("All games").check()
    expect(number_of(page, "Games")).to_have_text("42")
    # One game has its events, so its replay and its page open.
    game = f"/game/table-{rng_number(me):016d}"
    last.locator(f"a[href^='{game}/replay']").click()
    expect(page.get_by_role("slider").first).to_be_visible()
    page.go_back()
    last.locator(f"a[href='{game}']").click()
    expect(page.locator(".end")).to_contain_text("Rating")
    # It can be shared as a picture and as a link.
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share this game")
    picture = dialog.get_by_role("img", name="The result as a picture")
    expect(picture).to_have_js_property("complete", True)
    expect(picture).to_have_js_property("naturalWidth", 1200)
    check_page(ada, f"share-{size[0]}")
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Share picture").click()
    assert saved.value.suggested_filename == "heptapolis.png"
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=filled.url)
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == filled.url + game
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    ada.visit("/profile")
    # All games in one download.
    with page.expect_download() as told:
        page.get_by_role("link", name="Download all my games").click()
    names = zipfile.ZipFile(io.BytesIO(Path(told.value.path()).read_bytes())).namelist()
    assert "games.json" in names and any(name.endswith(".txt") for name in names)
    # Hidden from others until the owner shows it; then without what is private.
    bob = person("Bob", url=filled.url, size=size)
    bob.refused_on_purpose.add(404)
    bob.visit(f"/profile/{me}")
    expect(bob.page.get_by_text("There is no such profile, or it is not shown.")).to_be_visible()
    page.get_by_label("Others may open my profile").check()
    page.get_by_label("Name me on the leaderboards").check()
    expect(page.get_by_label("Name me on the leaderboards")).to_be_enabled()
    bob.visit(f"/profile/{me}")
    expect(bob.page.get_by_role("heading", level=1)).to_have_text(f"ada-{size[0]}")
    expect(bob.page.get_by_text("What others see")).to_have_count(0)
    # The server's page and its leaderboard.
    ada.visit("/statistics")
    board = page.get_by_role("table", name="Leaderboard, Base game")
    expect(board.get_by_role("link", name=f"ada-{size[0]}")).to_be_visible()
    for name in ("Games a day", "Wonders by share won", "Mean points by number of players"):
        expect(page.get_by_role("table", name=name)).to_have_count(1)
    for title in ("Longest games", "Closest games", "Most points"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    check_page(ada, f"statistics-{size[0]}")


@pytest.mark.parametrize("size", SIZES)
def test_profile_and_statistics_without_games(person: NewPerson, serve: NewServer, size: tuple[int, int]) -> None:
    served = serve()
    nobody = person("Ada", url=served.url, size=size, theme="light")
    nobody.refused_on_purpose.add(401)
    nobody.visit("/profile")
    expect(nobody.page.get_by_text("You have not played here yet.")).to_be_visible()
    check_page(nobody, f"profile-nobody-{size[0]}")
    nobody.visit("/statistics")
    expect(nobody.page.get_by_text("No game at a public table has ended yet.")).to_be_visible()
    expect(nobody.page.get_by_text("Nobody is listed yet.")).to_be_visible()
    check_page(nobody, f"statistics-empty-{size[0]}")
    make_account(nobody, "empty")
    nobody.visit("/profile")
    expect(nobody.page.get_by_text("No finished game yet.")).to_be_visible()
    check_page(nobody, f"profile-empty-{size[0]}")


@pytest.mark.parametrize("language", ["de", "fr", "nl", "da"])
def test_pages_in_every_language(person: NewPerson, filled: Served, language: str) -> None:
    ada = person("Ada", url=filled.url, size=(390, 844), language=language)
    me = make_account(ada, f"lang-{language}")
    fill_now(filled.data, me, 6)
    for path in ("/profile", "/statistics"):
        ada.visit(path)
        expect(ada.page.locator("table").first).to_be_attached()
        wide = ada.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{path} is {wide} wide in {language}"
        ada.page.screenshot(path=ada.shots / f"{path[1:]}-{language}.png", full_page=True)


def test_a_rated_table_from_the_lobby(person: NewPerson, filled: Served) -> None:
    ada = person("Ada", url=filled.url)
    ada.visit()
    ada.new_table()
    ada.page.get_by_role("radiogroup", name="Rating").get_by_text("Rated").click()
    clock = ada.page.get_by_role("radiogroup", name="Clock")
    expect(clock.get_by_label("90 s")).to_be_checked()
    expect(clock.get_by_label("None")).to_be_disabled()
    expect(ada.page.get_by_label("Not allowed")).to_be_checked()
