"""Tables: at every kind of decision, at the end of a match, and in replays."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from clicking import play_on, start
from positions import Position, Stand, asked_of, positions

from karat.games import GAMES
from karat.server.wire.events import ShownSeat
from subjects.subject import Subject, a_match

if TYPE_CHECKING:
    from playwright.sync_api import Page

PEOPLE = {"Nina": "moon/blue", "Marek": "camel/orange"}
"""And what they have chosen to be drawn as; whoever else sits there is a bot."""


def at_moment(game: str, players: int, moment: str) -> Callable[[Page], None]:
    """A table where somebody is to decide."""

    def go(page: Page) -> None:
        stand = Stand(page)
        stand.show(next(one for one in positions(game, players, "pictures") if one.moment == moment))

    return go


@dataclass(frozen=True)
class Swing:
    """A table in full swing: who sits there, the first of whom plays, and how much there is to see at a moment."""

    names: tuple[str, ...]
    seed: str
    worth: Callable[[Any, int], tuple[int, ...]]


SWINGS = {
    "aurum": Swing(
        ("Nina", "Flamel", "Marek", "Agricola"),
        "show 2",
        lambda view, seat: (
            len(view.aids.trick.cards) if view.aids.trick else 0,
            sum(str(laid.card)[0] == "G" for laid in view.aids.trick.cards) == 1 if view.aids.trick else 0,
            bool(view.aids.refused) + (str(view.aids.trick.prize or "G0") > "G1" if view.aids.trick else 0),
            view.hand_sizes[seat] + sum(map(len, view.stocks)),
        ),
    ),
    "amul": Swing(
        ("Nina", "Cosmas", "Marek", "Maniakh", "Hypatia"),
        "show 2",
        lambda view, _: (view.aids.phase == "take", view.aids.round == 6, len(view.wares) == 7),
    ),
}


@cache
def in_full_swing(game: str) -> Position:
    """The moment of a match at which there is most to see, with people and bots by name."""
    kit, swing = GAMES[game], SWINGS[game]
    best: tuple[tuple[int, ...], Any, int] | None = None
    for step in kit.steps(a_match(game, len(swing.names), kit.usual_level, swing.seed)):
        for seat in kit.game.to_act(step.state):
            view = kit.view(kit.game.observe(step.state, seat), kit.game.legal_actions(step.state, seat))
            worth = swing.worth(view, seat)
            if best is None or worth > best[0]:
                best = worth, step.state, seat
    assert best
    _, state, seat = best
    shown = asked_of(kit, state, seat)
    players = len(swing.names)
    seats = [ShownSeat()] * players
    for n, name in enumerate(swing.names):
        avatar = PEOPLE.get(name, "")
        who = ("guest", "") if avatar else ("bot", "strong")
        seats[(seat + n) % players] = ShownSeat(name, f"p{n}", *who, avatar=avatar)
    return Position(game, players, "in full swing", msgspec.structs.replace(shown, seats=tuple(seats)))


def at_its_best(game: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        Stand(page).show(in_full_swing(game))
        page.mouse.move(0, 0)

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
SUBJECTS = [
    *(Subject(f"table-{game}-in-full-swing", at_its_best(game), in_all_languages=True) for game in GAMES),
    *(
        Subject(f"table-{game}-{players}-{moment.replace(' ', '-')}", at_moment(game, players, moment))
        for game, players, moment in MOMENTS
    ),
    Subject("menu", with_menu("amul", 4, "take late")),
    Subject("ending-aurum", at_the_end("aurum", 3)),
    Subject("ending-amul", at_the_end("amul", 3)),
    Subject("replay-aurum", replayed("aurum", 22)),
    Subject("replay-amul", replayed("amul", 40)),
]
