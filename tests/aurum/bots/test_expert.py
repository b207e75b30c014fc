from __future__ import annotations

from itertools import count

import numpy as np
import pytest
from hiding import CONFIGURATIONS, reach

from karat import aurum
from karat.arena.match import play_match
from karat.aurum import Match, Rules
from karat.aurum.bots import expert
from karat.aurum.bots.casual import Casual
from karat.aurum.bots.expert import Expert, by_tree
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import encode
from karat.aurum.search.ending import all_worlds, may_be_solved, weighed
from karat.aurum.search.think import TreeSettings, think
from karat.bots.bot import Budget
from karat.games import GAMES, make_bot
from karat.kernel.random import generator
from karat.search.limit import Limit
from karat.shuffle import Stream

FEW = Budget(None, 30)


def late(rules: Rules, seed: str) -> Match:
    """The first position of a round with a choice in it and few enough worlds to be solved."""
    state, rng = reach(rules, seed, 0), Stream(seed, 1)
    while not state.results:
        seat = aurum.to_act(state)[0]
        seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
        if len(legal) > 1 and may_be_solved(pack_view(seen), 90):
            return state
        state = aurum.apply(state, seat, Casual().choose(seen, legal, rng)).state
    return late(rules, f"{seed} again")


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_plays_whole_matches_at_every_table(rules: Rules):
    assert play_match(aurum, rules, [Expert(FEW)] * rules.players, "whole").result


def test_with_two_tricks_left_it_plays_the_best_action_over_all_worlds():
    """In six positions; a few others take longer to solve than it may."""
    bot, solved = Expert(Budget(None, 20_000)), 0
    for number in count():
        state = late(Rules(4), f"late {number}")
        (seat,) = aurum.to_act(state)
        seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
        worlds = all_worlds(pack_view(seen))
        wins = weighed(worlds, bot.weights(seen, worlds), seat, Limit(tries=20_000), bot.solver)
        if wins is not None:
            action = bot.choose(seen, legal, Stream("late"))
            assert set(wins) == {encode(one, seat, 4) for one in legal}
            assert wins[encode(action, seat, 4)] == pytest.approx(max(wins.values()))
            solved += 1
        if solved == 6:
            break
    assert number < 10


@pytest.mark.parametrize("players", [3, 4])
def test_the_tree_has_a_say_late_in_a_round_of_four(players: int, monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setattr(expert, "by_tree", lambda view, *_: asked.append(view) or {})
    play_match(aurum, Rules(players), [Expert(FEW)] * players, "tree")
    assert bool(asked) == (players == 4)
    assert all(view[at.PHASE] == at.PLAYING and max(view[at.SIZES : at.SIZES + 4]) <= expert.LATE for view in asked)


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_a_few_tries_are_enough_for_a_choice(tries: int):
    for steps in (40, 60, 80):
        state = reach(Rules(4), "few", steps)
        seat = aurum.to_act(state)[0]
        seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
        told = [Expert(Budget(None, tries)).candidates(seen, legal, Stream("few")) for _ in range(2)]
        assert {one.action for one in told[0]} == set(legal)
        assert told[0] == told[1]


def test_what_the_tree_adds_is_most_for_what_it_would_play_and_nothing_for_its_worst():
    state = reach(Rules(4), "tree", 60)
    seat = aurum.to_act(state)[0]
    view = pack_view(aurum.observe(state, seat))
    added = by_tree(view, seat, generator("tree"), Limit(tries=2000), TreeSettings())
    tried = think(view, seat, generator("tree"), Limit(tries=2000), TreeSettings())
    assert max(added, key=added.__getitem__) == max(tried, key=lambda one: one.value).action
    assert min(added.values()) == 0
    assert max(added.values()) < expert.TREE_WEIGHT


def test_the_oracle_plays_to_the_end_and_sits_at_no_table():
    oracle = make_bot("aurum", "oracle", FEW, measuring=True)
    assert "oracle" not in GAMES["aurum"].bots
    for players in (3, 4):
        state = reach(Rules(players), "oracle", 0)
        while not state.results:
            for seat in aurum.to_act(state):
                action = oracle.choose_knowing(state, aurum.legal_actions(state, seat), Stream("oracle"))  # type: ignore[attr-defined]
                state = aurum.apply(state, seat, action).state
        assert np.sum(state.results[0].points) >= 0
