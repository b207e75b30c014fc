"""Who one is here and what one has played: links, history, the waiting room, profiles, ways back in."""

import re
from collections.abc import Callable

import pytest
from audit import broken_words, wrongs
from clicking import play_on, soon
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
Picture = Callable[..., None]
PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody


def broken_off(page: Page, house: str) -> str:
    """A match against bots that ends at once, because its only person leaves; its id."""
    told = page.request.post(f"{house}/api/play", data={"game": "aurum", "players": 3, "level": "random"})
    table = str(told.json()["table"])
    assert page.request.post(f"{house}/api/tables/{table}/leave").ok
    return table


def sign_up(page: Page, name: str) -> None:
    page.goto("/me?at=account")
    page.get_by_label("Name").first.fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text(f"Signed in as {name}")).to_be_visible()


def test_a_link_to_a_match_against_bots_works_for_others_until_it_is_private(visit: Visit, house: str) -> None:
    ada = visit("/")
    match = broken_off(ada, house)
    stranger = visit(f"/replay/{match}", name="Eve")
    expect(stranger.get_by_role("button", name="One step on")).to_be_visible()

    ada.goto("/games")
    row = ada.locator(f"[data-match='{match}']")
    expect(row).to_contain_text("broken off")
    expect(row).to_contain_text("Geber (Dice thrower)")
    row.locator("summary").click()
    row.get_by_role("button", name="Make private").click()
    expect(row.locator(".sharing")).to_have_text("private")
    stranger.reload()
    expect(stranger.get_by_role("heading", name="This match cannot be seen")).to_be_visible()
    assert stranger.title() == "This match cannot be seen · Karat"
    ada.goto(f"/replay/{match}")
    expect(ada.get_by_role("button", name="One step on")).to_be_visible()


def test_the_address_of_a_table_shows_the_match_when_it_is_over(visit: Visit, house: str) -> None:
    ada = visit("/", name="Ada")
    told = ada.request.post(f"{house}/api/play", data={"game": "amul", "players": 3, "level": "random"}).json()
    address = f"/t/{told['table']}"
    early = visit(address, name="Eve")  # who plays against bots alone is not watched
    expect(early.get_by_role("heading", name="This match cannot be watched")).to_be_visible()
    assert early.title() == "This match cannot be watched · Karat"
    assert ada.request.post(f"{house}/api/tables/{told['table']}/leave").ok
    early.reload()
    early.wait_for_url(f"**/replay/{told['table']}**")
    expect(early.get_by_role("button", name="One step on")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_a_new_table_says_what_it_will_be_and_the_way_to_it_stays_in_sight(visit: Visit, phone: bool) -> None:
    page = visit("/new", phone=phone)
    way = page.get_by_role("button", name="Open the table")
    for width, height in [(360, 640), (390, 844), (844, 390)] if phone else [(1440, 900), (1366, 650)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(way).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
    page.get_by_role("radio", name="French").check(force=True)
    agreed = page.get_by_test_id("agreed")
    for text in ("Aurum, 4 players", "French", "none", "allowed"):
        expect(agreed).to_contain_text(text)
    if phone:  # folded, and said in a line
        seats = page.locator("summary").filter(has_text="Who sits where")
        expect(seats).to_contain_text("3 seats wait for people")
        expect(page.get_by_label("Seat 2")).to_be_hidden()
        seats.click()
    page.get_by_label("Seat 2").select_option("casual")
    expect(page.locator(".sitters")).to_contain_text("Casual")
    assert wrongs(page) == []


def test_history_tells_results_and_whom_one_met_and_can_be_filtered(visit: Visit, house: str, picture: Picture) -> None:
    page = visit("/", pace="none")
    left = broken_off(page, house)
    told = page.request.post(f"{house}/api/play", data={"game": "amul", "players": 3, "level": "random"}).json()
    page.goto(f"/t/{told['table']}")
    page.wait_for_selector("[data-action]")
    play_on(page, seconds=120)
    page.goto("/games")
    row = page.locator(f"[data-match='{told['table']}']")
    expect(row.locator(".result strong")).to_have_text(re.compile("Won|Lost|Shared win"))
    expect(row).to_contain_text(re.compile(r"Place \d of 3"))
    expect(row).to_contain_text("Maniakh (Dice thrower)")
    expect(row.locator(".scores")).to_contain_text(":")
    picture(page, "history", whole=True)
    assert wrongs(page) == []

    page.set_viewport_size({"width": 360, "height": 640})
    place, tools = row.locator(".result").bounding_box(), row.locator(".tools").bounding_box()
    assert place
    assert tools
    assert place["y"] + place["height"] <= tools["y"], "how it ended and what may be done lie over each other"
    assert broken_words(page) == []

    page.get_by_role("combobox", name="Game").first.select_option("aurum")
    expect(row).to_have_count(0)
    expect(page.locator(f"[data-match='{left}']")).to_be_visible()
    page.get_by_role("combobox", name="Against").select_option("people")
    expect(page.get_by_text("No match fits these filters.")).to_be_visible()
    page.get_by_role("button", name="Clear filters").first.click()
    expect(row).to_be_visible()
    page.get_by_label("Show results").uncheck()
    expect(row.locator(".scores")).to_have_count(0)
    expect(row.locator(".result strong")).to_have_count(0)
    page.get_by_label("Language").select_option("ru")
    expect(row).to_contain_text("Маниах")


def test_history_tells_by_how_much_a_rating_moved(visit: Visit, house: str) -> None:
    page = visit("/", pace="none")
    sign_up(page, "Ada Rated")
    config = {"game": "amul", "players": 3, "rated": True, "bots": {"1": "random", "2": "random"}}
    table = page.request.post(f"{house}/api/tables", data={"config": config, "seat": 0}).json()["table"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-action]")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="End the match").click()
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text("A rated match that is broken off")
    asked.get_by_role("button", name="Yes, lose it").click()
    soon(page, lambda: page.request.get(f"{house}/api/matches/{table}").ok, "the match is over")
    seats = page.request.get(f"{house}/api/matches/{table}").json()["seats"]
    (moved,) = [one["points"] for one in seats if not one["level"]]
    assert moved < 0
    page.goto("/games")
    row = page.locator(f"[data-match='{table}']")
    expect(row).to_contain_text(f"Rating {moved}")
    expect(row).to_contain_text("rated")
    page.get_by_label("Show results").uncheck()
    expect(row).not_to_contain_text(f"Rating {moved}")


def test_the_waiting_room_tells_what_is_agreed_and_people_talk_there(visit: Visit, picture: Picture) -> None:
    ada = visit("/new", name="Ada")
    ada.get_by_role("radio", name="French").check(force=True)
    ada.get_by_role("radio", name="Live").check(force=True)
    hints = ada.get_by_role("group", name="Hints")
    expect(hints.get_by_role("radio", name="Allowed")).to_be_checked()
    hints.get_by_role("radio", name="Off for everyone").check(force=True)
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/t/*")
    agreed = ada.get_by_test_id("agreed")
    for text in ("French", "10 min and 5 s a move", "unrated", "off for everyone"):
        expect(agreed).to_contain_text(text)
    expect(ada.get_by_test_id("qr").locator("svg")).to_be_visible()
    expect(ada.get_by_test_id("only-here")).to_contain_text("karat serve --host 0.0.0.0")  # it is on this machine

    eva = visit(f"/t/{ada.url.rsplit('/', 1)[-1]}", name="Eva", phone=True)
    expect(eva.get_by_test_id("agreed")).to_contain_text("off for everyone")
    eva.get_by_role("button", name="Sit here").first.click()
    eva.get_by_label("Say something").fill("hello Ada")
    eva.get_by_role("button", name="Send").click()
    ada.reload()
    expect(ada.get_by_role("log")).to_contain_text("hello Ada")
    picture(ada, "waiting-room-full", whole=True)
    picture(eva, "waiting-room-phone", whole=True)
    assert wrongs(ada) == wrongs(eva) == []
    assert eva.evaluate("document.documentElement.scrollWidth <= innerWidth")

    ada.get_by_role("button", name="Fill with bots").click()
    ada.get_by_role("button", name="Table menu").click()
    assert ada.get_by_role("button", name="Hint", exact=True).count() == 0
    menu = ada.get_by_role("dialog")
    for name in ("This match", "How it is shown", "What is agreed"):
        expect(menu.get_by_role("heading", name=name)).to_be_visible()
    for text in ("French", "10 min and 5 s a move", "off for everyone"):
        expect(menu.get_by_test_id("agreed")).to_contain_text(text)
    assert wrongs(ada) == []


def test_a_profile_has_an_emblem_and_statistics_and_shows_what_one_lets_it(
    visit: Visit, house: str, picture: Picture
) -> None:
    ada = visit("/", name="Ada")
    broken_off(ada, house)
    sign_up(ada, "Ada Profile")
    ada.get_by_role("link", name="Profile", exact=True).click()
    ada.get_by_role("radio", name="Emblem 7").check(force=True)
    expect(ada.locator("header .avatar svg")).to_be_visible()
    ada.get_by_role("radio", name="Blue").check(force=True)
    expect(ada.locator("header .avatar.blue svg")).to_be_visible()
    expect(ada.get_by_role("rowheader", name="3 players · German")).to_be_visible()
    picture(ada, "me-profile", whole=True)
    assert wrongs(ada) == []

    eva = visit("/u/ada%20profile", name="Eva")
    expect(eva.get_by_role("heading", name="Ada Profile")).to_be_visible()
    expect(eva.locator(".avatar.blue svg")).to_be_visible()
    expect(eva.get_by_role("rowheader", name="3 players · German")).to_be_visible()
    assert eva.title() == "Profile of Ada Profile · Karat"
    picture(eva, "person", whole=True)
    assert wrongs(eva) == []
    ada.get_by_role("group", name="What others see").get_by_label("Statistics").uncheck()
    expect(ada.get_by_text("Saved.")).to_be_visible()
    eva.reload()
    expect(eva.get_by_text("Ada Profile keeps the statistics private.")).to_be_visible()


def test_settings_have_their_place_and_a_code_leads_back_in(visit: Visit, picture: Picture) -> None:
    ada = visit("/me")
    sign_up(ada, "Ada Security")
    for section, heading in (("Account", "Name"), ("Security", "Passkeys"), ("Table", "Table"), ("Data", "My data")):
        ada.get_by_role("link", name=section, exact=True).click()
        expect(ada.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        picture(ada, f"me-{section.lower()}", whole=True)
        assert wrongs(ada) == []
    ada.get_by_role("link", name="Security", exact=True).click()
    ada.get_by_role("button", name="Make recovery codes").click()
    shown = ada.get_by_test_id("codes").locator("code")
    expect(shown).to_have_count(10)  # they come from the server; texts that are asked for at once may be none
    codes = shown.all_inner_texts()
    assert len(set(codes)) == 10
    picture(ada, "me-codes", whole=True)
    ada.get_by_role("button", name="I have them").click()
    expect(ada.get_by_text("10 codes are left")).to_be_visible()

    phone = visit("/me", phone=True)
    phone.get_by_text("Lost your password?").click()
    form = phone.locator("details form")
    form.get_by_label("Name").fill("ada security")
    form.get_by_label("Recovery code").fill(codes[4].upper())
    form.get_by_label("New password").fill("six geese in a row")
    form.get_by_role("button", name="Get back in").click()
    expect(phone.get_by_role("heading", name="Ada Security")).to_be_visible()
    ada.reload()
    expect(ada.get_by_role("button", name="Sign in", exact=True)).to_be_visible()  # whoever was in is out


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/t/nosuchtable1", "There is no such table"),
        ("/replay/nosuchmatch", "This match cannot be seen"),
        ("/review/nosuchmatch", "This match cannot be seen"),
        ("/u/Nobody%20at%20all", "There is nobody of that name"),
        ("/tournaments/nosuchcup", "There is no such tournament"),
        ("/daily/2020-01-01-aurum-4", "There is no such deal of a day"),
    ],
)
def test_a_dead_link_says_so_in_its_title(visit: Visit, picture: Picture, path: str, title: str) -> None:
    page = visit(path)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert page.title() == f"{title} · Karat"
    expect(page.get_by_role("link", name="To the start page")).to_be_visible()
    picture(page, f"lost{path.replace('/', '-')[:6]}")
    assert wrongs(page) == []


def test_a_guest_meets_no_refusal_on_any_page(visit: Visit) -> None:
    page = visit("/")
    refused: list[str] = []
    page.on("response", lambda told: refused.append(f"{told.status} {told.url}") if told.status >= 400 else None)
    for path in ("/", "/new", "/games", "/me", "/me?at=security", "/me?at=data", "/rules/aurum", "/score", "/replay"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    assert refused == []


def test_ones_own_match_is_to_come_back_to_and_not_to_watch(visit: Visit, house: str) -> None:
    ada = visit("/", name="Ada", phone=True)
    config = {"game": "amul", "players": 8, "visibility": "public", "spectators": "delayed"}
    config |= {"bots": {str(seat): "random" for seat in range(1, 8)}}
    body = {"config": config, "name": "Ada Watch", "pledge": ""}
    table = ada.request.post(f"{house}/api/tables", data=body).json()["table"]
    ada.reload()
    eva = visit("/", name="Eva")
    soon(eva, lambda: eva.locator(f"a[href='/t/{table}']").count() == 1, "others may watch it")
    soon(ada, lambda: ada.locator(f"a[href='/t/{table}']").count() == 1, "she finds it once, as her own")
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth"), "seven names are cut in their row"
