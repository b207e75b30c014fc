"""A match of Amul in the terminal: it draws what the person may know and what the rules offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList

from karat.amul.rules import events
from karat.amul.rules.actions import Action
from karat.amul.rules.cards import Card
from karat.amul.rules.observe import Observation
from karat.amul.rules.scoring import ScoreSheet, score
from karat.amul.terminal.keys import BINDINGS, help_page
from karat.amul.terminal.places import Details, Elsewhere, card_page
from karat.amul.terminal.seats import OwnArea, SeatRows, TitleLine
from karat.amul.terminal.sheet import ending, score_pages, table_pages
from karat.amul.terminal.stalls import STALLS, Stall, asked_at, entries, entry_words, question
from karat.amul.terminal.typing import understand
from karat.amul.terminal.words import Secret, tell
from karat.screen.dialogs import Book, Page
from karat.screen.hosting import Hosted
from karat.screen.seating import Explain, Seating, law_in_words
from karat.screen.table import Table
from karat.screen.widgets import Choices, Line, Offer, Story


class AmulTable(Table):
    """The table of Amul. The list shows one stall at a time, that of the question unless another is looked at."""

    TITLE = "Amul"
    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS
    CROWD = 7
    """From so many on, every line of a small terminal counts."""
    ANSWERS: ClassVar[dict[str, str]] = {"s": "scores explained", **Table.ANSWERS}

    def __init__(self, hosted: Hosted, who: Seating, *, pace: float = 0.7, explain: Explain = law_in_words) -> None:
        super().__init__(hosted, who, pace=pace, explain=explain)
        self._looked_at: Stall | None = None
        self._question: tuple[object, ...] = ()
        self._scores_seen = False

    def compose(self) -> ComposeResult:
        self.set_class(len(self.who.names) >= self.CROWD, "crowd")
        yield TitleLine(id="title")
        rows = SeatRows(id="seats")
        rows.styles.height = len(self.who.names) + 1
        yield rows
        with Container(id="board"):
            yield Choices(id="choices")
            yield titled(Details(id="details"), "the card (Space)")
            yield Elsewhere(id="elsewhere")
            yield titled(OwnArea(id="own"), "your area")
            yield titled(Story(id="story"), "what happened (h)")
        hint = "type camel, take silk …   ← → stalls   Space card   v table   ? help   q leave"
        yield Line(id="line", placeholder=hint)

    @property
    def _sheet(self) -> ScoreSheet:
        """The scores of what lies in the areas now."""
        seen: Observation = self.hosted.seen
        return seen.sheet or score(seen.rules.cards, seen.areas or ((),) * seen.rules.players)

    # The match.

    def _words(self, event: events.Event) -> Content | None:
        return tell(event, self.hosted.rules.cards, self.who)

    def _needs_a_moment(self, told: Sequence[events.Event]) -> bool:
        """Choices in secret need none; the last of them turns cards up, and does."""
        return not all(isinstance(event, Secret) for event in told)

    async def _interlude(self) -> bool:
        """The score pad, when the match is over."""
        if self.hosted.outcome is None or self._scores_seen:
            return False
        self._scores_seen = True
        self._show()
        await self._show_scores()
        return True

    async def _show_scores(self) -> None:
        pages = score_pages(self.hosted.rules, self._sheet, self.who)
        await self.push_screen_wait(Book("The scores", pages, footing="Enter goes on"))

    async def _answered(self, answer: str) -> None:
        if answer == "s":
            await self._show_scores()
        else:
            await super()._answered(answer)

    def _ending(self) -> Content:
        return Content(ending(self.hosted.rules, self._sheet, self.who))

    def _rematch(self) -> None:
        self._scores_seen = False
        super()._rematch()

    def _show(self) -> None:
        seen, sheet = self.hosted.seen, self._sheet
        question = (seen.number, seen.phase, self.hosted.owes)
        if question != self._question:  # a new one is put where it can be answered
            self._question, self._looked_at = question, None
        self.query_one(TitleLine).show(seen, self.who)
        self.query_one(SeatRows).show(seen, sheet, self.who)
        own = seen.areas[self.who.seat] if seen.areas else ()
        self.query_one(OwnArea).show(own, sheet, self.who.seat, seen.rules.cards)
        self._show_stall()

    def _show_stall(self) -> None:
        seen, legal = self.hosted.seen, self.hosted.legal
        stall = self._looked_at or asked_at(seen)
        listed = [
            Offer(
                entry.action, entry_words(entry, seen.rules.cards, self.who, legal=not legal or entry.action in legal)
            )
            for entry in entries(seen, stall)
        ]
        self._offer(question(seen, stall, legal, self.who), listed)
        others = tuple((other, entries(seen, other)) for other in STALLS if other is not stall)
        self.query_one(Elsewhere).show(others, seen.rules.cards, self.who)
        self._show_details()

    # What the person does.

    def _understand(self, text: str) -> Action:
        return understand(text, self._offers, self.hosted.seen, self.hosted.legal)

    def _choose(self, choice: Action) -> None:
        self._try(choice)

    def _done(self) -> None:
        self._looked_at = None

    @on(OptionList.OptionHighlighted, "#choices")
    def _show_details(self) -> None:
        if self._highlighted is not None:
            self.query_one(Details).show(self._highlighted, self.hosted.seen, self.who)

    @property
    def _highlighted(self) -> Card | None:
        index = self.query_one(Choices).highlighted
        return self._offers[index].choice.card if index is not None and index < len(self._offers) else None

    # Keys.

    def action_stall(self, by: int) -> None:
        """Look at another place where cards lie."""
        now = self._looked_at or asked_at(self.hosted.seen)
        self._looked_at = STALLS[(STALLS.index(now) + by) % len(STALLS)]
        self.query_one(Choices).focus()
        self._show_stall()

    def action_details(self) -> None:
        if self._highlighted is not None:
            page = card_page(self._highlighted, self.hosted.seen, self.who)
            self.push_screen(Page(self.hosted.rules.cards.name(self._highlighted), page))

    def action_view(self) -> None:
        if self.hosted.seen.phase:
            self.push_screen(Book("The table", table_pages(self.hosted.seen, self._sheet, self.who)))

    def _help(self) -> Content:
        return help_page(self.hosted.rules, self.hosted.seed)


def titled(widget: Widget, title: str) -> Widget:
    """With a title in its frame, where it has one."""
    widget.border_title = Content(title)
    return widget
