"""karat bench kernel: how fast the compiled rules are here."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from karat.cli.warm import compile_first
from karat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.kernel.bench import Measure


@click.command()
@click.option("--game", "games", multiple=True, help="Measure this game only; may be given more than once.")
@click.option("--seconds", type=click.FloatRange(0.001, 60), default=0.5, show_default=True, help="Length of one turn.")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="Turns; the best counts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a measurement.")
def kernel(
    games: tuple[str, ...],
    seconds: float,
    repeats: int,
    *,
    as_json: bool,
) -> None:
    """Measure how many moves and rounds a second the compiled kernels play at random.

    Fused playouts and the step loop run in compiled code alone; a batch also writes what the seat to act sees and may
    do, for every move; a single step is one call from Python, checked. Once on one core, once on all.

    A checkout also has bench/kernel_peers.py, which runs them beside OpenSpiel, pgx, RLCard and PettingZoo
    (docs/kernel-speed.md).

    \b
    karat bench kernel
    karat bench kernel --game aurum --json
    """
    try:
        from karat.kernel import bench as measuring  # noqa: PLC0415 -- numba takes its time to load
    except ModuleNotFoundError as missing:
        raise click.UsageError(f"the kernels need {missing.name}: pip install karat-games") from None
    kernels = {name: kit.kernel for name, kit in GAMES.items() if kit.kernel}
    for name in games:
        if name not in kernels:
            raise click.UsageError(f"no kernel for {name!r}; there are {', '.join(kernels)}")
    compile_first(piece for name in games or kernels for piece in GAMES[name].pieces("bench"))
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
