"""Blocking works everywhere: who is blocked makes every call of the house, and none tells of or reaches who did."""

import json
import time
from typing import Any

import httpx
from entering import until
from matches import finished
from meeting import HERE, Visitor, house, visitors

from karat.server.http.app import App
from karat.server.http.openapi import document
from karat.server.matches.finished import close
from karat.server.store.database import Statement

TABLE = {"game": "amul", "players": 4, "visibility": "public", "spectators": "delayed", "bots": {"1": "random"}}
STREAMS = {"/api/bot/events", "/api/bot/tables/{table}/stream"}
"""What goes on for ever where it is allowed; `listeners` lets nobody in who is apart, as the walk shows for sockets."""
SIGNING_IN = ("/api/guests", "/api/accounts", "/api/log", "/api/recover", "/api/passkeys", "/api/tokens", "/api/me/")
"""About oneself alone, and most of it would make him somebody else."""
OWN_BUSINESS = {("POST", "/api/relations"), ("GET", "/api/relations"), ("POST", "/api/reports")}
"""Who is blocked may block back and report; both name whom by an id that one has from elsewhere."""


def filled(schema: Any, defs: dict[str, Any], names: dict[str, str]) -> Any:
    """A body of that schema that names the one who blocked wherever somebody is named."""
    if "$ref" in schema:
        return filled(defs[schema["$ref"].rsplit("/", 1)[-1]], defs, names)
    if "anyOf" in schema:
        return filled(schema["anyOf"][0], defs, names)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object" or "properties" in schema:
        wanted = schema.get("properties", {})
        return {name: names[name] if name in names else filled(wanted[name], defs, names)
                for name in wanted if name in schema.get("required", ()) or name in names}  # fmt: skip
    if schema.get("type") == "array":
        return [filled(schema["items"], defs, names)] * schema.get("minItems", 0) if "items" in schema else []
    return {"integer": max(3, schema.get("minimum", 3)), "number": time.time() + 60, "boolean": True}.get(
        schema.get("type", ""), "x" * max(1, schema.get("minLength", 1))
    )


async def test_who_is_blocked_sees_and_reaches_nothing(tmp_path) -> None:
    async with house(str(tmp_path / "karat.sqlite")) as app, visitors(app, "Annabella", "Otto", "Ida") as people:
        anna, otto, ida = people
        known = [await app.people.accounts.find(one.id) for one in (anna, ida)]
        for number in range(6):
            await close(app.database, finished(f"m{number}", "amul", known[0], "casual", "casual"))
        await close(app.database, finished("both", "amul", known[0], known[1], "casual"))
        open_table = (await anna.post("/api/tables", config=TABLE))["table"]
        playing = (await anna.post("/api/tables", config=TABLE))["table"]
        await anna.post(f"/api/tables/{playing}/fill", level="random")
        await ida.post("/api/clubs", name="Geese", entry="open")
        await anna.post("/api/clubs/Geese/join")
        await anna.post("/api/clubs", name="Annas own", entry="request")
        challenge = (await anna.post("/api/challenges", config=TABLE))["id"]
        await anna.post("/api/friends", person=otto.id)
        await otto.post("/api/friends", person=anna.id)
        await anna.post("/api/finder", wish={"game": "amul", "players": [3]})
        deal, cup, hers = await events(app, anna, otto, ida)
        await anna.post("/api/relations", person=otto.id, relation="block")
        before = await state(app, anna.id)

        places = {"person": anna.id, "match": "m1", "club": "Geese", "challenge": challenge, "game": "amul",
                  "table": open_table, "cards": "standard", "puzzle": "1", "id": "1", "key": "1", "event": "1",
                  "report": "1", "sanction": "1", "deal": deal, "tournament": cup, "channel": "1",
                  "token": "1"}  # fmt: skip
        names = {"person": anna.id, "to": anna.id, "bot": anna.id, "match": "m1",
                 "matches": ["m0", "m1"], "table": open_table}  # fmt: skip
        searched = names | {"name": anna.name}
        told = document(app.rows, app.house.games)
        reached = 0
        for row in app.rows:
            if (row.method, row.path) in OWN_BUSINESS or row.path in STREAMS or row.path.startswith(SIGNING_IN):
                continue
            for table in {open_table, playing} if "{table}" in row.path else {open_table}:
                path = row.path.format(**(places | {"table": table}))
                operation = told["paths"][row.path][row.method.lower()]
                response = await ask(
                    otto, row.method, path, operation, told["components"]["schemas"], (names, searched)
                )
                assert response.status_code < 500, (row.path, response.text)
                assert anna.id not in response.text, (row.method, path, response.text)
                if response.is_success:  # a refusal may say the name that he gave himself
                    assert "Annabella" not in response.text, (row.method, path, response.text)
                reached += response.status_code == 200
        assert reached > 20  # most of the house is there for him all the same
        assert await state(app, anna.id) == before
        assert (await otto.get(f"/api/people/{anna.id}", 404))["code"] == "nobody"
        assert (await otto.post(f"/api/tables/{open_table}/join", 403))["code"] == "kept_apart"
        assert {one["name"] for one in (await otto.get("/api/clubs/Geese"))["members"]} == {"Ida", "Otto"}
        await in_events_they_do_not_meet((anna, otto, ida), deal, cup, hers)
        # And for everybody else she is there.
        assert (await ida.get("/api/matches"))["matches"]
        assert {one["id"] for one in (await ida.get("/api/tables"))["tables"]} == {open_table}
        assert len((await ida.get("/api/clubs/Geese"))["members"]) == 3


async def in_events_they_do_not_meet(people: tuple[Visitor, Visitor, Visitor], deal: str, cup: str, hers: str) -> None:
    anna, otto, ida = people
    await otto.post(f"/api/tournaments/{cup}/enter")  # the walk has withdrawn him
    assert {one["name"] for one in (await otto.get(f"/api/tournaments/{cup}"))["entrants"]} == {"Otto", "–"}
    listed = {one["id"] for one in (await otto.get("/api/tournaments"))["tournaments"]}
    assert cup in listed
    assert hers not in listed
    assert (await otto.get(f"/api/tournaments/{hers}", 404))["code"] == "no_such_tournament"
    assert (await otto.post(f"/api/tournaments/{hers}/enter", 404))["code"] == "no_such_tournament"
    assert [one["name"] for one in (await otto.get(f"/api/daily/{deal}"))["field"]["best"]] == ["Otto"]
    assert {one["name"] for one in (await ida.get(f"/api/tournaments/{cup}"))["entrants"]} == {"Otto", "Annabella"}
    assert (await ida.get(f"/api/tournaments/{hers}"))["director"] == anna.id
    # Nobody else has entered: each plays against bots, at a table of their own.
    await ida.post(f"/api/tournaments/{cup}/start")
    told = await until(lambda: drawn(ida, cup))
    assert sorted([who for who in one["entrants"] if who is not None] for one in told["tables"]) == [[0], [1]]


async def events(app: App, anna: Visitor, otto: Visitor, ida: Visitor) -> tuple[str, str, str]:
    """A deal that both have played, a tournament that both have entered, and one that Anna directs."""
    deal = (await otto.get("/api/daily"))["deals"][0]["id"]
    for one, score in ((anna, 7), (otto, 3)):
        await app.database.write(
            Statement(
                "INSERT INTO daily_attempts (deal, person, table_id, began, ended, score, points, line, counts)"
                " VALUES (?, ?, ?, 1, 2, ?, 10, '[]', 1)",
                (deal, one.id, f"daily{score}", score),
            )
        )
    config = {"game": "aurum", "players": 4, "rounds": 1, "deals": 1, "level": "random"}
    cup = (await ida.post("/api/tournaments", name="Ida's cup", config=config))["id"]
    for one in (anna, otto):
        await one.post(f"/api/tournaments/{cup}/enter")
    return deal, cup, (await anna.post("/api/tournaments", name="Another", config=config))["id"]


async def drawn(who: Visitor, tournament: str) -> Any:
    told = await who.get(f"/api/tournaments/{tournament}")
    return told if told["tables"] else None


async def ask(
    who: Visitor,
    method: str,
    path: str,
    operation: dict[str, Any],
    defs: dict[str, Any],
    named: tuple[dict[str, Any], dict[str, Any]],
) -> httpx.Response:
    (names, searched), query = named, {}
    for one in operation.get("parameters", ()):
        if one["in"] == "query" and (one.get("required") or one["name"] in searched):
            query[one["name"]] = "amul" if one["name"] == "game" else filled(one["schema"], defs, names)
            if one["name"] in searched:
                query[one["name"]] = searched[one["name"]]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    given = (
        {}
        if body is None
        else {"json": json.loads(json.dumps(filled(body, defs, names)).replace('"game": "x"', '"game": "amul"'))}
    )
    return await who.http.request(method, HERE + path, params=query, **given)


async def state(app: App, person: str) -> list[Any]:
    """All that is somebody's, as the database has it."""
    tables = ("follows", "club_members", "match_challenges", "invitations", "seats")
    rows = [await app.database.fetch(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]  # noqa: S608
    return [[row for row in found if person in row] for found in rows]
