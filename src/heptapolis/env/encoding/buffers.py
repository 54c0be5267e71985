"""Writes of many bytes in one call: by the C module ``_bytes`` where it is compiled, else by the functions here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_BYTE: Final = 255
PACKED: Final = 18  # bytes that ``put_packed`` writes


def plain_put(buffer: bytearray, at: int, numbers: list[int]) -> None:
    """Writes numbers as consecutive bytes; what is too large or negative becomes 255 or 0."""
    if at < 0 or at + len(numbers) > len(buffer):
        raise IndexError("a place outside the buffer")
    buffer[at : at + len(numbers)] = bytes([min(max(each, 0), LARGEST_BYTE) for each in numbers])


def plain_put_packed(buffer: bytearray, at: int, first: int, second: int, third: int) -> None:
    """Writes 18 bytes: seven of the first integer, seven of the second and four of the third, the lowest first."""
    if at < 0 or at + PACKED > len(buffer):
        raise IndexError("a place outside the buffer")
    buffer[at : at + PACKED] = first.to_bytes(7, "little") + second.to_bytes(7, "little") + third.to_bytes(4, "little")


def plain_mark(buffer: bytearray, at: int, places: list[int]) -> None:
    """Writes 1 at several places, counted from ``at``."""
    for place in places:
        if at + place < 0:
            raise IndexError("a place outside the buffer")
        buffer[at + place] = 1


def plain_mask(buffer: bytearray, at: int, size: int, places: list[int]) -> None:
    """Writes a mask of ``size`` bytes at ``at``: 1 at the places, 0 elsewhere."""
    if at < 0 or size < 0 or at + size > len(buffer) or (places and not 0 <= min(places) <= max(places) < size):
        raise IndexError("a place outside the buffer")
    buffer[at : at + size] = bytes(size)
    plain_mark(buffer, at, places)


def plain_observe(
    buffer: bytearray,
    at: int,
    head: list[int],
    hand_at: int,
    hand: list[int],
    seen_at: int,
    seen: bytearray,
    cities_at: int,
    cities: bytearray,
    first: int,
) -> None:
    """Writes one observation at ``at``: numbers, counts of a hand, cards seen, and the cities from ``first`` on.

    Everything before the cities that is not written becomes 0. The other offsets are relative to ``at``.
    """
    end = at + cities_at + len(cities)
    if min(at, hand_at, seen_at, first) < 0 or end > len(buffer) or seen_at + len(seen) > cities_at:
        raise IndexError("a place outside the buffer")
    buffer[at : at + cities_at] = bytes(cities_at)
    plain_put(buffer, at, head)
    for place in hand:
        buffer[at + hand_at + place] += 1
    buffer[at + seen_at : at + seen_at + len(seen)] = seen
    buffer[at + cities_at : end] = cities[first:] + cities[:first]


def _fastest(name: str, plain: Callable[..., None]) -> Callable[..., None]:
    try:
        module: Any = import_module("heptapolis.env.encoding._bytes")
    except ModuleNotFoundError:
        return plain
    found: Callable[..., None] = getattr(module, name)
    return found


put: Final = _fastest("put", plain_put)
put_packed: Final = _fastest("put_packed", plain_put_packed)
mark: Final = _fastest("mark", plain_mark)
mask: Final = _fastest("mask", plain_mask)
observe: Final = _fastest("observe", plain_observe)
