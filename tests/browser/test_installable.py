"""The client as an installed app: what browsers and Lighthouse ask for, without a network, updates, messages."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPerson
from browser.player import WAIT

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]

READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname)))).flat()"""
PUSH = """() => {
  let subscription = null;
  const fake = { endpoint: "https://fcm.googleapis.com/fcm/send/test", unsubscribe: async () => !(subscription = null),
    toJSON: () => ({ endpoint: fake.endpoint, keys: { auth: "DGv6ra1nlYgDCS1FRnbzlw",
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4" } }) };
  PushManager.prototype.subscribe = async () => (subscription = fake);
  PushManager.prototype.getSubscription = async () => subscription;
  Notification.requestPermission = async () => "granted";
}"""
"""A browser of the tests has no push service."""


def until(page: Page, script: str) -> None:
    """Waits until a script says yes; the page's own rules forbid Playwright's way of asking again and again."""
    for _ in range(WAIT // 100):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


def test_installable(person: NewPerson) -> None:
    ada = person()
    page = ada.page
    ada.visit("/")
    until(page, READY)
    session = ada.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert told["url"] == f"{ada.url}/manifest.webmanifest"
    assert told["errors"] == []
    # The tests' browsers are private ones, in which nothing can be installed; nothing else may be in the way.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
    manifest: dict[str, Any] = json.loads(told["data"])
    assert manifest["name"] and len(manifest["short_name"]) <= 12
    assert manifest["display"] == "standalone" and manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["theme_color"] and manifest["background_color"]
    assert not manifest.get("prefer_related_applications")
    sizes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(ada.url + icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add((width, icon.get("purpose", "any")))
    assert {(192, "any"), (512, "any"), (512, "maskable")} <= sizes
    assert page.locator("meta[name=theme-color], meta[name=viewport], link[rel=apple-touch-icon]").count() == 3


def test_shell_opens_without_a_network_and_nothing_of_a_game_is_kept(person: NewPerson) -> None:
    ada = person()
    ada.visit("/")
    page = ada.page
    until(page, READY)
    ada.play_now()
    ada.expect_table()
    ada.wait_for_turn()
    ada.turn()
    table = page.url
    kept = page.evaluate(KEPT)
    assert "/pad" in kept
    assert not [path for path in kept if path.startswith(("/api", "/table", "/game", "/daily"))]
    ada.context.set_offline(True)
    for path in (f"{ada.url}/", table):
        page.goto(path)
        expect(page.locator("#app > *").first).to_be_attached(timeout=WAIT)
    ada.context.set_offline(False)
    ada.mistakes = [each for each in ada.mistakes if "ERR_INTERNET_DISCONNECTED" not in each]
    assert page.evaluate(KEPT) == kept


def test_update_waits_and_loses_no_choice(person: NewPerson) -> None:
    ada = person()
    ada.visit("/")
    page = ada.page
    until(page, READY)
    ada.play_now()
    ada.expect_table()
    ada.wait_for_turn()
    page.keyboard.press("1")
    chosen = page.locator(".hcard [aria-pressed=true], .hcard[aria-pressed=true], .hcard.sel, .hcard.picked").count()
    before = page.locator(".act").inner_text().splitlines()
    page.evaluate("window.same = true")
    # Another address with the same scope: for the browser it is a new version.
    page.evaluate("navigator.serviceWorker.register('/service-worker.js?2')")
    until(page, "navigator.serviceWorker.getRegistration().then((each) => each.waiting !== null)")
    assert page.evaluate("window.same") is True
    assert set(before) <= set(page.locator(".act").inner_text().splitlines())  # what a choice brings may be new
    assert (
        page.locator(".hcard [aria-pressed=true], .hcard[aria-pressed=true], .hcard.sel, .hcard.picked").count()
        == chosen
    )
    moment = ada.moment()
    table = page.url
    page.goto(f"{ada.url}/")
    with page.expect_navigation():
        page.get_by_role("button", name="Load it").click()
    page.goto(table)
    ada.expect_table()
    assert ada.moment() == moment


def test_messages_about_turns_are_switched_by_one_click_and_shown(person: NewPerson) -> None:
    ada = person()
    ada.context.grant_permissions(["notifications"], origin=ada.url)
    ada.context.add_init_script(f"({PUSH})()")
    ada.remember(seats=3)
    link = ada.new_table()
    page = ada.page
    page.goto(f"{ada.url}/")
    expect(page.get_by_role("heading", name="My tables")).to_be_visible(timeout=WAIT)
    with page.expect_response("**/api/push") as answer, page.expect_response("**/api/push") as key:
        page.get_by_role("button", name="Tell me when it is my turn").first.click()
    assert answer.value.ok and key.value.ok
    stop = page.get_by_role("button", name="Stop telling me about my turns").first
    expect(stop).to_be_visible()
    ada.check_axe()
    session = ada.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    told: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda each: told.extend(each["registrations"]))
    session.send("ServiceWorker.disable")
    session.send("ServiceWorker.enable")
    for _ in range(WAIT // 100):
        if told:
            break
        page.wait_for_timeout(100)
    table = link.rpartition("/")[2]
    data = json.dumps({"table": table, "title": "It is your turn", "text": "Ada's table"})
    number = told[-1]["registrationId"]
    session.send("ServiceWorker.deliverPushMessage", {"origin": ada.url, "registrationId": number, "data": data})
    shown = "navigator.serviceWorker.ready.then((each) => each.getNotifications())"
    until(page, f"{shown}.then((all) => all.length === 1)")
    assert page.evaluate(f"{shown}.then((all) => all.map((each) => [each.title, each.body, each.data.link]))") == [
        ["It is your turn", "Ada's table", link]
    ]
    with page.expect_response("**/api/push/remove") as removed:
        stop.click()
    assert removed.value.ok
    expect(page.get_by_role("button", name="Tell me when it is my turn").first).to_be_visible()
