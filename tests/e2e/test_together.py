"""Several people at one table, each in a browser of their own."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cable import Cable
from clicking import click_something, hand, play_on, soon
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]

FAR_FROM_OVER = 9
"""Cards in hand after the first tricks, with most of the round to come."""


@pytest.fixture
def cable(house: str) -> Iterator[Cable]:
    plugged = Cable(int(house.rsplit(":", 1)[-1]))
    yield plugged
    plugged.close()


def open_table(page: Page) -> str:
    """A table of Aurum for three, with a bot on the last seat; its link."""
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_label("Seat 3").select_option("casual")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[-1]


def test_friends_share_a_link_and_one_is_cut_off_in_the_middle_of_a_trick(
    visit: Visit, cable: Cable, picture: Callable[..., Path]
) -> None:
    ada = visit("/new", name="Ada", worker=True)
    table = open_table(ada)
    eva = visit(f"/t/{table}", name="Eva", at=f"http://127.0.0.1:{cable.port}", phone=True, worker=True)
    picture(ada, "waiting-room")
    eva.get_by_role("button", name="Sit here").first.click()
    for page in (ada, eva):
        page.wait_for_selector("[data-action]")
    play_both(ada, eva, lambda: 0 < len(hand(eva)) <= FAR_FROM_OVER, "some tricks are played")

    cable.cut()
    held = set(hand(eva))
    expect(eva.get_by_text("Connection lost")).to_be_visible()
    picture(eva, "connection-lost")
    for _ in range(20):  # the others play on while she is away, as far as they can
        click_something(ada, random.Random(1))
        ada.wait_for_timeout(50)
    cable.mend()
    expect(eva.get_by_text("Connection lost")).to_be_hidden(timeout=20_000)
    soon(eva, lambda: set() < set(hand(eva)) <= held, "her hand is there again")
    play_both(ada, eva, lambda: set() < set(hand(eva)) < held, "she played on from it")


def play_both(ada: Page, eva: Page, is_so: Callable[[], bool], what: str) -> None:
    """Whoever has something to click clicks it until something is so: an unanswered click is no action yet."""
    dice, end = random.Random(8), time.monotonic() + 240
    while not is_so():
        assert time.monotonic() < end, f"not within four minutes: {what}. {shown(ada)} {shown(eva)}"
        for page in (ada, eva):
            click_something(page, dice)
        ada.wait_for_timeout(20)


def shown(page: Page) -> str:
    return f"{hand(page)}: {page.inner_text('body')[:300]!r}"


def test_two_tabs_of_one_person_agree(visit: Visit) -> None:
    page = visit(pace="none", worker=True)
    page.locator("button.primary").first.click()
    page.wait_for_url("**/t/*")
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other, page):
        play_on(tab, most=3)
    soon(other, lambda: hand(other) == hand(page) != [], "both tabs show the same hand")


def test_a_stranger_needs_the_password(visit: Visit) -> None:
    host = visit("/new", name="Ada", worker=True)
    host.get_by_role("radio", name="With a password").check(force=True)
    host.get_by_role("textbox", name="Password").fill("open sesame")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    stranger = visit(host.url.removeprefix(host.url.split("/t/")[0]), name="Eve", worker=True)
    asked, wrong = stranger.get_by_label("Password of the table"), stranger.get_by_role("main").get_by_role("alert")
    expect(asked).to_be_visible()
    expect(wrong).to_have_count(0)  # nothing was tried yet
    asked.fill("close sesame")
    stranger.get_by_role("button", name="Enter").click()
    expect(wrong).to_have_text("That is not the password of this table.")
    asked.fill("open sesame")
    stranger.get_by_role("button", name="Enter").click()
    expect(stranger.get_by_role("button", name="Sit here").first).to_be_visible()


def test_it_is_agreed_beforehand_who_stands_in_for_whoever_is_gone(visit: Visit, house: str) -> None:
    ada = visit("/new", name="Ada", worker=True)
    gone = ada.get_by_role("group", name="A bot plays for whoever is gone")
    expect(gone.get_by_role("radio", name="When the others ask")).to_be_checked()
    gone.get_by_role("radio", name="After a minute").check(force=True)
    ada.get_by_label("Level of these bots").select_option("novice")
    config = ada.request.get(f"{house}/api/tables/{open_table(ada)}").json()["config"]
    assert (config["stand_in_after"], config["bot_level"]) == (60, "novice")
    assert config.get("fill_after") is None
