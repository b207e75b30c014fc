"""The last tricks: few worlds are left, so all of them are solved, and every action gets its mean over them."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from karat.kernel.aurum import layout as at
from karat.kernel.aurum.layout import WORDS, Record
from karat.kernel.aurum.legal import MOST_LEGAL
from karat.kernel.aurum.resample import unseen
from karat.search.aurum.think import Tried
from karat.solver.root import solve_root
from karat.solver.table import NODES, STOPPED, forget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from karat.solver.table import Work

LONGEST = 2
NODES_A_SECOND, NODES_A_TRY = 1_000_000, 8
"""What may be solved for a budget; where that is not enough, the search has to do."""


def wanted(view: Record) -> list[int]:
    """By seat, how many unseen cards it holds."""
    players = int(view[at.PLAYERS])
    return [int(view[at.SIZES + seat]) - int(view[at.HAND + seat]).bit_count() for seat in range(players)]


def count_worlds(view: Record) -> int:
    """How many worlds fit the view; bids must lie open."""
    sizes = wanted(view)
    ways = math.factorial(sum(sizes))
    for size in sizes:
        ways //= math.factorial(size)
    return ways


def all_worlds(view: Record) -> Record:
    """Every world that fits the view, as rows; bids must lie open."""
    hidden = int(unseen(view))
    cards = [1 << number for number in range(50) if hidden >> number & 1]
    rows = []
    for hands in shares(cards, wanted(view)):
        row = view.copy()
        row[at.SEAT], row[at.SIZES : at.SIZES + 4] = -1, 0
        for seat, hand in enumerate(hands):
            row[at.HAND + seat] |= hand
        rows.append(row)
    return np.array(rows, np.int64).reshape(-1, WORDS)


def shares(cards: list[int], sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to deal cards into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in shares(rest, sizes[1:]):
            yield (sum(hand), *others)


def solved(
    worlds: Record, weights: NDArray[np.float64], nodes: int, work: Work, deadline: float | None = None
) -> dict[int, float] | None:
    """By action, its mean part of the win over all worlds, if all cards were seen; None where that takes too long."""
    forget(work)  # so that the answer does not depend on what was asked before
    found = np.zeros((3, MOST_LEGAL), np.int64)
    wins: dict[int, float] = {}
    for world, weight in zip(worlds, weights.tolist(), strict=True):
        count = int(solve_root(world, work, 1, nodes, found))
        nodes -= int(work[NODES])
        if work[STOPPED] or nodes <= 0 or (deadline is not None and time.perf_counter() > deadline):
            return None
        for action, worth in zip(found[0, :count].tolist(), found[1, :count].tolist(), strict=True):
            wins[action] = wins.get(action, 0.0) + weight * (worth + 1) / 2
    return wins


def may_be_solved(view: Record, most: int) -> bool:
    """Whether all bids lie open, there are at most so many worlds, and no hand is longer than two cards."""
    players = int(view[at.PLAYERS])
    if view[at.PHASE] not in {at.CHANGING, at.PLAYING} or max(view[at.SIZES : at.SIZES + players]) > LONGEST:
        return False
    return count_worlds(view) <= most


def by_solution(tried: list[Tried], wins: dict[int, float]) -> list[Tried]:
    """What the solver likes best first; among what it likes alike, as the search has it."""
    known = {one.action: one for one in tried}
    merged = [
        replace(known[action], win=win) if action in known else Tried(action, 0, win, win, None)
        for action, win in wins.items()
    ]
    places = {one.action: place for place, one in enumerate(tried)}
    return sorted(merged, key=lambda one: (-round(one.win, 9), places.get(one.action, len(places))))
