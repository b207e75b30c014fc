"""karat play: a match in the terminal."""

from __future__ import annotations

import click

from karat.cli.options import fresh_seed, make_bots, make_rules, table_options


@click.command()
@table_options
@click.option(
    "--bots", default="greedy", show_default=True, metavar="NAMES", help="One for all others, or one for each."
)
@click.option("--seat", type=click.IntRange(0, 7), default=0, show_default=True, help="Where you sit.")
@click.option("--seed", metavar="TEXT", help="The same seed deals the same cards.")
def play(
    game: str,
    players: int | None,
    edition: str | None,
    variants: tuple[str, ...],
    cards: str | None,
    bots: str,
    seat: int,
    seed: str | None,
) -> None:
    """Play a match of GAME against bots, here in the terminal."""
    rules = make_rules(game, players, edition, variants, cards)
    make_bots(game, bots, rules.players - 1)
    raise click.UsageError(f"not wired: {seat} {fresh_seed()} {seed}")
