"""What a seat may know of a round of Aurum, as the numbers that a net reads.

Everything is relative: player 0 is the seat itself, 1 the next clockwise, and so on; side 0 is its own. Who acts does
not matter: any seat can look at any moment. There are two parts.

**By metal**, for each of the five, a word of 62 bits. The metals of Aurum can change places without changing the game,
so a net reads all five words with the same weights.

| bit     | is 1 for                                                                                          |
|---------|---------------------------------------------------------------------------------------------------|
| 0 - 9   | a card in the own hand, by rank                                                                   |
| 10 - 19 | a card that others may hold                                                                       |
| 20 - 49 | a card that all know to be in the hand of player 1, 2, 3                                          |
| 50 - 59 | a card that is a bid of the own side, and can come back into a hand                               |
| 60      | a metal that may not follow in this trick (A5.4)                                                  |
| 61      | a metal that is in the game                                                                       |

**Of the whole table**, small whole numbers. One of a row is 1 where it says "one of".

| from | holds                                                                                                |
|------|------------------------------------------------------------------------------------------------------|
| 0    | one of: bidding, changing bids, playing                                                              |
| 3    | one of: player 0 to 3 acts                                                                           |
| 7    | who may yet change a bid before this trick: players 0 to 3                                           |
| 11   | one of: player 0 to 3 leads the trick                                                                |
| 15   | who has yet to play to this trick: players 0 to 3                                                    |
| 19   | by player, one of: holds 0 to 12 base cards                                                          |
| 71   | by player, one of: has bid no card, has bid rank 1 to 10                                             |
| 115  | by side, one of: needs -3 or fewer, -2, ... 8, 9 or more tricks for its bid                          |
| 154  | by side, whether it needs more tricks than there can be                                              |
| 157  | by side, its points if the round ended now                                                           |
| 160  | by side, the points of its gold                                                                      |
| 163  | by how much the own side leads the best other, if the round ended now                                |
| 164  | one of: the own side would then win alone, share, lose                                               |
| 167  | one of: 0 to 3 cards lie in the trick                                                                |
| 171  | one of: the card that takes it is base 1 to 10, gold 0 to 8                                          |
| 190  | one of: player 0 to 3 would take it                                                                  |
| 194  | one of: the lowest base card has rank 1 to 10                                                        |
| 204  | one of: player 0 to 3 has it, and so would take gold and lead                                        |
| 208  | one of: the gold for it is worth 0 to 3 points; none if there is no such gold                        |
| 212  | how many cards that others may hold could follow and take the trick, could follow and go lowest      |
| 214  | the same of the own hand                                                                             |
| 216  | by player, gold in stock of rank 0 to 8                                                              |
| 252  | by player, how many gold cards that is                                                               |
| 256  | by player, whether it has any                                                                        |
| 260  | gold in the supply of rank 0 to 8                                                                    |
| 269  | by player 1 to 3, how many cards of rank 1 to 10 it has played                                       |
| 299  | how many cards that others may hold are of rank 1 to 10                                              |
| 309  | how many of the own hand are                                                                         |
| 319  | without zero gold (AV.1); ties are shared (A8.5)                                                     |

Bids that lie face down (A3.3) count as not laid: while three bid in secret, nothing tells who has chosen already.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import barred, lying
from karat.aurum.kernel.scoring import bid_points, gold_points, side_of, side_tricks, sides
from karat.aurum.rules.codec import BASE
from karat.kernel.bits import highest, lowest, popcount
from karat.kernel.jit import Int, kernel, outlined

Floats = NDArray[np.float32]

METALS, METAL_FEATURES = 5, 62
AT_KNOWN, AT_BIDS, AT_BARRED, AT_IN_GAME = 20, 50, 60, 61

FEATURES = 321
"""Of the whole table."""
AT_PHASE, AT_TURN, AT_ASKED, AT_LEADER, AT_TO_PLAY, AT_SIZE, AT_BID, AT_NEED, AT_DEAD = (
    0, 3, 7, 11, 15, 19, 71, 115, 154,
)  # fmt: skip
AT_POINTS, AT_GOLD_POINTS, AT_LEAD, AT_STANDING, AT_PLAYED, AT_BEST, AT_TAKER, AT_LOW, AT_DIGGER, AT_PRIZE = (
    157, 160, 163, 164, 167, 171, 190, 194, 204, 208,
)  # fmt: skip
AT_UNSEEN_BEAT, AT_HAND_BEAT, AT_STOCK, AT_COINS, AT_HAS_GOLD, AT_SUPPLY, AT_OUT, AT_UNSEEN_RANKS, AT_HAND_RANKS = (
    212, 214, 216, 252, 256, 260, 269, 299, 309,
)  # fmt: skip
AT_RULES = 319
LEAST_NEED, NEEDS = -3, 13

_FIRST_RANKS = sum(1 << 10 * metal for metal in range(METALS))
OF_RANK = np.array([_FIRST_RANKS << rank - 1 if rank else 0 for rank in range(11)], np.int64)
"""The base cards of a rank, from 1 on."""
FROM_RANK = np.array(
    [sum(_FIRST_RANKS << above - 1 for above in range(max(rank, 1), 11)) for rank in range(12)], np.int64
)
"""The base cards of at least a rank."""
WORTH = np.array([0, 1, 1, 1, 2, 2, 2, 3, 3], np.int64)
"""The points of gold, by rank (A8.2)."""
_METAL = np.int64((1 << 10) - 1)


@kernel
def may_see_bid(state: Record, seat: Int, owner: Int) -> bool:
    """Whether a bid is laid and lies open to `seat`."""
    laid = state[at.BID + owner] >= 0
    return bool(laid and (owner == seat or not (state[at.PHASE] == at.BIDDING and state[at.PLAYERS] == 3)))


@kernel
def unseen_by(state: Record, seat: Int) -> Int:
    """The base cards of which `seat` does not know where they are; never reads another's hand."""
    cards = np.int64(at.ALL_4 if state[at.PLAYERS] == 4 else at.ALL_3) & ~(state[at.ASIDE] | state[at.HAND + seat])
    for other in range(state[at.PLAYERS]):
        cards &= ~(state[at.OUT + other] | state[at.KNOWN + other])
        if may_see_bid(state, seat, other):
            cards &= ~(at.ONE << state[at.BID + other])
    return cards


@outlined
def look(state: Record, seat: Int, x: Floats, metals: NDArray[np.int64]) -> None:
    """Write what `seat` sees of a running round: FEATURES numbers, and a word for each of METALS."""
    for place in range(FEATURES):
        x[place] = 0
    players = state[at.PLAYERS]
    secret = state[at.PHASE] == at.BIDDING and players == 3
    x[AT_PHASE + state[at.PHASE] - at.BIDDING] = 1
    trick = lying(state)
    bars = barred(trick)
    unseen = unseen_by(state, seat)
    hand = state[at.HAND + seat]
    played, leader = state[at.PLAYED], state[at.LEADER]
    x[AT_PLAYED + played] = 1

    other, bids = seat, np.int64(0)
    left = popcount(hand)
    for player in range(players):
        stock = state[at.STOCK + other]
        size = popcount(state[at.HAND + other])
        if secret and player:
            size = np.int64(12)  # nobody knows yet who has laid a bid
        left = min(left, size)
        x[AT_SIZE + 13 * player + size] = 1
        x[AT_ASKED + player] = state[at.ASKED] >> other & 1
        x[AT_LEADER + player] = other == leader
        x[AT_TURN + player] = (other == state[at.TURN]) & (not secret)
        place = other - leader if other >= leader else other - leader + players
        x[AT_TO_PLAY + player] = (state[at.PHASE] == at.PLAYING) & (place >= played)
        if may_see_bid(state, seat, other):
            bid = state[at.BID + other]
            x[AT_BID + 11 * player + at.RANK[bid]] = 1
            if player == 0 or (player == 2 and players == 4):
                bids |= at.ONE << bid
        else:
            x[AT_BID + 11 * player] = 1
        coins = np.int64(0)
        for rank in range(9):
            many = stock >> 4 * rank & 15
            x[AT_STOCK + 9 * player + rank] = many
            coins += many
        x[AT_COINS + player] = coins
        x[AT_HAS_GOLD + player] = coins != 0
        if player:
            gone = state[at.OUT + other]
            for rank in range(1, 11):
                x[AT_OUT + 10 * (player - 1) + rank - 1] = popcount(gone & OF_RANK[rank])
        other = other + 1 if other + 1 < players else np.int64(0)
    if secret and state[at.BID + seat] < 0:
        x[AT_TURN] = 1
    for rank in range(9):
        x[AT_SUPPLY + rank] = state[at.SUPPLY] >> 4 * rank & 15
    for rank in range(1, 11):
        x[AT_UNSEEN_RANKS + rank - 1] = popcount(unseen & OF_RANK[rank])
        x[AT_HAND_RANKS + rank - 1] = popcount(hand & OF_RANK[rank])

    _standing(state, seat, left, x)
    _trick(state, seat, unseen & ~bars, hand & ~bars, x)
    x[AT_RULES] = (state[at.VARIANTS] & at.NO_ZERO_GOLD) != 0
    x[AT_RULES + 1] = state[at.EDITION] == at.RU and players == 3

    deck = np.int64(at.ALL_4 if players == 4 else at.ALL_3)
    for metal in range(METALS):
        shift = 10 * metal
        seen = (hand >> shift & _METAL) | (unseen >> shift & _METAL) << 10 | (bids >> shift & _METAL) << AT_BIDS
        other = seat
        for player in range(1, players):
            other = other + 1 if other + 1 < players else np.int64(0)
            seen |= (state[at.KNOWN + other] >> shift & _METAL) << 10 + 10 * player
        seen |= np.int64((bars >> shift & _METAL) != 0) << AT_BARRED
        seen |= np.int64((deck >> shift & _METAL) != 0) << AT_IN_GAME
        metals[metal] = seen


@kernel
def _standing(state: Record, seat: Int, left: Int, x: Floats) -> None:
    """Where the bids and the gold stand; of bids only such as `seat` may see."""
    players = state[at.PLAYERS]
    many = sides(players)
    side = side_of(players, seat)
    ours, best, ours_worth, best_worth = np.int64(0), np.int64(-1), np.int64(0), np.int64(-1)
    for number in range(many):
        gold = state[at.STOCK + side] + (state[at.STOCK + side + 2] if players == 4 else np.int64(0))
        points = gold_points(gold)
        x[AT_GOLD_POINTS + number] = points
        bid, exact = np.int64(0), np.int64(0)
        if may_see_bid(state, seat, side):
            bid = at.RANK[state[at.BID + side]]
        if players == 4 and may_see_bid(state, seat, side + 2):
            bid = max(bid, at.RANK[state[at.BID + side + 2]])
        if bid:
            tricks = side_tricks(state, side)
            need = bid - tricks
            x[AT_NEED + NEEDS * number + min(max(need - LEAST_NEED, np.int64(0)), np.int64(NEEDS - 1))] = 1
            x[AT_DEAD + number] = need > left
            if state[at.PHASE] != at.BIDDING:
                points += bid_points(bid, tricks)
                exact = np.int64(need == 0)
        x[AT_POINTS + number] = points
        worth = (2 * points + exact) * 16  # A8.3, A8.4
        if not (state[at.EDITION] == at.RU and players == 3):
            worth += (highest(gold) >> 2) + 1  # A8.5
        if number == 0:
            ours, ours_worth = points, worth
        else:
            best, best_worth = max(best, points), max(best_worth, worth)
        side = side + 1 if side + 1 < many else np.int64(0)
    x[AT_LEAD] = ours - best
    place = 0 if ours_worth > best_worth else 1 if ours_worth == best_worth else 2
    x[AT_STANDING + place] = 1


@kernel
def _trick(state: Record, seat: Int, unseen: Int, hand: Int, x: Floats) -> None:
    """Who would take the trick and its gold; `unseen` and `hand` are those cards that may follow."""
    if state[at.PLAYED] == 0:
        return
    players = state[at.PLAYERS]
    best, low = np.int64(-1), np.int64(99)
    taker = digger = np.int64(0)
    for place in range(state[at.PLAYED]):
        card = state[at.TRICK + place]
        rank = at.RANK[card]
        player = state[at.LEADER] + place - seat
        player = player + players if player < 0 else player
        player = player - players if player >= players else player
        worth = rank - 1 if card < BASE else rank + 10
        if worth >= best:  # A6.4
            best, taker = worth, player
        if card < BASE and rank <= low:
            low, digger = rank, player
    x[AT_BEST + best] = 1
    x[AT_TAKER + taker] = 1
    x[AT_LOW + low - 1] = 1
    x[AT_DIGGER + digger] = 1
    if low <= 8 and state[at.SUPPLY] >> 4 * low & 15:
        x[AT_PRIZE + WORTH[low]] = 1
    beats = FROM_RANK[best + 1 if best < 10 else 11]
    digs = ~FROM_RANK[low + 1]
    x[AT_UNSEEN_BEAT] = popcount(unseen & beats)
    x[AT_UNSEEN_BEAT + 1] = popcount(unseen & digs)
    x[AT_HAND_BEAT] = popcount(hand & beats)
    x[AT_HAND_BEAT + 1] = popcount(hand & digs)


@kernel
def unpack(metals: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    """The words of the metals as METALS * METAL_FEATURES bytes of 0 and 1."""
    for metal in range(METALS):
        for place in range(METAL_FEATURES):
            out[METAL_FEATURES * metal + place] = 0
        word = metals[metal]
        while word:
            out[METAL_FEATURES * metal + lowest(word)] = 1
            word &= word - 1
