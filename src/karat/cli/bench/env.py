"""karat bench env: how fast the environments are here."""

from __future__ import annotations

import json
import time
from dataclasses import asdict

import click

from karat.cli.bench.kernel import tell
from karat.cli.warm import compile_first
from karat.games import GAMES


@click.command()
@click.option("--seconds", type=click.FloatRange(0.001, 60), default=0.5, show_default=True, help="Length of one turn.")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="Turns; the best counts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a measurement.")
def env(seconds: float, repeats: int, *, as_json: bool) -> None:
    """Measure how many steps a second the environments take, beside OpenSpiel's and PettingZoo's where these are.

    All play at random on one core, in turn, several times over; processor time is counted. A learner step of a vector
    is one action of the learner with all that the players around it do until it is to act again. docs/env.md tells
    what the environments are.

    \b
    karat bench env
    karat bench env --repeats 5 --json
    """
    from karat.env import bench as measuring  # noqa: PLC0415 -- numba takes its time to load
    from karat.kernel.bench import measure  # noqa: PLC0415

    compile_first(piece for kit in GAMES.values() for piece in kit.pieces("env"))
    measures = measure([*measuring.ours(), *measuring.peers()], seconds, repeats, time.process_time)
    if as_json:
        for one in measures:
            click.echo(json.dumps(asdict(one)))
    else:
        tell(measures)
