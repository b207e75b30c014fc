from __future__ import annotations

import time

import pytest
from hiding import CONFIGURATIONS, reach

from karat import aurum
from karat.arena.match import play_match
from karat.aurum import Deal, Match, Play, Rules
from karat.aurum.bots.casual import Casual
from karat.aurum.rules.deal import base_cards
from karat.aurum.rules.notation import parse_round
from karat.bots.bot import Bot, Budget
from karat.games import make_bot
from karat.shuffle import Stream

FEW, SOME = Budget(None, 30), Budget(None, 2000)


def match_around(position: str) -> Match:
    """A match that has come to a position: every card that lies nowhere was played before."""
    table = parse_round(position)
    lying = {card for row in (*table.hands, table.bids) for card in row}
    actions = tuple((0, Play(card)) for card in base_cards(table.players) if card not in lying)
    return Match(Rules(table.players), deal=Deal(table.leader, table.hands), round=table, actions=actions)


def choice(position: str, level: str = "strong") -> str:
    state = match_around(position)
    (seat,) = aurum.to_act(state)
    bot = make_bot("aurum", level, SOME)
    return str(bot.choose(aurum.observe(state, seat), aurum.legal_actions(state, seat), Stream("position")))


@pytest.mark.parametrize("level", ["strong", "instant", "expert"])
def test_ends_the_round_where_that_wins_it(level: str):
    position = "- / - / P6 / B2 C3, trick B3 C4 P10 from 0, bids B1 / S4 / P2 / Z2, tricks 4 2 1 2, gold - / - / - / G7"
    assert choice(position, level) == "end"


@pytest.mark.parametrize("level", ["strong", "instant", "expert"])
def test_goes_on_where_ending_the_round_loses_it(level: str):
    position = "- / - / P6 / B2 C3, trick B3 C4 P10 from 0, bids B1 / S4 / P2 / Z2, tricks 4 1 2 2, gold - / - / - / G7"
    assert choice(position, level) == "gold G7"


def test_lowers_a_bid_that_is_out_of_reach_before_it_is_too_late():
    position = "B1 B3 / S5 S6 / P5 P6, bids B8 / P2 / P4, tricks 3 3 3, gold G0 / - / -, leader 0, asked 0"
    assert choice(position) == "swap G0 0 B3"


def test_takes_the_last_trick_only_when_it_is_needed():
    position = "- / - / - / S9 Z1, trick B7 C4 P8 from 0, bids B5 / C3 / P2 / Z6, tricks 3 2 2 {}"
    assert choice(position.format(3)) == "play S9"
    assert choice(position.format(4)) == "play Z1"


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_plays_whole_matches_at_every_table(rules: Rules):
    assert play_match(aurum, rules, [make_bot("aurum", "strong", FEW)] * rules.players, "whole").result


def test_the_same_tries_and_seed_give_the_same_candidates():
    state = reach(Rules(4), "again", 25)
    (seat,) = aurum.to_act(state)
    told = {
        make_bot("aurum", "strong", SOME).candidates(  # type: ignore[attr-defined]
            aurum.observe(state, seat), aurum.legal_actions(state, seat), Stream("again")
        )
        for _ in range(2)
    }
    assert len(told) == 1


def test_candidates_tell_what_was_tried():
    state = reach(Rules(4), "tell", 0)
    (seat,) = aurum.to_act(state)
    legal = aurum.legal_actions(state, seat)
    told = make_bot("aurum", "strong", SOME).candidates(aurum.observe(state, seat), legal, Stream("tell"))  # type: ignore[attr-defined]
    assert {candidate.action for candidate in told} == set(legal)
    assert SOME.tries / 2 < sum(candidate.tries for candidate in told) <= SOME.tries  # less where that settles it
    assert all(0 <= candidate.win <= 1 and candidate.points >= 0 for candidate in told)


def test_a_time_is_kept():
    state = reach(Rules(4), "time", 10)
    (seat,) = aurum.to_act(state)
    seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
    make_bot("aurum", "strong", FEW).choose(seen, legal, Stream("warm"))
    took = []
    for _ in range(5):  # a busy machine may hold up one of them
        started = time.perf_counter()
        make_bot("aurum", "strong", Budget(0.05)).choose(seen, legal, Stream("time"))
        took.append(time.perf_counter() - started)
    assert 0.03 < min(took) < 0.5


@pytest.mark.parametrize("players", [3, 4])
def test_beats_rules_of_thumb(players: int):
    rules = Rules(players)
    strong, casual = make_bot("aurum", "strong", Budget(None, 1200)), Casual()
    won = played = 0.0
    for number in range(6):
        for side, seats in enumerate(rules.sides):
            bots: list[Bot] = [strong if seat in seats else casual for seat in range(players)]
            state = play_match(aurum, rules, bots, f"beats {number}")
            won += sum(result.nuggets[side] / sum(result.nuggets) for result in state.results)
            played += len(state.results)
    assert won / played > 1 / len(rules.sides) + 0.1
