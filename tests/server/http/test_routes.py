"""REST: what is refused and how, and the document that tells of it all."""

from typing import Any

import httpx
import msgspec
import pytest

from karat.games import GAMES
from karat.server.http import openapi
from karat.server.http.all_routes import all_routes
from karat.server.people.sessions import token_hash


@pytest.fixture
async def http(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


TABLE = {"config": {"game": "aurum", "players": 3, "visibility": "public"}, "name": "Ada"}


async def test_a_guest_is_made_on_the_way_and_kept_by_a_cookie(server: Any, http: httpx.AsyncClient):
    made = await http.post("/api/tables", json=TABLE)
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert (await http.get("/api/me")).json()["name"] == "Ada"
    (row,) = await server.app.database.fetch("SELECT hash FROM sessions")
    assert row == (token_hash(made.json()["token"]),)
    table = made.json()["table"]
    assert (await http.get(f"/api/tables/{table}")).json()["you"] == 0
    assert [one["id"] for one in (await http.get("/api/tables")).json()["tables"]] == [table]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/tables/nosuchtable", None, 404, "no_such_table"),
        ("GET", "/api/tables/..%2f..%2fetc%2fpasswd", None, 404, "not_found"),
        ("GET", "/api/nowhere", None, 404, "not_found"),
        ("DELETE", "/api/tables", None, 405, "method_not_allowed"),
        ("GET", "/api/me", None, 401, "who_are_you"),
        ("POST", "/api/tables/nosuchtable/leave", None, 401, "who_are_you"),
        ("POST", "/api/tables/nosuchtable/join", {"name": "Ada"}, 404, "no_such_table"),
        ("POST", "/api/tables", {"config": {"game": "aurum"}}, 400, "bad_request"),
        ("POST", "/api/tables", {"config": {"game": "aurum", "players": 9}, "name": "A"}, 409, "bad_rules"),
        ("POST", "/api/tables", {"config": {"game": "aurum", "players": 3}}, 401, "who_are_you"),
        ("POST", "/api/tables", {"config": {"game": "aurum", "players": 9.0}, "name": "A"}, 409, "bad_rules"),
        ("POST", "/api/tables", {"config": {"game": "aurum", "players": 3.5}, "name": "A"}, 400, "bad_request"),
        ("POST", "/api/guests", {"name": ""}, 400, "bad_request"),
        ("POST", "/api/guests", {"name": "a\u202eb"}, 400, "bad_request"),
        ("POST", "/api/guests", {"name": "x" * 70000}, 413, "too_large"),
    ],
)
async def test_what_cannot_be_done_is_a_problem_with_a_code(http, method, path, body, status, code):
    response = await http.request(method, path, json=body)
    assert (response.status_code, response.json()["code"]) == (status, code)


async def test_a_body_that_is_not_json_is_refused(http: httpx.AsyncClient):
    assert (await http.post("/api/guests", data={"name": "Ada"})).status_code == 415
    headers = {"Content-Type": "application/json"}
    assert (await http.post("/api/guests", content="{", headers=headers)).status_code == 400


async def test_a_page_of_another_site_changes_nothing(http: httpx.AsyncClient):
    await http.post("/api/guests", json={"name": "Ada"})
    evil = await http.post("/api/tables", json=TABLE, headers={"Origin": "https://evil.example"})
    assert (evil.status_code, evil.json()["code"]) == (403, "cross_site")
    assert (await http.get("/api/tables")).json() == {"tables": []}


async def test_the_record_of_a_running_match_is_not_told(http: httpx.AsyncClient):
    body = {
        "config": {"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}},
        "name": "Ada",
        "pledge": "",
    }
    table = (await http.post("/api/tables", json=body)).json()["table"]
    answer = await http.get(f"/api/tables/{table}/record")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")
    shown = (await http.get(f"/api/tables/{table}")).text
    assert "hand" not in shown
    assert "secret" not in shown


async def test_too_many_calls_are_told_when_to_come_back(serve, tmp_path):
    server = await serve(str(tmp_path / "other.sqlite"), limit_factor=0.05)
    async with httpx.AsyncClient(base_url=server.url) as http:
        answers = [await http.get("/api/games") for _ in range(6)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) >= 1


async def test_the_games_are_listed_with_their_bots(http: httpx.AsyncClient):
    games = {game["name"]: game for game in (await http.get("/api/games")).json()["games"]}
    assert games["aurum"]["players"] == [3, 4]
    assert games["amul"]["players"] == [3, 4, 5, 6, 7, 8]
    assert (games["amul"]["bots"][0], games["amul"]["usual"]) == ("random", "casual")


async def test_every_call_is_in_the_document(http: httpx.AsyncClient):
    document = (await http.get("/openapi.json")).json()
    assert document["openapi"] == "3.1.0"
    told = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert told == {(row.method, row.path) for row in all_routes(GAMES)}
    assert document == msgspec.json.decode(msgspec.json.encode(openapi.document(all_routes(GAMES), GAMES)))


async def test_without_a_built_page_the_server_says_that_it_runs(serve, tmp_path, monkeypatch):
    monkeypatch.setattr("karat.server.http.app.STATIC", tmp_path / "no page here")
    server = await serve(str(tmp_path / "karat.sqlite"))
    async with httpx.AsyncClient() as http:
        page = await http.get(server.url)
    assert page.status_code == 200
    assert "The server runs" in page.text
