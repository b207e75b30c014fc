"""Cards and books over REST."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from karat.amul import load_standard
from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES
from karat.aurum.words.metals import METALS
from karat.games import GAMES
from karat.server.http.all_routes import all_routes
from karat.server.http.game_routes import game_routes
from karat.server.http.library_routes import LIBRARY_ROUTES
from karat.server.http.play_routes import PLAY_ROUTES
from karat.server.http.replay_routes import REPLAY_ROUTES

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.fixture
async def http(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


async def test_the_catalogue_of_aurum_has_every_card_and_copy(http: httpx.AsyncClient):
    told = (await http.get("/api/cards/aurum")).json()
    assert len(told["cards"]) == len(BASE_CARDS) + len(GOLD_COPIES)
    assert sum(card["copies"]["4"] for card in told["cards"] if card["metal"] != "G") == 50
    assert {card["card"]: card["copies"]["4"] for card in told["cards"] if card["metal"] == "G"} == {
        f"G{rank}": copies for rank, copies in GOLD_COPIES.items()
    }
    assert {metal["letter"]: metal["names"] for metal in told["metals"]} == {str(m): n for m, n in METALS.items()}
    assert all(set(names) == {"en", "de", "fr", "ru"} and all(names.values()) for names in METALS.values())


async def test_the_catalogue_of_amul_tells_effects_as_data_and_in_words(http: httpx.AsyncClient):
    told = {card["id"]: card for card in (await http.get("/api/cards/amul")).json()["cards"]}
    assert set(told) == set(load_standard().kinds)
    drivers = told["camel_drivers"]
    assert drivers["effect"] == {
        "kind": "per_match", "points": 2, "of": {"by": "colour", "names": ["orange"]}, "scope": "own", "cap": 8,
    }  # fmt: skip
    assert drivers["text"]["en"] == "2 points for each orange card in your area, at most 8 points."
    assert drivers["text"]["ru"] == "2 очка за каждую оранжевую карту в вашей игровой области, максимум 8 очков."
    assert drivers["names"]["de"] == "Kameltreiber"
    assert (await http.get("/api/cards/amul?cards=nonesuch")).status_code == 404


async def test_what_has_not_changed_is_not_sent_again(http: httpx.AsyncClient):
    first = await http.get("/api/cards/amul")
    again = await http.get("/api/cards/amul", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = await http.get("/api/cards/aurum", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
async def test_the_book_comes_in_every_language_and_edition(http: httpx.AsyncClient, language: str):
    whole = (await http.get(f"/api/rules/aurum?language={language}")).json()
    assert whole["editions"] == ["de", "fr", "ru"]
    assert whole["laws"]["A5.4"]
    edition = (await http.get(f"/api/rules/aurum?language={language}&edition=ru")).json()
    ids = [rule["id"] for chapter in edition["chapters"] for rule in chapter["rules"]]
    assert len(ids) == len(set(ids))
    told = (await http.get(f"/api/rules/aurum/differences?one=de&other=ru&language={language}")).json()["rules"]
    assert "A8.5" in [one["id"] for one in told]
    assert all((one["one"], one["one_ruling"]) != (one["other"], one["other_ruling"]) for one in told)
    assert [one["id"] for one in told if one["one"] == one["other"]] == ["A7.4", "A8.6", "A10.1", "A11.1"]
    rulings = {rule["id"]: rule["ruling"] for chapter in edition["chapters"] for rule in chapter["rules"]}
    assert rulings["A10.1"] == next(one["other_ruling"] for one in told if one["id"] == "A10.1") != ""
    assert rulings["A5.4"] == ""


@pytest.mark.parametrize(
    ("path", "status"),
    [("/api/rules/chess", 404), ("/api/rules/amul?language=xx", 400), ("/api/rules/amul?edition=en", 409)],
)
async def test_what_is_not_there_is_said(http: httpx.AsyncClient, path: str, status: int):
    assert (await http.get(path)).status_code == status


async def test_a_card_file_is_still_found_beside_the_catalogue(http: httpx.AsyncClient):
    assert (await http.get("/api/cards/standard")).headers["content-type"].startswith("application/toml")


def test_every_call_for_pages_is_on_the_page_about_the_server():
    page = (DOCS / "server.md").read_text("utf-8")
    assert [
        row.path
        for row in (*LIBRARY_ROUTES, *PLAY_ROUTES, *REPLAY_ROUTES, *game_routes(GAMES))
        if f"{row.method} {row.path}" not in page
    ] == []
    rows = all_routes(GAMES)
    assert len({(row.method, row.path) for row in rows}) == len(rows)
