"""What the table says and offers by itself, in a real browser: nothing has to be read elsewhere."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clicking import CLICK, clickable, hand, play_on, settled, soon, start
from playwright.sync_api import Locator, Page, expect

Visit = Callable[..., Page]
RECORDS = Path(__file__).resolve().parent.parent / "records"
MESSAGES = Path(__file__).resolve().parent.parent.parent / "web" / "src" / "messages"


def box(where: Locator) -> dict[str, float]:
    found = where.first.bounding_box()
    assert found is not None
    return {
        "left": found["x"],
        "top": found["y"],
        "right": found["x"] + found["width"],
        "bottom": found["y"] + found["height"],
    }


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box(one), box(other)
    return (
        a["left"] < b["right"] and b["left"] < a["right"] and a["top"] + 1 < b["bottom"] and b["top"] + 1 < a["bottom"]
    )


def plays(page: Page, cards: int) -> bool:
    """Whether no more than so many cards are left in the hand; what is wanted is played, and never the bids kept."""
    wanted = [action for action in clickable(page) if action.startswith(("play", "gold", "end"))]
    if wanted and len(hand(page)) > cards:
        page.evaluate(CLICK, wanted[0])
    return len(hand(page)) <= cards


def kept_for_two_tricks(page: Page) -> bool:
    """Keep the bids until one says otherwise and play; whether that still stands in the second trick."""
    stands = page.get_by_test_id("orders")
    page.get_by_role("button", name="Keep until I say").click()
    cards = len(hand(page))
    soon(page, lambda: plays(page, cards - 1), "a card of the first trick is played")
    # One is asked again before the second trick, and does not answer.
    soon(page, lambda: not stands.is_visible() or plays(page, cards - 2), "a card of the second trick is played")
    return stands.is_visible()


@pytest.mark.parametrize("players", [3, 4])
def test_bids_are_kept_until_one_says_otherwise(visit: Visit, players: int) -> None:
    page = visit(pace="none")
    for _ in range(6):  # a bot that changes its partner's bid ends the wish, as it should
        page.goto("/")
        start(page, "aurum", players)
        play_on(page, most=1)
        soon(page, lambda: "keep" in clickable(page), "the bids may be changed")
        if kept_for_two_tricks(page):
            break
    stands = page.get_by_test_id("orders")
    expect(stands).to_be_visible()
    assert page.get_by_role("dialog").count() == 0  # the wish answers once, and nothing is refused
    stands.get_by_role("button").click()
    expect(page.locator(".orders")).to_have_count(0)  # it was taken back, and did not end by itself


def test_the_last_move_is_taken_back_and_told_as_such_after_a_reload(visit: Visit) -> None:
    page = visit(pace="none")
    start(page, "aurum", 4)
    soon(page, lambda: bool(clickable(page)), "a bid is wanted")
    before = hand(page)
    play_on(page, most=1)
    soon(page, lambda: len(hand(page)) < len(before) and bool(clickable(page)), "the bid lies")
    undo = page.get_by_role("button", name="Undo")
    expect(page.get_by_text("Ask to take back")).to_have_count(0)  # there is nobody but bots to ask
    undo.click()
    soon(page, lambda: hand(page) == before, "the card is back in the hand")
    page.reload()
    page.get_by_role("button", name="Talk", exact=True).click()
    page.get_by_role("button", name="What happened").click()
    log = page.get_by_role("log")
    expect(log).to_contain_text("Round 1.")
    expect(log).to_contain_text("Ada takes the last move back.")


def test_cards_have_their_names_however_late_those_come(visit: Visit) -> None:
    page = visit(pace="none", language="de")
    texts = json.loads((MESSAGES / "de" / "table.json").read_text("utf-8"))
    catalogue = page.request.get("/api/cards/amul").json()["cards"]
    page.route("**/api/cards/amul*", lambda route: (page.wait_for_timeout(1500), route.continue_()))
    start(page, "amul", 5)
    soon(page, lambda: bool(clickable(page)), "a choice is wanted")
    page.get_by_role("button", name=texts["chat"], exact=True).click()
    page.get_by_role("button", name=texts["log"]).click()
    log = page.get_by_role("log")
    expect(log).to_contain_text("Runde 1.")
    told = log.inner_text()
    assert any(card["names"]["de"] in told for card in catalogue)
    ids = {card["id"].replace("_", " ") for card in catalogue} - {card["names"]["de"] for card in catalogue}
    assert not [name for name in ids if re.search(rf"\b{name}\b", told)]


@pytest.mark.parametrize(("game", "players"), [("aurum", 4), ("amul", 5)])
def test_talk_leaves_the_hand_free_and_goes_with_escape(visit: Visit, game: str, players: int) -> None:
    page = visit(pace="none")
    start(page, game, players)
    soon(page, lambda: bool(clickable(page)), "a choice is wanted")
    talk = page.get_by_role("complementary", name="Talk")
    for width, height in [(1366, 650), (390, 844), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Talk", exact=True).click()
        expect(talk).to_be_visible()
        soon(page, lambda: not overlap(talk, page.locator("[data-hand]")), f"the hand is free at {width}x{height}")
        page.keyboard.press("Escape")
        expect(talk).to_have_count(0)


def test_a_slip_away_from_a_match_against_bots_is_harmless(visit: Visit) -> None:
    page = visit(pace="none")
    start(page, "aurum", 4)
    play_on(page, most=3)
    address, (held, asked) = page.url, settled(page)
    page.get_by_role("link", name="Karat").click()
    page.wait_for_timeout(7_000)  # longer than the server waits before it calls somebody away
    page.goto(address)
    soon(page, lambda: hand(page) == held and clickable(page) == asked, "all is as it was")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="End the match").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Nobody else plays here")
    page.get_by_role("button", name="Play on").click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)


def test_a_hint_is_a_sentence_beside_its_card(visit: Visit) -> None:
    page = visit(pace="none")
    start(page, "amul", 3)
    soon(page, lambda: bool(clickable(page)), "a choice is wanted")
    page.get_by_role("button", name="Hint").click()
    advice = page.get_by_role("note", name="Hint")
    expect(advice).to_be_visible()
    card = box(page.locator("button.hinted"))
    page.wait_for_timeout(400)
    near = box(advice)
    assert near["left"] <= (card["left"] + card["right"]) / 2 <= near["right"]
    assert min(abs(card["top"] - near["bottom"]), abs(near["top"] - card["bottom"])) < 30


def test_small_print_keeps_its_words_apart(visit: Visit) -> None:
    """The space of the typeface alone is less than three pixels wide at the smallest size."""
    page = visit("/rules")
    width = page.evaluate(
        """() => { const made = text => { const one = document.createElement('span'); one.textContent = text;
        one.style.cssText = 'position:absolute;white-space:pre;font-size:12px'; document.body.append(one);
        const { width } = one.getBoundingClientRect(); one.remove(); return width };
        return made('a b') - made('ab') }"""
    )
    assert width >= 3


@pytest.mark.parametrize("game", ["aurum", "amul"])
def test_the_controls_of_a_replay_never_cover_the_hand(visit: Visit, tmp_path: Path, game: str) -> None:
    page = replayed(visit, tmp_path, game)
    controls, hands = page.locator(".controls"), page.locator("[data-hand]")
    for width, height in [(390, 844), (844, 390), (360, 640), (1366, 650)]:
        page.set_viewport_size({"width": width, "height": height})
        soon(
            page,
            lambda height=height: (
                not overlap(controls, hands) and box(controls)["bottom"] <= height + 1 and box(hands)["top"] >= 0
            ),
            f"both are in sight at {width}x{height}",
        )


def test_the_link_to_the_end_of_a_trick_shows_the_trick(visit: Visit, tmp_path: Path) -> None:
    page = replayed(visit, tmp_path, "aurum")
    jumps = page.get_by_label("Jump to")
    jumps.select_option(label="Trick 2")
    expect(page.locator(".trick .laid")).to_have_count(3)
    page.get_by_test_id("forward").click()
    soon(page, lambda: page.locator(".trick .laid").count() < 3, "the trick is taken")


def test_show_the_result_shows_it(visit: Visit, tmp_path: Path) -> None:
    page = replayed(visit, tmp_path, "amul")
    page.get_by_role("button", name="Show the result").click()
    result = page.get_by_test_id("result")
    expect(result).to_contain_text("wins")
    for width, height in [(390, 844), (844, 390), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        soon(
            page,
            lambda size=(width, height): is_within(result, *size),
            f"all of it is in sight at {width}x{height}",
        )


def is_within(where: Locator, width: int, height: int) -> bool:
    if not where.evaluate("one => one.scrollWidth <= one.clientWidth + 1 && one.clientHeight > 0"):
        return False
    place = box(where)
    return 0 <= place["left"] < place["right"] <= width and 0 <= place["top"] < place["bottom"] <= height


def replayed(visit: Visit, folder: Path, game: str) -> Page:
    """A record of that game, some steps on."""
    record: dict[str, Any] = json.loads((RECORDS / f"{game}.jsonl").read_text("utf-8").splitlines()[0])
    file = folder / "match.json"
    file.write_text(json.dumps(record))
    page = visit("/replay")
    page.locator("input[type=file]").set_input_files(file)
    forward = page.get_by_test_id("forward")
    expect(forward).to_be_enabled()
    for _ in range(5):
        forward.click()
    page.wait_for_selector("[data-hand]")
    return page


def test_spectators_see_the_table_at_once_and_are_spoken_to_as_such(visit: Visit) -> None:
    ada = visit("/new", name="Ada")
    ada.get_by_role("radio", name="3", exact=True).check(force=True)
    for seat in ("Seat 2", "Seat 3"):
        ada.get_by_label(seat).select_option("casual")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/t/*")
    soon(ada, lambda: bool(clickable(ada)), "the match has begun")
    sam = visit(ada.url, name="Sam")  # minutes before the first bid may be shown to him
    expect(sam.locator(".board")).to_be_visible()
    expect(sam.get_by_test_id("status")).to_contain_text("You are watching.")
    expect(sam.get_by_test_id("status")).not_to_contain_text("Your turn")
    expect(sam.get_by_role("button", name="Sit here")).to_have_count(0)


def test_spectators_read_of_the_players_and_are_led_to_the_rematch(visit: Visit, picture: Callable[..., None]) -> None:
    ada = visit("/", name="Ada", pace="none")
    config = {"game": "amul", "players": 3, "bots": {"1": "random", "2": "random"}}
    config |= {"visibility": "public", "spectators": "delayed"}
    table = ada.request.post("/api/tables", data={"config": config, "seat": 0, "name": "Ada"}).json()["table"]
    ada.goto(f"/t/{table}")
    soon(ada, lambda: bool(clickable(ada)), "the match has begun")
    sam = visit(f"/t/{table}", name="Sam", pace="none")
    expect(sam.get_by_test_id("status")).to_contain_text("You are watching.")
    for name in ("Undo", "Hint"):
        expect(sam.get_by_role("button", name=name)).to_have_count(0)
    sam.get_by_role("button", name="Table menu").click()
    expect(sam.get_by_role("dialog").get_by_role("heading", name="What is agreed")).to_be_visible()
    expect(sam.get_by_role("dialog").get_by_role("heading", name="This match")).to_have_count(0)
    sam.keyboard.press("Escape")

    play_on(ada)
    verdict = sam.get_by_test_id("ending").get_by_role("heading").first
    expect(verdict).to_contain_text("won")
    assert not re.search(r"\byou\b", verdict.inner_text(), re.IGNORECASE)
    expect(sam.get_by_test_id("ending").get_by_role("button", name="Rematch")).to_have_count(0)
    picture(sam, "spectator-ending")
    sam.get_by_role("button", name="Talk", exact=True).click()
    sam.get_by_role("button", name="What happened").click()
    log = sam.get_by_role("log")
    expect(log).to_contain_text("Ada")
    assert not re.search(r"\byou(r|rs)?\b", log.inner_text(), re.IGNORECASE)

    ada.get_by_test_id("ending").get_by_role("button", name="Rematch").click()
    ada.wait_for_url(lambda url: "/t/" in url and not url.endswith(table))
    expect(sam.get_by_role("link", name="Watch the rematch")).to_be_visible()
    picture(sam, "spectator-rematch")
    sam.get_by_role("link", name="Watch the rematch").click()
    sam.wait_for_url(ada.url)
    expect(sam.get_by_test_id("status")).to_contain_text("You are watching.")


def test_ones_seat_is_offered_back_while_a_bot_plays_there_and_no_longer(
    visit: Visit, picture: Callable[..., None]
) -> None:
    ada, bea = visit("/", name="Ada", pace="none"), visit("/", name="Bea", pace="none")
    config = {"game": "aurum", "players": 3, "bots": {"2": "random"}}
    table = ada.request.post("/api/tables", data={"config": config, "seat": 0, "name": "Ada"}).json()["table"]
    assert bea.request.post(f"/api/tables/{table}/join", data={"name": "Bea"}).ok
    for page in (ada, bea):
        page.goto(f"/t/{table}")
        soon(page, lambda page=page: bool(clickable(page)), "a bid is wanted")
    back = ada.get_by_role("button", name="Take your seat back")
    expect(back).to_have_count(0)
    ada.get_by_role("button", name="Table menu").click()
    ada.get_by_role("button", name="Leave the table").click()
    expect(ada.get_by_role("alertdialog")).to_contain_text("A bot plays on for you.")
    ada.get_by_role("alertdialog").get_by_role("button", name="Leave the table").click()
    expect(back).to_be_visible()
    expect(ada.get_by_text("plays for you.").first).to_be_visible()
    picture(ada, "seat-back")
    expect(bea.get_by_role("button", name="Take your seat back")).to_have_count(0)
    back.click()
    expect(back).to_have_count(0)
    soon(ada, lambda: bool(clickable(ada)), "she plays again")

    for page in (ada, bea):  # all are gone, so the match ends: there is no seat to take
        assert page.request.post(f"/api/tables/{table}/leave").ok
    expect(ada.get_by_test_id("ending")).to_be_visible()
    expect(back).to_have_count(0)
    ada.reload()
    expect(ada.get_by_test_id("ending")).to_be_visible()
    expect(back).to_have_count(0)
