"""Nets and their files. The C module ``_net`` does the arithmetic; without it, ``PlainNet`` does.

Both use integers only and give bit-identical answers.
"""

from __future__ import annotations

import json
import struct
import zlib
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, Final, Protocol

from heptapolis.bots.sage.features import REMOVE, Layout, Vocabulary
from heptapolis.engine.errors import HeptapolisError

if TYPE_CHECKING:
    from collections.abc import Callable

OUTPUTS: Final = 3  # points, margin, win
UNIT: Final = 1 << 19  # outputs of an answer
WEIGHT_UNIT: Final = 1 << 10  # what 1.0 means for a weight in a file
POINTS_A_UNIT: Final = 10.0  # what 1.0 means for points and margin; the third answer is the log-odds of a win
SHIFT_1: Final = 1
SHIFT_2: Final = 10
MOST: Final = 16383
LARGEST_SUM: Final = 2**31 - 1

MAGIC: Final = b"heptapolis-sage-net/1\n"
SHIPPED: Final = "sage-1.net"


class BadNet(HeptapolisError):
    """The file is not a net, or one for another version."""


class Evaluator(Protocol):
    """A quantised net."""

    def evaluate(self, base: list[object], moves: list[object], /) -> list[int]:
        """Returns three integers per move: points, margin, win."""
        ...


class PlainNet:
    """A pure Python net, for machines without a C compiler."""

    def __init__(self, features: int, hidden1: int, hidden2: int, weights: bytes) -> None:
        """Reads the weights as ``_trainer.Trainer.quantised`` writes them.

        Raises:
            ValueError: The number of weights does not match the shape, or weights are too large.
        """
        small = features * hidden1 + hidden1 * hidden2 + OUTPUTS * hidden2
        large = hidden1 + hidden2 + OUTPUTS
        if len(weights) != 2 * small + 4 * large:
            raise ValueError("the number of weights does not match the shape")
        found = struct.unpack(f"<{small}h{large}i", weights)
        at = features * hidden1
        self.rows = [found[row * hidden1 : (row + 1) * hidden1] for row in range(features)]
        self.second = [found[at + row * hidden1 : at + (row + 1) * hidden1] for row in range(hidden2)]
        at += hidden1 * hidden2
        self.third = [found[at + row * hidden2 : at + (row + 1) * hidden2] for row in range(OUTPUTS)]
        self.bias1 = list(found[small : small + hidden1])
        self.bias2 = list(found[small + hidden1 : small + hidden1 + hidden2])
        self.bias3 = list(found[small + hidden1 + hidden2 :])
        for rows, biases in ((self.second, self.bias2), (self.third, self.bias3)):
            for row, bias in zip(rows, biases, strict=True):
                if abs(bias) + MOST * sum([abs(weight) for weight in row]) > LARGEST_SUM:
                    raise ValueError("the weights are too large")

    def evaluate(self, base: list[object], moves: list[object], /) -> list[int]:
        """Returns three integers per move: points, margin, win."""
        start = self.bias1.copy()
        for feature in base:
            assert isinstance(feature, int)
            start = [one + other for one, other in zip(start, self.rows[feature], strict=True)]
        answers: list[int] = []
        sums = start
        for feature in moves:
            assert isinstance(feature, int)
            if feature < 0:
                answers += self._answers(sums)
                sums = start
            elif feature < REMOVE:
                sums = [one + other for one, other in zip(sums, self.rows[feature], strict=True)]
            else:
                sums = [one - other for one, other in zip(sums, self.rows[feature - REMOVE], strict=True)]
        return answers

    def _answers(self, sums: list[int]) -> list[int]:
        hidden1 = [max(((each + 32768) & 65535) - 32768, 0) >> SHIFT_1 for each in sums]  # sums of 16 bits, as in C
        hidden2 = [
            min(max(_product(row, hidden1) + bias, 0) >> SHIFT_2, MOST)
            for row, bias in zip(self.second, self.bias2, strict=True)
        ]
        return [_product(row, hidden2) + bias for row, bias in zip(self.third, self.bias3, strict=True)]


def _product(row: tuple[int, ...], values: list[int]) -> int:
    return sum([weight * value for weight, value in zip(row, values, strict=True)])


def _compiled() -> Callable[[int, int, int, bytes], Evaluator] | None:
    try:
        found: Callable[[int, int, int, bytes], Evaluator] = import_module("heptapolis.bots.sage._net").Net
    except ImportError:
        return None
    return found


NET_COMPILED: Final = _compiled() is not None
"""Whether the C module computes nets."""


class NetFile:
    """The content of a net file: weights, shape, and the names behind the features."""

    def __init__(self, header: dict[str, Any], weights: bytes) -> None:
        """``header`` holds the shape, the vocabulary and the net's origin."""
        self.header = header
        self.weights = weights

    @property
    def vocabulary(self) -> Vocabulary:
        """The names that the net knows."""
        return Vocabulary(list(self.header["cards"]), list(self.header["sides"]))

    def layout(self) -> Layout:
        """The numbering of its inputs.

        Raises:
            BadNet: The net was made for another layout.
        """
        found = Layout(self.vocabulary)
        if found.size != self.header["features"]:
            raise BadNet("net/layout", "the net was trained for other inputs than this version has")
        return found

    def net(self, plain: bool = False) -> Evaluator:
        """Returns the net, ready to play; ``plain`` forces pure Python."""
        shape = self.header["features"], self.header["hidden1"], self.header["hidden2"]
        make = None if plain else _compiled()
        try:
            return PlainNet(*shape, self.weights) if make is None else make(*shape, self.weights)
        except ValueError as error:
            raise BadNet("net/unreadable", str(error)) from error

    def write(self, level: int = 6) -> bytes:
        """Returns the content of the file. Level 0 is fast and does not compress."""
        header = json.dumps(self.header, sort_keys=True).encode()
        return MAGIC + struct.pack("<I", len(header)) + header + zlib.compress(_planes(self.weights), level)

    @staticmethod
    def read(content: bytes) -> NetFile:
        """Reads a net file.

        Raises:
            BadNet: It is not a net file.
        """
        try:
            if not content.startswith(MAGIC):
                raise ValueError("it does not begin like one")
            at = len(MAGIC) + 4
            size = struct.unpack("<I", content[len(MAGIC) : at])[0]
            header = json.loads(content[at : at + size])
            return NetFile(header, _interleaved(zlib.decompress(content[at + size :])))
        except (ValueError, KeyError, struct.error, zlib.error) as error:
            raise BadNet("net/unreadable", f"this is no net: {error}") from error


def _planes(weights: bytes) -> bytes:
    """All low bytes, then all high bytes, which are nearly all equal and compress well."""
    return weights[::2] + weights[1::2]


def _interleaved(planes: bytes) -> bytes:
    half = len(planes) // 2
    weights = bytearray(len(planes))
    weights[::2] = planes[:half]
    weights[1::2] = planes[half:]
    return bytes(weights)


@cache
def shipped_net() -> NetFile:
    """The net that comes with the package."""
    return NetFile.read((resources.files("heptapolis.bots.sage") / SHIPPED).read_bytes())
