"""Setting up a round (A2): which cards are in the game, and the deal as a value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, Cards, Metal, gold, show_cards
from karat.aurum.rules.law import Law
from karat.game import IllegalDeal, Seat

if TYPE_CHECKING:
    from karat.aurum.rules.rules import Rules
    from karat.shuffle import Stream

HAND_SIZE = 12


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance in a round: the hands by seat, the open cards left over, and who is first."""

    first: Seat
    hands: tuple[Cards, ...]
    aside: Cards = ()


@cache
def base_cards(players: int) -> Cards:
    """A2.1: all fifty with four players. A2.2: no copper and no 10 with three."""
    if players == 4:
        return BASE_CARDS
    return tuple(card for card in BASE_CARDS if card.metal is not Metal.COPPER and card.rank < 10)


@cache
def first_supply(players: int) -> Cards:
    """A2.3: gold of rank 1 and up, open to all. A2.2: without the 8 with three players."""
    ranks = range(1, 9 if players == 4 else 8)
    return tuple(gold(rank) for rank in ranks for _ in range(GOLD_COPIES[rank]))


def first_stock(rules: Rules) -> Cards:
    """A2.3: one gold 0 each. AV.1: or none."""
    return (gold(0),) if rules.deals_zero_gold else ()


def shuffled_deal(rules: Rules, stream: Stream, first: Seat | None = None) -> Deal:
    """A deal drawn from `stream`; with `first` None the first player is drawn too (A2.4)."""
    players = rules.players
    if first is None:
        first = stream.below(players)
    deck = stream.shuffled(base_cards(players))
    hands = tuple(tuple(sorted(deck[HAND_SIZE * seat :][:HAND_SIZE])) for seat in range(players))
    return Deal(first, hands, tuple(sorted(deck[HAND_SIZE * players :])))


def check_deal(rules: Rules, deal: Deal, first: Seat | None = None) -> None:
    """Raise IllegalDeal unless every card of the game lies where A2 puts it; `first` is who must begin."""
    players = rules.players
    law = Law.DEAL_FOR_FOUR if players == 4 else Law.DEAL_FOR_THREE
    if len(deal.hands) != players:
        raise IllegalDeal(law, f"{len(deal.hands)} hands for {players} players")
    for seat, hand in enumerate(deal.hands):
        if len(hand) != HAND_SIZE:
            raise IllegalDeal(law, f"seat {seat} is dealt {len(hand)} cards, not {HAND_SIZE}")
    everything = Counter(card for cards in (*deal.hands, deal.aside) for card in cards)
    if twice := tuple(card for card, copies in everything.items() if copies > 1):
        raise IllegalDeal(law, f"dealt more than once: {show_cards(twice)}")
    if foreign := tuple(card for card in everything if card not in base_cards(players)):
        raise IllegalDeal(law, f"not in a game of {players}: {show_cards(foreign)}")
    if missing := tuple(card for card in base_cards(players) if card not in everything):
        raise IllegalDeal(law, f"neither dealt nor laid aside: {show_cards(missing)}")
    if deal.first not in range(players) or first not in (None, deal.first):
        expected = "one of the seats" if first is None else f"seat {first}"
        raise IllegalDeal(Law.TOKEN_PASSES_LEFT, f"the first player must be {expected}, not {deal.first}")
