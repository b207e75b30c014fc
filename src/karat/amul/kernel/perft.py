"""Perft on records; the twin of karat.perft."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.legal import legal_list, next_seat
from karat.amul.kernel.market import apply
from karat.kernel.jit import Int, outlined


def perft(cards: CardTable, state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    stack = np.zeros((depth, cards[at.STATE]), np.int16)
    stack[0] = state
    actions = np.zeros((depth, cards[at.TYPES]), np.int64)
    return int(count_sequences(cards, stack, actions, np.zeros((depth, 2), np.int64), depth))


@outlined
def count_sequences(cards: CardTable, stack: State, actions: Room, tried: NDArray[np.int64], depth: Int) -> Int:
    """Walk the tree below `stack[0]`; `tried` is how many actions each level has, and how many were gone into."""
    total, level = np.int64(0), np.int64(0)
    opened = True
    while level >= 0:
        state = stack[level]
        seat = next_seat(cards, state)
        if opened:
            tried[level, 0] = legal_list(cards, state, seat, actions[level]) if seat >= 0 else 0
            tried[level, 1] = 0
        opened = False
        if level == depth - 1:
            total += tried[level, 0]
        elif tried[level, 1] < tried[level, 0]:
            following = stack[level + 1]
            for word in range(cards[at.STATE]):
                following[word] = state[word]
            apply(cards, following, seat, actions[level, tried[level, 1]])
            tried[level, 1] += 1
            level += 1
            opened = True
            continue
        level -= 1
    return total
