"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse), for one observer.

Every iteration draws a world that fits what the searching seat knows and goes down one tree, whose branches are what
the seats do: all of it is done openly, so a node is a thing that the observer could know. In each world only some
branches of a node are open; how often they were, and not how often the node was seen, says how much they are still
to be explored. Then the world is played out by a rule policy, and what it came to is added along the path.

A node is a row of 64 bytes, as much as a processor fetches at once; `sums` sees it as 8 words of float64, `nodes` as 16
of int32. Row 0 is the root. Trees of two sides and of three are the same: every row holds the reward of each side, and
whoever moves looks at its own.

| sums  | is                                            | nodes | is                                              |
|-------|-----------------------------------------------|-------|-------------------------------------------------|
| 0 - 2 | rewards of the sides, added up                | 10    | the action that leads here                      |
| 3     | of the root's children: rounds won by the     | 11    | the first child, 0 for none                     |
|       | searching side, shared ones in part           | 12    | the next child of the same node, 0 for none     |
| 4     | of the same: points of that side              | 13    | how often it was visited; 0 only at the root    |
|       |                                               | 14    | how often it could have been                    |
|       |                                               | 15    | what the action needs: see WANTED               |
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import ALL_BASE, NEEDS, count_of, lying, options_of
from karat.aurum.kernel.resample import resample
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.rules.codec import BASE, END, GOLD, KEEP, PLAY, PLAY_GOLD, SWAP
from karat.aurum.search.cards import choose_card
from karat.aurum.search.changes import best_untried_change, is_worth_a_thought
from karat.aurum.search.leaf import DEPTH, EXPLORE, THRESHOLD, WIDE_CARDS, WIDE_CHANGES, play_and_score
from karat.aurum.search.policy import choose_bid
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below

Nodes = NDArray[np.int32]
Sums = NDArray[np.float64]

ACTION, FIRST, NEXT, VISITS, OPEN, WANTS = range(10, 16)
NODE_BYTES, NODE_WORDS, SUM_WORDS = 64, 16, 5
WON, SCORED = 3, 4
CHANGE_MARGIN = 0.04
"""By how much the reward of a change of bid must exceed that of keeping it: waiting has a worth that playing out by
rules of thumb does not see."""
BATCH, FEW_TRIES, DOUBT = 128, 500, 0.8
"""Tries between two looks at whether the choice is settled; so many are made before keeping the bids is, and a mean of
so many rewards is doubted by DOUBT over their number's root."""
DEEPEST = 120
"""No round has more actions than that; paths have room for them."""

MANY = 1 << 12
_ROOT_LOG = np.array([math.sqrt(math.log(max(seen, 1))) for seen in range(MANY)])
_ROOT_INVERSE = np.array([1 / math.sqrt(max(visits, 1)) for visits in range(MANY)])


class Tree(NamedTuple):
    """The nodes of a search, and what it works in; one for each thread."""

    nodes: Nodes
    sums: Sums
    """Of the same rows of memory."""
    size: Record
    """How many nodes there are, as one word."""
    path: Record
    """The nodes that an iteration went through."""
    tried: Record
    """Of a node, what its children stand for (see `untried`)."""
    state: Record
    """The world of an iteration."""
    reward: Sums
    """What that came to."""
    settings: Sums
    """As the names in leaf.py have them."""


def make_tree(nodes: int, settings: Sequence[float]) -> Tree:
    """Room for so many nodes, the root among them; each lies in one line of the processor's cache."""
    memory = np.empty((nodes + 1) * NODE_BYTES, np.uint8)
    begin = -memory.ctypes.data % NODE_BYTES
    rows = memory[begin : begin + nodes * NODE_BYTES].reshape(nodes, NODE_BYTES)
    rows[0] = 0
    return Tree(
        rows.view(np.int32),
        rows.view(np.float64),
        size=np.ones(1, np.int64),
        path=np.zeros(DEEPEST + 1, np.int64),
        tried=np.zeros(2 * GOLD, np.int64),
        state=np.zeros(at.WORDS, np.int64),
        reward=np.zeros(SUM_WORDS, np.float64),
        settings=np.array(settings, np.float64),
    )


@kernel
def clear_tree(tree: Tree) -> None:
    """Leave nothing but a root that was never visited."""
    for word in range(NODE_WORDS):
        tree.nodes[0, word] = 0
    tree.size[0] = 1


@kernel
def exploration(visits: Int, seen: Int) -> Int:
    """sqrt(log(seen) / visits), from tables while the numbers are small."""
    if seen < MANY:
        return _ROOT_LOG[seen] * _ROOT_INVERSE[visits]
    return math.sqrt(math.log(seen) / visits)


WANTED = (NEEDS[0] | NEEDS[1] << 8 | NEEDS[2] << 16).astype(np.int64)
"""By action, the three bits that it needs to be legal (see legal.py), eight bits apart."""


@kernel
def is_open(cards: Int, means: Int, wants: Int) -> Int:
    """1 for an action that wants what these words allow, else 0: `is_among` without a look at tables."""
    return cards >> (wants & 63) & means >> (wants >> 8 & 63) & means >> (wants >> 16) & 1


@kernel
def add_node(tree: Tree, parent: Int, action: Int) -> Int:
    """A new child of a node; 0 when there is no room for more."""
    nodes, number = tree.nodes, tree.size[0]
    if number >= nodes.shape[0]:
        return np.int64(0)
    tree.size[0] = number + 1
    nodes[number, ACTION] = action
    nodes[number, FIRST] = 0
    nodes[number, NEXT] = nodes[parent, FIRST]
    nodes[number, VISITS] = 0
    nodes[number, OPEN] = 1
    nodes[number, WANTS] = WANTED[action]
    nodes[parent, FIRST] = number
    for word in range(SUM_WORDS):
        tree.sums[number, word] = 0.0
    return number


@kernel
def child_by(nodes: Nodes, parent: Int, action: Int) -> Int:
    """The child that an action leads to, 0 for none."""
    child = nodes[parent, FIRST]
    while child and nodes[child, ACTION] != action:
        child = nodes[child, NEXT]
    return np.int64(child)


@outlined
def is_settled(nodes: Nodes, sums: Sums, side: Int, left: Int) -> bool:
    """Whether so many tries more can't change what was tried most; of bids, whether to keep them is clearly best.

    The first is certain. The second was the choice of 8,000 tries in 1,223 of 1,224 places, after 39 % of them.
    """
    most, second, keep = np.int64(0), np.int64(0), np.int64(0)
    child = np.int64(nodes[0, FIRST])
    while child:
        visits = np.int64(nodes[child, VISITS])
        most, second = max(most, visits), max(second, min(most, visits))
        if nodes[child, ACTION] == KEEP:
            keep = child
        child = np.int64(nodes[child, NEXT])
    if keep == 0 or nodes[keep, VISITS] == 0:
        return bool(most - second > left)
    if nodes[0, VISITS] < FEW_TRIES:
        return False
    kept = sums[keep, side] / nodes[keep, VISITS] - DOUBT / math.sqrt(nodes[keep, VISITS])
    child = np.int64(nodes[0, FIRST])
    while child:
        visits = np.int64(nodes[child, VISITS])
        if child != keep and visits and sums[child, side] / visits + DOUBT / math.sqrt(visits) > kept + CHANGE_MARGIN:
            return False
        child = np.int64(nodes[child, NEXT])
    return True


@outlined
def untried(state: Record, seat: Int, cards: Int, means: Int, nodes: Nodes, parent: Int, tried: Record) -> Int:
    """Of the actions that no child stands for, the one that the rules of thumb like best."""
    for row in range(tried.shape[0]):
        tried[row] = 0
    child = nodes[parent, FIRST]
    while child:
        action = np.int64(nodes[child, ACTION])
        if action < PLAY:
            tried[0] |= at.ONE << action
        elif action < PLAY_GOLD:
            tried[0] |= at.ONE << (action - PLAY)
        elif action < END:
            tried[1] |= at.ONE << 4 * (action - PLAY_GOLD)
        elif action == END:
            tried[2] = 1
        elif action > KEEP:
            pair = (action - SWAP) // BASE
            tried[pair] |= at.ONE << (action - SWAP - pair * BASE)
        child = nodes[child, NEXT]
    if state[at.PHASE] == at.CHANGING:
        return best_untried_change(state, seat, tried)
    base = cards & ALL_BASE
    if state[at.PHASE] == at.BIDDING:
        return choose_bid(state, seat, base & ~tried[0])
    golds = means & at.RANKS_OF_GOLD if state[at.PLAYED] else np.int64(0)
    return choose_card(state, seat, base & ~tried[0], golds & ~tried[1], base == 0 and tried[2] == 0)


@kernel
def draw_world(view: Record, worlds: Record, rng: Words, state: Record) -> None:
    """A world that fits the view: one of those that are given, or any where none are."""
    if worlds.shape[0]:
        row = below(rng, worlds.shape[0])
        for word in range(at.WORDS):
            state[word] = worlds[row, word]
    else:
        resample(view, rng, state)


@outlined
def search(tree: Tree, view: Record, worlds: Record, seat: Int, rng: Words, iterations: Int) -> None:
    """So many iterations more; what the searching seat knows is in `view` alone.

    `worlds` may be empty, or hold worlds that fit the view, of which one is taken each time.
    """
    nodes, sums, path, state, reward = tree.nodes, tree.sums, tree.path, tree.state, tree.reward
    settings = tree.settings
    explore, threshold = settings[EXPLORE], settings[THRESHOLD]
    secret = view[at.PHASE] == at.BIDDING and view[at.PLAYERS] == 3
    deepest = np.int64(settings[DEPTH])
    for _ in range(iterations):
        draw_world(view, worlds, rng, state)
        node, depth, mover = np.int64(0), np.int64(0), np.int64(seat)
        path[0] = 0
        fresh = False
        while mover >= 0 and not fresh and depth < deepest:
            cards, means = options_of(state, mover, lying(state))
            side = side_of(state[at.PLAYERS], mover)
            changing = state[at.PHASE] == at.CHANGING
            if changing and depth and not is_worth_a_thought(state, mover, threshold):
                chosen = child_by(nodes, node, KEEP)
                if chosen == 0:
                    chosen = add_node(tree, node, KEEP)
                else:
                    nodes[chosen, OPEN] += 1
                if chosen == 0:
                    break
                action = np.int64(KEEP)
            else:
                count = count_of(cards, means)
                known, chosen, most = np.int64(0), np.int64(0), -1e9
                child = np.int64(nodes[node, FIRST])
                while child:
                    # Never asked by a branch: no processor could guess it.
                    allowed = is_open(cards, means, nodes[child, WANTS])
                    known += allowed
                    seen = nodes[child, OPEN] + allowed
                    nodes[child, OPEN] = seen
                    visits = nodes[child, VISITS]
                    value = sums[child, side] / visits + explore * exploration(visits, seen)
                    if (allowed != 0) & (value > most):
                        chosen, most = child, value
                    child = np.int64(nodes[child, NEXT])
                width = settings[WIDE_CHANGES] if changing else settings[WIDE_CARDS]
                if known < count and known < 1 + width * math.sqrt(nodes[node, VISITS]):
                    action = np.int64(KEEP)
                    if not (changing and known == 0):
                        action = untried(state, mover, cards, means, nodes, node, tree.tried)
                    added = add_node(tree, node, action)
                    if added:
                        chosen = added
                        fresh = True
                if chosen == 0:
                    break
                action = np.int64(nodes[chosen, ACTION])
            apply(state, mover, action)
            depth += 1
            node = chosen
            path[depth] = node
            mover = state[at.TURN]
            if secret:
                break
        play_and_score(state, seat, settings, rng, reward)
        for place in range(depth + 1):
            row = path[place]
            nodes[row, VISITS] += 1
            for part in range(3):
                sums[row, part] += reward[part]
        if depth:
            sums[path[1], WON] += reward[WON]
            sums[path[1], SCORED] += reward[SCORED]
