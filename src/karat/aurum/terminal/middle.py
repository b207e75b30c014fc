"""The middle of the table: the trick or the bids, gold to be won, the open cards; and the person's hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from karat.aurum.rules.cards import Card, Cards
from karat.aurum.rules.events import TrickTaken
from karat.aurum.rules.observe import Observation
from karat.aurum.rules.trick import highest, lowest
from karat.aurum.terminal.cards import LARGE, SMALL, Face, Size, draw_row, index_at, inline_row, ranks_of, row_width
from karat.aurum.terminal.words import say
from karat.game import Seat
from karat.words.seat_names import SeatNames


@dataclass(frozen=True, slots=True)
class TrickPlace:
    """One place in the middle: whose, the card that lies there if any, and a word under it."""

    seat: Seat
    face: Face | None
    word: str = ""


def trick_places(trick: Cards, leader: Seat, who: SeatNames, *, taken: bool) -> list[TrickPlace]:
    """The trick in the order of play, with who leads, who wins and who has the lowest card so far."""
    places = []
    for index in range(len(who.names)):
        seat = (leader + index) % len(who.names)
        if index >= len(trick):
            places.append(TrickPlace(seat, None, say("middle.leads", who) if index == 0 else ""))
            continue
        words = [word for word, held in (
            (say("middle.took" if taken else "middle.wins", who), highest(trick) == index),
            (say("middle.lowest", who), lowest(trick) == index),
        ) if held]  # fmt: skip
        places.append(TrickPlace(seat, Face(trick[index], bright=not taken), " ".join(words)))
    return places


def bid_places(seen: Observation, order: Sequence[Seat], who: SeatNames) -> list[TrickPlace]:
    """The bids, a secret one face down."""
    laid = {seat: Face(seen.bid_of(seat)) for seat in seen.laid}
    return [TrickPlace(seat, laid.get(seat), say("middle.bid", who) if seat in laid else "") for seat in order]


def trick_shown(seen: Observation, last: TrickTaken | None, who: SeatNames) -> tuple[str, list[TrickPlace]]:
    """The trick with a title; the last one stays, dim, until the next is led."""
    players, leader = seen.rules.players, seen.leader or 0
    if seen.trick or last is None:
        return say("middle.trick", who), trick_places(seen.trick, leader, who, taken=False)
    led = (last.seat - highest(last.trick)) % players
    title = say("middle.last_trick", who, leads=who.somebody(leader))
    return title, trick_places(last.trick, led, who, taken=True)


class Middle(Widget):
    """Draws what lies there, in as much detail as there is room for."""

    WHOLE = 20
    """Lines that everything takes."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._shown: tuple[Observation, TrickTaken | None, SeatNames] | None = None

    def show(self, seen: Observation, last: TrickTaken | None, who: SeatNames) -> None:
        if (seen, last, who) != self._shown:
            self._shown = (seen, last, who)
            self.refresh()

    def render(self) -> Content:
        if self._shown is None or not self._shown[0].hand_sizes:
            return Content("")
        seen, last, who = self._shown
        return self._whole(seen, last, who) if self.size.height >= self.WHOLE else self._compact(seen, last, who)

    def _compact(self, seen: Observation, last: TrickTaken | None, who: SeatNames) -> Content:
        """Eight lines: the trick, or before the first one the bids, and the supply as a row of ranks."""
        title, places = trick_shown(seen, last, who)
        if last is None and not seen.trick:
            title, places = say("middle.bids", who), bid_places(seen, [place.seat for place in places], who)
        supply = Content.assemble((say("middle.supply", who), "dim"), ranks_of(seen.supply))
        return Content("\n").join([self._heading(title, seen, who), *self._draw(places, SMALL, who), supply])

    def _whole(self, seen: Observation, last: TrickTaken | None, who: SeatNames) -> Content:
        """Everything as cards, one below the other."""
        title, places = trick_shown(seen, last, who)
        bids = bid_places(seen, [place.seat for place in places], who)
        gold = [Face(card) for card in seen.supply]
        step = next((step for step in (5, 4) if row_width(len(gold), SMALL, step) <= self.size.width), 3)
        blank = Content("")
        lines = [self._heading(title, seen, who), *self._draw(places, LARGE, who), blank]
        lines += [Content.styled(say("middle.bids", who), "dim"), *self._draw(bids, SMALL, who)[1:-1], blank]
        lines += [Content.styled(say("middle.to_win", who), "dim"), *draw_row(gold, SMALL, step)[: SMALL.height]]
        return Content("\n").join(lines)

    def _heading(self, title: str, seen: Observation, who: SeatNames) -> Content:
        """What is shown and, at the right, the open cards."""
        aside = (
            Content.assemble((say("middle.open", who), "dim"), inline_row(seen.aside)) if seen.aside else Content("")
        )
        space = self.size.width - cell_len(title) - cell_len(aside.plain)
        return Content.assemble((title, "dim"), " " * space, aside)

    def _draw(self, places: Sequence[TrickPlace], size: Size, who: SeatNames) -> list[Content]:
        """Names, cards, words: one column for each place."""
        width = min(17, self.size.width // len(places))
        rows: list[list[Content]] = [[] for _ in range(size.height + 2)]
        for place in places:
            name = Content.styled(who.names[place.seat], "bold" if who.is_person(place.seat) else "")
            column = [name, *lying(place.face, size), Content.styled(place.word, "bold $primary")]
            for row, cell in zip(rows, column, strict=True):
                row.append(centred(cell, width))
        return [Content("").join(row) for row in rows]


def lying(face: Face | None, size: Size) -> list[Content]:
    """A card by itself, or a place where none lies yet."""
    if face is None:
        return empty(size)
    drawn = draw_row([face], size, size.width)
    return drawn[:-1] if face.bright else drawn[1:]


def empty(size: Size) -> list[Content]:
    """A place where no card lies yet."""
    blank = " " * size.width
    dot = "·".center(size.width)
    middle = size.height // 2
    return [Content.styled(dot if row == middle else blank, "dim") for row in range(size.height)]


def centred(content: Content, width: int) -> Content:
    space = max(0, width - cell_len(content.plain))
    return content.pad_left(space // 2).pad_right(space - space // 2)


class Hand(Widget, can_focus=True):
    """The person's cards and, after a gap, their gold; what may be chosen now stands higher and bright."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "move(-99)", show=False),
        Binding("end", "move(99)", show=False),
        Binding("enter,space", "choose", "choose card"),
    ]

    GAP = 2
    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """The person chose a card, bright or dim."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._hand: Cards = ()
        self._gold: Cards = ()
        self._bright: frozenset[Card] = frozenset()

    def show(self, hand: Cards, gold: Cards, bright: frozenset[Card]) -> None:
        if (hand, gold, bright) != (self._hand, self._gold, self._bright):
            self._hand, self._gold, self._bright = hand, gold, bright
            self.cursor = max(0, min(self.cursor, len(self.cards) - 1))
            self.refresh()

    @property
    def cards(self) -> Cards:
        return self._hand + self._gold

    def _layout(self) -> tuple[Size, int, int]:
        """The size of the cards, and the steps of hand and gold: as wide as they fit."""
        size = LARGE if self.size.height > LARGE.height else SMALL
        for hand_step, gold_step in ((size.width, size.width), (size.width, 4), (size.width, 3), (4, 3)):
            width = row_width(len(self._hand), size, hand_step) + self.GAP
            if width + row_width(len(self._gold), size, gold_step) <= self.size.width:
                return size, hand_step, gold_step
        return SMALL, 4, 2

    def render(self) -> Content:
        size, hand_step, gold_step = self._layout()
        faces = [
            Face(card, card in self._bright, self.has_focus and index == self.cursor)
            for index, card in enumerate(self.cards)
        ]
        split = len(self._hand)
        left, right = draw_row(faces[:split], size, hand_step), draw_row(faces[split:], size, gold_step)
        gap = " " * self.GAP if self._hand else ""
        return Content("\n").join([Content.assemble(a, gap, b) for a, b in zip(left, right, strict=True)])

    def card_at(self, column: int) -> int | None:
        """The index of the card that is drawn at `column`."""
        size, hand_step, gold_step = self._layout()
        index = index_at(column, len(self._hand), size, hand_step)
        if index is not None:
            return index
        offset = row_width(len(self._hand), size, hand_step) + (self.GAP if self._hand else 0)
        index = index_at(column - offset, len(self._gold), size, gold_step)
        return None if index is None else index + len(self._hand)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        index = self.card_at(place.x) if place else None
        if index is not None:
            self.cursor = index
            self.action_choose()

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.cards) - 1))

    def action_choose(self) -> None:
        if self.cards:
            self.post_message(self.Chosen(self.cards[self.cursor]))
