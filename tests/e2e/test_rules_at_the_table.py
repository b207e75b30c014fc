"""Why not? A card that may not be played says which rule forbids it, in the person's language."""

from collections.abc import Callable
from pathlib import Path

import pytest
from clicking import clickable, play_on, start
from playwright.sync_api import Page, expect

from karat.games import GAMES

Visit = Callable[..., Page]
FORBIDDEN = "[data-hand] [aria-disabled=true]"


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_a_refused_card_shows_its_rule(visit: Visit, picture: Callable[..., Path], language: str) -> None:
    page = visit(language=language, pace="none")
    start(page, "aurum", 4)
    reach_a_forbidden_card(page)
    before = clickable(page)
    page.locator(FORBIDDEN).first.click(force=True)
    law = page.get_by_test_id("law")
    expect(law).to_be_visible()
    picture(page, f"why-not-{language}")
    identity = law.get_attribute("data-law") or ""
    expect(law).to_have_text(GAMES["aurum"].law_titles(language)[identity])
    page.keyboard.press("Escape")
    expect(law).to_be_hidden()
    assert clickable(page) == before


def reach_a_forbidden_card(page: Page) -> None:
    """Play until one is to follow and holds a metal that lies in the trick."""
    for _ in range(40):
        play_on(page, most=1)
        page.wait_for_timeout(300)
        if clickable(page) and "keep" not in clickable(page) and page.locator(FORBIDDEN).count():
            return
    pytest.fail("forty clicks, and every card could be played")


def test_a_hint_points_at_a_choice_that_is_open(visit: Visit) -> None:
    page = visit(pace="none")
    start(page, "aurum", 3)
    page.wait_for_selector("[data-action]:not([aria-disabled=true])")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("note", name="Hint")).to_contain_text("bot")
    assert page.locator(".hinted").count() >= 1
