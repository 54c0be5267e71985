"""Reads a JSON document from untrusted bytes."""

from __future__ import annotations

import json
import math
from typing import Final, NoReturn

from heptapolis.engine import InvalidPosition

LARGEST: Final = 1_000_000
"""The most bytes in a document."""

LONGEST_NUMBER: Final = 50  # digits; a seed of 128 bits has 39


def read_document(data: bytes) -> object:
    """Reads a document from bytes.

    Raises:
        InvalidPosition: ``document/too-large``, or ``document/unreadable`` if it is not a JSON object in UTF-8.
    """
    if len(data) > LARGEST:
        raise InvalidPosition("document/too-large", f"The document is larger than {LARGEST} bytes.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(f"it is not UTF-8 (byte {error.start})") from None
    try:
        document = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_number, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise _unreadable(f"it is not JSON (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise _unreadable("it is nested too deeply") from None
    if not isinstance(document, dict):
        raise _unreadable("it is not a JSON object")
    return document


def _unreadable(why: str) -> InvalidPosition:
    return InvalidPosition("document/unreadable", f"The document cannot be read: {why}.")


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _unreadable("an object in it has a field twice")
    return found


def _no_number(word: str) -> NoReturn:
    raise _unreadable(f"{word} is not JSON")


def _whole(digits: str) -> int | float:
    # No field takes longer numbers, and Python refuses very long ones. The field's own check refuses infinity.
    return int(digits) if len(digits) <= LONGEST_NUMBER else math.inf
