"""What a round and a match are worth (A8, A9): pure functions of what lies on the table at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from karat.aurum.rules.cards import Card, Cards
from karat.aurum.rules.rules import NUGGETS_TO_WIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.aurum.rules.rules import Rules

GOLD_POINTS = (0, 1, 1, 1, 2, 2, 2, 3, 3)
"""A8.2: by rank."""

ROUNDS_OF_A_FIXED_MATCH = 3
"""AV.2, and A9.1 with three players in the French edition."""

Made = Literal["exact", "over", "under"]
"""What became of a bid."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round. Tricks and gold by seat; bids, exactness, points and nuggets by side."""

    tricks: tuple[int, ...]
    bids: tuple[int, ...]
    exact: tuple[bool, ...]
    gold: tuple[Cards, ...]
    points: tuple[int, ...]
    nuggets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match, by side; `winners` are sides, several when the win is shared."""

    winners: tuple[int, ...]
    nuggets: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side's line of the scoring sheet: it adds up."""

    bid: int
    tricks: int
    made: Made
    bid_points: int
    gold: Cards
    gold_points: int
    points: int
    nuggets: int


def sheet(rules: Rules, result: RoundResult) -> tuple[SideLine, ...]:
    """The scoring sheet of a round, side by side (A8.1, A8.2)."""
    lines = []
    for side, seats in enumerate(rules.sides):
        bid, tricks = result.bids[side], sum(result.tricks[seat] for seat in seats)
        gold = tuple(card for seat in seats for card in result.gold[seat])
        earned, shine = bid_points(bid, tricks), gold_points(gold)
        points, nuggets = result.points[side], result.nuggets[side]
        lines.append(SideLine(bid, tricks, made(bid, tricks), earned, gold, shine, points, nuggets))
    return tuple(lines)


def round_decided_by(rules: Rules, result: RoundResult) -> str:
    """The id of the rule that says who won the round; with AV.2 rounds are not won."""
    if rules.plays_for_total:
        return "AV.2"
    return decided_round(rules, result.points, result.exact, [line.gold for line in sheet(rules, result)])[1]


def side_bid(rules: Rules, side: int, bids: Sequence[int]) -> int:
    """A3.2: the higher of the partners' cards. A3.1: or the one card."""
    return max(bids[seat] for seat in rules.sides[side])


def bid_tricks(card: Card) -> int:
    """A3.1: how many tricks a card bids."""
    return card.rank


def made(bid: int, tricks: int) -> Made:
    """Whether there were as many tricks as were bid, or more, or fewer (A8.1)."""
    return "exact" if tricks == bid else "over" if tricks > bid else "under"


def bid_points(bid: int, tricks: int) -> int:
    """A8.1: nothing for too few tricks, the bid for too many, twice the bid for exactly as many."""
    how = made(bid, tricks)
    return 0 if how == "under" else 2 * bid if how == "exact" else bid


def gold_points(cards: Cards) -> int:
    """A8.2"""
    return sum(GOLD_POINTS[card.rank] for card in cards)


def score_round(rules: Rules, tricks: tuple[int, ...], bid_cards: Cards, stocks: tuple[Cards, ...]) -> RoundResult:
    """The result of a round from what each seat has in front of it."""
    return score_ranks(rules, tricks, list(map(bid_tricks, bid_cards)), stocks)


def score_ranks(rules: Rules, tricks: tuple[int, ...], ranks: Sequence[int], stocks: tuple[Cards, ...]) -> RoundResult:
    """The same from the ranks of the bids: nothing else of them counts (A3.1)."""
    bids = tuple(side_bid(rules, side, ranks) for side in range(len(rules.sides)))
    taken = tuple(sum(tricks[seat] for seat in side) for side in rules.sides)
    exact = tuple(made == bid for made, bid in zip(taken, bids, strict=True))
    gold = tuple(tuple(sorted(stock)) for stock in stocks)
    by_side = tuple(tuple(card for seat in side for card in gold[seat]) for side in rules.sides)
    points = tuple(
        bid_points(bid, made) + gold_points(cards) for bid, made, cards in zip(bids, taken, by_side, strict=True)
    )
    nuggets = [0] * len(points)
    if not rules.plays_for_total:  # AV.2: no nuggets at all
        for side in round_winners(rules, points, exact, by_side):
            nuggets[side] = 1
    return RoundResult(tricks, bids, exact, gold, points, tuple(nuggets))


def round_winners(rules: Rules, points: Sequence[int], exact: Sequence[bool], gold: Sequence[Cards]) -> tuple[int, ...]:
    """The sides that get a nugget, most often one."""
    return decided_round(rules, points, exact, gold)[0]


def decided_round(
    rules: Rules, points: Sequence[int], exact: Sequence[bool], gold: Sequence[Cards]
) -> tuple[tuple[int, ...], str]:
    """The sides that win a round, and the id of the rule that decided it."""
    sides = best(range(len(points)), points)
    if len(sides) == 1:
        return sides, "A8.3"
    sides = best(sides, exact)
    if len(sides) == 1:
        return sides, "A8.4"
    if rules.highest_gold_breaks_ties:
        # A8.5; a side with no gold at all comes behind one whose highest is a 0.
        sides = best(sides, [max((card.rank for card in cards), default=-1) for cards in gold])
        if len(sides) == 1:
            return sides, "A8.5"
    return sides, "A8.6"


def collected(rules: Rules, rounds: Sequence[RoundResult]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Nuggets and points by side, of these rounds together."""
    sides = range(len(rules.sides))
    nuggets = tuple(sum(result.nuggets[side] for result in rounds) for side in sides)
    return nuggets, tuple(sum(result.points[side] for result in rounds) for side in sides)


def match_result(rules: Rules, rounds: Sequence[RoundResult]) -> MatchResult | None:
    """The result of a match after these rounds, or None when it goes on."""
    sides = range(len(rules.sides))
    nuggets, totals = collected(rules, rounds)
    left = ROUNDS_OF_A_FIXED_MATCH - len(rounds)
    if rules.plays_for_total:  # AV.2
        winners = best(sides, totals) if left <= 0 else ()
    elif rules.three_rounds_at_most:  # A9.1, three players in the French edition
        winners = best(sides, nuggets)
        if left > 0:
            most = nuggets[winners[0]]
            caught = any(nuggets[side] + left >= most for side in sides if side != winners[0])
            winners = winners if most >= NUGGETS_TO_WIN and not caught else ()
        else:
            winners = best(winners, rounds[-1].bids)
    else:  # A9.1, and A9.2: level at the top means one more round
        winners = best(sides, nuggets)
        if nuggets[winners[0]] < NUGGETS_TO_WIN or len(winners) > 1:
            winners = ()
    return MatchResult(winners, nuggets, totals) if winners else None


def match_decided_by(rules: Rules, rounds: Sequence[RoundResult]) -> str:
    """The id of the rule that says who has won after these rounds, or that the match goes on."""
    if rules.plays_for_total:
        return "AV.2"
    nuggets, _ = collected(rules, rounds)
    level = nuggets.count(max(nuggets)) > 1 and max(nuggets) >= NUGGETS_TO_WIN
    return "A9.2" if level and match_result(rules, rounds) is None else "A9.1"


def in_front(rules: Rules, rounds: Sequence[RoundResult]) -> tuple[int, ...]:
    """The sides that lead after these rounds, by what decides the match; all of them before the first."""
    nuggets, totals = collected(rules, rounds)
    return best(range(len(rules.sides)), totals if rules.plays_for_total else nuggets)


def best(sides: Iterable[int], worth: Sequence[int]) -> tuple[int, ...]:
    """Those of `sides` whose worth nobody among them exceeds."""
    among = tuple(sides)
    most = max(worth[side] for side in among)
    return tuple(side for side in among if worth[side] == most)
