"""Today's deal and a tournament, as people see them."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audit import broken_words, wrongs
from clicking import play_on
from playwright.sync_api import Page, expect

from karat.games import GAMES

Visit = Callable[..., Page]
Picture = Callable[..., None]
PATIENCE = 120_000
"""The bots may still be compiled, and beside other tests they think for longer."""
CALL = """async ([path, body]) => {
    const answer = await fetch(path, {method: "POST", body: JSON.stringify(body),
        headers: {"content-type": "application/json"}});
    return answer.ok ? await answer.json() : (await answer.json()).code;
}"""


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    return page.evaluate(CALL, [path, body])


def have_played(folder: Path, deal: str) -> int:
    """Note what each level made of a deal, as the server does once they have played it; how many there are.

    They play it in tests/server/daily. All of them, as well as they can and with the lowest priority, would take
    minutes beside other tests.
    """
    levels = GAMES[deal.split("-")[-2]].levels
    noted = json.dumps([[level, number - 2, 20 + number] for number, level in enumerate(levels)])
    with sqlite3.connect(folder / "karat.sqlite", timeout=10) as database:
        database.execute("UPDATE daily_deals SET bots = ? WHERE id = ?", (noted, deal))
    database.close()
    return len(levels)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("phone", "theme", "language"), [(True, "light", "ru"), (False, "dark", "en")])
def test_todays_deal_is_one_click_away_and_tells_how_one_did(
    visit: Visit, picture: Picture, house_folder: Path, theme: str, language: str, *, phone: bool
) -> None:
    page = visit("/", phone=phone, theme=theme, language=language, pace="none")
    card = page.get_by_test_id("today").locator("li").first
    expect(card).to_be_visible(timeout=PATIENCE)
    deal = str(card.get_attribute("data-deal"))
    levels = have_played(house_folder, deal)
    if phone:  # the whole way; on a desktop the end of it is looked at
        page.wait_for_function(
            "deal => fetch(`/api/daily/${deal}/play`, {method: 'POST', body: '{}',"
            " headers: {'content-type': 'application/json'}}).then((answer) => answer.status !== 503)",
            arg=deal,
            timeout=PATIENCE,
        )
        page.reload()
        card.get_by_role("button").click()
        page.wait_for_url("**/t/*")
        play_on(page)
        expect(page.get_by_test_id("ending")).not_to_contain_text("самород")  # one deal is won by points
        page.get_by_test_id("to-event").click()
        expect(page.get_by_test_id("result")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_test_id("histogram")).to_be_visible()
        expect(page.get_by_test_id("bots").locator("tbody tr")).to_have_count(levels, timeout=PATIENCE)
        picture(page, f"daily-result-{theme}")
        assert wrongs(page) == []
        assert fits(page)
        page.get_by_role("link", name=re.compile("раздачи сегодня")).click()
    else:
        page.get_by_test_id("today").get_by_role("link").first.click()
    expect(page.get_by_test_id("daily").locator("article")).to_have_count(3, timeout=PATIENCE)
    picture(page, f"daily-{theme}", whole=True)
    assert wrongs(page) == []
    assert fits(page)
    page.goto(f"/daily/{deal}")
    if not phone:
        expect(page.get_by_test_id("play")).to_be_visible()
        assert page.get_by_test_id("histogram").count() == 0  # nothing of the field before one has played


def nothing_happened_for_long(folder: Path) -> None:
    """At any table, as far as is known: what the director is told after half a minute need not be waited for."""
    with sqlite3.connect(folder / "karat.sqlite", timeout=10) as database:
        database.execute("UPDATE tables SET changed = changed - 600")
    database.close()


def test_a_tournament_is_opened_entered_started_and_ended_by_its_director(
    visit: Visit, picture: Picture, house_folder: Path
) -> None:
    page = visit("/tournaments", theme="light", language="de")
    expect(page.get_by_test_id("tournaments")).to_be_visible(timeout=PATIENCE)
    post(page, "/api/accounts", {"name": "Direktorin", "password": "a long enough password"})
    page.reload()
    page.locator("details summary").last.click()
    form = page.get_by_test_id("new-tournament")
    form.locator("input").first.fill("Clubabend")
    assert wrongs(page) == []
    picture(page, "tournament-new", whole=True)
    form.locator("button").click()
    page.wait_for_url("**/tournaments/*")
    page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("standings").locator("tbody tr")).to_have_count(1, timeout=PATIENCE)
    stranger = visit(page.url, name="Someone New")  # one click from there, too
    stranger.get_by_test_id("enter").click()
    expect(stranger.get_by_text("You are in.")).to_be_visible(timeout=PATIENCE)
    expect(stranger.get_by_test_id("standings")).to_contain_text("Someone New")
    stranger.get_by_role("button", name="Withdraw").click()
    expect(stranger.get_by_test_id("standings")).not_to_contain_text("Someone New")

    other = visit(page.url, phone=True, language="ru")
    long_name = "Friederike Hohenfels"  # on a phone it must not be broken
    assert post(other, "/api/guests", {"name": long_name})["name"] == long_name
    other.reload()
    other.get_by_test_id("enter").click()
    expect(other.get_by_test_id("standings").locator("tbody tr")).to_have_count(2, timeout=PATIENCE)
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("next")).to_be_visible(timeout=PATIENCE)
    expect(other.get_by_test_id("next")).to_be_visible(timeout=PATIENCE)
    picture(page, "tournament", whole=True)
    picture(other, "tournament-phone", whole=True)
    assert wrongs(page) == []
    assert wrongs(other) == []
    assert fits(page)
    assert fits(other)
    assert broken_words(other) == []
    nothing_happened_for_long(house_folder)
    let_a_bot_play(page, picture)
    substitute_and_correct(page)
    expect(other.get_by_test_id("next")).to_have_count(0, timeout=PATIENCE)  # a bot plays on for him
    for _ in range(2):  # asked first, then sure
        page.get_by_test_id("director").locator("div.row").first.get_by_role("button").last.click()
    expect(page.get_by_test_id("tournament")).to_have_attribute("data-status", "finished", timeout=PATIENCE)
    expect(other.get_by_test_id("tournament")).to_have_attribute("data-status", "finished", timeout=PATIENCE)
    expect(other.get_by_test_id("standings").locator("tbody tr")).to_have_count(2)
    last = visit(page.url, phone=True, language="fr")
    expect(last.locator(".tables li").first).to_contain_text("5 : -5", timeout=PATIENCE)
    expect(last.locator(".tables li").first).to_contain_text("verzählt")
    assert wrongs(last) == []
    assert fits(last)
    address = last.get_by_test_id("records").get_attribute("href")
    assert last.request.get(address).headers["content-disposition"] == 'attachment; filename="tournament.jsonl"'


def let_a_bot_play(page: Page, picture: Picture) -> None:
    """As the director, for whom a table waits."""
    waiting = page.get_by_test_id("waiting").locator("li")
    expect(waiting.first).to_contain_text("Wartet auf", timeout=PATIENCE)
    assert page.get_by_text("Leitung: Direktorin").is_visible()
    assert wrongs(page) == []
    assert fits(page)
    picture(page, "tournament-director", whole=True)
    page.set_viewport_size({"width": 360, "height": 740})
    assert fits(page)
    picture(page, "tournament-director-phone", whole=True)
    page.set_viewport_size({"width": 1280, "height": 800})
    waiting.first.get_by_role("button").click()
    expect(page.get_by_test_id("director").get_by_role("status")).to_be_visible(timeout=PATIENCE)
    expect(waiting).to_have_count(0, timeout=PATIENCE)  # something has happened there just now


def substitute_and_correct(page: Page) -> None:
    """As the director, with the boxes of the page."""
    director = page.get_by_test_id("director")
    for summary in director.locator("summary").all():
        summary.click()
    substituting, correcting, handing_over = director.locator("details").all()
    handing_over.locator("input").fill("Niemand")
    handing_over.get_by_role("button").click()
    expect(director.get_by_role("alert")).to_be_visible(timeout=PATIENCE)
    substituting.locator("select").select_option("1 0")
    substituting.get_by_role("button").click()
    expect(director.get_by_role("status")).to_be_visible(timeout=PATIENCE)
    correcting.locator("select").select_option(index=0)
    points, reason = correcting.locator("input:not([type=checkbox])").all()
    points.fill("5 -5")
    reason.fill("verzählt")
    assert wrongs(page) == []
    correcting.get_by_role("button").click()
    expect(director.get_by_role("status")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".tables li").first).to_contain_text("verzählt", timeout=PATIENCE)
