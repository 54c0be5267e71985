"""Guests and accounts in the browser: keep games, log in on another device, delete the account."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import NewPerson, NewServer
from browser.player import Person

pytestmark = [pytest.mark.once, pytest.mark.timeout(300)]

MESSAGES = Path(__file__).parents[2] / "web" / "messages"
PASSWORD: Final = "seven small cities"
WRONG: Final = "Wrong account name or password."


def words(language: str) -> dict[str, str]:
    told: dict[str, str] = json.loads((MESSAGES / "account" / f"{language}.json").read_text(encoding="utf-8"))
    return told


def a_game(somebody: Person) -> str:
    """A running game of somebody's; answers its address, and stands on the start page."""
    somebody.remember(seats=3)
    somebody.play_now()
    somebody.turn()
    path = somebody.page.url.removeprefix(somebody.url)
    somebody.visit()
    return path


def fill(somebody: Person, account: str, password: str) -> None:
    """A form with an account name and a password, sent by Enter."""
    somebody.page.get_by_label("Account name").fill(account)
    somebody.page.get_by_label("Password", exact=True).fill(password)
    somebody.page.keyboard.press("Enter")


def make_account(somebody: Person, account: str) -> None:
    somebody.visit("/account/keep")
    fill(somebody, account, PASSWORD)
    expect(somebody.page.locator(".said")).to_contain_text(account)


def log_in(somebody: Person, account: str, password: str = PASSWORD) -> None:
    somebody.visit("/account/login")
    fill(somebody, account, password)


def is_told(field: Locator, text: str) -> None:
    """A field shows its error, has the focus, and announces the error to screen readers."""
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(text)


def test_guest_becomes_an_account_and_logs_in_elsewhere(person: NewPerson) -> None:
    ada = person()
    ada.visit()
    expect(ada.page.get_by_text("You can play without an account.")).to_be_visible()
    table = a_game(ada)
    who = ada.page.get_by_role("region", name="Account and games")
    expect(who).to_contain_text("Playing as Ada (guest)")
    running = ada.page.get_by_role("region", name="My tables")
    expect(running.locator(f"a[href='{table}']")).to_contain_text("Ada's table")
    expect(running.locator(f"a[href='{table}']")).to_contain_text("your turn")
    ada.shot("start-guest")
    ada.check_axe()
    who.get_by_role("link", name="Save my games").click()
    expect(ada.page.get_by_role("heading", name="Save my games")).to_be_focused()
    ada.shot("account-keep")
    ada.check_axe()
    # What is wrong is said at the field, one after the other, and nothing is lost.
    account, password = ada.page.get_by_label("Account name"), ada.page.get_by_label("Password", exact=True)
    fill(ada, "ädä", "short")
    is_told(account, "An account name has 3 to 24 characters: letters a–z, digits, dots, hyphens and underscores.")
    ada.shot("account-keep-wrong")
    ada.check_axe()
    account.fill("ada.lovelace")
    ada.page.keyboard.press("Enter")
    is_told(password, "A password needs at least 8 characters.")
    expect(password).to_have_attribute("autocomplete", "new-password")
    expect(password).to_have_attribute("type", "password")
    ada.page.get_by_role("button", name="Show password").click()
    expect(password).to_have_attribute("type", "text")
    expect(password).to_have_value("short")
    fill(ada, "ada.lovelace", PASSWORD)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Playing as Ada (account ada.lovelace)")
    saved = "Your games are saved. On another device, log in as ada.lovelace."
    expect(ada.page.get_by_role("status").filter(has_text=saved)).to_have_count(1)
    expect(ada.page.locator(f"a[href='{table}']")).to_be_visible()
    ada.shot("account-desktop")
    ada.check_axe()
    # On a phone: logged in, the same games and the same seat.
    phone = person("", size=(390, 844), theme="light")
    phone.visit()
    phone.page.get_by_role("link", name="Log in").click()
    phone.shot("account-login-phone")
    fill(phone, "Ada.Lovelace", PASSWORD)
    expect(phone.page.get_by_text("Playing as Ada (account ada.lovelace)")).to_be_visible()
    expect(phone.page.get_by_role("status")).to_have_text("Welcome back, Ada.")
    phone.shot("start-account-phone")
    phone.page.locator(f"a[href='{table}']").click()
    phone.expect_table()
    expect(phone.page.locator(".hand .hcard").first).to_be_visible()
    # Logged out here, the games are out of reach here and still there on the phone.
    ada.page.get_by_role("button", name="Log out").click()
    expect(ada.page.get_by_text("You can play without an account.")).to_be_visible()
    expect(ada.page.get_by_role("status")).to_have_text("You are logged out.")
    expect(ada.page.get_by_role("region", name="My tables")).to_have_count(0)
    expect(ada.page.get_by_label("Your name")).to_have_value("")
    phone.visit()
    expect(phone.page.locator(f"a[href='{table}']")).to_be_visible()


def test_finished_game_is_listed(person: NewPerson) -> None:
    ada = person("Finisher", size=(390, 844))
    ada.remember(seats=3)
    ada.play_now()
    ada.play_to_end()
    path = ada.page.url.removeprefix(ada.url).replace("/table/", "/game/")
    ada.visit("/account")
    expect(ada.page.get_by_role("heading", name="Finished games")).to_be_visible()
    expect(ada.page.locator(f"a[href='{path}']")).to_contain_text(re.compile(r"Place \d of 3 · \d+ points"))
    ada.page.locator(f"a[href='{path}']").click()
    expect(ada.page.locator(".end h1")).to_contain_text("points")


def test_wrong_passwords_taken_names_and_nicknames(person: NewPerson) -> None:
    ada = person()
    make_account(ada, "countess")
    eve = person("Eve")
    eve.refused_on_purpose = {401, 403, 409, 422}
    for account, password in (("countess", "another password"), ("countess", "short"), ("no-such-account", PASSWORD)):
        log_in(eve, account, password)
        is_told(eve.page.get_by_label("Password", exact=True), WRONG)
    eve.shot("account-login-wrong")
    eve.check_axe()
    eve.page.get_by_text("Forgot your password?").click()
    expect(eve.page.get_by_text("heptapolis password no-such-account")).to_be_visible()
    eve.visit("/account/keep")
    fill(eve, "Countess", PASSWORD)
    is_told(eve.page.get_by_label("Account name"), "This account name is taken. Choose another one.")
    # The nickname of an account is its own matter.
    ada.page.get_by_label("Nickname").fill("  ")
    ada.page.keyboard.press("Enter")
    is_told(ada.page.get_by_label("Nickname"), "Enter a nickname.")
    ada.page.get_by_label("Nickname").fill("Augusta")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("status")).to_have_text("Your nickname is now Augusta.")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Playing as Augusta (account countess)")
    ada.visit()
    expect(ada.page.get_by_label("Your name")).to_have_value("Augusta")


def test_a_new_password_logs_out_other_devices(person: NewPerson) -> None:
    ada, elsewhere = person(), person("")
    make_account(ada, "changing")
    log_in(elsewhere, "changing")
    expect(elsewhere.page.get_by_text("(account changing)")).to_be_visible()
    ada.refused_on_purpose = {401, 403}
    ada.page.get_by_label("Current password").fill("not this one")
    ada.page.get_by_label("New password").fill("another sentence")
    ada.page.keyboard.press("Enter")
    is_told(ada.page.get_by_label("Current password"), "Wrong password.")
    ada.page.get_by_label("Current password").fill(PASSWORD)
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("status")).to_contain_text("Your other devices are logged out.")
    elsewhere.visit()
    expect(elsewhere.page.get_by_text("You can play without an account.")).to_be_visible()
    log_in(elsewhere, "changing", "another sentence")
    expect(elsewhere.page.get_by_text("(account changing)")).to_be_visible()


def test_deleting_an_account(person: NewPerson) -> None:
    ada = person()
    table = a_game(ada)
    make_account(ada, "leaving")
    ada.refused_on_purpose = {401, 403}
    ask = ada.page.get_by_role("button", name="Delete account")
    ask.click()
    dialog = ada.page.get_by_role("dialog", name="Delete account leaving?")
    password = dialog.get_by_label("Password", exact=True)
    expect(password).to_be_focused()
    expect(dialog).to_contain_text("Games in progress continue with a bot in your seat.")
    ada.shot("account-delete")
    ada.check_axe()
    # Escape does nothing but close it, and Tab stays inside.
    for _ in range(6):
        ada.page.keyboard.press("Tab")
        inside = (
            "['BODY', 'HTML'].includes(document.activeElement.tagName) || !!document.activeElement.closest('dialog')"
        )
        assert ada.page.evaluate(inside)
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ask).to_be_focused()
    ask.click()
    password.fill("not this one")
    ada.page.keyboard.press("Enter")
    is_told(password, "Wrong password.")
    password.fill(PASSWORD)
    dialog.get_by_role("button", name="Delete permanently").click()
    expect(ada.page.get_by_role("status")).to_have_text("All your data has been deleted.")
    expect(ada.page.get_by_text("You can play without an account.")).to_be_visible()
    expect(ada.page.locator(f"a[href='{table}']")).to_have_count(0)
    log_in(ada, "leaving")
    is_told(ada.page.get_by_label("Password", exact=True), WRONG)


def test_deleting_a_guest(person: NewPerson) -> None:
    ada = person(size=(390, 844))
    a_game(ada)
    ada.visit("/account")
    ada.page.get_by_role("button", name="Delete this guest").click()
    dialog = ada.page.get_by_role("dialog", name="Delete guest Ada?")
    ada.shot("account-delete-phone")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    ada.page.get_by_role("button", name="Delete this guest").click()
    dialog.get_by_role("button", name="Delete permanently").click()
    expect(ada.page.get_by_role("status")).to_have_text("All your data has been deleted.")
    expect(ada.page.get_by_text("You can play without an account.")).to_be_visible()


def test_login_rate_limit(person: NewPerson, serve: NewServer) -> None:
    served = serve("--rate-limits", "0.2")
    eve = person("Eve", url=served.url)
    eve.refused_on_purpose = {401, 403, 429}
    eve.visit("/account/login")
    for _ in range(2):
        fill(eve, "somebody", "not the password")
        expect(eve.page.get_by_role("button", name="Log in", exact=True)).to_have_attribute("aria-disabled", "false")
        is_told(eve.page.get_by_label("Password", exact=True), WRONG)
    fill(eve, "somebody", "not the password")
    expect(eve.page.get_by_role("alert")).to_contain_text("Too many attempts: wait")
    expect(eve.page.get_by_role("alert")).to_contain_text(" min.")
    expect(eve.page.get_by_label("Password", exact=True)).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de", "da"])
def test_account_screens_in_each_language(person: NewPerson, language: str) -> None:
    told = words(language)
    theme = "light" if language in ("fr", "de") else "dark"
    ada = person(language=language, theme=theme, size=(360, 640))
    ada.refused_on_purpose = {401, 403}
    ada.visit("/account/login")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(told["log_in"])
    ada.page.get_by_label(told["account_name"]).fill("nobody")
    ada.page.get_by_label(told["password"], exact=True).fill("no password")
    ada.page.keyboard.press("Enter")
    is_told(ada.page.get_by_label(told["password"], exact=True), told["error_login"])
    look(ada, f"account-login-{language}")
    ada.visit("/account/keep")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(told["new_account"])
    ada.page.get_by_label(told["account_name"]).fill(f"somebody-{language}")
    ada.page.get_by_label(told["password"], exact=True).fill(PASSWORD)
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("button", name=told["log_out"])).to_be_visible()
    look(ada, f"account-{language}")
    ada.page.get_by_role("button", name=told["delete_account"]).click()
    expect(ada.page.get_by_role("dialog")).to_contain_text(told["delete_note"])
    look(ada, f"account-delete-{language}")


def look(somebody: Person, name: str) -> None:
    """A picture of the whole page, which is no wider than the window."""
    assert somebody.page.evaluate("document.documentElement.scrollWidth") <= somebody.size[0]
    somebody.page.wait_for_timeout(150)
    somebody.page.screenshot(path=somebody.shots / f"{name}.png", full_page=True)
    somebody.check_axe()
