"""Everything about people as a browser or a program asks for it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from authenticator import Authenticator
from matches import finished, played
from people import GOOD_PASSWORD

from karat.record import dump_line, parse_line
from karat.server.http.app import App, ServerSettings
from karat.server.http.people_routes import PEOPLE_ROUTES
from karat.server.matches.finished import close
from karat.server.matches.ratings import Pool
from karat.server.people.quotas import Bucket
from karat.server.store.database import Statement
from karat.server.tables import table as table_module
from karat.server.tables.commands import Say, Sender
from karat.server.tables.entries import Player

HERE = "http://karat.example"
WRONG = "a guess"
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
async def browser(app: App, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app.served, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE, headers=headers) as client:
        yield client


async def done(client: httpx.AsyncClient, method: str, path: str, status: int = 200, /, **body: object):
    asked = {"json": body} if method == "POST" else {"params": body}
    response = await client.request(method, path, **asked)
    assert response.status_code == status, response.text
    return response.json() if "json" in response.headers["content-type"].split("/")[1][:5] else response.text


async def test_a_guest_becomes_an_account_signs_out_and_in_again(app: App):
    async with browser(app) as anna:
        guest = await done(anna, "POST", "/api/guests", name="Anna")
        before = anna.cookies["karat"]
        me = await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        assert (me["id"], me["kind"]) == (guest["id"], "account")
        assert anna.cookies["karat"] != before
        await done(anna, "POST", "/api/logout")
        assert "karat" not in anna.cookies
        await done(anna, "GET", "/api/me", 401)
        assert (await done(anna, "POST", "/api/login", 403, name="Anna", password=WRONG))["code"] == "wrong_login"
        assert await done(anna, "POST", "/api/login", name="anna", password=GOOD_PASSWORD) == me
        async with browser(app, cookie=f"karat={before}") as stale:
            await done(stale, "GET", "/api/me", 401)


async def test_a_cookie_in_use_is_kept_for_longer(app: App):
    async with browser(app) as anna:
        await done(anna, "POST", "/api/guests", name="Anna")
        assert "set-cookie" not in (await anna.get("/api/me")).headers
        await app.database.write(Statement("UPDATE sessions SET used = used - 100000"))
        told = (await anna.get("/api/me")).headers["set-cookie"]
        assert told.startswith(f"karat={anna.cookies['karat']};")
        assert "set-cookie" not in (await anna.get("/api/me")).headers


async def test_signing_out_everywhere_ends_every_session(app: App):
    async with browser(app) as desk, browser(app) as phone:
        await done(desk, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        await done(phone, "POST", "/api/login", name="Anna", password=GOOD_PASSWORD)
        await done(phone, "POST", "/api/me/password", new=NEW_PASSWORD, old=GOOD_PASSWORD)
        await done(desk, "GET", "/api/me", 401)
        await done(desk, "POST", "/api/login", name="Anna", password=NEW_PASSWORD)
        await done(phone, "POST", "/api/logout", everywhere=True)
        await done(desk, "GET", "/api/me", 401)


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("A", GOOD_PASSWORD, "name_too_short"),
        ("Anna", "1234", "password_too_short"),
        ("Otto", GOOD_PASSWORD, "name_taken"),
    ],
)
async def test_what_cannot_be_an_account_is_told_by_a_code(app: App, name: str, password: str, code: str):
    async with browser(app) as otto, browser(app) as other:
        await done(otto, "POST", "/api/accounts", name="Otto", password=GOOD_PASSWORD)
        assert (await done(other, "POST", "/api/accounts", 409, name=name, password=password))["code"] == code


async def test_another_site_can_do_nothing(app: App):
    async with browser(app) as anna:
        await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
            response = await anna.post("/api/logout", json={}, headers=headers)
            assert response.json()["code"] == "cross_site"
        await done(anna, "GET", "/api/me")


async def test_guessing_a_password_is_slowed_down(app: App):
    async with browser(app) as anna, browser(app) as eve:
        await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        for _ in range(30):
            await done(eve, "POST", "/api/login", 403, name="Anna", password=WRONG)
        response = await eve.post("/api/login", json={"name": "ANNA", "password": GOOD_PASSWORD})
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) > 0


async def test_a_passkey_from_the_first_visit_to_the_next(app: App):
    phone = Authenticator(origin=HERE)
    async with browser(app) as anna:
        await done(anna, "POST", "/api/guests", name="Anna")
        options = (await done(anna, "POST", "/api/passkeys/options", name="Anna"))["options"]
        me = await done(anna, "POST", "/api/passkeys", answer=phone.make(options), label="phone")
        assert me["kind"] == "account"
        ((key),) = (await done(anna, "GET", "/api/passkeys"))["passkeys"]
        assert (await done(anna, "DELETE", f"/api/passkeys/{key['id']}", 409))["code"] == "last_way_in"
        await done(anna, "POST", "/api/logout")
        options = (await done(anna, "POST", "/api/passkeys/login/options"))["options"]
        assert await done(anna, "POST", "/api/passkeys/login", answer=phone.sign(options)) == me
        assert (await done(anna, "POST", "/api/passkeys/login", 403, answer=phone.sign(options)))[
            "code"
        ] == "bad_passkey"


async def test_a_token_lets_a_bot_in_for_what_it_is_for(app: App):
    async with browser(app) as anna:
        await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        made = await done(anna, "POST", "/api/tokens", bot="Goosebot", scopes=["read"])
        assert "token" not in (await done(anna, "GET", "/api/tokens"))["tokens"][0]
        async with browser(app, authorization=f"Bearer {made['token']}") as bot:
            assert (await done(bot, "GET", "/api/me"))["kind"] == "bot"
            refused = await done(bot, "POST", "/api/tables", 403, config={"game": "aurum", "players": 3})
            assert refused["code"] == "not_in_scope"
            assert (await done(bot, "GET", "/api/tokens", 403))["code"] == "account_needed"
            await done(anna, "DELETE", f"/api/tokens/{made['id']}")
            await done(bot, "GET", "/api/me", 401)
        await done(anna, "DELETE", f"/api/tokens/{made['id']}", 404)


async def test_who_is_blocked_cannot_sit_down_beside(app: App):
    async with browser(app) as anna, browser(app) as otto:
        await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        him = await done(otto, "POST", "/api/accounts", name="Otto", password=GOOD_PASSWORD)
        told = await done(anna, "POST", "/api/relations", person=him["id"], relation="block")
        assert told["hidden"] == [him["id"]]
        table = (await done(anna, "POST", "/api/tables", config={"game": "aurum", "players": 3}))["table"]
        assert (await done(otto, "POST", f"/api/tables/{table}/join", 403))["code"] == "kept_apart"
        await done(anna, "POST", "/api/relations", person=him["id"], relation=None)
        await done(otto, "POST", f"/api/tables/{table}/join")
        await done(otto, "POST", "/api/reports", reason="spam", about=him["id"], table=table, words="a\nb")


async def test_what_was_said_around_a_report_comes_from_the_log(app: App):
    async with browser(app) as anna:
        me = await done(anna, "POST", "/api/guests", name="Anna")
        table = (await done(anna, "POST", "/api/tables", config={"game": "aurum", "players": 3}))["table"]
        who = Player(me["id"], "Anna")
        for number in range(25):
            await app.house.submit(table, Sender(who), Say(f"c{number}", f"word {number}"))
        await done(anna, "POST", "/api/reports", 400, reason="spam", table=table, context=["Otto: I cheat"])
        await done(anna, "POST", "/api/reports", 404, reason="spam", table="nosuchtable")
        await done(anna, "POST", "/api/reports", reason="spam", table=table)
        (kept,) = await app.people.relations.reports()
        assert kept.context == tuple(f"Anna ({me['id']}): word {number}" for number in range(5, 25))


async def test_another_way_in_asks_again_who_one_is(app: App):
    async with browser(app) as anna:
        await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        await done(anna, "POST", "/api/tokens", bot="goose", scopes=["play"])  # who has just signed in is asked nothing
        await app.database.write(Statement("UPDATE sessions SET proven = proven - 700"))
        for path, body in (("tokens", {"bot": "goose", "scopes": ["play"]}), ("passkeys/options", {})):
            assert (await done(anna, "POST", f"/api/{path}", 403, **body))["code"] == "prove_yourself"
        key = Authenticator(HERE)
        assert (await done(anna, "POST", "/api/me/proof", 403, password=WRONG))["code"] == "wrong_login"
        assert (await done(anna, "POST", "/api/tokens", 403, bot="goose", scopes=["play"]))["code"] == "prove_yourself"
        await done(anna, "POST", "/api/me/proof", password=GOOD_PASSWORD)
        await done(anna, "POST", "/api/tokens", bot="goose", scopes=["play"])
        options = (await done(anna, "POST", "/api/passkeys/options"))["options"]
        await done(anna, "POST", "/api/passkeys", answer=key.make(options))
        await app.database.write(
            Statement("UPDATE sessions SET proven = 0"), Statement("UPDATE people SET password = NULL")
        )
        assert (await done(anna, "POST", "/api/me/proof", 403))["code"] == "wrong_login"  # none is not any
        assert (await done(anna, "POST", "/api/me/password", 403, new=NEW_PASSWORD))["code"] == "prove_yourself"
        assert (await done(anna, "POST", "/api/me/delete", 403, name="Anna"))["code"] == "prove_yourself"
        options = (await done(anna, "POST", "/api/passkeys/login/options"))["options"]
        await done(anna, "POST", "/api/me/proof", answer=key.sign(options))
        await done(anna, "POST", "/api/me/password", new=NEW_PASSWORD)


async def test_strangers_guesses_do_not_lock_the_owner_out_where_they_have_signed_in_before(app: App):
    app.people.quotas.buckets |= {name: Bucket(2, 3600, shared=True) for name in ("login", "login-name", "login-any")}
    app.limits.factor = 1
    async with browser(app) as anna, browser(app) as eve:
        await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        await done(anna, "POST", "/api/logout")
        for _ in range(2):
            await done(eve, "POST", "/api/login", 403, name="Anna", password=WRONG)
        await done(eve, "POST", "/api/login", 429, name="Anna", password=GOOD_PASSWORD)
        await done(anna, "POST", "/api/login", name="Anna", password=GOOD_PASSWORD)
        # A device is one account's: another's name is guessed from there no faster than from elsewhere.
        await done(anna, "POST", "/api/login", 429, name="Otto", password=WRONG)
        # And where all signed out, the device is a stranger's again.
        await done(anna, "POST", "/api/logout", everywhere=True)
        await done(anna, "POST", "/api/login", 429, name="Anna", password=GOOD_PASSWORD)


async def test_history_ratings_and_import(app: App):
    clients, people = [], []
    async with contextlib.AsyncExitStack() as stack:
        for name in ("Anna", "Otto", "Ida", "Max"):
            clients.append(await stack.enter_async_context(browser(app)))
            await done(clients[-1], "POST", "/api/accounts", name=name, password=GOOD_PASSWORD)
            people.append(await app.people.accounts.named(name))
        for number in range(3):
            await close(app.database, finished(f"t{number}", "aurum", *people, seed=str(number), ended=float(number)))
        anna = clients[0]
        page = await done(anna, "GET", "/api/matches", limit=2, name="otto", players=4)
        assert [match["id"] for match in page["matches"]] == ["t2", "t1"]
        page = await done(anna, "GET", "/api/matches", cursor=page["cursor"], spoilers="false")
        assert [(match["id"], match["outcome"]) for match in page["matches"]] == [("t0", None)]
        assert (await done(anna, "GET", "/api/matches", 409, cursor="x"))["code"] == "bad_cursor"
        assert (await done(anna, "GET", "/api/matches", 400, players="many"))["code"] == "bad_request"
        assert (await done(anna, "GET", "/api/matches/t1"))["outcome"] is not None
        record = (await anna.get("/api/matches/t1/record")).content
        assert parse_line(record)["names"] == ["Anna", "Otto", "Ida", "Max"]
        lines = (await anna.post("/api/matches/download", json={"matches": ["t0", "t2"]})).text
        imported = await done(anna, "POST", "/api/matches/import", records=lines + "{}\n")
        assert (len(imported["matches"]), imported["bad"][0]["line"]) == (2, 3)
        board = (await done(anna, "GET", "/api/leaderboard", game="aurum", players=4))["lines"]
        assert {line["name"] for line in board} == {"Anna", "Otto", "Ida", "Max"}
        profile = await done(anna, "GET", f"/api/people/{people[0].id}")
        assert profile["ratings"][0]["matches"] == 3
        assert profile["ratings"][0]["error"] > 0


async def test_all_of_ones_data_and_then_none_of_it(app: App):
    async with browser(app) as anna:
        me = await done(anna, "POST", "/api/accounts", name="Annabella", password=GOOD_PASSWORD)
        table = (await done(anna, "POST", "/api/tables", config={"game": "aurum", "players": 3}))["table"]
        assert (await done(anna, "GET", "/api/me/export"))["person"]["name"] == "Annabella"
        await done(anna, "POST", "/api/me/delete", 409, name="Anna", password=GOOD_PASSWORD)
        await done(anna, "POST", "/api/me/delete", 403, name="Annabella", password=WRONG)
        await done(anna, "POST", "/api/me/delete", name="Annabella", password=GOOD_PASSWORD)
        assert "karat" not in anna.cookies
        stored = str([await app.database.fetch(f"SELECT * FROM {name}") for name in ("people", "entries", "tables")])  # noqa: S608
        assert me["id"] not in stored
        assert "Annabella" not in stored
        assert (await app.house.table(table)).status == "closed"


async def test_a_rated_match_that_was_left_is_lost_and_in_history_at_once(app: App, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_module, "COME_BACK", 0.5)
    async with browser(app) as anna:
        me = await done(anna, "POST", "/api/accounts", name="Anna", password=GOOD_PASSWORD)
        config = {"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}, "rated": True}
        config |= {"visibility": "public", "variants": ["three-round-total"], "bot_level": "random"}
        table = (await done(anna, "POST", "/api/tables", config=config, pledge=""))["table"]
        await done(anna, "POST", f"/api/tables/{table}/leave")
        for _ in range(600):
            if (await app.house.table(table)).status == "closed":  # forfeited, as nobody is left
                break
            await asyncio.sleep(0.1)
        (match,) = (await done(anna, "GET", "/api/matches", person=me["id"]))["matches"]
        assert match["id"] == table
        assert match["rated"] is True
        assert [seat["name"] for seat in match["seats"]] == ["Anna", "Geber", "Flamel"]
        assert [seat["level"] for seat in match["seats"]] == ["", "random", "random"]
        lines = await app.people.ratings.leaderboard(Pool.BOTS, "aurum", 3)
        assert {line.name for line in lines} == {"Anna", "random"}


def test_every_call_is_in_the_document():
    document = json.loads(App(ServerSettings("nowhere.sqlite")).document)
    for row in PEOPLE_ROUTES:
        assert row.method.lower() in document["paths"][row.path]
    parameters = document["paths"]["/api/matches"]["get"]["parameters"]
    spoilers = {"name": "spoilers", "in": "query", "required": False, "schema": {"type": "boolean"}}
    assert spoilers | {"description": "Whether results are told."} in parameters


async def test_a_zero_character_is_refused_and_breaks_nothing(app: App):
    async with browser(app) as anna:
        for path in ("/api/matches?name=%00", "/api/leaderboard?game=%00&players=3"):
            assert (await anna.get(path)).status_code == 409
        for path in ("/api/matches/%00", "/api/people/%00", "/api/matches/a%20b/record"):
            assert (await anna.get(path)).status_code == 404
        assert (await anna.post("/api/login", json={"name": "\x00", "password": "x"})).status_code == 409


async def test_a_record_that_is_imported_twice_is_one_match(app: App):
    async with browser(app) as anna:
        await done(anna, "POST", "/api/guests", name="Anna")
        line = dump_line(played("amul", 3)[0])
        once = await done(anna, "POST", "/api/matches/import", records=line)
        assert await done(anna, "POST", "/api/matches/import", records=line) == once
