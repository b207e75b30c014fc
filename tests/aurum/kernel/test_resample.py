"""Worlds that fit: never one that contradicts what the seat knows, and all that fit equally often."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import rule
from strategies import aurum_matches, running_matches, seeds

from karat import aurum
from karat.aurum.kernel import edge, layout
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.check import check_state
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import pack, pack_round, pack_view
from karat.aurum.rules import codec
from karat.aurum.rules.cards import Card
from karat.aurum.rules.match import Match
from karat.aurum.rules.notation import parse_round
from karat.kernel import random
from karat.shuffle import Stream


def seats_of(state: Match) -> st.SearchStrategy[int | None]:
    return st.sampled_from((None, *range(state.rules.players)))


def places(record: Record, seat: int | None) -> tuple[list[int], list[int]]:
    """Words that hold cards out of this seat's sight: hands, and bids that lie face down."""
    others = [other for other in range(record[at.PLAYERS]) if other != seat and other != record[layout.ENDED_BY]]
    secret = record[at.PLAYERS] == 3 and record[layout.PHASE] == layout.BIDDING
    return [at.HAND + other for other in others], [
        at.BID + other for other in others if secret and record[at.BID + other] >= 0
    ]


def permuted(record: Record, seat: int | None, rng: Stream) -> Record:
    """Another state that looks the same to `seat`, made without the resampler."""
    hands, bids = places(record, seat)
    hidden = {
        word: [c for c in range(50) if int(record[word] & ~record[word + at.KNOWN - at.HAND]) >> c & 1]
        for word in hands
    }
    pool = iter(
        rng.shuffled([*(card for cards in hidden.values() for card in cards), *(record[word] for word in bids)])
    )
    other = record.copy()
    for word, cards in hidden.items():
        other[word] = record[word + at.KNOWN - at.HAND] | sum(1 << int(next(pool)) for _ in cards)
    for word in bids:
        other[word] = next(pool)
    return other


@given(aurum_matches, st.data())
def test_a_world_never_contradicts_what_the_seat_knows(state: Match, data: st.DataObject):
    seat = data.draw(seats_of(state))
    view = edge.view(pack(state), seat)
    for world in edge.resample(view, random.generator(data.draw(seeds)), 5):
        check_state(world)
        assert (edge.view(world, seat) == view).all()
        if seat is not None:
            assert (edge.observe(world, seat) == edge.observe(pack(state), seat)).all()


@given(running_matches, st.data())
def test_hidden_cards_change_nothing_that_a_seat_gets(state: Match, data: st.DataObject):
    """Neither its view, nor its tensor, nor its choices, nor the worlds that are drawn for it."""
    seat, seed = data.draw(seats_of(state)), data.draw(seeds)
    record = pack(state)
    other = permuted(record, seat, Stream(seed))
    check_state(other)
    view = edge.view(record, seat)
    assert (edge.view(other, seat) == view).all()
    worlds = [edge.resample(seen, random.generator(seed), 3) for seen in (view, edge.view(other, seat))]
    assert (worlds[0] == worlds[1]).all()
    if seat is not None:
        assert (edge.observe(other, seat) == edge.observe(record, seat)).all()
        assert (edge.legal_mask(other, seat) == edge.legal_mask(record, seat)).all()


@given(running_matches, st.data())
def test_a_view_comes_from_an_observation_alone(state: Match, data: st.DataObject):
    seat = data.draw(seats_of(state))
    view = pack_view(aurum.observe(state, seat))
    assert (view == edge.view(pack(state), seat)).all()
    check_state(edge.resample(view, random.generator("x"))[0])


def played(text: str, *actions: str) -> Record:
    """A position, and what was done from there."""
    from karat.aurum.rules.actions import parse_action

    record = pack_round(parse_round(text))
    for told in actions:
        seat, _, action = told.partition(" ")
        edge.apply(record, int(seat), codec.encode(parse_action(action), int(seat), int(record[at.PLAYERS])))
    return record


def all_worlds(record: Record, seat: int | None) -> set[bytes]:
    """Every state that looks the same to `seat`, by laying the hidden cards in every order."""
    hands, bids = places(record, seat)
    hidden = {
        word: [c for c in range(50) if int(record[word] & ~record[word + at.KNOWN - at.HAND]) >> c & 1]
        for word in hands
    }
    cards = [*(card for held in hidden.values() for card in held), *(int(record[word]) for word in bids)]
    found = set()
    for order in permutations(cards):
        pool, world = iter(order), record.copy()
        for word, held in hidden.items():
            world[word] = record[word + at.KNOWN - at.HAND] | sum(1 << next(pool) for _ in held)
        for word in bids:
            world[word] = next(pool)
        found.add(world.tobytes())
    return found


CASES = {
    "three before any bid": (played("B1 B2 / P1 P2 / S1 S2, leader 1"), 0, 6),
    "a bid face down": (played("B1 B2 / P1 P2 / S1 S2, leader 1", "1 bid P2"), 0, 12),
    "two bids face down": (played("B1 B2 / P1 P2 / S1 S2, leader 1", "1 bid P2", "2 bid S1"), 0, 24),
    "one's own bid face down": (played("B1 B2 / P1 P2 / S1 S2, leader 1", "1 bid P2", "0 bid B1"), 0, 12),
    "a swapped bid in a hand": (
        played(
            "B1 B2 / C4 C5 / P5 P6 / S4, bids B3 / C6 / P7 / S2, gold - / G2 / - / -, leader 1, asked 1",
            "1 swap G2 1 C4",
        ),
        0,
        12,  # of C5 P5 P6 S4: one beside C6, two, one
    ),
    "a partner's bid in a hand": (
        played(
            "B4 B9 / C4 / P5 P6 / S4, bids B3 / C6 / P7 / S2, gold G2 / - / - / -, leader 0, asked 0",
            "0 swap G2 2 B4",
        ),
        3,
        12,
    ),
    "an onlooker": (played("B1 / C1 / P1 / S1, bids B3 / C6 / P7 / S2, leader 0"), None, 24),
    "a shown hand": (
        played("C9 / B7 B8 / P4 P5 / Z1, bids B10 / C10 / P10 / S10, trick B3 from 0", "1 end"),
        0,
        3,
    ),
}  # fmt: skip


@rule("A3.3", "A4.4", "A7.2")
@pytest.mark.parametrize("case", CASES)
def test_every_world_that_fits_is_equally_likely(case: str):
    record, seat, count = CASES[case]
    worlds = all_worlds(record, seat)
    assert len(worlds) == count
    drawn = 400 * count
    found = Counter(world.tobytes() for world in edge.resample(edge.view(record, seat), random.generator(case), drawn))
    assert set(found) == worlds
    chi_squared = sum((times - 400) ** 2 / 400 for times in found.values())
    assert chi_squared < {2: 13.8, 5: 20.5, 11: 31.3, 23: 49.7}[count - 1]  # one in a thousand; the seeds are fixed


def test_a_swapped_bid_stays_where_all_saw_it_go():
    record, _, _ = CASES["a swapped bid in a hand"]
    known = 1 << codec.NUMBERS[Card.parse("C6")]
    worlds = edge.resample(edge.view(record, 0), random.generator("known"), 50)
    assert (worlds[:, at.HAND + 1] & known == known).all()
    assert np.unique(worlds[:, at.HAND + 1]).size > 1
