"""The same answers by the plainest way there is: try everything, to the end of the round. Slow, and easy to believe.

Nothing here is shared with the search but the kernel's rules: no bounds, no table, no order, no window.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import legal_count, legal_nth
from karat.aurum.kernel.round import apply
from karat.kernel.jit import Int, kernel, outlined

LOWEST, HIGHEST, TOO_MANY = -1000, 1000, 9999


def plain_value(record: Record, side: int, most_nodes: int = 10_000_000) -> int | None:
    """What `side` gets when it plays for itself and all others against it; None where that takes too many positions.

    Rounds must be played for nuggets: who gets one is read off the record.
    """
    frames = np.zeros((200, at.WORDS), np.int64)
    frames[0] = record
    frames[0, at.NUGGETS : at.NUGGETS + 3] = 0
    frames[0, at.VARIANTS] &= ~at.THREE_ROUND_TOTAL  # AV.2 changes what rounds add up to, and nothing within one
    worth = int(_try_all(frames, np.zeros(200, np.int64), np.zeros(200, np.int64), side, most_nodes))
    return None if worth == TOO_MANY else worth


@kernel
def _result(ended: Record, side: Int) -> Int:
    """2 * margin + result, of a round that has been scored on a record that had no nuggets before."""
    rivals, others = np.int64(0), np.int64(0)
    for other in range(3):
        if other != side:
            rivals = max(rivals, ended[at.POINTS + other])
            others += ended[at.NUGGETS + other]
    result = 0 if others and ended[at.NUGGETS + side] else 1 if ended[at.NUGGETS + side] else -1
    return 2 * (ended[at.POINTS + side] - rivals) + result


@outlined
def _try_all(frames: NDArray[np.int64], tried: NDArray[np.int64], best: NDArray[np.int64], side: Int, most: Int) -> Int:
    """Walk the whole tree; by depth, how many actions were gone into and the best worth found so far."""
    depth, nodes, entering = np.int64(0), np.int64(0), True
    while nodes <= most:
        state = frames[depth]
        seat = state[at.TURN]
        ours = seat % 2 == side if state[at.PLAYERS] == 4 else seat == side
        if entering:
            nodes += 1
            tried[depth], best[depth] = 0, LOWEST if ours else HIGHEST
        if seat < 0:
            best[depth] = _result(state, side)
        elif tried[depth] < legal_count(state, seat):
            for word in range(at.WORDS):
                frames[depth + 1, word] = state[word]
            apply(frames[depth + 1], seat, legal_nth(state, seat, tried[depth]))
            tried[depth] += 1
            depth += 1
            entering = True
            continue
        if depth == 0:
            return best[0]
        depth -= 1
        entering = False
        seat = frames[depth, at.TURN]
        ours = seat % 2 == side if frames[depth, at.PLAYERS] == 4 else seat == side
        best[depth] = max(best[depth], best[depth + 1]) if ours else min(best[depth], best[depth + 1])
    return np.int64(TOO_MANY)
