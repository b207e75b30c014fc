import math
import struct
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import aurum
from karat.shuffle import Stream, chacha_block, key


def test_the_cipher_is_chacha_as_rfc_8439_gives_it_with_twenty_rounds():
    words = chacha_block(struct.unpack("<8I", bytes(range(32))), 1, (0x09000000, 0x4A000000, 0), rounds=20)
    expected = (
        "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 "
        "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"
    )
    assert " ".join(f"{word:08x}" for word in words) == expected


def test_eight_rounds_give_the_published_key_stream():
    stream = b"".join(word.to_bytes(4, "little") for word in chacha_block((0,) * 8, 0, (0, 0, 0)))
    assert stream.hex() == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )


def test_a_seed_gives_the_same_cards_for_ever():
    """docs/shuffle.md gives these to other programs: they may never change."""
    assert key("7").hex() == "f050e7a05daa6fe3280c59eb9cb893ac9e0f2ba62d256c9b1ef77990721ffe05"
    assert Stream("7", 3).word() == 1546624926
    deal = aurum.shuffled(aurum.start(aurum.Rules(players=3)), Stream("7/0", 0))
    assert deal.first == 0
    assert " ".join(map(str, deal.hands[0])) == "B1 B3 B5 B7 B8 B9 S1 S2 S8 Z2 Z4 Z8"


def test_streams_of_other_numbers_and_seeds_are_other_streams():
    streams = [Stream(seed, number) for seed in ("a", "b", "") for number in (0, 1, 2**32, 2**40)]
    assert len({tuple(stream.word() for _ in range(4)) for stream in streams}) == 12


@given(st.integers(1, 2**32 - 1), st.text())
def test_a_draw_lies_below_its_bound(bound: int, seed: str):
    assert 0 <= Stream(seed).below(bound) < bound


@pytest.mark.parametrize("bound", [0, -1, 2**32])
def test_a_bound_that_cannot_be_drawn_below_is_refused(bound: int):
    with pytest.raises(ValueError, match=f"not {bound}"):
        Stream("x").below(bound)


def test_a_draw_that_would_be_unfair_is_drawn_again():
    """Three quarters of 2**32: without rejection, a third of the numbers would come twice as often."""
    bound = 3 * 2**30
    stream = Stream("fair")
    draws = [stream.below(bound) * 3 // bound for _ in range(6000)]
    assert all(abs(count - 2000) < 200 for count in Counter(draws).values())


def test_every_order_is_equally_likely():
    stream, drawn = Stream("orders"), 24_000
    counts = Counter(stream.shuffled("abcd") for _ in range(drawn))
    assert set(counts) == set(permutations("abcd"))
    expected = drawn / math.factorial(4)
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_squared < 49.7  # 23 degrees of freedom, one in a thousand; the seed is fixed


@given(st.lists(st.integers()))
def test_a_shuffle_loses_and_adds_nothing(cards: list[int]):
    assert Counter(Stream("s").shuffled(cards)) == Counter(cards)
