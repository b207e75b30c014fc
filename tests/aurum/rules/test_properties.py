"""What holds at every point of every match."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import rule
from strategies import aurum_matches, aurum_rules, running_matches, seeds, tastes, walk

from karat import aurum
from karat.aurum.rules.actions import Bid, End, Keep, Play, PlayGold, Swap, parse_action
from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, Card, gold
from karat.aurum.rules.deal import base_cards, first_stock, first_supply
from karat.aurum.rules.match import Match
from karat.aurum.rules.notation import parse_round, show_round
from karat.game import IllegalAction

ALL_CARDS = (*BASE_CARDS, *map(gold, GOLD_COPIES))


def every_action(players: int) -> list[aurum.Action]:
    """Everything that can be said at all."""
    said: list[aurum.Action] = [Keep(), End()]
    for card in ALL_CARDS:
        said += [Bid(card), Play(card), PlayGold(card)]
    said += [
        Swap(paid, whose, card)
        for paid in map(gold, GOLD_COPIES)
        for whose in range(players + 1)
        for card in BASE_CARDS[::3]
    ]
    return said


@rule("A6.6", "A2.3")
@given(running_matches)
def test_cards_are_conserved(state: Match):
    table = state.round
    assert table is not None
    held = [card for row in (*table.hands, table.trick) for card in row]
    held += [card for card in table.bids if card]
    base = Counter(card for card in held if not card.is_gold)
    assert all(copies == 1 for copies in base.values())
    taken = sum(table.tricks)
    in_tricks = len(base_cards(state.rules.players)) - len(base) - len(state.deal.aside if state.deal else ())
    assert 0 <= in_tricks <= taken * state.rules.players
    everything = Counter(card for row in (*table.stocks, table.supply, table.trick) for card in row if card.is_gold)
    start = Counter(first_supply(state.rules.players)) + Counter(first_stock(state.rules) * state.rules.players)
    assert everything == start


@given(aurum_matches)
def test_a_live_match_always_offers_an_action_or_awaits_a_deal(state: Match):
    if aurum.outcome(state):
        assert aurum.to_act(state) == ()
        assert not aurum.awaits_deal(state)
    elif aurum.awaits_deal(state):
        assert aurum.to_act(state) == ()
    else:
        assert aurum.to_act(state)
        assert all(aurum.legal_actions(state, seat) for seat in aurum.to_act(state))


@given(running_matches)
def test_every_listed_action_applies_and_every_other_is_refused_with_an_id(state: Match):
    ids = {law.value for law in aurum.Law}
    for seat in range(-1, state.rules.players + 1):
        listed = aurum.legal_actions(state, seat) if seat in range(state.rules.players) else ()
        assert len(set(listed)) == len(listed)
        for action in {*every_action(state.rules.players), *listed}:
            if action in listed:
                assert aurum.breach(state, seat, action) is None
            else:
                law = aurum.breach(state, seat, action)
                assert law is not None
                assert law.value in ids
        for action in listed[:6]:
            aurum.apply(state, seat, action)


@given(running_matches, st.data())
def test_a_refused_action_raises_its_law_and_leaves_the_state_as_it_was(state: Match, data: st.DataObject):
    seat = data.draw(st.integers(0, state.rules.players - 1))
    action = data.draw(st.sampled_from(every_action(state.rules.players)))
    before = (show_round(state.round) if state.round else "", state)
    law = aurum.breach(state, seat, action)
    if law is None:
        assert aurum.apply(state, seat, action).state != state
    else:
        with pytest.raises(IllegalAction) as error:
            aurum.apply(state, seat, action)
        assert error.value.law is law
        assert str(action) in str(error.value)
        assert error.value.why
    assert (show_round(state.round) if state.round else "", state) == before


@given(running_matches)
def test_a_position_round_trips_through_text(state: Match):
    assert state.round is not None
    assert parse_round(show_round(state.round)) == state.round


@given(running_matches)
def test_actions_round_trip_through_text(state: Match):
    for seat in aurum.to_act(state):
        for action in aurum.legal_actions(state, seat):
            assert parse_action(str(action)) == action


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_cards_round_trip_through_text_and_repr(card: Card):
    assert Card.parse(str(card)) is card or Card.parse(str(card)) == card
    assert eval(repr(card), {"Card": Card}) == card  # noqa: S307


@rule("A3.3")
@given(seeds, st.permutations((0, 1, 2)), aurum_rules.filter(lambda rules: rules.players == 3))
def test_the_order_in_which_secret_bids_arrive_does_not_matter(seed: str, order: list[int], rules: aurum.Rules):
    dealt = walk(rules, seed, 1)
    assert dealt.deal is not None
    start = aurum.deal(aurum.start(rules), dealt.deal).state
    chosen = {seat: aurum.legal_actions(start, seat)[seat] for seat in range(3)}
    one = other = start
    for seat in range(3):
        one = aurum.apply(one, seat, chosen[seat]).state
    for seat in order:
        other = aurum.apply(other, seat, chosen[seat]).state
    assert one.round == other.round


@given(aurum_rules, seeds, tastes)
def test_a_whole_match_comes_to_its_end(rules: aurum.Rules, seed: str, taste: str):
    state = walk(rules, seed, 20_000, taste)
    outcome = aurum.outcome(state)
    assert outcome is not None
    assert outcome.winners
    assert sum(outcome.share(seats[0]) for seats in outcome.sides) == pytest.approx(1)
