"""What the solver works in, a workspace that the caller makes once and hands in at every call; and its memory.

The table remembers positions by a key of 64 bits over all that their worth depends on, so that it serves call after
call, whatever the position. Two bids of a side are the same whichever partner laid which (A3.2, A4.3).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.scoring import side_tricks
from karat.kernel.jit import Int, kernel

NODES, BUDGET, STOPPED, SIDE, LOWER, UPPER, AGE = range(7)
"""Words of `control`:

| word         | holds                                                                        |
|--------------|------------------------------------------------------------------------------|
| NODES        | positions looked at in this call                                             |
| BUDGET       | how many may be looked at                                                    |
| STOPPED      | 1 when that was not enough                                                   |
| SIDE         | the side whose worth is sought: the other, or both others, play against it   |
| LOWER, UPPER | between what the worth was found to lie                                      |
| AGE          | of the table's memory: entries of another age do not count                   |
"""
DEEPEST = 192
"""More actions than a round can have after its bids: with four players a trick takes four cards of at most 46 in hand,
15 of gold and one that the trick before it won, so that there are no more than 20, of eight actions each."""
CARDS, MEANS, COUNT, NEXT, TRIED, HINT, FIRST, SECOND, LEAST, UTMOST, KEY, BEST, ACTION = range(at.WORDS, at.WORDS + 13)
"""In a frame: the legal actions as two words and their number, the next to try and the one that is tried; those that
are tried before all others; bounds, key, and the best so far."""
FRAME = at.WORDS + 16
ENTRY_BITS = 18
"""By default 2**18 entries, which are 4 MB: enough for three tricks left; more helps from four on."""

_U = np.uint64
_A, _B, _C, _D = _U(0x9E3779B97F4A7C15), _U(0xD6E8FEB86659FD93), _U(0xA0761D6478BD642F), _U(0xE7037ED1A0B428DB)


class SolverWorkspace(NamedTuple):
    """What the solver reads and works in; one for each thread."""

    control: Record
    killers: Record
    """By depth, two actions that settled positions there."""
    frames: Record
    """By depth, a record and what is known of it so far: CARDS to ACTION."""
    table: Record
    """Two words an entry: its key; its best action, its bounds and its age. There are a power of two of them."""


def make_solver_workspace(entry_bits: int = ENTRY_BITS) -> SolverWorkspace:
    if not 4 <= entry_bits <= 28:
        raise ValueError(f"a table has from 2**4 to 2**28 entries, not 2**{entry_bits}")
    workspace = SolverWorkspace(
        control=np.zeros(7, np.int64),
        killers=np.zeros((DEEPEST, 2), np.int64),
        frames=np.zeros((DEEPEST + 1, FRAME), np.int64),
        table=np.zeros((1 << entry_bits, 2), np.int64),
    )
    workspace.control[AGE] = 1
    return workspace


@kernel
def forget(workspace: SolverWorkspace) -> None:
    """Let it remember nothing, so that a node budget buys the same as in a new one."""
    workspace.control[AGE] += 1
    for depth in range(DEEPEST):
        workspace.killers[depth, 0] = workspace.killers[depth, 1] = 0


@kernel
def _stir(mixed: Int, word: Int, factor: Int) -> Int:
    mixed = (mixed ^ _U(word)) * factor
    return mixed ^ (mixed >> _U(31))


@kernel
def key_of(state: Record, side: Int) -> Int:
    """A position's key, as `side` sees it."""
    first, second, third, fourth = state[at.BID], state[at.BID + 1], state[at.BID + 2], state[at.BID + 3] & 63
    table = state[at.SUPPLY] | state[at.LEADER] << 36 | state[at.TURN] << 38 | state[at.ASKED] << 40
    table |= side_tricks(state, 0) << 44 | side_tricks(state, 1) << 49
    if state[at.PLAYERS] == 4:
        first, third = min(first, third), max(first, third)
        second, fourth = min(second, fourth), max(second, fourth)
    else:
        table |= state[at.TRICKS + 2] << 54
    rules = state[at.PLAYERS] | state[at.EDITION] << 4 | side << 8
    one = _stir(_U(rules), state[at.HAND] | first << 50, _A)
    two = _stir(_D, state[at.HAND + 1] | second << 50, _B)
    one = _stir(one, state[at.HAND + 2] | third << 50, _C)
    two = _stir(two, state[at.HAND + 3] | fourth << 50, _A)
    one = _stir(one, state[at.STOCK] | (state[at.TRICK] & 63) << 36, _B)
    two = _stir(two, state[at.STOCK + 1] | (state[at.TRICK + 1] & 63) << 36, _C)
    one = _stir(one, state[at.STOCK + 2] | (state[at.TRICK + 2] & 63) << 36, _A)
    two = _stir(two, state[at.STOCK + 3] | (state[at.TRICK + 3] & 63) << 36, _B)
    one = _stir(one, table, _C)
    mixed = (one ^ (two >> _U(7)) ^ (two << _U(57))) * _D
    return np.int64(mixed ^ (mixed >> _U(29)))
