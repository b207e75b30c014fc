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
from karat.screen.dialogs import AskPath, PagedText, Prompt, TextPage
from karat.screen.saving import file_name, save_as
from karat.screen.seated_match import SeatedMatch
from karat.screen.seating import TEXTS, LawWords, refusal
from karat.screen.theme import THEME
from karat.screen.typed import Unclear
from karat.screen.widgets import Choices, InputLine, ListedChoice, Log
from karat.words.seat_names import SeatNames

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


def hint_page(found: Sequence[Candidate], language: str) -> Content:
    """The best candidates, one a line, with what the bot can say about them."""
    width = max(len(str(one.action)) for one in found[:MOST_HINTS])
    lines = []
    for place, one in enumerate(found[:MOST_HINTS]):
        judged = [TEXTS.say("wins", language, share=f"{one.win:4.0%}")] if one.win is not None else []
        judged += [TEXTS.say("points", language, points=f"{one.points:5.1f}")] if one.points is not None else []
        judged += [TEXTS.say("tried", language, tries=one.tries)] if one.tries is not None else []
        name = Content.styled(str(one.action).ljust(width), "bold $primary" if not place else "")
        lines.append(Content.assemble(name, "   ", "   ".join(judged)))
    return Content("\n").join(lines)


class TerminalTable(App[Record]):
    """A table of one game. Its result is the record of the match that was played last, finished or not.

    A game's own table composes a Choices, a Log and a InputLine, draws everything in `_show`, and answers what
    the methods ask that raise NotImplementedError here.
    """

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 -- as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-middling"), (37, "-tall")]  # noqa: RUF012
    ANSWERS: ClassVar[str] = "rwq"
    """Keys to answer with when the match is over; r and q are the table's, the others go to `_answered`."""

    def __init__(self, match: SeatedMatch, who: SeatNames, *, pace: float, laws: LawWords) -> None:
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.match, self.who = match, who
        self._pace, self._laws = pace, laws
        self._offers: list[ListedChoice] = []
        self._acted = asyncio.Event()
        self._first_seed, self._rematches = match.seed, 0
        self._saved: Path | None = None

    def on_mount(self) -> None:
        self.query_one(Choices).focus()
        self.host()

    def say(self, key: str, **parts: Any) -> str:
        """A text of every table, in the person's language."""
        return TEXTS.say(key, self.who.language, **parts)

    def _page(self, title: str, text: Content, *, footing: str = "closes", at_end: bool = False) -> TextPage:
        """Something to read; `footing` is the key of a text that says how one gets on."""
        return TextPage(title, text, footing=self.say(footing), at_end=at_end)

    def _book(self, title: str, pages: Sequence[tuple[str, Content]], *, footing: str = "closes") -> PagedText:
        """Several pages under one title."""
        titles = [
            self.say("page", title=title, name=name, number=number, pages=len(pages))
            for number, (name, _) in enumerate(pages, 1)
        ]
        turned = [(title, text) for title, (_, text) in zip(titles, pages, strict=True)]
        return PagedText(turned, footing=self.say("turns", footing=self.say(footing)))

    # What a game's table says for itself.

    @property
    def record(self) -> Record:
        return self.match.record()

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

    def _needs_a_moment(self, _happened: Sequence[Any]) -> bool:
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
            ending = self._ending()
            self.query_one(Log).tell(ending)
            while (answer := await self._ask_on(ending)) not in ("q", "r"):
                await self._answered(answer)
            if answer == "q":
                self.exit(self.record)
                return
            self._rematch()

    async def _ask_on(self, ending: Content) -> str:
        answers = {key: self.say(f"answer.{key}") for key in self.ANSWERS}
        return await self.push_screen_wait(Prompt(self.say("over"), ending, answers, otherwise="q"))

    async def _play_on(self) -> None:
        """Until the match is over."""
        match = self.match
        while True:
            if await self._interlude():
                continue
            if match.outcome is not None:
                return
            if match.awaits_deal:
                await self._tell(match.deal())
            elif (promised := self._promised()) is not None:
                await self._tell(match.act(promised))
            elif (seat := match.bot_to_act) is not None:
                self._show()
                action = await asyncio.to_thread(match.think, seat)
                await self._tell(match.take(seat, action))
            else:
                self._acted.clear()
                self._show()
                await self._acted.wait()
                await asyncio.sleep(self._pace)

    async def _tell(self, happened: tuple[Any, ...]) -> None:
        """Show what happened, and leave a moment to see it."""
        self._note(happened)
        self._show()
        if self._needs_a_moment(happened):
            await asyncio.sleep(self._pace)

    def _note(self, happened: tuple[Any, ...]) -> None:
        self.query_one(Log).tell(*(line for event in happened if (line := self._words(event))))

    def _rematch(self) -> None:
        self._rematches += 1
        self.match = self.match.again(f"{self._first_seed}/rematch {self._rematches}")
        self._saved = None
        self.query_one(Log).clear()

    def _offer(self, title: Content, listed: list[ListedChoice], highlighted: int = 0) -> None:
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
            happened = self.match.act(action)
        except IllegalAction as refused:
            self.query_one(Log).tell(refusal(refused, self.who, self._laws))
            return
        self._done()
        self._note(happened)
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
                unclear = bad if isinstance(bad, Unclear) else Unclear("unknown", said=text)
                self.query_one(Log).tell(Content.styled(f"✗ {unclear.told(self.who.language)}", "$warning"))
            else:
                self._choose(choice)

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A letter begins the line only where it is not being typed into something already."""
        if action == "begin":
            return len(self.screen_stack) == 1 and not isinstance(self.focused, Input)
        return super().check_action(action, parameters)

    def action_begin(self, letter: str) -> None:
        self.query_one(InputLine).begin(letter)

    def action_list(self, way: str) -> None:
        choices = self.query_one(Choices)
        if choices.has_focus:
            (choices.action_cursor_up if way == "up" else choices.action_cursor_down)()
        choices.focus()

    def action_undo_choice(self) -> None:
        self._done()
        self.query_one(InputLine).clear()
        self.query_one(Choices).focus()
        self._show()

    def action_help(self) -> None:
        self.push_screen(self._page(self.TITLE or "", self._help()))

    def action_log(self) -> None:
        self.push_screen(self._page(self.say("happened"), self.query_one(Log).whole, at_end=True))

    @work
    async def action_hint(self) -> None:
        """What the strongest bot would do here, and what it thinks of the other choices."""
        if not self.match.legal:
            self.query_one(Log).tell(Content.styled(self.say("not_your_turn"), "dim"))
            return
        self.query_one(Log).tell(Content.styled(self.say("thinking"), "dim"))
        level, found = await asyncio.to_thread(self.match.hint)
        self.push_screen(self._page(self.say("hint", level=level), hint_page(found, self.who.language)))

    def action_write(self) -> None:
        self.push_screen(self._ask_path())

    def _ask_path(self) -> AskPath:
        offered = self._saved or file_name(self.match.game.NAME, self.match.seed)
        title, text = self.say("write.title"), self.say("write.text")
        return AskPath(title, text, offered, self._write, footing=self.say("write.keys"))

    def _write(self, path: Path) -> str | None:
        why_not = save_as(self.record, path, self.who.language, own=self._saved)
        if why_not is None:
            self._saved = path
            self.query_one(Log).tell(Content.styled(self.say("write.done", path=str(path)), "italic"))
        return why_not

    @work
    async def action_leave(self) -> None:
        """Ask, and leave; asked while asking, leave at once."""
        if not isinstance(self.screen, Prompt):
            text = Content(self.say("leave.text"))
            answers = {"y": self.say("leave.yes"), "n": self.say("leave.no")}
            if await self.push_screen_wait(Prompt(self.say("leave.title"), text, answers, otherwise="n")) != "y":
                return
        self.exit(self.record)
