"""karat bench kernel: how fast the compiled rules are here."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from karat.cli.console import make_console, make_progress
from karat.cli.files import writing
from karat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.kernel.bench import Measure


@click.command()
@click.option("--game", "games", multiple=True, help="Measure this game only; may be given more than once.")
@click.option("--seconds", type=click.FloatRange(0.001, 60), default=0.5, show_default=True, help="Length of one turn.")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="Turns; the best counts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object a measurement, one for all with --peers.")
@click.option("--peers", is_flag=True, help="Beside other libraries, each in turn on one core, with the ratios.")
@click.option("--plot", metavar="FILE", help="With --peers: draw the speeds there, as SVG.")
def kernel(
    games: tuple[str, ...],
    seconds: float,
    repeats: int,
    *,
    as_json: bool,
    peers: bool,
    plot: str | None,
) -> None:
    """Measure how many moves and rounds a second the compiled kernels play at random.

    Fused playouts and the step loop run in compiled code alone; a batch also writes what the seat to act sees and may
    do, for every move; a single step is one call from Python, checked. Once on one core, once on all.

    With --peers, four players stand beside OpenSpiel, pgx, RLCard and PettingZoo: those that are installed, as
    docs/kernel-speed.md tells. Speeds are then by the time a core worked, and 'core' is the part of it one got.

    \b
    karat bench kernel
    karat bench kernel --game aurum --json
    karat bench kernel --peers --repeats 7 --plot speeds.svg
    """
    if plot and not peers:
        raise click.UsageError("--plot draws the race with --peers")
    try:
        from karat.kernel import bench as measuring  # noqa: PLC0415 -- numba takes its time to load
    except ModuleNotFoundError as missing:
        raise click.UsageError(f"the kernels need {missing.name}: install karat[kernel]") from None
    kernels = {name: kit.kernel for name, kit in GAMES.items() if kit.kernel}
    for name in games:
        if name not in kernels:
            raise click.UsageError(f"no kernel for {name!r}; there are {', '.join(kernels)}")
    if peers:
        run_race(games or tuple(kernels), seconds, repeats, as_json=as_json, plot=plot)
        return
    taking_part = measuring.contenders(kernels[name].contenders for name in games or kernels)
    measures = measuring.measure(taking_part, seconds, repeats)
    if as_json:
        for measure in measures:
            click.echo(json.dumps(asdict(measure)))
    else:
        tell(measures)


def tell(measures: Iterable[Measure]) -> None:
    """A line for each, in columns."""
    click.echo(f"{'game':6} {'players':>7}  {'interface':24} {'cores':>5} {'moves/s':>14} {'rounds/s':>12}")
    for measure in measures:
        click.echo(
            f"{measure.game:6} {measure.players:7}  {measure.interface:24} {measure.threads:5} "
            f"{measure.moves_per_second:14,.0f} {measure.rounds_per_second:12,.0f}"
        )


def run_race(games: tuple[str, ...], seconds: float, turns: int, *, as_json: bool, plot: str | None) -> None:
    """Karat beside its peers: tables or JSON, and a picture if one is wanted."""
    from bench.peers import chart, contest, field, report  # noqa: PLC0415 -- as above

    ours = [entrant for entrant in field.KARAT if entrant.game in games]
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
