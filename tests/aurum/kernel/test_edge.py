"""What comes from outside is refused with a reason, whatever it is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import aurum_matches, running_matches

from karat.aurum.kernel import check, edge, layout
from karat.aurum.kernel.check import BadArray
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import pack
from karat.aurum.rules.match import Match
from karat.aurum.rules.rules import Rules
from karat.kernel import random


def dealt(players: int = 4) -> Record:
    state = edge.start(Rules(players))
    edge.deal(state, "7")
    return state


@given(aurum_matches, st.integers(0, layout.WORDS - 1), st.integers(-(2**63), 2**63 - 1))
def test_any_change_to_a_word_is_refused_or_harmless(state: Match, word: int, value: int):
    """Whatever passes can be used: nothing is read or written out of bounds, and play comes to its end."""
    record = pack(state)
    record[word] = value
    try:
        check.check_state(record)
    except BadArray:
        return
    edge.playouts(record, random.generator("x"))
    for seat in edge.to_act(record):
        assert edge.legal_actions(record, seat).size
        edge.observe(record, seat)


@given(st.lists(st.integers(-2, 60), min_size=layout.WORDS, max_size=layout.WORDS))
def test_any_array_at_all_can_be_asked_about(words: list[int]):
    with pytest.raises(BadArray):
        check.check_state(np.array(words))


@pytest.mark.parametrize(
    ("array", "said"),
    [
        ([1, 2, 3], "not list"),
        (np.zeros(3, np.int64), r"not int64 \(3,\)"),
        (np.zeros(layout.WORDS, np.float64), r"not float64 \(56,\)"),
        (np.zeros((1, layout.WORDS), np.int64), r"not int64 \(1, 56\)"),
        (np.zeros(2 * layout.WORDS, np.int64)[::2], "in one piece"),
        (np.frombuffer(bytes(8 * layout.WORDS), np.int64), "can be written"),
        (np.zeros(layout.WORDS, np.int64), "players, edition, variants or phase"),
    ],
)
def test_a_foreign_array_is_refused(array: Record, said: str):
    with pytest.raises(BadArray, match=said):
        edge.to_act(array)


@pytest.mark.parametrize(
    ("word", "value", "code"),
    [
        (layout.EDITION, 3, check.BAD_RULES),
        (layout.PHASE, 5, check.BAD_RULES),
        (layout.LEADER, 4, check.BAD_SEAT),
        (layout.ENDED_BY, 0, check.BAD_SEAT),
        (layout.NUGGETS + 2, 1, check.NOT_EMPTY),
        (layout.TRICKS, -1, check.BAD_COUNT),
        (layout.ROUNDS, -1, check.BAD_COUNT),
        (layout.WINNERS, 1, check.BAD_WINNERS),
        (layout.HAND, -1, check.BAD_SET),
        (layout.HAND, 0, check.BAD_CARDS),
        (layout.BID, 50, check.BAD_BID),
        (layout.BID, layout.HIDDEN, check.BAD_BID),
        (layout.TRICK, 3, check.BAD_TRICK),
        (layout.PLAYED, 1, check.BAD_TRICK),
        (layout.KNOWN, (1 << 50) - 1, check.BAD_KNOWN),
        (layout.STOCK, 15, check.BAD_GOLD),
        (layout.SUPPLY, -1, check.BAD_SET),
        (layout.ASKED, 1, check.BAD_ASKED),
        (layout.TURN, -1, check.BAD_TURN),
        (layout.SIZES, 1, check.BAD_SIZES),
    ],
)
def test_a_corrupt_state_is_refused_with_what_is_wrong(word: int, value: int, code: int):
    state = dealt()
    state[word] = value
    with pytest.raises(BadArray) as refused:
        check.check_state(state)
    assert check.PROBLEMS[code] in str(refused.value)


def test_a_view_is_no_state_and_a_state_no_view():
    state = dealt()
    with pytest.raises(BadArray, match="a state was wanted"):
        edge.apply(edge.view(state, 0), 0, 0)
    with pytest.raises(BadArray, match="a view was wanted"):
        edge.resample(state, random.generator("x"))
    with pytest.raises(BadArray, match="row 0: a record"):
        check.check_states(np.zeros((2, 5), np.int64))


@given(running_matches, st.integers(0, layout.WORDS - 1), st.integers(-3, 2**51))
def test_any_change_to_a_view_is_refused_or_can_be_resampled(state: Match, word: int, value: int):
    view = edge.view(pack(state), 0)
    view[word] = value
    try:
        check.check_view(view)
    except BadArray:
        return
    for world in edge.resample(view, random.generator("x"), 3):
        assert check.problem(world) == check.FINE


def test_what_is_asked_for_out_of_range_is_refused():
    state = dealt(3)
    with pytest.raises(ValueError, match="no seat 3 in a match of 3"):
        edge.legal_actions(state, 3)
    with pytest.raises(ValueError, match="may not take action 110"):
        edge.apply(state, 0, 110)
    with pytest.raises(ValueError, match="may not take action -1"):
        edge.apply(state, 0, -1)
    with pytest.raises(ValueError, match="nothing is to be dealt"):
        edge.deal(state, "7")
    with pytest.raises(ValueError, match="4 words of uint64"):
        edge.playouts(state, np.zeros(4, np.int64))
    with pytest.raises(ValueError, match="nothing but zeros"):
        edge.playouts(state, np.zeros(4, np.uint64))
    with pytest.raises(ValueError, match="a depth lies between"):
        edge.count_sequences(state, 2000)


def test_shares_are_for_the_seats_there_are():
    assert edge.returns(dealt(3)).tolist() == [0, 0, 0]
    assert edge.to_act(dealt(3)) == (0, 1, 2)
