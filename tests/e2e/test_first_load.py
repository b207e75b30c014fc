"""What a browser really fetches: for the first page, and for a table."""

import gzip
from collections.abc import Callable

import pytest
from chromium import ROOT
from clicking import start
from playwright.sync_api import Page, expect

from bench.page import is_art

Visit = Callable[..., Page]

STATIC = ROOT / "src" / "karat" / "static"
FIRST = 200_000
"""Bytes of script, style and fonts, compressed with gzip, in any language, with all that the living covers bring."""
TABLE = 250_000
"""Bytes that a table adds: its art and all else of its game."""


def weight(fetched: set[str]) -> int:
    return sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in fetched)


def fetched(page: Page) -> set[str]:
    """By name, also what the service worker keeps meanwhile is not: it waits until the page is there."""
    names: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map(one => new URL(one.name).pathname.slice(1))"
    )
    return {name for name in names if name.startswith("assets/")}


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_the_first_page_is_light(visit: Visit, language: str) -> None:
    page = visit("/", language=language, worker=True)
    # A match to come back to and a table that waits: what they are written in counts.
    page.request.post("/api/play", data={"game": "aurum", "players": 3, "level": "random", "name": "Ada"})
    page.request.post("/api/tables", data={"config": {"game": "amul", "players": 3, "visibility": "public"}})
    page.goto("/")
    expect(page.get_by_test_id("mine")).to_be_visible()
    page.wait_for_load_state("networkidle")
    found = fetched(page)
    assert any(name.endswith(".woff2") for name in found)
    assert any(map(is_art, found)), "the covers have not come, so they were not weighed"
    assert weight(found) < FIRST, {name: weight({name}) for name in sorted(found)}
    # Each world's title in its own letters: a drawing, where a typeface would be too heavy.
    expect(page.get_by_role("img", name="Amul")).to_be_visible()
    assert not [name for name in found if "gloock" in name or "yeseva" in name]
    cyrillic = [name for name in found if "cyrillic" in name and "sans" not in name]
    assert bool(cyrillic) == (language == "ru"), "each alphabet where its letters occur"


@pytest.mark.parametrize(("game", "players"), [("aurum", 4), ("amul", 5)])
def test_a_table_brings_its_art(visit: Visit, game: str, players: int) -> None:
    page = visit("/", pace="none", worker=True)
    page.wait_for_load_state("networkidle")
    before = fetched(page)
    start(page, game, players)
    page.wait_for_selector("[data-action]")
    page.wait_for_load_state("networkidle")
    assert weight(fetched(page) - before) < TABLE


def test_a_first_visit_complains_of_nothing(visit: Visit) -> None:
    """No refusal either: browsers write each into the console."""
    page = visit("/nowhere", worker=True)
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(f"{answer.status} {answer.url}") if answer.status > 399 else None)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(5500)  # once more after five seconds
    assert refused == []
