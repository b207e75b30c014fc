"""A match with one person at it, without a screen."""

import pytest

from karat import aurum
from karat.arena.match import play_match
from karat.aurum.rules import events
from karat.aurum.rules.record import replay, to_record
from karat.bots.random import Random
from karat.game import IllegalAction
from karat.games import GAMES
from karat.screen.seated_match import SeatedMatch
from karat.shuffle import Stream


def host(players, seat=0, seed="7"):
    bots = {place: Random() for place in range(players) if place != seat}
    return SeatedMatch(GAMES["aurum"], aurum.Rules(players=players), seat, bots, seed)


def play_out(match, choose):
    """Play to the end; `choose` gives the person's action."""
    told = [*match.advance()]
    while match.outcome is None:
        told += match.act(choose(match))
        told += match.advance()
    return told


@pytest.mark.parametrize("seat", [0, 2])
def test_a_match_with_a_person_is_the_match_that_the_arena_would_play(seat):
    match, person, chance = host(4, seat), Random(), Stream(f"7/seat {seat}")
    play_out(match, lambda match: person.choose(match.seen, match.legal, chance))
    expected = play_match(aurum, aurum.Rules(players=4), [Random()] * 4, "7")
    assert match.record() == to_record(expected)


def test_with_three_players_only_the_order_of_secret_bids_differs_from_the_arena():
    match, person, chance = host(3, 1), Random(), Stream("7/seat 1")
    play_out(match, lambda match: person.choose(match.seen, match.legal, chance))
    expected = to_record(play_match(aurum, aurum.Rules(players=3), [Random()] * 3, "7"))
    record = match.record()
    for played in (*record["rounds"], *expected["rounds"]):
        played["actions"][:3] = sorted(played["actions"][:3])
    assert record == expected


def test_bots_go_on_until_the_person_owes_an_action():
    match = host(4)
    assert not match.owes
    assert not match.legal
    match.advance()
    assert match.owes
    assert match.bot_to_act is None
    assert match.advance() == ()


def test_the_person_is_told_of_one_hand_only():
    told = play_out(host(4), lambda match: match.legal[0])
    assert {event.seat for event in told if isinstance(event, events.HandDealt)} == {0}
    assert any(isinstance(event, events.MatchEnded) for event in told)


def test_a_refused_action_changes_nothing():
    match = host(4)
    match.advance()
    before = match.record()
    with pytest.raises(IllegalAction) as refused:
        match.act(aurum.Keep())
    assert refused.value.law is aurum.Law.IN_TURN
    assert match.record() == before


def test_the_record_replays_at_every_moment():
    match = host(3)
    match.advance()
    for _ in range(10):
        match.act(match.legal[0])
        match.advance()
        assert to_record(replay(match.record())) == match.record()


@pytest.mark.parametrize("seat", [0, 4, -1])
def test_every_seat_is_taken_once(seat):
    bots = {0: Random(), 1: Random(), 2: Random()} if seat == 0 else {place: Random() for place in range(3)}
    with pytest.raises(ValueError, match="every seat from 0 up"):
        SeatedMatch(GAMES["aurum"], aurum.Rules(), seat, bots, "7")
