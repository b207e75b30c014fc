from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hiding import CONFIGURATIONS, reach

from karat import aurum
from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import pack_view
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.codec import encode
from karat.aurum.search import lookahead
from karat.aurum.search.lookahead import Race, foretell, look_ahead
from karat.aurum.search.think import prepared
from karat.aurum.search.workspace import make_workspace
from karat.kernel.random import generator
from karat.search.limit import Limit, Tried


def view_of(rules: Rules, seed: str, steps: int) -> tuple[Record, int, set[int]]:
    """What somebody sees who has a choice, and its legal actions."""
    state = reach(rules, seed, steps)
    while len(aurum.legal_actions(state, aurum.to_act(state)[0])) == 1:
        seat = aurum.to_act(state)[0]
        state = aurum.apply(state, seat, aurum.legal_actions(state, seat)[0]).state
    seat = aurum.to_act(state)[0]
    legal = {encode(action, seat, rules.players) for action in aurum.legal_actions(state, seat)}
    return prepared(pack_view(aurum.observe(state, seat)), seat), seat, legal


def looked(view: Record, players: int, limit: Limit, **more: Any) -> list[Tried]:
    def evenly(_: Limit | None) -> tuple[Record, Any]:
        return edge.resample(view, rng, 16), np.full(16, 1 / 16)

    rng = generator("ahead")
    return look_ahead(view, int(view[at.SEAT]), rng, shipped_net(players), evenly, limit, **more)


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
@pytest.mark.parametrize("steps", [0, 20, 40])
def test_every_legal_action_is_told_once_and_the_first_was_looked_at_most(rules: Rules, steps: int):
    view, _, legal = view_of(rules, "told", steps)
    told = looked(view, rules.players, Limit(tries=200))
    assert len(told) == len(legal)
    assert {one.action for one in told} == legal
    assert told[0].tries == max(one.tries for one in told)
    assert all(0 <= one.win <= 1 for one in told)
    assert told == looked(view, rules.players, Limit(tries=200))


@pytest.mark.parametrize("rules", CONFIGURATIONS[::3], ids=str)
@pytest.mark.parametrize("tricks", [1, 2])
def test_a_look_ends_with_so_many_tricks_or_with_the_round(rules: Rules, tricks: int):
    view, seat, legal = view_of(rules, "trick", 30)
    (world,) = edge.resample(view, generator("trick"))
    workspace, rng = make_workspace(shipped_net(rules.players)), generator("trick")
    for action in legal:
        foretell(world, seat, action, tricks, workspace, rng)
        more = workspace.state[at.TRICKS : at.TRICKS + 4].sum() - world[at.TRICKS : at.TRICKS + 4].sum()
        assert more == tricks or (more < tricks and workspace.state[at.TURN] < 0)


def test_what_another_search_adds_decides_between_near_equals():
    view, _, _ = view_of(Rules(4), "given up", 25)
    plain = looked(view, 4, Limit(tries=400))
    second = plain[1].action
    favoured = looked(view, 4, Limit(tries=400), bonus={second: 0.5})
    assert plain[0].action != second
    assert favoured[0].action == second
    assert favoured[0].win == pytest.approx(plain[1].win, abs=0.1)  # what it says of the win is not moved by it


def test_what_is_clearly_behind_is_given_up_and_the_rest_gets_the_looks():
    view, _, _ = view_of(Rules(4), "given up", 25)
    told = looked(view, 4, Limit(tries=4000))
    tries = [one.tries for one in told]
    assert tries[0] > 4 * min(number for number in tries if number)
    assert sum(tries) <= 4000 + lookahead.SLICE * lookahead.MOST_ACTIONS


def test_a_race_that_the_net_calls_settled_needs_no_look():
    """Nobody gives away gold to make a sure bid impossible."""
    for steps in range(8, 60):
        view, seat, _ = view_of(Rules(4), "settled", steps)
        race = Race(view, seat, shipped_net(4), generator("settled"), {})
        if view[at.PHASE] == at.CHANGING and race.is_won:
            assert [one.tries for one in race.ranking()] == [0] * len(race.actions)
            assert looked(view, 4, Limit(tries=50)) == race.ranking()
            return
    pytest.fail("no such moment within sixty steps")


def test_the_clock_ends_a_look_that_is_not_settled():
    view, _, _ = view_of(Rules(4), "clock", 25)
    assert sum(one.tries for one in looked(view, 4, Limit(deadline=0.0))) <= lookahead.SLICE * lookahead.MOST_ACTIONS
