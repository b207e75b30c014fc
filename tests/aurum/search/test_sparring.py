"""The short search of compiled code: it is the search, and sees no more."""

from __future__ import annotations

import numpy as np
import pytest

from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.observe import view
from karat.aurum.kernel.resample import resample
from karat.aurum.search.sparring import CHANGE_PART, make_sparring_workspace, spar
from karat.aurum.search.think import TreeSettings, think
from karat.kernel.random import generator
from karat.search.limit import Limit

TRIES = 600


@pytest.mark.parametrize("players", [3, 4])
def test_it_chooses_as_the_search_does_with_the_same_tries_and_chance(players: int) -> None:
    state, seen = edge.start(Rules(players)), np.zeros(at.WORDS, np.int64)
    edge.deal(state, "sparring")
    workspace, number = make_sparring_workspace(TRIES), 0
    while seats := edge.to_act(state):
        seat = seats[0]
        number += 1
        action = spar(state, seat, workspace, generator("same", number))
        if len(edge.legal_actions(state, seat)) > 1:
            view(state, seat, seen)
            settings, rng = TreeSettings(), generator("same", number)
            tries = TRIES // CHANGE_PART if state[at.PHASE] == at.CHANGING else TRIES
            assert think(seen, seat, rng, Limit(tries=tries), settings)[0].action == action
        edge.apply(state, seat, int(action))
    assert number > 30


def test_one_try_is_enough_for_a_legal_choice() -> None:
    state = edge.start(Rules(4))
    edge.deal(state, "one")
    workspace, rng = make_sparring_workspace(1), generator("one")
    while seats := edge.to_act(state):
        action = int(spar(state, seats[0], workspace, rng))
        assert action in edge.legal_actions(state, seats[0])
        edge.apply(state, seats[0], action)


@pytest.mark.parametrize("players", [3, 4])
def test_it_does_not_see_how_the_unseen_cards_lie(players: int) -> None:
    state = edge.start(Rules(players))
    edge.deal(state, "fair")
    seen, other, workspace = np.zeros(at.WORDS, np.int64), np.zeros(at.WORDS, np.int64), make_sparring_workspace(TRIES)
    differed = 0
    for number in range(24):
        seat = edge.to_act(state)[0]
        view(state, seat, seen)
        resample(seen, generator("other", number), other)
        other[at.TURN] = state[at.TURN]
        hands = slice(at.HAND, at.HAND + int(state[at.PLAYERS]))
        differed += bool((other[hands] != state[hands]).any())
        action = int(spar(state, seat, workspace, generator("fair", number)))
        assert action == spar(other, seat, workspace, generator("fair", number))
        edge.apply(state, seat, action)
    assert differed > 12
