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
    """Every text of the screen in a language, by section and key."""
    file = files(__package__) / "texts" / f"{language}.toml"
    document = tomllib.loads(file.read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, entries in document.items() for key, text in entries.items()}


class Words:
    """The screen texts of one language."""

    def __init__(self, language: str) -> None:
        """Words of one of the rulebook's languages."""
        self.language = language
        self._texts = texts(language)

    def __call__(self, key: str, **values: object) -> str:
        """A text of the screen, its names in braces filled in; KeyError when there is none."""
        return self._texts[key].format_map(values)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._texts

    def name(self, key: str) -> str:
        """What a card, leader or wonder is called."""
        return display_name(key, self.language)

    def term(self, key: str) -> str:
        """A word of the game."""
        return term(key, self.language)

    def letter(self, resource: str) -> str:
        """The one letter that stands for a resource in costs."""
        return self._texts[f"letter.{resource}"]
