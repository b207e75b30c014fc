#!/usr/bin/env python3
"""How fast the server is here, and boardgame.io's or another checkout's beside it.

.venv/bin/python bench/server_speed.py
.venv/bin/python bench/server_speed.py --peer boardgame.io --json
.venv/bin/python bench/server_speed.py --old ../karat-of-before --rounds 40 --seconds 1
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from bench.server import servers
from bench.server.measure import Plan, Start, measure
from bench.server.turns import in_turns


@click.command()
@click.option("--peer", type=click.Choice(["boardgame.io"]), help="Install and measure this server beside ours.")
@click.option(
    "--old", type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    help="Another checkout: only processor time is measured, of both in turns, so many pairs of rounds.",
)  # fmt: skip
@click.option("--tables", type=click.IntRange(1, 1000), default=50, show_default=True, help="Of four, in play.")
@click.option("--seconds", type=click.FloatRange(0.5, 600), default=5.0, show_default=True, help="Each measurement.")
@click.option("--rate", type=click.FloatRange(1, 10000), default=200.0, show_default=True, help="For the latencies.")
@click.option("--rounds", type=click.IntRange(1, 50), default=3, show_default=True, help="In turns; the best counts.")
@click.option("--idle", type=click.IntRange(10, 100000), default=1000, show_default=True, help="Tables for memory.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def server(
    peer: str | None,
    old: Path | None,
    tables: int,
    seconds: float,
    rate: float,
    rounds: int,
    idle: int,
    *,
    as_json: bool,
) -> None:
    """Measure the server: a real process, real sockets, every action on the disk before it is answered.

    At tables of four: durable actions a second and for each second of the server's CPU, how long an answer takes at a
    steady rate, the memory of a table at which nothing happens, and the bytes that bring somebody up to date who
    missed ten frames.

    \b
    bench/server_speed.py
    bench/server_speed.py --peer boardgame.io --json
    bench/server_speed.py --old ../karat-of-before --rounds 40 --seconds 1
    """
    plan = Plan(tables=tables, seconds=seconds, rate=rate, rounds=rounds, idle_tables=idle)
    if old is not None:
        compare(plan, old, as_json=as_json)
        return
    starts: dict[str, Start] = {"karat": servers.karat}
    if peer:
        starts[peer] = partial(servers.boardgame_io, modules=servers.install_peer())
    figures = measure(plan, starts, lambda line: click.echo(line, err=True))
    ours = figures["karat"]
    ratios = {name: ratio(asdict(ours), asdict(theirs)) for name, theirs in figures.items() if name != "karat"}
    if as_json:
        told = {"plan": asdict(plan), **{name: asdict(found) for name, found in figures.items()}}
        click.echo(json.dumps(told | {f"ratios to {name}": found for name, found in ratios.items()}, indent=2))
        return
    rows = (*ROWS, ("refused", "actions refused", "{:.0f}"))
    click.echo(f"{'':44}" + "".join(f"{name:>14}" for name in figures) + "".join(f"{'ratio':>10}" for _ in ratios))
    for name, words, form in rows:
        values = "".join(f"{form.format(getattr(found, name)):>14}" for found in figures.values())
        times = "".join(f"{found[name]:>10.2f}" for found in ratios.values() if name in found)
        click.echo(f"{words:44}{values}{times}")


def compare(plan: Plan, old: Path, *, as_json: bool) -> None:
    found = in_turns(plan, partial(servers.karat, checkout=old), servers.karat, lambda line: click.echo(line, err=True))
    if as_json:
        click.echo(json.dumps(asdict(found), indent=2))
        return
    low, high = found.quartiles
    click.echo(f"processor time of an action   old {found.old_us:.0f} us   new {found.new_us:.0f} us (medians)")
    click.echo(f"bytes sent for an action      old {found.old_bytes:.0f}      new {found.new_bytes:.0f}")
    click.echo(
        f"actions per CPU second, new by old: {found.ratio:.3f} (quartiles {low:.3f} to {high:.3f});"
        f" best tenths {found.best:.3f}, all together {found.whole:.3f}"
    )
    click.echo(f"{found.actions} actions, {found.refused} refused; load of the machine {os.getloadavg()[0]:.1f}")


ROWS = (
    ("actions_per_second", "durable actions/s", "{:.0f}"),
    ("actions_per_cpu_second", "durable actions per second of server CPU", "{:.0f}"),
    ("p50_ms", "p50 at the rate, ms", "{:.2f}"),
    ("p99_ms", "p99 at the rate, ms", "{:.2f}"),
    ("idle_table_bytes", "bytes for an idle table", "{:.0f}"),
    ("resume_bytes", "bytes to resume after 10 missed events", "{:.0f}"),
)


def ratio(ours: dict[str, float], theirs: dict[str, float]) -> dict[str, float]:
    """Ours by theirs."""
    return {name: round(ours[name] / theirs[name], 3) if theirs[name] else 0.0 for name, _, _ in ROWS}


if __name__ == "__main__":
    server()
