"""Tutorials and player aids over REST."""

from typing import Any

import httpx
import pytest

from karat.games import GAMES
from karat.tutorial import tutorial


@pytest.fixture
async def http(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
async def test_a_tutorial_comes_in_every_language(http: httpx.AsyncClient, game: str, language: str):
    told = (await http.get(f"/api/tutorials/{game}?language={language}")).json()
    written = tutorial(GAMES[game])
    assert told["title"] == written.title[language]
    assert [lesson["say"] for lesson in told["lessons"]] == [lesson.say[language] for lesson in written.lessons]


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_expected_can_be_chosen_and_happens_first(http: httpx.AsyncClient, game: str):
    told = (await http.get(f"/api/tutorials/{game}")).json()
    for lesson in told["lessons"]:
        choices = {choice["action"] for choice in lesson["view"]["aids"]["choices"]}
        assert set(lesson["expect"]) <= choices
        assert not choices & set(lesson["refused"])
        if lesson["expect"]:
            assert (lesson["steps"][0]["seat"], lesson["steps"][0]["action"]) == (told["seat"], lesson["expect"][0])
        if lesson["any"]:
            assert choices


@pytest.mark.parametrize("game", GAMES)
async def test_the_learner_sees_no_hand_but_their_own(http: httpx.AsyncClient, game: str):
    told = (await http.get(f"/api/tutorials/{game}")).json()
    views = [view for lesson in told["lessons"] for view in (lesson["view"], *(s["view"] for s in lesson["steps"]))]
    assert all(view["seat"] == told["seat"] and view["hands"] is None for view in views)


async def test_a_game_tells_all_its_courses(http: httpx.AsyncClient):
    first = (await http.get("/api/tutorials/aurum")).json()
    assert [course["name"] for course in first["courses"]] == ["first", "partners"]
    second = (await http.get("/api/tutorials/aurum?course=partners&language=de")).json()
    assert (second["course"], second["players"], second["title"]) == ("partners", 4, "Aurum im Team")
    assert (await http.get("/api/tutorials/aurum?course=solo")).status_code == 404


@pytest.mark.parametrize("game", GAMES)
async def test_a_player_aid_names_rules_of_the_book(http: httpx.AsyncClient, game: str):
    told = (await http.get(f"/api/aid/{game}?language=ru")).json()
    book = (await http.get(f"/api/rules/{game}?language=ru")).json()
    ids = {rule["id"] for chapter in book["chapters"] for rule in chapter["rules"]}
    ids |= {chapter["id"] for chapter in book["chapters"]}
    named = {rule for section in told["sections"] for line in section["lines"] for rule in line["rules"]}
    assert named
    assert named <= ids


@pytest.mark.parametrize("path", ["/api/tutorials/chess", "/api/aid/chess"])
async def test_an_unknown_game_is_not_found(http: httpx.AsyncClient, path: str):
    answer = await http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")
