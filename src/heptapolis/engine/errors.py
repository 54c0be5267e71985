"""The errors of the library, each with a stable code.

HeptapolisError
├── InvalidOptions     edition, expansions, mode, players or boards do not go together
├── IllegalMove        a move that is not allowed now
│   └── UnreadableMove     a text that is no move at all
└── InvalidPosition    a document that is not a position of the game

All but the first are also a `ValueError`. This module is not compiled, so that `help()` shows its texts.
"""

from __future__ import annotations


class HeptapolisError(Exception):
    """The base of all errors that Heptapolis raises on purpose.

    Attributes:
        code: A stable code such as ``move/illegal``, for programs.
        message: A sentence for people; also what ``str(error)`` gives.
    """

    def __init__(self, code: str, message: str) -> None:
        """Creates an error with a stable code and a sentence."""
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles with the code, which is not among `Exception.args`."""
        return type(self), (self.code, self.message)


class InvalidOptions(HeptapolisError, ValueError):
    """Edition, expansions, mode, players or boards do not go together."""


class IllegalMove(HeptapolisError, ValueError):
    """A move that is not allowed now. The game is unchanged."""


class UnreadableMove(IllegalMove):
    """A text that is no move at all."""


class InvalidPosition(HeptapolisError, ValueError):
    """A document that is not a position of the game."""


class Reason:
    """Why a move is not possible.

    Attributes:
        code: The stable code of the error that the move raises.
        key: A stable key for the exact reason, which a client translates.
        figures: The numbers that belong to the reason, by name.
    """

    def __init__(self, code: str, key: str, figures: dict[str, int] | None = None) -> None:
        """Creates a reason; without figures there are none."""
        self.code = code
        self.key = key
        self.figures = figures or {}

    def __eq__(self, other: object) -> bool:
        """Compares code, key and figures."""
        return isinstance(other, Reason) and (self.code, self.key, self.figures) == (
            other.code,
            other.key,
            other.figures,
        )

    def __hash__(self) -> int:
        """Hashes code and key."""
        return hash((self.code, self.key))

    def __repr__(self) -> str:
        """Shows code, key and figures."""
        return f"Reason({self.code!r}, {self.key!r}, {self.figures!r})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles by value."""
        return Reason, (self.code, self.key, self.figures)
