"""Rows of numbers: what numpy says of them, to the last bit."""

import numpy as np
import pytest

from karat.kernel import rows
from karat.kernel.rows import (
    BROAD,
    FEW,
    NARROW,
    NARROWED,
    SCANNED,
    WIDE,
    ChangedNumbers,
    Chosen,
    Columns,
    Numbered,
    SumRow,
)

ADDERS = [(rows.add_broad_changes, BROAD), (rows.add_narrow_changes, NARROW), (rows.add_few_changes, FEW)]
BY_FOUR = [(rows.add_wide_by_four, WIDE), (rows.add_narrow_by_four, NARROW)]


@pytest.mark.parametrize("count", [0, 1, 9])
def test_rows_are_added_in_their_order_and_nothing_else_is_touched(count: int):
    rng = np.random.default_rng(count)
    weights, sums = rng.normal(size=1000).astype(np.float32), rng.normal(size=200).astype(np.float32)
    begins, factors = rng.integers(0, 800, 12), rng.normal(size=12).astype(np.float32)
    wanted = sums.copy()
    for begin, factor in zip(begins[:count] + 5, factors[:count], strict=True):
        wanted[60 : 60 + WIDE] += factor * weights[begin : begin + WIDE]
    rows.add_wide(Chosen(weights, begins, factors, count), 5, sums, 60)
    assert sums.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(("add", "width"), BY_FOUR)
@pytest.mark.parametrize("count", [0, 3, 4, 11])
def test_four_rows_of_a_matrix_are_added_at_a_time(add, width: int, count: int):
    rng = np.random.default_rng(count)
    matrices = rng.normal(size=(2, 20, width)).astype(np.float32)
    numbers, factors = rng.integers(0, 20, 12), rng.normal(size=20).astype(np.float32)
    sums = rng.normal(size=width + 5).astype(np.float32)
    wanted = sums.copy()
    left = [factors[number] * matrices[1, number] for number in numbers[:count]]
    while len(left) >= 4:
        one, two, three, four, *left = left
        wanted[:width] += (one + two) + (three + four)
    for row in left:
        wanted[:width] += row
    add(Numbered(matrices, 20 * width, numbers, factors, count), sums)
    assert sums.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(("add", "width"), ADDERS)
@pytest.mark.parametrize(("blocks", "last"), [(1, -1), (3, -1), (2, 0b1011)])
def test_of_numbers_that_changed_rows_are_added_by_how_much(add, width: int, blocks: int, last: int):
    rng = np.random.default_rng(blocks)
    before, now = rng.integers(-1, 2, (2, blocks * SCANNED)).astype(np.float32)
    weights = rng.normal(size=(blocks * SCANNED, 200)).astype(np.float32)
    given, out = rng.normal(size=(2, 300)).astype(np.float32)
    wanted, total = out.copy(), given[7 : 7 + width].copy()
    for place, (old, new) in enumerate(zip(before, now, strict=True)):
        counts = place < (blocks - 1) * SCANNED or last >> place % SCANNED & 1
        if old != new and counts:
            total += (new - old) * weights[place, 3 : 3 + width]
    wanted[11 : 11 + width] = total
    add(Columns(weights.ravel(), 3, 200), ChangedNumbers(before, now, blocks, last), SumRow(given, 7, out, 11))
    assert out.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("count", [0, 1, 5])
def test_sums_of_rows_that_are_rectified(count: int):
    rng = np.random.default_rng(count)
    floats, begins = rng.normal(size=900).astype(np.float32), rng.integers(0, 700, 5)
    wanted, total = floats.copy(), np.zeros(WIDE, np.float32)
    for begin in begins[:count]:
        total += np.maximum(floats[13 : 13 + WIDE] + floats[begin : begin + WIDE], np.float32(0))
    wanted[800 : 800 + WIDE] = total
    rows.add_rectified(floats, 13, 800, begins, count)
    assert floats.tobytes() == wanted.tobytes()


def test_words_are_written_as_bytes_and_nothing_beside_them():
    words = np.random.default_rng(1).integers(0, 600, 80).astype(np.int16)
    out = np.full(60, 7, np.uint8)
    rows.narrow(words, 11, out, 9)
    assert out[9 : 9 + NARROWED].tolist() == [min(255, int(word)) for word in words[11 : 11 + NARROWED]]
    assert (out[:9] == 7).all()
    assert (out[9 + NARROWED :] == 7).all()
