"""The bot that plays by the net alone."""

from __future__ import annotations

from itertools import combinations

import pytest

from bench.calibration import calibration, forecasts
from karat import aurum
from karat.arena.entrants import Entrant
from karat.arena.match import play_match
from karat.aurum import Edition, Rules, Variant
from karat.aurum.bots.instant import Instant
from karat.bots.bot import candidates
from karat.bots.random import Random
from karat.games import GAMES
from karat.shuffle import Stream

CONFIGURATIONS = [
    Rules(players, edition, variants)
    for players in (3, 4)
    for edition in Edition
    for count in range(3)
    for variants in combinations(Variant, count)
]


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_plays_whole_matches_under_all_rules(rules: Rules) -> None:
    bot = Instant()
    match = play_match(GAMES["aurum"].game, rules, [bot] * rules.players, "instant")
    assert aurum.outcome(match)


def test_beats_random_play_by_far() -> None:
    won = 0.0
    for number in range(10):
        bots = [Instant() if seat % 2 == number % 2 else Random() for seat in range(4)]
        outcome = aurum.outcome(play_match(GAMES["aurum"].game, Rules(4), bots, f"far/{number}"))
        assert outcome is not None
        won += outcome.share(number % 2)
    assert won >= 9


def test_tells_what_it_thinks_of_every_action_the_best_first() -> None:
    state = aurum.start(Rules(4))
    state = aurum.deal(state, aurum.shuffled(state, Stream("explain"))).state
    (seat,) = aurum.to_act(state)
    seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
    told = candidates(Instant(), seen, legal, Stream("x"))
    assert sorted(str(candidate.action) for candidate in told) == sorted(map(str, legal))
    assert told[0].action == Instant().choose(seen, legal, Stream("x"))
    for candidate in told:
        assert candidate.win is not None
        assert candidate.points is not None
        assert 0 <= candidate.win <= 1
        assert -5 < candidate.points < 40


def test_chooses_among_some_actions_only_where_only_those_are_given() -> None:
    state = aurum.start(Rules(4))
    state = aurum.deal(state, aurum.shuffled(state, Stream("some"))).state
    (seat,) = aurum.to_act(state)
    seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
    told = [candidate.action for candidate in Instant().candidates(seen, legal, Stream("x"))]
    some = sorted(told[3:7], key=str)
    assert Instant().choose(seen, some, Stream("x")) == told[3]


@pytest.mark.parametrize("players", [3, 4])
def test_its_forecasts_of_bids_come_about_as_often_as_it_says(players: int):
    found = calibration(forecasts(Rules(players), Entrant(GAMES["aurum"], "instant", None), 120, "calibration"))
    assert found.forecasts >= 200
    assert found.exactly < 0.15  # with so few rounds the luck of the deals alone is half of that
    assert found.at_least < 0.15
