"""Who somebody is to others, what they share, and a way back in, as a browser asks for it."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from matches import finished
from people import GOOD_PASSWORD

from karat.server.http.app import App, ServerSettings
from karat.server.matches.finished import Sharing, close
from karat.server.people.quotas import Bucket
from karat.server.store.database import Statement

HERE = "http://karat.example"
NEW_PASSWORD = "six geese in a row"  # noqa: S105 -- of nobody


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "a.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
async def app(where: str, cheap_start: None) -> AsyncIterator[App]:  # noqa: ARG001
    made = App(ServerSettings(where, public_url=HERE, limit_factor=3, fast_sync=True))
    served = made.asgi()
    async with served.router.lifespan_context(served):
        made.served = served
        yield made


@contextlib.asynccontextmanager
async def browser(app: App) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app.served, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        yield client


async def done(client: httpx.AsyncClient, method: str, path: str, status: int = 200, /, **body: object):
    asked = {"json": body} if method == "POST" else {"params": body}
    response = await client.request(method, path, **asked)
    assert response.status_code == status, response.text
    return response.json()


async def account(client: httpx.AsyncClient, name: str):
    return await done(client, "POST", "/api/accounts", name=name, password=GOOD_PASSWORD)


async def test_a_stranger_is_asked_for_without_an_error(app: App):
    async with browser(app) as anna:
        assert await done(anna, "GET", "/api/session") == {"me": None}
        assert await done(anna, "GET", "/api/me/tables") == {"tables": []}
        guest = await done(anna, "POST", "/api/guests", name="Anna")
        me = (await done(anna, "GET", "/api/session"))["me"]
        assert (me["id"], me["kind"], me["avatar"]) == (guest["id"], "guest", "")


async def test_a_finished_match_against_bots_opens_to_whoever_has_the_link_until_it_is_private(app: App):
    async with browser(app) as anna, browser(app) as eve:
        seated = await done(anna, "POST", "/api/play", game="aurum", players=3, level="random", name="Anna")
        table, paths = seated["table"], ("", "/record", "/replay")
        for path in paths:  # nothing while it goes on, not even for her
            await done(anna, "GET", f"/api/matches/{table}{path}", 404)
            await done(eve, "GET", f"/api/matches/{table}{path}", 404)
        await done(anna, "POST", f"/api/tables/{table}/leave")
        for client in (anna, eve):
            for path in paths:
                await done(client, "GET", f"/api/matches/{table}{path}")
            await done(client, "GET", f"/api/tables/{table}/record")
        assert (await done(eve, "GET", f"/api/matches/{table}"))["yours"] is False
        assert (await done(eve, "GET", "/api/matches"))["matches"] == []  # who has no link does not find it

        await done(eve, "POST", f"/api/matches/{table}/sharing", 401, private=True)
        await done(eve, "POST", "/api/guests", name="Eve")
        await done(eve, "POST", f"/api/matches/{table}/sharing", 404, private=True)
        kept = await done(anna, "POST", f"/api/matches/{table}/sharing", private=True)
        assert (kept["sharing"], kept["yours"]) == ("private", True)
        for path in paths:
            await done(anna, "GET", f"/api/matches/{table}{path}")
            await done(eve, "GET", f"/api/matches/{table}{path}", 404)
        await done(eve, "GET", f"/api/tables/{table}/record", 403)
        await done(anna, "POST", f"/api/matches/{table}/sharing", private=False)
        await done(eve, "GET", f"/api/matches/{table}/replay")


async def test_who_keeps_a_match_private_is_the_one_to_open_it(app: App):
    async with browser(app) as anna, browser(app) as otto:
        for client, name in ((anna, "Anna"), (otto, "Otto")):
            await account(client, name)
        people = [await app.people.accounts.named(name) for name in ("Anna", "Otto")]
        await close(app.database, finished("t1", "amul", *people, "casual", sharing=Sharing.LINK))
        await done(anna, "POST", "/api/matches/t1/sharing", private=True)
        await done(otto, "GET", "/api/matches/t1")
        assert (await done(otto, "POST", "/api/matches/t1/sharing", 409, private=False))["code"] == "kept_private"
        await done(anna, "POST", "/api/me/delete", name="Anna", password=GOOD_PASSWORD)
        await done(otto, "POST", "/api/matches/t1/sharing", private=False)


async def test_others_see_of_a_profile_what_the_person_shows(app: App):
    async with browser(app) as anna, browser(app) as eve:
        me = await account(anna, "Anna")
        person = await app.people.accounts.named("Anna")
        await close(app.database, finished("t1", "amul", person, "casual", "random"))
        seen = await done(eve, "GET", "/api/people", name="anna")
        assert (seen["id"], seen["shows"]) == (me["id"], ["ratings", "statistics", "matches", "online"])
        assert [kind["matches"] for kind in seen["statistics"]["kinds"]] == [1]
        assert {level["level"] for level in seen["statistics"]["levels"]} == {"casual", "random"}
        assert seen["ratings"] != []
        changed = await done(anna, "POST", "/api/me/profile", avatar="moon/red", shows=["matches"])
        assert changed["statistics"] is not None  # her own
        for seen in (
            await done(eve, "GET", "/api/people", name="Anna"),
            await done(eve, "GET", f"/api/people/{me['id']}"),
        ):
            assert (seen["avatar"], seen["ratings"], seen["statistics"]) == ("moon/red", [], None)
        await done(anna, "POST", "/api/me/profile", shows=["ratings"])
        assert (await done(eve, "GET", "/api/people", name="Anna"))["avatar"] == "moon/red"
        for bad in ("moon", "../x", "moon/red/blue", "MOON/red"):
            await done(anna, "POST", "/api/me/profile", 400, avatar=bad)
        assert (await done(eve, "GET", "/api/people", 404, name="Nobody"))["code"] == "nobody"
        exported = (await done(anna, "GET", "/api/me/export"))["person"]
        assert (exported["avatar"], exported["shows"]) == ("moon/red", "ratings")


async def test_an_avatar_is_seen_at_the_table_in_the_lobby_and_in_history(app: App):
    async with browser(app) as anna, browser(app) as eve:
        await account(anna, "Anna")
        config = {"game": "amul", "players": 3, "visibility": "public", "bots": {"2": "casual"}}
        table = (await done(anna, "POST", "/api/tables", config=config))["table"]
        await done(anna, "POST", "/api/me/profile", avatar="lion/green")
        seats = (await done(eve, "GET", f"/api/tables/{table}"))["seats"]
        assert (seats[0]["avatar"], seats[2]["name"], seats[2]["bot"]) == ("lion/green", "Cosmas", "casual")
        (listed,) = (await done(eve, "GET", "/api/tables"))["tables"]
        assert listed["seats"] == ["Anna", "", "Cosmas"]
        assert listed["sitting"][0] == {"name": "Anna", "level": "", "avatar": "lion/green"}
        assert listed["sitting"][2]["level"] == "casual"
        assert listed["yours"] is False
        (own,) = (await done(anna, "GET", "/api/tables"))["tables"]
        assert own["yours"] is True
        person = await app.people.accounts.named("Anna")
        await close(app.database, finished("t1", "amul", person, "casual", "random"))
        (match,) = (await done(eve, "GET", "/api/matches"))["matches"]
        assert match["seats"][0]["avatar"] == "lion/green"


async def test_ones_own_match_is_not_there_to_watch(app: App):
    async with browser(app) as anna, browser(app) as eve:
        config = {"game": "aurum", "players": 3, "visibility": "public", "spectators": "delayed"}
        config["bots"] = {"1": "random", "2": "random"}
        table = (await done(anna, "POST", "/api/tables", config=config, name="Anna", pledge=""))["table"]
        assert [one["id"] for one in (await done(eve, "GET", "/api/watch"))["tables"]] == [table]
        assert (await done(anna, "GET", "/api/watch"))["tables"] == []
        assert [one["id"] for one in (await done(anna, "GET", "/api/me/tables"))["tables"]] == [table]


async def test_a_recovery_code_is_a_way_back_in(app: App):
    async with browser(app) as anna, browser(app) as phone:
        await account(anna, "Anna")
        assert await done(anna, "GET", "/api/me/recovery") == {"left": 0, "made": None}
        codes = (await done(anna, "POST", "/api/me/recovery"))["codes"]
        assert (await done(anna, "GET", "/api/me/recovery"))["left"] == len(codes) == 10
        wrong = await done(phone, "POST", "/api/recover", 403, name="Anna", code="no", password=NEW_PASSWORD)
        assert wrong["code"] == "wrong_code"
        me = await done(phone, "POST", "/api/recover", name="anna", code=codes[0], password=NEW_PASSWORD)
        assert me["name"] == "Anna"
        await done(anna, "GET", "/api/me", 401)  # whoever was in is out
        assert (await done(phone, "GET", "/api/me"))["id"] == me["id"]
        await done(phone, "POST", "/api/recover", 403, name="Anna", code=codes[0], password=NEW_PASSWORD)
        await done(anna, "POST", "/api/login", name="Anna", password=NEW_PASSWORD)
        await app.database.write(Statement("UPDATE sessions SET proven = 0"))
        assert (await done(anna, "POST", "/api/me/recovery", 403))["code"] == "prove_yourself"


async def test_codes_cannot_be_tried_without_end(app: App):
    app.limits.factor = 1
    app.people.quotas.buckets |= {"recover-name": Bucket(3, 3600, shared=True)}
    async with browser(app) as eve:
        for _ in range(3):
            await done(eve, "POST", "/api/recover", 403, name="Anna", code="aaaa", password=NEW_PASSWORD)
        await done(eve, "POST", "/api/recover", 429, name="ANNA", code="aaaa", password=NEW_PASSWORD)
