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
from karat.aurum.rules.codec import KEEP
from karat.aurum.search.ismcts import (
    ACTION,
    BATCH,
    CHANGE_MARGIN,
    FIRST,
    NEXT,
    VISITS,
    Tree,
    clear_tree,
    is_settled,
    make_tree,
    search,
)
from karat.aurum.search.think import SELDOM, TreeSettings, take_up_bids
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words

CHANGE_PART = 4
"""Whether to change a bid is asked as often as what to play, and mostly answered no: it gets this part of the tries."""


class SparringWorkspace(NamedTuple):
    """What the short search works in; one for each thread."""

    tries: int
    tree: Tree
    seen: Record
    """What the searching seat knows."""
    no_worlds: Record


def make_sparring_workspace(tries: int, settings: TreeSettings | None = None) -> SparringWorkspace:
    return SparringWorkspace(
        tries,
        make_tree(3 * tries + 64, astuple(settings or TreeSettings())),
        seen=np.zeros(at.WORDS, np.int64),
        no_worlds=np.zeros((0, at.WORDS), np.int64),
    )


@kernel
def favourite(tree: Tree, side: Int) -> Int:
    """The first of `think.ranked`: what was tried most; where bids may be changed, what promises clearly most."""
    nodes, sums = tree.nodes, tree.sums
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
def spar(state: Record, seat: Int, workspace: SparringWorkspace, rng: Words) -> Int:
    """What a short search would do for `seat`, from what it may know."""
    cards, means = options_of(state, seat, lying(state))
    if count_of(cards, means) == 1:
        return nth_of(cards, means, 0)
    tree = workspace.tree
    view(state, seat, workspace.seen)
    take_up_bids(workspace.seen, seat)
    clear_tree(tree)
    side, tries = side_of(state[at.PLAYERS], seat), workspace.tries
    left = np.int64(max(tries // CHANGE_PART, 1) if state[at.PHASE] == at.CHANGING else tries)
    while left > 0 and not is_settled(tree.nodes, tree.sums, side, left):
        search(tree, workspace.seen, workspace.no_worlds, seat, rng, min(left, BATCH))
        left -= BATCH
    return favourite(tree, side)
