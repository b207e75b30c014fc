"""What holds at every point of every match of every game."""

import copy

import pytest
from contract.case import Case
from contract.cases import every_game
from hypothesis import given
from hypothesis import strategies as st
from marks import rule

from karat.game import BadText, IllegalAction, IllegalDeal
from karat.shuffle import Stream


@every_game
@given(data=st.data())
def test_a_match_is_over_or_awaits_a_deal_or_offers_an_action(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.matches)
    owing = game.to_act(state)
    assert list(owing) == sorted(set(owing), key=owing.index)
    assert set(owing) <= set(range(state.rules.players))
    assert [game.outcome(state) is not None, game.awaits_deal(state), bool(owing)].count(True) == 1
    assert all(game.legal_actions(state, seat) for seat in owing)


@every_game
@given(data=st.data())
def test_every_listed_action_applies_and_every_other_is_refused_with_an_id(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.running)
    said, ids = case.sayings(state.rules), {law.value for law in case.laws}
    for seat in range(-1, state.rules.players + 1):
        listed = game.legal_actions(state, seat) if seat in range(state.rules.players) else ()
        allowed = set(listed)
        assert len(allowed) == len(listed)
        assert bool(allowed) == (seat in game.to_act(state))
        for action in {*said, *listed}:
            law = game.breach(state, seat, action)
            assert (law is None) == (action in allowed)
            assert law is None or law.value in ids
        for action in listed:
            game.apply(state, seat, action)


@every_game
@given(data=st.data())
def test_a_refused_action_raises_its_law_and_leaves_the_state_as_it_was(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.running)
    seat = data.draw(st.integers(0, state.rules.players - 1))
    legal = game.legal_actions(state, seat)
    action = data.draw(st.sampled_from([*case.sayings(state.rules), *legal]))
    before = copy.deepcopy(state), hash(state)
    law = game.breach(state, seat, action)
    if law is None:
        assert game.apply(state, seat, action).state != state
    else:
        with pytest.raises(IllegalAction) as error:
            game.apply(state, seat, action)
        assert error.value.law is law
        assert error.value.seat == seat
        assert str(action) in str(error.value)
        assert error.value.why
    assert (state, hash(state)) == before


@every_game
@given(data=st.data())
def test_nothing_can_be_done_before_the_deal_and_after_the_end(case: Case, data: st.DataObject):
    game, ended = case.kit.game, data.draw(case.finished)
    for state in (game.start(ended.rules), ended):
        assert game.to_act(state) == ()
        seat, action = (
            data.draw(st.integers(0, state.rules.players - 1)),
            data.draw(st.sampled_from(case.sayings(state.rules))),
        )
        assert list(game.legal_actions(state, seat)) == []
        with pytest.raises(IllegalAction) as error:
            game.apply(state, seat, action)
        assert error.value.law is game.breach(state, seat, action)


@every_game
@given(data=st.data())
def test_a_deal_is_taken_when_it_is_awaited_and_refused_with_an_id_at_any_other_time(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.matches)
    fresh = game.start(state.rules)
    assert game.awaits_deal(fresh)
    deal = game.shuffled(state if game.awaits_deal(state) else fresh, Stream(data.draw(st.text(max_size=5))))
    if game.awaits_deal(state):
        assert game.to_act(game.deal(state, deal).state)
    else:
        with pytest.raises(IllegalDeal) as error:
            game.deal(state, deal)
        assert error.value.law in set(case.laws)


@every_game
@given(data=st.data())
def test_a_seed_deals_the_same_cards_and_another_seed_others(case: Case, data: st.DataObject):
    game, state = case.kit.game, case.kit.game.start(data.draw(case.rules))
    seed, number = data.draw(st.text(max_size=5)), data.draw(st.integers(0, 2**40))
    deals = [game.shuffled(state, Stream(seed, number)) for number in (number, number, number + 1, number + 2)]
    assert deals[0] == deals[1]
    assert len(set(deals)) > 1


@rule("A3.3", "M13", "M16", "O4.1")
@every_game
@given(data=st.data())
def test_the_order_in_which_secret_choices_arrive_does_not_matter(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.choosing)
    rng = Stream(data.draw(st.text(max_size=5)))
    owing = game.to_act(state)
    chosen = {seat: rng.choice(game.legal_actions(state, seat)) for seat in owing}
    one = other = state
    for seat in owing:
        one = game.apply(one, seat, chosen[seat]).state
    for seat in data.draw(st.permutations(owing)):
        # What a seat may choose does not change while others choose.
        assert game.legal_actions(other, seat) == game.legal_actions(state, seat)
        other = game.apply(other, seat, chosen[seat]).state
    assert case.position(one) == case.position(other)
    assert [game.observe(one, who) for who in (None, *owing)] == [game.observe(other, who) for who in (None, *owing)]


@every_game
@given(data=st.data())
def test_a_whole_match_comes_to_its_end(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.finished)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.sides == case.kit.sides(state.rules)
    assert outcome.winners
    assert len(outcome.scores) == len(outcome.sides)
    assert sum(outcome.share(seats[0]) for seats in outcome.sides) == pytest.approx(1)
    assert all(outcome.share(seat) == outcome.share(seats[0]) for seats in outcome.sides for seat in seats)
    if outcome.scores.count(max(outcome.scores)) == 1:
        assert outcome.winners == (outcome.scores.index(max(outcome.scores)),)


@every_game
@given(data=st.data())
def test_a_position_round_trips_through_text(case: Case, data: st.DataObject):
    for state in (data.draw(case.running), data.draw(case.matches)):
        table = case.position(state)
        assert table is None or case.kit.perft.parse(case.show(table)) == table


@every_game
@given(data=st.data())
def test_actions_round_trip_through_text(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.running)
    for seat in game.to_act(state):
        for action in game.legal_actions(state, seat):
            assert game.parse_action(str(action)) == action


@every_game
def test_cards_round_trip_through_text_and_repr(case: Case):
    assert len(set(map(str, case.cards))) == len(case.cards)
    for card in case.cards:
        kind = type(card)
        assert kind.parse(str(card)) == card
        assert eval(repr(card), {kind.__name__: kind}) == card  # noqa: S307


@every_game
def test_what_is_no_action_is_quoted(case: Case):
    for text in case.nonsense:
        with pytest.raises(BadText) as bad:
            case.kit.game.parse_action(text)
        assert text.split(" ")[-1] in str(bad.value)


@every_game
@given(data=st.data())
def test_a_perft_engine_is_the_rules(case: Case, data: st.DataObject):
    """From a position alone, without the match around it."""
    game, engine, state = case.kit.game, case.kit.perft, data.draw(case.running)
    table = case.position(state)
    assert engine.to_act(table) == game.to_act(state)
    for seat in game.to_act(state):
        legal = engine.legal_actions(table, seat)
        assert list(legal) == list(game.legal_actions(state, seat))
        after = game.apply(state, seat, legal[0]).state
        assert case.position(after) in (None, engine.apply(table, seat, legal[0]).state)
