"""What one leaves behind while one is not there: what is done when one is asked, and days off."""

import random
from collections.abc import Callable

import httpx
import pytest
from audit import wrongs
from clicking import CLICK, click_card, clickable, hand, play_on, soon
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
Picture = Callable[..., None]
PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody
AMUL = {"game": "amul", "players": 3, "bots": {"1": "random"}}  # Bea, on the last seat, is before Ada in two of three


def sign_up(page: Page, name: str) -> None:
    assert page.request.post("/api/accounts", data={"name": name, "password": PASSWORD}).ok


@pytest.mark.parametrize(("phone", "language"), [(False, "en"), (True, "fr")])
def test_a_bid_is_kept_until_one_says_otherwise(visit: Visit, picture: Picture, phone: bool, language: str) -> None:
    page = visit("/", name="Ada", pace="none", phone=phone, language=language)
    config = {"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}}
    table = page.request.post("/api/tables", data={"config": config, "seat": 0, "name": "Ada"}).json()["table"]
    page.goto(f"/t/{table}")
    menu = page.locator(".play > .bar .tools button").last
    soon(page, lambda: bool(clickable(page)), "a bid is wanted")
    menu.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_test_id("in-advance")).to_have_count(0)  # there is no bid yet
    page.keyboard.press("Escape")
    play_on(page, most=1)
    soon(page, lambda: "keep" in clickable(page) or bool(clickable(page)), "all have bid")
    menu.click()
    keep = page.get_by_test_id("in-advance").get_by_role("checkbox")
    expect(keep).to_have_count(1)
    keep.click()
    expect(keep).to_be_checked()
    assert wrongs(page) == []
    picture(page, f"in-advance-{'phone' if phone else 'desktop'}-{language}")
    page.keyboard.press("Escape")
    stands = page.get_by_test_id("orders")
    expect(stands).to_be_visible()
    line = stands.bounding_box()
    assert line is not None
    assert line["height"] <= 48  # one row, on a phone too
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"orders-{'phone' if phone else 'desktop'}-{language}")
    assert wrongs(page) == []
    page.reload()
    expect(stands).to_be_visible()
    # It is done while one only looks on; then a card is wanted.
    soon(page, lambda: bool(clickable(page)) and "keep" not in clickable(page), "the bid was kept, a card is wanted")
    stands.get_by_role("button").click()
    expect(page.get_by_test_id("orders")).to_have_count(0)
    expect(page.locator(".orders")).to_have_count(0)  # it was taken back, and did not end by itself


def where_one_waits(ada: Page, bea: Page) -> None:
    """Both at a table of Amul at which Bea takes a card before Ada does, from cards that are not all the same."""
    for _ in range(12):
        table = ada.request.post("/api/tables", data={"config": AMUL, "seat": 0, "name": "Ada"}).json()["table"]
        assert bea.request.post(f"/api/tables/{table}/join", data={"name": "Bea"}).ok
        for page in (ada, bea):
            page.goto(f"/t/{table}")
            soon(page, lambda page=page: bool(clickable(page)), "a card is to be offered")
        for page in (ada, bea):
            click_card(page, random.Random(1))
        soon(ada, lambda: any(takes(ada)) or any(takes(bea)), "somebody takes a card")
        if len(set(takes(bea))) >= 2:
            return
    raise AssertionError("Ada is first, or the cards are equal, every time")


def takes(page: Page) -> list[str]:
    return [action for action in clickable(page) if action.startswith("take")]


@pytest.mark.parametrize(("phone", "language"), [(True, "ru"), (False, "de")])
def test_who_is_not_first_says_which_card_they_take(visit: Visit, picture: Picture, phone: bool, language: str) -> None:
    ada = visit("/", name="Ada", pace="none", phone=phone, language=language)
    bea = visit("/", name="Bea", pace="none", phone=not phone, language=language)
    where_one_waits(ada, bea)
    menu, menus = ada.locator(".play > .bar .tools button").last, ada.get_by_test_id("in-advance")
    menu.click()
    boxes = menus.get_by_role("checkbox")
    soon(ada, lambda: boxes.count() >= 2, "there is something to choose")
    boxes.nth(0).click()
    expect(boxes.nth(0)).to_be_checked()
    boxes.nth(1).click()
    expect(boxes.nth(1)).to_be_checked()
    expect(menus.locator("small")).to_have_text(["1", "2"])
    assert wrongs(ada) == []
    picture(ada, f"in-advance-amul-{'phone' if phone else 'desktop'}-{language}")
    for number in (0, 1):  # the menu takes back as the line does, and nobody is told that it ended by itself
        boxes.nth(number).click()
        expect(boxes.nth(number)).not_to_be_checked()
    expect(ada.locator(".orders")).to_have_count(0)
    for number in (1, 0):
        boxes.nth(number).click()
        expect(boxes.nth(number)).to_be_checked()
    ada.keyboard.press("Escape")
    line = ada.get_by_test_id("orders")
    expect(line).to_be_visible()
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrongs(ada) == []
    picture(ada, f"orders-amul-{'phone' if phone else 'desktop'}-{language}")
    expect(bea.locator(".orders")).to_have_count(0)  # nobody else is told
    first, second = ada.request.get(f"/api/tables/{ada.url.rpartition('/')[2]}/orders").json()["orders"]
    left = [action for action in takes(bea) if action not in (first, second)]
    before = len(hand(ada))
    assert bea.evaluate(CLICK, (left or takes(bea))[0])
    soon(ada, lambda: len(hand(ada)) > before, "a card was taken for Ada")
    expect(ada.locator(".orders")).to_have_count(0)  # it was done, and did not end by itself


@pytest.mark.parametrize(("phone", "language"), [(True, "de"), (False, "fr")])
def test_days_off_are_taken_shown_and_ended(
    visit: Visit, picture: Picture, house: str, phone: bool, language: str
) -> None:
    page = visit("/", phone=phone, language=language, theme="light" if phone else "dark")
    sign_up(page, f"Away {language}")
    config = {"game": "aurum", "players": 3, "bots": {"2": "random"}, "clock": {"kind": "days", "days": 2}}
    table = page.request.post("/api/tables", data={"config": config, "seat": 0}).json()["table"]
    with httpx.Client(base_url=house) as bea:
        assert bea.post("/api/guests", json={"name": "Bea"}).is_success
        assert bea.post(f"/api/tables/{table}/join", json={}).is_success
    page.goto("/me?at=notices")
    off = page.get_by_test_id("vacation")
    off.scroll_into_view_if_needed()
    expect(off.get_by_role("spinbutton")).to_have_value("7")
    picture(page, f"days-off-{'phone' if phone else 'desktop'}-{language}", whole=True)
    assert wrongs(page) == []
    off.get_by_role("button").click()
    expect(off.get_by_role("spinbutton")).to_have_count(0)
    expect(off).to_contain_text("23")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"/t/{table}")
    expect(page.get_by_test_id("rests")).to_contain_text(f"Away {language}")
    assert wrongs(page) == []
    picture(page, f"resting-{'phone' if phone else 'desktop'}-{language}")
    page.goto("/me?at=notices")
    off.get_by_role("button").click()
    expect(off.get_by_role("spinbutton")).to_be_visible()
    page.goto(f"/t/{table}")
    soon(page, lambda: bool(clickable(page)), "the table is there")
    expect(page.get_by_test_id("rests")).to_have_count(0)


def test_a_table_of_a_club_has_all_settings(visit: Visit, picture: Picture) -> None:
    page = visit("/")
    sign_up(page, "Founder of Ducks")
    club = page.request.post("/api/clubs", data={"name": "Ducks and Geese", "about": "", "entry": "open"}).json()["id"]
    page.goto(f"/clubs/{club}")
    page.get_by_role("button", name="Open a table").click()
    page.get_by_role("link", name="More settings").click()
    expect(page.get_by_text("A table of the club Ducks and Geese")).to_be_visible()
    expect(page.get_by_text("Who can find it")).to_have_count(0)
    page.get_by_role("radio", name="3", exact=True).first.check(force=True)
    picture(page, "club-table", whole=True)
    assert wrongs(page) == []
    page.locator("form button.primary").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    shown = page.request.get(f"/api/clubs/{club}").json()["tables"]
    assert [(one["id"], one["config"]["players"]) for one in shown] == [(table, 3)]
