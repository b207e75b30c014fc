"""What moves at the table: words keep step with it, a click ends it, and nothing moves for who wants calm."""

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from clicking import click_card, click_something, hand, is_over, play_on, soon, start
from playwright.sync_api import Page, WebSocket, expect

Visit = Callable[..., Page]

WATCH = """yours => {
    // What set out to fly, how often the turn line came to say `yours`, and what flew while it or the title said so.
    // All is counted as the page changes, not as it is drawn: a busy machine draws few frames.
    window.seen = { told: 0, flown: 0, early: [] };
    const line = () => document.querySelector('[data-testid=status]')?.textContent.trim() ?? '';
    let before = '';
    new MutationObserver(changes => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) seen.flown += node.dataset?.flying !== undefined;
        seen.told += line() === yours && before !== yours;
        before = line();
        const flying = document.querySelectorAll('[data-flying]').length;
        if (flying && (before === yours || document.title.includes(yours)))
            seen.early.push([before, document.title, flying]);
    }).observe(document, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize(("game", "players", "clicks"), [("aurum", 4, 7), ("aurum", 3, 5), ("amul", 3, 7)])
def test_the_turn_line_is_never_ahead_of_the_picture(visit: Visit, game: str, players: int, clicks: int) -> None:
    page = visit(pace="fast", calm=False)
    start(page, game, players)
    page.evaluate(WATCH, "Your turn")
    assert play_on(page, most=clicks, seed=players) == clicks
    # A table that falls behind shows what comes without its ways: on a busy machine it takes more clicks to see some.
    for more in range(5):
        if page.evaluate("([clicks, told]) => seen.flown < clicks || seen.told < told", [clicks, clicks // 3]):
            play_on(page, most=3, seed=more)
    told = page.evaluate("seen.told")
    if play_on(page, most=1):
        soon(page, lambda: page.evaluate("seen.told") > told or is_held(page), "what the last click led to is shown")
    seen: dict[str, Any] = page.evaluate("seen")
    assert seen["flown"] >= clicks, "next to nothing flew, so nothing was tried"
    assert seen["told"] >= clicks // 3, "the line hardly said whose turn it is"
    assert seen["early"] == []


def is_held(page: Page) -> bool:
    """Whether the match is over, or a score sheet is to be looked at."""
    return is_over(page) or page.get_by_test_id("continue").count() > 0


EARLY = """plays => {
    // A click on a card that the server would take, while others' are still on their way and nobody is asked.
    const flying = () => document.querySelectorAll('[data-flying]').length;
    if (!flying() || document.querySelector('[data-hand] [data-action]')) return null;
    for (const card of plays) {
        const button = document.querySelector(`[data-hand] [data-card="${card}"] button`);
        if (!button) continue;
        button.click();
        return { card, flying: flying() };
    }
    return null;
}"""


def hear(page: Page) -> dict[str, list[str]]:
    """The cards that the server's last word lets one play; none once something was answered."""
    heard: dict[str, list[str]] = {"plays": []}

    def received(payload: str | bytes) -> None:
        frame = json.loads(payload)
        turn = frame["d"] if frame["t"] == "turn" else frame["d"].get("turn")
        if turn is not None:
            heard["plays"] = [text.removeprefix("play ") for text in turn.get("legal", ()) if text.startswith("play ")]

    def sent(payload: str | bytes) -> None:
        if json.loads(payload)["t"] == "act":
            heard["plays"] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", received)
        socket.on("framesent", sent)

    page.on("websocket", opened)
    return heard


def test_a_click_ends_what_is_being_shown_and_is_not_lost(visit: Visit) -> None:
    page = visit(pace="slow", calm=False)
    heard = hear(page)
    start(page, "aurum", 4)
    dice, tried, end = random.Random(2), 0, time.monotonic() + 300
    while True:
        clicked = page.evaluate(EARLY, heard["plays"])
        if clicked:
            tried += 1
            assert clicked["flying"] == 0, "what was being shown went on"
            for _ in range(100):
                if clicked["card"] not in hand(page):
                    return
                page.wait_for_timeout(50)
        else:
            click_something(page, dice)
        assert time.monotonic() < end, f"none of {tried} early clicks played its card"
        page.wait_for_timeout(15)


LOOK_AWAY = """() => new Promise(done => {
    // As soon as something flies the page is hidden, as a tab is behind another; what flies at once afterwards.
    const look = () => {
        if (!document.querySelector('[data-flying]')) return requestAnimationFrame(look);
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
        done(document.querySelectorAll('[data-flying]').length);
    };
    look();
})"""


def test_who_looks_away_misses_no_turn(visit: Visit) -> None:
    """Nothing moves in a hidden page, so that what is under way must not be waited for."""
    page = visit(pace="slow", calm=False)
    start(page, "aurum", 4)
    assert play_on(page, most=1) == 1
    assert page.evaluate(LOOK_AWAY) == 0
    soon(page, lambda: "Your turn" in page.title(), "the title tells that it is one's turn")


def test_who_wants_calm_sees_nothing_fly(visit: Visit) -> None:
    page = visit(pace="fast", calm=True)
    start(page, "aurum", 4)
    page.evaluate(WATCH, "Your turn")
    play_on(page, most=5)
    assert page.evaluate("seen.told") > 0
    assert page.evaluate("seen.flown") == 0


def test_the_first_match_is_slow_and_one_tap_changes_that(visit: Visit) -> None:
    page = visit(pace="")
    start(page, "amul", 3)
    speed = page.get_by_test_id("speed")
    expect(speed).to_have_accessible_name("Speed: Slow")
    speed.focus()
    page.keyboard.press("Enter")
    expect(speed).to_have_accessible_name("Speed: Normal")
    page.reload()
    expect(page.get_by_test_id("speed")).to_have_accessible_name("Speed: Normal")


def test_a_match_ends_with_what_it_came_to(visit: Visit) -> None:
    page = visit(pace="none")
    start(page, "amul", 3)
    play_on(page)
    ending = page.get_by_test_id("ending")
    assert ending.get_by_role("heading").inner_text() in ("You won", "You lost") or "shared" in ending.inner_text()
    expect(ending.get_by_role("listitem")).to_have_count(3)
    expect(ending.get_by_role("button", name="Rematch")).to_be_visible()
    for width, height in [(1440, 900), (1366, 650), (390, 844), (360, 640), (844, 390), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        soon(page, lambda: bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth")), "it fits")
        inside = ending.get_by_role("heading").bounding_box()
        assert inside
        assert inside["y"] >= 0, f"{width}x{height}"
        assert inside["x"] >= 0, f"{width}x{height}"
    # What turned it can be looked at: the link shows that very moment.
    turning = page.get_by_test_id("turning")
    if turning.count():
        page.keyboard.press("Escape")  # a last click may have been refused, which a dialog tells
        turning.get_by_role("link").click()
        page.wait_for_url("**/replay/*step=*")
        soon(page, lambda: page.locator(".board").count() > 0, "the replay shows its board")


def test_a_score_sheet_is_looked_at_before_the_next_hand_is_dealt(visit: Visit) -> None:
    page = visit(pace="none")
    start(page, "aurum", 3)
    dice = random.Random(5)
    for _ in range(4000):
        if page.get_by_test_id("sheet").count():
            break
        click_card(page, dice)  # and not what goes on from the sheet, should it lie there by now
        page.wait_for_timeout(10)
    expect(page.get_by_test_id("continue")).to_be_focused()
    before = hand(page)
    page.wait_for_timeout(500)
    assert hand(page) == before, "the next hand was dealt behind the sheet"
    assert page.get_by_test_id("waited").count() == 0, "only bots wait, so it goes on when the player does"
    page.get_by_test_id("continue").click()
    soon(page, lambda: len(hand(page)) > len(before) or page.get_by_test_id("ending").count() > 0, "the next hand")
