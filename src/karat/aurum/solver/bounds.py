"""What a side can secure without a look ahead: most positions need none, which is what makes the solver fast.

A side may always keep its bids, pay no gold and play none: where it then cannot play, it ends the round (A7.1). It
keeps its bid and its gold for certain, and every trick that is completed takes a base card from each of its hands, so
that there are at most as many as its shorter hand has cards. Against that its rivals may at best take tricks as they
like, lay any card of theirs as their bid while they can still change it, and win the dearest gold that a base card can
fetch. The worst of all such ends is a worth that the side has safe. The rivals' bound is the negative of it.

Gold that a rival pays or plays costs it as many points as winning it back can bring, so what lies in the supply now is
all that it can gain; with three players, the third may also throw its gold in a rival's way.
"""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import ALL_BASE, lying
from karat.aurum.kernel.scoring import bid_points, gold_points, side_bid, side_gold, side_of, side_tricks, sides
from karat.aurum.solver.worth import at_least
from karat.kernel.bits import highest, popcount
from karat.kernel.jit import Int, kernel, outlined

_RANKS = (1 << 10) - 1
_FETCHED = np.array(
    [sum(15 << 4 * rank for rank in range(1, 9) if ranks >> rank & 1) for ranks in range(2048)], np.int64
)
"""By the ranks of base cards, a bit each, the gold that they can fetch (A6.1)."""
_ONCE_1_3, _TWICE_1_3, _RANKS_4_6, _RANKS_7_8 = 0x1110, 0x2220, 0x1110000, 0x110000000


@kernel
def ranks_of(cards: Int) -> Int:
    """The ranks of some base cards: bit r for rank r."""
    return ((cards | cards >> 10 | cards >> 20 | cards >> 30 | cards >> 40) & _RANKS) << 1


@kernel
def side_cards(state: Record, side: Int) -> Int:
    """The base cards that a side could lay as a bid: its hands and its bids."""
    cards = state[at.HAND + side] | at.ONE << state[at.BID + side]
    return cards | state[at.HAND + side + 2] | at.ONE << state[at.BID + side + 2] if state[at.PLAYERS] == 4 else cards


@kernel
def dearest(gold: Int, many: Int) -> Int:
    """The most points that so many of these gold cards make."""
    three = min(many, popcount(gold & _RANKS_7_8))
    two = min(many - three, popcount(gold & _RANKS_4_6))
    one = min(many - three - two, popcount(gold & _ONCE_1_3) + 2 * popcount(gold & _TWICE_1_3))
    return 3 * three + 2 * two + one


@kernel
def best_bid(ranks: Int, tricks: Int, more: Int) -> Int:
    """The most points for a bid of one of these ranks, with so many tricks and up to so many more (A8.1)."""
    bid = highest(ranks & ((at.ONE << (tricks + more + 1)) - 1))
    if bid <= 0:
        return np.int64(0)
    return 2 * bid if bid >= tricks else bid


@kernel
def lying_gold(state: Record) -> Int:
    """The gold in the trick."""
    two = at.GOLD_UNIT[state[at.TRICK] & 63] + at.GOLD_UNIT[state[at.TRICK + 1] & 63]
    return two + at.GOLD_UNIT[state[at.TRICK + 2] & 63] + at.GOLD_UNIT[state[at.TRICK + 3] & 63]


@outlined
def secured(state: Record, side: Int) -> Int:
    """A worth that `side` can have whatever the others do; the round is past its bids and not over."""
    players, leader, played = state[at.PLAYERS], state[at.LEADER], state[at.PLAYED]
    left, longest, led = np.int64(12), np.int64(0), lying(state) & ALL_BASE
    for seat in range(players):
        place = seat - leader if seat >= leader else seat - leader + players
        cards = popcount(state[at.HAND + seat]) + np.int64(place < played)  # with that of this trick
        longest = max(longest, cards)
        if side_of(players, seat) == side:
            left = min(left, cards)
    supply = state[at.SUPPLY] + (lying_gold(state) if left > 1 else np.int64(0))  # A6.5
    bid, tricks, gold = side_bid(state, side), side_tricks(state, side), gold_points(side_gold(state, side))
    worst = np.int64(99)
    for other in range(sides(players)):
        if other == side:
            continue
        cards, ranks = side_cards(state, other), at.ONE << side_bid(state, other)
        asked = state[at.ASKED] >> other & (5 if players == 4 else 1)
        if asked or longest > 1:  # with single cards nobody leads again, so that nobody is asked again (A7.4)
            ranks = ranks_of(cards)
        fetched = _FETCHED[ranks_of(cards | led)]  # A6.1: gold of the rank that one played oneself
        thrown = np.int64(0) if players == 4 else state[at.STOCK + 3 - side - other]
        rich = gold_points(side_gold(state, other)) + dearest((supply + thrown) & fetched, left)
        made = side_tricks(state, other)
        for taken in range(left + 1):
            mine = bid_points(bid, tricks + taken) + gold
            worst = min(worst, mine - rich - best_bid(ranks, made, left - taken))
    return at_least(worst)
