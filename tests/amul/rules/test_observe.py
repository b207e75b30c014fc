"""Who sees what."""

import dataclasses

from hypothesis import given
from marks import rule
from strategies import amul_walk, running_amul_matches

from karat import amul
from karat.amul.rules import events
from karat.amul.rules.cards import Card
from karat.amul.rules.match import Match
from karat.amul.rules.observe import Observation, observe
from karat.amul.rules.rules import Rules


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
