"""Where the cards lie that the person can look at and choose from, and what choosing one means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from karat.amul.rules.actions import Action, Gain, Offer, Play, Take
from karat.amul.rules.cards import Card
from karat.amul.rules.effects import Place
from karat.amul.rules.market import Phase
from karat.amul.rules.observe import Observation
from karat.amul.terminal.cards import counted
from karat.amul.terminal.words import say
from karat.game import Seat
from karat.words.seat_names import SeatNames


class Stall(StrEnum):
    HAND = "hand"
    MARKET = "market"
    PALACE = "palace"
    BAZAAR = "bazaar"


STALLS = tuple(Stall)
ASKED = {Phase.OFFER: Stall.HAND, Phase.TAKE: Stall.MARKET, Phase.PLAY: Stall.HAND}


@dataclass(frozen=True, slots=True)
class StallEntry:
    """A line of a stall: a card, how many alike lie there, who offered it, and the action of choosing it."""

    card: Card
    action: Action
    copies: int = 1
    offered_by: tuple[Seat | None, ...] = ()
    """One for a market card: the seat, or None for a card that was turned up from the deck."""


def asked_at(seen: Observation) -> Stall:
    """The stall where the question of the phase is answered."""
    if seen.errand:
        return Stall(seen.errand.places[0].value)
    return ASKED.get(seen.phase or Phase.OVER, Stall.HAND)


def entries(seen: Observation, stall: Stall) -> tuple[StallEntry, ...]:
    """What lies there, each with what choosing it would mean now; the rules say whether that may be done."""
    return tuple(lying(seen, stall))


def lying(seen: Observation, stall: Stall) -> Iterator[StallEntry]:
    phase = seen.phase or Phase.OVER
    match stall:
        case Stall.HAND:
            verb = Offer if phase in (Phase.OFFER, Phase.TAKE) else Play
            yield from (StallEntry(card, verb(card), number) for card, number in counted(seen.hand).items())
        case Stall.MARKET:
            for ware in seen.wares:
                action = Gain(Place.MARKET, ware.card) if phase is Phase.GAIN else Take(ware.card)
                yield StallEntry(ware.card, action, 1, (ware.offered_by,))
        case Stall.PALACE:
            yield from (StallEntry(card, Gain(Place.PALACE, card), n) for card, n in counted(seen.palace).items())
        case Stall.BAZAAR:
            yield from (StallEntry(card, Gain(Place.BAZAAR, card), n) for card, n in counted(seen.bazaar).items())


def offerer(seat: Seat | None, who: SeatNames) -> str:
    return say("stall.deck", who.language) if seat is None else who.names[seat]
