"""Who directs a tournament, whom its tables wait for, and what happens when a director may not."""

import asyncio
import time
from typing import Any

import pytest
from entering import sign_up, until, when_seated
from meeting import Visitor, house, made_moderator, stranger, visitors

from karat.client import Client, Problem
from karat.server.notices.words import said
from karat.server.notices.writing import NoticeKind
from karat.server.tournaments import directing, waiting

CONFIG = {"game": "aurum", "players": 3, "deals": 1, "rounds": 2, "level": "random"}


async def opened(by: Visitor, name: str, *entrants: Visitor) -> str:
    cup = (await by.post("/api/tournaments", name=name, config=CONFIG))["id"]
    for one in entrants:
        await one.post(f"/api/tournaments/{cup}/enter")
    return str(cup)


async def directs(visitor: Visitor, cup: str) -> bool:
    return bool((await visitor.get(f"/api/tournaments/{cup}"))["directs"])


async def told_to_direct(app: Any, cup: str) -> list[str]:
    """Who has a notice that says so and leads there, in words that there are."""
    rows = await app.database.fetch("SELECT person, kind FROM notices WHERE link = ?", f"/tournaments/{cup}")
    assert all(said(str(kind), "en", {}).title for _, kind in rows)
    return [str(person) for person, kind in rows if kind == NoticeKind.DIRECTING]


async def test_a_director_hands_over_to_who_has_entered_or_follows_them(place: str, monkeypatch: pytest.MonkeyPatch):
    async with house(place) as app, visitors(app, "Dan", "Ada", "Bob", "Cyd") as (dan, ada, bob, cyd):
        cup = await opened(dan, "Cup", ada)
        path = f"/api/tournaments/{cup}/hand-over"
        assert (await bob.post(path, 403, name="Bob"))["code"] == "director_only"
        assert (await dan.post(path, 409, name="Nobody"))["code"] == "no_such_person"
        assert (await dan.post(path, 409, name="Bob"))["code"] == "not_following"
        await dan.post(path, name="Ada")
        assert await directs(ada, cup)
        assert await told_to_direct(app, cup) == [ada.id]
        assert not await directs(dan, cup)
        told = await cyd.get(f"/api/tournaments/{cup}")
        assert (told["director"], told["director_name"]) == (ada.id, "Ada")
        assert (await dan.post(f"/api/tournaments/{cup}/finish", 403))["code"] == "director_only"
        await bob.post("/api/friends", person="Ada")
        await ada.post(path, name="Bob")
        await bob.post("/api/relations", person=dan.id, relation="block")
        assert (await bob.post(path, 403, name="Dan"))["code"] == "kept_apart"
        monkeypatch.setattr(directing, "MOST_DIRECTED", 1)
        await opened(cyd, "Another")
        await cyd.post("/api/friends", person="Bob")
        assert (await bob.post(path, 409, name="Cyd"))["code"] == "directs_too_many"
        await bob.post(f"/api/tournaments/{cup}/finish")
        assert (await bob.post(path, 409, name="Ada"))["code"] == "tournament_over"


async def test_what_a_suspended_director_leaves_goes_to_who_entered_first_and_may_play(place: str):
    async with house(place) as app, visitors(app, "Dan", "Ada", "Bob", "Moda") as (dan, ada, bob, moda):
        await made_moderator(app, moda)
        async with stranger(app) as guest:
            await guest.post("/api/guests", name="Gus")
            cup = await opened(dan, "Cup", guest, ada, bob)
        alone = await opened(dan, "Alone")
        barred = "/api/moderation/people/{}/sanctions"
        wanted = {"kind": "suspension", "reason": "cheating", "days": 1}
        await moda.post(barred.format(ada.id), **wanted)
        await moda.post(barred.format(dan.id), **wanted)
        assert await told_to_direct(app, cup) == [bob.id]
        assert await directs(bob, cup)  # not the guest, nor Ada, who entered before him
        assert not await directs(dan, cup)
        assert (await dan.post(f"/api/tournaments/{cup}/finish", 403))["code"] == "barred_from_play"
        assert await directs(dan, alone)  # nobody else is there: it waits for him
        # Who is suspended sits nowhere in the next round, and does again when they may.
        await bob.post(f"/api/tournaments/{cup}/start")

        async def seats() -> Any:
            found = await directing.read(app.database, cup)
            return found.tables and [found.sitting(seat) for seat in found.tables[0].result.table.seats]

        at = await until(seats)
        assert sorted(one.name for one in at if one) == ["Bob", "Gus"]
        found = await app.people.accounts.find(bob.id)
        await app.people.accounts.suspend(found)  # as `karat admin users suspend` does
        told = await guest_sees(app, cup)
        assert told["director_name"] == "Gus"


async def guest_sees(app: Any, cup: str) -> Any:
    async with stranger(app) as anybody:
        return await anybody.get(f"/api/tournaments/{cup}")


async def test_a_director_sees_whom_tables_wait_for_and_has_a_bot_play_until_they_are_back(
    server: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(waiting, "QUIET", -60.0)
    async with (
        Client(server.url) as dan,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bob") as bob,
        Client(server.url, name="Cyd") as cyd,
    ):
        await sign_up(dan, "Dan")
        cup = (await dan.open_tournament("Cup", CONFIG))["id"]
        for one in (ada, bob, cyd):
            await one.enter(cup)
        await dan.direct(cup, "start")
        table = (await until(lambda: when_seated(ada, cup)))["next"]
        assert (await ada.tournament(cup))["tables"][0]["waits_for"] == []  # this is the director's to know

        async def waits() -> Any:
            return (await dan.tournament(cup))["tables"][0]["waits_for"]

        first = (await until(waits))[0]
        assert first["name"] in {"Ada", "Bob", "Cyd"}
        assert abs(time.time() - first["since"]) < 60
        with pytest.raises(Problem, match="director_only"):
            await ada.direct(cup, "stand-in", {"entrant": first["entrant"]})
        with pytest.raises(Problem, match="no_such_entrant"):
            await dan.direct(cup, "stand-in", {"entrant": 7})
        for one in await waits():
            await dan.direct(cup, "stand-in", {"entrant": one["entrant"], "place": one["place"]})
        known = await server.app.house.table(table)
        assert [chair.stand_in for chair in known.chairs].count("random") >= 1
        assert not any(chair.replaced for chair in known.chairs)
        gone = next(seat for seat, chair in enumerate(known.chairs) if chair.stand_in)
        back = next(one for one in (ada, bob, cyd) if one.id == known.chairs[gone].player.id)
        await back.join(table)
        assert not (await server.app.house.table(table)).chairs[gone].stand_in
        assert await until(waits)  # once the bots have played up to them
        told = (await dan.tournament(cup))["tables"][0]
        corrected = {key: told[key] for key in ("round", "table", "deal")} | {
            "points": [1, 2, 3],
            "reason": "at the club",
        }
        await dan.direct(cup, "correct", corrected)
        assert await waits() == []  # it is counted, though somebody may still sit there
        await asyncio.gather(*(dan.direct(cup, "finish") for _ in range(2)))
        with pytest.raises(Problem, match="tournament_over"):
            await dan.direct(cup, "stand-in", {"entrant": 0})


async def test_who_is_substituted_by_nobody_before_the_start_is_taken_out(place: str):
    async with house(place) as app, visitors(app, "Dan", "Ada", "Bob") as (dan, ada, bob):
        cup = await opened(dan, "Cup", ada, bob)
        await dan.post(f"/api/tournaments/{cup}/substitute", entrant=0)
        told = await dan.get(f"/api/tournaments/{cup}")
        assert [one["name"] for one in told["entrants"]] == ["Bob"]
        await ada.post(f"/api/tournaments/{cup}/enter")
        await bob.post("/api/friends", person="Dan")
        await dan.post(f"/api/tournaments/{cup}/start")
        await dan.post(f"/api/tournaments/{cup}/substitute", entrant=1)
        told = await dan.get(f"/api/tournaments/{cup}")
        assert len(told["entrants"]) == 2  # once it runs, a bot plays on for the entrant
