"""Sets as bits: what Python's own integers say, by either way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.kernel import bits

words = st.integers(0, 2**64 - 1)


@given(words)
def test_counting_and_both_ends(mask: int):
    word = np.uint64(mask)
    assert bits.popcount(word) == mask.bit_count()
    assert bits.highest(word) == mask.bit_length() - 1
    assert bits.lowest(word) == ((mask & -mask).bit_length() - 1 if mask else 64)


@given(words.filter(bool), st.data())
def test_the_nth_bit_is_the_same_by_every_way(mask: int, data: st.DataObject):
    n = data.draw(st.integers(0, mask.bit_count() - 1))
    places = [place for place in range(64) if mask >> place & 1]
    assert bits.select_portable(np.uint64(mask), n) == places[n]
    assert bits.select(np.uint64(mask), n) == places[n]


@pytest.mark.skipif(not bits.BMI2, reason="this processor has no BMI2, or compilation is off")
def test_the_fast_way_is_taken_where_there_is_one():
    assert bits.select is bits.select_bmi2


@given(words, st.integers(0, 64), st.integers(0, 9))
def test_a_set_is_written_as_bytes_and_nothing_else_is(mask: int, size: int, begin: int):
    out = np.full(begin + size + 9, 7, np.uint8)
    bits.write(np.int64(np.uint64(mask)), size, begin, out)
    expected = [7] * begin + [mask >> place & 1 for place in range(size)] + [7] * 9
    assert out.tolist() == expected


@given(st.integers(0, 100))
def test_so_many_bytes_are_cleared(size: int):
    out = np.full(size + 9, 7, np.uint8)
    bits.clear(size, out)
    assert out.tolist() == [0] * size + [7] * 9
