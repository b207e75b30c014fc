"""Rows of float32, as small nets are made of: which numbers differ, and sums of rows times factors.

What numba makes of such loops reads and writes the sums for each row, and looks at each number. These do not, but
add in the same order: a result is the same to its last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.kernel.jit import COMPILED, Int, compare_floats, kernel, matrix_adder, row_adder

Floats = NDArray[np.float32]
SCANNED = 64
"""So many numbers are compared at once."""
WIDE, NARROW = 64, 32
"""Of rows that are added; wider ones are several of these."""

_add_wide, _add_narrow = row_adder(WIDE), row_adder(NARROW)
_add_wide_by_four, _add_narrow_by_four = matrix_adder(WIDE), matrix_adder(NARROW)


class Chosen(NamedTuple):
    """Rows of weights by where they begin, each with a factor; the first `count` of them."""

    weights: Floats
    begins: NDArray[np.int64]
    factors: Floats
    count: Int


class Numbered(NamedTuple):
    """Rows of a matrix by their numbers, the first `count` of these; a row's factor stands at its number."""

    matrices: Floats
    begin: Int
    """Of the matrix that is meant, among several one after the other."""
    numbers: NDArray[np.int64]
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

    @kernel
    def add_wide_by_four(rows: Numbered, sums: Floats) -> None:
        """Add rows of WIDE numbers, four of them at a time and the last few one by one."""
        _add_wide_by_four(rows.matrices, rows.begin, rows.numbers, rows.factors, rows.count, sums)

    @kernel
    def add_narrow_by_four(rows: Numbered, sums: Floats) -> None:
        """The same for rows of NARROW numbers."""
        _add_narrow_by_four(rows.matrices, rows.begin, rows.numbers, rows.factors, rows.count, sums)

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

    def add_wide_by_four(rows: Numbered, sums: Floats) -> None:
        """Add rows of WIDE numbers, four of them at a time and the last few one by one."""
        _add_by_four_in_python(WIDE, rows, sums)

    def add_narrow_by_four(rows: Numbered, sums: Floats) -> None:
        """The same for rows of NARROW numbers."""
        _add_by_four_in_python(NARROW, rows, sums)

    def _add_by_four_in_python(width: int, rows: Numbered, sums: Floats) -> None:
        def product(place: int) -> Floats:
            number = rows.numbers[place]
            begin = rows.begin + number * width
            found: Floats = rows.factors[number] * rows.matrices.reshape(-1)[begin : begin + width]
            return found

        fours = rows.count - rows.count % 4
        for place in range(0, fours, 4):
            sums[:width] += (product(place) + product(place + 1)) + (product(place + 2) + product(place + 3))
        for place in range(fours, rows.count):
            sums[:width] += product(place)
