"""People among each other on the page: friends, the finder, clubs, leaderboards, blocking, reports and moderation."""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from audit import wrongs
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
Picture = Callable[..., None]
PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody


def sign_up(page: Page, house: str, name: str) -> str:
    told = page.request.post(f"{house}/api/accounts", data={"name": name, "password": PASSWORD})
    assert told.ok, told.text()
    return str(told.json()["id"])


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_friends_find_each_other_and_part(visit: Visit, house: str, picture: Picture) -> None:
    ada, bea = visit("/", name="Ada"), visit("/", name="Bea", phone=True, theme="light")
    for page, name in ((ada, "Ada Meets"), (bea, "Bea Meets")):
        sign_up(page, house, name)
    ada.goto("/people")
    expect(ada.get_by_text("Nobody yet.")).to_be_visible()
    ada.get_by_label("Follow somebody").fill("bea meets")
    ada.get_by_role("button", name="Follow", exact=True).click()
    expect(ada.get_by_role("heading", name="You follow")).to_be_visible()
    bea.goto("/people")
    bea.get_by_role("button", name="Follow back: Ada Meets").click()
    expect(bea.get_by_text("here now")).to_be_visible()
    table = bea.request.post(
        f"{house}/api/tables", data={"config": {"game": "amul", "players": 3, "visibility": "public"}}
    ).json()["table"]
    ada.goto("/")  # what friends play stands on the first page, too
    at_home = ada.get_by_test_id("friends-now")
    expect(at_home).to_contain_text("Bea Meets")
    expect(at_home.get_by_role("link", name="Join: Bea Meets")).to_have_attribute("href", f"/t/{table}")
    expect(bea.get_by_test_id("friends-now")).to_have_count(0)
    ada.goto("/people")
    expect(ada.get_by_text("waits for players: Amul")).to_be_visible()
    picture(ada, "people-friends", whole=True)
    picture(bea, "people-friends-phone", whole=True)
    assert wrongs(ada) == wrongs(bea) == []
    assert fits(bea)
    ada.get_by_role("link", name="Join").click()
    ada.wait_for_url(f"**/t/{table}")

    ada.goto("/u/Bea%20Meets")
    expect(ada.get_by_text("You are friends")).to_be_visible()
    ada.get_by_role("button", name="Report").click()
    ada.get_by_label("Reason").select_option("cheating")
    ada.get_by_label("What happened").fill("told me her cards")
    ada.get_by_role("button", name="Send the report").click()
    expect(ada.get_by_text("Thank you. A moderator will look at it.")).to_be_visible()
    ada.get_by_role("button", name="Block").click()
    ada.get_by_role("dialog").get_by_role("button", name="Block").click()
    ada.wait_for_url("**/people")
    expect(ada.get_by_text("Nobody yet.")).to_be_visible()
    bea.goto("/u/Ada%20Meets")
    expect(bea.get_by_role("heading", name="There is nobody of that name")).to_be_visible()


def wish(page: Page, *editions: str) -> None:
    """Three players, and any of these editions."""
    for number, wanted in (("3", True), ("4", False)):
        page.get_by_role("checkbox", name=number, exact=True).set_checked(wanted, force=True)
    for edition in sorted(("German", "French", "Russian"), key=lambda one: one not in editions):
        page.get_by_role("checkbox", name=edition).set_checked(edition in editions, force=True)


def test_the_finder_seats_people_and_leaving_the_page_ends_the_wait(visit: Visit, house: str, picture: Picture) -> None:
    people = [visit("/find?game=aurum", name=f"Finder{number}", phone=number == 1) for number in range(3)]
    for page in people:
        wish(page, "French")
    picture(people[0], "find", whole=True)
    wish(people[0], "French", "Russian")
    clocks = people[0].get_by_role("group", name="Clock")
    clocks.get_by_role("checkbox", name="2 days a move").check(force=True)
    only = people[1].get_by_role("group", name="Clock").get_by_role("checkbox", name="No clock")
    only.click(force=True)
    expect(only).to_be_checked()  # nobody wishes for nothing
    assert wrongs(people[0]) == []
    for page in people[:2]:
        page.get_by_role("button", name="Find a table").click()
        expect(page.get_by_role("heading", name="Waiting for others")).to_be_visible()
    expect(people[0].locator(".waiting")).to_contain_text("French / Russian · No clock / 2 days a move")
    picture(people[1], "find-waiting-phone", whole=True)
    assert wrongs(people[1]) == []
    assert fits(people[1])
    people[1].goto("/rules")
    expect(people[0].get_by_text("1 person waits")).to_be_visible()
    people[1].goto("/find?game=aurum")
    wish(people[1], "German", "French")
    for page in people[1:]:
        page.get_by_role("button", name="Find a table").click()
    for page in people:
        page.wait_for_url("**/t/*")
    assert len({page.url for page in people}) == 1
    table = people[0].url.rpartition("/")[2]
    assert people[0].request.get(f"{house}/api/tables/{table}").json()["config"]["edition"] == "fr"
    assert people[0].request.get(f"{house}/api/finder").json()["games"][0]["waiting"] == 0


def test_a_club_has_tables_dates_and_members_of_its_own(visit: Visit, house: str, picture: Picture) -> None:
    ada, bea = visit("/", name="Ada"), visit("/", name="Bea", phone=True)
    for page, name in ((ada, "Ada Clubs"), (bea, "Bea Clubs")):
        sign_up(page, house, name)
    ada.goto("/clubs")
    ada.get_by_role("button", name="Found a club").click()
    dialog = ada.get_by_role("dialog")
    dialog.get_by_label("Name of the club").fill("The Geese")
    dialog.get_by_label("What it is about").fill("Fridays at eight.")
    dialog.get_by_role("button", name="Found a club").click()
    ada.wait_for_url("**/clubs/The%20Geese")
    bea.goto("/clubs/the geese")
    expect(bea.get_by_text("Tables and dates are for members.")).to_be_visible()
    bea.get_by_role("button", name="Ask to join").click()
    expect(bea.get_by_text("You have asked to join.")).to_be_visible()
    ada.reload()
    ada.get_by_role("button", name="Let in: Bea Clubs").click()
    expect(ada.get_by_role("button", name="Let in: Bea Clubs")).to_have_count(0)
    ada.get_by_role("button", name="Set a date").click()
    ada.get_by_label("What", exact=True).fill("Friday night")
    ada.get_by_label("When").fill(ada.evaluate("new Date(Date.now() + 864e5).toISOString().slice(0, 16)"))
    ada.get_by_role("combobox", name="Table", exact=True).select_option("amul")
    ada.get_by_role("dialog").get_by_role("button", name="Set a date").click()
    expect(ada.get_by_text("Friday night")).to_be_visible()
    bea.reload()
    expect(bea.get_by_text("Friday night")).to_be_visible()
    picture(ada, "club", whole=True)
    picture(bea, "club-phone", whole=True)
    assert wrongs(ada) == wrongs(bea) == []
    assert fits(bea)
    bea.get_by_role("button", name="Open its table").click()
    bea.wait_for_url("**/t/*")
    table = bea.url.rsplit("/", 1)[-1]
    ada.reload()
    expect(ada.locator(f"a[href='/t/{table}']").first).to_be_visible()
    stranger = visit(f"/t/{table}", name="Eve")
    expect(stranger.get_by_text("This table is for members of a club.")).to_be_visible()
    ada.goto("/clubs")
    expect(ada.get_by_role("link", name="The Geese")).to_be_visible()
    picture(ada, "clubs", whole=True)
    assert wrongs(ada) == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_leaderboards_and_pages_for_strangers_speak_every_language(visit: Visit, language: str) -> None:
    page = visit("/people?at=leaders", language=language, phone=language == "ru")
    expect(page.locator("#main h1")).to_be_visible()
    expect(page.locator("section.panel fieldset")).to_have_count(3)
    for path in ("/people?at=ladders", "/find", "/clubs", "/moderation"):
        page.goto(path)
        expect(page.locator("#main h1")).to_be_visible()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert not re.search(r"\bmeeting\.\w+", page.inner_text("#main"))
        assert fits(page)


def test_a_moderator_settles_a_report_and_suspends(
    visit: Visit, house: str, picture: Picture, house_folder: Path
) -> None:
    mod, bad = visit("/", name="Mod"), visit("/", name="Bad", phone=True)
    sign_up(mod, house, "Clear Mod")
    about = sign_up(bad, house, "Bad Person")
    told = mod.request.post(f"{house}/api/reports", data={"reason": "cheating", "about": about, "words": "peeked"})
    assert told.ok
    mod.goto("/moderation")
    expect(mod.get_by_role("heading", name="This page is for moderators")).to_be_visible()
    with sqlite3.connect(house_folder / "karat.sqlite", timeout=10) as database:
        database.execute("UPDATE people SET moderator = 1 WHERE name = 'Clear Mod'")
    database.close()
    mod.reload()
    mod.get_by_role("button", name="Look at: Bad Person").click()
    mod.get_by_role("combobox", name="What", exact=True).select_option("suspension")
    mod.get_by_label("What the person is told").fill("peeked at cards")
    picture(mod, "moderation-person", whole=True)
    assert wrongs(mod) == []
    mod.get_by_role("button", name="Decide").click()
    expect(mod.get_by_role("button", name="Lift")).to_be_visible()
    bad.goto("/me")
    expect(bad.get_by_text("You are suspended until")).to_be_visible()
    expect(bad.get_by_text("peeked at cards")).to_be_visible()
    picture(bad, "suspended-phone", whole=True)
    assert wrongs(bad) == []
    bad.goto("/")
    bad.get_by_role("button", name="Play against bots").click()
    expect(bad.get_by_text("A moderator has suspended you.")).to_be_visible()
    mod.goto("/moderation")
    report = mod.locator("li.panel", has_text="peeked")
    report.get_by_role("button", name="Something was done").click()
    expect(report).to_have_count(0)
    mod.get_by_role("link", name="What moderators did").click()
    expect(mod.get_by_text("Every line is as it was written.")).to_be_visible()
    expect(mod.get_by_text("settled a report").first).to_be_visible()
    picture(mod, "moderation-audit", whole=True)
    assert wrongs(mod) == []
    mod.get_by_role("link", name="Signals").click()
    expect(mod.get_by_text("To be looked at, never proof.")).to_be_visible()
    expect(mod.get_by_role("heading", name="Accounts from one address")).to_be_visible()
    picture(mod, "moderation-signals", whole=True)
    assert wrongs(mod) == []
