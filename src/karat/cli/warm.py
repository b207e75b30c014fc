"""karat warm: everything that can be compiled, compiled now; and what another command compiles before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from karat.cli.console import make_console, make_progress
from karat.games import GAMES
from karat.warming import BEGUN, FAILED, Warming, everything, for_play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.kit import Piece


@click.command()
@click.option("--play", is_flag=True, help="Only what bots think with; what only studies call is left for later.")
def warm(*, play: bool) -> None:
    """Compile every kernel now, on all cores, so that nobody waits for one later.

    Nothing has to be: a server compiles what its bots need while people play, and a command what it needs before it
    begins. What is compiled already is left as it is, and what was cut short is taken up.

    \b
    karat warm
    karat warm --play
    """
    pieces = (for_play if play else everything)(GAMES.values())
    if not pieces:
        raise click.UsageError("there is nothing to compile: the kernels need numba, which comes with karat-games")
    compile_first(pieces)
    click.echo("karat: everything is compiled", err=True)


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
