"""Takes the animated picture of a reveal for the README: `python tools/reveal_picture.py`, docs/images/reveal.webp.

Takes one turn of five cities frame by frame in Chromium, and packs the frames into a WebP of at most two megabytes.
"""

from __future__ import annotations

import base64
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Page, sync_playwright  # noqa: E402  the path must be set first

from browser.chromium import chromium, flags  # noqa: E402
from browser.player import Person  # noqa: E402
from browser.served import Served  # noqa: E402

PICTURE = ROOT / "docs" / "images" / "reveal.webp"
WIDTH, HEIGHT = 880, 550
LENGTH_MS, STEP_MS = 2800, 80
"""A reveal of five cities, the hands that pass on, and a moment to look."""
MOST_BYTES = 2_000_000
LAST_MS = 1600
LOOPS = 0
"""For ever."""

STAND_STILL = """at => {
  const begun = (window.begun ??= new WeakMap());
  for (const each of document.getAnimations()) {
    if (!begun.has(each)) begun.set(each, at);
    each.pause();
    each.currentTime = at - begun.get(each);
  }
}"""

SMALLER = """async ([jpeg, width, height, quality]) => {
  const picture = await createImageBitmap(await (await fetch("data:image/jpeg;base64," + jpeg)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d", { alpha: false });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width, height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


def record(page: Page) -> list[bytes]:
    """What the page shows of a reveal, step by step: the page's time stands still while a picture is taken."""
    page.locator(".flights[data-busy=true]").wait_for(state="attached")
    pictures = []
    for at in range(0, LENGTH_MS, STEP_MS):
        page.evaluate(STAND_STILL, at)
        pictures.append(page.screenshot(type="jpeg", quality=95))
        page.clock.run_for(STEP_MS)
    return pictures


def packed(page: Page, pictures: list[bytes], quality: float) -> bytes:
    """The pictures as an animated one."""
    stills = [
        base64.b64decode(page.evaluate(SMALLER, [base64.b64encode(each).decode(), WIDTH, HEIGHT, quality]))
        for each in pictures
    ]
    times = [STEP_MS] * (len(stills) - 1) + [LAST_MS]
    return animated(list(zip(stills, times, strict=True)), WIDTH, HEIGHT)


def animated(frames: Sequence[tuple[bytes, int]], width: int, height: int) -> bytes:
    """An animation of still WebP pictures, each with its milliseconds, as the container format of WebP describes it.

    Raises:
        ValueError: a picture is not a WebP.
    """
    body = _chunk(b"VP8X", bytes([0x02, 0, 0, 0]) + _three(width - 1) + _three(height - 1))
    body += _chunk(b"ANIM", bytes(4) + LOOPS.to_bytes(2, "little"))
    for still, milliseconds in frames:
        place = bytes(6) + _three(width - 1) + _three(height - 1) + _three(milliseconds) + bytes([0x02])
        picture = b"".join(_chunk(name, data) for name, data in _chunks(still) if name in (b"ALPH", b"VP8 ", b"VP8L"))
        body += _chunk(b"ANMF", place + picture)
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _chunks(still: bytes) -> Iterator[tuple[bytes, bytes]]:
    if still[:4] != b"RIFF" or still[8:12] != b"WEBP":
        raise ValueError("this is not a WebP picture")
    at = 12
    while at < len(still):
        size = int.from_bytes(still[at + 4 : at + 8], "little")
        yield still[at : at + 4], still[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def main() -> None:
    """Takes the picture."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        try:
            iris = Person(browser, served.url, "Iris", (1440, 900), "en", "dark", False, Path(data))
            iris.remember(level="normal", seats=5)
            iris.play_now()
            for _ in range(8):
                iris.turn()
            iris.wait_for_turn()
            iris.page.emulate_media(reduced_motion="no-preference")
            iris.page.clock.install()
            iris.page.clock.pause_at(time.time() + 60)
            iris.decide()
            pictures = record(iris.page)
            blank = browser.new_page()
            for quality in (0.8, 0.7, 0.6, 0.5, 0.4):
                picture = packed(blank, pictures, quality)
                if len(picture) <= MOST_BYTES:
                    break
            assert len(picture) <= MOST_BYTES, "too large at any quality"
            PICTURE.write_bytes(picture)
            click.echo(f"{PICTURE.relative_to(ROOT)}: {len(pictures)} frames, {len(picture) / 1000:.0f} kB")
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
