"""How the commands write: colours in a terminal, plain text into a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from rich.console import Console
from rich.highlighter import Highlighter
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from rich.text import Text

    from karat.kit import Kit


class CardHighlighter(Highlighter):
    """Colours cards as their game says; the letter says the same to who sees no colours."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = colours

    def highlight(self, text: Text) -> None:
        for pattern, style in self._colours.items():
            text.highlight_regex(pattern, style)


class KaratConsole(Console):
    """Rich's console, but a closed pipe is answered where all errors are."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def make_console(kit: Kit | None = None, *, stderr: bool = False, file: TextIO | None = None) -> Console:
    """A console that never splits words of ours into markup and wraps at the terminal's width only.

    With a kit, what it tells is about that game, whose cards have colours.
    """
    highlighter = CardHighlighter(kit.card_colours if kit else {})
    console = KaratConsole(stderr=stderr, file=file, highlighter=highlighter, markup=False, emoji=False)
    if not console.is_terminal:
        console.soft_wrap = True  # a pipe has no width: a line stays a line
    return console


def make_progress(console: Console) -> Progress:
    """A bar that shows itself in a terminal only, and never takes standard output for itself."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not console.is_terminal,
    )
