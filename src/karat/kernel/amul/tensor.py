"""The tensor told from the readable Observation, field by field: what `observe` must agree with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from karat.kernel.amul.cards import PLACE_BITS
from karat.rules.amul.actions import Gain, Take
from karat.rules.amul.cards import Card
from karat.rules.amul.codec import codec
from karat.rules.amul.market import Phase
from karat.rules.amul.observe import Observation
from karat.rules.amul.order import valour


def tensor(seen: Observation) -> NDArray[np.uint8]:
    """What a seat knows, as bytes; the layout stands in observe.py."""
    if seen.seat is None or not seen.phase:
        raise ValueError("a tensor is what a seat sees, in a match that is dealt")
    numbers = codec(seen.rules.cards)
    players = seen.rules.players
    seats = [(seen.seat + player) % players for player in range(players)]
    phase, errand = seen.phase[0], seen.errand[0] if seen.errand else None
    market, every = numbers.types[: numbers.market], numbers.types

    def copies(types: Iterable[Card], cards: Iterable[Card]) -> list[int]:
        found = Counter(cards)
        return [found[card] for card in types]

    told = copies(market, seen.hand) + copies(market, seen.choice)
    told += copies(market, (ware.card for ware in seen.wares)) + copies(market, seen.removed)
    told += copies(every[numbers.market :], (*seen.palace, *seen.bazaar))
    for seat in seats:
        told += copies(every, seen.areas[seat])
    for seat in seats:
        told += copies(market, (ware.card for ware in seen.wares if ware.offered_by == seat))
    known = knowledge(seen) if phase is not Phase.OVER else [Counter[Card]() for _ in seats]
    for seat in seats:
        told += copies(market, known[seat].elements())
    order = [turn.seat for turn in seen.order]
    letters = [min((card.letter for card in area if card.letter), default="@") for area in seen.areas]
    told += [seen.hand_sizes[seat] for seat in seats]
    told += [valour(seen.rules.cards, seen.areas[seat]) for seat in seats]
    told += [ord(letters[seat]) - ord("@") for seat in seats]
    told += [seat in seen.laid for seat in seats]
    told += [order.index(seat) + 1 if order else 0 for seat in seats]
    for whose in (seen.turns, seen.to_act, seen.emir, seen.first_pick):
        told += [seat in whose for seat in seats]
    told += [phase is one for one in Phase]
    told += [errand is not None and place in errand.places for place in PLACE_BITS]
    told += [errand.left if errand else 0, seen.number, seen.deck_size]
    return np.array([min(255, number) for number in told], np.uint8)


def knowledge(seen: Observation) -> list[Counter[Card]]:
    """By seat, the cards that everyone has seen it take and not use since."""
    known = [Counter[Card]() for _ in range(seen.rules.players)]
    for seat, action in seen.actions:
        if isinstance(action, Take):
            known[seat][action.card] += 1
        elif not isinstance(action, Gain) and known[seat][action.card]:
            known[seat][action.card] -= 1
    return known
