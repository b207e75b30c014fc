"""What a seat of Amul may say in advance, while others are before it: what it takes (M14) or gains (M22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules.actions import Gain, Take
from karat.amul.rules.cards import each_once
from karat.amul.rules.effects import Place
from karat.amul.rules.market import Phase

if TYPE_CHECKING:
    from collections.abc import Hashable

    from karat.amul.rules.actions import Action
    from karat.amul.rules.observe import Observation
    from karat.game import Seat


def orders(seen: Observation) -> dict[Action, Hashable]:
    """Whatever lies there that it could take when its turn comes; it stands until the card is gone or the turn over.

    >>> from karat import amul
    >>> orders(amul.observe(amul.start(amul.Rules(players=3)), 0))
    {}
    """
    if seen.seat is None or seen.seat not in seen.turns:
        return {}
    market = each_once(tuple(ware.card for ware in seen.wares))
    turn = seen.number, seen.phase
    if seen.phase is Phase.TAKE:
        return {Take(card): turn for card in market}
    lying = {Place.PALACE: each_once(seen.palace), Place.BAZAAR: each_once(seen.bazaar), Place.MARKET: market}
    return {Gain(place, card): turn for place in places(seen, seen.seat) for card in lying[place]}


def places(seen: Observation, seat: Seat) -> tuple[Place, ...]:
    """Where the effect of what the seat played takes from; what is left of it, once that has begun (R18)."""
    if seen.errand is not None and seen.turns[0] == seat:
        return seen.errand.places
    instant = seen.rules.cards.kinds[seen.played[seat].id].instant
    return instant.places if instant else ()
