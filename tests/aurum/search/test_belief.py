from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hiding import CONFIGURATIONS, reach

from karat import aurum
from karat.aurum import Play, Rules
from karat.aurum.bots.casual import Casual
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack, pack_view
from karat.aurum.net.shipped import shipped_net
from karat.aurum.search.belief import AT_ONCE, likelihood, likely_worlds, past_of
from karat.aurum.search.ending import all_worlds, count_worlds
from karat.kernel.random import generator
from karat.search.limit import Limit
from karat.shuffle import Stream


@pytest.mark.parametrize("rules", CONFIGURATIONS[::3], ids=str)
@pytest.mark.parametrize("steps", [4, 25, 60, 85])
def test_the_round_played_again_comes_to_the_same_position(rules: Rules, steps: int):
    state = reach(rules, "again", steps)
    seat = aurum.to_act(state)[0]
    seen = aurum.observe(state, seat)
    view = pack_view(seen)
    (world,) = edge.resample(view, generator("again"))
    past = past_of(seen)
    start = past.start
    start[at.HAND : at.HAND + 4] |= world[at.HAND : at.HAND + 4] & ~past.moved
    for who, action in past.steps:
        edge.apply(start, int(who), int(action))  # refuses what is illegal
    assert start.tolist() == world.tolist()


@pytest.mark.parametrize("players", [3, 4])
def test_likely_worlds_fit_the_view(players: int):
    state = reach(Rules(players), "likely", 30)
    (seat,) = aurum.to_act(state)
    seen = aurum.observe(state, seat)
    view = pack_view(seen)
    worlds, shares = likely_worlds(seen, view, generator("likely"), shipped_net(players), 50)
    assert 0.97 <= shares.sum() < 1.0001
    for world in worlds:
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
        hands = worlds[:, at.HAND + first]
        high = np.array([sum(int(hand) >> card & 1 for card in range(50) if card % 10 >= 7) for hand in hands])
        strength[rank] = float(high @ likelihood(seen, worlds, shipped_net(4))) - high.mean()
    assert strength[3] < strength[7]


@pytest.mark.parametrize("players", [3, 4])
def test_hands_that_others_hold_are_likelier_than_an_even_draw_says(players: int):
    """In nats; whoever plays goes by rules of thumb, not by the net, which would know itself."""
    gained = []
    for number in range(18):
        state, bot, rng = reach(Rules(players), f"true {number}", 0), Casual(), Stream("true")
        while not state.results:
            for seat in aurum.to_act(state):
                seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
                if isinstance(legal[0], Play) and len(legal) > 1:
                    worlds = edge.resample(pack_view(seen), generator("true", len(gained)), 32)
                    worlds = np.concatenate([worlds, [pack(state)]])
                    weights = likelihood(seen, worlds, shipped_net(players))
                    gained.append(math.log(weights[-1] * 32 / (1 - weights[-1])))
                state = aurum.apply(state, seat, bot.choose(seen, legal, rng)).state
    assert np.mean(gained) > 0.1


def test_a_world_that_hardly_counts_is_weighed_like_one_that_does_not_count():
    seen, worlds = a_view_and_worlds()
    together = likelihood(seen, worlds, shipped_net(4))
    best = int(together.argmax())
    for number in range(len(worlds)):
        pair = likelihood(seen, worlds[[number, best]], shipped_net(4))  # the unlikely first: to the end
        assert together[number] == pytest.approx(together[best] * pair[0] / pair[1], abs=0.001 * together[best])


def test_worlds_that_share_hands_are_weighed_as_if_each_were_alone():
    """What a seat did is worked out once for each hand that it may hold."""
    state = next(state for state in (reach(Rules(4), f"share {number}", 80) for number in range(99))
                 if aurum.to_act(state) and 6 < count_worlds(view_of(state)) <= 90)  # fmt: skip
    (seat,) = aurum.to_act(state)
    seen, worlds = aurum.observe(state, seat), all_worlds(view_of(state))
    together = likelihood(seen, worlds, shipped_net(4))
    best = int(together.argmax())
    for number in range(len(worlds)):
        pair = likelihood(seen, worlds[[number, best]], shipped_net(4))
        assert together[number] == pytest.approx(together[best] * pair[0] / pair[1], abs=0.001 * together[best])


def view_of(state: Any) -> Any:
    return pack_view(aurum.observe(state, aurum.to_act(state)[0]))


def test_with_no_time_only_the_first_worlds_are_weighed():
    seen, worlds = a_view_and_worlds()
    assert len(likelihood(seen, worlds, shipped_net(4), Limit(deadline=0.0))) == AT_ONCE


def a_view_and_worlds() -> tuple[Any, Any]:
    state = reach(Rules(4), "weighed", 50)
    (seat,) = aurum.to_act(state)
    seen = aurum.observe(state, seat)
    return seen, edge.resample(pack_view(seen), generator("weighed"), 40)


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
