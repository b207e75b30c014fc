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
from karat.amul.terminal.choices import offers, question
from karat.amul.terminal.keys import BINDINGS, help_page
from karat.amul.terminal.places import Details, Elsewhere, card_page
from karat.amul.terminal.seats import OwnArea, SeatRows, TitleLine
from karat.amul.terminal.sheet import ending, score_pages, table_pages
from karat.amul.terminal.stalls import STALLS, Stall, asked_at, entries
from karat.amul.terminal.typing import understand
from karat.amul.terminal.words import Secret, say, tell
from karat.amul.words.cards import CardWords
from karat.screen.seated_match import SeatedMatch
from karat.screen.seating import LawWords
from karat.screen.table import TerminalTable
from karat.screen.widgets import Choices, InputLine, Log
from karat.words.seat_names import SeatNames


class GameTable(TerminalTable):
    """The table of Amul. The list shows one stall at a time, that of the question unless another is looked at."""

    TITLE = "Amul"
    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS
    CROWD = 7
    """From so many on, every line of a small terminal counts."""
    ANSWERS: ClassVar[str] = f"s{TerminalTable.ANSWERS}"

    def __init__(self, match: SeatedMatch, who: SeatNames, *, pace: float, laws: LawWords) -> None:
        super().__init__(match, who, pace=pace, laws=laws)
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
            yield titled(Details(id="details"), say("table.card", self.who.language))
            yield Elsewhere(id="elsewhere")
            yield titled(OwnArea(id="own"), say("table.area", self.who.language))
            yield titled(Log(id="story"), say("table.happened", self.who.language))
        yield InputLine(id="line", placeholder=say("table.typing", self.who.language))

    @property
    def _sheet(self) -> ScoreSheet:
        """The scores of what lies in the areas now."""
        seen: Observation = self.match.seen
        return seen.sheet or score(seen.rules.cards, seen.areas or ((),) * seen.rules.players)

    @property
    def _card_words(self) -> CardWords:
        return CardWords(self.match.rules.cards, self.who.language)

    # The match.

    def _words(self, event: events.Event) -> Content | None:
        return tell(event, self.match.rules.cards, self.who)

    def _needs_a_moment(self, happened: Sequence[events.Event]) -> bool:
        """Choices in secret need none; the last of them turns cards up, and does."""
        return not all(isinstance(event, Secret) for event in happened)

    async def _interlude(self) -> bool:
        """The score pad, when the match is over."""
        if self.match.outcome is None or self._scores_seen:
            return False
        self._scores_seen = True
        self._show()
        await self._show_scores()
        return True

    async def _show_scores(self) -> None:
        pages = score_pages(self.match.rules, self._sheet, self.who)
        title = say("page.scores", self.who.language)
        await self.push_screen_wait(self._book(title, pages, footing="goes_on"))

    async def _answered(self, answer: str) -> None:
        if answer == "s":
            await self._show_scores()
        else:
            await super()._answered(answer)

    def _ending(self) -> Content:
        return Content(ending(self.match.rules, self._sheet, self.who))

    def _rematch(self) -> None:
        self._scores_seen = False
        super()._rematch()

    def _show(self) -> None:
        seen, sheet = self.match.seen, self._sheet
        question = (seen.number, seen.phase, self.match.owes)
        if question != self._question:  # a new one is put where it can be answered
            self._question, self._looked_at = question, None
        self.query_one(TitleLine).show(seen, self.who)
        self.query_one(SeatRows).show(seen, sheet, self.who)
        own = seen.areas[self.who.seat] if seen.areas else ()
        self.query_one(OwnArea).show(own, sheet, self.who.seat, self._card_words)
        self._show_stall()

    def _show_stall(self) -> None:
        seen, legal = self.match.seen, self.match.legal
        stall = self._looked_at or asked_at(seen)
        self._offer(question(seen, stall, legal, self.who), offers(seen, stall, legal, self.who))
        others = tuple((other, entries(seen, other)) for other in STALLS if other is not stall)
        self.query_one(Elsewhere).show(others, self._card_words, self.who)
        self._show_details()

    # What the person does.

    def _understand(self, text: str) -> Action:
        return understand(text, self._offers, self.match.seen, self.match.legal, self.who.language)

    def _choose(self, choice: Action) -> None:
        self._try(choice)

    def _done(self) -> None:
        self._looked_at = None

    @on(OptionList.OptionHighlighted, "#choices")
    def _show_details(self) -> None:
        if self._highlighted is not None:
            self.query_one(Details).show(self._highlighted, self.match.seen, self.who)

    @property
    def _highlighted(self) -> Card | None:
        index = self.query_one(Choices).highlighted
        return self._offers[index].choice.card if index is not None and index < len(self._offers) else None

    # Keys.

    def action_stall(self, by: int) -> None:
        """Look at another place where cards lie."""
        now = self._looked_at or asked_at(self.match.seen)
        self._looked_at = STALLS[(STALLS.index(now) + by) % len(STALLS)]
        self.query_one(Choices).focus()
        self._show_stall()

    def action_details(self) -> None:
        if self._highlighted is not None:
            page = card_page(self._highlighted, self.match.seen, self.who)
            self.push_screen(self._page(self._card_words.name(self._highlighted), page))

    def action_view(self) -> None:
        if self.match.seen.phase:
            pages = table_pages(self.match.seen, self._sheet, self.who)
            self.push_screen(self._book(say("page.table", self.who.language), pages))

    def _help(self) -> Content:
        return help_page(self.match.rules, self.match.seed, self.who)


def titled(widget: Widget, title: str) -> Widget:
    """With a title in its frame, where it has one."""
    widget.border_title = Content(title)
    return widget
