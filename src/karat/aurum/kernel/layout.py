"""The record of a match of Aurum: 56 words of int64, one after the other.

| word    | name     | holds                                                                                    |
|---------|----------|------------------------------------------------------------------------------------------|
| 0       | PLAYERS  | 3 or 4                                                                                   |
| 1       | EDITION  | 0 de, 1 fr, 2 ru                                                                         |
| 2       | VARIANTS | bit 0 no-zero-gold (AV.1), bit 1 three-round-total (AV.2)                                |
| 3       | PHASE    | 0 awaits a deal, 1 bidding, 2 changing bids, 3 playing, 4 the match is over              |
| 4       | ROUNDS   | how many rounds are finished                                                             |
| 5       | FIRST    | who holds the token in this round, or held it in the last; -1 before the first deal     |
| 6       | LEADER   | of this trick                                                                            |
| 7       | TURN     | who acts, of three that bid in secret the lowest seat; -1 for nobody                     |
| 8       | ASKED    | who may yet change a bid before this trick, a bit a seat (A4.1)                          |
| 9       | PLAYED   | how many cards lie in the trick                                                          |
| 10 - 13 | TRICK    | its cards from the leader on, by number (see codec); -1 for none                         |
| 14      | ENDED_BY | whose turn it was when the round ended (A7); -1 while it goes on                         |
| 15      | SUPPLY   | gold that can be won                                                                     |
| 16      | ASIDE    | base cards that lie open beside the game (A2.1)                                          |
| 17 - 20 | HAND     | base cards, by seat                                                                      |
| 21 - 24 | KNOWN    | those cards of a hand that all have seen go there: bids that were swapped out (A4.4)     |
| 25 - 28 | STOCK    | gold, by seat                                                                            |
| 29 - 32 | BID      | bid card, by seat; -1 until laid; in a view, -2 for one that lies face down              |
| 33 - 36 | OUT      | base cards that a seat played to tricks of this round, by seat                           |
| 37 - 40 | TRICKS   | taken, by seat                                                                           |
| 41 - 43 | NUGGETS  | by side                                                                                  |
| 44 - 46 | TOTALS   | points of all finished rounds, by side                                                   |
| 47 - 49 | POINTS   | of the round that finished last, by side                                                 |
| 50      | WINNERS  | of the match, a bit a side; 0 while it goes on                                           |
| 51      | SEAT     | -1 in a state; in a view, whose it is, 4 for an onlooker's                               |
| 52 - 55 | SIZES    | in a view, how many cards each seat holds; 0 in a state                                  |

A set of base cards has a bit for each, by its number. Gold is counted, four bits a rank, rank 0 lowest. With three
players the last seat, and with four the last side, stays empty: 0, or -1 for a bid. Sides are 0 and 1 for seats 0 2
and 1 3 of four; of three, each seat is a side. After a round the table stays as it lay until the next deal.

A *view* is such a record with what one seat cannot know taken out: other hands hold only what is known of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from karat.aurum.rules.cards import GOLD_COPIES, Card
from karat.aurum.rules.codec import BASE, CARDS, NUMBERS
from karat.aurum.rules.deal import base_cards, first_supply

Record = NDArray[np.int64]

WORDS = 56
PLAYERS, EDITION, VARIANTS, PHASE, ROUNDS, FIRST, LEADER, TURN, ASKED, PLAYED = range(10)
TRICK, ENDED_BY, SUPPLY, ASIDE, HAND, KNOWN, STOCK, BID, OUT, TRICKS = 10, 14, 15, 16, 17, 21, 25, 29, 33, 37
NUGGETS, TOTALS, POINTS, WINNERS, SEAT, SIZES = 41, 44, 47, 50, 51, 52

AWAITS_DEAL, BIDDING, CHANGING, PLAYING, OVER = range(5)
DE, FR, RU = range(3)
NO_ZERO_GOLD, THREE_ROUND_TOTAL = 1, 2
HIDDEN, ONLOOKER = -2, 4

ONE = np.int64(1)
METAL_CARDS = (1 << 10) - 1
"""The ten cards of a metal, to be shifted to its place."""

RANK = np.array([card.rank for card in CARDS], np.int64)
"""The rank of every card, base or gold, by its number."""
BARS = np.array([METAL_CARDS << 10 * (number // 10) if number < BASE else 0 for number in range(len(CARDS))], np.int64)
"""The base cards that may not follow a card: all of its metal (A5.4)."""


def _by_card(base: Callable[[Card], int], gold: Callable[[Card], int], none: int) -> NDArray[np.int64]:
    """A table by the lowest six bits of a card's number in the trick, which for none are 63."""
    cards = [base(card) if number < BASE else gold(card) for number, card in enumerate(CARDS)]
    return np.array(cards + [none] * (64 - len(cards)), np.int64)


FOR_GOLD = _by_card(lambda card: 4 * card.rank, lambda _: 400, 400)
"""By what a card is the lowest (A6.2), times four: only base cards can be."""
FOR_TRICK = _by_card(lambda card: 4 * card.rank, lambda card: 4 * (16 + card.rank), -4)
"""By what a card is the highest, times four: even a gold 0 beats every base card (A6.3)."""
GOLD_UNIT = _by_card(lambda _: 0, lambda card: 1 << 4 * card.rank, 0)
"""One gold card of that rank."""
LYING = _by_card(lambda card: 1 << NUMBERS[card], lambda card: 1 << NUMBERS[card], 0)
"""A card as a set, in which gold of rank r is bit BASE + r."""


def gold_word(copies: dict[int, int]) -> int:
    """Gold, so many of each rank, as a word."""
    return sum(count << 4 * rank for rank, count in copies.items())


DECK_3 = np.array([NUMBERS[card] for card in base_cards(3)], np.int64)  # A2.2
DECK_4 = np.array([NUMBERS[card] for card in base_cards(4)], np.int64)  # A2.1
ALL_3 = int(sum(1 << int(number) for number in DECK_3))
ALL_4 = int(sum(1 << int(number) for number in DECK_4))
SUPPLY_3 = gold_word({rank: first_supply(3).count(CARDS[BASE + rank]) for rank in GOLD_COPIES})  # A2.3
SUPPLY_4 = gold_word({rank: first_supply(4).count(CARDS[BASE + rank]) for rank in GOLD_COPIES})
RANKS_OF_GOLD = gold_word(dict.fromkeys(GOLD_COPIES, 1))
