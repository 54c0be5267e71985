"""Short codes that people read out to each other to join a table."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Capital letters without I, L and O, which look like digits or each other."""

LENGTH: Final = 6
"""Gives 148 million codes; few addresses can try more than a few thousand a day."""

PATTERN: Final = f"^[{LETTERS}]{{{LENGTH}}}$"


def new_code() -> str:
    """A code from the generator of the operating system."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def clean_code(typed: str) -> str:
    """A code as people type it, in capitals and without spaces or dashes."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())
