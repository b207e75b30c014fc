"""Changes of bids in the tree: there may be two hundred, so they are tried in the order of what they promise."""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import purse
from karat.aurum.kernel.scoring import side_bid, side_of, side_tricks
from karat.aurum.rules.codec import BASE, KEEP, SWAP
from karat.aurum.search.hands import more_now, others_of, tricks_in, tricks_left
from karat.aurum.search.tables import BEST_WORTH, PRIZE, SLOPE, WORTH
from karat.kernel.bits import lowest
from karat.kernel.jit import Int, kernel, outlined


@kernel
def is_worth_a_thought(state: Record, seat: Int, threshold: Int) -> bool:
    """Whether the best bid there could be is worth so many points more than the one that lies there."""
    kind, side = state[at.PLAYERS] - 3, side_of(state[at.PLAYERS], seat)
    left, taken = tricks_left(state), side_tricks(state, side)
    return bool(BEST_WORTH[kind, taken, left] - WORTH[kind, side_bid(state, side), taken, left] >= threshold)


@outlined
def best_untried_change(state: Record, seat: Int, tried: Record) -> Int:
    """Of the swaps that were not tried, a set of cards for each gold rank and bid, the most promising; else keep."""
    kind = state[at.PLAYERS] - 3
    hand = state[at.HAND + seat]
    left, taken = tricks_left(state), side_tricks(state, side_of(state[at.PLAYERS], seat))
    others = others_of(state, hand)
    more = more_now(kind, others, hand)
    best, most = np.int64(KEEP), -1e9
    golds = purse(state[at.STOCK + seat])
    while golds:
        paid = lowest(golds) >> 2
        for partners in range(1 + kind):
            whose, stays = seat ^ 2 * partners, np.int64(0)
            if kind:
                stays = at.RANK[state[at.BID + (whose ^ 2)]]
            leaves = at.RANK[state[at.BID + whose]]
            cards = hand & ~tried[2 * paid + partners]
            while cards:
                card = lowest(cards)
                bid = at.RANK[card] if at.RANK[card] > stays else stays  # noqa: FURB136 -- mypy cannot index by a max
                after = more + tricks_in(kind, others, leaves) - tricks_in(kind, others, at.RANK[card])
                value = WORTH[kind, bid, taken, left] + SLOPE[kind, bid, taken, left] * after - PRIZE[paid]
                if value > most:
                    best, most = SWAP + (2 * paid + partners) * BASE + card, value
                cards &= cards - 1
        golds &= golds - 1
    return best
