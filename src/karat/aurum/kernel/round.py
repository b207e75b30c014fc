"""One round of Aurum on a record, in the order of docs/rules/aurum.md; the twin of karat.aurum.rules.round.

Kernels trust their caller: a record that is a state, a seat that owes an action, an action that is legal.
"""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
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
    players = state[at.PLAYERS]
    state[at.HAND + (seat & 3)] ^= at.ONE << card  # A3.4
    state[at.BID + (seat & 3)] = card
    unbid = np.int64(0)
    for other in range(4):
        unbid |= np.int64(state[at.BID + other] == -1) << other
    unbid &= (at.ONE << players) - 1
    if unbid:  # A3.2: clockwise from the first player. A3.3: three at once, of whom we name the lowest seat.
        state[at.TURN] = first_of(unbid, state[at.LEADER], players) if players == 4 else lowest(unbid)
    else:
        open_trick(state, state[at.LEADER])  # A5.1


@kernel
def change_bid(state: Record, seat: Int, swap: Int) -> None:
    """A4; `swap` is the action's number less SWAP."""
    pair = np.int64(np.uint32(swap) // np.uint32(BASE))
    card, seat = swap - pair * BASE, seat & 3
    whose = seat ^ (pair & 1) << 1  # A4.3
    paid = at.ONE << 4 * (pair >> 1)
    taken = at.ONE << state[at.BID + whose]
    laid = at.ONE << card
    state[at.STOCK + seat] -= paid
    state[at.SUPPLY] += paid  # A4.2
    state[at.HAND + seat] = (state[at.HAND + seat] ^ laid) | taken  # A4.4
    state[at.KNOWN + seat] = (state[at.KNOWN + seat] & ~laid) | taken
    state[at.BID + whose] = card
    ask_next(state, seat)


@kernel
def ask_next(state: Record, seat: Int) -> None:
    """A4.1: everyone once, clockwise from the leader; then the trick is led."""
    asked = state[at.ASKED] & ~(at.ONE << seat)
    state[at.ASKED] = asked
    state[at.PHASE] = at.CHANGING if asked else at.PLAYING
    leader = state[at.LEADER]  # A5.1
    state[at.TURN] = first_of(asked or at.ONE << leader, seat if asked else leader, state[at.PLAYERS])


@kernel
def ask_nobody(state: Record) -> None:
    """The same when all who are still asked keep the bids, at once."""
    state[at.ASKED] = 0
    state[at.PHASE] = at.PLAYING
    state[at.TURN] = state[at.LEADER]  # A5.1


@kernel
def play_card(state: Record, seat: Int, card: Int) -> None:
    """A5; the last card resolves the trick. Numbers from BASE on are gold."""
    seat &= 3
    if card < BASE:
        bit = at.ONE << card
        state[at.HAND + seat] ^= bit
        state[at.KNOWN + seat] &= ~bit
        state[at.OUT + seat] |= bit
    else:
        state[at.STOCK + seat] -= at.ONE << 4 * (card - BASE)  # A5.5
    played = state[at.PLAYED]
    state[at.TRICK + (played & 3)] = card
    state[at.PLAYED] = played + 1
    if played + 1 == state[at.PLAYERS]:
        resolve_trick(state)
    else:
        state[at.TURN] = after(seat, state[at.PLAYERS])  # A5.3


@kernel
def resolve_trick(state: Record) -> None:
    """A6, in its order: the gold, the lead, the trick, and only then does played gold return."""
    players, leader = state[at.PLAYERS], state[at.LEADER]
    lowest_card, highest_card, pot = np.int64(1 << 20), np.int64(-1), np.int64(0)
    for place in range(4):  # with three players the last place is empty
        card = state[at.TRICK + place] & 63
        lowest_card = min(lowest_card, at.FOR_GOLD[card] - place)  # A6.4: the later of equals
        highest_card = max(highest_card, at.FOR_TRICK[card] + place)
        pot += at.GOLD_UNIT[card]
        state[at.TRICK + place] = -1
    low, high = leader + (-lowest_card & 3), leader + (highest_card & 3)
    low = low if low < players else low - players
    high = high if high < players else high - players
    prize = at.ONE << (lowest_card + 3 >> 2 << 2)
    prize = prize if state[at.SUPPLY] & (15 * prize) else np.int64(0)  # A6.1; no gold is ranked 9 or 10
    state[at.STOCK + (low & 3)] += prize
    state[at.TRICKS + (high & 3)] += 1  # A6.3, A6.6
    state[at.SUPPLY] += pot - prize  # A6.5
    state[at.PLAYED] = 0
    open_trick(state, low)  # A6.2


@kernel
def open_trick(state: Record, leader: Int) -> None:
    """A4.1: ask who can change a bid. A7.4: a leader with an empty hand ends the round instead."""
    state[at.LEADER] = leader
    if state[at.HAND + (leader & 3)] == 0:
        close_round(state, leader)
        return
    asked = np.int64(0)
    for seat in range(4):
        asked |= np.int64(state[at.STOCK + seat] != 0 and state[at.HAND + seat] != 0) << seat  # A4.5
    state[at.ASKED] = asked
    state[at.PHASE] = at.CHANGING if asked else at.PLAYING
    state[at.TURN] = first_of(asked or at.ONE << leader, leader, state[at.PLAYERS])


@outlined
def end_round(state: Record, seat: Int) -> None:
    """A7.1; A7.3: the unfinished trick counts for nobody, and its gold goes to the supply."""
    for place in range(state[at.PLAYED]):
        card = state[at.TRICK + place]
        if card >= BASE:
            state[at.SUPPLY] += at.ONE << 4 * (card - BASE)
        state[at.TRICK + place] = -1
    state[at.PLAYED] = 0
    close_round(state, seat)


@kernel
def close_round(state: Record, seat: Int) -> None:
    """The round is over, and scored at once."""
    state[at.ENDED_BY] = seat
    state[at.TURN] = -1
    state[at.ASKED] = 0
    score_round(state)
