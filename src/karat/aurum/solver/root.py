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
from karat.aurum.solver.table import BUDGET, LOWER, NODES, SIDE, STOPPED, UPPER, SolverWorkspace
from karat.aurum.solver.worth import worth_of
from karat.kernel.jit import Int, kernel, outlined

Found = NDArray[np.int64]


@kernel
def begin(record: Record, workspace: SolverWorkspace, nodes: Int) -> Int:
    """Lay the position at depth 0; 1 or, where worths are sought for the rivals of the side to act, -1."""
    control = workspace.control
    for word in range(at.WORDS):
        workspace.frames[0, word] = record[word]
    control[NODES], control[STOPPED], control[BUDGET] = 0, 0, nodes
    if record[at.PLAYERS] == 3:
        control[SIDE] = record[at.TURN]
        return np.int64(1)
    control[SIDE] = 0  # so that the table serves both sides
    return 1 - 2 * (record[at.TURN] & 1)


@kernel
def look(workspace: SolverWorkspace, depth: Int, reach: Int, guess: Int) -> None:
    """Narrow the worth of the position at a depth down, as far as the budget goes."""
    state, side = workspace.frames[depth], workspace.control[SIDE]
    lower, upper = secured(state, side), limit(state, side)
    lower, upper = min(max(lower, -reach), reach), min(max(upper, -reach), reach)
    narrow(workspace, depth, lower, upper, guess)


@outlined
def value(record: Record, workspace: SolverWorkspace, reach: Int, nodes: Int) -> Int:
    """The worth for the side to act; LOWER and UPPER of `control` bound it where `nodes` positions were not enough."""
    sign = begin(record, workspace, nodes)
    look(workspace, 0, reach, 0)
    control = workspace.control
    if sign < 0:
        control[LOWER], control[UPPER] = -control[UPPER], -control[LOWER]
    return control[LOWER]


@outlined
def solve_root(record: Record, workspace: SolverWorkspace, reach: Int, nodes: Int, found: Found) -> Int:
    """Write three rows: the legal actions, ascending, and between what the worth of each lies; the number of actions.

    A row has room for legal.MOST_LEGAL. LOWER and UPPER of `control` hold the worth of the position afterwards.
    """
    sign = begin(record, workspace, nodes)
    look(workspace, 0, reach, 0)
    state, following, control = workspace.frames[0], workspace.frames[1], workspace.control
    guess = control[LOWER]
    lowest, highest = (control[LOWER], control[UPPER]) if sign > 0 else (-control[UPPER], -control[LOWER])
    cards, means = options_of(state, state[at.TURN], lying(state))
    count = count_of(cards, means)
    for n in range(count):
        found[0, n] = nth_of(cards, means, n)
        step(state, found[0, n], following)
        if following[at.TURN] < 0:
            worth = min(max(worth_of(following, control[SIDE]), -reach), reach)
            control[LOWER] = control[UPPER] = worth
        else:
            look(workspace, 1, reach, guess)
            guess = control[LOWER]
        low, high = (control[LOWER], control[UPPER]) if sign > 0 else (-control[UPPER], -control[LOWER])
        found[1, n], found[2, n] = low, min(high, highest)
    control[LOWER], control[UPPER] = lowest, highest
    return count


@outlined
def best_line(
    record: Record, workspace: SolverWorkspace, reach: Int, worth: Int, nodes: Int, line: NDArray[np.int64]
) -> Int:
    """Write actions by which both sides keep to `worth`, the position's, to the end of the round; the number of them.

    Of several actions it is the first, ascending. Where the budget ends, the line does. It has room for table.DEEPEST.
    """
    worth *= begin(record, workspace, nodes)
    state, following, control = workspace.frames[0], workspace.frames[1], workspace.control
    length = np.int64(0)
    while state[at.TURN] >= 0:
        ours = is_ours(state, control[SIDE])
        beta = worth if ours else worth + 1
        cards, means = options_of(state, state[at.TURN], lying(state))
        for n in range(count_of(cards, means)):
            line[length] = nth_of(cards, means, n)
            step(state, line[length], following)
            if not -reach < beta <= reach:  # whatever is done, it cannot be told from the worth
                break
            got = worth_of(following, control[SIDE]) if following[at.TURN] < 0 else search(workspace, 1, beta)
            if control[STOPPED]:
                return length
            if (got >= beta) == ours:
                break
        length += 1
        for word in range(at.WORDS):
            state[word] = following[word]
    return length
