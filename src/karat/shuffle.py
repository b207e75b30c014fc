"""Chance from a seed: the same cards for the same seed, on every machine, for ever.

A seed is any text. Its SHA-256 is the key of ChaCha8, a stream cipher that is quick in readable Python and in
compiled code and that nobody can run ahead of after seeing some of its cards. A `Stream` is one numbered run
of that cipher, so that the deal of round 3 depends on the seed and on 3, not on what was drawn before.
`docs/shuffle.md` gives the definition and test vectors for programs in other languages.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

T = TypeVar("T")

ROUNDS = 8
_DOMAIN = b"karat shuffle 1\0"
_CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
_WORD = 0xFFFFFFFF
# Four words side by side in one integer, each in a lane of 64 bits, so that sums and turned bits stay apart.
_LANES = sum(_WORD << lane for lane in (0, 64, 128, 192))
_ROW = (1 << 256) - 1


def key(seed: str) -> bytes:
    """The 32-byte cipher key of a seed."""
    return hashlib.sha256(_DOMAIN + seed.encode("utf-8", "surrogatepass")).digest()


def chacha_block(key_words: Sequence[int], counter: int, nonce: Sequence[int], rounds: int = ROUNDS) -> tuple[int, ...]:
    """Sixteen 32-bit words of ChaCha (RFC 8439 layout; that document's own cipher has 20 rounds)."""
    start = tuple(_row(words) for words in (_CONSTANTS, key_words[:4], key_words[4:], (counter, *nonce)))
    a, b, c, d = start
    for _ in range(rounds // 2):
        a, b, c, d = _quarter_rounds(a, b, c, d)  # the columns
        a, b, c, d = _quarter_rounds(a, _shifted(b, 1), _shifted(c, 2), _shifted(d, 3))  # the diagonals
        b, c, d = _shifted(b, 3), _shifted(c, 2), _shifted(d, 1)
    block = tuple((end + begin) & _LANES for end, begin in zip((a, b, c, d), start, strict=True))
    return tuple(word for row in block for word in struct.unpack("<4Q", row.to_bytes(32, "little")))


def _quarter_rounds(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """The quarter round on four columns at once."""
    a = (a + b) & _LANES
    d ^= a
    d = (d << 16 | d >> 16) & _LANES
    c = (c + d) & _LANES
    b ^= c
    b = (b << 12 | b >> 20) & _LANES
    a = (a + b) & _LANES
    d ^= a
    d = (d << 8 | d >> 24) & _LANES
    c = (c + d) & _LANES
    b ^= c
    return a, (b << 7 | b >> 25) & _LANES, c, d


def _row(words: Sequence[int]) -> int:
    return words[0] | words[1] << 64 | words[2] << 128 | words[3] << 192


def _shifted(row: int, places: int) -> int:
    """The row turned to the left by that many words."""
    return (row >> 64 * places | row << 64 * (4 - places)) & _ROW


class Stream:
    """An endless run of fair choices, named by a seed and a number.

    >>> Stream("7", 0).shuffled("abcde") == Stream("7", 0).shuffled("abcde")
    True
    """

    def __init__(self, seed: str, number: int = 0) -> None:
        self._key = struct.unpack("<8I", key(seed))
        self._nonce = (number & _WORD, number >> 32 & _WORD, 0)
        self._counter = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            self._words = list(reversed(chacha_block(self._key, self._counter, self._nonce)))
            self._counter += 1
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound-1, each equally likely (Lemire's method, exact)."""
        if not 0 < bound <= _WORD:
            raise ValueError(f"a bound must lie between 1 and {_WORD}, not {bound}")
        product = self.word() * bound
        if product & _WORD < bound:
            threshold = (_WORD + 1 - bound) % bound
            while product & _WORD < threshold:
                product = self.word() * bound
        return product >> 32

    def choice(self, options: Sequence[T]) -> T:
        """One of `options`, each equally likely."""
        return options[self.below(len(options))]

    def shuffled(self, cards: Iterable[T]) -> tuple[T, ...]:
        """The cards in an order in which each is equally likely (Fisher and Yates, from the end)."""
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)
