"""What a person does at the page: looks for what may be clicked, and clicks it."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

OPEN = "[data-action]:not([disabled]):not([aria-disabled=true])"
FIND = f"""() => [...document.querySelectorAll({OPEN!r})].filter(one => one.offsetParent !== null)
    .map(one => one.dataset.action)"""

CLICK = """action => {
    const found = [...document.querySelectorAll('[data-action]')]
        .find(one => one.dataset.action === action && one.offsetParent !== null);
    found?.click();
    return found !== undefined;
}"""


def start(page: Page, game: str, players: int) -> None:
    """From the first page to a table, as one would: a click for each wish."""
    page.get_by_role("radio", name=game.capitalize()).check(force=True)
    page.get_by_role("radio", name=str(players), exact=True).check(force=True)
    page.locator("button.primary").first.click()
    page.wait_for_url("**/t/*")


def is_over(page: Page) -> bool:
    return page.get_by_test_id("ending").count() > 0


def clickable(page: Page) -> list[str]:
    """The actions that a click does now."""
    found: list[str] = page.evaluate(FIND)
    return found


def play_on(page: Page, *, most: int = 10_000, seed: int = 1, seconds: float = 240) -> int:
    """Click a random card that may be played, again and again until the match is over; the number of clicks."""
    dice = random.Random(seed)
    clicks, end = 0, time.monotonic() + seconds
    while clicks < most and not is_over(page):
        assert time.monotonic() < end, f"nothing more to click after {clicks} clicks: {page.inner_text('main')[:400]!r}"
        if click_something(page, dice):
            clicks += 1
        page.wait_for_timeout(10)
    return clicks


def click_something(page: Page, dice: random.Random) -> bool:
    """Click a card that may be played, or what keeps one from seeing them; whether it was a card."""
    onward = page.get_by_test_id("continue")
    if onward.count() and onward.first.is_visible():
        onward.first.click()
        return False
    return click_card(page, dice)


def click_card(page: Page, dice: random.Random) -> bool:
    """Click a card that may be played and nothing else; whether there was one."""
    actions = clickable(page)
    if not actions:
        return False
    action = "keep" if "keep" in actions else dice.choice(actions)
    clicked: bool = page.evaluate(CLICK, action)
    return clicked


def hand(page: Page) -> list[str]:
    """The cards in the own hand, as the page shows them."""
    cards: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-hand] [data-card]')].map(one => one.dataset.card)"
    )
    return cards


def settled(page: Page) -> tuple[list[str], list[str]]:
    """One's hand and what may be clicked, once neither changes any more: a click takes its time to the server."""
    seen = hand(page), clickable(page)
    for _ in range(30):
        page.wait_for_timeout(600)
        before, seen = seen, (hand(page), clickable(page))
        if seen == before and seen[1]:
            return seen
    raise AssertionError(f"never one's turn: {page.inner_text('main')[:400]!r}")


def soon(page: Page, is_so: Callable[[], bool], what: str) -> None:
    """Wait until something is so; functions that the page itself would watch for are forbidden by its own policy."""
    for _ in range(400):
        if is_so():
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"not within ten seconds: {what}")
