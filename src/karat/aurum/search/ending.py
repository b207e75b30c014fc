"""The last tricks: few worlds are left, so all of them are looked at, and every action gets its mean over them.

That mean is taken twice. `solved` is what an action is worth if everybody saw all cards from then on: it takes the
others for as good as can be, but lets the seat play every world as if it knew which it is (strategy fusion). `replies`
is what it is worth if the seat sees no more than it will, against others who play by rules of thumb. Half of each is
what is gone by: so a guess that looks as good as knowing to the first is told from it by the second.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL
from karat.aurum.kernel.resample import unseen
from karat.aurum.kernel.scoring import side_of
from karat.aurum.rules.scoring import ROUNDS_OF_A_FIXED_MATCH
from karat.aurum.search.leaf import lead_in, share_of
from karat.aurum.search.reply import replies
from karat.aurum.solver.root import solve_root
from karat.aurum.solver.table import NODES, STOPPED, forget
from karat.aurum.solver.worth import MOST, margin, result
from karat.search.limit import Limit, Tried

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.aurum.search.leaf import Floats
    from karat.aurum.solver.table import SolverWorkspace

LONGER = 8
"""A world with three tricks left takes the solver as long as so many with two, and longer ones are not solved."""
NODES_A_TRY, STEPS_A_TRY = 8, 8
"""Of the solver and of replies, what may be looked at where tries are counted; if that is not enough, the search has to
do. Where time is, the clock decides alone."""
ENDLESS = 10**12
ENOUGH = 0.5
"""The share of the weight that must be solved to count."""
SLICE = 5000
"""Positions that are looked at before the clock is: some milliseconds."""


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
    return np.array(rows, np.int64).reshape(-1, at.WORDS)


def shares(cards: list[int], sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to deal cards into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in shares(rest, sizes[1:]):
            yield (sum(hand), *others)


def solved(worlds: Record, weights: Floats, limit: Limit, solver: SolverWorkspace) -> dict[int, float] | None:
    """By action, its mean part of the win over all worlds, if all cards were seen; of the match where totals decide.

    The limit counts positions: no more are looked at, and one for each action more; the clock is looked at often enough
    that a slow machine does not make it late. If that ends it early, the mean is over the likeliest worlds where they
    are most of the weight, and None otherwise.
    """
    forget(solver)  # so that the answer does not depend on what was asked before
    nodes = ENDLESS if limit.tries is None else limit.tries
    found = np.zeros((3, MOST_LEGAL), np.int64)
    wins: dict[int, float] = {}
    done, reach = 0.0, MOST if plays_for_total(worlds[0]) else 1
    for number in np.argsort(-weights, kind="stable").tolist():
        slice_ = SLICE
        while True:
            count = int(solve_root(worlds[number], solver, reach, min(nodes, slice_), found))
            nodes -= int(solver.control[NODES])
            if nodes <= 0 or limit.is_past():
                return {action: win / done for action, win in wins.items()} if done > ENOUGH else None
            if not solver.control[STOPPED]:
                break
            slice_ *= 2  # what was found by now lies in the table
        weight = float(weights[number])
        parts = parts_of_win(worlds[number], found[1, :count].tolist())
        for action, part in zip(found[0, :count].tolist(), parts, strict=True):
            wins[action] = wins.get(action, 0.0) + weight * part
        done += weight
    return {action: win / done for action, win in wins.items()}


def plays_for_total(world: Record) -> bool:
    """Whether rounds are not won but added up (AV.2)."""
    return bool(world[at.VARIANTS] & at.THREE_ROUND_TOTAL)


def parts_of_win(world: Record, worths: list[int]) -> list[float]:
    """Worths for the side to act as parts of the win.

    Where totals decide, it is that of the match in its last round, and before as much of it as the lead in totals is
    wide, as in `leaf.rewards`. With three players whoever is the best rival in the round is taken to be it in total.
    """
    if not plays_for_total(world):
        return [(worth + 1) / 2 for worth in worths]
    before = int(lead_in(world, at.TOTALS, side_of(world[at.PLAYERS], world[at.TURN])))
    leads = [before + margin(worth) for worth in worths]
    if world[at.ROUNDS] + 1 == ROUNDS_OF_A_FIXED_MATCH:
        return [(result(lead) + 1) / 2 for lead in leads]
    return [float(share_of(lead)) for lead in leads]


def weighed(
    worlds: Record, weights: Floats, seat: int, limit: Limit, solver: SolverWorkspace
) -> dict[int, float] | None:
    """By action, half of what it is worth with open cards and half without; None where that takes too long.

    Where there is time for open cards alone, it is they that count: they choose better than the tree does.
    """
    opened = solved(worlds, weights, limit.times(NODES_A_TRY), solver)
    if opened is None or len(worlds) == 1:
        return opened
    blind = replies(worlds, weights, seat, limit.times(STEPS_A_TRY))
    return opened if blind is None else {action: (opened[action] + blind[action]) / 2 for action in opened}


def may_be_solved(view: Record, most: int) -> bool:
    """Whether all bids lie open and few enough worlds are left: so many with two tricks, fewer with three."""
    longest = int(max(view[at.SIZES : at.SIZES + int(view[at.PLAYERS])]))
    if view[at.PHASE] not in {at.CHANGING, at.PLAYING} or longest > 3:
        return False
    return count_worlds(view) <= (most if longest < 3 else most // LONGER)


def by_solution(tried: list[Tried], parts: dict[int, float], *, of_the_round: bool) -> list[Tried]:
    """What the solver likes best first; among what it likes alike, as the search has it.

    Its parts of the win are told, if they are of the round.
    """
    known = {one.action: one for one in tried}
    places = {one.action: place for place, one in enumerate(tried)}
    merged = [known.get(action, Tried(action, 0, part, None, None)) for action, part in parts.items()]
    if of_the_round:
        merged = [replace(one, win=parts[one.action]) for one in merged]
    return sorted(merged, key=lambda one: (-round(parts[one.action], 9), places.get(one.action, len(places))))
