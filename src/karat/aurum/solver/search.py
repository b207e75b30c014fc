"""The exact worth of a position by alpha-beta search, in compiled code.

`search` asks one question of a position: is it worth at least so much? Whoever would say yes needs one action for it,
who would say no must refute all. `narrow` asks until upper and lower bound meet. All actions are tried, every gold and
every card of every bid change: one is left out only where its worth cannot change the answer any more.
"""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, is_among, lying, nth_of, options_of
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.solver.bounds import secured
from karat.aurum.solver.table import (
    ACTION,
    AGE,
    BEST,
    BUDGET,
    CARDS,
    COUNT,
    FIRST,
    HINT,
    KEY,
    LEAST,
    LOWER,
    MEANS,
    NEXT,
    NODES,
    SECOND,
    SIDE,
    STOPPED,
    TRIED,
    UPPER,
    UTMOST,
    SolverWorkspace,
    key_of,
)
from karat.aurum.solver.worth import MOST, worth_of
from karat.kernel.jit import Int, kernel, outlined

_MOVING = 41
"""The words of a record that a round can change before it is scored, and those before them."""
NONE = np.int64(-1)
OPEN = 1000


@kernel
def step(state: Record, action: Int, following: Record) -> None:
    """Write the position after an action."""
    for word in range(_MOVING):
        following[word] = state[word]
    apply(following, state[at.TURN], action)


@kernel
def is_ours(state: Record, side: Int) -> bool:
    """Whether it is the turn of `side`."""
    return bool(side_of(state[at.PLAYERS], state[at.TURN]) == side)


@kernel
def limit(state: Record, side: Int) -> Int:
    """A worth that `side` cannot have more of, as a rival can secure so much."""
    if state[at.PLAYERS] == 4:
        return -secured(state, side ^ 1)
    return -max(secured(state, (side + 1) % 3), secured(state, (side + 2) % 3))


@kernel
def enter(workspace: SolverWorkspace, depth: Int, beta: Int) -> Int:
    """The answer for the position at a depth, if bounds or the table know it; else OPEN, and it is made ready."""
    control, table, state = workspace.control, workspace.table, workspace.frames[depth]
    control[NODES] += 1
    if control[NODES] > control[BUDGET]:
        control[STOPPED] = 1
        return beta
    side = control[SIDE]
    lower = secured(state, side)
    if lower >= beta:
        return lower
    upper = limit(state, side)
    if upper < beta:
        return upper
    key = key_of(state, side)
    entry = table[key & (table.shape[0] - 1)]
    state[HINT] = NONE
    known = entry[1]
    if entry[0] == key and known >> 27 == control[AGE]:
        lower, upper = max(lower, (known >> 11 & 255) - 128), min(upper, (known >> 19 & 255) - 128)
        if lower >= beta:
            return lower
        if upper < beta:
            return upper
        state[HINT] = (known & 2047) - 1
    state[LEAST], state[UTMOST], state[KEY] = lower, upper, key
    cards, means = options_of(state, state[at.TURN], lying(state))
    state[CARDS], state[MEANS], state[COUNT], state[NEXT] = cards, means, count_of(cards, means), -3
    state[FIRST], state[SECOND] = workspace.killers[depth, 0], workspace.killers[depth, 1]
    state[BEST], state[ACTION] = (-MOST if is_ours(state, side) else MOST), NONE
    return np.int64(OPEN)


@kernel
def next_action(state: Record) -> Int:
    """The next action to try, -1 after the last: first what settled this position before, or others at this depth."""
    while state[NEXT] < state[COUNT]:
        n = state[NEXT]
        state[NEXT] = n + 1
        if n >= 0:
            action = nth_of(state[CARDS], state[MEANS], n)
            if action != state[HINT] and action != state[FIRST] and action != state[SECOND]:
                return action
        else:
            action = state[HINT] if n == -3 else state[FIRST] if n == -2 else state[SECOND]
            again = n > -3 and action == state[HINT]
            if action >= 0 and not again and is_among(state[CARDS], state[MEANS], action):
                return action
    return NONE


@kernel
def close(workspace: SolverWorkspace, depth: Int, beta: Int) -> Int:
    """Remember what was found about the position at a depth; the answer for it."""
    control, table, state = workspace.control, workspace.table, workspace.frames[depth]
    lower, upper, best, action = state[LEAST], state[UTMOST], state[BEST], state[ACTION]
    if best >= beta:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    if (best >= beta) != is_ours(state, control[SIDE]):
        action = state[HINT]  # all were refuted: none of them is worth to be tried first
    elif state[FIRST] != action:
        workspace.killers[depth, 0], workspace.killers[depth, 1] = action, state[FIRST]
    entry = table[state[KEY] & (table.shape[0] - 1)]
    entry[0] = state[KEY]
    entry[1] = action + 1 | lower + 128 << 11 | upper + 128 << 19 | control[AGE] << 27
    return best


@outlined
def search(workspace: SolverWorkspace, root: Int, beta: Int) -> Int:
    """Of the position at depth `root`, a lower bound that is at least `beta` or an upper bound below it.

    Once STOPPED it can be anything. It is a loop and does not call itself, as such code cannot be cached.
    """
    control, frames = workspace.control, workspace.frames
    depth, side = root, control[SIDE]
    got = enter(workspace, depth, beta)
    while not control[STOPPED]:
        if got != OPEN:
            if depth == root:
                break
            depth -= 1
        state, following = frames[depth], frames[depth + 1]
        ours = is_ours(state, side)
        if got != OPEN and (got > state[BEST] if ours else got < state[BEST]):
            state[BEST], state[ACTION] = got, state[TRIED]
        settled = state[BEST] >= beta if ours else state[BEST] < beta
        action = NONE if settled else next_action(state)
        if action < 0:
            got = close(workspace, depth, beta)
            continue
        state[TRIED] = action
        step(state, action, following)
        depth += 1
        got = worth_of(following, side) if following[at.TURN] < 0 else enter(workspace, depth, beta)
    return got


@outlined
def narrow(workspace: SolverWorkspace, depth: Int, lower: Int, upper: Int, guess: Int) -> None:
    """Find the worth of the position at a depth, from bounds that hold for it; LOWER and UPPER hold it in the end."""
    control = workspace.control
    while lower < upper:
        beta = min(max(guess, lower + 1), upper)
        guess = search(workspace, depth, beta)
        if control[STOPPED]:
            break
        if guess < beta:
            upper = max(guess, lower)
        else:
            lower = min(guess, upper)
    control[LOWER], control[UPPER] = lower, upper
