"""What can go wrong, and the stable codes under which clients learn of it.

HeptapolisError
├── InvalidOptions     no such game: edition, boxes, mode, players or boards do not go together
├── IllegalMove        readable, but not allowed now
└── InvalidPosition    a document that is no position of the game
"""

from __future__ import annotations


class HeptapolisError(Exception):
    """Something a caller can be told: a stable code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        """Keeps code and sentence."""
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles with its code."""
        return type(self), (self.code, self.message)


class InvalidOptions(HeptapolisError):
    """No such game: edition, boxes, mode, players or boards do not go together."""


class IllegalMove(HeptapolisError):
    """A move that is readable but not allowed now."""


class InvalidPosition(HeptapolisError):
    """A document that is no position of the game."""


class Reason:
    """Why a move is not possible: a stable code, a key that a client translates, and the figures in it."""

    def __init__(self, code: str, key: str, figures: dict[str, int] | None = None) -> None:
        """Keeps code, key and figures."""
        self.code = code
        self.key = key
        self.figures = figures or {}

    def __eq__(self, other: object) -> bool:
        """Equal when they say the same."""
        return isinstance(other, Reason) and (self.code, self.key, self.figures) == (
            other.code,
            other.key,
            other.figures,
        )

    def __hash__(self) -> int:
        """By code and key."""
        return hash((self.code, self.key))

    def __repr__(self) -> str:
        """Code, key and figures."""
        return f"Reason({self.code!r}, {self.key!r}, {self.figures!r})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles by its values."""
        return Reason, (self.code, self.key, self.figures)
