"""The search for Python: a view in, candidates out, within a time or a number of tries."""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.rules.codec import GOLD, KEEP
from karat.aurum.search import ismcts
from karat.kernel.jit import Int, outlined

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.aurum.kernel.layout import Record
    from karat.kernel.random import Words

MOST_NODES = 1 << 21
FIRST_CHUNK, CHUNK_SECONDS = 64, 0.002
QUICKER = 1.5
"""What is left of the time may hold so many times the tries that the last chunk promises."""


@dataclass(frozen=True, slots=True)
class Settings:
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


@dataclass(frozen=True, slots=True)
class Tried:
    """An action at the root, and what came of it."""

    action: int
    tries: int
    value: float
    """The mean reward, from 0 to 1."""
    win: float | None
    points: float | None


def think(
    view: Record,
    seat: int,
    rng: Words,
    *,
    settings: Settings,
    tries: int | None = None,
    deadline: float = 0.0,
    worlds: Record | None = None,
) -> list[Tried]:
    """Search from a view until so many tries are made or the clock (time.perf_counter) has passed the deadline.

    A choice that is settled is not thought about to the end. With `worlds`, rows of states that fit the view, only
    these are drawn, each as often as the others.
    """
    size = MOST_NODES if tries is None else min(tries * 3 + 64, MOST_NODES)
    nodes, sums = ismcts.make_tree(size)
    control = np.array([1, 0], np.int64)
    given = (
        np.zeros(ismcts.DEEPEST + 1, np.int64),
        np.zeros(2 * GOLD, np.int64),
        np.zeros(at.WORDS, np.int64),
        np.zeros(ismcts.SUM_WORDS, np.float64),
        np.array(astuple(settings), np.float64),
    )
    made = prepared(view, seat)
    known = np.zeros((0, at.WORDS), np.int64) if worlds is None else worlds
    run = partial(ismcts.search, made, known, seat, rng, nodes, sums, control, *given)
    side = seat & 1 if view[at.PLAYERS] == 4 else seat
    settled = partial(ismcts.is_settled, nodes, sums, side)
    if tries is not None:
        for left in range(tries, 0, -ismcts.BATCH):
            if settled(left):
                break
            run(min(ismcts.BATCH, left))
    else:
        until(deadline, run, settled)
    return ranked(children(nodes, sums, side))


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


def until(deadline: float, run: Callable[[int], None], settled: Callable[[int], bool]) -> None:
    """Search in chunks of about two milliseconds, at least one, while the rest of the time can change the choice."""
    chunk, before = FIRST_CHUNK, time.perf_counter()
    while True:
        run(chunk)
        now = time.perf_counter()
        took = max(now - before, 1e-6)
        if now + CHUNK_SECONDS > deadline or settled(int(QUICKER * chunk * (deadline - now) / took)):
            return
        chunk, before = max(1, min(int(chunk * CHUNK_SECONDS / took), 4 * chunk)), now


def prepared(view: Record, seat: int) -> Record:
    """The view as the search wants it."""
    made = view.copy()
    take_up_bids(made, seat)
    return made


@outlined
def take_up_bids(view: Record, seat: Int) -> None:
    """Where three bid in secret, put what others have laid face down back into their hands, and let `seat` bid."""
    if view[at.PHASE] == at.BIDDING and view[at.PLAYERS] == 3:
        for other in range(3):
            if other != seat and view[at.BID + other] != -1:
                view[at.BID + other] = -1
                view[at.SIZES + other] += 1
        view[at.TURN] = seat


def children(nodes: ismcts.Nodes, sums: ismcts.Sums, side: int) -> list[Tried]:
    """What was tried at the root."""
    found = []
    child = int(nodes[0, ismcts.FIRST])
    while child:
        tries = int(nodes[child, ismcts.VISITS])
        if tries:
            own = sums[child] / tries
            found.append(
                Tried(int(nodes[child, ismcts.ACTION]), tries, *map(float, own[[side, ismcts.WON, ismcts.SCORED]]))
            )
        child = int(nodes[child, ismcts.NEXT])
    return found
