"""Sets of up to 64 cards as the bits of a word: counting, the lowest, the n-th.

A set is a uint64. `select` has two ways to the same answer: a portable one, and one instruction where the processor
has BMI2. Which one it is was decided when this module was loaded; `KARAT_PORTABLE=1` decides for the portable one.
`write` lays a set out as bytes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.kernel.jit import COMPILED, Int, has_bmi2, instruction, kernel
from karat.kernel.vectors import store_word

BMI2 = has_bmi2()

_ctpop = instruction("llvm.ctpop.i64", 1)
_cttz = instruction("llvm.cttz.i64", 1, (False,))
_ctlz = instruction("llvm.ctlz.i64", 1, (False,))
_pdep = instruction("llvm.x86.bmi.pdep.64", 2)

ONE = np.uint64(1)

if COMPILED:

    @kernel
    def popcount(mask: Int) -> Int:
        """How many cards are in the set."""
        return np.int64(_ctpop(np.uint64(mask)))

    @kernel
    def lowest(mask: Int) -> Int:
        """The number of the lowest bit; 64 for the empty set."""
        return np.int64(_cttz(np.uint64(mask)))

    @kernel
    def highest(mask: Int) -> Int:
        """The number of the highest bit; -1 for the empty set."""
        return np.int64(63) - np.int64(_ctlz(np.uint64(mask)))

else:

    def popcount(mask: Int) -> Int:
        """How many cards are in the set."""
        return np.int64(int(mask).bit_count())

    def lowest(mask: Int) -> Int:
        """The number of the lowest bit; 64 for the empty set."""
        return np.int64((int(mask) & -int(mask)).bit_length() - 1 if mask else 64)

    def highest(mask: Int) -> Int:
        """The number of the highest bit; -1 for the empty set."""
        return np.int64(int(mask).bit_length() - 1)


@kernel
def select_portable(mask: Int, n: Int) -> Int:
    """The number of the n-th lowest bit, counting from 0; there must be one. Halves the word six times."""
    rest = np.uint64(mask)
    left = np.int64(n)
    place = np.int64(0)
    for width in (32, 16, 8, 4, 2, 1):
        low = rest & ((ONE << np.uint64(width)) - ONE)
        below = popcount(low)
        if left >= below:
            left -= below
            place += width
            rest >>= np.uint64(width)
        else:
            rest = low
    return place


if BMI2:

    @kernel
    def select_bmi2(mask: Int, n: Int) -> Int:
        """The number of the n-th lowest bit: a single 1, deposited where the mask has its n-th bit."""
        return np.int64(_cttz(_pdep(ONE << np.uint64(n), np.uint64(mask))))

    select = select_bmi2
else:
    select = select_portable


_BYTES = np.array([sum(1 << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.uint64)
"""Eight bits as eight bytes, in a word."""

if COMPILED:

    @kernel
    def write_bytes(word: Int, begin: Int, out: NDArray[np.uint8]) -> None:
        """Write the eight bytes of a word, the lowest first."""
        store_word(out, begin, word)

else:

    def write_bytes(word: Int, begin: Int, out: NDArray[np.uint8]) -> None:
        """Write the eight bytes of a word, the lowest first."""
        out[begin : begin + 8] = np.frombuffer(int(word).to_bytes(8, "little"), np.uint8)


@kernel
def write(mask: Int, size: Int, begin: Int, out: NDArray[np.uint8]) -> None:
    """Write the lowest `size` bits of a set as as many bytes of 0 and 1, from `begin` on."""
    for place in range(0, size - 7, 8):
        write_bytes(_BYTES[mask >> place & 255], begin + place, out)
    for place in range(size & ~7, size):
        out[begin + place] = mask >> place & 1


@kernel
def clear(size: Int, out: NDArray[np.uint8]) -> None:
    """Write 0 to the first `size` bytes."""
    for place in range(0, size - 7, 8):
        write_bytes(np.uint64(0), place, out)
    for place in range(size & ~7, size):
        out[place] = 0
