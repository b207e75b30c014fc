"""Rules of thumb for Aurum.

Every choice is weighed in the same coin: points at the end of the round, one's own side's less a part of the
rivals'. What a bid is still worth follows from three numbers, the tricks it needs, the tricks left, and how
many of these the side expects; so bidding, changing the bid, playing and ending the round are one thought.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from karat.rules.aurum.actions import Bid, End, Keep, Play, PlayGold, Swap
from karat.rules.aurum.cards import BASE_METALS, Card, Cards, Metal, gold
from karat.rules.aurum.deal import base_cards
from karat.rules.aurum.round import follows
from karat.rules.aurum.scoring import bid_points, gold_points, side_bid
from karat.rules.aurum.trick import highest, lowest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.game import Seat
    from karat.rules.aurum import Action, Observation
    from karat.shuffle import Stream


@dataclass(frozen=True, slots=True)
class Habits:
    """The numbers behind the thumb rules, found by letting variants play each other (bench/strength_aurum.py)."""

    steer: float = 0.25
    """By how much of each trick left a side can bend its tricks towards its bid."""
    spread: float = 0.45
    """The standard deviation of the tricks a side takes, per square root of tricks left."""
    envy: float = 0.7
    """What a point of all rivals together counts, against one's own."""
    gold_use: float = 0.4
    """What any gold card is worth beyond its points, as a trump or as the price of another bid."""
    swap_doubt: float = 0.5
    """What a change of bid must gain beyond its price, for one can also wait and see."""
    swap_doubt_per_trick: float = 0.15
    """The same for each trick left, as waiting is worth more early."""
    keen: float = 0.8
    """The chance that a later seat which needs tricks takes one that it can take."""
    shy: float = 0.35
    """The same of a seat that wants no more tricks."""
    digs: float = 0.6
    """The chance that a later seat goes under the lowest card when it can."""
    lead: float = 0.0
    """What leading the next trick is worth."""
    trust: float = 0.3
    """How much the bids laid tell of the hands behind them."""


class Sight:
    """What a seat makes of the table before it weighs its choices: who needs what, and what others may hold."""

    __slots__ = ("at_least", "bids", "hidden", "left", "me", "needs", "seen", "sides", "strength", "us")

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        self.seen, self.me = seen, seen.seat
        self.sides = seen.rules.sides
        self.us = next(index for index, side in enumerate(self.sides) if self.me in side)
        self.left = min(seen.hand_sizes)
        ranks = [0] * seen.rules.players
        for seat, card in seen.bids:
            ranks[seat] = card.rank
        self.bids = [side_bid(seen.rules, side, ranks) for side in range(len(self.sides))]
        taken = [sum(seen.tricks[seat] for seat in side) for side in self.sides]
        self.needs = [bid - made for bid, made in zip(self.bids, taken, strict=True)]
        self.at_least, self.hidden = tally(unseen(seen))
        self.strength = strengths(self.at_least, self.hidden, seen.rules.players)


def unseen(seen: Observation) -> set[Card]:
    """The base cards that others may hold: all that the seat has not seen anywhere."""
    cards = set(base_cards(seen.rules.players))
    cards.difference_update(seen.aside, seen.hand, [card for _, card in seen.bids])
    cards.difference_update([action.card for _, action in seen.actions if isinstance(action, Play)])
    return cards


def tally(cards: set[Card]) -> tuple[dict[Metal, list[int]], int]:
    """By metal, how many of `cards` have at least a rank, for ranks 0 to 11; and how many cards there are."""
    table = {metal: [0] * 12 for metal in BASE_METALS}
    for metal, rank in cards:
        table[metal][rank] += 1
    for row in table.values():
        for rank in range(10, -1, -1):
            row[rank] += row[rank + 1]
    return table, len(cards)


def strengths(at_least: dict[Metal, list[int]], hidden: int, players: int) -> list[float]:
    """By rank, the chance that a card takes the trick it is played to: it must beat a card of every other seat."""
    above = [sum(row[rank] for row in at_least.values()) for rank in range(12)]
    hidden = hidden or 1
    return [(1 - (above[rank] + above[rank + 1]) / 2 / hidden) ** (players - 1) for rank in range(11)]


@cache
def odds(need: int, left: int, tenths: int, steer: float, spread: float) -> tuple[float, float]:
    """The chances to end on exactly `need` more tricks and on more, of `left`, when `tenths`/10 are expected."""
    mean = min(tenths / 10, left)
    reach = steer * left
    mean += max(-reach, min(reach, need - mean))
    width = 2 * spread * spread * left + 0.02
    chances = [math.exp(-((tricks - mean) ** 2) / width) for tricks in range(left + 1)]
    total = sum(chances)
    exact = chances[need] if 0 <= need <= left else 0.0
    return exact / total, sum(chances[max(need + 1, 0) :]) / total


def bid_worth(bid: int, need: int, left: int, mean: float, habits: Habits) -> float:
    """The points that a bid may be expected to bring."""
    exact, over = odds(need, left, round(mean * 10), habits.steer, habits.spread)
    return exact * bid_points(bid, bid) + over * bid_points(bid, bid + 1)


def means(sight: Sight, own: float, left: int, habits: Habits) -> list[float]:
    """The tricks that each side may expect of `left`, when one's own hand is good for `own` of them."""
    share = max(left - own, 0.0) / (sight.seen.rules.players - 1)
    return [
        share * len(side) if index != sight.us else own + share * (len(side) - 1)
        for index, side in enumerate(sight.sides)
    ]


def standing(sight: Sight, own: float, left: int, needs: Sequence[int], habits: Habits) -> float:
    """What all the bids are worth to one's side, with `left` tricks to come."""
    expected = means(sight, own, left, habits)
    worths = [
        bid_worth(bid, need, left, mean, habits)
        for bid, need, mean in zip(sight.bids, needs, expected, strict=True)
    ]
    return margin(sight, worths, habits)


def margin(sight: Sight, worths: Sequence[float], habits: Habits) -> float:
    """One's own side's points less a part of the rivals'."""
    ours = worths[sight.us]
    return ours - habits.envy * (sum(worths) - ours) / (len(worths) - 1)


def hand_strength(sight: Sight, hand: Cards) -> float:
    """How many tricks a hand is good for."""
    return sum(sight.strength[card.rank] for card in hand)


def price(card: Card, habits: Habits) -> float:
    """What giving a gold card away costs."""
    return gold_points((card,)) + habits.gold_use


def weigh_bid(sight: Sight, card: Card, own: float, habits: Habits) -> float:
    """Bid what the rest of the hand and the partner can be expected to take; give up a card that takes little."""
    left = len(sight.seen.hand) - 1
    bid = max(card.rank, sight.bids[sight.us])
    mean = means(sight, own - sight.strength[card.rank], left, habits)[sight.us]
    return bid_worth(bid, bid, left, mean, habits)


def weigh_swap(sight: Sight, swap: Swap, own: float, habits: Habits) -> float:
    """Change the bid when it gains clearly more than the gold is worth, the sooner the fewer tricks are left."""
    seen, left = sight.seen, sight.left
    ranks = [0] * seen.rules.players
    for seat, card in seen.bids:
        ranks[seat] = card.rank
    taken = ranks[swap.whose]
    ranks[swap.whose] = swap.card.rank
    bid = side_bid(seen.rules, sight.us, ranks)
    own += sight.strength[taken] - sight.strength[swap.card.rank]
    need = sight.needs[sight.us] + bid - sight.bids[sight.us]
    mean = means(sight, own, left, habits)
    worths = [bid_worth(b, n, left, m, habits) for b, n, m in zip(sight.bids, sight.needs, mean, strict=True)]
    worths[sight.us] = bid_worth(bid, need, left, mean[sight.us], habits)
    doubt = habits.swap_doubt + habits.swap_doubt_per_trick * left
    return margin(sight, worths, habits) - price(swap.gold, habits) - doubt


def weigh_play(sight: Sight, card: Card, own: float, habits: Habits) -> float:
    """Play for the tricks that are still needed and for cheap gold, and keep the hand that the rest asks for."""
    seen = sight.seen
    trick = (*seen.trick, card)
    left = max(sight.left - 1, 0)
    cost = 0.0
    if card.is_gold:
        cost = price(card, habits)
    else:
        own -= sight.strength[card.rank]
    worth = 0.0
    for side, chance in enumerate(takers(sight, trick, habits)):
        if chance > 0:
            needs = list(sight.needs)
            needs[side] -= 1
            worth += chance * standing(sight, own, left, needs, habits)
    return worth + prize(sight, trick, habits) - cost


def takers(sight: Sight, trick: Cards, habits: Habits) -> list[float]:
    """By side, the chance to take the trick once the seats behind have played."""
    seen = sight.seen
    players, leader = seen.rules.players, seen.leader[0]
    place = highest(trick)
    best = trick[place]
    chances = [0.0] * len(sight.sides)
    chances[side_of(sight, (leader + place) % players)] = 1.0
    beaters = 0 if best.is_gold else count(sight, trick, best.rank)
    for later in range(len(trick), players):
        seat = (leader + later) % players
        side = side_of(sight, seat)
        will = habits.keen if sight.needs[side] > 0 else habits.shy
        able = holds(sight, seat, beaters)
        if sight.needs[side] > 0 and any(not best.is_gold or g.rank >= best.rank for g in seen.stocks[seat]):
            able = max(able, 0.3)
        moved = will * able
        chances = [chance * (1 - moved) for chance in chances]
        chances[side] += 1 - sum(chances)
    return chances


def prize(sight: Sight, trick: Cards, habits: Habits) -> float:
    """What the gold for the lowest card is worth, as far as it is likely to stay the lowest."""
    seen = sight.seen
    players, leader = seen.rules.players, seen.leader[0]
    place = lowest(trick)
    rank = trick[place].rank
    seat = (leader + place) % players
    stays = 1.0
    under = sight_under(sight, trick, rank)
    for later in range(len(trick), players):
        stays *= 1 - habits.digs * holds(sight, (leader + later) % players, under)
    worth = habits.lead if seat == sight.me else 0.0
    if rank <= 8 and gold(rank) in seen.supply:
        worths = [0.0] * len(sight.sides)
        worths[side_of(sight, seat)] = price(gold(rank), habits)
        worth += margin(sight, worths, habits)
    return stays * worth


def side_of(sight: Sight, seat: Seat) -> int:
    return seat % len(sight.sides)


def count(sight: Sight, trick: Cards, rank: int) -> int:
    """How many unseen cards of at least `rank` may follow in the trick."""
    barred = {card.metal for card in trick}
    return sum(row[rank] for metal, row in sight.at_least.items() if metal not in barred)


def sight_under(sight: Sight, trick: Cards, rank: int) -> int:
    """How many unseen cards of at most `rank` may follow in the trick."""
    return count(sight, trick, 0) - count(sight, trick, rank + 1)


def holds(sight: Sight, seat: Seat, wanted: int) -> float:
    """The chance that `seat` holds at least one of `wanted` unseen cards."""
    if not wanted:
        return 0.0
    return 1 - (1 - wanted / sight.hidden) ** sight.seen.hand_sizes[seat]


class AurumGreedy:
    """Keeps its bid in reach and takes gold where it is cheap."""

    def __init__(self, habits: Habits = Habits()) -> None:
        self.habits = habits

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        """The choice that weighs most; of equal ones the first."""
        if len(legal) == 1:
            return legal[0]
        sight = Sight(seen)
        own = hand_strength(sight, seen.hand)
        return max(legal, key=lambda action: self.weigh(sight, own, action))

    def weigh(self, sight: Sight, own: float, action: Action) -> float:
        """What an action is worth."""
        habits = self.habits
        match action:
            case Bid(card):
                return weigh_bid(sight, card, own, habits)
            case Keep():
                return standing(sight, own, sight.left, sight.needs, habits)
            case Swap():
                return weigh_swap(sight, action, own, habits)
            case Play(card) | PlayGold(card):
                return weigh_play(sight, card, own, habits)
            case End():
                return standing(sight, 0.0, 0, sight.needs, habits)
