"""Setting up a match (M3 to M8): which cards are in it, and all its chance as a value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from karat.amul.rules.cards import Card, Cards, Deck, show_cards
from karat.amul.rules.law import Law
from karat.game import IllegalDeal, Seat

if TYPE_CHECKING:
    from karat.amul.rules.rules import Rules
    from karat.shuffle import Stream


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance in a match: who holds the emir card, and the shuffled market deck, top first."""

    first: Seat
    deck: Cards


@lru_cache(maxsize=64)
def market_cards(rules: Rules) -> Cards:
    """M3, M44: the market deck in the order of the card file."""
    tea = Counter(rules.cards.tea[: rules.tea])
    cards: list[Card] = []
    for kind in rules.cards.kinds.values():
        if kind.deck is Deck.MARKET:
            cards += kind.copies_for(rules.players)
        elif kind.deck is Deck.TEA:
            cards += [card for _, card in kind.all_copies][: sum(n for card, n in tea.items() if card.id == kind.id)]
    return tuple(cards)


@lru_cache(maxsize=64)
def palace_cards(rules: Rules) -> Cards:
    """M3, M5"""
    return _open_cards(rules, Deck.PALACE)


@lru_cache(maxsize=64)
def bazaar_cards(rules: Rules) -> Cards:
    """M3, M5; M4, M44: the Tea Trader comes with the tea."""
    return _open_cards(rules, Deck.BAZAAR)


def _open_cards(rules: Rules, deck: Deck) -> Cards:
    kinds = [kind for kind in rules.cards.kinds.values() if kind.deck is deck and (rules.tea or not kind.tea_route)]
    return tuple(card for kind in kinds for card in kind.copies_for(rules.players))


def shuffled_deal(rules: Rules, stream: Stream) -> Deal:
    """A deal drawn from `stream`: first who is emir (M8), then the deck (M6)."""
    first = stream.below(rules.players)
    return Deal(first, stream.shuffled(market_cards(rules)))


def check_deal(rules: Rules, deal: Deal) -> None:
    """Raise IllegalDeal unless the deck holds exactly the market cards of these rules."""
    if type(deal.first) is not int or deal.first not in range(rules.players):
        raise IllegalDeal(
            Law.EMIR_IS_A_SEAT, f"the emir card goes to seat 0 to {rules.players - 1}, not {deal.first!r}"
        )
    expected, dealt = Counter(market_cards(rules)), Counter(deal.deck)
    if dealt == expected:
        return
    extra, missing = tuple((dealt - expected).elements()), tuple((expected - dealt).elements())
    tea = any(rules.cards.kinds[card.id].deck is Deck.TEA for card in (*extra, *missing) if card in rules.cards)
    said = [f"not in the game, or too often: {show_cards(extra[:5])}"] if extra else []
    said += [f"missing: {show_cards(missing[:5])}"] if missing else []
    reason = f"the deck has {len(deal.deck)} cards for {len(market_cards(rules))}; {'; '.join(said)}"
    raise IllegalDeal(Law.TEA_IN_THE_DECK if tea else Law.CARDS_BY_PLAYERS, reason)
