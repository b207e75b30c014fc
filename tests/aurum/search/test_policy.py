from __future__ import annotations

import numpy as np
import pytest
from hiding import CONFIGURATIONS

from karat.aurum import Rules
from karat.aurum.kernel import edge, layout
from karat.aurum.rules.codec import SWAP
from karat.aurum.search import policy, tables
from karat.kernel import random


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_rounds_by_rules_of_thumb_are_legal_to_their_end(rules: Rules):
    for number in range(5):
        state = edge.start(rules)
        edge.deal(state, "thumb", number)
        while (seat := int(state[layout.TURN])) >= 0:
            edge.apply(state, seat, int(policy.choose(state, seat)))  # refuses what is illegal
        assert state[layout.ROUNDS] == 1


@pytest.mark.parametrize("rules", CONFIGURATIONS[::4], ids=str)
def test_what_it_does_depends_on_other_hands_only_as_a_whole(rules: Rules):
    rng = random.generator("whole")
    state = edge.start(rules)
    edge.deal(state, "whole")
    while (seat := int(state[layout.TURN])) >= 0:
        action = int(policy.choose(state, seat))
        if state[layout.PHASE] != layout.BIDDING:
            worlds = edge.resample(edge.view(state, seat), rng, 5)
            assert {int(policy.choose(world, seat)) for world in worlds} == {action}
        edge.apply(state, seat, action)


def test_rules_of_thumb_seldom_change_a_bid():
    changes = asked = 0
    for number in range(40):
        state = edge.start(Rules(4))
        edge.deal(state, "calm", number)
        while (seat := int(state[layout.TURN])) >= 0:
            action = int(policy.choose(state, seat))
            asked += state[layout.PHASE] == layout.CHANGING
            changes += action >= SWAP
            edge.apply(state, seat, action)
    assert 0 < changes < asked / 20


def test_a_bid_is_worth_most_where_it_is_expected():
    """Four players take eleven tricks, five and a half a side."""
    assert np.argmax(tables.WORTH[1, :, 0, 11]) in (5, 6)
    assert tables.WORTH[1, 4, 4, 0] == pytest.approx(8)
    assert tables.WORTH[1, 4, 3, 0] == 0
