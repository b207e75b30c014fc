#!/usr/bin/env python3
"""How fast the compiled rules are beside other libraries, in one interleaved run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from bench.peers import chart, contest, field, report
from karat.cli.console import make_console, make_progress
from karat.cli.files import writing
from karat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="This game only; can be repeated.")
@click.option("--seconds", type=click.FloatRange(0.001, 60), default=0.5, show_default=True, help="Length of one turn.")
@click.option(
    "--repeats", "turns", type=click.IntRange(1), default=3, show_default=True, help="Turns; the best counts."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--plot", metavar="FILE", help="Draw the speeds there, as SVG.")
def peers(games: tuple[str, ...], seconds: float, turns: int, *, as_json: bool, plot: str | None) -> None:
    """Race Karat's kernels against OpenSpiel, pgx, RLCard and PettingZoo: those that are installed.

    Four players, each way in turn on one core. Speeds are by the time a core worked, and 'core' is the part of it one
    got; docs/kernel-speed.md explains more.

    \b
    bench/kernel_peers.py --repeats 7 --plot speeds.svg
    """
    ours = [entrant for entrant in field.KARAT if entrant.game in (games or GAMES)]
    with make_progress(make_console(stderr=True)) as progress:
        task = progress.add_task("", total=(turns + 1) * len([*ours, *field.PEERS]))
        results = contest.race(
            [*ours, *field.PEERS],
            turns=turns,
            seconds=seconds,
            tell=lambda what: progress.update(task, description=what, advance=1),
        )
    verdicts = report.judge(field.GOALS, results)
    if plot:
        with writing(plot) as file:
            file.write(chart.svg(results, "Random play on one core, moves a second"))
    if as_json:
        click.echo(json.dumps(report.to_json(results, verdicts), indent=2))
    else:
        click.echo(columns(report.SPEED_COLUMNS, report.speed_rows(results)))
        click.echo()
        click.echo(columns(report.GOAL_COLUMNS, report.goal_rows(verdicts)))


def columns(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as text, each column as wide as its widest entry."""
    lines = [titles, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(titles))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


if __name__ == "__main__":
    peers()
