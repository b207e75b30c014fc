"""What every table in the terminal does alike: it hosts the match, takes what is typed, and asks at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import on, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList

from karat.bots.bot import Candidate
from karat.game import BadText, IllegalAction
from karat.record import Record
from karat.screen.dialogs import Ask, AskPath, Page
from karat.screen.hosting import Hosted
from karat.screen.saving import file_name, save_as
from karat.screen.seating import Explain, Seating, refusal
from karat.screen.theme import THEME
from karat.screen.widgets import Choices, Line, Offer, Story

MOST_HINTS = 8
"""Choices that a hint tells of."""


def common_keys(first_letters: str, *, log: str) -> list[BindingType]:
    """Keys of every table; `log` is the one that tells what happened, and `first_letters` begin the typed line."""
    return [
        Binding("question_mark", "help", "help"),
        Binding("q", "leave", "leave"),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("w", "write", "write record"),
        Binding(log, "log", "what happened"),
        Binding("exclamation_mark", "hint", "hint"),
        Binding("escape", "undo_choice", show=False),
        Binding("up", "list('up')", show=False),
        Binding("down", "list('down')", show=False),
        *(Binding(letter, f"begin({letter!r})", show=False, priority=True) for letter in first_letters),
    ]


def hint_page(found: Sequence[Candidate]) -> Content:
    """The best candidates, one a line, with what the bot can say about them."""
    width = max(len(str(one.action)) for one in found[:MOST_HINTS])
    lines = []
    for place, one in enumerate(found[:MOST_HINTS]):
        told = [f"wins {one.win:4.0%}"] if one.win is not None else []
        told += [f"{one.points:5.1f} points"] if one.points is not None else []
        told += [f"tried {one.tries} times"] if one.tries is not None else []
        name = Content.styled(str(one.action).ljust(width), "bold $primary" if not place else "")
        lines.append(Content.assemble(name, "   ", "   ".join(told)))
    return Content("\n").join(lines)


class Table(App[Record]):
    """A table of one game. Its result is the record of the match that was played last, finished or not.

    A game's own table composes a Choices, a Story and a Line, draws everything in `_show`, and answers what
    the methods ask that raise NotImplementedError here.
    """

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 -- as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (37, "-tall")]  # noqa: RUF012
    ANSWERS: ClassVar[dict[str, str]] = {"r": "rematch", "w": "write the record", "q": "leave"}
    """What can be answered when the match is over; r and q are the table's, the others go to `_answered`."""

    def __init__(self, hosted: Hosted, who: Seating, *, pace: float, explain: Explain) -> None:
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.hosted, self.who = hosted, who
        self._pace, self._explain = pace, explain
        self._offers: list[Offer] = []
        self._acted = asyncio.Event()
        self._first_seed, self._rematches = hosted.seed, 0
        self._saved: Path | None = None

    def on_mount(self) -> None:
        self.query_one(Choices).focus()
        self.host()

    # What a game's table says for itself.

    @property
    def record(self) -> Record:
        return self.hosted.record()

    def _show(self) -> None:
        """Draw everything as it stands."""
        raise NotImplementedError

    def _words(self, event: Any) -> Content | None:
        """One line for the log, or None where an event says nothing that another does not."""
        raise NotImplementedError

    def _understand(self, text: str) -> Any:
        """The choice that a typed line names; BadText where it names none."""
        raise NotImplementedError

    def _choose(self, choice: Any) -> None:
        """Take a choice, which need not be an action yet, or a legal one."""
        raise NotImplementedError

    def _ending(self) -> Content:
        """Who won, once the match is over."""
        raise NotImplementedError

    def _help(self) -> Content:
        """The page of keys."""
        raise NotImplementedError

    def _promised(self) -> Any | None:
        """A legal action that the person has said will be theirs without being asked."""
        return None

    def _needs_a_moment(self, _told: Sequence[Any]) -> bool:
        """Whether something happened that one wants to see."""
        return True

    async def _interlude(self) -> bool:
        """Show what comes before the match goes on; whether there was anything."""
        return False

    async def _answered(self, _answer: str) -> None:
        """What the person wanted when the match was over, other than to leave or to play again."""
        await self.push_screen_wait(self._ask_path())

    # The match, from the first deal to the last question.

    @work
    async def host(self) -> None:
        """Keep the match going, and play a rematch for as long as one is wanted."""
        while True:
            await self._play_on()
            told = self._ending()
            self.query_one(Story).tell(told)
            while (answer := await self._ask_on(told)) not in ("q", "r"):
                await self._answered(answer)
            if answer == "q":
                self.exit(self.record)
                return
            self._rematch()

    async def _ask_on(self, told: Content) -> str:
        return await self.push_screen_wait(Ask("The match is over", told, self.ANSWERS, otherwise="q"))

    async def _play_on(self) -> None:
        """Until the match is over."""
        hosted = self.hosted
        while True:
            if await self._interlude():
                continue
            if hosted.outcome is not None:
                return
            if hosted.awaits_deal:
                await self._tell(hosted.deal())
            elif (promised := self._promised()) is not None:
                await self._tell(hosted.act(promised))
            elif (seat := hosted.bot_to_act) is not None:
                self._show()
                action = await asyncio.to_thread(hosted.think, seat)
                await self._tell(hosted.take(seat, action))
            else:
                self._acted.clear()
                self._show()
                await self._acted.wait()
                await asyncio.sleep(self._pace)

    async def _tell(self, told: tuple[Any, ...]) -> None:
        """Show what happened, and leave a moment to see it."""
        self._note(told)
        self._show()
        if self._needs_a_moment(told):
            await asyncio.sleep(self._pace)

    def _note(self, told: tuple[Any, ...]) -> None:
        self.query_one(Story).tell(*(line for event in told if (line := self._words(event))))

    def _rematch(self) -> None:
        self._rematches += 1
        self.hosted = self.hosted.again(f"{self._first_seed}/rematch {self._rematches}")
        self._saved = None
        self.query_one(Story).clear()

    def _offer(self, title: Content, listed: list[Offer], highlighted: int = 0) -> None:
        """Show these lines in the list, unless they stand there already."""
        choices = self.query_one(Choices)
        choices.border_title = title
        if listed != self._offers or choices.option_count != len(listed):
            self._offers = listed
            choices.offer([offer.words for offer in listed], highlighted)

    # What the person does.

    def _try(self, action: Any) -> None:
        """Do it, or say by which rule it may not be done."""
        try:
            told = self.hosted.act(action)
        except IllegalAction as refused:
            self.query_one(Story).tell(refusal(refused, self.who, self._explain))
            return
        self._done()
        self._note(told)
        self._show()
        self._acted.set()

    def _done(self) -> None:
        """An action of the person's was taken."""

    @on(OptionList.OptionSelected, "#choices")
    def _line_chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._offers):
            self._choose(self._offers[event.option_index].choice)

    @on(Input.Submitted, "#line")
    def _typed(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        event.input.clear()
        self.query_one(Choices).focus()
        if text in ("?", "q", "quit"):
            self.call_later(self.action_help if text == "?" else self.action_leave)
        elif text:
            try:
                choice = self._understand(text)
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

    def action_list(self, way: str) -> None:
        choices = self.query_one(Choices)
        if choices.has_focus:
            (choices.action_cursor_up if way == "up" else choices.action_cursor_down)()
        choices.focus()

    def action_undo_choice(self) -> None:
        self._done()
        self.query_one(Line).clear()
        self.query_one(Choices).focus()
        self._show()

    def action_help(self) -> None:
        self.push_screen(Page(self.TITLE or "", self._help()))

    def action_log(self) -> None:
        self.push_screen(Page("What happened", self.query_one(Story).whole, at_end=True))

    @work
    async def action_hint(self) -> None:
        """What the strongest bot would do here, and what it thinks of the other choices."""
        if not self.hosted.legal:
            self.query_one(Story).tell(Content.styled("A hint is for when it is your turn.", "dim"))
            return
        self.query_one(Story).tell(Content.styled("Thinking …", "dim"))
        level, found = await asyncio.to_thread(self.hosted.hint)
        self.push_screen(Page(f"What {level} would do", hint_page(found)))

    def action_write(self) -> None:
        self.push_screen(self._ask_path())

    def _ask_path(self) -> AskPath:
        offered = self._saved or file_name(self.hosted.game.NAME, self.hosted.seed)
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
