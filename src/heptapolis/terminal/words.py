"""Screen texts in five languages. Game terms and card texts come from the rulebook."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from heptapolis.rulebook import display_name, term

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def texts(language: str) -> Mapping[str, str]:
    """All screen texts of a language, by section and key."""
    file = files(__package__) / "texts" / f"{language}.toml"
    document = tomllib.loads(file.read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, entries in document.items() for key, text in entries.items()}


class Words:
    """The screen texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = texts(language)

    def __call__(self, key: str, **values: object) -> str:
        """Returns a screen text with its placeholders filled in; raises KeyError if there is none."""
        return self._texts[key].format_map(values)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._texts

    def name(self, key: str) -> str:
        """The name of a card, leader or wonder."""
        return display_name(key, self.language)

    def term(self, key: str) -> str:
        """A term of the game."""
        return term(key, self.language)

    def letter(self, resource: str) -> str:
        """The letter of a resource in costs."""
        return self._texts[f"letter.{resource}"]
