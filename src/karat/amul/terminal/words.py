"""Amul in words: who sits where, what happened, why the order is as it is."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from karat.amul.rules import events
from karat.amul.rules.cards import Card, CardFile, Cards
from karat.amul.rules.effects import Place
from karat.amul.rules.observe import Observation
from karat.amul.rules.order import Turn, valour_counts
from karat.amul.terminal.cards import inline, row
from karat.game import Seat
from karat.screen.seating import Seating

FROM = {Place.PALACE: "from the palace", Place.BAZAAR: "from the bazaar", Place.MARKET: "left in the market"}

Secret = events.OfferChosen | events.PlayChosen
"""Choices of which nobody sees more than that they were made."""


def tell(event: events.Event, cards: CardFile, who: Seating) -> Content | None:
    """One line for the log, or None where an event says nothing that another does not."""
    match event:
        case events.MarketOpened(emir):
            return Content(f"{who.says(emir, 'are', 'is')} emir and {'have' if who.is_person(emir) else 'has'}"
                           " First Pick first.")  # fmt: skip
        case events.HandDealt(_, hand):
            return Content.assemble("You are dealt ", row(hand, cards), ".")
        case events.CardDealt(_, card):
            return Content.assemble("You draw ", inline(card, cards), ".")
        case events.RoundBegan(number, first_pick, turned_up):
            picks = who.says(first_pick, "have First Pick", "has First Pick")
            return Content.assemble((f"Round {number}. ", "bold"), picks, "; turned up: ", row(turned_up, cards), ".")
        case events.OffersRevealed(offered):
            return Content.assemble(("Offers: ", "bold"), by_seat(offered, cards, who), ".")
        case events.CardTaken(seat, card):
            return Content.assemble(who.says(seat, "take ", "takes "), inline(card, cards), ".")
        case events.PlaysRevealed(played):
            return Content.assemble(("Plays: ", "bold"), by_seat(played, cards, who), ".")
        case events.OfferChosen() | events.PlayChosen():
            return None
        case _:
            return tell_end(event, cards, who)


Ending = (
    events.PlayRemoved
    | events.CardGained
    | events.NothingToGain
    | events.MarketCleared
    | events.HandLaidDown
    | events.MatchScored
)


def tell_end(event: Ending, cards: CardFile, who: Seating) -> Content | None:
    """The same for the end of a round and of the match."""
    match event:
        case events.PlayRemoved(seat, card):
            owner = "Your " if who.is_person(seat) else f"{who.names[seat]}'s "
            return Content.assemble(owner, inline(card, cards), " counts only in hand and leaves the game.")
        case events.CardGained(seat, place, card):
            return Content.assemble(who.says(seat, "gain ", "gains "), inline(card, cards), f" {FROM[place]}.")
        case events.NothingToGain(seat, card):
            owner = "Your " if who.is_person(seat) else f"{who.names[seat]}'s "
            return Content.assemble(owner, inline(card, cards), " finds nothing to take.")
        case events.MarketCleared(left):
            return Content.assemble(("The market is cleared: ", "dim"), row(left, cards), (" leave the game.", "dim"))
        case events.HandLaidDown(seat, kept, removed):
            lays, gone = who.says(seat, "lay down ", "lays down "), Content("")
            if removed:
                gone = Content.assemble("; ", row(removed, cards), " leave the game")
            return Content.assemble(lays, row(kept, cards), gone, ".")
        case events.MatchScored():
            return None


def by_seat(shown: Cards, cards: CardFile, who: Seating) -> Content:
    """Cards with whose they are, the person's first."""
    parts = [Content.assemble(f"{who.names[seat]} ", inline(shown[seat], cards)) for seat in who.clockwise]
    return Content(", ").join(parts)


def turn_words(turn: Turn, who: Seating) -> str:
    """A place in the order and what it is owed to: `Maes (valour 2, A)`."""
    name = who.names[turn.seat]
    return f"{name} (valour {turn.valour}, {turn.letter})" if turn.valour else name


def why_this_order(seen: Observation, who: Seating) -> str:
    """By what the order is decided in this round."""
    holder = who.names[seen.first_pick or 0]
    players = seen.rules.players
    if not valour_counts(seen.number, players):
        return f"from First Pick, {holder} (M15); by valour from round {players + 1} on (M28)"
    if any(turn.valour for turn in seen.order):
        return f"by valour, then letter (M30, M31); the others from First Pick, {holder} (M32)"
    return f"nobody has valour: from First Pick, {holder} (M32)"


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = list(words) or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def card_or_cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def errand_words(seen: Observation, seat: Seat) -> str:
    """What the instant effect that is carried out now still takes: `Looter: a card from the market`."""
    errand = seen.errand
    assert errand is not None  # noqa: S101 -- asked while one is carried out
    card: Card = seen.played[seat]
    return f"{seen.rules.cards.name(card)}: {card_or_cards(errand.left)} from the {' or the '.join(errand.places)}"
