"""The host's tools in the browser: the second factor, every tab, a report by a player, and what everybody is told."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playwright.sync_api import expect
from pyotp.totp import TOTP

from browser.company import sit_down, start
from browser.conftest import NewPerson
from browser.served import Served
from browser.test_accounts import PASSWORD, make_account

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]

TABS = ("Server", "Tables", "People", "Reports", "Bans and names", "Log")


def host(server: Served, *arguments: str) -> None:
    """What the host does on the command line."""
    command = [sys.executable, "-P", "-m", "heptapolis", "admin", *arguments, "--data", str(server.data)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def test_admin_pages(person: NewPerson, server: Served) -> None:
    hera, eve = person("Hera"), person("Eve", size=(390, 844))
    hera.refused_on_purpose = {403}
    make_account(hera, "hera")
    hera.visit("/admin")
    expect(hera.page.get_by_role("alert")).to_contain_text("Only admins")
    host(server, "grant", "hera")

    # The second factor.
    hera.visit("/admin")
    hera.page.get_by_label("Password", exact=True).fill(PASSWORD)
    hera.page.get_by_role("button", name="Continue").click()
    secret = hera.page.locator("code").inner_text()
    expect(hera.page.get_by_role("img", name="QR code")).to_be_visible()
    hera.shot("admin-second-factor")
    code = hera.page.get_by_label("Code from the app")
    code.fill("000000")
    hera.page.get_by_role("button", name="Confirm").click()
    expect(code).to_have_attribute("aria-invalid", "true")
    hera.check_axe()
    code.fill(TOTP(secret).now())
    hera.page.get_by_role("button", name="Confirm").click()
    expect(hera.page.locator("main code")).to_have_count(8)
    hera.page.get_by_role("button", name="Continue").click()
    expect(hera.page.get_by_role("tab", selected=True)).to_have_text("Server")

    # A player reports another.
    ada = person("Ada")
    table = sit_down(ada, [eve])
    start(ada, [ada, eve])
    ada.open_panel("Chat")
    ada.page.get_by_role("button", name="Report Eve").click()
    ada.check_axe()
    ada.shot("report")
    ada.page.get_by_label("Something else").check(force=True)
    ada.page.get_by_label("What happened?").fill("never moves")
    ada.page.get_by_role("button", name="Send report").click()
    expect(ada.page.get_by_role("status").filter(has_text="has been sent")).to_be_visible()

    # Every tab, by keys, in both themes, wide and on a phone.
    hera.visit("/admin")
    for width, height in ((1440, 900), (390, 844)):
        hera.page.set_viewport_size({"width": width, "height": height})
        hera.page.get_by_role("tab", name="Server").click()
        for name in TABS:
            expect(hera.page.get_by_role("tab", selected=True)).to_contain_text(name)
            expect(hera.page.get_by_role("tabpanel").locator(".panel").first).to_be_visible()
            hera.page.wait_for_load_state("networkidle")
            assert hera.page.evaluate("() => document.documentElement.scrollWidth") <= width
            hera.check_axe()
            hera.shot(f"admin-{name.split()[0].lower()}-{width}")
            hera.page.keyboard.press("ArrowRight")

    # What is done reaches people at once, and is logged.
    hera.page.get_by_role("tab", name="Reports").click()
    expect(hera.page.get_by_text("Ada reports Eve")).to_be_visible()
    hera.page.get_by_role("button", name="Mute Eve").click()
    hera.page.get_by_label("Reason").fill("silence, please")
    hera.page.get_by_role("dialog").get_by_role("button", name="Mute").click()
    expect(hera.page.get_by_role("dialog")).to_have_count(0)
    hera.page.get_by_role("button", name="Settled").click()
    expect(hera.page.get_by_text("No reports.")).to_be_visible()
    hera.page.get_by_role("tab", name="Server").click()
    hera.page.get_by_label("Message to everybody").fill("Tea at five")
    hera.page.get_by_role("button", name="Show message").click()
    expect(ada.page.get_by_text("Tea at five")).to_be_visible()
    hera.page.get_by_role("radio", name="Pause all games").check(force=True)
    expect(eve.page.get_by_text("all games are paused")).to_be_visible()
    eve.check_axe()
    hera.page.get_by_role("radio", name="Off").check(force=True)
    expect(eve.page.get_by_text("all games are paused")).to_have_count(0)
    hera.page.get_by_role("button", name="Take message away").click()
    expect(ada.page.get_by_text("Tea at five")).to_have_count(0)
    hera.page.get_by_role("tab", name="Tables").click()
    row = hera.page.get_by_role("listitem").filter(has_text=table.rpartition("/")[2])
    row.get_by_role("button", name="Close table").click()
    hera.page.get_by_role("dialog").get_by_role("button", name="Close table").click()
    expect(row).to_have_count(0)
    hera.page.get_by_role("radio", name="Removed").check(force=True)
    hera.shot("admin-removed")
    row.get_by_role("button", name="Bring back").click()
    hera.page.get_by_role("dialog").get_by_role("button", name="Bring back").click()
    expect(row).to_have_count(0)
    hera.page.get_by_role("radio", name="Playing").check(force=True)
    expect(row).to_be_visible()
    hera.page.get_by_role("tab", name="Log").click()
    expect(hera.page.get_by_text("silence, please")).to_be_visible()
