"""One round of Aurum on a record, in the order of docs/rules/aurum.md; the twin of karat.aurum.rules.round.

Kernels trust their caller: a record that is a state, a seat that owes an action, an action that is legal.
"""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel.layout import (
    ASKED,
    BID,
    CHANGING,
    ENDED_BY,
    FOR_GOLD,
    FOR_TRICK,
    GOLD_UNIT,
    HAND,
    KNOWN,
    LEADER,
    ONE,
    OUT,
    PHASE,
    PLAYED,
    PLAYERS,
    PLAYING,
    STOCK,
    SUPPLY,
    TRICK,
    TRICKS,
    TURN,
    Record,
)
from karat.aurum.kernel.scoring import score_round
from karat.aurum.rules.codec import BASE, END, KEEP, PLAY, SWAP
from karat.kernel.bits import lowest
from karat.kernel.jit import Int, kernel, outlined


@kernel
def after(seat: Int, players: Int) -> Int:
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < players else np.int64(0)


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


@kernel
def first_of(seats: Int, begin: Int, players: Int) -> Int:
    """The first of some seats, a bit each, clockwise from `begin` on; there must be one."""
    seat = begin + lowest((seats | seats << players) >> begin)
    return seat if seat < players else seat - players


@outlined
def lay_bid(state: Record, seat: Int, card: Int) -> None:
    """A3"""
    players = state[PLAYERS]
    state[HAND + (seat & 3)] ^= ONE << card  # A3.4
    state[BID + (seat & 3)] = card
    unbid = np.int64(0)
    for other in range(4):
        unbid |= np.int64(state[BID + other] == -1) << other
    unbid &= (ONE << players) - 1
    if unbid:  # A3.2: clockwise from the first player. A3.3: three at once, of whom we name the lowest seat.
        state[TURN] = first_of(unbid, state[LEADER], players) if players == 4 else lowest(unbid)
    else:
        open_trick(state, state[LEADER])  # A5.1


@kernel
def change_bid(state: Record, seat: Int, swap: Int) -> None:
    """A4; `swap` is the action's number less SWAP."""
    pair = np.int64(np.uint32(swap) // np.uint32(BASE))
    card, seat = swap - pair * BASE, seat & 3
    whose = seat ^ (pair & 1) << 1  # A4.3
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
    state[PHASE] = CHANGING if asked else PLAYING
    leader = state[LEADER]  # A5.1
    state[TURN] = first_of(asked or ONE << leader, seat if asked else leader, state[PLAYERS])


@kernel
def ask_nobody(state: Record) -> None:
    """The same when all who are still asked keep the bids, at once."""
    state[ASKED] = 0
    state[PHASE] = PLAYING
    state[TURN] = state[LEADER]  # A5.1


@kernel
def play_card(state: Record, seat: Int, card: Int) -> None:
    """A5; the last card resolves the trick. Numbers from BASE on are gold."""
    seat &= 3
    if card < BASE:
        bit = ONE << card
        state[HAND + seat] ^= bit
        state[KNOWN + seat] &= ~bit
        state[OUT + seat] |= bit
    else:
        state[STOCK + seat] -= ONE << 4 * (card - BASE)  # A5.5
    played = state[PLAYED]
    state[TRICK + (played & 3)] = card
    state[PLAYED] = played + 1
    if played + 1 == state[PLAYERS]:
        resolve_trick(state)
    else:
        state[TURN] = after(seat, state[PLAYERS])  # A5.3


@kernel
def resolve_trick(state: Record) -> None:
    """A6, in its order: the gold, the lead, the trick, and only then does played gold return."""
    players, leader = state[PLAYERS], state[LEADER]
    lowest_card, highest_card, pot = np.int64(1 << 20), np.int64(-1), np.int64(0)
    for place in range(4):  # with three players the last place is empty
        card = state[TRICK + place] & 63
        lowest_card = min(lowest_card, FOR_GOLD[card] - place)  # A6.4: the later of equals
        highest_card = max(highest_card, FOR_TRICK[card] + place)
        pot += GOLD_UNIT[card]
        state[TRICK + place] = -1
    low, high = leader + (-lowest_card & 3), leader + (highest_card & 3)
    low = low if low < players else low - players
    high = high if high < players else high - players
    prize = ONE << (lowest_card + 3 >> 2 << 2)
    prize = prize if state[SUPPLY] & (15 * prize) else np.int64(0)  # A6.1; no gold is ranked 9 or 10
    state[STOCK + (low & 3)] += prize
    state[TRICKS + (high & 3)] += 1  # A6.3, A6.6
    state[SUPPLY] += pot - prize  # A6.5
    state[PLAYED] = 0
    open_trick(state, low)  # A6.2


@kernel
def open_trick(state: Record, leader: Int) -> None:
    """A4.1: ask who can change a bid. A7.4: a leader with an empty hand ends the round instead."""
    state[LEADER] = leader
    if state[HAND + (leader & 3)] == 0:
        close_round(state, leader)
        return
    asked = np.int64(0)
    for seat in range(4):
        asked |= np.int64(state[STOCK + seat] != 0 and state[HAND + seat] != 0) << seat  # A4.5
    state[ASKED] = asked
    state[PHASE] = CHANGING if asked else PLAYING
    state[TURN] = first_of(asked or ONE << leader, leader, state[PLAYERS])


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
