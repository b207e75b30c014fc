"""What a picture is taken of, and the ways to it that all kinds share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.arena.match import play_match
from karat.games import GAMES, make_bot
from karat.kit import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Page

SETTLED = 700
"""Milliseconds until the last card lies."""
PATIENCE = 300_000
"""Milliseconds for a review, whatever else the machine does."""


@dataclass(frozen=True)
class Subject:
    """Something to take pictures of: how it is called, and how a page comes to it."""

    name: str
    open: Callable[[Page], None]
    in_all_languages: bool = False


def a_match(game: str, players: int, level: str, seed: str) -> dict[str, object]:
    """The record of a match that is the same every time."""
    kit = GAMES[game]
    bots = [make_bot(game, level)] * players
    return dict(kit.to_record(play_match(kit.game, kit.agree(Settings(players)), bots, seed=seed)))


def at(path: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)

    return go


def as_account(path: str, name: str) -> Callable[[Page], None]:
    """Somebody who has an account and has not played yet."""

    def go(page: Page) -> None:
        page.request.post("/api/accounts", data={"name": name, "password": f"the password of {name}"})
        page.request.post("/api/login", data={"name": name, "password": f"the password of {name}"})
        page.goto(path)

    return go
