"""The search for Python: a view in, candidates out, within a time or a number of tries."""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.rules.codec import KEEP
from karat.aurum.search import ismcts
from karat.kernel.jit import Int, outlined
from karat.search.limit import Limit, Tried

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.aurum.kernel.layout import Record
    from karat.kernel.random import Words

MOST_NODES = 1 << 21
FIRST_CHUNK, CHUNK_SECONDS = 64, 0.002
QUICKER = 1.5
"""What is left of the time may hold so many times the tries that the last chunk promises."""


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """The numbers of a search, in the order of the names in ismcts.py."""

    explore: float = 0.4
    """How much what was seldom tried is preferred."""
    win_weight: float = 0.65
    """What winning the round counts beside the lead in points."""
    noise: float = 6
    """In playing out, of 256 plays so many are any card."""
    wide_cards: float = 1.0
    """A node has so many children as this times the root of its visits, and one more."""
    wide_changes: float = 0.15
    """The same where a bid may be changed."""
    threshold: float = 4.0
    """Below the root a change of bid is thought of where the best bid would bring so many points more."""
    at_random: float = 0
    """1: play out at random instead of by rules of thumb."""
    depth: float = 100
    """The tree is never deeper."""


SELDOM = 4
"""A change of bid that was tried so many times less than the most is not trusted."""


def think(
    view: Record, seat: int, rng: Words, limit: Limit, settings: TreeSettings, worlds: Record | None = None
) -> list[Tried]:
    """Search from a view to the limit; the best first. A value is the mean reward, from 0 to 1.

    A choice that is settled is not thought about to the end. With `worlds`, rows of states that fit the view, only
    these are drawn, each as often as the others.
    """
    nodes = MOST_NODES if limit.tries is None else min(limit.tries * 3 + 64, MOST_NODES)
    tree = ismcts.make_tree(nodes, astuple(settings))
    known = np.zeros((0, at.WORDS), np.int64) if worlds is None else worlds
    run = partial(ismcts.search, tree, prepared(view, seat), known, seat, rng)
    side = seat & 1 if view[at.PLAYERS] == 4 else seat
    settled = partial(ismcts.is_settled, tree.nodes, tree.sums, side)
    if limit.tries is not None:
        for left in range(limit.tries, 0, -ismcts.BATCH):
            if settled(left):
                break
            run(min(ismcts.BATCH, left))
    else:
        until(limit, run, settled)
    return ranked(children(tree, side))


def ranked(tried: list[Tried]) -> list[Tried]:
    """The best first: what was tried most, as it promised most; a bid is changed only for a clear gain."""
    if not any(child.action == KEEP for child in tried):
        return sorted(tried, key=lambda child: (-child.tries, -child.value))
    most = max(child.tries for child in tried)
    bonus = {child.action: ismcts.CHANGE_MARGIN * (child.action == KEEP) for child in tried}
    return sorted(
        tried,
        key=lambda child: (child.tries * SELDOM < most and child.action != KEEP, -child.value - bonus[child.action]),
    )


def until(limit: Limit, run: Callable[[int], None], settled: Callable[[int], bool]) -> None:
    """Search in chunks of about two milliseconds, at least one, while the rest of the time can change the choice."""
    chunk, before = FIRST_CHUNK, time.perf_counter()
    while True:
        run(chunk)
        now, left = time.perf_counter(), limit.left()
        took = max(now - before, 1e-6)
        if left < CHUNK_SECONDS or settled(int(QUICKER * chunk * left / took)):
            return
        chunk, before = max(1, min(int(chunk * CHUNK_SECONDS / took), 4 * chunk)), now


def prepared(view: Record, seat: int) -> Record:
    """The view as the search wants it."""
    own = view.copy()
    take_up_bids(own, seat)
    return own


@outlined
def take_up_bids(view: Record, seat: Int) -> None:
    """Where three bid in secret, put what others have laid face down back into their hands, and let `seat` bid."""
    if view[at.PHASE] == at.BIDDING and view[at.PLAYERS] == 3:
        for other in range(3):
            if other != seat and view[at.BID + other] != -1:
                view[at.BID + other] = -1
                view[at.SIZES + other] += 1
        view[at.TURN] = seat


def children(tree: ismcts.Tree, side: int) -> list[Tried]:
    """What was tried at the root."""
    nodes, found = tree.nodes, []
    child = int(nodes[0, ismcts.FIRST])
    while child:
        tries = int(nodes[child, ismcts.VISITS])
        if tries:
            means = tree.sums[child] / tries
            value, win, points = map(float, means[[side, ismcts.WON, ismcts.SCORED]])
            found.append(Tried(int(nodes[child, ismcts.ACTION]), tries, value, win, points))
        child = int(nodes[child, ismcts.NEXT])
    return found
