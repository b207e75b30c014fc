"""What one seat may know (A2.5, A3.3): built by naming what is shown, so that nothing else can be in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.aurum.rules.cards import show_cards
from karat.aurum.rules.drawing import draw
from karat.aurum.rules.round import chose_in_secret

if TYPE_CHECKING:
    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.cards import Card, Cards
    from karat.aurum.rules.match import Match
    from karat.aurum.rules.rules import Rules
    from karat.aurum.rules.scoring import MatchResult, RoundResult
    from karat.game import Seat


@dataclass(frozen=True, slots=True)
class Observation:
    """The match as `seat` sees it. Between rounds nothing lies on the table and these rows are empty.

    >>> from karat import aurum
    >>> from karat.shuffle import Stream
    >>> match = aurum.start(aurum.Rules(players=3))
    >>> match = aurum.deal(match, aurum.shuffled(match, Stream("7"))).state
    >>> print(aurum.observe(match, 0))
    Aurum for 3, edition de: round 1
        seat  bid  tricks  gold  hand
    >   0     -    0       0     B9 P1 P4 P8 P9 S2 S4 S5 S7 Z4 Z6 Z8
    >   1     -    0       0     12 cards
    >*  2     -    0       0     12 cards
    trick   - from seat 2
    supply  gold 1x2 2x2 3x2 4 5 6 7
    open    -
    to act  2 0 1
    score   0: 0 points, 0 nuggets; 1: 0 points, 0 nuggets; 2: 0 points, 0 nuggets
    """

    seat: Seat | None
    """None for an onlooker, who holds no cards."""
    rules: Rules
    results: tuple[RoundResult, ...]
    """Of the finished rounds."""
    result: MatchResult | None
    """Of the match, once it is over."""
    first: Seat | None = None
    """Who holds the token in this round; None between rounds."""
    aside: Cards = ()
    hand: Cards = ()
    """The seat's own."""
    hand_sizes: tuple[int, ...] = ()
    stocks: tuple[Cards, ...] = ()
    supply: Cards = ()
    laid: tuple[Seat, ...] = ()
    """Who has laid a bid."""
    bids: tuple[tuple[Seat, Card], ...] = ()
    """The bids that this seat may see: all that lie face up, and its own."""
    tricks: tuple[int, ...] = ()
    leader: Seat | None = None
    """Of this trick; None between rounds."""
    asked: tuple[Seat, ...] = ()
    trick: Cards = ()
    to_act: tuple[Seat, ...] = ()
    actions: tuple[tuple[Seat, Action], ...] = ()
    """What was done in this round, in order, as far as this seat may know."""

    def __str__(self) -> str:
        hands = tuple(
            show_cards(self.hand) if seat == self.seat else f"{size} cards" for seat, size in enumerate(self.hand_sizes)
        )
        bids = tuple(str(self.bid_of(seat) or ("laid" if seat in self.laid else "-")) for seat in range(len(hands)))
        return draw(self, hands, bids)

    def bid_of(self, seat: Seat) -> Card | None:
        """The bid card of `seat`, where one lies that may be seen."""
        return next((card for owner, card in self.bids if owner == seat), None)

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Who scores together with `seat`, itself included."""
        return next(side for side in self.rules.sides if seat in side)


def observe(state: Match, seat: Seat | None) -> Observation:
    """All that `seat` may know; with None, all that an onlooker may."""
    if seat is not None and seat not in range(state.rules.players):
        raise ValueError(f"no seat {seat!r} in a match of {state.rules.players}")
    table, deal = state.round, state.deal
    if table is None or deal is None:
        return Observation(seat, state.rules, state.results, state.result)
    # A3.3: a bid that lies face down is known to its owner alone.
    hidden = tuple(owner for owner in range(table.players) if owner != seat and chose_in_secret(table, owner))
    return Observation(
        seat=seat,
        rules=state.rules,
        results=state.results,
        result=None,
        first=deal.first,
        aside=deal.aside,
        hand=() if seat is None else table.hands[seat],
        hand_sizes=tuple(map(len, table.hands)),
        stocks=table.stocks,
        supply=table.supply,
        laid=tuple(owner for owner, card in enumerate(table.bids) if card is not None),
        bids=tuple((owner, card) for owner, card in enumerate(table.bids) if card is not None and owner not in hidden),
        tricks=table.tricks,
        leader=table.leader,
        asked=table.asked,
        trick=table.trick,
        to_act=table.to_act,
        actions=seen_actions(state, hidden),
    )


def seen_actions(state: Match, hidden: tuple[Seat, ...]) -> tuple[tuple[Seat, Action], ...]:
    """While bids lie face down nothing else is done; once turned up, nobody knows in which order they were laid."""
    if hidden:
        return tuple(said for said in state.actions if said[0] not in hidden)
    if state.rules.players == 4:
        return state.actions
    return (*sorted(state.actions[:3], key=lambda said: said[0]), *state.actions[3:])
