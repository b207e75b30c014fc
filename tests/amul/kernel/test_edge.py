"""What comes from outside is refused with a reason, whatever it is."""

import numpy as np
import pytest
from amul.kernel.dealing import dealt
from hypothesis import given
from hypothesis import strategies as st
from strategies import amul_matches

from karat.amul.kernel import check, edge, layout
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.check import BadArray
from karat.amul.kernel.layout import Record, State
from karat.amul.kernel.pack import pack, pack_market
from karat.amul.rules.match import Match
from karat.amul.rules.notation import parse_market
from karat.amul.rules.rules import Rules
from karat.kernel import random

RULES = Rules(4)
WORDS = int(compile_cards(RULES)[layout.STATE])
words = st.one_of(st.integers(-3, 90), st.integers(-(2**15), 2**15 - 1))


@given(amul_matches, st.floats(0, 1, exclude_max=True), words)
def test_any_change_to_a_word_is_refused_or_harmless(state: Match, where: float, value: int):
    """Whatever passes can be used: nothing is read or written out of bounds, and play comes to its end."""
    record = pack(state)
    record.words[int(where * len(record.words))] = value
    try:
        check.check_state(record)
    except BadArray:
        return
    edge.playouts(record, random.generator("x"))
    for seat in edge.to_act(record):
        assert edge.legal_actions(record, seat).size
        edge.observe(record, seat)


@given(amul_matches, st.floats(0, 1, exclude_max=True), words)
def test_any_change_to_a_view_is_refused_or_harmless(state: Match, where: float, value: int):
    view = edge.view(pack(state), 0)
    view.words[int(where * len(view.words))] = value
    try:
        edge.resample(view, random.generator("x"))
    except BadArray:
        return


@given(st.integers(0, 2**32), st.sampled_from((2, 9, 100, 2**15)))
def test_any_array_at_all_can_be_asked_about(seed: int, bound: int):
    drawn = np.random.default_rng(seed).integers(-min(bound, 3), bound, WORDS).astype(np.int16)
    with pytest.raises(BadArray):
        check.check_state(Record(RULES, drawn))


@pytest.mark.parametrize(
    ("array", "said"),
    [
        ([1, 2, 3], "not list"),
        (np.zeros(3, np.int16), r"not int16 \(3,\)"),
        (np.zeros(WORDS, np.int64), f"not int64 \\({WORDS},\\)"),
        (np.zeros((1, WORDS), np.int16), "not int16"),
        (np.zeros(2 * WORDS, np.int16)[::2], "in one piece"),
        (np.frombuffer(bytes(2 * WORDS), np.int16), "can be written"),
        (np.zeros(WORDS, np.int16), "a round, phase or seat"),
        (dealt(Rules(5), "7").words, "array of"),
    ],
)
def test_a_foreign_array_is_refused(array: State, said: str):
    with pytest.raises(BadArray, match=said):
        edge.to_act(Record(RULES, array))


@pytest.mark.parametrize(
    ("word", "value", "said"),
    [
        (layout.NUMBER, 10, "a round, phase or seat"),
        (layout.ORDER, 3, "turn order"),
        (layout.CHOSEN, 5, "secret choice"),
        (layout.HANDS, 200, "a hand"),
        (layout.WARE, -1, "the market holds"),
        (layout.PLAYED, 3, "what was done"),
        (layout.ERRAND, 1, "an effect"),
        (layout.AREAS, -1, "negative"),
        (layout.STRENGTH, 2, "valour"),
        (-1, -1, "the deck"),
        (layout.AREAS, 30, "more cards of a type"),
        (layout.SEAT, 0, "a hand"),
    ],
)
def test_each_part_is_looked_at(word: int, value: int, said: str):
    state = dealt(RULES, "edge 1")
    state.words[word] = value
    with pytest.raises(BadArray, match=said):
        edge.to_act(state)


@pytest.mark.parametrize(
    "foreign", [np.zeros(WORDS, np.int16), (RULES, np.zeros(WORDS, np.int16)), None, Record("4", 4)]
)
def test_what_is_no_record_is_refused(foreign: object):
    with pytest.raises(BadArray, match="Record of rules and words"):
        edge.to_act(foreign)


def test_a_match_is_dealt_once_and_nobody_acts_before():
    state = edge.start(RULES)
    assert edge.to_act(state) == ()
    assert edge.legal_actions(state, 0).size == 0
    assert not edge.legal_mask(state, 3).any()
    assert not edge.returns(state).any()
    with pytest.raises(ValueError, match="may not take action"):
        edge.apply(state, 0, 0)
    edge.deal(state, "7")
    assert edge.to_act(state) == (0, 1, 2, 3)
    with pytest.raises(ValueError, match="nothing is to be dealt"):
        edge.deal(state, "8")


def test_a_state_is_no_view_and_a_view_is_no_state():
    state = dealt(RULES, "7")
    rng = random.generator("7")
    with pytest.raises(BadArray, match="a view was wanted"):
        edge.resample(state, rng)
    with pytest.raises(BadArray, match="a state was wanted"):
        edge.to_act(edge.view(state, None))


def test_worlds_need_to_know_what_was_done():
    """A position in notation tells nothing of earlier rounds."""
    table = parse_market("camel / gold / oil, round 9, market spices")
    view = edge.view(pack_market(table), 0)
    with pytest.raises(BadArray, match="earlier rounds"):
        edge.resample(view, random.generator("7"))


def test_numbers_that_make_no_sense_are_refused():
    state = dealt(RULES, "7")
    with pytest.raises(ValueError, match="no seat 4"):
        edge.legal_actions(state, 4)
    with pytest.raises(ValueError, match="may not take action 9999"):
        edge.apply(state, 0, 9999)
    with pytest.raises(ValueError, match="may not take action"):
        edge.apply(state, 7, 0)
    with pytest.raises(ValueError, match="a depth"):
        edge.count_sequences(state, -1)
    with pytest.raises(ValueError, match="4 words of uint64"):
        edge.playouts(state, np.zeros(3, np.uint64))
    with pytest.raises(ValueError, match="zeros"):
        edge.playouts(state, np.zeros(4, np.uint64))
