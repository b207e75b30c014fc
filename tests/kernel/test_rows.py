"""Rows of numbers: what numpy says of them, to the last bit."""

import numpy as np
import pytest

from karat.kernel.rows import (
    NARROW,
    SCANNED,
    WIDE,
    Chosen,
    Numbered,
    add_narrow,
    add_narrow_by_four,
    add_wide,
    add_wide_by_four,
    differing,
)


@pytest.mark.parametrize("seed", range(5))
def test_the_numbers_that_differ_are_the_bits_of_a_word(seed: int):
    rng = np.random.default_rng(seed)
    one, two = rng.integers(-2, 3, (2, 3 * SCANNED)).astype(np.float32)
    found = int(differing(one, 7, two, 50)) % 2**64
    assert [found >> place & 1 for place in range(SCANNED)] == [
        int(a != b) for a, b in zip(one[7 : 7 + SCANNED], two[50 : 50 + SCANNED], strict=True)
    ]
    assert differing(one, 3, one, 3) == 0


@pytest.mark.parametrize(("add", "width"), [(add_wide, WIDE), (add_narrow, NARROW)])
@pytest.mark.parametrize("count", [0, 1, 9])
def test_rows_are_added_in_their_order_and_nothing_else_is_touched(add, width: int, count: int):
    rng = np.random.default_rng(count)
    weights, sums = rng.normal(size=1000).astype(np.float32), rng.normal(size=200).astype(np.float32)
    begins, factors = rng.integers(0, 800, 12), rng.normal(size=12).astype(np.float32)
    wanted = sums.copy()
    for begin, factor in zip(begins[:count] + 5, factors[:count], strict=True):
        wanted[60 : 60 + width] += factor * weights[begin : begin + width]
    add(Chosen(weights, begins, factors, count), 5, sums, 60)
    assert sums.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(("add", "width"), [(add_wide_by_four, WIDE), (add_narrow_by_four, NARROW)])
@pytest.mark.parametrize("count", [0, 3, 4, 11])
def test_four_rows_of_a_matrix_are_added_at_a_time(add, width: int, count: int):
    rng = np.random.default_rng(count)
    matrices = rng.normal(size=(2, 20, width)).astype(np.float32)
    numbers, factors = rng.integers(0, 20, 12), rng.normal(size=20).astype(np.float32)
    sums = rng.normal(size=width + 5).astype(np.float32)
    wanted = sums.copy()
    rows = [factors[number] * matrices[1, number] for number in numbers[:count]]
    while len(rows) >= 4:
        one, two, three, four, *rows = rows
        wanted[:width] += (one + two) + (three + four)
    for row in rows:
        wanted[:width] += row
    add(Numbered(matrices, 20 * width, numbers, factors, count), sums)
    assert sums.tobytes() == wanted.tobytes()
