"""The only source of randomness: a small generator with the same numbers on every platform, compiled or not.

xoshiro128++ by Blackman and Vigna: four words of 32 bits, so that no step leaves a signed 64-bit integer. Python's
own generator takes longer to seed than a whole compiled game takes to play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
SEED_BITS: Final = 128


def _mixed(carry: i64, word: i64) -> i64:
    """Mixes a word into the state, bijective in each argument. The factors keep products below 2**63."""
    x = (carry + word) & WORD
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & WORD
    x = ((x ^ (x >> 15)) * 0x31848BAB) & WORD
    return x ^ (x >> 16)


class Rng:
    """Random numbers from a seed of up to 128 bits, in independent streams."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        """Spreads seed and stream over the state, so that seeds 0, 1, 2, ... start far apart."""
        self.a: i64 = _mixed((stream + 1) * 0x1E3779B9, seed & WORD)
        self.b: i64 = _mixed(self.a, (seed >> 32) & WORD)
        self.c: i64 = _mixed(self.b, (seed >> 64) & WORD)
        self.d: i64 = _mixed(self.c, (seed >> 96) & WORD)
        self.a = _mixed(self.d, self.a)  # after the second round every bit of the seed has reached every word
        self.b = _mixed(self.a, self.b)
        self.c = _mixed(self.b, self.c)
        self.d = _mixed(self.c, self.d)
        if self.a | self.b | self.c | self.d == 0:
            self.d = 1  # the only state that the generator never leaves

    def word(self) -> i64:
        """The next 32 bits."""
        a = self.a
        b = self.b
        c = self.c
        d = self.d
        total = (a + d) & WORD
        result = ((((total << 7) | (total >> 25)) & WORD) + a) & WORD
        shifted = (b << 9) & WORD
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ shifted
        self.d = ((d << 11) | (d >> 21)) & WORD
        return result

    def below(self, limit: i64) -> i64:
        """A number from 0 to ``limit`` - 1, each equally likely (``limit`` at most 2**31).

        Takes the high word of 32 random bits times the limit, and rejects the few low words that would bias the
        result.
        """
        product = self.word() * limit
        low = product & WORD
        if low < limit:
            unfair = (0x100000000 - limit) % limit
            while low < unfair:
                product = self.word() * limit
                low = product & WORD
        return product >> 32

    def seed(self) -> int:
        """A fresh seed for another generator."""
        result = 0
        for _ in range(4):
            word: int = self.word()  # with an i64 operand the sum would be an i64, too small for 128 bits
            result = (result << 32) | word
        return result

    def copy(self) -> Rng:
        """A generator that will give the same numbers."""
        other = Rng(0)
        other.a, other.b, other.c, other.d = self.a, self.b, self.c, self.d
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.a, self.b, self.c, self.d)


def _restored(a: int, b: int, c: int, d: int) -> Rng:
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.d = a, b, c, d
    return rng
