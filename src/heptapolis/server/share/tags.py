"""The tags in the head of a page by which messengers show a link (Open Graph)."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size of a picture, in pixels."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a link shows."""

    title: str
    note: str
    picture: str
    """A path on this server."""
    locale: str = "en_US"


def tags(link: Link, origin: str, path: str) -> str:
    """The tags of a page's head, for messengers."""
    values = {
        "og:type": "website",
        "og:site_name": "Heptapolis",
        "og:locale": link.locale,
        "og:title": link.title,
        "og:description": link.note,
        "og:url": origin + path,
        "og:image": origin + link.picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    found = [f'<meta property="{name}" content="{escape(value)}">' for name, value in values.items()]
    return "".join([*found, '<meta name="twitter:card" content="summary_large_image">'])
