"""What compiled code calls: the worth of a position, and of each action in it.

Positions are records of a running round after its bids, with all hands known. Worths are told for the side to act,
between -reach and reach: 1 asks for who wins the round alone, which is many times quicker, MOST for the margin too.
With three players the two others play against the side to act, as if they were partners.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, lying, nth_of, options_of
from karat.aurum.solver.bounds import secured
from karat.aurum.solver.search import is_ours, limit, narrow, search, step
from karat.aurum.solver.table import BUDGET, FRAME, FRAMES, LOWER, NODES, SIDE, STOPPED, UPPER, Work
from karat.aurum.solver.worth import worth_of
from karat.kernel.jit import Int, kernel, outlined

Found = NDArray[np.int64]


@kernel
def begin(record: Record, work: Work, nodes: Int) -> Int:
    """Lay the position at depth 0; 1 or, where worths are sought for the rivals of the side to act, -1."""
    position = work[FRAMES : FRAMES + at.WORDS]
    for word in range(at.WORDS):
        position[word] = record[word]
    work[NODES], work[STOPPED], work[BUDGET] = 0, 0, nodes
    if record[at.PLAYERS] == 3:
        work[SIDE] = record[at.TURN]
        return np.int64(1)
    work[SIDE] = 0  # so that the table serves both sides
    return 1 - 2 * (record[at.TURN] & 1)


@kernel
def look(work: Work, depth: Int, reach: Int, guess: Int) -> None:
    """Narrow the worth of the position at a depth down, as far as the budget goes."""
    here = FRAMES + depth * FRAME
    state = work[here : here + FRAME]
    lower, upper = secured(state, work[SIDE]), limit(state, work[SIDE])
    lower, upper = min(max(lower, -reach), reach), min(max(upper, -reach), reach)
    narrow(work, depth, lower, upper, guess)


@outlined
def value(record: Record, work: Work, reach: Int, nodes: Int) -> Int:
    """The worth for the side to act; LOWER and UPPER of `work` bound it where `nodes` positions were not enough."""
    sign = begin(record, work, nodes)
    look(work, 0, reach, 0)
    if sign < 0:
        work[LOWER], work[UPPER] = -work[UPPER], -work[LOWER]
    return work[LOWER]


@outlined
def solve_root(record: Record, work: Work, reach: Int, nodes: Int, found: Found) -> Int:
    """Write three rows: the legal actions, ascending, and between what the worth of each lies; the number of actions.

    A row has room for legal.MOST_LEGAL. LOWER and UPPER of `work` hold the worth of the position afterwards.
    """
    sign = begin(record, work, nodes)
    look(work, 0, reach, 0)
    guess = work[LOWER]
    lowest, highest = (work[LOWER], work[UPPER]) if sign > 0 else (-work[UPPER], -work[LOWER])
    state, following = work[FRAMES : FRAMES + FRAME], work[FRAMES + FRAME : FRAMES + 2 * FRAME]
    cards, means = options_of(state, state[at.TURN], lying(state))
    count = count_of(cards, means)
    for n in range(count):
        found[0, n] = nth_of(cards, means, n)
        step(state, found[0, n], following)
        if following[at.TURN] < 0:
            worth = min(max(worth_of(following, work[SIDE]), -reach), reach)
            work[LOWER] = work[UPPER] = worth
        else:
            look(work, 1, reach, guess)
            guess = work[LOWER]
        low, high = (work[LOWER], work[UPPER]) if sign > 0 else (-work[UPPER], -work[LOWER])
        found[1, n], found[2, n] = low, min(high, highest)
    work[LOWER], work[UPPER] = lowest, highest
    return count


@outlined
def best_line(record: Record, work: Work, reach: Int, worth: Int, nodes: Int, line: NDArray[np.int64]) -> Int:
    """Write actions by which both sides keep to `worth`, the position's, to the end of the round; the number of them.

    Of several actions it is the first, ascending. Where the budget ends, the line does. It has room for table.DEEPEST.
    """
    worth *= begin(record, work, nodes)
    state, following = work[FRAMES : FRAMES + FRAME], work[FRAMES + FRAME : FRAMES + 2 * FRAME]
    length = np.int64(0)
    while state[at.TURN] >= 0:
        ours = is_ours(state, work[SIDE])
        beta = worth if ours else worth + 1
        cards, means = options_of(state, state[at.TURN], lying(state))
        for n in range(count_of(cards, means)):
            line[length] = nth_of(cards, means, n)
            step(state, line[length], following)
            if not -reach < beta <= reach:  # whatever is done, it cannot be told from the worth
                break
            got = worth_of(following, work[SIDE]) if following[at.TURN] < 0 else search(work, 1, beta)
            if work[STOPPED]:
                return length
            if (got >= beta) == ours:
                break
        length += 1
        for word in range(at.WORDS):
            state[word] = following[word]
    return length
