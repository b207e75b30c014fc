"""What holds at every point of every match."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import rule
from strategies import amul_matches, amul_rules, amul_walk, running_amul_matches, seeds

from karat import amul
from karat.amul.rules.actions import Action, Gain, Offer, Play, Take, parse_action
from karat.amul.rules.cards import Card
from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards
from karat.amul.rules.effects import Place
from karat.amul.rules.market import Phase
from karat.amul.rules.match import Match
from karat.amul.rules.notation import parse_market, show_market
from karat.game import BadText, IllegalAction
from karat.shuffle import Stream

ALL_CARDS = sorted({card for kind in amul.load_standard().kinds.values() for _, card in kind.all_copies})


def every_action() -> list[Action]:
    """Everything that can be said at all, and a little more."""
    cards = [*ALL_CARDS, Card("arab_guard"), Card("camel", "A"), Card("nonsense")]
    said: list[Action] = []
    for card in cards:
        said += [Offer(card), Take(card), Play(card), *(Gain(place, card) for place in Place)]
    return said


EVERY_ACTION = every_action()


@rule("M25", "R14")
@given(amul_matches)
def test_cards_are_conserved(state: Match):
    table = state.market
    assert table is not None
    chosen = [card for card in table.chosen if card]
    rows = (*table.hands, *table.areas, table.palace, table.bazaar, table.deck, table.removed, chosen)
    held = Counter(card for row in rows for card in row) + Counter(ware.card for ware in table.wares)
    assert held == Counter((*market_cards(state.rules), *palace_cards(state.rules), *bazaar_cards(state.rules)))


@given(amul_matches)
def test_a_live_match_always_offers_an_action(state: Match):
    assert not amul.awaits_deal(state)
    if amul.outcome(state):
        assert amul.to_act(state) == ()
    else:
        assert amul.to_act(state)
        assert all(amul.legal_actions(state, seat) for seat in amul.to_act(state))


@given(running_amul_matches)
def test_every_listed_action_applies_and_every_other_is_refused_with_an_id(state: Match):
    ids = {law.value for law in amul.Law}
    for seat in range(-1, state.rules.players + 1):
        listed = amul.legal_actions(state, seat) if seat in range(state.rules.players) else ()
        assert len(set(listed)) == len(listed)
        allowed = set(listed)
        for action in EVERY_ACTION:
            law = amul.breach(state, seat, action)
            assert (law is None) == (action in allowed)
            assert law is None or law.value in ids
        assert allowed <= set(EVERY_ACTION)
        for action in listed:
            amul.apply(state, seat, action)


@given(running_amul_matches, st.data())
def test_a_refused_action_raises_its_law_and_leaves_the_state_as_it_was(state: Match, data: st.DataObject):
    seat = data.draw(st.integers(0, state.rules.players - 1))
    action = data.draw(st.sampled_from(EVERY_ACTION))
    assert state.market is not None
    before = show_market(state.market)
    law = amul.breach(state, seat, action)
    if law is None:
        assert amul.apply(state, seat, action).state != state
    else:
        with pytest.raises(IllegalAction) as error:
            amul.apply(state, seat, action)
        assert error.value.law is law
        assert str(action) in str(error.value)
        assert error.value.why
    assert show_market(state.market) == before


@given(amul_matches)
def test_a_position_round_trips_through_text(state: Match):
    assert state.market is not None
    assert parse_market(show_market(state.market)) == state.market


@given(running_amul_matches)
def test_actions_round_trip_through_text(state: Match):
    for seat in amul.to_act(state):
        for action in amul.legal_actions(state, seat):
            assert parse_action(str(action)) == action


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_cards_round_trip_through_text_and_repr(card: Card):
    assert Card.parse(str(card)) == card
    assert eval(repr(card), {"Card": Card}) == card  # noqa: S307


@pytest.mark.parametrize(
    "text", ["", "offer", "offer  gold", "offer Gold", "gain palace", "gain moon gold", "play gold:b", "take gold gold"]
)
def test_what_is_no_action_is_quoted(text: str):
    with pytest.raises(BadText):
        parse_action(text)


@rule("M13", "M16")
@given(amul_rules, seeds, st.integers(0, 200), st.data())
def test_the_order_in_which_secret_choices_arrive_does_not_matter(
    rules: amul.Rules, seed: str, actions: int, data: st.DataObject
):
    state = amul_walk(rules, seed, actions)
    while state.market and (state.market.phase not in (Phase.OFFER, Phase.PLAY) or any(state.market.chosen)):
        if amul.outcome(state):
            return
        seat = amul.to_act(state)[0]
        state = amul.apply(state, seat, amul.legal_actions(state, seat)[0]).state
    rng = Stream(seed)
    chosen = {seat: rng.choice(amul.legal_actions(state, seat)) for seat in amul.to_act(state)}
    one = other = state
    for seat, action in chosen.items():
        one = amul.apply(one, seat, action).state
    for seat in data.draw(st.permutations(list(chosen))):
        other = amul.apply(other, seat, chosen[seat]).state
    assert one == other


@given(amul_rules, seeds)
def test_a_whole_match_comes_to_its_end(rules: amul.Rules, seed: str):
    outcome = amul.outcome(amul_walk(rules, seed, 10_000))
    assert outcome is not None
    assert outcome.winners
    assert sum(outcome.share(seats[0]) for seats in outcome.sides) == pytest.approx(1)
    assert max(outcome.scores) == outcome.scores[outcome.winners[0]]
