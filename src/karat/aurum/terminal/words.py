"""Aurum in words, with cards in their colours: what happened, what an action would do."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from karat.aurum.rules import events
from karat.aurum.rules.actions import Action, Bid, End, Keep, Play, PlayGold, Swap
from karat.aurum.rules.cards import Card
from karat.aurum.rules.observe import Observation
from karat.aurum.rules.scoring import side_bid
from karat.aurum.rules.trick import highest, lowest
from karat.aurum.terminal.cards import inline, inline_row
from karat.aurum.words.events import TEXTS as EVENTS
from karat.aurum.words.events import event_sentence
from karat.game import Seat
from karat.screen.spoken import spoken, with_bold_head
from karat.words.seat_names import SeatNames
from karat.words.texts import Sentence, TextFile

TEXTS = TextFile("karat.aurum.terminal", "table.toml")
UNTOLD = events.HandDealt | events.MatchEnded
"""Events of which the table itself shows enough."""


def tell(event: events.Event, who: SeatNames) -> Content | None:
    """One line for the log, or None where an event says nothing that the table does not show."""
    if isinstance(event, UNTOLD):
        return None
    line = spoken(EVENTS, event_sentence(event, who), who.language, "short", drawn)
    match event:
        case events.RoundDealt():
            return with_bold_head(line)
        case events.TrickTaken():
            return line.stylize("bold")
        case events.BidKept():
            return line.stylize("dim")
    return line


def drawn(value: Any) -> Content:
    """Cards in their colours; what is content already stays."""
    match value:
        case Content():
            return value
        case Card():
            return inline(value)
    return inline_row(value)


def say(key: str, who: SeatNames, **parts: Any) -> str:
    """A text of the table."""
    return TEXTS.say(key, who.language, **parts)


def show(key: str, who: SeatNames, **parts: Any) -> Content:
    """The same, with cards drawn."""
    return spoken(TEXTS, Sentence(key, parts), who.language, draw=drawn)


def describe(action: Action, seen: Observation, who: SeatNames) -> Content:
    """An action as one may choose it, and what comes of it at once."""
    match action:
        case Bid(card):
            return show("do.bid", who, card=card, after=after(bid_after(seen, card, who.seat or 0), who))
        case Keep():
            return show("do.keep", who)
        case Swap(paid, whose, card):
            return show("do.swap", who, gold=paid, whose=who.somebody(whose), card=card)
        case Play(card) | PlayGold(card):
            return show("do.play", who, card=card, place=place_in_trick((*seen.trick, card), who))
        case End():
            return show("do.end", who)


def after(bid: int, who: SeatNames) -> Content:
    """What the side would then have to take: `for 3 tricks`."""
    return Content.styled(say("do.after", who, n=bid), "dim")


def place_in_trick(trick: tuple[Card, ...], who: SeatNames) -> Content:
    """What the last card of the trick would be, as it lies now."""
    last = len(trick) - 1
    if not last:
        return Content("")
    low = any(not card.is_gold for card in trick) and lowest(trick) == last
    key = "do.highest" if highest(trick) == last else "do.lowest" if low else ""
    return Content.styled(say(key, who), "dim") if key else Content("")


def bid_after(seen: Observation, card: Card, whose: Seat) -> int:
    """The bid of `whose`'s side with `card` in place of the bid card of `whose`."""
    side = next(index for index, seats in enumerate(seen.rules.sides) if whose in seats)
    laid = {**dict(seen.bids), whose: card}
    ranks = [laid[seat].rank if seat in laid else 0 for seat in range(seen.rules.players)]
    return side_bid(seen.rules, side, ranks)
