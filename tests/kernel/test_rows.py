"""Rows of numbers: what numpy says of them, to the last bit."""

import numpy as np
import pytest

from karat.kernel.rows import NARROW, SCANNED, WIDE, Chosen, add_narrow, add_wide, differing


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
