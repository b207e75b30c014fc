"""Parts of a table that any game can use: the log, the list of choices, the line to type in."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option


class Story(VerticalScroll, can_focus=False):
    """What happened, in words, the newest at the bottom."""

    LONGEST = 200

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._lines: deque[Content] = deque(maxlen=self.LONGEST)

    def compose(self) -> ComposeResult:
        yield Static()

    def tell(self, *lines: Content) -> None:
        """Add lines and show the newest."""
        self._lines.extend(lines)
        self.query_one(Static).update(Content("\n").join(self._lines))
        self.scroll_end(animate=False, force=True)

    def clear(self) -> None:
        self._lines.clear()
        self.query_one(Static).update("")

    @property
    def text(self) -> str:
        return "\n".join(line.plain for line in self._lines)

    def on_resize(self) -> None:
        self.scroll_end(animate=False, force=True)


class Choices(OptionList):
    """A numbered list. Digits move to a line, two of them to a line past nine; Enter takes it."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._typed = ""
        self._offered: tuple[Content, ...] = ()
        self._marked: int | None = None

    def offer(self, lines: Sequence[Content]) -> None:
        """Show these lines, the first of them highlighted."""
        self._typed, self._offered = "", tuple(lines)
        self.set_options(Option(self._numbered(index)) for index in range(len(lines)))
        if lines:
            self.highlighted = 0

    def _numbered(self, index: int) -> Content:
        """A line with its number and, where the list stands, a mark that needs no colour."""
        mark = "▸" if index == self.highlighted else " "
        return Content.assemble((f"{mark}{index + 1:2} ", "dim"), self._offered[index])

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        for index in {self._marked, highlighted} - {None}:
            if index is not None and index < self.option_count == len(self._offered):
                self.replace_option_prompt_at_index(index, self._numbered(index))
        self._marked = highlighted

    def on_key(self, event: events.Key) -> None:
        digit = event.character
        if digit is None or not (digit.isascii() and digit.isdigit()):
            self._typed = ""
            return
        event.stop()
        for number in (self._typed + digit, digit):
            if 1 <= int(number) <= self.option_count:
                self._typed, self.highlighted = number, int(number) - 1
                return


class Line(Input):
    """A line to type an action in; letters typed elsewhere on the table begin it."""

    def __init__(self, *, placeholder: str, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)

    def begin(self, character: str) -> None:
        """Start with a letter that was typed while another part of the table had the keyboard."""
        self.focus(scroll_visible=False)
        self.value = character
        self.cursor_position = len(character)
