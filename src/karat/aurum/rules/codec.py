"""Actions and cards of Aurum as numbers: one code for kernel, nets and adapters.

| number     | is                                                                                       |
|------------|------------------------------------------------------------------------------------------|
| 0 - 49     | `Bid` of base card 0 to 49                                                               |
| 50 - 99    | `Play` of base card 0 to 49                                                              |
| 100 - 108  | `PlayGold` of rank 0 to 8                                                                |
| 109        | `End`                                                                                    |
| 110        | `Keep`                                                                                   |
| 111 - 1010 | `Swap`: 111 + 100 * rank of the gold paid + (0 own bid, 50 the partner's) + base card    |

Base card 10 * metal + rank - 1, metals in the order B C P S Z; in a trick, gold of rank r is card 50 + r.
A swap says whose bid as seen from who acts, so that a net plays alike from every seat; with three players the
numbers for a partner's bid are never legal. Legal actions, in the order in which the rules list them, ascend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.rules.actions import Action, Bid, End, Keep, Play, PlayGold, Swap
from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, Card, gold

if TYPE_CHECKING:
    from karat.game import Seat

BASE, GOLD = len(BASE_CARDS), len(GOLD_COPIES)
BID, PLAY, PLAY_GOLD, END, KEEP, SWAP = 0, BASE, 2 * BASE, 2 * BASE + GOLD, 2 * BASE + GOLD + 1, 2 * BASE + GOLD + 2
ACTIONS = SWAP + GOLD * 2 * BASE
"""How many numbers there are."""

CARDS = (*BASE_CARDS, *(gold(rank) for rank in GOLD_COPIES))
"""Every kind of card by its number."""
NUMBERS = {card: number for number, card in enumerate(CARDS)}


def encode(action: Action, seat: Seat, players: int) -> int:
    """The number of what `seat` does.

    >>> encode(Swap(gold(2), 3, CARDS[7]), 1, 4)
    368
    """
    match action:
        case Bid(card):
            return BID + base_number(card)
        case Play(card):
            return PLAY + base_number(card)
        case PlayGold(card):
            return PLAY_GOLD + gold_rank(card)
        case End():
            return END
        case Keep():
            return KEEP
        case Swap(paid, whose, card):
            if whose not in {seat, partner(seat, players)}:
                raise ValueError(f"'{action}' has no number: seat {whose} is not on the side of seat {seat}")
            return SWAP + (2 * gold_rank(paid) + (whose != seat)) * BASE + base_number(card)


def decode(number: int, seat: Seat, players: int) -> Action:
    """The action that `number` stands for when `seat` acts."""
    if not 0 <= number < ACTIONS:
        raise ValueError(f"an action is a number from 0 to {ACTIONS - 1}, not {number}")
    if number < PLAY:
        return Bid(CARDS[number])
    if number < PLAY_GOLD:
        return Play(CARDS[number - PLAY])
    if number < END:
        return PlayGold(gold(number - PLAY_GOLD))
    if number < SWAP:
        return End() if number == END else Keep()
    rank, rest = divmod(number - SWAP, 2 * BASE)
    other, card = divmod(rest, BASE)
    if other and players == 3:
        raise ValueError(f"{number} changes a partner's bid, and three players have no partners")
    return Swap(gold(rank), partner(seat, players) if other else seat, CARDS[card])


def partner(seat: Seat, players: int) -> Seat:
    """Who sits opposite; with three players, oneself."""
    return (seat + 2) % 4 if players == 4 else seat


def base_number(card: Card) -> int:
    if card.is_gold:
        raise ValueError(f"{card} is no base card")
    return NUMBERS[card]


def gold_rank(card: Card) -> int:
    if not card.is_gold:
        raise ValueError(f"{card} is no gold card")
    return card.rank
