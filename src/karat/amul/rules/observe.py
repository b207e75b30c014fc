"""What one seat may know (M7, M9, M13, M16, R2, R14): built by naming what is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.amul.rules.cards import show_cards
from karat.amul.rules.drawing import draw

if TYPE_CHECKING:
    from karat.amul.rules.actions import Action
    from karat.amul.rules.cards import Card, Cards
    from karat.amul.rules.market import Errand, Phase, Ware
    from karat.amul.rules.match import Match
    from karat.amul.rules.order import OrderPlace
    from karat.amul.rules.rules import Rules
    from karat.amul.rules.scoring import ScoreSheet
    from karat.game import Seat


@dataclass(frozen=True, slots=True)
class Observation:
    """The match as `seat` sees it. Before the deal nothing lies on the table and these rows are empty.

    >>> from karat import amul
    >>> from karat.shuffle import Stream
    >>> match = amul.start(amul.Rules(players=3))
    >>> match = amul.deal(match, amul.shuffled(match, Stream("7"))).state
    >>> print(amul.observe(match, 0))
    Amul for 3: round 1 of 9, offer; 32 cards in the deck
    market  spices
    palace  tent yurt dervish palace_silver palace_spices palace_oil
    bazaar  trader_assyria trader_persia trader_bukhara
    order   2 0 1
    to act  0 1 2
        seat  points
    >   0     0       area  -
                      hand  arab_guard:F arab_merchant camel camel lamp oil
    >   1     0       area  -
                      hand  6 cards
    >*  2     0       area  -
                      hand  6 cards
    """

    seat: Seat | None
    """None for an onlooker, who holds no cards."""
    rules: Rules
    number: int = 0
    """Of the round, from 1."""
    phase: Phase | None = None
    """None before the deal, as are the next two."""
    emir: Seat | None = None
    """Who holds the emir card."""
    first_pick: Seat | None = None
    """Who holds the First Pick card."""
    hand: Cards = ()
    """The seat's own."""
    hand_sizes: tuple[int, ...] = ()
    areas: tuple[Cards, ...] = ()
    wares: tuple[Ware, ...] = ()
    """Face up in the market, and who offered what (R2)."""
    palace: Cards = ()
    bazaar: Cards = ()
    removed: Cards = ()
    """Out of the game, seen by all (R14)."""
    deck_size: int = 0
    order: tuple[OrderPlace, ...] = ()
    """In which cards are taken, or, once the plays are revealed, effects carried out; and why."""
    turns: tuple[Seat, ...] = ()
    """Who has yet to take a card, or to carry out an effect."""
    errand: Errand | None = None
    """The effect that the first in `turns` carries out now."""
    played: Cards = ()
    """By seat, the cards revealed this round."""
    laid: tuple[Seat, ...] = ()
    """Who has chosen already, where choices are secret."""
    choice: Card | None = None
    """The seat's own secret choice, once made."""
    to_act: tuple[Seat, ...] = ()
    actions: tuple[tuple[Seat, Action], ...] = ()
    """What was done in the match, in order, as all have seen it."""
    sheet: ScoreSheet | None = None
    """The scores, once the match is over."""

    def __str__(self) -> str:
        seats = range(self.rules.players)
        hands = tuple(
            show_cards(self.hand) if seat == self.seat else f"{size} cards" for seat, size in enumerate(self.hand_sizes)
        )
        own = {self.seat: str(self.choice)} if self.choice is not None else {}
        return draw(self, hands, [own.get(seat, "face down" if seat in self.laid else "") for seat in seats])


def observe(state: Match, seat: Seat | None) -> Observation:
    """All that `seat` may know; with None, all that an onlooker may."""
    if seat is not None and seat not in range(state.rules.players):
        raise ValueError(f"no seat {seat!r} in a match of {state.rules.players}")
    table = state.market
    if table is None:
        return Observation(seat, state.rules)
    return Observation(
        seat=seat,
        rules=state.rules,
        number=table.number,
        phase=table.phase,
        emir=table.emir,
        first_pick=table.first_pick,
        hand=() if seat is None else table.hands[seat],
        hand_sizes=tuple(map(len, table.hands)),
        areas=table.areas,
        wares=table.wares,
        palace=table.palace,
        bazaar=table.bazaar,
        removed=table.removed,
        deck_size=len(table.deck),
        order=table.order,
        turns=table.turns,
        errand=table.errand,
        played=table.played,
        laid=tuple(owner for owner, card in enumerate(table.chosen) if card is not None),
        choice=None if seat is None or not table.chosen else table.chosen[seat],
        to_act=table.to_act,
        actions=state.actions,
        sheet=state.sheet,
    )
