"""The table of games: a line for each. The one place in which a shared module names a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from karat.kit import Kit, load_kit

if TYPE_CHECKING:
    from karat.bots.bot import Bot, Budget

TABLE = {
    "aurum": "karat.aurum.kit",
    "amul": "karat.amul.kit",
}
"""By name, the module that makes the kit."""


class Kits(Mapping[str, Kit]):
    """The kits by name, each loaded when it is first asked for: whoever plays one does not wait for the others."""

    def __init__(self, *card_files: Any) -> None:
        self._card_files = card_files

    def __getitem__(self, name: str) -> Kit:
        kit = load_kit(TABLE[name])
        return kit.with_cards(*self._card_files) if self._card_files else kit

    def __iter__(self) -> Iterator[str]:
        return iter(TABLE)

    def __len__(self) -> int:
        return len(TABLE)


GAMES = Kits()


def with_cards(*card_files: Any) -> Kits:
    """The games, with card files at hand for those whose cards are data."""
    return Kits(*card_files)


def make_bot(game: str, name: str, budget: Budget | str | float | None = None, *, measuring: bool = False) -> Bot:
    """A bot of a game by its name. Those that search keep to the budget (`Budget.of`); the others do not need one."""
    return GAMES[game].make_bot(name, budget, measuring=measuring)
