"""Amul in words, with cards in their colours: what happened, why the order is as it is."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from karat.amul.rules import aids, events
from karat.amul.rules.cards import Card, CardFile
from karat.amul.rules.observe import Observation
from karat.amul.rules.order import OrderPlace
from karat.amul.terminal.cards import inline, row
from karat.amul.words.cards import CardWords
from karat.amul.words.events import TEXTS as EVENTS
from karat.amul.words.events import event_sentence, turn_sentence
from karat.game import Seat
from karat.screen.spoken import spoken, with_bold_head
from karat.words.seat_names import SeatNames
from karat.words.texts import TextFile

TEXTS = TextFile("karat.amul.terminal", "table.toml")
Secret = events.OfferChosen | events.PlayChosen
"""Choices of which nobody sees more than that they were made."""
UNTOLD = Secret | events.MatchScored
"""Events of which the table itself shows enough."""


def tell(event: events.Event, cards: CardFile, who: SeatNames) -> Content | None:
    """One line for the log, or None where an event says nothing that the table does not show."""
    if isinstance(event, UNTOLD):
        return None
    words = CardWords(cards, who.language)

    def drawn(value: Any) -> Content:
        return inline(value, words) if isinstance(value, Card) else row(value, words)

    line = spoken(EVENTS, event_sentence(event, who), who.language, "short", drawn)
    match event:
        case events.RoundBegan() | events.OffersRevealed() | events.PlaysRevealed():
            return with_bold_head(line)
        case events.MarketCleared():
            return line.stylize("dim")
    return line


def say(key: str, language: str, **parts: Any) -> str:
    """A text of the table."""
    return TEXTS.say(key, language, **parts)


def turn_words(turn: OrderPlace, who: SeatNames) -> str:
    """A place in the order and what it is owed to: `Maes (valour 2, A)`."""
    return EVENTS.say(turn_sentence(turn, who), who.language)


def why_this_order(seen: Observation, who: SeatNames) -> str:
    """By what the order is decided in this round."""
    holder, later = who.names[seen.first_pick or 0], seen.rules.players + 1
    return say(f"order.{aids.order_law(seen)}", who.language, holder=holder, number=later)


def errand_words(seen: Observation, seat: Seat, who: SeatNames) -> str:
    """What the instant effect that is carried out now still takes: `Looter: a card from the market`."""
    errand = seen.errand
    assert errand is not None  # noqa: S101 -- asked while one is carried out
    words = CardWords(seen.rules.cards, who.language)
    either = TEXTS.text("errand.or", who.language)
    places = either.join(words.say(f"deck.{place}") for place in errand.places)
    card = seen.rules.cards.name(seen.played[seat], who.language)
    return say("errand.whole", who.language, card=card, left=errand.left, places=places)
