"""karat play: a match in the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from karat.cli.main import BAD_USE
from karat.cli.options import (
    by_game,
    fresh_seed,
    language_option,
    make_bots,
    make_rules,
    table_options,
    think_option,
)
from karat.cli.warm import compile_first

if TYPE_CHECKING:
    from karat.bots.bot import Budget


@click.command()
@table_options
@click.option(
    "--bots",
    metavar="NAMES",
    help=f"One for all others, or one for each.  [default: {by_game(lambda kit: kit.usual_level)}]",
)
@think_option
@click.option("--seat", type=int, default=0, show_default=True, metavar="N", help="Where you sit, from 0.")
@click.option("--seed", metavar="TEXT", help="The same seed deals the same cards.  [default: a fresh one]")
@click.option(
    "--pace", type=click.FloatRange(0, 60), default=0.7, show_default=True, help="Seconds after a bot's move."
)
@language_option
def play(
    game: str,
    players: int | None,
    edition: str | None,
    variants: tuple[str, ...],
    cards: str | None,
    bots: str | None,
    think: Budget,
    seat: int,
    seed: str | None,
    pace: float,
    language: str,
) -> int:
    """Play a match of GAME against bots, here in the terminal.

    The table offers what you may do; a card that you may not play says which rule forbids it. Press ? for the keys.

    \b
    karat play aurum
    karat play aurum --players 3 --edition fr --bots random,casual
    karat play aurum --variant no-zero-gold --seed 7 --seat 2
    karat play amul --players 5 --variant tea
    karat play amul --players 8 --cards my-amul.toml
    karat play amul --language ru
    """
    from karat.terminal.playing import NoTerminal, TableOptions, play  # noqa: PLC0415 -- the terminal library takes its time

    if math.isnan(pace):
        raise click.UsageError("--pace must be a number of seconds")
    kit, rules = make_rules(game, players, edition, variants, cards)
    if kit.table is None:
        raise click.UsageError(f"{kit.name} has no table for the terminal; `karat` plays it in the browser")
    if seat not in range(rules.players):
        raise click.UsageError(f"a table of {rules.players} has the seats 0 to {rules.players - 1}, not {seat}")
    names, _ = make_bots(kit, bots or kit.usual_level, rules.players - 1, think)
    compile_first(kit.pieces(*names))
    try:
        options = TableOptions(language, pace, think)
        played = play(kit, rules, names, seat, fresh_seed() if seed is None else seed, options)
    except NoTerminal as no_terminal:
        click.echo(f"karat: {no_terminal}; `karat simulate` needs none", err=True)
        return BAD_USE
    return played.exit_status
