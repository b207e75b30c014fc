"""Without a connection: what was read once is there, and nothing is claimed that nobody can know."""

from collections.abc import Callable, Iterator

import pytest
from cable import Cable
from clicking import soon
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]

KEPT = """async (part) => {
  for (const name of await caches.keys())
    for (const {url} of await (await caches.open(name)).keys()) if (url.includes(part)) return true;
  return false;
}"""


@pytest.fixture
def cable(house: str) -> Iterator[Cable]:
    made = Cable(int(house.rpartition(":")[2]))
    yield made
    made.close()


def address(cable: Cable) -> str:
    return f"http://127.0.0.1:{cable.port}"


def test_rules_tutorial_and_score_pad_work_once_seen(visit: Visit, cable: Cable) -> None:
    page = visit("/rules/aurum", at=address(cable), worker=True)  # read before there is a worker
    page.wait_for_selector("#A1")
    soon(page, lambda: page.evaluate(KEPT, "/api/rules/aurum"), "the rules are kept")
    page.goto("/learn/aurum")
    page.wait_for_selector("[data-hand]")
    page.goto("/score/aurum")
    page.wait_for_selector("main button")
    page.goto("/learn/amul")
    page.wait_for_selector("[data-hand] [data-card]")
    for part in ("/api/rules/amul", "/api/tutorials/aurum", "/api/tutorials/amul", "/api/cards/amul"):
        soon(page, lambda part=part: page.evaluate(KEPT, part), f"{part} is kept")
    cable.cut()
    page.goto("/rules/aurum")
    expect(page.locator("#A1")).to_be_visible()
    page.goto("/learn/aurum")
    page.get_by_test_id("next").click()
    page.locator("[data-hand] [data-card=Z2] button").click()
    expect(page.get_by_test_id("next")).to_be_visible()
    page.goto("/learn/amul")
    expect(page.locator("[data-hand] [data-card]").first).to_be_visible()
    page.goto("/score/aurum")
    expect(page.locator("main .wrong")).to_have_count(0)
    expect(page.locator("main button").first).to_be_visible()


def test_the_home_page_claims_nothing_without_a_connection(visit: Visit, cable: Cable) -> None:
    page = visit("/", at=address(cable), worker=True)
    tables = page.get_by_role("heading", name="Open tables")  # some, or none: others open some meanwhile
    expect(tables).to_be_visible()
    soon(page, lambda: page.evaluate("!!navigator.serviceWorker.controller"), "the page is kept")
    cable.cut()
    page.goto("/")
    expect(page.get_by_test_id("unreachable")).to_be_visible()
    expect(page.get_by_text("No table waits")).to_have_count(0)
    expect(page.get_by_role("group", name="Players")).to_have_count(0)  # nobody knows how many may play
    told, covers = page.get_by_test_id("unreachable").bounding_box(), page.locator(".games").bounding_box()
    assert told
    assert covers
    assert told["y"] < covers["y"]
    page.goto("/me")
    expect(page.locator("main .wrong")).to_contain_text("cannot be reached")
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)  # nothing is being loaded
    page.goto("/")
    cable.mend()
    expect(page.get_by_test_id("unreachable")).to_have_count(0, timeout=20_000)
    expect(tables).to_be_visible()


def test_what_the_server_says_now_comes_before_what_was_kept(visit: Visit) -> None:
    page = visit("/rules/aurum", worker=True)
    page.wait_for_selector("#A1")
    soon(page, lambda: page.evaluate(KEPT, "/api/rules/aurum"), "the rules are kept")
    page.evaluate(
        """async () => { for (const name of await caches.keys()) { const store = await caches.open(name);
        for (const one of await store.keys()) if (one.url.includes('/api/rules/aurum'))
        await store.put(one, new Response('{"old": true}')); } }"""
    )
    page.goto("/rules/aurum")
    expect(page.locator("#A1")).to_be_visible()
