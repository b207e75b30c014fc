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

NEXT = f"""async ([patience, chance]) => {{
    for (const end = Date.now() + patience; ; await new Promise(done => setTimeout(done, 20))) {{
        if (document.querySelector('[data-testid=ending]')) return 'over';
        if (document.querySelector('[data-testid=continue]')?.getClientRects().length) return 'onward';
        const open = [...document.querySelectorAll({OPEN!r})].filter(one => one.offsetParent !== null);
        if (open.length) {{
            const keep = open.find(one => one.dataset.action === 'keep');
            (keep ?? open[Math.floor(chance * open.length)]).click();
            return 'card';
        }}
        if (Date.now() >= end) return 'nothing';
    }}
}}"""


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
    while clicks < most and (found := click_next(page, dice, patience=250)) != "over":
        assert time.monotonic() < end, f"nothing more to click after {clicks} clicks: {page.inner_text('main')[:400]!r}"
        clicks += found == "card"
        page.wait_for_timeout(10)
    return clicks


def click_something(page: Page, dice: random.Random) -> bool:
    """Click a card that may be played, or what keeps one from seeing them; whether it was a card."""
    return click_next(page, dice) == "card"


def click_next(page: Page, dice: random.Random, *, patience: int = 0) -> str:
    """The same: `card`, `onward`, `over` where the match is, or `nothing` if there is nothing so many ms long.

    The page is asked once and waits by itself: to be asked over and over is more work than a match.
    """
    found: str = page.evaluate(NEXT, [patience, dice.random()])
    onward = page.get_by_test_id("continue").first
    if found == "onward" and onward.is_visible():
        onward.click()
    return found


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
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end, f"not within thirty seconds: {what}"
        page.wait_for_timeout(25)
