"""Matches reviewed, moments tried again and played on from, and puzzles, as people see them."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from audit import wrongs
from brought import bring_in
from clicking import click_card, clickable, soon
from playwright.sync_api import Page, expect

from karat.games import GAMES

Visit = Callable[..., Page]
Picture = Callable[..., Path]
PATIENCE = 120_000
"""A review takes seconds on a machine of its own, and longer beside everything else that is tested."""


@pytest.mark.parametrize(
    ("game", "phone", "theme", "language"), [("aurum", False, "dark", "en"), ("amul", True, "light", "ru")]
)
def test_a_review_fills_in_and_its_moments_are_tried_again(
    visit: Visit, picture: Picture, game: str, theme: str, language: str, *, phone: bool
) -> None:
    page = visit("/games", phone=phone, theme=theme, language=language)
    match = bring_in(page, game)
    page.goto(f"/review/{match}?seat=1")
    costly = page.get_by_test_id("costly")
    page.wait_for_selector("[data-stand=done]", timeout=PATIENCE)
    assert 1 <= costly.locator("li").count() <= 5
    expect(page.get_by_test_id("ledger").locator("tr")).to_have_count(6)
    step = costly.locator("li").first.get_attribute("data-step")
    expect(page.locator(".review")).to_have_attribute("data-step", str(int(str(step)) - 1))
    picture(page, f"review-{game}-{theme}-{'phone' if phone else 'desktop'}")
    assert wrongs(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # By keyboard through the curve: another moment comes on the board.
    page.get_by_test_id("curve").focus()
    page.keyboard.press("Home")
    expect(page.locator(".review")).not_to_have_attribute("data-step", str(int(str(step)) - 1))

    # The card that a reason names shows its face, the rule what it says.
    cited = costly.get_by_test_id("cited-card").first
    called = str(cited.text_content())
    cited.click()
    expect(page.locator("dialog[open] h2")).to_have_text(called, ignore_case=True)
    expect(page.locator("dialog[open] article")).to_be_visible()
    page.keyboard.press("Escape")
    costly.get_by_test_id("cited-rule").first.click()
    expect(page.locator("dialog[open] [data-law] + p")).not_to_be_empty()
    page.keyboard.press("Escape")

    costly.locator("li").first.locator("button[aria-expanded]").click()
    expect(page.get_by_test_id("known").locator("tbody tr").first).to_be_visible(timeout=PATIENCE)

    costly.locator("li").first.locator(".row button").first.click()
    expect(page.get_by_test_id("trial")).to_be_visible()
    assert page.get_by_test_id("better").count() == 0  # nothing of the answer is in sight
    soon(page, lambda: bool(clickable(page)), "a choice is open")
    picture(page, f"retry-{game}-{theme}")
    assert wrongs(page) == []
    click_card(page, random.Random(1))
    expect(page.get_by_test_id("verdict")).not_to_be_empty(timeout=PATIENCE)

    # A link may name another choice than the one that cost most.
    wanted = int(str(step)) // 2
    page.goto(f"/review/{match}?seat=1&step={wanted}")
    expect(page.locator(".review")).to_have_attribute("data-step", str(wanted - 1))


def test_one_plays_on_from_a_replay_with_hidden_cards_hidden(visit: Visit, picture: Picture) -> None:
    page = visit("/games")
    match = bring_in(page, "aurum")
    page.goto(f"/replay/{match}?step=9&seat=1")
    page.get_by_test_id("play-on").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("[data-hand]")
    picture(page, "play-on")
    table = page.url.rsplit("/", 1)[1]
    seen = page.evaluate("(table) => fetch(`/api/matches/${table}/record`).then((answer) => answer.status)", table)
    assert seen == 404  # as long as it goes on, nobody reads the other hands


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_answered_and_the_next_one_comes(visit: Visit, picture: Picture, game: str) -> None:
    page = visit(f"/puzzles/{game}", phone=game == "amul", theme="light" if game == "amul" else "dark")
    soon(page, lambda: bool(clickable(page)), "a choice is open")
    picture(page, f"puzzle-{game}")
    assert wrongs(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first = page.locator(".puzzles").get_attribute("data-puzzle")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Here it is.")
    expect(page.get_by_test_id("answer")).to_be_visible()
    expect(page.get_by_test_id("standing")).to_contain_text("In a row: 0")
    page.get_by_test_id("next").click()
    expect(page.locator(".puzzles")).not_to_have_attribute("data-puzzle", str(first))
