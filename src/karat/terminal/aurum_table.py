"""A match of Aurum in the terminal: it draws what the person may know and what the rules offer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, OptionList

from karat.game import BadText, IllegalAction
from karat.record import Record
from karat.rules.aurum import events
from karat.rules.aurum.actions import Action, Keep
from karat.rules.aurum.record import to_record
from karat.terminal.aurum_choices import (
    Change,
    Choice,
    Offer,
    choosable,
    offers,
    question,
    swaps_in,
    understand,
    with_card,
)
from karat.terminal.aurum_keys import BINDINGS, help_page
from karat.terminal.aurum_middle import Hand, Middle
from karat.terminal.aurum_seats import OwnLine, ScoreLine, SeatPanel
from karat.terminal.aurum_sheet import ending, sheet
from karat.terminal.aurum_words import Explain, Seating, law_in_words, refusal, tell
from karat.terminal.dialogs import Ask, AskPath, Page
from karat.terminal.hosting import Hosted
from karat.terminal.looks import THEME
from karat.terminal.saving import file_name, save_as
from karat.terminal.widgets import Choices, Line, Story


class AurumTable(App[Record]):
    """The table. Its result is the record of the match that was played last, finished or not."""

    TITLE = "Aurum"
    CSS_PATH = "aurum_table.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 -- as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (37, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, hosted: Hosted, who: Seating, *, pace: float = 0.7, explain: Explain = law_in_words) -> None:
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.hosted, self.who = hosted, who
        self._pace, self._explain = pace, explain
        self._change: Change | None = None
        self._offers: list[Offer] = []
        self._last_trick: events.TrickTaken | None = None
        self._keeping = False
        self._acted = asyncio.Event()
        self._first_seed, self._rematches = hosted.seed, 0
        self._saved: Path | None = None

    def compose(self) -> ComposeResult:
        yield ScoreLine(id="score")
        players = len(self.who.names)
        with Horizontal(id="seats"):
            for step in range(1, players):  # clockwise from the person's left
                yield SeatPanel((self.who.seat + step) % players)
        with Container(id="board"):
            yield Middle(id="middle")
            yield Choices(id="choices")
            yield Story(id="story")
        yield OwnLine(id="own")
        yield Hand(id="hand")
        yield Line(id="line", placeholder="type an action: B7, keep, swap G0 2 P6 …      ? help   q leave")

    def on_mount(self) -> None:
        self.query_one(Choices).focus()
        self.host()

    @property
    def record(self) -> Record:
        return self.hosted.record(to_record)

    # The match, from the first deal to the last question.

    @work
    async def host(self) -> None:
        """Keep the match going: deals, bots and sheets, and a rematch for as long as one is wanted."""
        while True:
            await self._play_on()
            result = self.hosted.seen.result
            told = Content(ending(self.hosted.rules, result, self.who))
            self.query_one(Story).tell(told)
            answers = {"r": "rematch", "w": "write the record", "q": "leave"}
            while (
                answer := await self.push_screen_wait(Ask("The match is over", told, answers, otherwise="q"))
            ) == "w":
                await self.push_screen_wait(self._ask_path())
            if answer == "q":
                self.exit(self.record)
                return
            self._rematch()

    async def _play_on(self) -> None:
        """Until the match is over."""
        sheets = 0
        hosted = self.hosted
        while True:
            if len(results := hosted.seen.results) > sheets:
                sheets = len(results)
                self._show()
                scored = sheet(hosted.rules, results, self.who)
                await self.push_screen_wait(Page(f"Round {sheets}", scored, footing="Enter goes on"))
            elif hosted.outcome is not None:
                return
            elif hosted.awaits_deal:
                self._keeping, self._last_trick = False, None
                await self._tell(hosted.deal())
            elif self._keeping and Keep() in hosted.legal:
                await self._tell(hosted.act(Keep()))
            elif (seat := hosted.bot_to_act) is not None:
                self._show()
                action = await asyncio.to_thread(hosted.think, seat)
                await self._tell(hosted.take(seat, action))
            else:
                self._acted.clear()
                self._show()
                await self._acted.wait()
                await asyncio.sleep(self._pace)

    async def _tell(self, told: tuple[events.Event, ...]) -> None:
        """Show what happened, and leave a moment to see it; a kept bid needs none."""
        self._note(told)
        self._show()
        if not all(isinstance(event, events.BidKept) for event in told):
            await asyncio.sleep(self._pace)

    def _note(self, told: tuple[events.Event, ...]) -> None:
        for event in told:
            if isinstance(event, events.TrickTaken):
                self._last_trick = event
        self.query_one(Story).tell(*(line for event in told if (line := tell(event, self.who))))

    def _rematch(self) -> None:
        self._rematches += 1
        self.hosted = self.hosted.again(f"{self._first_seed}/rematch {self._rematches}")
        self._saved = None
        self.query_one(Story).clear()

    def _show(self) -> None:
        """Draw everything as it stands."""
        seen, legal = self.hosted.seen, self.hosted.legal
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
        seen, legal = self.hosted.seen, self.hosted.legal
        if self._keeping and Keep() in legal:  # which is about to be said for the person
            legal = ()
        choices = self.query_one(Choices)
        choices.border_title = Content(question(seen, legal, self._change, self.who))
        listed = offers(seen, legal, self._change, self.who)
        if listed != self._offers or choices.option_count != len(listed):
            self._offers = listed
            choices.offer([offer.words for offer in listed])

    # What the person does.

    def _choose(self, choice: Choice) -> None:
        """Take a choice: an action is tried, a change of bid goes a step on."""
        if isinstance(choice, Change):
            self._change = choice
            self._show_choices()
        elif isinstance(choice, str):
            self.action_undo_choice()
        else:
            self._try(choice)

    def _try(self, action: Action) -> None:
        try:
            told = self.hosted.act(action)
        except IllegalAction as refused:
            self.query_one(Story).tell(refusal(refused, self.who, self._explain))
            return
        self._change = None
        self._note(told)
        self._show()
        self._acted.set()

    @on(OptionList.OptionSelected, "#choices")
    def _line_chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._offers):
            self._choose(self._offers[event.option_index].choice)

    @on(Hand.Chosen)
    def _card_chosen(self, event: Hand.Chosen) -> None:
        self._choose(with_card(event.card, self.hosted.legal, self._change))

    @on(Input.Submitted, "#line")
    def _typed(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        event.input.clear()
        self.query_one(Choices).focus()
        if text in ("?", "q", "quit"):
            self.call_later(self.action_help if text == "?" else self.action_leave)
        elif text:
            try:
                choice = understand(text, self._offers, self.hosted.legal, self._change)
            except BadText as bad:
                self.query_one(Story).tell(Content.styled(f"✗ {bad}.", "$warning"))
            else:
                self._choose(choice)

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A letter begins the line only where it is not being typed into something already."""
        if action == "begin":
            return len(self.screen_stack) == 1 and not isinstance(self.focused, Input)
        return super().check_action(action, parameters)

    def action_begin(self, letter: str) -> None:
        self.query_one(Line).begin(letter)

    def action_card(self, by: int) -> None:
        hand = self.query_one(Hand)
        if hand.has_focus:
            hand.action_move(by)
        hand.focus()

    def action_list(self, way: str) -> None:
        choices = self.query_one(Choices)
        if choices.has_focus:
            (choices.action_cursor_up if way == "up" else choices.action_cursor_down)()
        choices.focus()

    def action_undo_choice(self) -> None:
        self._change = None
        self.query_one(Line).clear()
        self.query_one(Choices).focus()
        self._show_choices()

    def action_keep_bids(self) -> None:
        self._keeping = not self._keeping
        say = "You keep the bids for this round; a ends that." if self._keeping else "You are asked again."
        self.query_one(Story).tell(Content.styled(say, "italic"))
        if self._keeping and Keep() in self.hosted.legal:
            self._try(Keep())
        self._show()

    def action_help(self) -> None:
        self.push_screen(Page("Aurum", help_page(self.hosted.rules, self.hosted.seed)))

    def action_log(self) -> None:
        self.push_screen(Page("What happened", self.query_one(Story).whole, at_end=True))

    def action_write(self) -> None:
        self.push_screen(self._ask_path())

    def _ask_path(self) -> AskPath:
        offered = self._saved or file_name("aurum", self.hosted.seed)
        return AskPath("Write the record", "The record tells every hand, the others' too.", offered, self._write)

    def _write(self, path: Path) -> str | None:
        why_not = save_as(self.record, path, own=self._saved)
        if why_not is None:
            self._saved = path
            self.query_one(Story).tell(Content.styled(f"The record is in {path}.", "italic"))
        return why_not

    @work
    async def action_leave(self) -> None:
        """Ask, and leave; asked while asking, leave at once."""
        if not isinstance(self.screen, Ask):
            text = Content("Leave the match? It is not kept unless you write its record.")
            answers = {"y": "leave", "n": "stay"}
            if await self.push_screen_wait(Ask("Leave?", text, answers, otherwise="n")) != "y":
                return
        self.exit(self.record)
