"""Options that several commands share, and what they mean to each game."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, TypeVar

import click

from karat import amul, aurum
from karat.bots.bot import BadBudget, Bot, Budget, UnknownBot, make_bot
from karat.games import GAMES, Hosted, with_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Command = TypeVar("Command", bound="Callable[..., Any]")

cards_option = click.option(
    "--cards", metavar="FILE", help="A card file of your own for Amul, in place of the standard one."
)

card_files_option = click.option(
    "--cards",
    multiple=True,
    metavar="FILE",
    help="A card file that records of Amul were played with, beside the standard one; may be given again.",
)


def table_options(command: Command) -> Command:
    """Which game is played, by how many, and under which rules."""
    for decorate in reversed(
        (
            click.argument("game", type=click.Choice(list(GAMES)), default="aurum"),
            click.option(
                "--players", "-p", type=int, metavar="N", help="Aurum 3 or 4, Amul 3 to 8.  [default: 4; 5 for Amul]"
            ),
            click.option(
                "--edition", "-e", metavar="|".join(aurum.Edition), help="Aurum: whose rulebook decides.  [default: de]"
            ),
            click.option(
                "--variant",
                "-v",
                "variants",
                multiple=True,
                metavar="NAME",
                help=f"Aurum: {', '.join(aurum.Variant)}, or both. Amul: tea, or tea:N for N Tea cards.",
            ),
            cards_option,
        )
    ):
        command = decorate(command)
    return command


def make_rules(
    game: str, players: int | None, edition: str | None, variants: tuple[str, ...], cards: str | None
) -> aurum.Rules | amul.Rules:
    """What the options agree on; wrong use where the game does not have it."""
    names = tuple(name.strip() for variant in variants for name in variant.split(","))
    try:
        if game == "aurum":
            if cards is not None:
                raise click.UsageError("--cards is for Amul; the cards of Aurum are fixed")
            return aurum.Rules.parse(4 if players is None else players, edition or "de", names)
        if edition is not None:
            raise click.UsageError("--edition is for Aurum; Amul has one rulebook")
        return amul.Rules.parse(5 if players is None else players, names, read_cards(cards))
    except (aurum.BadRules, amul.BadRules) as bad:
        raise click.UsageError(str(bad)) from None


def read_cards(path: str | None) -> amul.CardFile | None:
    """The card file at that path, where one was named; wrong use with all that is wrong with it."""
    if path is None:
        return None
    try:
        return amul.load_cards(path)
    except amul.BadCardFile as bad:
        raise click.UsageError(str(bad)) from None


def games_with(paths: tuple[str, ...]) -> Mapping[str, Hosted]:
    """The games, with these card files at hand for the records that were played with them."""
    return with_cards(*(cards for path in paths if (cards := read_cards(path)))) if paths else GAMES


def read_budget(_context: click.Context, _option: click.Parameter, text: str) -> Budget:
    """What `--think` says."""
    try:
        return Budget.parse(text)
    except BadBudget as bad:
        raise click.BadParameter(str(bad)) from None


think_option = click.option(
    "--think",
    default=str(Budget()),
    show_default=True,
    metavar="TIME",
    callback=read_budget,
    help="For bots that search: a time a choice, or a bare number of tries, which gives the same choices anywhere.",
)


def make_bots(game: str, names: str, seats: int, think: Budget) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Bots for `seats` from a list with commas; a single name sits on every seat."""
    chosen = tuple(name.strip() for name in names.split(","))
    if len(chosen) == 1:
        chosen *= seats
    if len(chosen) != seats:
        raise click.UsageError(
            f"--bots names {len(chosen)} bots for {seats} seats: give one name, or one for each seat"
        )
    try:
        return chosen, tuple(make_bot(game, name, think) for name in chosen)
    except UnknownBot as unknown:
        raise click.UsageError(str(unknown)) from None


def fresh_seed() -> str:
    """A seed for who named none; it is told, so that everything can be had again."""
    return secrets.token_hex(16)  # 128 bits: nobody finds it by trying, having seen a hand
