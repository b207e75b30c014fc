"""What can be read off the table by the rules, from one seat's observation alone: for screens, which know no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from karat.aurum.rules.actions import Bid, Play, PlayGold, Swap
from karat.aurum.rules.round import Round, breach, due
from karat.aurum.rules.scoring import collected, score_round, sheet, side_bid
from karat.aurum.rules.trick import highest, lowest, prize

if TYPE_CHECKING:
    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.cards import Card, Cards
    from karat.aurum.rules.law import Law
    from karat.aurum.rules.observe import Observation
    from karat.aurum.rules.scoring import SideLine
    from karat.game import Seat


Phase = Literal["bid", "change", "play", "over"]


@dataclass(frozen=True, slots=True)
class TrickSoFar:
    """A trick, full or not, and how it stands by A6."""

    leader: Seat
    cards: Cards
    winner: Seat
    """Whose card takes it, as far as it goes (A6.3)."""
    lowest: Seat
    """Whose card earns gold and the lead (A6.1, A6.2)."""
    prize: Card | None = None
    """The gold that it would earn; not known of tricks that are past."""


@dataclass(frozen=True, slots=True)
class SideSoFar:
    """How a side stands."""

    seats: tuple[Seat, ...]
    bid: int | None
    """In force by what lies open; None while nobody of the side has a bid that may be seen."""
    tricks: int
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
    bids = tuple(seen.bid_of(seat) for seat in range(players))
    assert seen.leader is not None  # noqa: S101 -- asked within a round only
    return Round(
        tuple(hands), seen.stocks, seen.supply, bids, seen.tricks, seen.leader, asked=seen.asked, trick=seen.trick
    )


def phase(seen: Observation) -> Phase:
    """What the match waits for: bid, change (of bids), play, or nothing any more: over."""
    if seen.leader is None:
        return "over"
    kinds = due(as_round(seen))
    return "bid" if Bid in kinds else "change" if Swap in kinds else "play"


def refused(seen: Observation) -> dict[Card, Law]:
    """Own cards that may not be used now, each with the first rule that it would break."""
    seat = seen.seat
    if seat is None or seen.leader is None:
        return {}
    table, now = as_round(seen), phase(seen)

    def with_hand(card: Card) -> Action:
        match now:
            case "bid":
                return Bid(card)
            case "change":
                return Swap(seen.stocks[seat][0], seat, card) if seen.stocks[seat] else Play(card)
        return Play(card)

    def with_gold(card: Card) -> Action:
        return Swap(card, seat, seen.hand[0]) if now == "change" and seen.hand else PlayGold(card)

    tried = [(card, with_hand(card)) for card in seen.hand] + [(card, with_gold(card)) for card in seen.stocks[seat]]
    return {card: law for card, action in tried if (law := breach(table, seat, action))}


def trick_so_far(seen: Observation) -> TrickSoFar | None:
    """The trick on the table; None before its first card."""
    if seen.leader is None or not seen.trick:
        return None
    return _trick(seen.leader, seen.trick, seen.supply, seen.rules.players)


def last_trick(seen: Observation) -> TrickSoFar | None:
    """The last full trick of this round."""
    played = [(seat, action.card) for seat, action in seen.actions if isinstance(action, Play | PlayGold)]
    players = seen.rules.players
    full = len(played) // players * players
    if not full:
        return None
    cards = tuple(card for _, card in played[full - players : full])
    return _trick(played[full - players][0], cards, (), players)


def sides(seen: Observation) -> tuple[SideSoFar, ...]:
    """Every side with its bid, tricks and points."""
    rules = seen.rules
    nuggets, totals = collected(rules, seen.results)
    cards = tuple(card for seat in range(rules.players) if (card := seen.bid_of(seat)) is not None)
    now: tuple[SideLine | None, ...] = (None,) * len(rules.sides)
    if len(cards) == rules.players:
        now = sheet(rules, score_round(rules, seen.tricks, cards, seen.stocks))
    ranks = [card.rank if (card := seen.bid_of(seat)) else 0 for seat in range(rules.players)]
    return tuple(
        SideSoFar(
            seats,
            side_bid(rules, side, ranks) or None,
            sum(seen.tricks[seat] for seat in seats) if seen.tricks else 0,
            nuggets[side],
            totals[side],
            now[side],
        )
        for side, seats in enumerate(rules.sides)
    )


def _trick(leader: Seat, cards: Cards, supply: Cards, players: int) -> TrickSoFar:
    seats = [(leader + place) % players for place in range(len(cards))]
    return TrickSoFar(leader, cards, seats[highest(cards)], seats[lowest(cards)], prize(cards, supply))
