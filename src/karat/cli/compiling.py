"""What a command compiles before it begins, shown as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from karat.cli.console import make_console, make_progress
from karat.warming import BEGUN, FAILED, Warming

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.kit import Piece


def compile_first(pieces: Iterable[Piece]) -> None:
    """Compile what is not compiled yet: a bar in a terminal, a line in a pipe, nothing where nothing is to be done."""
    work = Warming(pieces)
    if not work.pieces:
        return
    console = make_console(stderr=True)
    if not console.is_terminal:
        names = ", ".join(piece.name for piece in work.pieces.values())
        click.echo(f"karat: compiling, once on this machine: {names}", err=True)
    with make_progress(console) as progress, work:
        task = progress.add_task("compiling", total=len(work.pieces))
        for news in work:
            if news.what == BEGUN:
                progress.update(task, description=f"compiling {news.piece.name}")
            elif news.what == FAILED:
                raise click.ClickException(f"{news.piece.name} could not be compiled: {news.why}")
            progress.update(task, completed=len(work.done))
    if missing := [piece.name for path, piece in work.pieces.items() if path not in work.done]:
        raise click.ClickException(f"not compiled, as the compiler's processes ended: {', '.join(missing)}")
