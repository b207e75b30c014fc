"""What the rule policy looks up: the casual bot's thoughts about bids, tricks and gold, worked out beforehand.

Everything is in points. A hand's strength is the tricks that its cards are good for. The first index of every table
is the number of players less three.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from karat.aurum.rules.cards import GOLD_COPIES, gold
from karat.aurum.rules.scoring import bid_points, gold_points

Table = NDArray[np.float64]

RANKS, TRICKS, LEFT = 11, 13, 13
"""Sizes: ranks 0 to 10, tricks that were taken 0 to 12, cards that are left 0 to 12."""

FAITH = 0.25
"""How much of what sets a hand apart from an average one shows in tricks."""
UNPLAYED = 0.3
"""The tricks that are never played because somebody is stuck before."""
GOLD_USE = 0.4
"""What any gold card is worth beyond its points, as a trump or as the price of another bid."""
PATIENCE = 0.3
"""What a change of bid must gain for each trick left, beyond its price."""
KEEN, SHY = 0.7, 0.5
"""The chance that a later seat takes a trick that it can take, when its side needs some and when not."""
TRUMPS = 0.3
"""The chance that a later seat in need would take the trick with gold at least."""
DIGS = 0.7
"""The chance that a later seat goes under the lowest card when it can."""
STEER, SPREAD = (0.06, 0.03), (0.4, 0.55)
"""How far a side can bend its tricks towards its bid, for each trick left, and how they scatter; see the bot Casual."""


def worth(players: int, bid: int, taken: int, left: int, more: float) -> float:
    """The points that a bid may bring to a side that has `taken` tricks and holds `more` than an average hand."""
    kind, partners = players - 3, 2 if players == 4 else 1
    mean = min(max(partners * max(left - UNPLAYED, 0.0) / players + more, 0.0), left)
    bend = STEER[kind] * left
    mean += max(-bend, min(bend, bid - taken - mean))
    width = 2 * SPREAD[kind] ** 2 * left + 0.02  # not quite 0 with no trick left, for the division
    chances = [math.exp(-((tricks - mean) ** 2) / width) for tricks in range(left + 1)]
    points = (chance * bid_points(bid, taken + tricks) for tricks, chance in enumerate(chances))
    return sum(points) / sum(chances)


def _worths(more: float) -> Table:
    size = range(RANKS), range(TRICKS), range(LEFT)
    return np.array(
        [
            [[[worth(players, bid, taken, left, more) for left in size[2]] for taken in size[1]] for bid in size[0]]
            for players in (3, 4)
        ]
    )


WORTH = _worths(0.0)
"""By bid, tricks taken and tricks left, for an average hand."""
SLOPE = (_worths(0.5) - _worths(-0.5)) * FAITH * np.array([1, 2 / 3]).reshape(2, 1, 1, 1)
"""What a trick more of strength in one's own hand adds to it; some of that is taken from the partner."""
BEST_WORTH = WORTH.max(axis=1)
"""By tricks taken and left, what the best bid would be worth."""

STRENGTH = np.array([[max((rank - 0.5) / 10, 0.0) ** (players - 1) for rank in range(RANKS)] for players in (3, 4)])
"""By rank, the tricks that a card is good for: it must beat a card of every other seat."""
METAL_STRENGTH = np.array(
    [[sum(row[rank + 1] for rank in range(10) if cards >> rank & 1) for cards in range(1024)] for row in STRENGTH]
)
"""The same for a set of cards of one metal."""


SHARES = 32
NONE_OF = np.array([[(1 - share / SHARES) ** cards for cards in range(LEFT)] for share in range(SHARES + 1)])
"""By a share of the unseen cards in 32nds and the cards of a hand: the chance that it holds none of them."""
UNSEEN = 37
"""The size of what is told by the cards in other hands, of which there are 0 to 36."""


def _holds() -> Table:
    table = np.zeros((UNSEEN, LEFT, UNSEEN))
    for unseen in range(UNSEEN):
        for some in range(unseen + 1):
            share = some * (1 / max(unseen, 1))
            table[unseen, :, some] = 1 - NONE_OF[int(share * SHARES + 0.5)]
    return table


HOLDS = _holds()
"""By the unseen cards, the cards of a hand and some of the unseen: the chance that it holds one of these."""


def tricks_in(players: int, unseen: int, halves: int) -> float:
    """The tricks that a card is good for: it must beat a card of every other seat."""
    beats = 1 - halves * 0.5 * (1 / max(unseen, 1))
    return beats * beats * (beats if players == 4 else 1.0)


TRICKS_IN = np.array(
    [
        [[tricks_in(players, unseen, halves) for halves in range(2 * UNSEEN)] for unseen in range(UNSEEN)]
        for players in (3, 4)
    ]
)
"""By the unseen cards, and how many of them are as high, and higher ones twice: the tricks that a card is good for."""
AT_LEAST = np.array([sum(1 << number for number in range(50) if number % 10 + 1 >= rank) for rank in range(12)])
"""By rank, the base cards of at least that rank."""

PRIZE = np.array([gold_points((gold(rank),)) + GOLD_USE if rank in GOLD_COPIES else 0.0 for rank in range(16)])
"""By rank, what a gold card is worth to its owner."""
