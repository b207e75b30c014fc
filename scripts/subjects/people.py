"""People, clubs, the finder, today's deals, tournaments and moderation, in a house that is lived in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subjects.subject import Subject, at
from subjects.town import BARRED, MODERATOR, STRANGER, VIEWER, come_in, path_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def seen_by(name: str, path: str) -> Callable[[Page], None]:
    """What somebody of the town sees there; a place that the town made goes by its name."""

    def go(page: Page) -> None:
        come_in(page, name)
        page.goto(path_of(path))

    return go


def asked(name: str, path: str, button: str) -> Callable[[Page], None]:
    """A dialog, by what opens it."""

    def go(page: Page) -> None:
        seen_by(name, path)(page)
        page.locator(button).first.click()
        page.get_by_role("dialog").wait_for()

    return go


def unreachable(page: Page) -> None:
    page.goto("/")
    page.context.set_offline(True)
    page.get_by_test_id("unreachable").wait_for()


def failing(page: Page) -> None:
    page.route("**/api/clubs*", lambda route: route.fulfill(status=503, json={"code": "unreachable"}))
    page.goto("/clubs")


SUBJECTS = [
    Subject("home-back", seen_by(VIEWER, "/")),
    Subject("person", seen_by(STRANGER, "/u/Ada%20Lovelace")),
    Subject("daily", seen_by(VIEWER, "/daily")),
    Subject("daily-result", seen_by(VIEWER, "daily-result")),
    Subject("daily-under-way", seen_by(VIEWER, "daily-under-way")),
    Subject("tournaments", seen_by(VIEWER, "/tournaments")),
    Subject("tournament-open", seen_by(STRANGER, "tournament-open")),
    Subject("tournament-running", seen_by(STRANGER, "tournament-running")),
    Subject("tournament-finished", seen_by(STRANGER, "tournament-finished")),
    Subject("tournament-director", seen_by(VIEWER, "tournament-running")),
    Subject("people", seen_by(VIEWER, "/people?at=friends")),
    Subject("people-empty", seen_by("Zoë", "/people?at=friends")),
    Subject("leaders", seen_by(VIEWER, "/people?at=leaders")),
    Subject("ladders", seen_by(VIEWER, "/people?at=ladders")),
    Subject("find", at("/find?game=aurum")),
    Subject("clubs", seen_by(VIEWER, "/clubs")),
    Subject("club", seen_by(VIEWER, "/clubs/The%20Geese")),
    Subject("club-stranger", at("/clubs/The%20Geese")),
    Subject("reports", seen_by(MODERATOR, "/moderation")),
    Subject("signals", seen_by(MODERATOR, "/moderation?at=signals")),
    Subject("audit", seen_by(MODERATOR, "/moderation?at=audit")),
    Subject("suspended", seen_by(BARRED, "/me")),
    Subject("dialog-report", asked(STRANGER, "/u/Ivo", ".masthead .quiet")),
    Subject("dialog-club", asked(VIEWER, "/clubs", ".masthead button")),
    Subject("offline", unreachable),
    Subject("failed", failing),
]
