"""karat bench: how fast it is."""

from __future__ import annotations

import click

from karat.cli.bench.env import env
from karat.cli.bench.kernel import kernel


@click.group()
def bench() -> None:
    """Measure how fast Karat is on this machine.

    \b
    karat bench kernel
    karat bench env
    """


bench.add_command(kernel)
bench.add_command(env)
