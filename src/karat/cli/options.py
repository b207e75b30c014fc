"""Options that several commands share, and what they mean to each game."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, TypeVar

import click

from karat.bots.bot import BOTS, Bot, UnknownBot, make_bot
from karat.games import GAMES
from karat.rules import aurum

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., Any]")


def table_options(command: Command) -> Command:
    """Which game is played, by how many, and under which rules."""
    for decorate in reversed(
        (
            click.argument("game", type=click.Choice(list(GAMES)), default="aurum"),
            click.option("--players", "-p", type=int, metavar="N", help="How many sit at the table: 3 or 4."),
            click.option(
                "--edition",
                "-e",
                metavar="|".join(aurum.Edition),
                help="Whose rulebook decides.  [default: de]",
            ),
            click.option(
                "--variant",
                "-v",
                "variants",
                multiple=True,
                metavar="NAME",
                help=f"An experts' variant, or several: {', '.join(aurum.Variant)}.",
            ),
        )
    ):
        command = decorate(command)
    return command


def make_rules(game: str, players: int | None, edition: str | None, variants: tuple[str, ...]) -> aurum.Rules:
    """What the options agree on; wrong use where the game does not have it."""
    assert game == "aurum"  # noqa: S101 -- the only choice
    names = tuple(name.strip() for variant in variants for name in variant.split(","))
    try:
        return aurum.Rules.parse(players or 4, edition or "de", names)
    except aurum.BadRules as bad:
        raise click.UsageError(str(bad)) from None


def make_bots(game: str, names: str, seats: int) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Bots for `seats` from a list with commas; a single name sits on every seat."""
    chosen = tuple(name.strip() for name in names.split(","))
    if len(chosen) == 1:
        chosen *= seats
    if len(chosen) != seats:
        raise click.UsageError(
            f"--bots names {len(chosen)} bots for {seats} seats: give one name, or one for each seat"
        )
    try:
        return chosen, tuple(make_bot(game, name) for name in chosen)
    except UnknownBot as unknown:
        raise click.UsageError(str(unknown)) from None


def bot_names(game: str) -> str:
    return ", ".join(BOTS[game])


def fresh_seed() -> str:
    """A seed for who named none; it is told, so that everything can be had again."""
    return str(secrets.randbelow(10**9))
