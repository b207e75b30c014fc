"""Play on at random, every legal action as likely as every other.

There are two ways, which draw alike and come to the same record: `play_round_by_steps` asks and applies one action at
a time, `play_round` is the same loop fused, with what changes at every card kept in local names.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
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
        if state[at.TURN] >= 0:
            actions += play_round(state, rng)
        if not whole or state[at.PHASE] != at.AWAITS_DEAL:
            return actions
        deal_any(state, rng, deck)


@outlined
def play_round_by_steps(state: Record, rng: Words) -> Int:
    """The rest of the round, one action at a time; the number of actions."""
    actions = np.int64(0)
    while state[at.TURN] >= 0:
        apply(state, state[at.TURN], random_action(state, state[at.TURN], rng))
        actions += 1
    return actions


@outlined
def play_round(state: Record, rng: Words) -> Int:
    """The rest of the round, which must be running, fused; the number of actions."""
    actions = np.int64(0)
    while state[at.PHASE] == at.BIDDING:  # A3
        seat = state[at.TURN]
        hand = state[at.HAND + seat]
        lay_bid(state, seat, select(hand, below(rng, popcount(hand))))
        actions += 1
    if state[at.TURN] < 0:  # hands of one card: nobody can lead
        return actions
    players, leader, supply = state[at.PLAYERS], state[at.LEADER], state[at.SUPPLY]
    asked, turn = state[at.ASKED], state[at.TURN]
    bids = 2 if players == 4 else 1  # A4.3
    while True:
        while asked:  # A4
            if asked >> turn & 1:
                supply += maybe_change(state, turn, bids, rng)
                asked &= ~(at.ONE << turn)
                actions += 1
            turn = after(turn, players)
        # A5. Where play begins in the middle of a trick, what lies there comes first.
        place = state[at.PLAYED]
        bars, low_rank, high_worth, pot = barred(lying(state)), np.int64(99), np.int64(-1), np.int64(0)
        seat = low = high = leader
        for before in range(place):
            card = state[at.TRICK + before]
            rank = at.RANK[card]
            worth = rank
            if card < BASE:
                if rank <= low_rank:
                    low_rank, low = rank, seat
            else:
                worth += 16
                pot += at.ONE << 4 * rank
            if worth >= high_worth:
                high_worth, high = worth, seat
            state[at.TRICK + before] = -1
            seat = after(seat, players)
        state[at.PLAYED] = 0
        while place < players:
            hand = state[at.HAND + seat]
            free = hand & ~bars  # A5.4
            base = popcount(free)
            actions += 1
            ranks = purse(state[at.STOCK + seat]) if place else np.int64(0)  # A5.2
            n = below(rng, base + popcount(ranks) + (base == 0))
            if n < base:
                card = select(free, n)
                bit = at.ONE << card
                state[at.HAND + seat] = hand ^ bit
                state[at.KNOWN + seat] &= ~bit
                state[at.OUT + seat] |= bit
                bars |= at.BARS[card]
                rank = at.RANK[card]
                if rank <= low_rank:  # A6.4
                    low_rank, low = rank, seat
                if rank >= high_worth:  # A6.3, A6.4
                    high_worth, high = rank, seat
            elif n - base < popcount(ranks):  # A5.5
                nibble = select(ranks, n - base)
                gold = at.ONE << nibble
                state[at.STOCK + seat] -= gold
                pot += gold
                worth = 16 + (nibble >> 2)
                if worth >= high_worth:  # A6.3, A6.4
                    high_worth, high = worth, seat
            else:  # A7.1, A7.3
                state[at.SUPPLY] = supply + pot
                state[at.LEADER] = leader
                close_round(state, seat)
                return actions
            seat = after(seat, players)
            place += 1
        prize = at.ONE << 4 * low_rank
        if supply & (15 * prize):  # A6.1
            supply -= prize
            state[at.STOCK + low] += prize
        state[at.TRICKS + high] += 1  # A6.3, A6.6
        supply += pot  # A6.5
        leader = turn = low  # A6.2
        if state[at.HAND + leader] == 0:  # A7.4
            state[at.SUPPLY] = supply
            state[at.LEADER] = leader
            close_round(state, leader)
            return actions
        asked = np.int64(0)
        for other in range(players):
            asked |= np.int64(state[at.STOCK + other] != 0 and state[at.HAND + other] != 0) << other  # A4.1, A4.5


@kernel
def maybe_change(state: Record, seat: Int, bids: Int, rng: Words) -> Int:
    """Keep, or pay for a swap (A4); the gold that goes to the supply."""
    hand, ranks = state[at.HAND + seat], purse(state[at.STOCK + seat])
    cards = popcount(hand)
    n = below(rng, 1 + popcount(ranks) * bids * cards)
    if n == 0:
        return np.int64(0)
    pair = np.int64(np.uint32(n - 1) // np.uint32(cards))
    card = select(hand, n - 1 - pair * cards)
    gold = pair >> 1 if bids == 2 else pair
    whose = seat ^ 2 if bids == 2 and pair & 1 else seat  # A4.3
    paid = at.ONE << select(ranks, gold)
    taken, laid = at.ONE << state[at.BID + whose], at.ONE << card
    state[at.STOCK + seat] -= paid  # A4.2
    state[at.HAND + seat] = (hand ^ laid) | taken  # A4.4
    state[at.KNOWN + seat] = (state[at.KNOWN + seat] & ~laid) | taken
    state[at.BID + whose] = card
    return paid
