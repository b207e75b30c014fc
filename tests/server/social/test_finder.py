"""The finder over REST, on one worker and on two: everybody is seated once, and who leaves is not."""

import asyncio
import time

from meeting import at_another, house, stranger, visitors

from karat.client import Client, meeting
from karat.server.social import finder as finders
from karat.server.social.pairing import CLOCKS
from karat.server.store.database import Statement

WISH = {"game": "aurum", "players": [3], "bots": False}


async def seated_at(app, table: str) -> set[str]:
    found = await app.house.table(table)
    return {chair.player.id for chair in found.chairs if chair.player}


async def test_three_who_want_the_same_are_seated_in_one_unit(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida") as people, stranger(app) as guest:
        anna, otto, ida = people
        counts = await guest.get("/api/finder")
        assert counts["games"][0]["waiting"] == 0
        assert [one["name"] for one in counts["clocks"]] == list(CLOCKS)
        assert counts["clocks"][1]["clock"] == {"kind": "live", "bank": 600, "increment": 5}
        told = await anna.post("/api/finder", wish=WISH)
        assert (told["waiting"], told["table"], told["wish"]["players"]) == (1, None, [3])
        assert (await otto.post("/api/finder", wish=WISH))["waiting"] == 2
        again = await anna.post("/api/finder", wish=WISH)
        assert again["since"] == told["since"]  # the same wish waits on
        table = (await ida.post("/api/finder", wish=WISH))["table"]
        assert table is not None
        for one in (anna, otto):
            assert (await one.post("/api/finder/wait"))["table"] == table
        assert await seated_at(app, table) == {one.id for one in people}
        assert (await guest.get("/api/finder"))["games"][0]["waiting"] == 0
        await ida.post("/api/finder/leave")
        assert (await ida.post("/api/finder/wait"))["wish"] is None
        assert (await guest.post("/api/finder", 401, wish=WISH))["code"] == "who_are_you"
        assert (await guest.post("/api/finder", wish=WISH, name="Gus"))["token"]
        assert (await guest.post("/api/finder", 403, wish=WISH | {"rated": True}))["code"] == "account_needed"
        assert (await guest.post("/api/finder", 409, wish=WISH | {"game": "chess"}))["code"] == "no_such_game"


async def test_of_several_wishes_the_one_that_others_share_is_played(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida") as (anna, otto, ida):
        open_to_much = {"players": [4, 3], "editions": ["fr", "de"], "clocks": ["none", "days", "live"]}
        assert (await anna.post("/api/finder", wish=WISH | open_to_much))["table"] is None
        french = WISH | {"players": [3, 4], "editions": ["fr", "ru"], "clocks": ["none"]}
        assert (await otto.post("/api/finder", wish=french))["table"] is None  # one too few for three
        usual = WISH | {"clocks": ["live", "days"]}  # and the usual edition, which is the German one
        assert (await otto.post("/api/finder", wish=usual))["table"] is None
        table = (await ida.post("/api/finder", wish=usual | {"editions": ["ru", "de"]}))["table"]
        config = (await app.house.table(table)).config
        assert (config.players, config.edition, config.clock) == (
            3,
            "de",
            CLOCKS["days"],
        )  # who waits longest says what they like best


async def test_who_is_apart_left_or_went_silent_is_not_seated(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida", "Ulla") as (anna, otto, ida, ulla):
        await anna.post("/api/relations", person=otto.id, relation="block")
        for one in (anna, otto, ida):
            assert (await one.post("/api/finder", wish=WISH))["table"] is None
        await ida.post("/api/finder/leave")
        gone = Statement(
            "UPDATE seekers SET seen = ? WHERE person = ?", (time.time() - finders.GONE_AFTER - 1, otto.id)
        )
        await app.database.write(gone)
        assert (await ulla.post("/api/finder", wish=WISH))["waiting"] == 2
        table = (await ida.post("/api/finder", wish=WISH))["table"]
        assert await seated_at(app, table) == {anna.id, ida.id, ulla.id}


async def test_two_workers_seat_everybody_once(postgres_url: str):
    names = [f"Player{number}" for number in range(9)]
    async with house(postgres_url) as one, house(postgres_url) as two, visitors(one, *names) as people:
        elsewhere = [await at_another(two, person) for person in people]
        doors = [*people[::2], *elsewhere[1::2]]
        await asyncio.gather(*(person.post("/api/finder", wish=WISH) for person in doors))
        told = [await person.post("/api/finder/wait") for person in doors]
        tables = [one["table"] for one in told]
        assert None not in tables
        assert len(set(tables)) == 3
        sitting = [await seated_at(one, table) for table in set(tables)]
        assert sorted(map(len, sitting)) == [3, 3, 3]
        assert set.union(*sitting) == {person.id for person in people}
        rows = await one.database.fetch("SELECT count(*) FROM tables")
        assert rows[0][0] == 3
        for person in elsewhere:
            await person.http.aclose()


async def test_programs_find_a_table_as_people_do(server, monkeypatch):
    monkeypatch.setattr(meeting, "WAIT_AGAIN", 0.05)
    async with (
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bea") as bea,
        Client(server.url, name="Cleo") as cleo,
    ):
        found = await asyncio.gather(*(one.find_table(WISH) for one in (ada, bea, cleo)))
        assert len(set(found)) == 1
        assert await seated_at(server.app, found[0]) == {ada.id, bea.id, cleo.id}
        assert await server.app.database.fetch("SELECT 1 FROM seekers") == []
        waits = asyncio.create_task(ada.find_table(WISH | {"players": [4]}))
        while not await server.app.database.fetch("SELECT 1 FROM seekers"):  # noqa: ASYNC110 -- nobody tells
            await asyncio.sleep(0.01)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        assert await server.app.database.fetch("SELECT 1 FROM seekers") == []
