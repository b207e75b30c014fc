"""Options that several commands share, and what they mean to each game."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from karat.bots.bot import BadBudget, Bot, Budget, UnknownBot
from karat.game import BadCardFile, BadRules
from karat.games import GAMES, with_cards
from karat.kit import Settings
from karat.language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from karat.kit import Kit

Command = TypeVar("Command", bound="Callable[..., Any]")


class GameType(click.ParamType[str]):
    """The name of a game; with a condition, of one that fulfils it. The table of games is asked when it is used."""

    name = "game"

    def __init__(self, having: Callable[[Kit], object] = lambda _: True) -> None:
        self._having = having

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        names = games_having(self._having)
        if value not in names:
            self.fail(f"{value!r} is not one of {', '.join(map(repr, names))}.", param, ctx)
        return str(value)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002 -- as click has it
        names = "|".join(games_having(self._having))
        return f"[{names}]" if param.required else f"[[{names}]]"


class GameAndIds(click.Argument):
    """A game, and ids of it; ids alone may say which game is meant. Its help asks the table of games, too."""

    def __init__(self, *args: Any, having: Callable[[Kit], object] = lambda _: True, **kwargs: Any) -> None:
        super().__init__(*args, nargs=-1, **kwargs)
        self._having = having

    def make_metavar(self, ctx: click.Context) -> str:  # noqa: ARG002 -- as click has it
        return f"[{'|'.join(games_having(self._having))}] [IDS]..."


def games_having(having: Callable[[Kit], object]) -> list[str]:
    """The names of the games that fulfil a condition."""
    return [name for name, kit in GAMES.items() if having(kit)]


def by_game(tell: Callable[[Kit], str], between: str = ", ") -> str:
    """What help says of each game for which there is something to say."""
    said = ((kit.name.capitalize(), tell(kit)) for kit in GAMES.values())
    return between.join(f"{name} {words}" for name, words in said if words)


def player_counts(kit: Kit) -> str:
    first, last = kit.options.players[0], kit.options.players[-1]
    return f"{first} {'or' if last == first + 1 else 'to'} {last}"


USUAL_GAME = next(iter(GAMES))
"""The game where none is named."""
WITH_CARD_FILES = by_game(lambda kit: "." if kit.card_files else "").replace(" .", "")

cards_option = click.option(
    "--cards", metavar="FILE", help=f"A card file of your own for {WITH_CARD_FILES}, in place of the standard one."
)

card_files_option = click.option(
    "--cards",
    multiple=True,
    metavar="FILE",
    help=f"A card file that records of {WITH_CARD_FILES} were played with, beside the standard one; can be repeated.",
)


language_option = click.option(
    "--language", "-l", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="In which to speak."
)


def table_options(command: Command) -> Command:
    """Which game is played, by how many, and under which rules."""
    editions = dict.fromkeys(edition for kit in GAMES.values() for edition in kit.options.editions)
    for decorate in reversed(
        (
            click.argument("game", type=GameType(), default=USUAL_GAME),
            click.option(
                "--players",
                "-p",
                type=int,
                metavar="N",
                help=f"{by_game(player_counts)}.  [default: {by_game(lambda kit: str(kit.options.usual_players))}]",
            ),
            click.option(
                "--edition",
                "-e",
                metavar="|".join(editions),
                help=f"Whose rulebook decides.  [default: {by_game(lambda kit: kit.options.usual_edition or '')}]",
            ),
            click.option(
                "--variant",
                "-v",
                "variants",
                multiple=True,
                metavar="NAME",
                help=f"{by_game(lambda kit: kit.options.variants_help, '. ')}.",
            ),
            cards_option,
        )
    ):
        command = decorate(command)
    return command


def make_rules(
    game: str, players: int | None, edition: str | None, variants: tuple[str, ...], cards: str | None
) -> tuple[Kit, Any]:
    """The game and what the options agree on; wrong use where the game does not have it."""
    kit = GAMES[game]
    names = tuple(name.strip() for variant in variants for name in variant.split(","))
    if cards is not None:
        if not kit.card_files:
            raise click.UsageError(f"--cards is for {WITH_CARD_FILES}; the cards of {game.capitalize()} are fixed")
        kit = kit.with_cards(read_cards(kit, cards))
    if edition is not None and not kit.options.editions:
        raise click.UsageError(f"{game.capitalize()} has one rulebook, and so no --edition")
    at_hand = kit.at_hand[0].identity if kit.at_hand else None
    wanted = kit.options.usual_players if players is None else players
    try:
        return kit, kit.agree(Settings(wanted, edition, names, at_hand))
    except BadRules as bad:
        raise click.UsageError(str(bad)) from None


def read_cards(kit: Kit, path: str) -> Any:
    """The card file at that path; wrong use with all that is wrong with it."""
    if kit.card_files is None:
        raise click.UsageError(f"{kit.name} has no card files")
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(kit.card_files.largest + 1)
        return kit.card_files.read(raw, path)
    except OSError as error:
        raise click.UsageError(f"{path}: 1 problem\ncannot be read: {error.strerror}") from None
    except BadCardFile as bad:
        raise click.UsageError(str(bad)) from None


def games_with(paths: tuple[str, ...]) -> Mapping[str, Kit]:
    """The games, with these card files at hand for the records that were played with them."""
    if not paths:
        return GAMES
    kits = [kit for kit in GAMES.values() if kit.card_files]
    return with_cards(*(read_cards(kit, path) for kit in kits for path in paths))


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


def make_bots(kit: Kit, names: str, seats: int, think: Budget) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Bots for `seats` from a list with commas; a single name sits on every seat."""
    chosen = tuple(name.strip() for name in names.split(","))
    if len(chosen) == 1:
        chosen *= seats
    if len(chosen) != seats:
        raise click.UsageError(
            f"--bots names {len(chosen)} bots for {seats} seats: give one name, or one for each seat"
        )
    try:
        return chosen, tuple(kit.make_bot(name, think) for name in chosen)
    except UnknownBot as unknown:
        raise click.UsageError(str(unknown)) from None


def fresh_seed() -> str:
    """A seed for who named none; it is told, so that everything can be had again."""
    return secrets.token_hex(16)  # 128 bits: nobody finds it by trying, having seen a hand
