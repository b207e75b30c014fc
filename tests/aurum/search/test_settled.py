"""A search stops where more of it would change nothing."""

from __future__ import annotations

import time

import numpy as np
import pytest

from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.observe import view
from karat.aurum.search import ismcts
from karat.aurum.search.think import TreeSettings, think
from karat.kernel.random import generator
from karat.search.limit import Limit, Tried

TRIES = 2000


def found(seen: np.ndarray, seat: int, number: int) -> list[Tried]:
    return think(seen, seat, generator("settled", number), Limit(tries=TRIES), TreeSettings())


@pytest.mark.parametrize("players", [3, 4])
def test_it_chooses_what_all_tries_would_have_chosen(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state, seen = edge.start(Rules(players)), np.zeros(at.WORDS, np.int64)
    edge.deal(state, "settled")
    spared, asked, number, same = [0, 0], [0, 0], 0, 0
    while seats := edge.to_act(state):
        seat, number = seats[0], number + 1
        action = edge.legal_actions(state, seat)[0]
        if len(edge.legal_actions(state, seat)) > 1:
            view(state, seat, seen)
            soon = found(seen, seat, number)
            with monkeypatch.context() as patch:
                patch.setattr(ismcts, "BATCH", TRIES)
                late = found(seen, seat, number)
            assert sum(one.tries for one in late) == TRIES
            changing = int(state[at.PHASE] == at.CHANGING)
            asked[changing] += 1
            spared[changing] += TRIES - sum(one.tries for one in soon)
            action = late[0].action
            same += soon[0].action == action
            assert changing or soon[0].action == action  # of changes it is all but sure, see `is_settled`
        edge.apply(state, seat, int(action))
    assert same >= sum(asked) - 1
    assert all(spared)


def test_a_clear_choice_does_not_take_all_its_time() -> None:
    state, seen = edge.start(Rules(4)), np.zeros(at.WORDS, np.int64)
    edge.deal(state, "time")
    while state[at.PHASE] != at.CHANGING:
        edge.apply(state, edge.to_act(state)[0], int(edge.legal_actions(state, edge.to_act(state)[0])[0]))
    (seat,) = edge.to_act(state)
    view(state, seat, seen)
    hour = time.perf_counter() + 3600
    tried = think(seen, seat, generator("time"), Limit(deadline=hour), TreeSettings())
    assert time.perf_counter() < hour - 3000
    assert sum(one.tries for one in tried) >= ismcts.FEW_TRIES
