"""Who sees what."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import rule
from strategies import amul_walk, running_amul_matches, seeds

from karat import amul
from karat.amul.rules import events
from karat.amul.rules.cards import Card
from karat.amul.rules.match import Match
from karat.amul.rules.observe import Observation, observe
from karat.amul.rules.rules import Rules
from karat.shuffle import Stream


def unseen_permuted(state: Match, seat: int | None, rng: Stream) -> Match:
    """Another match that looks the same to `seat`: deck, other hands and hidden choices have changed places."""
    table, deal = state.market, state.deal
    assert table is not None
    assert deal is not None
    others = [other for other in range(state.rules.players) if other != seat]
    hidden = [other for other in others if table.chosen and table.chosen[other]]
    pool = [card for other in others for card in table.hands[other]]
    pool += [card for other in hidden if (card := table.chosen[other])]
    mixed = iter(rng.shuffled([*pool, *table.deck]))
    hands, chosen = list(table.hands), list(table.chosen)
    for other in others:
        hands[other] = tuple(sorted(next(mixed) for _ in table.hands[other]))
    for other in hidden:
        chosen[other] = next(mixed)
    changed = dataclasses.replace(table, hands=tuple(hands), chosen=tuple(chosen), deck=tuple(mixed))
    # The deal is a secret too, but for who holds the emir card: whatever stands in it must not matter.
    return dataclasses.replace(state, market=changed, deal=amul.Deal(deal.first, tuple(reversed(deal.deck))))


@rule("M7", "M13", "M16")
@given(running_amul_matches, st.data())
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_shown(state: Match, data: st.DataObject):
    seat = data.draw(st.sampled_from([None, *range(state.rules.players)]))
    other = unseen_permuted(state, seat, Stream(data.draw(seeds)))
    assert observe(other, seat) == observe(state, seat)
    if seat in amul.to_act(state) and seat is not None:
        assert amul.legal_actions(other, seat) == amul.legal_actions(state, seat)


def cards_in(value: object) -> list[Card]:
    """Every card anywhere in a value."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, amul.CardFile):
        return []
    if dataclasses.is_dataclass(value):
        return [card for part in dataclasses.fields(value) for card in cards_in(getattr(value, part.name))]
    return [card for part in value for card in cards_in(part)] if isinstance(value, tuple) else []


@rule("M7")
def test_an_onlooker_of_a_new_match_sees_no_market_card_but_those_turned_up():
    state = amul_walk(Rules(4), "3", 0)
    seen = observe(state, None)
    assert sorted(cards_in(seen)) == sorted((*seen.palace, *seen.bazaar, *(ware.card for ware in seen.wares)))


@rule("M13", "M16")
def test_a_secret_choice_is_shown_to_its_seat_alone():
    state = amul_walk(Rules(3), "3", 0)
    action = amul.legal_actions(state, 1)[0]
    step = amul.apply(state, 1, action)
    assert observe(step.state, 1).choice == action.card
    for seat in (None, 0, 2):
        seen = observe(step.state, seat)
        assert (seen.laid, seen.choice, seen.actions) == ((1,), None, ())
        assert seen.hand_sizes == (6, 5, 6)
    assert step.events == (events.OfferChosen(1),)


@rule("R2", "M9")
def test_who_offered_what_is_public():
    state = amul_walk(Rules(3), "3", 3)
    for seat in (None, 0, 1, 2):
        seen = observe(state, seat)
        assert [ware.offered_by for ware in seen.wares] == [None, 0, 1, 2]
        assert [who for who, _ in seen.actions] == [0, 1, 2]


@rule("R14")
@given(running_amul_matches)
def test_all_see_what_left_the_game_and_how_large_the_deck_is(state: Match):
    assert state.market is not None
    for seat in (None, 0):
        seen = observe(state, seat)
        assert seen.removed == state.market.removed
        assert seen.deck_size == len(state.market.deck)
        assert (seen.order, seen.turns, seen.played) == (state.market.order, state.market.turns, state.market.played)


def test_before_the_deal_there_is_nothing_to_see():
    assert observe(amul.start(Rules(4)), 2) == Observation(2, Rules(4))


def test_the_end_shows_the_score_sheet():
    state = amul_walk(Rules(3), "3", 10_000)
    assert observe(state, None).sheet == state.sheet is not None


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_such_seat(seat: int):
    with pytest.raises(ValueError, match="no seat"):
        observe(amul.start(Rules(3)), seat)
