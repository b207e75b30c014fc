"""What a seat may do, as two words; every other answer is read off them without a look at the rules again.

| word  | bits    | hold                                                                                      |
|-------|---------|-------------------------------------------------------------------------------------------|
| cards | 0 - 49  | base cards that may be bid, played or laid on a bid                                       |
|       | 63      | 1: for actions without a base card                                                        |
| means | 0 - 35  | gold that may be paid or played: a bit for each rank, four bits apart                     |
|       | 40 - 46 | kinds of action that are open: MAY_BID to MAY_SWAP_PARTNERS                               |
|       | 63      | 1: for actions without gold                                                               |

A seat that owes no action has 0 and 0. An action is legal when its kind is open and both its base card and its gold
are there: one look at three tables, the same for every kind, so that no branch is there to be guessed wrong.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.rules.codec import ACTIONS, BASE, END, GOLD, KEEP, PLAY, PLAY_GOLD, SWAP
from karat.kernel.bits import clear, lowest, popcount, select, write
from karat.kernel.jit import Int, kernel

MOST_LEGAL = 1 + GOLD * 2 * 12
"""No seat ever has more legal actions: keep, or any gold on either bid with any of twelve cards."""

MAY_BID, MAY_PLAY, MAY_PLAY_GOLD, MAY_END, MAY_KEEP, MAY_SWAP, MAY_SWAP_PARTNERS = range(40, 47)
NEEDS_NONE = 63
ALWAYS = np.int64(-1 << NEEDS_NONE)
ALL_BASE = np.int64((1 << BASE) - 1)


def _needs() -> NDArray[np.int64]:
    """By action, the bits that it wants: of its base card, its gold, and its kind."""
    needs = np.full((3, ACTIONS), NEEDS_NONE, np.int64)
    for begin, kind in ((0, MAY_BID), (PLAY, MAY_PLAY)):
        needs[0, begin : begin + BASE] = range(BASE)
        needs[2, begin : begin + BASE] = kind
    needs[1, PLAY_GOLD:END] = range(0, 4 * GOLD, 4)
    needs[2, PLAY_GOLD:END] = MAY_PLAY_GOLD
    needs[2, END], needs[2, KEEP] = MAY_END, MAY_KEEP
    for action in range(SWAP, ACTIONS):
        pair, needs[0, action] = divmod(action - SWAP, BASE)
        needs[1, action], needs[2, action] = 4 * (pair >> 1), MAY_SWAP + (pair & 1)
    return needs


_CARD, _GOLD, _KIND = _needs()
NEEDS = _needs().astype(np.uint64)
"""The same for whoever unpacks masks: an action is legal if `cards >> NEEDS[0]` and `means >> NEEDS[1]` and
`means >> NEEDS[2]` are all odd, at its place."""
_BY_PHASE = np.zeros(16, np.int64)
"""Kinds of action that the phase opens, with three players and, from 8 on, with four (A4.3)."""
_BY_PHASE[[at.BIDDING, 8 + at.BIDDING]] = 1 << MAY_BID
_BY_PHASE[[at.CHANGING, 8 + at.CHANGING]] = 1 << MAY_KEEP | 1 << MAY_SWAP
_BY_PHASE[8 + at.CHANGING] |= 1 << MAY_SWAP_PARTNERS
_BY_PHASE[[at.PLAYING, 8 + at.PLAYING]] = 1 << MAY_PLAY
_FIRST_RANKS = np.int64(sum(1 << 10 * metal for metal in range(5)))


@kernel
def to_act(state: Record) -> Int:
    """The seats that owe an action, a bit each; several only while three players bid in secret."""
    if state[at.PHASE] == at.BIDDING and state[at.PLAYERS] == 3:  # A3.3
        seats = np.int64(0)
        for seat in range(3):
            if state[at.BID + seat] == -1:
                seats |= at.ONE << seat
        return seats
    return at.ONE << state[at.TURN] if state[at.TURN] >= 0 else np.int64(0)


@kernel
def lying(state: Record) -> Int:
    """The cards of the trick as a set, with gold of rank r as bit BASE + r."""
    two = at.LYING[state[at.TRICK] & 63] | at.LYING[state[at.TRICK + 1] & 63]
    return two | at.LYING[state[at.TRICK + 2] & 63] | at.LYING[state[at.TRICK + 3] & 63]


@kernel
def barred(trick: Int) -> Int:
    """The base cards whose metal lies in the trick (A5.4), which has no metal twice: all ten where one bit is."""
    any_of_metal = ((trick & ALL_BASE) + 511 * _FIRST_RANKS) & (512 * _FIRST_RANKS)  # carries to the metal's last bit
    return (any_of_metal << 1) - (any_of_metal >> 9)


@kernel
def purse(stock: Int) -> Int:
    """The ranks in a stock, a bit each, four bits apart: two gold cards of a rank are one choice."""
    return (stock | stock >> 1 | stock >> 2) & at.RANKS_OF_GOLD


@kernel
def options_of(state: Record, seat: Int, trick: Int) -> tuple[Int, Int]:
    """The two words of a seat that owes an action; `trick` is what `lying` says."""
    cards = state[at.HAND + (seat & 3)] & ~barred(trick)
    follows = np.int64(state[at.PLAYED] != 0)
    kinds = _BY_PHASE[state[at.PHASE] & 7 | (state[at.PLAYERS] & 4) << 1]
    kinds |= follows << MAY_PLAY_GOLD | (follows & np.int64(cards == 0)) << MAY_END  # A5.2, A5.5, A7.1
    return cards | ALWAYS, purse(state[at.STOCK + (seat & 3)]) | kinds | ALWAYS


@kernel
def options(state: Record, seat: Int) -> tuple[Int, Int]:
    """The two words of any seat."""
    if not to_act(state) >> seat & 1:
        return np.int64(0), np.int64(0)
    return options_of(state, seat, lying(state))


@kernel
def is_among(cards: Int, means: Int, action: Int) -> Int:
    """1 for an action that these words allow, else 0; it must be a number of an action."""
    place = np.uint64(action)  # tells the compiler that nobody counts from the end
    return cards >> _CARD[place] & means >> _GOLD[place] & means >> _KIND[place] & 1


@kernel
def count_of(cards: Int, means: Int) -> Int:
    """How many actions these words allow."""
    base, ranks = popcount(cards & ALL_BASE), popcount(means & at.RANKS_OF_GOLD)
    if means >> MAY_KEEP & 1:
        return 1 + ranks * (1 + (means >> MAY_SWAP_PARTNERS & 1)) * base
    return base + ranks * (means >> MAY_PLAY_GOLD & 1) + (means >> MAY_END & 1)


@kernel
def nth_of(cards: Int, means: Int, n: Int) -> Int:
    """The n-th action that these words allow, in ascending order, counting from 0; there must be one."""
    cards &= ALL_BASE
    ranks, base = means & at.RANKS_OF_GOLD, popcount(cards)
    if means >> MAY_KEEP & 1:
        if n == 0:
            return np.int64(KEEP)
        partners = means >> MAY_SWAP_PARTNERS & 1
        pair = np.int64(np.uint32(n - 1) // np.uint32(base))
        card = select(cards, n - 1 - pair * base)
        return SWAP + (2 * (select(ranks, pair >> partners) >> 2) + (pair & partners)) * BASE + card
    if n < base:
        return select(cards, n) + PLAY * (means >> MAY_PLAY & 1)
    n -= base
    return PLAY_GOLD + (select(ranks, n) >> 2) if n < popcount(ranks) else np.int64(END)


@kernel
def legal_count(state: Record, seat: Int) -> Int:
    """How many actions `seat` may take now; 0 when it does not owe one."""
    cards, means = options(state, seat)
    return count_of(cards, means)


@kernel
def legal_nth(state: Record, seat: Int, n: Int) -> Int:
    """The n-th legal action in ascending order, counting from 0; there must be one."""
    cards, means = options_of(state, seat, lying(state))
    return nth_of(cards, means, n)


@kernel
def legal_list(state: Record, seat: Int, out: NDArray[np.int64]) -> Int:
    """Write the legal actions in ascending order; the number of them. `out` has room for MOST_LEGAL."""
    cards, means = options(state, seat)
    count = count_of(cards, means)
    for n in range(count):
        out[n] = nth_of(cards, means, n)
    return count


@kernel
def is_legal(state: Record, seat: Int, action: Int) -> bool:
    """Whether `seat` may take this action now; any numbers may be asked about."""
    if not 0 <= seat < state[at.PLAYERS] or not 0 <= action < ACTIONS:
        return False
    cards, means = options(state, seat)
    return bool(is_among(cards, means, action))


@kernel
def legal_mask(state: Record, seat: Int, out: NDArray[np.uint8]) -> None:
    """Write 1 for every legal action and 0 for every other; `out` has ACTIONS bytes."""
    clear(ACTIONS, out)
    cards, means = options(state, seat)
    ranks = means & at.RANKS_OF_GOLD
    if means >> MAY_BID & 1:
        write(cards, BASE, 0, out)
    elif means >> MAY_KEEP & 1:
        out[KEEP] = 1
        while ranks:
            begin = SWAP + (lowest(ranks) >> 2) * 2 * BASE
            write(cards, BASE, begin, out)
            if means >> MAY_SWAP_PARTNERS & 1:
                write(cards, BASE, begin + BASE, out)
            ranks &= ranks - 1
    elif means >> MAY_PLAY & 1:
        write(cards, BASE, PLAY, out)
        out[END] = means >> MAY_END & 1
        while ranks and means >> MAY_PLAY_GOLD & 1:
            out[PLAY_GOLD + (lowest(ranks) >> 2)] = 1
            ranks &= ranks - 1
