"""What happened in Aurum, in a sentence of every language, short or full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.aurum.rules import events
from karat.aurum.rules.cards import Card, show_cards
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import bid_tricks
from karat.words.texts import Sentence, TextFile, TextRow

if TYPE_CHECKING:
    from karat.words.seat_names import SeatNames
    from karat.words.texts import Length

TEXTS = TextFile("karat.aurum.words", "events.toml")


def tell(event: events.Event, who: SeatNames, length: Length = "full") -> str:
    """One event as a sentence.

    >>> from karat.words.seat_names import numbered
    >>> tell(events.BidLaid(1, Card.parse("B7"), 7), numbered(4, "fr"))
    'place 1 annonce 7 avec B7.'
    """
    return TEXTS.say(event_sentence(event, who), who.language, length, written)


def written(value: Any) -> str:
    """Cards as plain text."""
    return str(value) if isinstance(value, Card) else show_cards(value)


def event_sentence(event: events.Event, who: SeatNames) -> Sentence:
    """The text that an event has, and what goes into it."""
    name = type(event).__name__
    match event:
        case events.RoundDealt(number, first, aside):
            parts = {"number": number + 1, "first": who.somebody(first), "aside": aside}
            return Sentence(f"{name}_open" if aside else name, parts)
        case events.HandDealt(seat, hand):
            return Sentence(name, {"seat": who.somebody(seat), "hand": hand})
        case events.CardPlayed(seat, card) | events.GoldWon(seat, card):
            return Sentence(name, {"seat": who.somebody(seat), "card": card})
        case events.TrickTaken(seat, trick, leads):
            parts = {"seat": who.somebody(seat), "trick": trick, "leads": who.somebody(leads)}
            return Sentence(f"{name}_leads" if seat == leads else name, parts)
        case events.RoundEnded(seat, shown):
            return Sentence(name if shown else f"{name}_empty", {"seat": who.somebody(seat), "shown": shown})
        case events.RoundScored(result):
            return Sentence(name, {"points": between(result.points, who.language)})
        case events.MatchEnded(result):
            sides = Rules(len(who.names)).sides
            winners = who.listed(seat for side in result.winners for seat in sides[side])
            return Sentence(name, {"winners": winners, "totals": between(result.totals, who.language)})
        case _:
            return bidding_sentence(event, who)


Bidding = events.BidLaid | events.BidChosen | events.BidsRevealed | events.BidKept | events.BidChanged


def bidding_sentence(event: Bidding, who: SeatNames) -> Sentence:
    """The same for bids and their changes."""
    name = type(event).__name__
    match event:
        case events.BidLaid(seat, card, tricks):
            return Sentence(name, bid_parts(seat, card, tricks, who))
        case events.BidChosen(seat) | events.BidKept(seat):
            return Sentence(name, {"seat": who.somebody(seat)})
        case events.BidsRevealed(bids):
            each = tuple(
                Sentence("bid_of_each", bid_parts(seat, card, bid_tricks(card), who)) for seat, card in enumerate(bids)
            )
            return Sentence(name, {"bids": TextRow(each)})
        case events.BidChanged(seat, paid, whose, laid, taken):
            cards = {"paid": paid, "laid": laid, "taken": taken}
            parts = {"seat": who.somebody(seat), "whose": who.somebody(whose), **cards}
            return Sentence(f"{name}_own" if whose == seat else name, parts)


def bid_parts(seat: int, card: Card, tricks: int, who: SeatNames) -> dict[str, Any]:
    return {"seat": who.somebody(seat), "rank": tricks, "card": card}


def between(points: tuple[int, ...], language: str) -> str:
    """Points by side: `9 to 4`."""
    return TEXTS.text("to", language).join(map(str, points))
