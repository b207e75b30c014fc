"""What can be read off the table by the rules, from one seat's observation alone: for screens, which know no rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from karat.aurum.rules.actions import Bid, Play, PlayGold, Swap
from karat.aurum.rules.round import Round, breach, due
from karat.aurum.rules.rules import NUGGETS_TO_WIN
from karat.aurum.rules.scoring import bid_tricks, collected, score_round, sheet, side_bid
from karat.aurum.rules.trick import highest, lowest, prize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.cards import Card, Cards
    from karat.aurum.rules.law import Law
    from karat.aurum.rules.observe import Observation
    from karat.aurum.rules.rules import Rules
    from karat.aurum.rules.scoring import SideLine
    from karat.game import Seat


Phase = Literal["bid", "change", "play", "over"]


class Refusal(NamedTuple):
    """What could be tried with a card, and the first rule that it would break."""

    action: Action
    law: Law


@dataclass(frozen=True, slots=True)
class TrickSoFar:
    """A trick, full or not, and how it stands by A6."""

    leader: Seat
    cards: Cards
    winner: Seat
    """Whose card takes it, as far as it goes (A6.3)."""
    lowest: Seat
    """Whose card earns gold and the lead (A6.1, A6.2)."""
    full: bool
    """Whether everyone has played to it."""
    prize: Card | None = None
    """The gold that it would earn; not known of tricks that are past."""


class Outlook(NamedTuple):
    """What a card would do in the trick as it lies; others may still play to it."""

    wins: bool
    """Whether it would take the trick (A6.3)."""
    lowest: bool
    """Whether it would earn gold and the lead (A6.1)."""
    earns: Card | None
    """That gold; None where the supply has none such."""


class BidChange(NamedTuple):
    """What the side would have if a card were laid on the bid of one of its seats."""

    whose: Seat
    card: Card
    takes: Card
    """The bid that comes into one's hand (A4.4)."""
    bid: int
    """Of the side, then."""
    missing: int
    extra: int


@dataclass(frozen=True, slots=True)
class SideSoFar:
    """How a side stands."""

    seats: tuple[Seat, ...]
    bid: int | None
    """In force by what lies open; None while nobody of the side has a bid that may be seen."""
    tricks: int
    missing: int
    """Tricks to go to the bid; 0 while that is not known."""
    extra: int
    """Tricks beyond the bid."""
    nuggets: int
    total: int
    """Points of the rounds before."""
    now: SideLine | None
    """The scoring sheet's line if the round ended now; None until all bids are seen."""


def as_round(seen: Observation) -> Round:
    """The round as far as the seat knows it: enough to ask the rules about the seat's own actions."""
    players = seen.rules.players
    hands: list[Cards] = [()] * players
    if seen.seat is not None:
        hands[seen.seat] = seen.hand
    # A bid that lies face down is as good as none: then somebody's is missing anyway (A3.3).
    bids: list[Card | None] = [None] * players
    for seat, card in seen.bids:
        bids[seat] = card
    assert seen.leader is not None  # noqa: S101 -- asked within a round only
    return Round(
        tuple(hands),
        seen.stocks,
        seen.supply,
        tuple(bids),
        seen.tricks,
        seen.leader,
        asked=seen.asked,
        trick=seen.trick,
    )


def phase(seen: Observation) -> Phase:
    """What the match waits for: bid, change (of bids), play, or nothing any more: over."""
    return "over" if seen.leader is None else phase_of(as_round(seen))


def phase_of(table: Round) -> Phase:
    kinds = due(table)
    return "bid" if Bid in kinds else "change" if Swap in kinds else "play"


def decides(rules: Rules) -> Literal["nuggets", "total"]:
    """What a match is won by: A9.1, or AV.2."""
    return "total" if rules.plays_for_total else "nuggets"


def nuggets_to_win(rules: Rules) -> int | None:
    """A9.1: how many nuggets one needs; None where they decide nothing (AV.2)."""
    return NUGGETS_TO_WIN if decides(rules) == "nuggets" else None


def refused(seen: Observation, is_usable: Callable[[Card], bool] = lambda _: False) -> dict[Card, Refusal]:
    """Own cards that may not be used now, each with what it could be used for and the rule that forbids that.

    Of those that are known to be usable nothing is asked.
    """
    seat = seen.seat
    if seat is None or seen.leader is None:
        return {}
    table = as_round(seen)
    now = phase_of(table)

    def with_hand(card: Card) -> Action:
        match now:
            case "bid":
                return Bid(card)
            case "change":
                return Swap(seen.stocks[seat][0], seat, card) if seen.stocks[seat] else Play(card)
        return Play(card)

    def with_gold(card: Card) -> Action:
        return Swap(card, seat, seen.hand[0]) if now == "change" and seen.hand else PlayGold(card)

    tried = [(card, with_hand(card)) for card in seen.hand if not is_usable(card)]
    tried += [(card, with_gold(card)) for card in seen.stocks[seat] if not is_usable(card)]
    return {card: Refusal(action, law) for card, action in tried if (law := breach(table, seat, action))}


def trick_so_far(seen: Observation) -> TrickSoFar | None:
    """The trick on the table; None before its first card."""
    if seen.leader is None or not seen.trick:
        return None
    return _trick(seen.leader, seen.trick, seen.supply, seen.rules.players)


def last_trick(seen: Observation) -> TrickSoFar | None:
    """The last full trick of this round."""
    players, lying = seen.rules.players, len(seen.trick)
    played = ((seat, action.card) for seat, action in reversed(seen.actions) if isinstance(action, Play | PlayGold))
    before = tuple(islice(played, lying, lying + players))
    return _trick(before[-1][0], tuple(card for _, card in before[::-1]), (), players) if before else None


@lru_cache(maxsize=4096)
def outlook(trick: Cards, card: Card, supply: Cards) -> Outlook:
    """What a card would do in a trick that was led."""
    cards, place = (*trick, card), len(trick)
    low = not card.is_gold and lowest(cards) == place
    return Outlook(highest(cards) == place, low, prize(cards, supply) if low else None)


def changes(seen: Observation, swaps: Iterable[Swap]) -> tuple[BidChange, ...]:
    """What each of these swaps would make of the side's bid; the same for every gold that it is paid with."""
    rules, told = seen.rules, []
    laid, lying = [0] * rules.players, dict(seen.bids)
    for seat, card in seen.bids:
        laid[seat] = bid_tricks(card)
    for whose, card in dict.fromkeys((swap.whose, swap.card) for swap in swaps):
        side = next(side for side, seats in enumerate(rules.sides) if whose in seats)
        bid = side_bid(rules, side, [*laid[:whose], bid_tricks(card), *laid[whose + 1 :]])
        tricks = sum(seen.tricks[seat] for seat in rules.sides[side])
        told.append(BidChange(whose, card, lying[whose], bid, max(bid - tricks, 0), max(tricks - bid, 0)))
    return tuple(told)


def sides(seen: Observation) -> tuple[SideSoFar, ...]:
    """Every side with its bid, tricks and points."""
    rules = seen.rules
    nuggets, totals = collected(rules, seen.results)
    now: tuple[SideLine | None, ...] = (None,) * len(rules.sides)
    if len(seen.bids) == rules.players:
        now = sheet_now(rules, seen.tricks, tuple(card for _, card in seen.bids), seen.stocks)
    laid = [0] * rules.players
    for seat, card in seen.bids:
        laid[seat] = bid_tricks(card)
    told = []
    for side, seats in enumerate(rules.sides):
        bid = side_bid(rules, side, laid) or None
        tricks = sum(seen.tricks[seat] for seat in seats) if seen.tricks else 0
        missing, extra = (max(bid - tricks, 0), max(tricks - bid, 0)) if bid else (0, 0)
        told.append(SideSoFar(seats, bid, tricks, missing, extra, nuggets[side], totals[side], now[side]))
    return tuple(told)


@lru_cache(maxsize=256)
def sheet_now(rules: Rules, tricks: tuple[int, ...], bids: Cards, stocks: tuple[Cards, ...]) -> tuple[SideLine, ...]:
    """The scoring sheet if the round ended now; the same for all seats, and for a while."""
    return sheet(rules, score_round(rules, tricks, bids, stocks))


def _trick(leader: Seat, cards: Cards, supply: Cards, players: int) -> TrickSoFar:
    seats = [(leader + place) % players for place in range(len(cards))]
    full = len(cards) == players
    return TrickSoFar(leader, cards, seats[highest(cards)], seats[lowest(cards)], full, prize(cards, supply))
