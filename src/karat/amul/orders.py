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
    from karat.amul.rules.market import Market
    from karat.amul.rules.match import Match
    from karat.game import Seat


def orders(state: Match, seat: Seat) -> dict[Action, Hashable]:
    """Whatever lies there that it could take when its turn comes; it stands until the card is gone or the turn over.

    >>> from karat import amul
    >>> orders(amul.start(amul.Rules(players=3)), 0)
    {}
    """
    table = state.market
    if table is None or seat not in table.turns:
        return {}
    turn = table.number, table.phase
    if table.phase is Phase.TAKE:
        return {Take(card): turn for card in each_once(table.lying(Place.MARKET))}
    return {Gain(place, card): turn for place in places(table, seat) for card in each_once(table.lying(place))}


def places(table: Market, seat: Seat) -> tuple[Place, ...]:
    """Where the effect of what the seat played takes from; what is left of it, once that has begun (R18)."""
    if table.errand is not None and table.turns[0] == seat:
        return table.errand.places
    instant = table.rules.cards.kinds[table.played[seat].id].instant
    return instant.places if instant else ()
