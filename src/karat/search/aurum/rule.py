"""The casual bot's rules of thumb in tables, for playing out rounds: some tens of nanoseconds a choice.

Every choice is weighed in points at the end of the round, own side's less the rivals', from what the seat may know; of
other hands only what they hold together. `choose` takes the best of all, `choose_bid` and `choose_card` the best of
those that are given: so does the tree find the next thing to try.
"""

from __future__ import annotations

import numpy as np

from karat.kernel.aurum.layout import (
    BARS,
    BID,
    BIDDING,
    CHANGING,
    FOR_GOLD,
    FOR_TRICK,
    HAND,
    LEADER,
    PHASE,
    PLAYED,
    PLAYERS,
    RANK,
    STOCK,
    SUPPLY,
    TRICK,
    TURN,
    Record,
)
from karat.kernel.aurum.legal import barred, lying, purse
from karat.kernel.aurum.round import after, apply
from karat.kernel.aurum.scoring import bid_points, side_bid, side_of, side_tricks
from karat.kernel.bits import highest, lowest, popcount
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below
from karat.rules.aurum.codec import BASE, END, KEEP, PLAY, PLAY_GOLD, SWAP
from karat.search.aurum.tables import (
    AT_LEAST,
    BEST_WORTH,
    DIGS,
    KEEN,
    METAL_STRENGTH,
    NONE_OF,
    PATIENCE,
    PRIZE,
    SHARES,
    SHY,
    SLOPE,
    STRENGTH,
    TRUMPS,
    WORTH,
)

RANK_COLUMN = np.int64(sum(1 << 10 * metal for metal in range(5)))
"""The five cards of rank 1, to be shifted to other ranks."""


@kernel
def ranks_of(cards: Int) -> Int:
    """The ranks of a set of base cards, a bit each, rank 1 lowest."""
    return (cards | cards >> 10 | cards >> 20 | cards >> 30 | cards >> 40) & 1023


@kernel
def card_of(cards: Int, rank: Int) -> Int:
    """The first card of a rank that the set must hold."""
    return lowest(cards & RANK_COLUMN << (rank - 1))


@kernel
def strength_of(kind: Int, cards: Int) -> Int:
    """The tricks that a hand is good for."""
    row = METAL_STRENGTH[kind]
    total = row[cards & 1023] + row[cards >> 10 & 1023] + row[cards >> 20 & 1023]
    return total + row[cards >> 30 & 1023] + row[cards >> 40 & 1023]


@kernel
def others_of(state: Record, hand: Int) -> Int:
    """What the others hold together: all that one has not seen."""
    return (state[HAND] | state[HAND + 1] | state[HAND + 2] | state[HAND + 3]) & ~hand


@kernel
def tricks_in(kind: Int, others: Int, inverse: Int, rank: Int) -> Int:
    """The tricks that a card is good for: it must beat a card of every other seat."""
    beats = 1 - (popcount(others & AT_LEAST[rank]) + popcount(others & AT_LEAST[rank + 1])) * 0.5 * inverse
    return beats * beats * (beats if kind else 1.0)


@kernel
def tricks_left(state: Record) -> Int:
    """The tricks that can still be played, this one included, as long as nobody trumps: the smallest hand decides."""
    least = min(popcount(state[HAND]), popcount(state[HAND + 1]), popcount(state[HAND + 2]))
    return min(least, popcount(state[HAND + 3])) if state[PLAYERS] == 4 else least


@kernel
def tricks_after(state: Record) -> Int:
    """The same within a trick, without this one: who has yet to follow gives a card for it."""
    least, players, seat = np.int64(12), state[PLAYERS], state[LEADER]
    for place in range(players):
        least = min(least, popcount(state[HAND + (seat & 3)]) - (place >= state[PLAYED]))
        seat = after(seat, players)
    return max(least, 0)


@outlined
def more_now(state: Record, hand: Int) -> Int:
    """By how much a hand is stronger than an average one, against the cards that are left."""
    kind, others = state[PLAYERS] - 3, others_of(state, hand)
    inverse = 1.0 / max(popcount(others), 1)
    total, cards = 0.0, hand
    while cards:
        total += tricks_in(kind, others, inverse, RANK[lowest(cards)])
        cards &= cards - 1
    return total - popcount(hand) / (kind + 3.0)


@kernel
def choose(state: Record, seat: Int) -> Int:
    """What the rules of thumb do for a seat that owes an action."""
    if state[PHASE] == CHANGING:
        return choose_change(state, seat)
    if state[PHASE] == BIDDING:
        return choose_bid(state, seat, state[HAND + seat])
    free = state[HAND + seat] & ~barred(lying(state))
    golds = purse(state[STOCK + seat]) if state[PLAYED] else np.int64(0)  # A5.2
    return choose_card(state, seat, free, golds, free == 0)


@kernel
def choose_noisily(state: Record, seat: Int, noise: Int, rng: Words) -> Int:
    """The same, but of `noise` plays in 256 some are any card that may be played."""
    if noise and state[PHASE] != CHANGING and below(rng, 256) < noise:
        cards = state[HAND + seat] & ~barred(lying(state))
        if cards:
            from_card = below(rng, popcount(cards))
            for _ in range(from_card):
                cards &= cards - 1
            return lowest(cards) + (PLAY if state[PHASE] != BIDDING else 0)
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
    kind = state[PLAYERS] - 3
    bid = rank
    if kind and state[BID + (seat ^ 2)] >= 0:
        bid = max(bid, RANK[state[BID + (seat ^ 2)]])
    left = popcount(state[HAND + seat]) - 1
    more = strength_of(kind, state[HAND + seat]) - STRENGTH[kind, rank] - left / (kind + 3.0)
    return WORTH[kind, bid, 0, left] + SLOPE[kind, bid, 0, left] * more


@kernel
def choose_change(state: Record, seat: Int) -> Int:
    """Change the side's bid, for the cheapest gold, when that gains more than the gold and the waiting are worth."""
    kind = state[PLAYERS] - 3
    side = side_of(state[PLAYERS], seat)
    hand = state[HAND + seat]
    left = tricks_left(state)
    bid, taken = side_bid(state, side), side_tricks(state, side)
    paid = lowest(purse(state[STOCK + seat])) >> 2
    price = PRIZE[paid] + PATIENCE * left
    if BEST_WORTH[kind, taken, left] + 2.0 < WORTH[kind, bid, taken, left] + price:
        return np.int64(KEEP)
    more = more_now(state, hand)
    most = WORTH[kind, bid, taken, left] + SLOPE[kind, bid, taken, left] * more + price
    return best_change(state, seat, paid, most, more)


@outlined
def best_change(state: Record, seat: Int, paid: Int, most: Int, more: Int) -> Int:
    """The best swap for a gold card of that rank that is worth more than `most`, or to keep."""
    kind = state[PLAYERS] - 3
    hand = state[HAND + seat]
    left, taken = tricks_left(state), side_tricks(state, side_of(state[PLAYERS], seat))
    own = RANK[state[BID + seat]]
    other = RANK[state[BID + (seat ^ 2)]] if kind else np.int64(0)
    partners = np.int64(other > own)  # lay the new card on the higher of the two: the side's bid
    stays, leaves = min(own, other), max(own, other)
    others = others_of(state, hand)
    inverse = 1.0 / max(popcount(others), 1)
    best, ranks = np.int64(KEEP), ranks_of(hand)
    while ranks:
        rank = lowest(ranks) + 1
        bid = max(rank, stays)
        more_after = more + tricks_in(kind, others, inverse, leaves) - tricks_in(kind, others, inverse, rank)
        value = WORTH[kind, bid, taken, left] + SLOPE[kind, bid, taken, left] * more_after
        if value > most and bid != leaves:
            most = value
            best = SWAP + (2 * paid + partners) * BASE + card_of(hand, rank)
        ranks &= ranks - 1
    return best


@kernel
def trick_stakes(state: Record, side: Int, left: Int) -> tuple[Int, Int]:
    """What this trick adds to a side's bid if it takes it, and what the bid is worth without; `left` come after."""
    kind = state[PLAYERS] - 3
    bid, taken = side_bid(state, side), side_tricks(state, side)
    without = WORTH[kind, bid, taken, left]
    return WORTH[kind, bid, min(taken + 1, 12), left] - without, without


@kernel
def lacks(share: Int, cards: Int) -> Int:
    """The chance that a hand of so many cards holds none of a share of the unseen ones."""
    return NONE_OF[np.int64(share * SHARES + 0.5), cards]


@kernel
def would_take(state: Record, seat: Int, can: Int, high: Int) -> Int:
    """The chance that a later seat takes a trick which it can take with a base card with a chance `can`."""
    side = side_of(state[PLAYERS], seat)
    if side_bid(state, side) > side_tricks(state, side):
        stock = state[STOCK + seat]
        trumps = stock != 0 and 64 + (highest(stock) & ~3) >= high
        return KEEN * (max(can, TRUMPS) if trumps else can)
    return SHY * can


@kernel
def chance_of_side(state: Record, seat: Int, later: Int, ours: Int, can: Int, high: Int) -> Int:
    """The chance that the side of `seat` takes the trick, if now it does with a chance `ours`, and others follow.

    `high` is the card to beat, as FOR_TRICK tells it, and `can` the chance that a later hand holds a base card for it.
    """
    players = state[PLAYERS]
    other = seat
    for step in range(later):
        other = after(other, players)
        does = would_take(state, other, can, high)
        ours *= 1 - does
        if step == 1 and players == 4:  # the partner
            ours += does
    return ours


@outlined
def choose_card(state: Record, seat: Int, free: Int, golds: Int, may_end: Int) -> Int:
    """Play for the tricks that are needed and for cheap gold, and keep the hand that the rest asks for.

    It chooses among the base cards and gold that are given, and the end of the round where that is; there must be one.
    """
    if not golds and not may_end and not free & (free - 1):
        return PLAY + lowest(free)
    players, place = state[PLAYERS], state[PLAYED]
    kind, side = players - 3, side_of(players, seat)
    hand = state[HAND + seat]
    others = others_of(state, hand)
    inverse = 1.0 / max(popcount(others), 1)
    open_cards = others & ~barred(lying(state))
    left = popcount(hand)
    rest = tricks_after(state)
    gain, ours = trick_stakes(state, side, rest)
    if kind:
        loss, theirs = trick_stakes(state, side ^ 1, rest)
    else:
        one, first = trick_stakes(state, (side + 1) % 3, rest)
        two, second = trick_stakes(state, (side + 2) % 3, rest)
        loss, theirs = (one + two) / 4, (first + second) / 2
    # What lies there.
    low, high, low_ours, high_ours = np.int64(400), np.int64(-4), 0.0, 0.0
    for before in range(place):
        card = state[TRICK + before] & 63
        same = 1.0 if kind and not (place - before) & 1 else 0.0
        if FOR_GOLD[card] <= low:
            low, low_ours = FOR_GOLD[card], same
        if FOR_TRICK[card] >= high:
            high, high_ours = FOR_TRICK[card], same
    later = players - 1 - place
    slope = SLOPE[kind, side_bid(state, side), side_tricks(state, side), rest]
    if kind:  # what strength adds to one's own tricks it takes from the rivals'
        slope += SLOPE[kind, side_bid(state, side ^ 1), side_tricks(state, side ^ 1), rest]
    else:
        one_more, two_more = (side + 1) % 3, (side + 2) % 3
        slope += SLOPE[kind, side_bid(state, one_more), side_tricks(state, one_more), rest] / 4
        slope += SLOPE[kind, side_bid(state, two_more), side_tricks(state, two_more), rest] / 4
    supply = state[SUPPLY]
    high_rank, low_rank = high >> 2, low >> 2
    # A card that neither takes the trick nor goes under the lowest leaves both as they are.
    beaters = popcount(open_cards & AT_LEAST[high_rank if 0 <= high_rank < 11 else 11 * (high_rank > 0)])
    chance = chance_of_side(state, seat, later, high_ours, 1 - lacks(beaters * inverse, left), high)
    loses = chance * gain - (1 - chance) * loss
    keeps = 0.0
    if low_rank < 9 and supply & (15 << 4 * low_rank):
        none = 1 - DIGS * (1 - lacks(popcount(open_cards & ~AT_LEAST[low_rank + 1]) * inverse, left))
        keeps = PRIZE[low_rank] * (low_ours - (1 - low_ours) * (0.5 + 0.5 * kind))
        for _ in range(later):
            keeps *= none
    best, most = np.int64(0), -1e9
    ranks = ranks_of(free)
    while ranks:
        rank = lowest(ranks) + 1
        barring = open_cards & ~BARS[card_of(free, rank)]
        value = loses
        if rank >= high_rank:
            can = 1 - lacks(popcount(barring & AT_LEAST[rank]) * inverse, left)
            chance = chance_of_side(state, seat, later, 1.0, can, 4 * rank)
            value = chance * gain - (1 - chance) * loss
        if rank > low_rank:
            value += keeps
        elif rank < 9 and supply & (15 << 4 * rank):
            none = 1 - DIGS * (1 - lacks(popcount(barring & ~AT_LEAST[rank + 1]) * inverse, left))
            prize = PRIZE[rank]
            for _ in range(later):
                prize *= none
            value += prize
        value -= slope * tricks_in(kind, others, inverse, rank)
        if value > most:
            best, most = rank, value
        ranks &= ranks - 1
    action = np.int64(END)
    if free:
        action = PLAY + card_of(free, best)
    elif may_end:
        now, rivals = points_now(state, side)
        most = now - ours - (rivals - theirs)
    while golds:
        rank = lowest(golds) >> 2
        value = loses
        if 16 + rank >= high_rank:
            chance = chance_of_side(state, seat, later, 1.0, 0.0, 64 + 4 * rank)
            value = chance * gain - (1 - chance) * loss
        value += keeps - PRIZE[rank]
        if value > most:
            action, most = PLAY_GOLD + rank, value
        golds &= golds - 1
    return action


@outlined
def points_now(state: Record, side: Int) -> tuple[Int, Int]:
    """What the bids bring if the round ends now: one's own, and the average rival's."""
    kind = state[PLAYERS] - 3
    ours = bid_points(side_bid(state, side), side_tricks(state, side))
    total = np.int64(0)
    for other in range(3 - kind):
        if other != side:
            total += bid_points(side_bid(state, other), side_tricks(state, other))
    return ours * 1.0, total / (2.0 - kind)


@kernel
def play_out(state: Record, noise: Int, rng: Words) -> Int:
    """Play to the end of the round; the number of actions."""
    actions = np.int64(0)
    while state[TURN] >= 0:
        seat = state[TURN] & 3
        apply(state, seat, choose_noisily(state, seat, noise, rng))
        actions += 1
    return actions
