"""karat bench: how fast it is."""

from __future__ import annotations

import click

from karat.cli.bench_kernel import kernel


@click.group()
def bench() -> None:
    """Measure how fast Karat is on this machine.

    \b
    karat bench kernel
    """


bench.add_command(kernel)
