"""The kernel and the readable engine, side by side."""

import json

import numpy as np
import pytest
from amul.kernel.dealing import dealt
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import amul_matches, amul_rules, running_amul_matches, seeds

from bench.lockstep import run as any_game
from bench.lockstep.amul import ODD_TABLES, STANDARD_TABLES, TABLES, TASTES, Table, walk
from bench.lockstep.odd_cards import odd_cards
from karat import amul
from karat.amul.kernel import edge, layout, market
from karat.amul.kernel.pack import CannotPack, pack, pack_market
from karat.amul.rules.cardcheck import Problems, check_cards
from karat.amul.rules.codec import codec
from karat.amul.rules.match import Match
from karat.amul.rules.notation import parse_market
from karat.shuffle import Stream

HAND = "gold silver spices spices gem gem oil"

tables = st.builds(Table, amul_rules, st.sampled_from(TASTES))
odd_rules = st.builds(
    lambda players, number, tea: amul.Rules(players, odd_cards(f"test {number}"), tea=tea),
    st.integers(3, 8),
    st.integers(0, 30),
    st.integers(0, 8),
)


@settings(max_examples=8)
@given(tables, seeds)
def test_both_engines_agree_after_every_action(table: Table, seed: str):
    walk(table, seed, thorough=True)


@settings(max_examples=15)
@given(st.builds(Table, odd_rules, st.sampled_from(TASTES)), seeds)
def test_they_agree_on_cards_that_nobody_would_print(table: Table, seed: str):
    walk(table, seed)


@pytest.mark.parametrize("number", range(10))
def test_odd_cards_pass_every_check_of_a_card_file(number: int):
    problems = Problems()
    check_cards(odd_cards(f"lockstep {number}").kinds, problems)
    assert problems.first == []


def test_the_long_run_sees_every_kind_of_table():
    assert len(TABLES) == len(set(TABLES)) == len(STANDARD_TABLES) + len(ODD_TABLES)
    assert {table.rules.players for table in TABLES} == set(range(3, 9))


def test_a_difference_is_told_with_the_record(monkeypatch: pytest.MonkeyPatch):
    real = market.apply

    def forgetful(cards: layout.CardTable, state: layout.State, seat: int, action: int) -> None:
        real(cards, state, seat, action)
        state[layout.EMIR] ^= 1

    monkeypatch.setattr(market, "apply", forgetful)
    with pytest.raises(any_game.Difference, match=r"words \[2\]") as difference:
        walk(TABLES[0], "x")
    assert json.loads(str(difference.value).splitlines()[1])["game"] == "amul"


@settings(max_examples=20)
@given(running_amul_matches, seeds)
def test_a_packed_match_is_played_on_alike(state: Match, seed: str):
    """From any point, not only from the start."""
    record, rng, numbers = pack(state), Stream(seed), codec(state.rules.cards)
    while amul.to_act(state):
        seat = rng.choice(amul.to_act(state))
        action = rng.choice(amul.legal_actions(state, seat))
        edge.apply(record, seat, numbers.encode(action))
        state = amul.apply(state, seat, action).state
    assert (pack(state).words == record.words).all()


@given(amul_rules, seeds, st.integers(0, 2**40))
def test_a_seed_deals_the_same_cards_in_both(rules: amul.Rules, seed: str, number: int):
    state = amul.start(rules)
    state = amul.deal(state, amul.shuffled(state, Stream(seed, number))).state
    assert (pack(state).words == dealt(rules, seed, number).words).all()


@settings(max_examples=30)
@given(amul_matches)
def test_the_order_of_areas_and_of_what_is_removed_is_not_kept(state: Match):
    from dataclasses import replace

    table = state.market
    assert table is not None
    turned = replace(
        table,
        areas=tuple(tuple(reversed(area)) for area in table.areas),
        removed=tuple(reversed(table.removed)),
        palace=tuple(reversed(table.palace)),
    )
    assert (pack_market(turned).words == pack_market(table).words).all()


def test_what_the_kernel_has_no_room_for_is_not_packed():
    with pytest.raises(CannotPack, match="7 cards in a hand"):
        pack_market(parse_market("camel camel camel silk silk silk silk / " + " / ".join([HAND] * 2) + ", round 9"))
    with pytest.raises(CannotPack, match="not dealt"):
        pack(amul.start(amul.Rules(3)))


def test_a_match_that_is_over_has_nothing_hidden_but_the_rest_of_the_deck():
    rules = amul.Rules(3, tea=3)
    from strategies import amul_walk

    record = pack(amul_walk(rules, "7", 1000))
    view = edge.view(record, 0)
    assert (np.flatnonzero(view.words != record.words) >= len(record.words) - 3).sum() == 3
