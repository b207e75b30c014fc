"""Where the cards lie that the person can look at and choose from, and what choosing one means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from textual.content import Content

from karat.amul.rules.actions import Action, Gain, Offer, Play, Take
from karat.amul.rules.cards import Card, CardFile, Deck
from karat.amul.rules.effects import Place
from karat.amul.rules.market import Phase
from karat.amul.rules.observe import Observation
from karat.amul.terminal.cards import SIGNS, ZONES, colour_of, counted, name_of, short, symbols
from karat.amul.terminal.words import errand_words, listed
from karat.game import Seat
from karat.screen.columns import fitted
from karat.screen.seating import Seating

NAME_WIDTH = 17
WHO_WIDTH = 9
ZONE_WIDTH = 6
SYMBOLS_WIDTH = 8


class Stall(StrEnum):
    HAND = "hand"
    MARKET = "market"
    PALACE = "palace"
    BAZAAR = "bazaar"


STALLS = tuple(Stall)
ASKED = {Phase.OFFER: Stall.HAND, Phase.TAKE: Stall.MARKET, Phase.PLAY: Stall.HAND}


@dataclass(frozen=True, slots=True)
class Entry:
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


def entries(seen: Observation, stall: Stall) -> tuple[Entry, ...]:
    """What lies there, each with what choosing it would mean now; the rules say whether that may be done."""
    return tuple(lying(seen, stall))


def lying(seen: Observation, stall: Stall) -> Iterator[Entry]:
    phase = seen.phase or Phase.OVER
    match stall:
        case Stall.HAND:
            verb = Offer if phase in (Phase.OFFER, Phase.TAKE) else Play
            yield from (Entry(card, verb(card), number) for card, number in counted(seen.hand).items())
        case Stall.MARKET:
            for ware in seen.wares:
                action = Gain(Place.MARKET, ware.card) if phase is Phase.GAIN else Take(ware.card)
                yield Entry(ware.card, action, 1, (ware.offered_by,))
        case Stall.PALACE:
            yield from (Entry(card, Gain(Place.PALACE, card), n) for card, n in counted(seen.palace).items())
        case Stall.BAZAAR:
            yield from (Entry(card, Gain(Place.BAZAAR, card), n) for card, n in counted(seen.bazaar).items())


def entry_words(entry: Entry, cards: CardFile, who: Seating, *, legal: bool) -> Content:
    """One line: sign, name, who offered it, zone, symbols, effect; dim where it may not be chosen now."""
    kind = cards.kinds[entry.card.id]
    gained = kind.deck in (Deck.PALACE, Deck.BAZAAR)  # such a card is never in a hand, and needs no word on its zone
    name = name_of(entry.card, cards) + (f" ×{entry.copies}" if entry.copies > 1 else "")
    colour = colour_of(entry.card, cards)
    parts = [
        Content.styled(f"{SIGNS[kind.colour]} ", colour),
        fitted(Content.styled(name, f"bold {colour}"), NAME_WIDTH + ZONE_WIDTH if gained else NAME_WIDTH),
        *(fitted(f" {offerer(seat, who)}", WHO_WIDTH) for seat in entry.offered_by),
        *([] if gained else [fitted(f" {ZONES[kind.zone]}", ZONE_WIDTH)]),
        fitted(f" {symbols(entry.card, kind)}", SYMBOLS_WIDTH),
        Content(f" {short(kind, cards)}"),
    ]
    line = Content("").join(parts)
    return line if legal else line.stylize("dim")


def offerer(seat: Seat | None, who: Seating) -> str:
    return "deck" if seat is None else who.names[seat]


def question(seen: Observation, stall: Stall, legal: Sequence[Action], who: Seating) -> Content:
    """What the person is asked, or whom the table waits for; and the stall that is shown, if it is another."""
    asked = Content.styled(ask(seen, legal, who), "bold")
    if legal and stall is asked_at(seen):
        return asked
    return Content.assemble((f"‹ {stall} ›  ", "bold $foreground"), asked)


def ask(seen: Observation, legal: Sequence[Action], who: Seating) -> str:
    if seen.phase is None:
        return ""
    if seen.phase is Phase.OVER:
        return "The match is over."
    if not legal:
        acting = listed(who.names[seat] for seat in seen.to_act)
        effect = f": {errand_words(seen, seen.to_act[0])}" if seen.errand else ""
        return f"{acting} to {seen.phase}{effect}"
    match seen.phase:
        case Phase.OFFER:
            return "Offer which card of your hand? All are turned up together."
        case Phase.TAKE:
            return "Take which card from the market into your hand?"
        case Phase.PLAY:
            return "Play which card into your area? All are revealed together."
    return f"{errand_words(seen, who.seat)}. Which?"
