"""Rows of float32, as small nets are made of: which numbers differ, and sums of rows times factors.

What numba makes of such loops reads and writes the sums for each row, and looks at each number. These do not, but
add in the same order: a result is the same to its last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.kernel.jit import COMPILED, Int, compare_floats, kernel, row_adder

Floats = NDArray[np.float32]
SCANNED = 64
"""So many numbers are compared at once."""
WIDE, NARROW = 64, 32
"""Of rows that are added; wider ones are several of these."""

_add_wide, _add_narrow = row_adder(WIDE), row_adder(NARROW)


class Chosen(NamedTuple):
    """Rows of weights by where they begin, each with a factor; the first `count` of them."""

    weights: Floats
    begins: NDArray[np.int64]
    factors: Floats
    count: Int


if COMPILED:

    @kernel
    def differing(one: Floats, begin: Int, two: Floats, start: Int) -> Int:
        """A bit for each of SCANNED numbers from `begin` on that differs from that of `two` from `start` on."""
        return compare_floats(one, begin, two, start)

    @kernel
    def add_wide(rows: Chosen, shift: Int, sums: Floats, to: Int) -> None:
        """Add WIDE numbers of each row, from its `shift` on, to the sums from `to` on."""
        _add_wide(rows.weights, rows.begins, rows.factors, rows.count, shift, sums, to)

    @kernel
    def add_narrow(rows: Chosen, shift: Int, sums: Floats, to: Int) -> None:
        """The same for NARROW numbers."""
        _add_narrow(rows.weights, rows.begins, rows.factors, rows.count, shift, sums, to)

else:

    def differing(one: Floats, begin: Int, two: Floats, start: Int) -> Int:
        """A bit for each of SCANNED numbers from `begin` on that differs from that of `two` from `start` on."""
        bits = np.packbits(one[begin : begin + SCANNED] != two[start : start + SCANNED], bitorder="little")
        return bits.view(np.int64)[0]

    def add_wide(rows: Chosen, shift: Int, sums: Floats, to: Int) -> None:
        """Add WIDE numbers of each row, from its `shift` on, to the sums from `to` on."""
        _add_in_python(WIDE, rows, shift, sums, to)

    def add_narrow(rows: Chosen, shift: Int, sums: Floats, to: Int) -> None:
        """The same for NARROW numbers."""
        _add_in_python(NARROW, rows, shift, sums, to)

    def _add_in_python(width: int, rows: Chosen, shift: Int, sums: Floats, to: Int) -> None:
        for number in range(rows.count):
            begin = rows.begins[number] + shift
            sums[to : to + width] += rows.factors[number] * rows.weights[begin : begin + width]
