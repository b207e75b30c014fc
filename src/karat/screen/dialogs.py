"""What lies over a table for a moment: a page to read, a question, a name for a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

DIALOG_CSS = """
{name} {{
    align: center middle;
    background: $background 60%;
}}
{name} .dialog {{
    width: auto; max-width: 100%;
    height: auto; max-height: 100%;
    background: $panel;
    border: round $primary;
    border-title-color: $primary;
    border-title-style: bold;
    border-subtitle-color: $text-muted;
    padding: 0 1;
    scrollbar-size-vertical: 1;
    scrollbar-color: $border-blurred;
    scrollbar-background: $panel;
}}
{name} Static {{ width: auto; max-width: 100%; height: auto; }}
"""


class TextPage(ModalScreen[None]):
    """Something to read; Enter, Space or Escape closes it."""

    DEFAULT_CSS = DIALOG_CSS.format(name="Page")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape,q,question_mark", "close", "close"),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, title: str, text: Content, *, footing: str, at_end: bool = False) -> None:
        super().__init__()
        self._at_end = at_end
        self._heading, self._text, self._footing = title, text, footing

    @property
    def text(self) -> str:
        return self._text.plain

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog") as box:
            box.border_title = Content(self._heading)
            box.border_subtitle = Content(self._footing)
            box.can_focus = False
            yield Static(self._text)

    def on_mount(self) -> None:
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_close(self) -> None:
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class PagedText(TextPage):
    """Several pages with their titles; left and right turn them, a digit opens the page of that number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", show=False),
        Binding("right,l", "turn(1)", show=False),
        *(Binding(str(number), f"open({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, pages: Sequence[tuple[str, Content]], *, footing: str) -> None:
        self._pages, self._at = tuple(pages), 0
        super().__init__(self._pages[0][0], self._pages[0][1], footing=footing)

    def action_turn(self, by: int) -> None:
        self.action_open((self._at + by) % len(self._pages) + 1)

    def action_open(self, number: int) -> None:
        if number <= len(self._pages):
            self._at = number - 1
            self._text = self._pages[self._at][1]
            box = self.query_one(VerticalScroll)
            box.border_title = Content(self._pages[self._at][0])
            box.scroll_home(animate=False)
            box.query_one(Static).update(self._text)


class Prompt(ModalScreen[str]):
    """A question with a key for every answer; gives the key. Escape gives `otherwise`."""

    DEFAULT_CSS = DIALOG_CSS.format(name="Ask")

    def __init__(self, title: str, text: Content, answers: dict[str, str], *, otherwise: str) -> None:
        super().__init__()
        self._heading, self._text, self._answers, self._otherwise = title, text, answers, otherwise

    @property
    def text(self) -> str:
        return self._text.plain

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._heading)
            keys = [Content.assemble((f" {key} ", "bold $primary"), words) for key, words in self._answers.items()]
            yield Static(Content.assemble(self._text, "\n\n", Content("   ").join(keys)))

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.dismiss(self._otherwise)
        elif event.character is not None and event.character.lower() in self._answers:
            event.stop()
            self.dismiss(event.character.lower())


class AskPath(ModalScreen[Path | None]):
    """Asks where to write a file. `write` does it and says in a sentence why not, or None when it is done."""

    DEFAULT_CSS = DIALOG_CSS.format(name="AskPath") + "AskPath .dialog { width: 72; } AskPath Input { width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "cancel")]

    def __init__(self, title: str, text: str, path: Path, write: Callable[[Path], str | None], *, footing: str) -> None:
        super().__init__()
        self._heading, self._text, self._offered, self._write, self._footing = title, text, path, write, footing

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._heading)
            box.border_subtitle = Content(self._footing)
            yield Static(self._text, markup=False)
            yield Input(str(self._offered), compact=True, select_on_focus=False)
            yield Static("", id="why-not", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        path = Path(event.value.strip()).expanduser()
        why_not = self._write(path)
        if why_not is None:
            self.dismiss(path)
        else:
            self.query_one("#why-not", Static).update(Content.styled(why_not, "$error"))

    def action_cancel(self) -> None:
        self.dismiss(None)
