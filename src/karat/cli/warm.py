"""karat warm: everything that can be compiled, compiled now."""

from __future__ import annotations

import click

from karat.cli.compiling import compile_first
from karat.games import GAMES
from karat.warming import everything, for_play


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
