"""What happened in Amul, in a sentence of every language, short or full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.amul.rules import events
from karat.amul.rules.cards import Card, CardFile
from karat.amul.words.cards import CardWords
from karat.words.texts import Sentence, TextFile, TextRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.amul.rules.cards import Cards
    from karat.amul.rules.order import OrderPlace
    from karat.words.seat_names import SeatNames
    from karat.words.texts import Length

TEXTS = TextFile("karat.amul.words", "events.toml")


def tell(event: events.Event, cards: CardFile, who: SeatNames, length: Length = "full") -> str:
    """One event as a sentence.

    >>> from karat.amul import load_standard
    >>> from karat.words.seat_names import numbered
    >>> tell(events.CardTaken(1, Card.parse("camel")), load_standard(), numbered(3, "ru"))
    'место 1 берёт: Верблюд.'
    """
    words = CardWords(cards, who.language)

    def written(value: Any) -> str:
        return words.name(value) if isinstance(value, Card) else words.row(value)

    return TEXTS.say(event_sentence(event, who), who.language, length, written)


def event_sentence(event: events.Event, who: SeatNames) -> Sentence:
    """The text that an event has, and what goes into it."""
    name = type(event).__name__
    match event:
        case events.MarketOpened(emir, palace, bazaar):
            return Sentence(name, {"emir": who.somebody(emir), "palace": palace, "bazaar": bazaar})
        case events.HandDealt(seat, hand):
            return Sentence(name, {"seat": who.somebody(seat), "hand": hand})
        case events.RoundBegan(number, first_pick, turned_up, order):
            parts = {"number": number, "first_pick": who.somebody(first_pick), "turned_up": turned_up}
            return Sentence(name, {**parts, "order": in_order(order, who)})
        case events.OfferChosen(seat) | events.PlayChosen(seat):
            return Sentence(name, {"seat": who.somebody(seat)})
        case events.OffersRevealed(cards):
            return Sentence(name, {"cards": by_seat(cards, who)})
        case events.PlaysRevealed(cards, order):
            brave = any(turn.valour for turn in order)
            return Sentence(
                f"{name}_brave" if brave else name, {"cards": by_seat(cards, who), "order": in_order(order, who)}
            )
        case _:
            return ending_sentence(event, who)


Ending = (
    events.CardDealt
    | events.CardTaken
    | events.PlayRemoved
    | events.CardGained
    | events.NothingToGain
    | events.MarketCleared
    | events.HandLaidDown
    | events.MatchScored
)


def ending_sentence(event: Ending, who: SeatNames) -> Sentence:
    """The same for single cards, and for the end of a round and of the match."""
    name = type(event).__name__
    match event:
        case (
            events.CardDealt(seat, card)
            | events.CardTaken(seat, card)
            | events.PlayRemoved(seat, card)
            | events.NothingToGain(seat, card)
        ):
            return Sentence(name, {"seat": who.somebody(seat), "card": card})
        case events.CardGained(seat, place, card):
            return Sentence(name, {"seat": who.somebody(seat), "place": Sentence(f"from.{place}"), "card": card})
        case events.MarketCleared(cards):
            return Sentence(name if cards else f"{name}_empty", {"cards": cards})
        case events.HandLaidDown(seat, kept, removed):
            parts = {"seat": who.somebody(seat), "kept": kept, "removed": removed}
            return Sentence(f"{name}_removed" if removed else name, parts)
        case events.MatchScored(sheet):
            points = TEXTS.text("to", who.language).join(map(str, sheet.points))
            return Sentence(name, {"points": points, "winners": who.listed(sheet.winners)})


def by_seat(cards: Cards, who: SeatNames) -> TextRow:
    """Cards with whose they are, the person's first."""
    return TextRow(
        tuple(Sentence("card_of", {"seat": who.somebody(seat), "card": cards[seat]}) for seat in who.clockwise)
    )


def in_order(order: Iterable[OrderPlace], who: SeatNames) -> TextRow:
    """Who goes when, and why."""
    return TextRow(tuple(turn_sentence(turn, who) for turn in order))


def turn_sentence(turn: OrderPlace, who: SeatNames) -> Sentence:
    """A place in the order and what it is owed to: `Maes (valour 2, A)`."""
    parts = {"seat": who.somebody(turn.seat), "valour": turn.valour, "letter": turn.letter}
    return Sentence("turn_brave" if turn.valour else "turn", parts)
