"""A match of Aurum in the terminal: it draws what the person may know and what the rules offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content

from karat.aurum.rules import events
from karat.aurum.rules.actions import Keep
from karat.aurum.terminal.choices import Change, Choice, choosable, offers, question, swaps_in, with_card
from karat.aurum.terminal.keys import BINDINGS, help_page
from karat.aurum.terminal.middle import Hand, Middle
from karat.aurum.terminal.seats import OwnLine, ScoreLine, SeatPanel
from karat.aurum.terminal.sheet import ending, sheet
from karat.aurum.terminal.typing import understand
from karat.aurum.terminal.words import say, tell
from karat.screen.seated_match import SeatedMatch
from karat.screen.seating import LawWords
from karat.screen.table import TerminalTable
from karat.screen.widgets import Choices, InputLine, Log
from karat.words.seat_names import SeatNames


class GameTable(TerminalTable):
    """The table of Aurum."""

    TITLE = "Aurum"
    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, match: SeatedMatch, who: SeatNames, *, pace: float, laws: LawWords) -> None:
        super().__init__(match, who, pace=pace, laws=laws)
        self._change: Change | None = None
        self._last_trick: events.TrickTaken | None = None
        self._keeping = False
        self._sheets = 0

    def compose(self) -> ComposeResult:
        yield ScoreLine(id="score")
        with Horizontal(id="seats"):
            for seat in self.who.clockwise[1:]:
                yield SeatPanel(seat)
        with Container(id="board"):
            yield Middle(id="middle")
            yield Choices(id="choices")
            yield Log(id="story")
        yield OwnLine(id="own")
        yield Hand(id="hand")
        yield InputLine(id="line", placeholder=say("table.typing", self.who))

    # The match.

    def _promised(self) -> Keep | None:
        return Keep() if self._keeping and Keep() in self.match.legal else None

    def _needs_a_moment(self, happened: Sequence[events.Event]) -> bool:
        return not all(isinstance(event, events.BidKept) for event in happened)

    async def _interlude(self) -> bool:
        """The sheet of a round that has just been scored."""
        results = self.match.seen.results
        if len(results) == self._sheets:
            return False
        self._sheets = len(results)
        self._show()
        scored = sheet(self.match.rules, results, self.who)
        title = say("table.round", self.who, number=self._sheets)
        await self.push_screen_wait(self._page(title, scored, footing="goes_on"))
        return True

    def _ending(self) -> Content:
        return Content(ending(self.match.rules, self.match.seen.result, self.who))

    def _note(self, happened: tuple[events.Event, ...]) -> None:
        for event in happened:
            if isinstance(event, events.TrickTaken):
                self._last_trick = event
            elif isinstance(event, events.RoundDealt):
                self._keeping, self._last_trick = False, None
        super()._note(happened)

    def _words(self, event: events.Event) -> Content | None:
        return tell(event, self.who)

    def _rematch(self) -> None:
        self._sheets = 0
        super()._rematch()

    def _show(self) -> None:
        seen, legal = self.match.seen, self.match.legal
        if not swaps_in(legal):
            self._change = None
        self.query_one(ScoreLine).show(seen, self.who)
        for panel in self.query(SeatPanel):
            panel.show(seen, self.who)
        self.query_one(Middle).show(seen, self._last_trick, self.who)
        self.query_one(OwnLine).show(seen, self.who, keeping=self._keeping)
        gold = seen.stocks[self.who.seat] if seen.stocks else ()
        self.query_one(Hand).show(seen.hand, gold, choosable(legal))
        self._show_choices()

    def _show_choices(self) -> None:
        seen, legal = self.match.seen, self.match.legal
        if self._promised() is not None:  # which is about to be said for the person
            legal = ()
        title = Content(question(seen, legal, self._change, self.who))
        self._offer(title, offers(seen, legal, self._change, self.who))

    # What the person does.

    def _understand(self, text: str) -> Choice:
        return understand(text, self._offers, self.match.legal, self._change)

    def _choose(self, choice: Choice) -> None:
        """Take a choice: an action is tried, a change of bid goes a step on."""
        if isinstance(choice, Change):
            self._change = choice
            self._show_choices()
        elif isinstance(choice, str):
            self.action_undo_choice()
        else:
            self._try(choice)

    def _done(self) -> None:
        self._change = None

    @on(Hand.Chosen)
    def _card_chosen(self, event: Hand.Chosen) -> None:
        self._choose(with_card(event.card, self.match.legal, self._change))

    # Keys.

    def action_card(self, by: int) -> None:
        hand = self.query_one(Hand)
        if hand.has_focus:
            hand.action_move(by)
        hand.focus()

    def action_keep_bids(self) -> None:
        self._keeping = not self._keeping
        answer = say("table.keeps" if self._keeping else "table.asked_again", self.who)
        self.query_one(Log).tell(Content.styled(answer, "italic"))
        if self._keeping and Keep() in self.match.legal:
            self._try(Keep())
        self._show()

    def _help(self) -> Content:
        return help_page(self.match.rules, self.match.seed, self.who)
