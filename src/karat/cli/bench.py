"""karat bench: how fast it is."""

from __future__ import annotations

import click

from karat.cli.bench_kernel import kernel
from karat.cli.bench_server import server


@click.group()
def bench() -> None:
    """Measure how fast Karat is on this machine.

    \b
    karat bench kernel
    karat bench server --peer boardgame.io
    """


bench.add_command(kernel)
bench.add_command(server)
