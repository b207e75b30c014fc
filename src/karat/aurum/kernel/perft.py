"""Perft on records; the twin of karat.perft."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import legal_count, legal_nth
from karat.aurum.kernel.round import apply
from karat.kernel.jit import Int, kernel


def perft(state: Record, depth: int) -> int:
    """The number of sequences of exactly `depth` actions within the round."""
    if depth == 0:
        return 1
    stack = np.zeros((depth, at.WORDS), np.int64)
    stack[0] = state
    return int(count_sequences(stack, np.zeros(depth, np.int64), depth))


@kernel
def count_sequences(stack: NDArray[np.int64], tried: NDArray[np.int64], depth: Int) -> Int:
    """Walk the tree below `stack[0]`; `tried` is how many actions of each level were gone into."""
    total, level = np.int64(0), np.int64(0)
    tried[0] = 0
    while level >= 0:
        state = stack[level]
        seat = state[at.TURN]
        count = legal_count(state, seat) if seat >= 0 else np.int64(0)
        if level == depth - 1:
            total += count
        elif tried[level] < count:
            following = stack[level + 1]
            for word in range(at.WORDS):
                following[word] = state[word]
            apply(following, seat, legal_nth(state, seat, tried[level]))
            tried[level] += 1
            level += 1
            tried[level] = 0
            continue
        level -= 1
    return total
