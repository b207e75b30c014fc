"""A database of the version before names stood beside the log: opened, read, and played on.

`earlier/make.py` tells how it was made: matches that are over and matches that are played, a guest who signed in to
an account and two who signed up, and somebody who was forgotten.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from growing import make_house
from people import GOOD_PASSWORD, QUICK

from karat.cli.admin import admin
from karat.client import Client
from karat.games import GAMES
from karat.server.house.lobby import public_tables
from karat.server.store.database import Database, Statement
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite
from karat.server.tables import fair
from karat.server.tables.entries import AnyEntry, decode
from karat.server.wire import projection

EARLIER = Path(__file__).parent / "earlier"
BEFORE: dict[str, Any] = json.loads((EARLIER / "schema_0007.json").read_text("utf-8"))
TABLES: dict[str, str] = BEFORE["tables"]
EVERYTHING = (
    "people sessions match_seats matches ratings relations reports tables entries identities words seats presence"
)


def restored(place: str) -> None:
    """As `karat admin restore` brings an earlier backup forward."""
    ran = CliRunner().invoke(admin, ["-d", place, "restore", str(EARLIER / "schema_0007.jsonl")])
    assert ran.exit_code == 0, ran.output


@pytest.fixture
async def earlier(place: str) -> str:
    await asyncio.to_thread(restored, place)
    database = at(place)
    await database.open()
    # The people of that day are still signed in, however long ago it was.
    await database.write(Statement("UPDATE sessions SET expires = 1e12"))
    await database.close()
    return place


def at(place: str) -> Database:
    return Postgres(place) if place.startswith("postgresql") else Sqlite(Path(place))


@pytest.fixture
async def database(earlier: str) -> Any:
    made = at(earlier)
    await made.open()
    yield made
    await made.close()


def who(name: str) -> dict[str, Any]:
    return BEFORE["people"][name]


async def log_of(database: Database, table: str) -> list[AnyEntry]:
    rows = await database.fetch("SELECT body FROM entries WHERE table_id = ? ORDER BY seq", table)
    return [decode(str(body)) for (body,) in rows]


async def test_a_table_is_as_each_seat_saw_it(database: Database):
    house = make_house(database)
    compared = 0
    for name, frames in BEFORE["snapshots"].items():
        for table, before in frames.items():
            live = house.live.table(TABLES[table])
            async with live.lock:
                fold = await house.live.ready(live)
            seat = fold.table.seat_of(who(name)["id"])
            assert seat == before["you"]
            now = json.loads(msgspec.json.encode(projection.snapshot(fold.table, seat)))
            for part in ("status", "host", "commitment"):
                assert now[part] == before[part], (name, table, part)
            assert before["turn"].items() <= now["turn"].items(), (name, table)  # which tells more today
            for shown, seen in zip(now["seats"], before["seats"], strict=True):
                if seen.get("bot"):  # which were called by their level alone
                    assert shown | {"name": seen["name"]} == seen
                elif seen.get("id") != BEFORE["forgotten"]["id"]:
                    assert shown == seen
            # Numbers have not moved: who comes back with the last frame of that day resumes after it.
            assert fold.story.seq(seat) == before["seq"]
            compared += 1
    assert compared == 6


async def test_an_open_table_waits_as_it_did(database: Database):
    (listed,) = await public_tables(make_house(database), "open", 10)
    names = [seat.name for seat in listed.seats]
    assert (listed.id, listed.host, names) == (TABLES["open"], "Sonja", ["Sonja", "", "", ""])
    table = await make_house(database).table(TABLES["open"])
    assert table.chairs[0].player is not None
    assert (table.chairs[0].player.kind, table.status) == ("account", "open")


async def test_who_was_forgotten_is_nobody_and_stays_at_the_table_as_such(database: Database):
    table = await make_house(database).table(TABLES["deserted"])
    gone = table.chairs[1]
    assert gone.player is not None
    assert (gone.player.name, gone.player.id[:5], gone.stand_in) == ("", "gone:", "random")
    left = str([await database.fetch(f"SELECT * FROM {name}") for name in EVERYTHING.split()])  # noqa: S608
    for trace in BEFORE["forgotten"].values():
        assert trace not in left


async def test_no_log_names_anybody(database: Database):
    bodies = str(await database.fetch("SELECT body FROM entries"))
    for person in BEFORE["people"].values():
        assert person["id"] not in bodies
        assert person["name"] not in bodies
    assert "honk" not in bodies


async def test_matches_people_and_ratings_are_there(serve: Any, earlier: str):
    server = await serve(earlier)
    for name, matches in BEFORE["matches"].items():
        async with Client(server.url, token=who(name)["token"]) as person:
            me = await person.call("GET", "/api/me")
            assert (me["id"], me["name"], me["kind"]) == (who(name)["id"], who(name)["name"], "account")
            found = (await person.call("GET", "/api/matches"))["matches"]
            for match, before in zip(found, matches, strict=True):
                assert {key: match[key] for key in before} | {"seats": 0} == before | {"seats": 0}
                for seat, was in zip(match["seats"], before["seats"], strict=True):
                    called = was["name"] if was["kind"] != "bot" else seat["name"]
                    assert {key: seat[key] for key in was} == was | {"name": called}
                # Until then a match was for its players alone, unless all saw its table: it stays so.
                assert match["sharing"] in ("public", "private")
                assert match["edition"] == ("de" if match["game"] == "aurum" else "")
    async with Client(server.url, token=who("anna")["token"]) as anna:
        board = await anna.call("GET", "/api/leaderboard?game=aurum&players=3")
        told = zip(board["lines"], BEFORE["leaderboard"], strict=True)
        assert [{key: line[key] for key in was} for line, was in told] == BEFORE["leaderboard"]
        record = await anna.record(TABLES["rated"])
        assert record["names"] == ["Anna", "Otto", ""]
        assert {**record, "names": 0} == {**BEFORE["records"]["rated"], "names": 0}
    async with Client(server.url, token=who("gustav")["token"]) as gustav:
        record, before = await gustav.record(TABLES["as a guest"]), BEFORE["records"]["as a guest"]
        assert record["names"] == ["Gustav", "Maniakh", "Cosmas"]  # bots were called by their level alone
        assert record | {"names": before["names"]} == before
        assert (await gustav.call("GET", "/api/me/export"))["said"] == BEFORE["said"]
        mine = (await gustav.call("GET", "/api/me/tables"))["tables"]
        assert [table["id"] for table in mine] == [TABLES["amul"]]


@pytest.mark.parametrize(
    ("table", "people"), [("aurum", ["anna", "henry"]), ("amul", ["gustav", "otto"]), ("deserted", ["anna", "otto"])]
)
async def test_a_match_that_was_being_played_is_played_on(serve: Any, earlier: str, table: str, people: list[str]):
    server, rng = await serve(earlier), random.Random(table)
    before = len(await log_of(server.app.database, TABLES[table]))

    async def play(name: str) -> None:
        async with Client(server.url, token=who(name)["token"]) as client, client.follow(TABLES[table]) as followed:
            async for _ in followed:
                if followed.owes:
                    await followed.act(rng.choice(followed.legal))

    async with asyncio.timeout(120):
        await asyncio.gather(*map(play, people))
    known = await server.app.house.table(TABLES[table])
    assert known.status == "finished"
    record = known.record()
    GAMES[record["game"]].replay(record)
    assert fair.check(record, GAMES) >= 1
    assert len(await log_of(server.app.database, TABLES[table])) > before
    async with Client(server.url, token=who(people[0])["token"]) as client:
        (match,) = [one for one in (await client.call("GET", "/api/matches"))["matches"] if one["id"] == TABLES[table]]
        assert not match["rated"]  # one of them began as a guest, or it was not wanted


async def test_somebody_of_that_day_can_be_forgotten(serve: Any, earlier: str):
    server = await serve(earlier)
    async with httpx.AsyncClient(base_url=server.url) as http:
        (await http.post("/api/login", json={"name": "Henry", "password": GOOD_PASSWORD})).raise_for_status()
        gone = await http.post("/api/me/delete", json={"name": "Henry", "password": GOOD_PASSWORD})
        gone.raise_for_status()
    left = str([await server.app.database.fetch(f"SELECT * FROM {name}") for name in EVERYTHING.split()])  # noqa: S608
    for trace in (who("henry")["id"], "Henry", "Heron", "hello Anna"):
        assert trace not in left
    known = await server.app.house.table(TABLES["aurum"])
    assert known.chairs[1].stand_in


async def test_the_people_of_tables_from_before_are_found(make_database: Any):
    """As it is when a database of an earlier version is opened."""
    database = make_database()
    await database.open(until="0006")
    body = json.dumps({"e": "sat", "seat": 0, "player": {"id": "anna", "name": "Anna"}})
    opened = json.dumps({"e": "opened", "host": {"id": "otto", "name": "Otto"}})
    made = "INSERT INTO tables (id, seq, status, game, visibility, facts, created, changed)"
    await database.write(
        Statement(f"{made} VALUES ('t1', 2, 'open', 'aurum', 'public', '{{}}', 1, 1)"),
        Statement("INSERT INTO entries (table_id, seq, at, body) VALUES ('t1', 1, 1, ?)", (opened,)),
        Statement("INSERT INTO entries (table_id, seq, at, body) VALUES ('t1', 2, 1, ?)", (body,)),
    )
    await database.close()
    database = make_database()
    await database.open()
    found = await database.fetch("SELECT table_id, pseudonym, person, name FROM identities ORDER BY pseudonym")
    assert found == [("t1", "p1", "otto", "Otto"), ("t1", "p2", "anna", "Anna")]
    await database.close()


async def test_names_of_the_version_before_look_alike_are_kept_and_marked(serve: Any, place: str):
    """Schema 0008 had one key for each name, by a rule that let these two in."""
    database = at(place)
    await database.open("0008")
    for number, name in enumerate(["Magnus", "M\u0251gnus"]):
        values = (f"p{number}", name, name.lower(), name.lower(), await QUICK.hashed(GOOD_PASSWORD), float(number))
        await database.write(
            Statement(
                "INSERT INTO people (id, kind, name, name_key, search, password, created, suspended)"
                " VALUES (?, 'account', ?, ?, ?, ?, ?, 0)",
                values,
            )
        )
    await database.close()
    server = await serve(place)
    async with httpx.AsyncClient(base_url=server.url) as http:
        marks = [(await http.get(f"/api/people/p{number}")).json() for number in range(2)]
        assert [(one["name"], one["look_alike"]) for one in marks] == [("Magnus", False), ("M\u0251gnus", True)]
        for number, name in enumerate(["magnus", "M\u0251gnus"]):
            signed_in = await http.post("/api/login", json={"name": name, "password": GOOD_PASSWORD})
            assert signed_in.json()["id"] == f"p{number}"
        taken = await http.post("/api/accounts", json={"name": "Magnu\u0455", "password": GOOD_PASSWORD})
        assert taken.status_code == 409
