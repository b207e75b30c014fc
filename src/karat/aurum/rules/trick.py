"""Who gets what from a trick (A6). A trick is its cards in the order of play."""

from __future__ import annotations

from karat.aurum.rules.cards import Card, Cards, Metal, gold


def lowest(trick: Cards) -> int:
    """The place in the trick of the lowest base card, which earns gold and the lead (A6.1, A6.2)."""
    # A6.4: of equal cards the later one, so its place counts against the rank.
    return min((card.rank, -place) for place, card in enumerate(trick) if not card.is_gold)[1] * -1


def highest(trick: Cards) -> int:
    """The place in the trick of the card that takes it: gold before base metal, then rank (A6.3)."""
    return max((card.is_gold, card.rank, place) for place, card in enumerate(trick))[2]


def metals(trick: Cards) -> tuple[Metal, ...]:
    """The base metals that lie in it, in the order of play: none of them may be played to it again (A5.4)."""
    return tuple(dict.fromkeys(card.metal for card in trick if not card.is_gold))


def prize(trick: Cards, supply: Cards) -> Card | None:
    """The gold card that the lowest base card earns (A6.1); None where the supply has none of its rank."""
    rank = trick[lowest(trick)].rank
    return won if rank <= 8 and (won := gold(rank)) in supply else None
