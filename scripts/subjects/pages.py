"""The pages around the tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from karat.games import GAMES
from subjects.people import seen_by
from subjects.subject import PATIENCE, SETTLED, Subject, a_match, as_account, at
from subjects.town import VIEWER

if TYPE_CHECKING:
    from playwright.sync_api import Page


def reviewed(game: str, *, again: bool = False) -> Callable[[Page], None]:
    """A review that is complete; or its first moment, put before somebody once more."""

    def go(page: Page) -> None:
        page.request.post("/api/guests", data={"name": "Ada"})
        line = json.dumps(a_match(game, 3, "random", "a review"))
        brought = page.request.post("/api/matches/import", data={"records": line}).json()
        page.goto(f"/review/{brought['matches'][0]}?seat=1")
        page.wait_for_selector("[data-stand=done]", timeout=PATIENCE)
        if again:
            page.get_by_test_id("costly").locator("li .row button").first.click()
            page.get_by_test_id("trial").wait_for()

    return go


def answered(game: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(f"/puzzles/{game}")
        page.locator("[data-hand]").wait_for()
        page.get_by_test_id("show-answer").click()
        page.get_by_test_id("verdict").wait_for()

    return go


def taught(game: str, course: str = "") -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(f"/learn/{game}{f'?course={course}' if course else ''}")
        page.get_by_test_id("next").click()
        page.wait_for_timeout(SETTLED)

    return go


SUBJECTS = [
    Subject("home", at("/"), in_all_languages=True),
    Subject("new-table", at("/new")),
    Subject("waiting-room", seen_by(VIEWER, "waiting-room")),
    Subject("replay-empty", at("/replay")),
    *(Subject(f"review-{game}", reviewed(game)) for game in GAMES),
    *(Subject(f"retry-{game}", reviewed(game, again=True)) for game in GAMES),
    *(Subject(f"puzzle-{game}", at(f"/puzzles/{game}")) for game in GAMES),
    *(Subject(f"answer-{game}", answered(game)) for game in GAMES),
    Subject("rules", at("/rules")),
    *(Subject(f"rules-{game}", at(f"/rules/{game}")) for game in GAMES),
    Subject("tutorial-aurum", taught("aurum")),
    Subject("tutorial-partners", taught("aurum", "partners")),
    Subject("tutorial-amul", taught("amul")),
    Subject("score-pads", at("/score")),
    *(Subject(f"score-{game}", at(f"/score/{game}")) for game in GAMES),
    Subject("sign-in", at("/me")),
    Subject("profile", seen_by(VIEWER, "/me")),
    *(
        Subject(f"settings-{section}", seen_by(VIEWER, f"/me?at={section}"))
        for section in ("account", "security", "notices", "table", "data")
    ),
    Subject("history", seen_by(VIEWER, "/games")),
    Subject("history-empty", as_account("/games", "Ada of no games")),
    Subject("lost-person", at("/u/Nobody%20at%20all")),
    Subject("lost-match", at("/replay/nosuchmatch")),
    Subject("lost-table", at("/t/nosuchtable1")),
    Subject("not-found", at("/nowhere")),
]
