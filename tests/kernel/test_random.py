"""Chance in the kernel: fair, and the same cards as the readable engine from the same seed."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.kernel import random
from karat.shuffle import Stream

numbers = st.integers(0, 2**63 - 1)


@given(st.text(), numbers)
def test_a_stream_gives_the_words_of_karat_shuffle(seed: str, number: int):
    readable, fast = Stream(seed, number), random.stream(seed, number)
    assert [int(random.stream_word(fast)) for _ in range(40)] == [readable.word() for _ in range(40)]


@given(st.text(), st.lists(st.integers(1, 2**32 - 1), max_size=40))
def test_a_stream_draws_the_numbers_of_karat_shuffle(seed: str, bounds: list[int]):
    readable, fast = Stream(seed), random.stream(seed)
    assert [int(random.stream_below(fast, bound)) for bound in bounds] == [readable.below(bound) for bound in bounds]


@given(st.text(), numbers, st.integers(0, 200))
def test_a_stream_shuffles_as_karat_shuffle_does(seed: str, number: int, size: int):
    pile = np.arange(size)
    random.stream_shuffle(random.stream(seed, number), pile, size)
    assert tuple(pile) == Stream(seed, number).shuffled(range(size))


def test_a_stream_is_opened_anew_from_key_words():
    used = random.stream("other", 9)
    random.stream_word(used)
    random.open_stream(used, random.key_words("seed"), (3 << 32) + 5)
    fresh = random.stream("seed", (3 << 32) + 5)
    assert [random.stream_word(used) for _ in range(20)] == [random.stream_word(fresh) for _ in range(20)]


def test_the_generator_is_xoshiro256_plus_plus():
    """The words that its authors' program gives from the state 1, 2, 3, 4."""
    state = np.array([1, 2, 3, 4], np.uint64)
    expected = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]
    assert [int(random.word(state)) for _ in range(5)] == expected


@given(st.text(), st.integers(1, 2**32 - 1))
def test_a_draw_lies_below_its_bound(seed: str, bound: int):
    assert 0 <= random.below(random.generator(seed), bound) < bound


def test_a_draw_that_would_be_unfair_is_drawn_again():
    bound, rng = 3 * 2**30, random.generator("fair")
    draws = Counter(int(random.below(rng, bound)) * 3 // bound for _ in range(6000))
    assert all(abs(count - 2000) < 200 for count in draws.values())


def test_every_order_is_equally_likely():
    rng, drawn = random.generator("orders"), 24_000
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(drawn):
        pile = np.arange(4)
        random.shuffle(rng, pile, 4)
        counts[tuple(map(int, pile))] += 1
    expected = drawn / math.factorial(4)
    assert len(counts) == 24
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 49.7  # 23 degrees, one in a thousand


def test_generators_of_other_names_are_other_generators():
    rows = random.generators("a", 3)
    assert rows.shape == (3, 4)
    assert len({tuple(row) for row in [*rows, random.generator("b")]}) == 4
    assert rows[1] == pytest.approx(random.generator("a", 1))
