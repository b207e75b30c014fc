"""Whole matches against bots, played through the page."""

from collections.abc import Callable

import pytest
from clicking import is_over, play_on, soon, start
from playwright.sync_api import Locator, Page, expect

from karat.games import GAMES
from karat.record import parse_line

Visit = Callable[..., Page]
Picture = Callable[..., None]


@pytest.mark.parametrize(("game", "players"), [("aurum", 3), ("aurum", 4), ("amul", 3), ("amul", 5), ("amul", 8)])
def test_a_match_is_played_to_its_end(visit: Visit, picture: Picture, game: str, players: int) -> None:
    page = visit(pace="none", worker=True)
    start(page, game, players)
    clicks = play_on(page, seed=players)
    picture(page, f"{game}-{players}-end")
    table = page.url.rsplit("/", 1)[-1]
    record = parse_line(page.request.get(f"/api/tables/{table}/record").body())
    GAMES[game].replay(record)
    assert record["result"]
    assert clicks >= 9
    # The page has checked the cards by itself, with its own salt among those that they were shuffled with.
    expect(page.get_by_test_id("fair")).to_contain_text("This page has checked")
    expect(page.get_by_test_id("fair")).to_contain_text("Your own salt is in it")
    assert record["fair"]["pledges"][0]
    ending = page.get_by_test_id("ending")
    expect(ending.locator(".laurels .avatar").first).to_be_visible()
    for width, height in [(1440, 900), (1366, 650)]:
        page.set_viewport_size({"width": width, "height": height})
        soon(page, lambda: is_whole(ending), f"the end of a match is seen whole at {width}x{height}")
    for width, height in [(390, 844), (360, 640), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        soon(page, lambda: says_what_next(ending), f"who won and what to do next are in sight at {width}x{height}")


def is_whole(ending: Locator) -> bool:
    """Whether nothing of it has to be scrolled to; what is drawn follows a new size of the window a frame later."""
    found: bool = ending.locator(".scroll").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    return found


def says_what_next(ending: Locator) -> bool:
    """Whether the outcome, every place and the ways on are in sight and cover nothing, without scrolling."""
    found: bool = ending.evaluate(
        """(ending) => {
            const room = ending.querySelector('.scroll').getBoundingClientRect();
            const next = ending.querySelector('.next').getBoundingClientRect();
            const told = [...ending.querySelectorAll('h2, .places li')].map(one => one.getBoundingClientRect());
            return next.bottom <= room.bottom + 1
                && told.every(box => box.top >= room.top - 1 && box.bottom <= next.top + 1);
        }"""
    )
    return found


@pytest.mark.parametrize(("game", "players", "clicks"), [("aurum", 4, 20), ("amul", 8, 8)])
def test_a_match_on_a_phone(visit: Visit, picture: Picture, game: str, players: int, clicks: int) -> None:
    page = visit(phone=True, pace="none", worker=True)
    start(page, game, players)
    for part in range(2):
        done = play_on(page, most=clicks, seed=part)
        picture(page, f"{game}-{players}-phone-{part}")
        assert done == clicks or is_over(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_who_gives_no_name_plays_at_once(visit: Visit, language: str) -> None:
    page = visit(name="", language=language, pace="none")
    page.locator("button.primary").first.click()
    page.wait_for_url("**/t/*")
    assert play_on(page, most=1) == 1
