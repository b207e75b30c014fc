import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import rule
from strategies import aurum_matches, running_matches, seeds, walk

from karat import aurum
from karat.aurum.rules import events
from karat.aurum.rules.actions import Bid
from karat.aurum.rules.match import Match
from karat.aurum.rules.observe import observe
from karat.shuffle import Stream


def unseen_permuted(state: Match, seat: int | None, rng: Stream) -> Match:
    """Another match that looks the same to `seat`: the cards it cannot see have changed places."""
    table, deal = state.round, state.deal
    assert table is not None
    assert deal is not None
    face_down = state.rules.players == 3 and None in table.bids
    hidden_bids = [other for other, bid in enumerate(table.bids) if bid and face_down and other != seat]
    others = [other for other in range(state.rules.players) if other != seat]
    pool = [card for other in others for card in table.hands[other]]
    pool += [card for other in hidden_bids if (card := table.bids[other])]
    mixed = iter(rng.shuffled(pool))
    hands, bids = list(table.hands), list(table.bids)
    for other in others:
        hands[other] = tuple(sorted(next(mixed) for _ in table.hands[other]))
    for other in hidden_bids:
        bids[other] = next(mixed)
    actions = tuple(
        (who, Bid(bid)) if who in hidden_bids and (bid := bids[who]) else (who, action) for who, action in state.actions
    )
    # The deal itself is a secret too: whatever stands in it must not matter.
    foreign = aurum.Deal(deal.first, tuple(reversed(deal.hands)), deal.aside)
    changed = dataclasses.replace(table, hands=tuple(hands), bids=tuple(bids))
    return dataclasses.replace(state, round=changed, actions=actions, deal=foreign)


@rule("A2.5", "A3.3")
@given(running_matches, st.data())
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_shown(state: Match, data: st.DataObject):
    seat = data.draw(st.sampled_from([None, *range(state.rules.players)]))
    rng = Stream(data.draw(seeds))
    other = unseen_permuted(state, seat, rng)
    assert observe(other, seat) == observe(state, seat)
    if seat in aurum.to_act(state) and seat is not None:
        assert aurum.legal_actions(other, seat) == aurum.legal_actions(state, seat)


@rule("A2.5")
@given(running_matches)
def test_gold_lies_open_to_everyone(state: Match):
    assert state.round is not None
    for seat in (None, *range(state.rules.players)):
        seen = observe(state, seat)
        assert seen.stocks == state.round.stocks
        assert seen.supply == state.round.supply


@given(running_matches)
def test_a_seat_sees_its_own_hand_and_an_onlooker_none(state: Match):
    assert state.round is not None
    for seat in range(state.rules.players):
        assert observe(state, seat).hand == state.round.hands[seat]
    assert observe(state, None).hand == ()


@rule("A3.3")
def test_a_secret_bid_is_seen_by_its_owner_alone_until_all_are_laid():
    state = walk(aurum.Rules(players=3), "7", 0)
    state = aurum.deal(state, aurum.shuffled(state, Stream("7"))).state
    bid = aurum.legal_actions(state, 1)[0]
    state = aurum.apply(state, 1, bid).state
    assert isinstance(bid, Bid)
    assert observe(state, 1).bids == ((1, bid.card),)
    assert observe(state, 1).actions == ((1, bid),)
    for seat in (0, 2, None):
        assert observe(state, seat).bids == ()
        assert observe(state, seat).actions == ()
        assert observe(state, seat).laid == (1,)
        assert observe(state, seat).bid_of(1) is None
    for seat in (0, 2):
        state = aurum.apply(state, seat, aurum.legal_actions(state, seat)[0]).state
    assert observe(state, None).bid_of(1) == bid.card
    assert len(observe(state, None).actions) == 3


@rule("A3.2")
def test_an_open_bid_is_seen_at_once():
    state = walk(aurum.Rules(players=4), "7", 1)
    (seat,) = observe(state, None).laid
    assert observe(state, (seat + 1) % 4).bid_of(seat) is not None


def test_only_its_owner_learns_a_dealt_hand():
    state = aurum.start(aurum.Rules())
    told = aurum.deal(state, aurum.shuffled(state, Stream("7"))).events
    for seat in (None, 0, 1, 2, 3):
        hands = [event for event in told if isinstance(event, events.HandDealt) and aurum.seen_by(event, seat)]
        assert [hand.seat for hand in hands] == ([] if seat is None else [seat])
    assert aurum.seen_by(told[0], None)


@given(aurum_matches)
def test_between_rounds_the_table_is_empty_but_results_are_known(state: Match):
    if state.round is None:
        seen = observe(state, 0)
        assert seen.hand == ()
        assert seen.to_act == ()
        assert seen.results == state.results
        assert seen.result == state.result


@pytest.mark.parametrize("seat", [-1, 4, 7])
def test_a_seat_that_does_not_exist_sees_nothing(seat: int):
    with pytest.raises(ValueError, match=f"no seat {seat} in a match of 4"):
        observe(aurum.start(aurum.Rules()), seat)


def test_partners_sit_opposite_each_other():
    seen = observe(walk(aurum.Rules(players=4), "7", 1), 1)
    assert seen.partners(1) == (1, 3)
    assert observe(walk(aurum.Rules(players=3), "7", 1), 1).partners(2) == (2,)
