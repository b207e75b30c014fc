"""Who sees what: nothing that a seat is shown depends on what it cannot know."""

import json

import pytest
from contract.case import Case
from contract.cases import every_game
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import rule
from strategies import seeds

from karat.server.wire.events import game_event
from karat.shuffle import Stream


def seats(state) -> list[int | None]:
    return [None, *range(state.rules.players)]


@rule("A2.5", "A3.3", "M7", "M13", "M16", "O3.2", "O4.1")
@every_game
@given(data=st.data())
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_shown(case: Case, data: st.DataObject):
    """Neither its observation, nor its choices, nor the view that a page draws of them."""
    game, state = case.kit.game, data.draw(st.one_of(case.running, case.choosing))
    seat = data.draw(st.sampled_from(seats(state)))
    other = case.unseen_permuted(state, seat, Stream(data.draw(seeds)))
    seen, legal = game.observe(state, seat), game.legal_actions(state, seat) if seat is not None else ()
    assert game.observe(other, seat) == seen
    if seat is not None:
        assert game.legal_actions(other, seat) == legal
    assert game.to_act(other) == game.to_act(state)
    assert case.kit.view(game.observe(other, seat), legal) == case.kit.view(seen, legal)


@every_game
def test_something_is_hidden(case: Case):
    """So that the test above means something: other worlds are others, and somebody else would notice."""
    game = case.kit.game
    state = game.deal(fresh := game.start(case.kit.usual_rules), game.shuffled(fresh, Stream("hidden"))).state
    other = case.unseen_permuted(state, 0, Stream("other"))
    assert other != state
    assert game.observe(other, 1) != game.observe(state, 1)


@every_game
@given(data=st.data())
def test_who_owes_an_action_and_what_one_holds_is_seen(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.running)
    hands = case.kit.hands(state)
    for seat in seats(state):
        seen = game.observe(state, seat)
        assert (seen.seat, seen.rules) == (seat, state.rules)
        assert seen.to_act == game.to_act(state)
        assert seen.hand == (() if seat is None or hands is None else hands[seat])


@every_game
@given(data=st.data())
def test_a_seat_that_does_not_exist_sees_nothing(case: Case, data: st.DataObject):
    rules = data.draw(case.rules)
    for seat in (-1, rules.players, 99):
        with pytest.raises(ValueError, match=f"no seat {seat} in a match of {rules.players}"):
            case.kit.game.observe(case.kit.game.start(rules), seat)


@every_game
@settings(max_examples=settings.default.max_examples // 4)  # whole matches, with all their steps
@given(data=st.data())
def test_events_are_of_known_kinds_and_each_is_told_to_somebody(case: Case, data: st.DataObject):
    kit, state = case.kit, data.draw(case.finished)
    for one in kit.taken(kit.to_record(state)):
        for happened in one.step.events:
            assert type(happened) in kit.events
            assert json.loads(bytes(game_event(kit.name, happened)))["e"] == type(happened).__name__
            told = [seat for seat in seats(state) if kit.game.seen_by(happened, seat)]
            assert told, happened
            if None in told:  # what an onlooker learns is no secret
                assert told == seats(state)
            elif len(told) < state.rules.players:
                assert kit.game.reveals(happened)  # its owner saw something that was hidden


@every_game
@given(data=st.data())
def test_an_observation_has_a_view_and_can_be_had_from_it_again(case: Case, data: st.DataObject):
    kit, state = case.kit, data.draw(case.matches)
    for seat in seats(state):
        seen = kit.game.observe(state, seat)
        legal = kit.game.legal_actions(state, seat) if seat is not None else ()
        drawn = kit.view(seen, legal)
        assert isinstance(drawn, kit.view_type.load())
        assert (drawn.seat, drawn.players, drawn.to_act) == (seat, state.rules.players, kit.game.to_act(state))
        assert drawn.hands is None
        assert kit.observation(drawn) == seen
        assert kit.view(seen, None, kit.hands(state)).hands == (
            None if kit.hands(state) is None else tuple(tuple(map(str, hand)) for hand in kit.hands(state))
        )


@every_game
@given(data=st.data())
def test_what_may_be_said_in_advance_follows_from_what_the_seat_sees_and_reads_back(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(st.one_of(case.running, case.choosing))
    assert case.kit.orders is not None
    for seat in range(state.rules.players):
        may = case.kit.orders(state, seat)
        assert all(game.parse_action(str(action)) == action for action in may)
        assert len({hash(basis) for basis in may.values()}) <= len(may)
        # What is said stands as long as nothing happens, whatever the others hold.
        other = case.unseen_permuted(state, seat, Stream(data.draw(seeds)))
        assert case.kit.orders(other, seat) == may
