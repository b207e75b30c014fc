"""A short search that compiled code calls: a partner to train against, some thousand rounds a minute.

It is `strong` with fewer tries and without its last trick solved: the same tree, and the same choice from it as `think`
makes. A net that has met nobody but itself does not know how others play it; see docs/training.md.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import NamedTuple

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, lying, nth_of, options_of
from karat.aurum.kernel.observe import view
from karat.aurum.kernel.scoring import side_of
from karat.aurum.rules.codec import GOLD, KEEP
from karat.aurum.search.ismcts import (
    ACTION,
    BATCH,
    CHANGE_MARGIN,
    DEEPEST,
    FIRST,
    NEXT,
    NODE_WORDS,
    SUM_WORDS,
    VISITS,
    Nodes,
    Sums,
    is_settled,
    make_tree,
    search,
)
from karat.aurum.search.think import SELDOM, Settings, take_up_bids
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words

CHANGE_PART = 4
"""Whether to change a bid is asked as often as what to play, and mostly answered no: it gets this part of the tries."""


class Ring(NamedTuple):
    """What the search works in; one for each thread."""

    tries: int
    settings: Sums
    nodes: Nodes
    sums: Sums
    control: Record
    path: Record
    tried: Record
    seen: Record
    state: Record
    reward: Sums
    no_worlds: Record


def make_ring(tries: int, settings: Settings | None = None) -> Ring:
    return Ring(
        tries,
        np.array(astuple(settings or Settings()), np.float64),
        *make_tree(3 * tries + 64),
        np.zeros(2, np.int64),
        np.zeros(DEEPEST + 1, np.int64),
        np.zeros(2 * GOLD, np.int64),
        np.zeros(at.WORDS, np.int64),
        np.zeros(at.WORDS, np.int64),
        np.zeros(SUM_WORDS, np.float64),
        np.zeros((0, at.WORDS), np.int64),
    )


@kernel
def favourite(nodes: Nodes, sums: Sums, side: Int) -> Int:
    """The first of `think.ranked`: what was tried most; where bids may be changed, what promises clearly most."""
    most, may_keep = np.int64(0), False
    child = np.int64(nodes[0, FIRST])
    while child:
        most = max(most, np.int64(nodes[child, VISITS]))
        may_keep |= nodes[child, ACTION] == KEEP
        child = np.int64(nodes[child, NEXT])
    best, best_worth = np.int64(-1), -1e9
    child = np.int64(nodes[0, FIRST])
    while child:
        visits, action = np.int64(nodes[child, VISITS]), np.int64(nodes[child, ACTION])
        if visits:
            worth = sums[child, side] / visits
            if not may_keep:
                worth += 2 * visits  # a worth is at most 1
            elif action == KEEP:
                worth += CHANGE_MARGIN
            elif visits * SELDOM < most:
                worth -= 10
            if worth > best_worth:
                best, best_worth = action, worth
        child = np.int64(nodes[child, NEXT])
    return best


@outlined
def spar(state: Record, seat: Int, ring: Ring, rng: Words) -> Int:
    """What a short search would do for `seat`, from what it may know."""
    cards, means = options_of(state, seat, lying(state))
    if count_of(cards, means) == 1:
        return nth_of(cards, means, 0)
    view(state, seat, ring.seen)
    take_up_bids(ring.seen, seat)
    nodes, sums, control = ring.nodes, ring.sums, ring.control
    for word in range(NODE_WORDS):
        nodes[0, word] = 0
    control[0], control[1] = 1, 0
    side = side_of(state[at.PLAYERS], seat)
    left = np.int64(max(ring.tries // CHANGE_PART, 1) if state[at.PHASE] == at.CHANGING else ring.tries)
    while left > 0 and not is_settled(nodes, sums, side, left):
        search(ring.seen, ring.no_worlds, seat, rng, nodes, sums, control, ring.path, ring.tried, ring.state,
               ring.reward, ring.settings, min(left, BATCH))  # fmt: skip
        left -= BATCH
    return favourite(nodes, sums, side)
