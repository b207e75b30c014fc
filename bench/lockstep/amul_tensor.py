"""The tensor told from the readable Observation, field by field: what `observe` must agree with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel.cards import PLACE_BITS
from karat.amul.kernel.pack import valour_of
from karat.amul.rules.actions import Gain, Take
from karat.amul.rules.cards import Card
from karat.amul.rules.codec import codec
from karat.amul.rules.market import Phase
from karat.amul.rules.observe import Observation


def tensor(seen: Observation) -> NDArray[np.uint8]:
    """What a seat knows, as bytes; the layout stands in observe.py."""
    if seen.seat is None or seen.phase is None:
        raise ValueError("a tensor is what a seat sees, in a match that is dealt")
    numbers, players = codec(seen.rules.cards), seen.rules.players
    seats = [(seen.seat + player) % players for player in range(players)]
    phase, errand = seen.phase, seen.errand
    market, types = numbers.market, len(numbers.types)
    told = [0] * (3 * market + types + players * (types + 2 * market))

    def count(begin: int, cards: Iterable[Card]) -> None:
        for card in cards:
            told[begin + numbers.numbers[card]] += 1

    count(0, seen.hand)
    count(market, () if seen.choice is None else (seen.choice,))
    count(2 * market, (ware.card for ware in seen.wares))
    count(3 * market, (*seen.removed, *seen.palace, *seen.bazaar))  # types of the stock follow those of the market
    areas = 3 * market + types
    offered = areas + players * types
    known = knowledge(seen)
    for player, seat in enumerate(seats):
        count(areas + player * types, seen.areas[seat])
        count(offered + player * market, (ware.card for ware in seen.wares if ware.offered_by == seat))
        if phase is not Phase.OVER:
            count(offered + (players + player) * market, known[seat].elements())
    order = [turn.seat for turn in seen.order]
    letters = [min((card.letter for card in area if card.letter), default="@") for area in seen.areas]
    told += [seen.hand_sizes[seat] for seat in seats]
    valour = valour_of(seen.rules.cards)
    told += [sum(valour[card.id] for card in seen.areas[seat]) for seat in seats]
    told += [ord(letters[seat]) - ord("@") for seat in seats]
    told += [seat in seen.laid for seat in seats]
    told += [order.index(seat) + 1 if order else 0 for seat in seats]
    for whose in (seen.turns, seen.to_act, (seen.emir,), (seen.first_pick,)):
        told += [seat in whose for seat in seats]
    told += [phase is one for one in Phase]
    told += [errand is not None and place in errand.places for place in PLACE_BITS]
    told += [errand.left if errand else 0, seen.number, seen.deck_size]
    return np.minimum(np.array(told, np.int64), 255).astype(np.uint8)


def knowledge(seen: Observation) -> list[Counter[Card]]:
    """By seat, the cards that everyone has seen it take and not use since."""
    known = [Counter[Card]() for _ in range(seen.rules.players)]
    for seat, action in seen.actions:
        if isinstance(action, Take):
            known[seat][action.card] += 1
        elif not isinstance(action, Gain) and known[seat][action.card]:
            known[seat][action.card] -= 1
    return known
