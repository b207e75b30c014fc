"""How the commands write: colours in a terminal, plain text into a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.theme import Theme

if TYPE_CHECKING:
    from typing import TextIO

METAL_STYLES = {
    "bismuth": "bold magenta",
    "copper": "bold red",
    "phosphorus": "bold green",
    "silver": "bold white",
    "zinc": "bold cyan",
    "gold": "bold yellow",
}


class CardHighlighter(RegexHighlighter):
    """Colours cards by their metal; the letter says the same to who sees no colours."""

    base_style = "metal."
    highlights = [  # noqa: RUF012 -- rich wants it so
        r"(?P<bismuth>\bB(?:10|[1-9])\b)",
        r"(?P<copper>\bC(?:10|[1-9])\b)",
        r"(?P<phosphorus>\bP(?:10|[1-9])\b)",
        r"(?P<silver>\bS(?:10|[1-9])\b)",
        r"(?P<zinc>\bZ(?:10|[1-9])\b)",
        r"(?P<gold>\bG[0-8]\b)",
    ]


class KaratConsole(Console):
    """Rich's console, but a closed pipe is answered where all errors are."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def make_console(*, stderr: bool = False, file: TextIO | None = None) -> Console:
    """A console that never splits words of ours into markup and wraps at the terminal's width only."""
    theme = Theme({f"metal.{name}": style for name, style in METAL_STYLES.items()})
    console = KaratConsole(
        stderr=stderr, file=file, theme=theme, highlighter=CardHighlighter(), markup=False, emoji=False
    )
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
