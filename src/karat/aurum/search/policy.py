"""The casual bot's rules of thumb in tables, for playing out rounds: some tens of nanoseconds a choice.

Every choice is weighed in points at the end of the round, own side's less the rivals', from what the seat may know; of
other hands only what they hold together. `choose` takes the best of all, `choose_bid` and `choose_card` the best of
those that are given: so does the tree find the next thing to try.
"""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import barred, lying, purse
from karat.aurum.kernel.scoring import side_bid, side_of, side_tricks
from karat.aurum.rules.codec import BASE, KEEP, PLAY, SWAP
from karat.aurum.search.cards import choose_card
from karat.aurum.search.hands import card_of, more_now, others_of, ranks_of, strength_of, tricks_in, tricks_left
from karat.aurum.search.tables import BEST_WORTH, PATIENCE, PRIZE, SLOPE, STRENGTH, WORTH
from karat.kernel.bits import lowest, popcount, select
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below


@kernel
def choose(state: Record, seat: Int) -> Int:
    """What the rules of thumb do for a seat that owes an action."""
    if state[at.PHASE] == at.CHANGING:
        return choose_change(state, seat)
    if state[at.PHASE] == at.BIDDING:
        return choose_bid(state, seat, state[at.HAND + seat])
    free = state[at.HAND + seat] & ~barred(lying(state))
    golds = purse(state[at.STOCK + seat]) if state[at.PLAYED] else np.int64(0)  # A5.2
    return choose_card(state, seat, free, golds, free == 0)


@kernel
def any_of(cards: Int, rng: Words) -> Int:
    """Any card of a set, which must hold one."""
    return select(cards, below(rng, popcount(cards)))


@kernel
def choose_noisily(state: Record, seat: Int, noise: Int, rng: Words) -> Int:
    """The same, but of `noise` plays in 256 some are any card that may be played."""
    if noise and state[at.PHASE] != at.CHANGING and below(rng, 256) < noise:
        cards = state[at.HAND + seat] & ~barred(lying(state))
        if cards:
            return any_of(cards, rng) + (PLAY if state[at.PHASE] != at.BIDDING else 0)
    return choose(state, seat)


@outlined
def choose_bid(state: Record, seat: Int, among: Int) -> Int:
    """Bid what the rest of the hand and an average partner can make; a partner's bid may be high enough."""
    ranks = ranks_of(among)
    best, most = np.int64(0), -1e9
    while ranks:
        rank = lowest(ranks) + 1
        value = bid_value(state, seat, rank)
        if value > most:
            best, most = rank, value
        ranks &= ranks - 1
    return card_of(among, best)


@kernel
def bid_value(state: Record, seat: Int, rank: Int) -> Int:
    """What bidding a card of that rank is worth."""
    kind = state[at.PLAYERS] - 3
    bid = rank
    if kind and state[at.BID + (seat ^ 2)] >= 0:
        bid = max(bid, at.RANK[state[at.BID + (seat ^ 2)]])
    left = popcount(state[at.HAND + seat]) - 1
    more = strength_of(kind, state[at.HAND + seat]) - STRENGTH[kind, rank] - left / (kind + 3.0)
    return WORTH[kind, bid, 0, left] + SLOPE[kind, bid, 0, left] * more


@kernel
def is_tempted(kind: Int, state: Record, seat: Int, left: Int) -> bool:
    """Whether a seat with gold weighs a change at all: the best bid there could be would have to pay for it."""
    side = side_of(kind + 3, seat)
    bid, taken = side_bid(state, side), side_tricks(state, side)
    return bool(BEST_WORTH[kind, taken, left] + 2.0 >= WORTH[kind, bid, taken, left] + price_of(state, seat, left))


@kernel
def price_of(state: Record, seat: Int, left: Int) -> Int:
    """What the cheapest change costs a seat with gold: the gold and the waiting."""
    return PRIZE[lowest(state[at.STOCK + seat]) >> 2] + PATIENCE * left


@kernel
def choose_change(state: Record, seat: Int) -> Int:
    """Change the side's bid, for the cheapest gold, when that gains more than the gold and the waiting are worth."""
    kind, left = state[at.PLAYERS] - 3, tricks_left(state)
    return best_change(kind, state, seat, left) if is_tempted(kind, state, seat, left) else np.int64(KEEP)


@outlined
def best_change(kind: Int, state: Record, seat: Int, left: Int) -> Int:
    """The best swap for the cheapest gold that gains more than its price, or to keep."""
    hand = state[at.HAND + seat]
    taken = side_tricks(state, side_of(kind + 3, seat))
    own = at.RANK[state[at.BID + seat]]
    other = at.RANK[state[at.BID + (seat ^ 2)]] if kind else np.int64(0)
    partners = np.int64(other > own)  # lay the new card on the higher of the two: the side's bid
    stays, leaves = (own, other) if partners else (other, own)
    others = others_of(state, hand)
    more = more_now(kind, others, hand)
    most = WORTH[kind, leaves, taken, left] + SLOPE[kind, leaves, taken, left] * more + price_of(state, seat, left)
    more += tricks_in(kind, others, leaves)
    best, ranks = np.int64(0), ranks_of(hand)
    while ranks:
        rank = lowest(ranks) + 1
        bid = max(rank, stays)
        value = WORTH[kind, bid, taken, left] + SLOPE[kind, bid, taken, left] * (more - tricks_in(kind, others, rank))
        if value > most and bid != leaves:
            best, most = rank, value
        ranks &= ranks - 1
    if best == 0:
        return np.int64(KEEP)
    paid = lowest(state[at.STOCK + seat]) >> 2
    return SWAP + (2 * paid + partners) * BASE + card_of(hand, best)
