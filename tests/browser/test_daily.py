"""The daily deal in a real browser: before anybody has played it, afterwards, and for somebody who has not."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson, NewServer
from browser.player import WAIT, Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]

FINISH = """async () => {
  const table = location.pathname.split("/").pop();
  const socket = new WebSocket(`ws://${location.host}/api/ws`);
  let sent = "";
  await new Promise((done) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "welcome") socket.send(JSON.stringify({ type: "join", table }));
      const play = message.play;
      if (!play) return;
      if (play.result) return done();
      const decision = play.view.pending[0];
      const key = `${play.moment} ${JSON.stringify(decision?.moves[0] ?? null)}`;
      if (!decision || key === sent) return;
      sent = key;
      socket.send(JSON.stringify({ type: "choose", id: 1, moment: play.moment, move: decision.moves[0] }));
    };
  });
  socket.close();
}"""
"""Plays the rest of the game, always with the first move."""


def look(person: Person, name: str) -> None:
    """Both themes, and a phone."""
    for theme in ("dark", "light"):
        person.page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        for size in ((1440, 900), (390, 844)):
            person.page.set_viewport_size({"width": size[0], "height": size[1]})
            person.check_axe()
            assert person.page.evaluate("document.documentElement.scrollWidth") <= size[0]
            person.page.screenshot(path=person.shots / f"{name}-{theme}-{size[0]}.png", full_page=True)
    person.page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.parametrize(
    "weekday",
    [
        pytest.param(0, id="monday"),
        pytest.param(1, id="tuesday", marks=pytest.mark.long),
        pytest.param(2, id="wednesday", marks=pytest.mark.long),
        pytest.param(3, id="thursday", marks=pytest.mark.long),
        pytest.param(4, id="friday", marks=pytest.mark.long),
        pytest.param(5, id="saturday", marks=pytest.mark.long),
        pytest.param(6, id="sunday", marks=pytest.mark.long),
    ],
)
def test_daily_deal(person: NewPerson, serve: NewServer, weekday: int) -> None:
    url = serve("--weekday", str(weekday)).url
    ada = person(url=url)
    ada.visit("/daily")
    page = ada.page
    expect(page.get_by_text("Results and replays appear here")).to_be_visible(timeout=WAIT)
    look(ada, "daily-empty")
    page.get_by_role("button", name="Play today’s deal").click()
    ada.expect_table()
    expect(page.get_by_role("button", name="What would the sage do?")).to_have_count(0)
    page.evaluate(FINISH)
    page.goto(f"{ada.url}/daily")
    expect(page.get_by_role("row", name="Ada")).to_be_visible(timeout=WAIT)
    mine: dict[str, Any] = page.evaluate("fetch('/api/daily').then((told) => told.json())")
    points = mine["results"]["results"][0]["points"]
    expect(page.get_by_text(f"{points} points, place")).to_be_visible()
    look(ada, "daily-played")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share picture").click()
    assert saved.value.suggested_filename == f"heptapolis-{mine['day']}.png"
    saved.value.save_as(ada.shots / "daily-share.png")
    page.get_by_role("link", name="Replay of Ada").click()
    expect(page).to_have_url(f"{ada.url}/game/{mine['table']}/replay?seat=0&moment=0")

    bob = person("Bob", url=url, language="de", size=(390, 844))
    bob.refused_on_purpose.add(403)
    bob.visit(f"/game/{mine['table']}/replay")
    expect(bob.page.get_by_text("Spiel es zuerst selbst")).to_be_visible(timeout=WAIT)
    bob.page.goto(f"{bob.url}/daily/{mine['day']}")
    expect(bob.page.get_by_role("button", name="Heutiges Spiel spielen")).to_be_visible(timeout=WAIT)
    assert mine["table"] not in bob.page.content()
    bob.page.screenshot(path=bob.shots / "daily-de.png", full_page=True)
