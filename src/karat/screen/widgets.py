"""Parts of a table that any game can use: the log, the list of choices, the line to type in."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option


class Plate(Widget):
    """Text of a fixed place and size; it is drawn again only when it says something else."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._said = Content("")

    def say(self, content: Content) -> None:
        if not content.is_same(self._said):
            self._said = content
            self.refresh()

    def render(self) -> Content:
        return self._said


class Drawing(Widget):
    """Something that is drawn to fit its place, and again only when there is something else to draw."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._shown: tuple[Any, ...] = ()

    def show(self, *what: Any) -> None:
        """What `draw` gets; no more of it than is drawn, or every change makes work."""
        if what != self._shown:
            self._shown = what
            self.refresh()

    def draw(self, *what: Any) -> Content:
        raise NotImplementedError

    def render(self) -> Content:
        return self.draw(*self._shown) if self._shown else Content("")


class Log(Widget):
    """What happened, in words: as many of the newest lines as there is room for."""

    LONGEST = 500

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._lines: deque[Content] = deque(maxlen=self.LONGEST)

    def tell(self, *lines: Content) -> None:
        if lines:
            self._lines.extend(lines)
            self.refresh()

    def clear(self) -> None:
        self._lines.clear()
        self.refresh()

    @property
    def whole(self) -> Content:
        """All of it, for a page of its own."""
        return Content("\n").join(self._lines)

    def render(self) -> Content:
        rows: deque[Content] = deque()
        for line in reversed(self._lines):
            if len(rows) >= self.size.height:
                break
            rows.extendleft(reversed(line.wrap(max(self.size.width, 1))))
        return Content("\n").join(list(rows)[-max(self.size.height, 1) :])


@dataclass(frozen=True, slots=True)
class ListedChoice:
    """One line of the list of choices: what the game makes of it, and its words."""

    choice: Any
    words: Content


class Choices(OptionList):
    """A numbered list. Digits move to a line, two of them to a line past nine; Enter takes it."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._typed = ""
        self._offered: tuple[Content, ...] = ()
        self._marked: int | None = None

    def offer(self, lines: Sequence[Content], highlighted: int = 0) -> None:
        """Show these lines, one of them highlighted."""
        self._typed, self._offered = "", tuple(lines)
        self.set_options(Option(self._numbered(index)) for index in range(len(lines)))
        if lines:
            self.highlighted = min(highlighted, len(lines) - 1)

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


class InputLine(Input):
    """A line to type an action in; letters typed elsewhere on the table begin it."""

    def __init__(self, *, placeholder: str, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)

    def begin(self, character: str) -> None:
        """Start with a letter that was typed while another part of the table had the keyboard."""
        self.screen.set_focus(self)  # at once, so that the next letter comes here
        self.value = character
        self.cursor_position = len(character)
