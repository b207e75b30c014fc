"""Play on at random, every legal action as likely as every other.

There are two ways, which draw alike and come to the same record: `play_round_by_steps` asks and applies one action at
a time, `play_round` is the same loop fused, with what changes at every card kept in local names.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel.layout import (
    ASKED,
    AWAITS_DEAL,
    BARS,
    BID,
    BIDDING,
    HAND,
    KNOWN,
    LEADER,
    ONE,
    OUT,
    PHASE,
    PLAYED,
    PLAYERS,
    RANK,
    STOCK,
    SUPPLY,
    TRICK,
    TRICKS,
    TURN,
    Record,
)
from karat.aurum.kernel.legal import barred, count_of, lying, nth_of, options_of, purse
from karat.aurum.kernel.match import deal_any
from karat.aurum.kernel.round import after, apply, close_round, lay_bid
from karat.aurum.rules.codec import BASE
from karat.kernel.bits import popcount, select
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below


@kernel
def random_action(state: Record, seat: Int, rng: Words) -> Int:
    """One of the legal actions of `seat`, which must owe one."""
    cards, means = options_of(state, seat, lying(state))
    return nth_of(cards, means, below(rng, count_of(cards, means)))


@kernel
def playout(state: Record, rng: Words, deck: NDArray[np.int64], whole: bool) -> Int:
    """Play to the end of the round or, if `whole`, of the match; the number of actions."""
    actions = np.int64(0)
    while True:
        if state[TURN] >= 0:
            actions += play_round(state, rng)
        if not whole or state[PHASE] != AWAITS_DEAL:
            return actions
        deal_any(state, rng, deck)


@outlined
def play_round_by_steps(state: Record, rng: Words) -> Int:
    """The rest of the round, one action at a time; the number of actions."""
    actions = np.int64(0)
    while state[TURN] >= 0:
        apply(state, state[TURN], random_action(state, state[TURN], rng))
        actions += 1
    return actions


@outlined
def play_round(state: Record, rng: Words) -> Int:
    """The rest of the round, which must be running, fused; the number of actions."""
    actions = np.int64(0)
    while state[PHASE] == BIDDING:  # A3
        seat = state[TURN]
        hand = state[HAND + seat]
        lay_bid(state, seat, select(hand, below(rng, popcount(hand))))
        actions += 1
    if state[TURN] < 0:  # hands of one card: nobody can lead
        return actions
    players, leader, supply = state[PLAYERS], state[LEADER], state[SUPPLY]
    asked, turn = state[ASKED], state[TURN]
    bids = 2 if players == 4 else 1  # A4.3
    while True:
        while asked:  # A4
            if asked >> turn & 1:
                supply += maybe_change(state, turn, bids, rng)
                asked &= ~(ONE << turn)
                actions += 1
            turn = after(turn, players)
        # A5. Where play begins in the middle of a trick, what lies there comes first.
        place = state[PLAYED]
        bars, low_rank, high_worth, pot = barred(lying(state)), np.int64(99), np.int64(-1), np.int64(0)
        seat = low = high = leader
        for before in range(place):
            card = state[TRICK + before]
            rank = RANK[card]
            worth = rank
            if card < BASE:
                if rank <= low_rank:
                    low_rank, low = rank, seat
            else:
                worth += 16
                pot += ONE << 4 * rank
            if worth >= high_worth:
                high_worth, high = worth, seat
            state[TRICK + before] = -1
            seat = after(seat, players)
        state[PLAYED] = 0
        while place < players:
            hand = state[HAND + seat]
            free = hand & ~bars  # A5.4
            base = popcount(free)
            actions += 1
            ranks = purse(state[STOCK + seat]) if place else np.int64(0)  # A5.2
            n = below(rng, base + popcount(ranks) + (base == 0))
            if n < base:
                card = select(free, n)
                bit = ONE << card
                state[HAND + seat] = hand ^ bit
                state[KNOWN + seat] &= ~bit
                state[OUT + seat] |= bit
                bars |= BARS[card]
                rank = RANK[card]
                if rank <= low_rank:  # A6.4
                    low_rank, low = rank, seat
                if rank >= high_worth:  # A6.3, A6.4
                    high_worth, high = rank, seat
            elif n - base < popcount(ranks):  # A5.5
                nibble = select(ranks, n - base)
                gold = ONE << nibble
                state[STOCK + seat] -= gold
                pot += gold
                worth = 16 + (nibble >> 2)
                if worth >= high_worth:  # A6.3, A6.4
                    high_worth, high = worth, seat
            else:  # A7.1, A7.3
                state[SUPPLY] = supply + pot
                state[LEADER] = leader
                close_round(state, seat)
                return actions
            seat = after(seat, players)
            place += 1
        prize = ONE << 4 * low_rank
        if supply & (15 * prize):  # A6.1
            supply -= prize
            state[STOCK + low] += prize
        state[TRICKS + high] += 1  # A6.3, A6.6
        supply += pot  # A6.5
        leader = turn = low  # A6.2
        if state[HAND + leader] == 0:  # A7.4
            state[SUPPLY] = supply
            state[LEADER] = leader
            close_round(state, leader)
            return actions
        asked = np.int64(0)
        for other in range(players):
            asked |= np.int64(state[STOCK + other] != 0 and state[HAND + other] != 0) << other  # A4.1, A4.5


@kernel
def maybe_change(state: Record, seat: Int, bids: Int, rng: Words) -> Int:
    """Keep, or pay for a swap (A4); the gold that goes to the supply."""
    hand, ranks = state[HAND + seat], purse(state[STOCK + seat])
    cards = popcount(hand)
    n = below(rng, 1 + popcount(ranks) * bids * cards)
    if n == 0:
        return np.int64(0)
    pair = np.int64(np.uint32(n - 1) // np.uint32(cards))
    card = select(hand, n - 1 - pair * cards)
    gold = pair >> 1 if bids == 2 else pair
    whose = seat ^ 2 if bids == 2 and pair & 1 else seat  # A4.3
    paid = ONE << select(ranks, gold)
    taken, laid = ONE << state[BID + whose], ONE << card
    state[STOCK + seat] -= paid  # A4.2
    state[HAND + seat] = (hand ^ laid) | taken  # A4.4
    state[KNOWN + seat] = (state[KNOWN + seat] & ~laid) | taken
    state[BID + whose] = card
    return paid
