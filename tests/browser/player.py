"""A player who uses the page by clicks and keys, and reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

WAIT = 45_000
"""Milliseconds: bots think, and machines are busy."""

# What can be done with the selected card: build it, build a stage with it, discard it. Not every card has all three.
USES = ".act .btn:is([aria-keyshortcuts=b], [aria-keyshortcuts=w], [aria-keyshortcuts=d])"


class Person:
    """A browser of their own, with settings that a game does not need to wait for."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str,
        size: tuple[int, int],
        language: str,
        theme: str,
        hints: bool,
        shots: Path,
    ) -> None:
        self.url = url
        self.name = name
        self.size = size
        self.shots = shots
        self.mistakes: list[str] = []
        self.refused_on_purpose: set[int] = set()
        """Statuses of requests that the test wants refused; the browser writes them to its console as errors."""
        self.offline = False
        self._line: WebSocketRoute | None = None
        phone = size[0] < 900
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language, has_touch=phone, reduced_motion="reduce"
        )
        kept = {"name": name, "language": language, "theme": theme, "sounds": "off", "hints": "on" if hints else "off"}
        kept["pause"] = "off"  # a choice against bots is sent at once
        fill = "".join(
            f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {value!r});" for key, value in kept.items()
        )
        self.context.add_init_script(f"try {{ {fill} }} catch {{}}")
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", lambda line: self._heard(line.type, line.text))
        return page

    def _heard(self, kind: str, text: str) -> None:
        # A server that was killed on purpose cannot be reached; the client says so and comes back.
        known = ["ERR_CONNECTION_REFUSED", "WebSocket connection"]
        known += [f"responded with a status of {status}" for status in self.refused_on_purpose]
        if kind == "error" and not any(each in text for each in known):
            self.mistakes.append(text)

    def close(self) -> None:
        self.context.close()

    def watch_line(self) -> None:
        """From the next page on, the line to the server can be cut."""
        self.page.route_web_socket("**/api/ws", self._dialed)

    def _dialed(self, line: WebSocketRoute) -> None:
        if self.offline:
            line.close()
            return
        line.connect_to_server()
        self._line = line

    def cut_line(self) -> None:
        """Cuts the connection until it is mended."""
        assert self._line is not None, "nobody is connected"
        self.offline = True
        self._line.close()

    def mend_line(self) -> None:
        self.offline = False

    def visit(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def remember(self, level: str = "easy", **options: Any) -> None:
        """Sets what the start page remembers."""
        base = {"edition": "first", "expansions": [], "mode": "standard", "seats": 3, "show_scores": True}
        kept = json.dumps({"options": {**base, **options}, "level": level})
        self.context.add_init_script(f"localStorage.setItem('play-now', {kept!r})")

    def play_now(self) -> None:
        """From the start page to the first hand."""
        self.visit()
        self.page.locator("button.primary.go:enabled").click()
        self.page.locator("main[data-moment]").wait_for()

    def new_table(self) -> str:
        """Creates a table from the start page; returns its address."""
        self.visit()
        self.page.locator("section[aria-labelledby=create] button.go:enabled").click()
        self.page.locator(".lobby .share").wait_for()
        return self.page.url.removeprefix(self.url)

    def shot(self, name: str) -> None:
        """A picture of the page as it is."""
        self.page.wait_for_timeout(150)
        self.page.screenshot(path=self.shots / f"{name}.png")

    def open_panel(self, name: str) -> None:
        """Opens a side panel, by its button or in the menu if there is no room for buttons."""
        if self.size[0] < 900:
            self.page.get_by_role("button", name="Menu").click()
            self.page.get_by_role("menuitem", name=name).click()
        else:
            self.page.locator(".tools").get_by_role("button", name=name, exact=True).click()
        expect(self.page.locator(".drawer")).to_be_visible()

    # -- at the table

    def is_over(self) -> bool:
        return self.page.locator(".end h1").count() > 0

    def moment(self) -> str:
        return self.page.locator("main[data-moment]").get_attribute("data-moment") or ""

    def wait_for_turn(self) -> bool:
        """Waits for a decision; returns False if the game is over."""
        self.page.locator("main[data-waits=true], .end h1").first.wait_for()
        return not self.is_over()

    def decide(self) -> None:
        """Makes the pending decision: builds the first card that can be built."""
        page = self.page
        if page.locator(".sides .side").count():
            page.locator(".sides .side").first.click()
            return
        cards = page.locator(".hand .slot:not(.idle) .hcard")
        if not cards.count():
            page.locator(".bare .btn").first.click()
            return
        buildable = page.locator(".hand .slot:not(.idle) .hcard:not(.is-no)")
        card = buildable.first if buildable.count() else cards.first
        if card.get_attribute("aria-pressed") != "true":
            card.click()
        page.locator(USES).first.click()

    def decide_by_keys(self) -> None:
        """The same with the keyboard alone."""
        keys = self.page.keyboard
        if not self.page.locator(".hand .slot:not(.idle) .hcard").count():
            keys.press("1")
            return
        classes = self.page.locator(".hand .slot:not(.idle) .hcard").evaluate_all(
            "all => all.map(each => each.className)"
        )
        at = next((i for i, each in enumerate(classes) if "is-no" not in each), None)
        keys.press(str((at or 0) + 1))
        if at is None:
            shortcut = self.page.locator(USES).first.get_attribute("aria-keyshortcuts")
            keys.press(str(shortcut))
        else:
            keys.press("p")
            keys.press("Enter")

    def turn(self, by_keys: bool = False) -> bool:
        """Makes one decision; returns False if the game is over."""
        if not self.wait_for_turn():
            return False
        before = self.page.locator("main[data-moment]").get_attribute("data-moment")
        asked = self.page.locator(".act .ask").first.text_content() if self.page.locator(".act .ask").count() else None
        (self.decide_by_keys if by_keys else self.decide)()
        self.page.wait_for_function(
            """([moment, asked]) => {
                const main = document.querySelector("main[data-moment]");
                if (!main) return true;
                const now = document.querySelector(".act .ask")?.textContent ?? null;
                const { moment: at, waits } = main.dataset;
                return at !== moment || waits === "false" || (now !== asked && now !== null);
            }""",
            arg=[before, asked],
        )
        return True

    def play_to_end(self, by_keys: bool = False, limit: int = 120) -> int:
        """Plays until the score sheet is shown; returns the number of decisions."""
        for count in range(limit):
            if not self.turn(by_keys):
                return count
        raise AssertionError("the game does not end")

    def look_on(self, name: str, by_keys: bool = False, limit: int = 120) -> int:
        """Plays to the end, checks the page at each decision, and takes a picture of each kind of decision.

        Returns the number of kinds.
        """
        seen: set[str] = set()
        for _ in range(limit):
            if not self.wait_for_turn():
                break
            self.check_layout()
            self.check_words()
            asked = self.page.locator(".act .ask")
            question = (asked.first.text_content() if asked.count() else "") or ""
            if question not in seen:
                seen.add(question)
                if self.page.locator(".hand .hcard").count():
                    self.check_hand()
                self.shot(f"{name}-{len(seen)}")
            self.turn(by_keys)
        assert self.is_over(), "the game does not end"
        self.check_words()
        self.shot(f"{name}-end")
        return len(seen)

    # -- what must hold of a page

    def check_layout(self) -> None:
        """Checks that nothing scrolls or overflows."""
        width, height = self.page.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert (width, height) <= self.size, f"scrolls: {width}x{height} at {self.size}"
        assert width <= self.size[0]
        assert height <= self.size[1]

    def check_hand(self) -> None:
        """Checks that every card of the hand is inside the window."""
        boxes = self.page.locator(".hand .hcard").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"
        )
        assert boxes
        for left, top, right, bottom in boxes:
            assert left >= -2, boxes
            assert top >= -2, boxes
            assert right <= self.size[0] + 2, boxes
            assert bottom <= self.size[1] + 2, boxes

    def check_words(self) -> None:
        """Checks that neither texts nor labels contain keys, "undefined" or other program text."""
        bad = self.page.evaluate(
            """() => [document.body.innerText, document.title,
                ...[...document.querySelectorAll("[aria-label], [title]")].map(
                    one => (one.getAttribute("aria-label") ?? "") + " " + (one.getAttribute("title") ?? "")),
            ].filter(text => /undefined|\\bNaN\\b|\\[object|[{}]|\\b[a-z]+_[a-z_]+\\b/.test(text))"""
        )
        assert not bad, bad

    def check_axe(self) -> None:
        """Checks that axe finds nothing serious or critical."""
        told = Axe().run(self.page)
        bad = [
            (each["id"], each["impact"], [node["html"][:160] for node in each["nodes"][:4]])
            for each in told.response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert not bad, bad

    def expect_table(self) -> None:
        expect(self.page.locator("main[data-moment]")).to_be_visible(timeout=WAIT)
