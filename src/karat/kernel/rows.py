"""Rows of float32, as small nets are made of, added up by what numbers have changed; and rows of words as bytes.

What numba makes of such loops reads and writes the sums for each row, and looks at each number. These do not, but
add in the same order: a result is the same to its last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.kernel.jit import COMPILED, Int, has, kernel
from karat.kernel.vectors import changes_adder, matrix_adder, narrow_words, rectified_adder, row_adder

Floats = NDArray[np.float32]
SCANNED = 64
"""So many numbers are compared at once."""
WIDE, NARROW, FEW = 64, 32, 8
"""Of rows that are added; wider ones are several of these."""
BROAD = 192 if has("avx512f") else WIDE
"""As many as registers hold, of which AVX-512 has more, and greater ones."""
NARROWED = 32
"""So many words of int16 are written as bytes at once."""

_add_wide, _add_rectified = row_adder(WIDE), rectified_adder(WIDE)
_add_wide_by_four, _add_narrow_by_four = matrix_adder(WIDE), matrix_adder(NARROW)
_add_broad_changes, _add_narrow_changes, _add_few_changes = (changes_adder(width) for width in (BROAD, NARROW, FEW))


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


class Columns(NamedTuple):
    """A row of weights for each number: where the first begins, and how far it is to the next."""

    weights: Floats
    begin: Int
    stride: Int


class ChangedNumbers(NamedTuple):
    """Numbers before and now, in blocks of SCANNED; `last` has a bit for each of the last block that counts."""

    before: Floats
    now: Floats
    blocks: Int
    last: Int


class SumRow(NamedTuple):
    """What is added to, and where what comes of it is written."""

    given: Floats
    begin: Int
    out: Floats
    to: Int


if COMPILED:

    @kernel
    def add_wide(rows: Chosen, shift: Int, sums: Floats, to: Int) -> None:
        """Add WIDE numbers of each row, from its `shift` on, to the sums from `to` on."""
        _add_wide(rows.weights, rows.begins, rows.factors, rows.count, shift, sums, to)

    @kernel
    def add_broad_changes(rows: Columns, numbers: ChangedNumbers, sums: SumRow) -> None:
        """Add BROAD weights of each number that has changed, times by how much, ascending."""
        _add_broad_changes(rows, numbers, sums)

    @kernel
    def add_narrow_changes(rows: Columns, numbers: ChangedNumbers, sums: SumRow) -> None:
        """The same with NARROW weights of each."""
        _add_narrow_changes(rows, numbers, sums)

    @kernel
    def add_few_changes(rows: Columns, numbers: ChangedNumbers, sums: SumRow) -> None:
        """The same with FEW weights of each."""
        _add_few_changes(rows, numbers, sums)

    @kernel
    def add_rectified(floats: Floats, ground: Int, to: Int, begins: NDArray[np.int64], count: Int) -> None:
        """Write WIDE sums of max(0, ground + row) over `count` rows of the same array, by where they begin."""
        _add_rectified(floats, ground, to, begins, count)

    @kernel
    def narrow(words: NDArray[np.int16], begin: Int, out: NDArray[np.uint8], to: Int) -> None:
        """Write NARROWED words from `begin` on, none below 0, as bytes; what is above 255 as 255."""
        narrow_words(words, begin, out, to)

    @kernel
    def add_wide_by_four(rows: Numbered, sums: Floats) -> None:
        """Add rows of WIDE numbers, four of them at a time and the last few one by one."""
        _add_wide_by_four(rows.matrices, rows.begin, rows.numbers, rows.factors, rows.count, sums)

    @kernel
    def add_narrow_by_four(rows: Numbered, sums: Floats) -> None:
        """The same for rows of NARROW numbers."""
        _add_narrow_by_four(rows.matrices, rows.begin, rows.numbers, rows.factors, rows.count, sums)

else:

    def add_wide(rows: Chosen, shift: Int, sums: Floats, to: Int) -> None:
        """Add WIDE numbers of each row, from its `shift` on, to the sums from `to` on."""
        for number in range(rows.count):
            begin = rows.begins[number] + shift
            sums[to : to + WIDE] += rows.factors[number] * rows.weights[begin : begin + WIDE]

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

    def add_broad_changes(rows: Columns, numbers: ChangedNumbers, sums: SumRow) -> None:
        """Add BROAD weights of each number that has changed, times by how much, ascending."""
        _add_in_python(BROAD, rows, numbers, sums)

    def add_narrow_changes(rows: Columns, numbers: ChangedNumbers, sums: SumRow) -> None:
        """The same with NARROW weights of each."""
        _add_in_python(NARROW, rows, numbers, sums)

    def add_few_changes(rows: Columns, numbers: ChangedNumbers, sums: SumRow) -> None:
        """The same with FEW weights of each."""
        _add_in_python(FEW, rows, numbers, sums)

    def _add_in_python(width: int, rows: Columns, numbers: ChangedNumbers, sums: SumRow) -> None:
        total = sums.given[sums.begin : sums.begin + width].copy()
        size = SCANNED * numbers.blocks
        for place in np.flatnonzero(numbers.before[:size] != numbers.now[:size]).tolist():
            if place < size - SCANNED or numbers.last >> place % SCANNED & 1:
                begin = rows.begin + rows.stride * place
                by = numbers.now[place] - numbers.before[place]
                total += by * rows.weights[begin : begin + width]
        sums.out[sums.to : sums.to + width] = total

    def add_rectified(floats: Floats, ground: Int, to: Int, begins: NDArray[np.int64], count: Int) -> None:
        """Write WIDE sums of max(0, ground + row) over `count` rows of the same array, by where they begin."""
        total, base = np.zeros(WIDE, np.float32), floats[ground : ground + WIDE].copy()
        for begin in begins[:count]:
            total += np.maximum(base + floats[begin : begin + WIDE], np.float32(0))
        floats[to : to + WIDE] = total

    def narrow(words: NDArray[np.int16], begin: Int, out: NDArray[np.uint8], to: Int) -> None:
        """Write NARROWED words from `begin` on, none below 0, as bytes; what is above 255 as 255."""
        out[to : to + NARROWED] = np.minimum(words[begin : begin + NARROWED], 255)
