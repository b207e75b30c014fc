"""The front page: a match at once, one's own tables, tables to watch."""

from typing import Any

import httpx
import pytest

from karat.client import Client


@pytest.fixture
async def http(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


async def test_a_match_against_bots_starts_in_one_call(http: httpx.AsyncClient):
    made = await http.post("/api/play", json={"game": "amul", "players": 5, "level": "random", "name": "Ada"})
    assert made.status_code == 200
    seated = made.json()
    assert (seated["seat"], bool(seated["token"])) == (0, True)
    shown = (await http.get(f"/api/tables/{seated['table']}")).json()
    assert (shown["status"], shown["you"]) == ("playing", 0)
    assert [seat.get("bot") for seat in shown["seats"]] == [None, *["random"] * 4]
    again = await http.post("/api/play", json={"game": "aurum", "players": 3})
    assert "token" not in again.json()
    (first, second) = (await http.get("/api/me/tables")).json()["tables"]
    assert {first["id"], second["id"]} == {seated["table"], again.json()["table"]}
    assert second["your_turn"] == (0 in second["to_act"]) is True
    assert (await http.get("/api/watch")).json() == {"tables": []}


async def test_nobody_has_to_give_a_name_to_play(server: Any):
    for _ in range(2):
        async with httpx.AsyncClient(base_url=server.url) as stranger:
            assert (await stranger.post("/api/play", json={"game": "aurum", "players": 3})).status_code == 200
            assert (await stranger.get("/api/me")).json()["name"].startswith("Newcomer ")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "players": 2}, "no_such_game"),
        ({"game": "aurum", "players": 5}, "bad_rules"),
        ({"game": "aurum", "players": 4, "level": "god"}, "no_such_bot"),
        ({"game": "aurum", "players": 4, "edition": "xx"}, "bad_rules"),
    ],
)
async def test_what_cannot_be_played_is_refused_and_makes_no_guest(http: httpx.AsyncClient, body: Any, code: str):
    refused = await http.post("/api/play", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, code)
    assert (await http.get("/api/me")).status_code == 401


async def test_whoever_is_not_known_sits_nowhere(http: httpx.AsyncClient):
    """No refusal: a front page asks before anybody has played, and browsers write every refusal into the console."""
    told = await http.get("/api/me/tables")
    assert (told.status_code, told.json()) == (200, {"tables": []})


async def test_only_public_matches_that_may_be_watched_are_listed(server: Any, http: httpx.AsyncClient):
    public = {"game": "aurum", "players": 3, "visibility": "public"}
    async with Client(server.url, name="Ada") as ada:
        watched = await ada.open_table({**public, "spectators": "delayed"})
        for config in (public, {**public, "spectators": "after"}, {**public, "visibility": "link"}):
            await ada.fill(await ada.open_table(config), "random")
        assert (await http.get("/api/watch")).json()["tables"] == []
        await ada.fill(watched, "random")
        (told,) = (await http.get("/api/watch")).json()["tables"]
        assert (told["id"], told["seats"][0]) == (watched, "Ada")
        assert len(await ada_tables(ada, http)) == 4


async def ada_tables(ada: Client, http: httpx.AsyncClient) -> list[Any]:
    told = await http.get("/api/me/tables", headers={"Authorization": f"Bearer {ada.token}"})
    return told.json()["tables"]


async def test_a_table_that_one_has_left_or_that_is_over_is_no_longer_ones_own(server: Any, http: httpx.AsyncClient):
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bea") as bea:
        table = await ada.open_table({"game": "aurum", "players": 3})
        await bea.join(table)
        assert [one["you"] for one in await ada_tables(bea, http)] == [1]
        await http.post(f"/api/tables/{table}/leave", headers={"Authorization": f"Bearer {bea.token}"})
        assert await ada_tables(bea, http) == []
        await http.post(f"/api/tables/{table}/leave", headers={"Authorization": f"Bearer {ada.token}"})
        assert await ada_tables(ada, http) == []
