"""Rounds played out as fast as can be are rounds played one action after the other."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hiding import CONFIGURATIONS

from karat.aurum import Rules
from karat.aurum.kernel import edge, layout
from karat.aurum.kernel.layout import Record
from karat.aurum.search import policy, tables
from karat.aurum.search.rollout import play_out
from karat.kernel import random


def by_steps(state: Record, noise: int, rng: random.Words) -> None:
    while (seat := int(state[layout.TURN])) >= 0:
        edge.apply(state, seat, int(policy.choose_noisily(state, seat, noise, rng)))


@pytest.mark.parametrize("noise", [0, 6, 256])
@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_it_comes_to_the_same_from_every_position_of_a_round(rules: Rules, noise: int):
    """With much noise there are positions that the rules of thumb would never reach."""
    rng = random.generator("positions", noise)
    state = edge.start(rules)
    edge.deal(state, "playing", noise)
    while (seat := int(state[layout.TURN])) >= 0:
        fast, slow = state.copy(), state.copy()
        fast_rng, slow_rng = rng.copy(), rng.copy()
        play_out(fast, noise, fast_rng)
        by_steps(slow, noise, slow_rng)
        assert fast.tolist() == slow.tolist()
        assert fast_rng.tolist() == slow_rng.tolist()
        edge.apply(state, seat, int(policy.choose_noisily(state, seat, noise, rng)))


def test_a_hand_holds_one_of_more_cards_more_likely():
    for unseen in range(1, tables.UNSEEN):
        for chances in tables.HOLDS[unseen, 1:, : unseen + 1]:
            assert chances[0] == 0
            assert chances[-1] == 1
            assert np.all(np.diff(chances) >= 0)


def test_a_card_is_good_for_less_tricks_the_more_are_above_it():
    for players in (3, 4):
        told = [tables.tricks_in(players, 30, halves) for halves in range(61)]
        assert told[0] == 1
        assert told[60] == 0
        assert all(one > other for one, other in pairwise(told))
