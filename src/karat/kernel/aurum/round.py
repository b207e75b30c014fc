"""One round of Aurum on a record, in the order of docs/rules/aurum.md; the twin of karat.rules.aurum.round.

Kernels trust their caller: a record that is a state, a seat that owes an action, an action that is legal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.kernel.aurum.layout import (
    ASKED,
    BARS,
    BID,
    BIDDING,
    CHANGING,
    ENDED_BY,
    HAND,
    KNOWN,
    LEADER,
    ONE,
    OUT,
    PHASE,
    PLAYED,
    PLAYERS,
    PLAYING,
    RANK,
    RANKS_OF_GOLD,
    STOCK,
    SUPPLY,
    TRICK,
    TRICKS,
    TURN,
    Record,
)
from karat.kernel.aurum.scoring import score_round
from karat.kernel.bits import clear, lowest, popcount, select, write
from karat.kernel.jit import Int, kernel, outlined
from karat.rules.aurum.codec import ACTIONS, BASE, END, GOLD, KEEP, PLAY, PLAY_GOLD, SWAP

MOST_LEGAL = 1 + GOLD * 2 * 12
"""No seat ever has more legal actions: keep, or any gold on either bid with any of twelve cards."""


@kernel
def after(seat: Int, players: Int) -> Int:
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < players else np.int64(0)


@kernel
def to_act(state: Record) -> Int:
    """The seats that owe an action, a bit each; several only while three players bid in secret."""
    if state[PHASE] == BIDDING and state[PLAYERS] == 3:  # A3.3
        seats = np.int64(0)
        for seat in range(3):
            if state[BID + seat] == -1:
                seats |= ONE << seat
        return seats
    return ONE << state[TURN] if state[TURN] >= 0 else np.int64(0)


@kernel
def barred(state: Record) -> Int:
    """The base cards whose metal lies in the trick (A5.4)."""
    cards = np.int64(0)
    for place in range(state[PLAYED]):
        cards |= BARS[state[TRICK + place]]
    return cards


@kernel
def purse(stock: Int) -> Int:
    """The ranks in a stock, a bit each, four bits apart: two gold cards of a rank are one choice."""
    return (stock | stock >> 1 | stock >> 2) & RANKS_OF_GOLD


@kernel
def bids_open(players: Int) -> Int:
    """How many bids a seat may change: its own and, with four players, its partner's (A4.3)."""
    return np.int64(2) if players == 4 else np.int64(1)


@kernel
def legal_count(state: Record, seat: Int) -> Int:
    """How many actions `seat` may take now; 0 when it does not owe one."""
    if not to_act(state) >> seat & 1:
        return np.int64(0)
    hand = state[HAND + seat]
    if state[PHASE] == BIDDING:
        return popcount(hand)
    if state[PHASE] == CHANGING:
        return 1 + popcount(purse(state[STOCK + seat])) * bids_open(state[PLAYERS]) * popcount(hand)
    base = popcount(hand & ~barred(state))
    if state[PLAYED] == 0:  # A5.2
        return base
    return base + popcount(purse(state[STOCK + seat])) + (base == 0)  # A5.5, A7.1


@kernel
def legal_nth(state: Record, seat: Int, n: Int) -> Int:
    """The n-th legal action in ascending order, counting from 0; there must be one."""
    hand = state[HAND + seat]
    if state[PHASE] == BIDDING:
        return select(hand, n)
    if state[PHASE] == CHANGING:
        if n == 0:
            return np.int64(KEEP)
        cards = popcount(hand)
        pair, card = (n - 1) // cards, (n - 1) % cards
        bids = bids_open(state[PLAYERS])
        rank = select(purse(state[STOCK + seat]), pair // bids) >> 2
        return SWAP + (2 * rank + pair % bids) * BASE + select(hand, card)
    free = hand & ~barred(state)
    base = popcount(free)
    if n < base:
        return PLAY + select(free, n)
    ranks = purse(state[STOCK + seat])
    if n - base < popcount(ranks):
        return PLAY_GOLD + (select(ranks, n - base) >> 2)
    return np.int64(END)


@kernel
def legal_list(state: Record, seat: Int, out: NDArray[np.int64]) -> Int:
    """Write the legal actions in ascending order; the number of them. `out` has room for MOST_LEGAL."""
    count = legal_count(state, seat)
    for n in range(count):
        out[n] = legal_nth(state, seat, n)
    return count


@kernel
def legal_mask(state: Record, seat: Int, out: NDArray[np.uint8]) -> None:
    """Write 1 for every legal action and 0 for every other; `out` has ACTIONS bytes."""
    clear(ACTIONS, out)
    if not to_act(state) >> seat & 1:
        return
    hand, ranks = state[HAND + seat], purse(state[STOCK + seat])
    if state[PHASE] == BIDDING:
        write(hand, BASE, 0, out)
    elif state[PHASE] == CHANGING:
        out[KEEP] = 1
        while ranks:
            begin = SWAP + (lowest(ranks) >> 2) * 2 * BASE
            write(hand, BASE, begin, out)
            if state[PLAYERS] == 4:
                write(hand, BASE, begin + BASE, out)
            ranks &= ranks - 1
    else:
        free = hand & ~barred(state)
        write(free, BASE, PLAY, out)
        if state[PLAYED]:
            if free == 0:
                out[END] = 1
            while ranks:
                out[PLAY_GOLD + (lowest(ranks) >> 2)] = 1
                ranks &= ranks - 1


@kernel
def is_legal(state: Record, seat: Int, action: Int) -> bool:
    """Whether `seat` may take this action now; any number may be asked about."""
    if not 0 <= seat < state[PLAYERS] or not 0 <= action < ACTIONS or not to_act(state) >> seat & 1:
        return False
    hand, stock = state[HAND + seat], state[STOCK + seat]
    if action < PLAY:
        return bool(state[PHASE] == BIDDING and hand >> action & 1)
    if action >= SWAP:
        pair, card = (action - SWAP) // BASE, (action - SWAP) % BASE
        pays = stock >> 4 * (pair >> 1) & 15 and hand >> card & 1
        return bool(state[PHASE] == CHANGING and pays and (pair & 1) < bids_open(state[PLAYERS]))
    if action == KEEP:
        return bool(state[PHASE] == CHANGING)
    if state[PHASE] != PLAYING:
        return False
    free = hand & ~barred(state)
    if action < PLAY_GOLD:
        return bool(free >> (action - PLAY) & 1)
    if action < END:
        return bool(state[PLAYED] and stock >> 4 * (action - PLAY_GOLD) & 15)
    return bool(state[PLAYED] and free == 0)


@kernel
def apply(state: Record, seat: Int, action: Int) -> None:
    """The round after `action`, in place; a round that ends by it is scored at once."""
    if action < PLAY:
        lay_bid(state, seat, action)  # A3
    elif action < END:
        play_card(state, seat, action - PLAY)  # A5, A6
    elif action == END:
        end_round(state, seat)  # A7
    elif action == KEEP:
        ask_next(state, seat)
    else:
        change_bid(state, seat, action - SWAP)  # A4


@outlined
def lay_bid(state: Record, seat: Int, card: Int) -> None:
    """A3"""
    players = state[PLAYERS]
    state[HAND + seat] ^= ONE << card  # A3.4
    state[BID + seat] = card
    # A3.2: clockwise from the first player. A3.3: three at once, of whom we name the lowest seat.
    unbid = state[LEADER] if players == 4 else np.int64(0)
    for _ in range(players):
        if state[BID + unbid] == -1:
            state[TURN] = unbid
            return
        unbid = after(unbid, players)
    open_trick(state, state[LEADER])  # A5.1


@kernel
def change_bid(state: Record, seat: Int, swap: Int) -> None:
    """A4; `swap` is the action's number less SWAP."""
    pair, card = swap // BASE, swap % BASE
    whose = seat ^ 2 if pair & 1 else seat  # A4.3
    paid = ONE << 4 * (pair >> 1)
    taken = ONE << state[BID + whose]
    laid = ONE << card
    state[STOCK + seat] -= paid
    state[SUPPLY] += paid  # A4.2
    state[HAND + seat] = (state[HAND + seat] ^ laid) | taken  # A4.4
    state[KNOWN + seat] = (state[KNOWN + seat] & ~laid) | taken
    state[BID + whose] = card
    ask_next(state, seat)


@kernel
def ask_next(state: Record, seat: Int) -> None:
    """A4.1: everyone once, clockwise from the leader; then the trick is led."""
    asked = state[ASKED] & ~(ONE << seat)
    state[ASKED] = asked
    if asked == 0:
        state[PHASE] = PLAYING
        state[TURN] = state[LEADER]  # A5.1
        return
    turn = after(seat, state[PLAYERS])
    while not asked >> turn & 1:
        turn = after(turn, state[PLAYERS])
    state[TURN] = turn


@kernel
def play_card(state: Record, seat: Int, card: Int) -> None:
    """A5; the last card resolves the trick. Numbers from BASE on are gold."""
    if card < BASE:
        bit = ONE << card
        state[HAND + seat] ^= bit
        state[KNOWN + seat] &= ~bit
        state[OUT + seat] |= bit
    else:
        state[STOCK + seat] -= ONE << 4 * (card - BASE)  # A5.5
    state[TRICK + state[PLAYED]] = card
    state[PLAYED] += 1
    if state[PLAYED] == state[PLAYERS]:
        resolve_trick(state)
    else:
        state[TURN] = after(seat, state[PLAYERS])  # A5.3


@outlined
def resolve_trick(state: Record) -> None:
    """A6, in its order: the gold, the lead, the trick, and only then does played gold return."""
    seat = low = high = state[LEADER]
    low_rank, high_worth, pot = np.int64(99), np.int64(-1), np.int64(0)
    for place in range(state[PLAYERS]):
        card = state[TRICK + place]
        rank = RANK[card]
        worth = rank
        if card < BASE:
            if rank <= low_rank:  # A6.4
                low_rank, low = rank, seat
        else:
            worth = rank + 16  # A6.3: even a gold 0 beats every base card
            pot += ONE << 4 * rank
        if worth >= high_worth:  # A6.4
            high_worth, high = worth, seat
        state[TRICK + place] = -1
        seat = after(seat, state[PLAYERS])
    prize = ONE << 4 * low_rank
    if state[SUPPLY] & (15 * prize):  # A6.1; no gold is ranked 9 or 10
        state[SUPPLY] -= prize
        state[STOCK + low] += prize
    state[TRICKS + high] += 1  # A6.3, A6.6
    state[SUPPLY] += pot  # A6.5
    state[PLAYED] = 0
    open_trick(state, low)  # A6.2


@kernel
def open_trick(state: Record, leader: Int) -> None:
    """A4.1: ask who can change a bid. A7.4: a leader with an empty hand ends the round instead."""
    players = state[PLAYERS]
    state[LEADER] = leader
    if state[HAND + leader] == 0:
        close_round(state, leader)
        return
    asked = np.int64(0)
    for seat in range(players):
        if state[STOCK + seat] and state[HAND + seat]:  # A4.5
            asked |= ONE << seat
    state[ASKED] = asked
    turn = leader
    if asked == 0:
        state[PHASE] = PLAYING
    else:
        state[PHASE] = CHANGING
        while not asked >> turn & 1:
            turn = after(turn, players)
    state[TURN] = turn


@outlined
def end_round(state: Record, seat: Int) -> None:
    """A7.1; A7.3: the unfinished trick counts for nobody, and its gold goes to the supply."""
    for place in range(state[PLAYED]):
        card = state[TRICK + place]
        if card >= BASE:
            state[SUPPLY] += ONE << 4 * (card - BASE)
        state[TRICK + place] = -1
    state[PLAYED] = 0
    close_round(state, seat)


@kernel
def close_round(state: Record, seat: Int) -> None:
    """The round is over, and scored at once."""
    state[ENDED_BY] = seat
    state[TURN] = -1
    state[ASKED] = 0
    score_round(state)
