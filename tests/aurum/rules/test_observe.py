from hypothesis import given
from marks import rule
from strategies import aurum_matches, running_matches, walk

from karat import aurum
from karat.aurum.rules import events
from karat.aurum.rules.actions import Bid
from karat.aurum.rules.match import Match
from karat.aurum.rules.observe import observe
from karat.shuffle import Stream


@rule("A2.5")
@given(running_matches)
def test_gold_lies_open_to_everyone(state: Match):
    assert state.round is not None
    for seat in (None, *range(state.rules.players)):
        seen = observe(state, seat)
        assert seen.stocks == state.round.stocks
        assert seen.supply == state.round.supply


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


def test_partners_sit_opposite_each_other():
    seen = observe(walk(aurum.Rules(players=4), "7", 1), 1)
    assert seen.partners(1) == (1, 3)
    assert observe(walk(aurum.Rules(players=3), "7", 1), 1).partners(2) == (2,)
