"""The kernel and the readable engine, side by side."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import aurum_rules, running_matches, seeds

from bench.lockstep import run as any_game
from bench.lockstep.aurum import TABLES, TASTES, Table, walk
from karat import aurum
from karat.aurum.kernel import edge, layout
from karat.aurum.kernel import round as one_round
from karat.aurum.kernel.pack import pack, pack_round, rules_of
from karat.aurum.rules.match import Match
from karat.aurum.rules.notation import parse_round
from karat.shuffle import Stream

tables = st.builds(Table, aurum_rules, st.sampled_from(sorted(TASTES)))


@settings(max_examples=settings.default.max_examples // 2)
@given(tables, seeds, st.sampled_from((60, 60, 200)))
def test_both_engines_agree_after_every_action(table: Table, seed: str, actions: int):
    walk(table, seed, actions, thorough=True)


def test_the_long_run_sees_every_kind_of_table():
    agreed = {(table.rules, table.taste) for table in TABLES}
    assert len(agreed) == len(TABLES) == 2 * 3 * 4 * len(TASTES)


@pytest.mark.parametrize("number", range(0, len(TABLES), 13))
def test_a_whole_match_at_many_tables(number: int):
    assert walk(TABLES[number], "whole") > 50


def test_a_difference_is_told_with_the_record(monkeypatch: pytest.MonkeyPatch):
    real = one_round.apply

    def forgetful(state: layout.Record, seat: int, action: int) -> None:
        real(state, seat, action)
        state[layout.ASIDE] ^= 1

    monkeypatch.setattr(one_round, "apply", forgetful)
    with pytest.raises(any_game.Difference, match=r"words \[16\]") as difference:
        walk(TABLES[0], "x")
    assert json.loads(str(difference.value).splitlines()[1])["game"] == "aurum"
    said: list[str] = []
    (*_, tally) = any_game.run("aurum", "x", 0.2, said.append)
    assert tally.differences == tally.matches == len(said)
    assert f"{tally.matches} differences" in str(tally)


@given(aurum_rules)
def test_rules_round_trip_through_the_record(rules: aurum.Rules):
    assert rules_of(edge.start(rules)) == rules


@given(running_matches, st.data())
def test_a_packed_match_is_played_on_alike(state: Match, data: st.DataObject):
    """From any point, not only from the start."""
    record = pack(state)
    rng = Stream(data.draw(seeds))
    while state.round:
        seat = rng.choice(aurum.to_act(state))
        action = rng.choice(aurum.legal_actions(state, seat))
        edge.apply(record, seat, aurum_number(action, seat, state))
        state = aurum.apply(state, seat, action).state
    assert (pack(state) == record).all()


def aurum_number(action: aurum.Action, seat: int, state: Match) -> int:
    from karat.aurum.rules import codec

    return codec.encode(action, seat, state.rules.players)


def test_seats_that_are_asked_out_of_turn_cannot_be_packed():
    table = parse_round("B1 / P1 / S1, bids B9 / P9 / S9, gold G0 each, leader 2, asked 0 2")
    with pytest.raises(ValueError, match=r"clockwise from the leader, \[2, 0\], not \[0, 2\]"):
        pack_round(table)


@given(aurum_rules, seeds, st.integers(0, 5))
def test_deals_from_a_seed_are_the_same_in_both_engines(rules: aurum.Rules, seed: str, number: int):
    state = aurum.start(rules)
    state = aurum.deal(state, aurum.shuffled(state, Stream(seed, number))).state
    record = edge.start(rules)
    edge.deal(record, seed, number)
    assert np.array_equal(pack(state), record)
