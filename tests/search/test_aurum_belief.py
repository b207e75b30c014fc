from __future__ import annotations

import numpy as np
import pytest
from hiding import CONFIGURATIONS, reach

from karat.kernel.aurum import edge, layout
from karat.kernel.aurum.pack import pack_view
from karat.kernel.random import generator
from karat.rules import aurum
from karat.rules.aurum import Rules
from karat.search.aurum.belief import beginning, likelihood, likely_worlds
from karat.search.aurum.ending import all_worlds, count_worlds
from karat.shuffle import Stream


@pytest.mark.parametrize("rules", CONFIGURATIONS[::3], ids=str)
@pytest.mark.parametrize("steps", [4, 25, 60, 85])
def test_the_round_played_again_comes_to_the_same_position(rules: Rules, steps: int):
    state = reach(rules, "again", steps)
    seat = aurum.to_act(state)[0]
    seen = aurum.observe(state, seat)
    view = pack_view(seen)
    (world,) = edge.resample(view, generator("again"))
    start, done, moved = beginning(seen)
    start[layout.HAND : layout.HAND + 4] |= world[layout.HAND : layout.HAND + 4] & ~moved
    for who, action in done:
        edge.apply(start, int(who), int(action))  # refuses what is illegal
    assert start.tolist() == world.tolist()


@pytest.mark.parametrize("players", [3, 4])
def test_likely_worlds_fit_the_view(players: int):
    state = reach(Rules(players), "likely", 30)
    (seat,) = aurum.to_act(state)
    seen = aurum.observe(state, seat)
    view = pack_view(seen)
    for world in likely_worlds(seen, view, seat, generator("likely"), 50):
        assert edge.view(world, seat).tolist() == view.tolist()


def test_a_high_bid_speaks_for_a_strong_hand():
    """Seat 0 has bid; the better its hand, the likelier a high bid, and the worse, a low one."""
    strength = {}
    for rank in (3, 7):
        state = aurum.start(Rules(4))
        for number in range(1000):
            dealt = aurum.deal(state, aurum.shuffled(state, Stream(f"strength {number}"))).state
            (first,) = aurum.to_act(dealt)
            bids = [action for action in aurum.legal_actions(dealt, first) if action.card.rank == rank]  # type: ignore[union-attr]
            if bids:
                break
        after = aurum.apply(dealt, first, bids[0]).state
        (seat,) = aurum.to_act(after)
        seen = aurum.observe(after, seat)
        worlds = edge.resample(pack_view(seen), generator("strong"), 2000)
        hands = worlds[:, layout.HAND + first]
        high = np.array([sum(int(hand) >> card & 1 for card in range(50) if card % 10 >= 7) for hand in hands])
        strength[rank] = float(high @ likelihood(seen, seat, worlds)) - high.mean()
    assert strength[3] < strength[7]


def test_all_worlds_are_as_many_as_can_be_dealt():
    """Three hands of two, unless cards were seen to go there: 6! / 2!^3 worlds at most."""
    views = []
    for number in range(40):
        state = reach(Rules(4), f"count {number}", 80)
        seat = aurum.to_act(state)[0]
        view = pack_view(aurum.observe(state, seat))
        if 1 < count_worlds(view) <= 90:
            views.append((view, seat))
    assert len(views) > 3
    for view, seat in views:
        worlds = all_worlds(view)
        assert len({tuple(world) for world in worlds.tolist()}) == len(worlds) == count_worlds(view)
        assert all(edge.view(world, seat).tolist() == view.tolist() for world in worlds[:20])
