"""Rules of thumb for Aurum.

Every choice is weighed in the same coin, points at the end of the round: one's own side's less the rivals'.
What a bid is still worth follows from three numbers: the tricks it needs, the tricks left, and how many of
these its side may expect. So bidding, changing a bid, playing a card and ending the round are one thought:
what will the bids be worth afterwards, what gold comes in, and what gold goes out?
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from karat.aurum.rules.actions import Bid, Keep, Play, PlayGold, Swap
from karat.aurum.rules.cards import BASE_METALS, Card, Cards
from karat.aurum.rules.deal import base_cards
from karat.aurum.rules.round import follows
from karat.aurum.rules.scoring import bid_points, gold_points, side_bid
from karat.aurum.rules.trick import highest, lowest
from karat.bots.bot import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum import Action, Observation
    from karat.game import Seat
    from karat.shuffle import Stream

RANKS = range(1, 11)
SAMPLES = tuple(Card(metal, 1) for metal in BASE_METALS)
"""A card of each metal, to ask the rules whether the metal may follow."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The numbers behind the thumb rules, found by letting variants meet on duplicate deals."""

    faith: float = 0.25
    """How much of what sets a hand apart from an average one shows in tricks: the others have plans too."""
    steer: float = 0.03
    """By how much of each trick left a side can bend what it takes towards its bid."""
    spread: float = 0.55
    """The standard deviation of a side's tricks with one trick left; it grows as their square root."""
    unplayed: float = 0.3
    """The tricks that are never played because somebody is stuck before."""
    gold_use: float = 0.4
    """What any gold card is worth beyond its points, as a trump or as the price of another bid."""
    patience: float = 0.3
    """What a change of bid must gain for each trick left, beyond its price: one can also wait and see."""
    keen: float = 0.7
    """The chance that a later seat takes a trick that it can take, when its side still needs some."""
    shy: float = 0.5
    """The same when its side needs none: it may have to."""
    trumps: float = 0.3
    """The chance that a later seat in need would take the trick with gold at least."""
    digs: float = 0.7
    """The chance that a later seat goes under the lowest card when it can."""


DOUBT = 3.5
"""By how many points of expected margin a win becomes e times as likely; fits what came of 7,500 choices."""

HABITS = {4: Habits(), 3: Habits(steer=0.06, spread=0.4)}
"""By players: with no partner to guess at, a player's own tricks are easier to foresee and to steer."""


class Sight:
    """What a seat makes of the table before it weighs its choices."""

    def __init__(self, seen: Observation, habits: Habits) -> None:
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        self.seen, self.me, self.habits = seen, seen.seat, habits
        self.players, self.sides = seen.rules.players, seen.rules.sides
        self.side = {seat: index for index, seats in enumerate(self.sides) for seat in seats}
        self.us = self.side[self.me]
        self.seats = [((seen.leader or 0) + place) % self.players for place in range(self.players)]
        self.left = min(seen.hand_sizes)
        self.ranks = [0] * self.players
        for seat, card in seen.bids:
            self.ranks[seat] = card.rank
        self.bids = [side_bid(seen.rules, side, self.ranks) for side in range(len(self.sides))]
        taken = [sum([seen.tricks[seat] for seat in seats]) for seats in self.sides]
        self.needs = [bid - made for bid, made in zip(self.bids, taken, strict=True)]
        rows = tally(unseen(seen))
        self.hidden = max(sum([row[0] for row in rows]), 1)
        self.open = [pair for pair in zip(SAMPLES, rows, strict=True) if not follows(seen.trick, pair[0])]
        self.strength = strengths(rows, self.hidden, self.players)
        self.own = sum([self.strength[card.rank] for card in seen.hand])


# What the others may hold


def unseen(seen: Observation) -> set[Card]:
    """The base cards that others may hold: all that the seat has seen nowhere."""
    cards = set(base_cards(seen.rules.players))
    cards.difference_update(seen.hand, seen.aside, [card for _, card in seen.bids])
    cards.difference_update([action.card for _, action in seen.actions if isinstance(action, Play)])
    return cards


def tally(cards: set[Card]) -> list[list[int]]:
    """By metal, in the order of BASE_METALS: how many of `cards` have at least each rank from 0 to 11."""
    table = {metal: [0] * 12 for metal in BASE_METALS}
    for metal, rank in cards:
        table[metal][11 - rank] = 1
    return [list(accumulate(downwards))[::-1] for downwards in table.values()]


def strengths(at_least: list[list[int]], hidden: int, players: int) -> list[float]:
    """By rank, the tricks that a card is good for: it must beat a card of every other seat."""
    above = [sum(column) for column in zip(*at_least, strict=True)]
    return [(1 - (above[rank] + above[rank + 1]) / 2 / hidden) ** (players - 1) for rank in range(11)]


@cache
def beaten_from(best: Card) -> int:
    """The lowest rank of another base metal that takes the trick from `best`; 11 where none does."""
    metal = next(metal for metal in BASE_METALS if metal is not best.metal)
    return next((rank for rank in RANKS if highest((best, Card(metal, rank))) == 1), 11)


@cache
def undercut_to(low: Card) -> int:
    """The highest rank of another base metal that goes under `low`."""
    metal = next(metal for metal in BASE_METALS if metal is not low.metal)
    return max(rank for rank in RANKS if lowest((low, Card(metal, rank))) == 1)


def holds(sight: Sight, seat: Seat, wanted: int) -> float:
    """The chance that `seat` holds at least one of `wanted` unseen cards."""
    return 1.0 - (1.0 - wanted / sight.hidden) ** sight.seen.hand_sizes[seat]


# What the bids are worth


@cache
def bid_worth(bid: int, need: int, left: int, tenths: int, steer: float, spread: float) -> float:
    """The points that a bid may bring, which needs `need` of `left` tricks and may expect `tenths` / 10.

    The tricks that come are spread around what is expected, bent towards the bid as far as one can steer.
    """
    mean = min(max(tenths / 10, 0.0), left)
    mean += max(-steer * left, min(steer * left, need - mean))
    width = 2 * spread * spread * left + 0.02  # not quite 0 with no trick left, for the division
    chances = [math.exp(-((tricks - mean) ** 2) / width) for tricks in range(left + 1)]
    worth = sum(chance * bid_points(bid, bid - need + tricks) for tricks, chance in enumerate(chances))
    return worth / sum(chances)


def expected(sight: Sight, own: float, left: int) -> tuple[int, int]:
    """The tenths of tricks of `left` for one's own side and for each other: a better hand takes some more."""
    habits, players, partners = sight.habits, sight.players, len(sight.sides[0])
    fair = max(left - habits.unplayed, 0.0) / players
    more = habits.faith * (own - left / players)
    other = fair - more / (players - 1)
    return round(10 * (fair + more + other * (partners - 1))), round(10 * other * partners)


def standing(sight: Sight, own: float, left: int, takers: Sequence[float]) -> list[float]:
    """By side, what its bid is worth after a trick that each side takes with a chance in `takers`."""
    steer, spread = sight.habits.steer, sight.habits.spread
    ours, theirs = expected(sight, own, left)
    worths = []
    for side, chance in enumerate(takers):
        bid, need, tenths = sight.bids[side], sight.needs[side], ours if side == sight.us else theirs
        taken = bid_worth(bid, need - 1, left, tenths, steer, spread) if chance else 0.0
        worths.append(chance * taken + (1 - chance) * bid_worth(bid, need, left, tenths, steer, spread))
    return worths


def own_worth(sight: Sight, own: float, left: int, bid: int, need: int) -> float:
    """What a bid of one's own side would be worth."""
    ours, _ = expected(sight, own, left)
    return bid_worth(bid, need, left, ours, sight.habits.steer, sight.habits.spread)


def margin(sight: Sight, worths: Sequence[float]) -> float:
    """One's own side's part of `worths` less that of the average rival."""
    rivals = sum(worths) - worths[sight.us]
    return worths[sight.us] - rivals / (len(worths) - 1)


def price(sight: Sight, card: Card) -> float:
    """What a gold card is worth to its owner."""
    return gold_points((card,)) + sight.habits.gold_use


# The choices


def weigh_bid(sight: Sight, card: Card) -> float:
    """Bid what the rest of the hand and an average partner can make; a partner's bid may be high enough."""
    ranks = sight.ranks.copy()
    ranks[sight.me] = card.rank
    bid = side_bid(sight.seen.rules, sight.us, ranks)
    return own_worth(sight, sight.own - sight.strength[card.rank], len(sight.seen.hand) - 1, bid, bid)


def weigh_changes(sight: Sight, legal: Sequence[Action]) -> dict[Action, float]:
    """Change the bid, for the cheapest gold, when that gains more than the gold and the waiting are worth."""
    bid, need, left = sight.bids[sight.us], sight.needs[sight.us], sight.left
    cheapest = min(sight.seen.stocks[sight.me], key=lambda card: (gold_points((card,)), card.rank))
    kept = own_worth(sight, sight.own, left, bid, need) + price(sight, cheapest) + sight.habits.patience * left
    weights: dict[Action, float] = {Keep(): kept}
    for swap in legal:
        if not isinstance(swap, Swap) or swap.gold != cheapest:
            continue
        changed, after = changed_bid(sight, swap)
        if changed != bid:
            weights[swap] = own_worth(sight, after, left, changed, need + changed - bid)
    return weights


def changed_bid(sight: Sight, swap: Swap) -> tuple[int, float]:
    """One's side's bid after a change of it, and what one's hand is then good for."""
    ranks = sight.ranks.copy()
    ranks[swap.whose] = swap.card.rank
    after = sight.own + sight.strength[sight.ranks[swap.whose]] - sight.strength[swap.card.rank]
    return side_bid(sight.seen.rules, sight.us, ranks), after


def weigh_play(sight: Sight, card: Card) -> float:
    """Play for the tricks that are needed and for cheap gold, and keep the hand that the rest asks for.

    A high card goes where it wins a trick that is needed, or where it loses one that is not.
    """
    spent = price(sight, card) if card.is_gold else 0.0
    bids, prizes = after_play(sight, card)
    return margin(sight, bids) + margin(sight, prizes) - spent


def after_play(sight: Sight, card: Card) -> tuple[list[float], list[float]]:
    """By side, what its bid is worth after a card, and what it may expect of the gold for the lowest one."""
    trick = (*sight.seen.trick, card)
    open_rows = [row for sample, row in sight.open if not follows((card,), sample)]
    kept = sight.own if card.is_gold else sight.own - sight.strength[card.rank]
    bids = standing(sight, kept, max(sight.left - 1, 0), takers(sight, trick, open_rows))
    return bids, prize(sight, trick, open_rows)


def at_end(sight: Sight) -> list[float]:
    """By side, what its bid is worth if the round ends now."""
    return standing(sight, 0.0, 0, [0.0] * len(sight.sides))


def takers(sight: Sight, trick: Cards, open_rows: list[list[int]]) -> list[float]:
    """By side, the chance to take the trick: every later seat may beat the best card, if it can and will."""
    seen, habits = sight.seen, sight.habits
    place = highest(trick)
    best = trick[place]
    chances = [0.0] * len(sight.sides)
    chances[sight.side[sight.seats[place]]] = 1.0
    enough = beaten_from(best)
    beaters = sum([row[enough] for row in open_rows])
    for seat in sight.seats[len(trick) :]:
        side = sight.side[seat]
        needy = sight.needs[side] > 0
        can = holds(sight, seat, beaters)
        if needy and can < habits.trumps and any(highest((best, gold)) == 1 for gold in seen.stocks[seat]):
            can = habits.trumps
        does = can * (habits.keen if needy else habits.shy)
        chances = [chance * (1 - does) for chance in chances]
        chances[side] += does
    return chances


def prize(sight: Sight, trick: Cards, open_rows: list[list[int]]) -> list[float]:
    """By side, what the gold of the lowest card is worth to it, as far as no later seat goes lower."""
    worths = [0.0] * len(sight.sides)
    place = lowest(trick)
    low = trick[place]
    won = next((card for card in sight.seen.supply if card.rank == low.rank), None)
    if won is None:
        return worths
    limit = undercut_to(low)
    lower = sum([row[0] - row[limit + 1] for row in open_rows])
    stays = 1.0
    for seat in sight.seats[len(trick) :]:
        stays *= 1 - sight.habits.digs * holds(sight, seat, lower)
    worths[sight.side[sight.seats[place]]] = stays * price(sight, won)
    return worths


# What it says of them


def tell(sight: Sight, action: Action) -> Candidate:
    """An action with the points that one's own side may expect of the round, and its chance to win it.

    Until all bids are laid the others' are not known, and nothing is said of the win.
    """
    gold = [tuple(card for seat in seats for card in sight.seen.stocks[seat]) for seats in sight.sides]
    if isinstance(action, Bid):
        return Candidate(action, gold_points(gold[sight.us]) + weigh_bid(sight, action.card))
    hopes, spent = outlook(sight, action)
    worths = [gold_points(cards) + hope for cards, hope in zip(gold, hopes, strict=True)]
    worths[sight.us] -= spent
    rivals = len(worths) - 1
    return Candidate(action, worths[sight.us], 1 / (1 + rivals * math.exp(-margin(sight, worths) / DOUBT)))


def outlook(sight: Sight, action: Action) -> tuple[list[float], int]:
    """By side, what its bid and the gold of this trick may bring after an action; the points of gold that it costs."""
    nobody = [0.0] * len(sight.sides)
    match action:
        case Play(card) | PlayGold(card):
            bids, prizes = after_play(sight, card)
            spent = gold_points((card,)) if card.is_gold else 0
            return [bid + prize for bid, prize in zip(bids, prizes, strict=True)], spent
        case Swap(gold):
            hopes = standing(sight, sight.own, sight.left, nobody)
            bid, own = changed_bid(sight, action)
            need = sight.needs[sight.us] + bid - sight.bids[sight.us]
            hopes[sight.us] = own_worth(sight, own, sight.left, bid, need)
            return hopes, gold_points((gold,))
        case Keep():
            return standing(sight, sight.own, sight.left, nobody), 0
        case _:
            return at_end(sight), 0


class Casual:
    """Keeps its bid in reach and takes gold where it is cheap; by default with HABITS."""

    def __init__(self, habits: Habits | None = None) -> None:
        self.habits = habits

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:  # noqa: ARG002
        """The choice that weighs most; of equal ones the first."""
        if len(legal) == 1:
            return legal[0]
        weights = weigh(self.sight(seen), legal)
        return max(weights, key=weights.__getitem__)

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Sequence[Candidate]:  # noqa: ARG002
        """What it weighs, the best first; changes of a bid that it does not think of are left out."""
        sight = self.sight(seen)
        weights = weigh(sight, legal)
        return [tell(sight, action) for action in sorted(weights, key=lambda action: -weights[action])]

    def sight(self, seen: Observation) -> Sight:
        return Sight(seen, self.habits or HABITS[seen.rules.players])


def weigh(sight: Sight, legal: Sequence[Action]) -> dict[Action, float]:
    """By action that is thought of, what it is worth, in the order of the legal ones."""
    if sight.seen.asked:
        return weigh_changes(sight, legal)
    return {action: weigh_one(sight, action) for action in legal}


def weigh_one(sight: Sight, action: Action) -> float:
    """What a bid, a card or the end of the round is worth.

    The round is ended when what lies there is better than what a trump could still bring.
    """
    if isinstance(action, Play | PlayGold):
        return weigh_play(sight, action.card)
    return weigh_bid(sight, action.card) if isinstance(action, Bid) else margin(sight, at_end(sight))
