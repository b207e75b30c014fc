"""Tables: at every kind of decision, at the end of a match, and in replays."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from clicking import play_on, start
from positions import Stand, positions

from karat.games import GAMES
from subjects.subject import Subject, a_match

if TYPE_CHECKING:
    from playwright.sync_api import Page


def at_moment(game: str, players: int, moment: str) -> Callable[[Page], None]:
    """A table where somebody is to decide."""

    def go(page: Page) -> None:
        stand = Stand(page)
        stand.show(next(one for one in positions(game, players, "pictures") if one.moment == moment))

    return go


def with_menu(game: str, players: int, moment: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        at_moment(game, players, moment)(page)
        page.locator(".bar button.icon").last.click()

    return go


def at_the_end(game: str, players: int) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto("/")
        start(page, game, players)
        play_on(page, seed=players)

    return go


def replayed(game: str, steps: int) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto("/replay")
        kit = GAMES[game]
        record = a_match(game, kit.options.usual_players, kit.usual_level, "a picture")
        page.locator("input[type=file]").set_input_files(
            {"name": "match.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
        )
        forward = page.get_by_test_id("forward")
        forward.wait_for()
        for _ in range(steps):
            forward.click()
        page.mouse.move(0, 0)

    return go


MOMENTS = [
    ("aurum", 4, "bid early"),
    ("aurum", 4, "change late"),
    ("aurum", 4, "play late"),
    ("aurum", 3, "play early"),
    ("amul", 5, "offer early"),
    ("amul", 5, "take late"),
    ("amul", 5, "play late"),
    ("amul", 8, "take late"),
    ("amul", 8, "gain late"),
    ("amul", 8, "play late"),
    ("amul", 3, "play early"),
]
IN_ALL = {("aurum", 4, "play late"), ("amul", 5, "take late")}
"""Languages."""

SUBJECTS = [
    *(
        Subject(f"table-{game}-{players}-{moment.replace(' ', '-')}", at_moment(game, players, moment), one in IN_ALL)
        for one in MOMENTS
        for game, players, moment in [one]
    ),
    Subject("menu", with_menu("amul", 4, "take late")),
    Subject("ending-aurum", at_the_end("aurum", 3)),
    Subject("ending-amul", at_the_end("amul", 3)),
    Subject("replay-aurum", replayed("aurum", 22)),
    Subject("replay-amul", replayed("amul", 40)),
]
