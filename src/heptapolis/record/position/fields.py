"""Reads a JSON object field by field; errors name the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine import InvalidPosition

if TYPE_CHECKING:
    from collections.abc import Collection

LARGEST_NUMBER: Final = 1_000_000
"""The largest number in a field without a limit of its own."""


class Fields:
    """One object of a document."""

    def __init__(self, value: object, place: str, known: Collection[str]) -> None:
        """Checks that it is an object without unknown fields.

        Args:
            value: The value in the document.
            place: Its path, for messages; empty for the document itself.
            known: The names of all fields.

        Raises:
            InvalidPosition: ``format/value`` or ``format/unknown-field``.
        """
        self.place = place
        if not isinstance(value, dict):
            raise wrong(place or "the document", "is an object", value)
        self.values: dict[str, object] = value
        for name in value:
            if name not in known:
                where = f" in {place}" if place else ""
                raise InvalidPosition("format/unknown-field", f"There is no field {shown(name)}{where}.")

    def at(self, name: str) -> str:
        """The path of a field, for messages."""
        return f"{self.place}.{name}" if self.place else name

    def __contains__(self, name: str) -> bool:
        """Whether the field is given."""
        return name in self.values

    def need(self, name: str) -> object:
        """The value of a required field."""
        if name not in self.values:
            raise InvalidPosition("format/value", f"{self.at(name)} is missing.")
        return self.values[name]

    def whole(self, name: str, default: int | None = None, least: int = 0, most: int = LARGEST_NUMBER) -> int:
        """An integer; required if there is no default."""
        if default is not None and name not in self.values:
            return default
        return read_whole(self.need(name), self.at(name), least, most)

    def flag(self, name: str) -> bool:
        """A boolean; False if not given."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise wrong(self.at(name), "is true or false", value)
        return value

    def word(self, name: str, default: str | None = None, among: Collection[str] = ()) -> str:
        """A word, optionally from a fixed list; required if there is no default."""
        if default is not None and name not in self.values:
            return default
        return read_word(self.need(name), self.at(name), among)

    def items(self, name: str) -> list[object]:
        """A list; empty if not given."""
        value = self.values.get(name, [])
        if not isinstance(value, list):
            raise wrong(self.at(name), "is a list", value)
        return value

    def words(self, name: str, among: Collection[str] = ()) -> list[str]:
        """A list of words; empty if not given."""
        return [read_word(value, f"{self.at(name)}[{index}]", among) for index, value in enumerate(self.items(name))]

    def wholes(self, name: str, least: int, most: int) -> list[int]:
        """A list of integers; empty if not given."""
        return [
            read_whole(value, f"{self.at(name)}[{index}]", least, most) for index, value in enumerate(self.items(name))
        ]


def read_whole(value: object, place: str, least: int, most: int) -> int:
    """An integer within limits.

    Raises:
        InvalidPosition: ``format/value``.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise wrong(place, f"is a whole number from {least} to {most}", value)
    return value


def read_word(value: object, place: str, among: Collection[str] = ()) -> str:
    """A word, optionally from a fixed list.

    Raises:
        InvalidPosition: ``format/value``.
    """
    if not isinstance(value, str):
        raise wrong(place, "is a text", value)
    if among and value not in among:
        raise wrong(place, f"is one of {', '.join(among)}", value)
    return value


def wrong(place: str, rule: str, value: object) -> InvalidPosition:
    """The error for a value that does not fit its field."""
    return InvalidPosition("format/value", f"{place} {rule}, not {shown(value)}.")


def shown(value: object) -> str:
    """A value of the document for a message: short and printable."""
    match value:
        case str():
            return ascii(value if len(value) <= 40 else value[:40] + "...")
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            text = str(value)
            return text if len(text) <= 40 else text[:40] + "..."
        case list():
            return "a list"
        case _:
            return "an object"
