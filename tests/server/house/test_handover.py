"""A guest who signs up or signs in keeps seat, table and matches."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from matches import finished
from people import GOOD_PASSWORD
from websockets.asyncio.client import connect

from karat.server.house import handover
from karat.server.http.people import player
from karat.server.matches.finished import close
from karat.server.people.privacy import Privacy
from karat.server.store.database import Statement, Unreachable
from karat.server.tables import table as table_module

CONFIG = {"game": "aurum", "players": 3, "bots": {"1": "random"}}


@pytest.fixture
async def server(serve: Any, place: str) -> Any:
    return await serve(place)


@contextlib.asynccontextmanager
async def browser(server: Any, guest: str = "") -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url) as client:
        if guest:
            await done(client, "/api/guests", name=guest)
        yield client


async def done(client: httpx.AsyncClient, path: str, status: int = 200, /, **body: object) -> Any:
    response = await client.post(path, json=body)
    assert response.status_code == status, response.text
    return response.json()


async def seat(client: httpx.AsyncClient, table: str) -> int | None:
    return (await client.get(f"/api/tables/{table}")).json().get("you")


async def register(server: Any, name: str) -> dict[str, Any]:
    async with browser(server) as client:
        return await done(client, "/api/accounts", name=name, password=GOOD_PASSWORD)


async def test_who_signs_up_at_the_table_sits_on_by_the_new_name(server: Any):
    async with browser(server, "Goose") as anna:
        table = (await done(anna, "/api/tables", config=CONFIG))["table"]
        me = await done(anna, "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        shown = (await anna.get(f"/api/tables/{table}")).json()
        assert (shown["you"], shown["seats"][0]["name"], shown["seats"][0]["kind"]) == (0, "Anna", "account")
        assert shown["host"] == me["id"]
        await done(anna, f"/api/tables/{table}/fill", level="random")


async def test_who_signs_in_at_the_table_sits_on_with_the_account(server: Any):
    me = await register(server, "Anna")
    async with browser(server, "Goose") as anna, connect(server.url.replace("http", "ws") + "/ws") as watching:
        table = (await done(anna, "/api/tables", config=CONFIG))["table"]
        await watching.send(json.dumps({"v": 2, "t": "hello", "table": table, "d": {}}))
        assert json.loads(await watching.recv())["d"]["seats"][0]["name"] == "Goose"
        guest = anna.cookies["karat"]
        assert await done(anna, "/api/login", name="Anna", password=GOOD_PASSWORD) == me
        shown = (await anna.get(f"/api/tables/{table}")).json()
        assert (shown["you"], shown["seats"][0]["id"], shown["host"]) == (0, me["id"], me["id"])
        told = json.loads(await asyncio.wait_for(watching.recv(), 5))["d"]["events"]
        assert [event["e"] for event in told] == ["sat", "host"]
        assert told[0]["who"]["name"] == "Anna"
        anna.cookies.set("karat", guest)
        assert (await anna.get("/api/me")).status_code == 401


async def test_a_match_that_was_begun_as_a_guest_is_the_accounts_and_not_rated(
    server: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(table_module, "COME_BACK", 0.1)
    me = await register(server, "Anna")
    async with browser(server, "Goose") as anna:
        config = {**CONFIG, "bots": {"1": "random", "2": "random"}, "rated": True, "bot_level": "random"}
        config["variants"] = ["three-round-total"]
        table = (await done(anna, "/api/tables", config=config, pledge=""))["table"]
        await done(anna, "/api/login", name="Anna", password=GOOD_PASSWORD)
        assert await seat(anna, table) == 0
        await done(anna, f"/api/tables/{table}/leave")
        for _ in range(600):
            if (await server.app.house.table(table)).why_closed == "forfeited":
                break
            await asyncio.sleep(0.1)
        (match,) = (await anna.get("/api/matches", params={"person": me["id"]})).json()["matches"]
        assert (match["id"], match["seats"][0]["name"], match["seats"][0]["points"]) == (table, "Anna", None)
        assert (match["seats"][0]["forfeited"], match["rated"]) == (True, False)


async def test_everything_of_the_guest_comes_along_and_nothing_is_left(server: Any):
    me = await register(server, "Anna")
    desk, database = server.app.people, server.app.database
    others = [await desk.accounts.guest(name) for name in ("Otto", "Ida", "Max")]
    async with browser(server, "Goose") as anna:
        guest = await desk.accounts.find((await anna.get("/api/me")).json()["id"])
        await close(database, finished("t0", "aurum", guest, *others))
        await done(anna, "/api/relations", person=others[0].id, relation="mute")
        await desk.relations.set(others[1], guest.id, "block")
        await done(anna, "/api/reports", reason="spam", about=others[2].id)
        table = (await done(anna, "/api/tables", config=CONFIG))["table"]
        old = (await done(anna, "/api/tables", config=CONFIG))["table"]
        await database.write(Statement("UPDATE tables SET status = 'closed' WHERE id = ?", (old,)))
        await done(anna, "/api/login", name="Anna", password=GOOD_PASSWORD)
        assert [one["id"] for one in (await anna.get("/api/matches")).json()["matches"]] == ["t0"]
        told = (await anna.get("/api/relations")).json()
        assert [one["person"] for one in told["relations"]] == [others[0].id]
        assert set(told["hidden"]) == {others[0].id, others[1].id}
        assert len((await anna.get("/api/me/export")).json()["reports"]) == 1
        assert sorted(await Privacy(database).tables_of(me["id"])) == [table]
        names = "people sessions match_seats entries identities words seats relations reports"
        left = str([await database.fetch(f"SELECT * FROM {name}") for name in names.split()])  # noqa: S608
        assert guest.id not in left
        await done(anna, "/api/me/delete", name="Anna", password=GOOD_PASSWORD)
        left = str([await database.fetch(f"SELECT * FROM {name}") for name in names.split()])  # noqa: S608
        assert me["id"] not in left
        assert "Anna" not in left


async def test_who_sits_at_the_same_table_twice_is_told_to_get_up_first(server: Any):
    async with browser(server) as anna, browser(server, "Goose") as goose:
        await done(anna, "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        table = (await done(anna, "/api/tables", config=CONFIG))["table"]
        await done(goose, f"/api/tables/{table}/join")
        refused = await done(goose, "/api/login", 409, name="Anna", password=GOOD_PASSWORD)
        assert refused["code"] == "both_seated"
        assert table in refused["message"]
        assert (await goose.get("/api/me")).json()["name"] == "Goose"
        assert (await seat(anna, table), await seat(goose, table)) == (0, 2)


async def test_a_table_that_moves_meanwhile_moves_along(server: Any, monkeypatch: pytest.MonkeyPatch):
    """Somebody speaks at the table between the reading and the writing: asked again, and nothing is lost."""
    me = await register(server, "Anna")
    moved, calls = handover.moved, []

    async def slowly(house: Any, guest: str, account: str, over: set[str]) -> list[Statement]:
        statements = await moved(house, guest, account, over)
        if not calls:
            statements.append(Statement("DELETE FROM people WHERE id = 'nobody'", rows=1))  # does not fit
        calls.append(guest)
        return statements

    monkeypatch.setattr(handover, "moved", slowly)
    async with browser(server, "Goose") as anna:
        table = (await done(anna, "/api/tables", config=CONFIG))["table"]
        await done(anna, "/api/login", name="Anna", password=GOOD_PASSWORD)
        assert (await anna.get(f"/api/tables/{table}")).json()["host"] == me["id"]
    assert len(calls) == 2


async def test_a_hand_over_that_was_done_is_not_done_again(server: Any):
    await register(server, "Anna")
    anna = player(await server.app.people.accounts.named("Anna"))
    await handover.signed_in(server.app.house, "nobody", anna)


async def test_when_the_tables_never_keep_still_it_is_tried_later(server: Any, monkeypatch: pytest.MonkeyPatch):
    goose = await server.app.people.accounts.guest("Goose")
    await register(server, "Anna")

    async def never(*_: object) -> bool:
        return False

    monkeypatch.setattr(server.app.house, "submit_together", never)
    with pytest.raises(Unreachable):
        await handover.signed_in(server.app.house, goose.id, player(await server.app.people.accounts.named("Anna")))
