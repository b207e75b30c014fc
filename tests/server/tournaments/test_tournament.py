"""Duplicate tournaments, played by clients at real servers."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from entering import PASSWORD, naively, play_through, points_by_records, sign_up, until, when_seated
from killing import Child

from karat.client import Client, Problem
from karat.games import GAMES
from karat.kit import Settings
from karat.server.tables.commands import Lose
from karat.server.tables.fair import check
from karat.server.tournaments import directing


async def some_are_over(client: Client, tournament: str) -> bool:
    tables = (await client.tournament(tournament))["tables"]
    return sum(table["state"] == "over" for table in tables) >= 5


async def test_sixteen_play_eight_deals_through_a_crash_and_the_standings_are_right(tmp_path: Path):
    child = Child(tmp_path)
    await child.start()
    config = {"game": "aurum", "players": 4, "rounds": 4, "deals": 2, "level": "casual"}
    people = [Client(child.url, name=f"Player {number}") for number in range(16)]
    try:
        async with Client(child.url) as director, Client(child.url) as anybody, asyncio.TaskGroup() as group:
            await sign_up(director, "Director")
            opened = await director.open_tournament("Tuesday", config)
            for number, person in enumerate(people):
                await person.__aenter__()
                assert await person.enter(opened["id"]) == number
            await director.direct(opened["id"], "start")
            playing = [
                group.create_task(play_through(person, opened["id"], f"{number}"))
                for number, person in enumerate(people)
            ]
            await until(lambda: some_are_over(director, opened["id"]))
            child.kill()
            await child.start()
            await asyncio.gather(*playing)
            told = await anybody.tournament(opened["id"])
            assert told["status"] == "finished"
            assert len(told["tables"]) == 4 * 2 * 4
            assert len({table["match"] for table in told["tables"]}) == 32  # each opened once
            sides = GAMES["aurum"].sides(GAMES["aurum"].agree(Settings(4)))
            points = await points_by_records(anybody, told)
            assert {
                (table["round"], table["table"], table["deal"]): table["points"] for table in told["tables"]
            } == points
            expected = naively(told, points, sides)
            assert {one["number"]: one["total"] for one in told["entrants"]} == pytest.approx(expected)
            totals = [one["total"] for one in told["entrants"]]
            assert totals == sorted(totals, reverse=True)
            assert {one["deals"] for one in told["entrants"]} == {8}
            # The same cards at every table of a deal, and those that the server was bound to before anybody entered.
            for table in told["tables"][:4]:
                record = await anybody.call("GET", f"/api/matches/{table['match']}/record")
                deal = table["round"] * 2 + table["deal"]
                assert check(record, GAMES, opened["commitments"][deal]) == 1
    finally:
        for person in people:
            await person._http.aclose()
        child.kill()


async def when_over(client: Client, tournament: str) -> Any:
    told = await client.tournament(tournament)
    return told if told["status"] == "finished" else None


async def no_such_result(director: Client, club: str, wanted: dict[str, Any]) -> None:
    with pytest.raises(Problem, match="no_such_result"):
        await director.direct(club, "correct", wanted)


async def is_not_his(bob: Client, table: str) -> None:
    """Who was substituted neither comes back to the table under way nor says anything there."""
    with pytest.raises(Problem, match="not_seated"):
        await bob.call("POST", f"/api/tables/{table}/leave")
    with pytest.raises(Problem):
        await bob.join(table)
    with pytest.raises(Problem, match="not_seated"):
        await bob.order(table)


async def test_a_director_substitutes_corrects_and_finishes_and_nothing_leaks_before(serve, place):
    one = await serve(place)
    other = await serve(place) if place.startswith("postgresql") else one
    async with (
        Client(one.url) as director,
        Client(other.url, name="Ada") as ada,
        Client(one.url, name="Bob") as bob,
        Client(other.url, name="Cyd") as cyd,
        Client(other.url) as nobody,
    ):
        await asyncio.gather(sign_up(director, "Dan"), sign_up(cyd, "Cyd"))
        config = {"game": "aurum", "players": 3, "rounds": 2, "deals": 1, "form": "sides", "level": "novice"}
        with pytest.raises(Problem, match="account_needed"):
            await ada.open_tournament("Club", config)
        with pytest.raises(Problem, match="bad_rules"):
            await director.open_tournament("Club", {**config, "players": 7})
        opened = await director.open_tournament("Club", config)
        club = opened["id"]
        with pytest.raises(Problem, match="too_few_entrants"):
            await director.direct(club, "start")
        await asyncio.gather(ada.enter(club), bob.enter(club))  # at the same moment on two workers
        with pytest.raises(Problem, match="already_entered"):
            await ada.enter(club)
        with pytest.raises(Problem, match="director_only"):
            await ada.direct(club, "start")
        await asyncio.gather(director.direct(club, "start"), director.direct(club, "start"))
        told = await until(lambda: when_seated(ada, club))
        assert len(told["tables"]) == 1  # two entrants and a bot that fills up
        assert (await nobody.tournament(club))["tables"][0]["match"] == ""
        with pytest.raises(Problem, match="tournament_started"):
            await cyd.enter(club)

        # Bob goes: a bot finishes his table, and Cyd plays from the next one on.
        bobs = next(entrant["number"] for entrant in told["entrants"] if entrant["members"][0]["name"] == "Bob")
        await cyd.call("POST", "/api/friends", {"person": "Dan"})
        await director.direct(club, "substitute", {"entrant": bobs, "name": "Cyd"})
        first = told["next"]
        await is_not_his(bob, first)
        await asyncio.gather(play_through(ada, club, "a"), play_through(cyd, club, "c"))
        told = await nobody.tournament(club)
        assert told["status"] == "finished"
        assert [table["state"] for table in told["tables"]] == ["over", "over"]
        assert first in {table["match"] for table in told["tables"]}
        names = {entrant["number"]: entrant["members"][0]["name"] for entrant in told["entrants"]}
        assert names[bobs] == "Cyd"
        assert (await nobody.call("GET", f"/api/matches/{first}"))["id"] == first

        # A correction counts at once, and can be taken back.
        before = told["entrants"]
        table = told["tables"][0]
        wanted = {"round": 0, "table": table["table"], "deal": 0, "points": [], "reason": "wrong cards"}
        await director.direct(club, "correct", wanted)
        changed = await nobody.tournament(club)
        assert changed["tables"][0]["corrected"]
        assert changed["tables"][0]["reason"] == "wrong cards"
        await director.direct(club, "correct", {**wanted, "points": [200, 0, -200]})  # more than anybody ever leads by
        assert any(abs(entrant["lead"]) > 100 for entrant in (await nobody.tournament(club))["entrants"])
        assert not any(abs(entrant["lead"]) > 100 for entrant in before)
        await director.direct(club, "correct", {**wanted, "points": None, "reason": ""})
        assert (await nobody.tournament(club))["entrants"] == before
        await no_such_result(director, club, {**wanted, "round": 7})


async def test_one_that_is_ended_early_closes_what_is_under_way(server):
    async with (
        Client(server.url) as director,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Cyd") as cyd,
        Client(server.url) as nobody,
    ):
        await sign_up(director, "Dan")
        config = {"game": "aurum", "players": 3, "deals": 1, "system": "knockout", "level": "novice"}
        early = (await director.open_tournament("Early", config))["id"]
        await ada.enter(early)
        await cyd.enter(early)
        await director.direct(early, "start")
        told = await until(lambda: when_seated(ada, early))
        await director.direct(early, "finish")
        assert (await ada.table(told["next"]))["status"] == "closed"
        told = await nobody.tournament(early)
        assert told["status"] == "finished"
        assert told["tables"][0]["points"] == []
        with pytest.raises(Problem, match="no_such_tournament"):
            await nobody.tournament("nothing")
        assert {shown["id"] for shown in (await nobody.call("GET", "/api/tournaments"))["tournaments"]} == {early}


async def test_teams_with_bots_play_a_knock_out_whose_empty_tables_play_themselves(server):
    async with (
        Client(server.url) as director,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bob") as bob,
    ):
        await sign_up(director, "Dan")
        config = {"game": "aurum", "players": 4, "deals": 1, "form": "teams", "system": "knockout",
                  "scoring": "swings", "level": "random"}  # fmt: skip
        cup = (await director.open_tournament("Cup", config))["id"]
        await ada.enter(cup, name="Alchemists")
        await bob.enter(cup, name="Goldsmiths")
        await director.direct(cup, "start")
        await asyncio.gather(play_through(ada, cup, "a"), play_through(bob, cup, "b"))
        told = await ada.tournament(cup)
        assert len(told["tables"]) == 2
        assert all(table["match"] for table in told["tables"])
        leads = {entrant["name"]: entrant["lead"] for entrant in told["entrants"]}
        assert sum(leads.values()) == 0
        assert set(leads) == {"Alchemists", "Goldsmiths"}
        for table in told["tables"]:  # also the one that bots played alone is there to be replayed
            assert (await ada.call("GET", f"/api/matches/{table['match']}/replay"))["steps"]


async def test_names_are_names_and_nobody_directs_without_end(server, monkeypatch):
    monkeypatch.setattr(directing, "MOST_DIRECTED", 2)
    async with (
        Client(server.url) as director,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bob") as bob,
        Client(server.url, name="Cyd") as cyd,
    ):
        await sign_up(director, "Magnus")
        config = {"game": "aurum", "players": 4, "deals": 1, "form": "teams", "level": "random"}
        made = await director.open_tournament("Friday\u2066  cup", config)
        assert made["name"] == "Friday cup"
        for name, fault in (("Magnu\u0455", "name_taken"), ("A\x1b[31m", "name_characters"), ("\u3164\u3164", "name_")):
            with pytest.raises(Problem, match=fault):
                await ada.enter(made["id"], name=name)
        await ada.enter(made["id"], name="Alchemists")
        with pytest.raises(Problem, match="name_taken"):
            await bob.enter(made["id"], name="A1chemists")  # a digit for the second letter
        await bob.enter(made["id"])
        told = await director.tournament(made["id"])
        assert {one["name"] for one in told["entrants"]} == {"Alchemists", "Bob"}
        alone = await director.open_tournament("Alone", {**config, "form": "singles"})
        with pytest.raises(Problem, match="too_many_tournaments"):
            await director.open_tournament("One more", config)
        await cyd.enter(alone["id"], name="Somebody else")
        assert (await cyd.tournament(alone["id"]))["entrants"][0]["name"] == "Cyd"
        await director.direct(alone["id"], "finish")
        await director.open_tournament("One more", config)


async def test_nobody_is_put_in_unasked_or_beside_who_they_have_blocked(server):
    async with (
        Client(server.url) as director,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bob") as bob,
        Client(server.url) as cyd,
    ):
        for client, name in ((director, "Dan"), (cyd, "Cyd")):
            await sign_up(client, name)
        config = {"game": "aurum", "players": 4, "deals": 1, "form": "sides", "level": "random"}
        cup = (await director.open_tournament("Cup", config))["id"]
        await ada.enter(cup)
        await bob.enter(cup)
        wanted = {"entrant": 0, "place": 1, "name": "Cyd"}
        with pytest.raises(Problem, match="not_following"):
            await director.direct(cup, "substitute", wanted)
        await cyd.call("POST", "/api/friends", {"person": "Dan"})
        me = (await ada.call("GET", "/api/me"))["id"]
        await cyd.call("POST", "/api/relations", {"person": me, "relation": "block"})
        with pytest.raises(Problem, match="kept_apart"):
            await director.direct(cup, "substitute", wanted)
        await director.direct(cup, "substitute", {**wanted, "entrant": 1})


async def test_who_directs_and_goes_leaves_it_to_who_entered_first(serve, place):
    """As a club is left to who has been there longest; and who is forgotten before the start has withdrawn."""
    one = await serve(place)
    other = await serve(place) if place.startswith("postgresql") else one
    config = {"game": "aurum", "players": 3, "deals": 1, "level": "random"}
    async with (
        Client(one.url) as dan,
        Client(other.url, name="Ada") as ada,
        Client(other.url) as cyd,
        Client(other.url) as nobody,
    ):
        await asyncio.gather(sign_up(dan, "Dan"), sign_up(cyd, "Cyd"))
        empty, waiting, running = [(await dan.open_tournament(name, config))["id"] for name in ("Off", "Cup", "On")]
        for cup in (waiting, running):
            for who in (dan, ada, cyd):
                await who.enter(cup)
        await dan.direct(running, "start")
        assert (await until(lambda: when_seated(ada, running)))["round"] == 0
        await dan.call("POST", "/api/me/delete", {"name": "Dan", "password": PASSWORD})
        assert (await nobody.tournament(empty))["status"] == "finished"
        told = await cyd.tournament(waiting)
        assert told["directs"]  # she has an account, Ada has none
        assert [entrant["name"] for entrant in told["entrants"]] == ["Ada", "Cyd"]
        with pytest.raises(Problem, match="director_only"):
            await ada.direct(waiting, "start")
        await cyd.direct(waiting, "finish")
        # Of one that is played a bot takes the seat, and it comes to its end.
        told = await cyd.tournament(running)
        assert told["directs"]
        assert "" in [entrant["name"] for entrant in told["entrants"]]
        await cyd.direct(running, "finish")
        await cyd.call("POST", "/api/me/delete", {"name": "Cyd", "password": PASSWORD})
        assert (await nobody.tournament(running))["status"] == "finished"


async def test_where_everybody_leaves_nothing_hangs(server):
    async with (
        Client(server.url) as director,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Cyd") as cyd,
    ):
        await sign_up(director, "Dan")
        config = {"game": "aurum", "players": 3, "rounds": 2, "deals": 2, "level": "random"}
        cup = (await director.open_tournament("Cup", config))["id"]
        for one in (ada, cyd):
            await one.enter(cup)
            await one.direct(cup, "withdraw")
        with pytest.raises(Problem, match="too_few_entrants"):
            await director.direct(cup, "start")
        for one in (ada, cyd):
            await one.enter(cup)
        await director.direct(cup, "start")
        seated = await until(lambda: when_seated(ada, cup))
        # Of the round everybody is told once: that its first match has begun says nothing more.
        await server.app.house.submit(seated["next"], None, Lose(ada.id))
        kinds = await server.app.database.fetch("SELECT kind, told FROM notices WHERE person = ?", ada.id)
        assert {kind for kind, told in kinds if kind != "match_begun" or told is None} == {"tournament_round"}
        for one, name in ((ada, "Ada"), (cyd, "Cyd")):
            await one.call("POST", "/api/me/delete", {"name": name})
        told = await until(lambda: when_over(director, cup))
        assert len(told["tables"]) == 4
        assert all(table["points"] is not None for table in told["tables"])
