"""People, clubs, the finder, today's deals, tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subjects.subject import Subject, as_account, at

if TYPE_CHECKING:
    from playwright.sync_api import Page


def in_a_club(page: Page) -> None:
    as_account("/clubs", "Ada of the Geese")(page)
    page.request.post("/api/clubs", data={"name": "The Geese", "about": "Fridays at eight, on the green table."})
    page.goto("/clubs/The%20Geese")


SUBJECTS = [
    Subject("person", as_account("/u/edith%20clarke", "Edith Clarke")),
    Subject("daily", at("/daily")),
    Subject("find", at("/find?game=aurum")),
    *(Subject(name, as_account(f"/{name}", f"Ada of {name}")) for name in ("people", "clubs", "tournaments")),
    Subject("leaders", at("/people?at=leaders")),
    Subject("club", in_a_club),
]
