"""Several people at one table, and what may happen to a connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.company import play_together, sit_down, start
from browser.conftest import NewPerson, NewServer
from browser.elsewhere import elsewhere
from browser.served import Served

pytestmark = [pytest.mark.once, pytest.mark.timeout(420)]

TURNS_OF_AN_AGE = 6


def test_four_people_at_one_table(person: NewPerson) -> None:
    ada, grace, lin, max_ = people = [person(name) for name in ("Ada", "Grace", "Lin", "Max")]
    sit_down(ada, people[1:])
    ada.shot("lobby-desktop")
    ada.check_axe()
    grace.page.get_by_label("Write a message").fill("hello <b>you</b>")
    grace.page.keyboard.press("Enter")
    expect(ada.page.get_by_text("hello <b>you</b>")).to_be_visible()
    start(ada, people)
    # A phrase by key is a bubble at the city of who says it; the drawer covers neither hand nor actions.
    grace.page.keyboard.press("c")
    grace.page.keyboard.press("7")
    expect(ada.page.locator(".bubbles p")).to_have_text("Grace Wow")
    ada.shot("chat-bubble")
    drawer, hand, actions = (grace.page.locator(each).bounding_box() for each in (".drawer", ".hand", ".act"))
    assert drawer is not None
    assert hand is not None
    assert actions is not None
    assert drawer["y"] + drawer["height"] <= min(hand["y"], actions["y"])
    grace.shot("chat-drawer")
    # Letters begin a message, although they are keys of the table elsewhere: L would open the log.
    grace.page.keyboard.type("Lovely cards")
    grace.page.keyboard.press("Enter")
    expect(ada.page.locator(".bubbles p")).to_have_text("Grace Lovely cards")
    grace.page.keyboard.press("Escape")
    # A choice can be taken back until everybody has chosen; others see that somebody has chosen, never what.
    ada.turn()
    expect(grace.page.locator(".top .chosen")).to_contain_text("1/4")
    ada.page.keyboard.press("u")
    expect(grace.page.locator(".top .chosen")).to_contain_text("0/4")
    play_together(people)
    for each in people:
        expect(each.page.locator(".end h1")).to_contain_text("points")
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.locator("li.seat")).to_have_count(4)
    expect(lin.page.get_by_role("button", name="Join the rematch")).to_be_visible()
    assert max_.is_over()


def test_refresh_tabs_and_watchers(person: NewPerson) -> None:
    ada = person()
    grace = person("Grace")
    path = sit_down(ada, [grace])
    start(ada, [ada, grace])
    ada.turn()
    chosen = ada.page.locator(".made b").text_content()
    ada.page.reload()
    expect(ada.page.locator(".made b")).to_have_text(chosen or "?")
    other = ada.tab()
    other.goto(ada.url + path)
    expect(other.locator(".made b")).to_have_text(chosen or "?")
    ada.page.get_by_role("button", name="Undo").click()
    expect(other.locator(".made b")).to_have_count(0)
    # Somebody without a seat sees the cities and no hand.
    eve = person("Eve")
    eve.visit(path)
    eve.expect_table()
    expect(eve.page.locator(".hcard")).to_have_count(0)
    eve.shot("spectator")
    eve.check_axe()
    # Grace goes; after a while Ada lets a bot play, and Grace comes back.
    grace.page.goto("about:blank")
    ada.page.get_by_role("button", name="Let a bot play").click()
    grace.visit(path)
    grace.page.get_by_role("button", name="Take your seat back").click()
    expect(grace.page.get_by_role("button", name="Take your seat back")).to_have_count(0)


def test_game_continues_after_the_server_was_killed(person: NewPerson, serve: NewServer) -> None:
    served = serve()
    ada = person(url=served.url)
    grace = person("Grace", url=served.url)
    sit_down(ada, [grace])
    start(ada, [ada, grace])
    ada.turn()
    chosen = ada.page.locator(".made b").text_content()
    served.kill()
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    ada.shot("connection-lost")
    # What is chosen meanwhile is sent when the server is back.
    grace.decide()
    served.start()
    expect(ada.page.get_by_text("Connection lost")).to_have_count(0, timeout=60_000)
    ada.page.wait_for_function("() => document.querySelector('main[data-moment]').dataset.moment !== '0'")
    assert chosen
    assert ada.turn()


def test_connection_lost_during_a_turn(person: NewPerson) -> None:
    ada = person(size=(390, 844))
    grace = person("Grace")
    ada.watch_line()
    sit_down(ada, [grace])
    start(ada, [ada, grace])
    # Between picking a card and choosing it: what was picked stays, and the choice is sent when the line is back.
    ada.wait_for_turn()
    ada.page.locator(".hand .hcard").nth(1).click()
    ada.cut_line()
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    ada.shot("connection-lost-phone")
    ada.page.locator("[aria-keyshortcuts=d]").first.click()
    chosen = ada.page.locator(".made b").text_content()
    assert chosen
    expect(grace.page.locator(".top .chosen")).to_contain_text("1/3")  # the bot's
    ada.mend_line()
    expect(ada.page.get_by_text("Connection lost")).to_have_count(0)
    expect(grace.page.locator(".top .chosen")).to_contain_text("2/3")
    expect(ada.page.locator(".made b")).to_have_text(chosen)
    # While the line is gone the others go on; who comes back sees where the game is and what was missed.
    ada.cut_line()
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    grace.turn()
    grace.page.wait_for_function("() => document.querySelector('main[data-moment]').dataset.moment === '1'")
    assert ada.moment() == "0"
    ada.mend_line()
    ada.page.wait_for_function("() => document.querySelector('main[data-moment]').dataset.moment === '1'")
    expect(ada.page.locator(".live")).to_contain_text("Grace")
    assert ada.turn()


def test_newcomer_is_invited_and_enters_at_the_next_age(person: NewPerson, server: Served) -> None:
    ada, grace = people = [person("Ada"), person("Grace")]
    path = sit_down(ada, [grace])
    start(ada, people)
    with elsewhere(server.url) as address:
        lin = person("Lin", url=address)
        lin.visit(f"{path}?enter")
        lin.page.locator(".come button").click()
        expect(lin.page.get_by_text("No seat is open now.")).to_be_visible()
        # The host opens the bot's seat, and gets the link for it.
        ada.page.get_by_role("button", name="Menu").click()
        ada.page.get_by_role("menuitem", name="Invite somebody").click()
        ada.page.get_by_role("button", name="Open the seat of").click()
        expect(ada.page.get_by_role("dialog").get_by_role("button", name="Copy link")).to_be_visible()
        ada.shot("invite-dialog")
        ada.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
        lin.page.get_by_role("button", name="Ask for the seat of").click()
        expect(lin.page.get_by_text("Ada has not answered yet")).to_be_visible()
        for each in people:
            expect(each.page.get_by_text("Lin would like the seat of")).to_be_visible()
        ada.shot("newcomer-asks")
        for each in people:
            each.page.get_by_role("button", name="Agree", exact=True).click()
            expect(lin.page.get_by_text(f"{each.name} agrees")).to_be_visible()
        lin.shot("newcomer-waits")
        lin.check_axe()
        # Nothing of the game is told outside; at the next age the seat and its new hand are there.
        ada.page.keyboard.press("c")
        ada.page.get_by_label("Write a message").fill("said in the first age")
        ada.page.keyboard.press("Enter")
        expect(grace.page.get_by_text("said in the first age").first).to_be_attached()
        ada.page.keyboard.press("Escape")
        while not lin.page.locator("main[data-moment]").count():
            for each in people:
                if each.page.locator("main[data-waits=true]").count():
                    each.turn()
            ada.page.wait_for_timeout(30)
        assert int(lin.moment()) >= TURNS_OF_AN_AGE
        lin.expect_table()
        expect(lin.page.locator(".hand .hcard")).to_have_count(7)
        lin.open_panel("Chat")
        expect(lin.page.locator(".drawer")).not_to_contain_text("said in the first age")
        lin.shot("newcomer-entered")
        lin.page.keyboard.press("Escape")
        assert lin.turn()
