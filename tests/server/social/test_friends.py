"""Friends: who follows whom, who is told who is there, and that a block ends all of it."""

from urllib.parse import parse_qsl

import pytest
from matches import finished
from meeting import house, stranger, visitors

from karat.server.matches.finished import close
from karat.server.matches.ladders import wilson

PUBLIC = {"game": "amul", "players": 3, "visibility": "public", "spectators": "delayed", "bots": {"1": "random"}}


async def test_friends_see_each_other_and_others_do_not(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto") as (anna, otto):
        await anna.post("/api/friends", person="otto")
        (seen,) = (await anna.get("/api/friends"))["people"]
        assert (seen["name"], seen["follows"], seen["follows_back"], seen["online"]) == ("Otto", True, False, False)
        (follower,) = (await otto.get("/api/friends"))["people"]
        assert (follower["name"], follower["follows"], follower["online"]) == ("Anna", False, False)

        await otto.post("/api/friends", person=anna.id)
        table = (await otto.post("/api/tables", config=PUBLIC))["table"]
        (seen,) = (await anna.get("/api/friends"))["people"]
        assert seen["online"] is True
        assert seen["playing"] == [{"table": table, "game": "amul", "players": 3, "status": "open"}]

        await otto.post("/api/me/profile", shows=["ratings"])  # he no longer wants it known
        (seen,) = (await anna.get("/api/friends"))["people"]
        assert (seen["online"], seen["playing"]) == (False, [])

        await anna.post("/api/friends", person=otto.id, follow=False)
        await otto.post("/api/friends", person=anna.id, follow=False)
        assert (await anna.get("/api/friends"))["people"] == []


async def test_one_follows_accounts_and_nobody_else(place: str):
    async with house(place) as app, visitors(app, "Anna") as (anna,), stranger(app) as guest:
        assert (await anna.post("/api/friends", 409, person="Anna"))["code"] == "yourself"
        assert (await anna.post("/api/friends", 404, person="Nobody"))["code"] == "nobody"
        await guest.get("/api/friends", 401)
        told = await guest.post("/api/guests", name="Gus")
        assert (await guest.post("/api/friends", 403, person="Anna"))["code"] == "account_needed"
        assert (await anna.post("/api/friends", 409, person=told["id"]))["code"] == "account_needed"


async def test_a_block_parts_friends_and_what_is_kept_goes_with_the_account(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto") as (anna, otto):
        for one, other in ((anna, otto), (otto, anna)):
            await one.post("/api/friends", person=other.name)
        assert [row["other"] for row in (await anna.get("/api/me/export"))["follows"]] == [otto.id]
        await anna.post("/api/relations", person=otto.id, relation="block")
        for one, other in ((anna, otto), (otto, anna)):
            assert (await one.get("/api/friends"))["people"] == []
            assert (await one.post("/api/friends", 404, person=other.name))["code"] == "nobody"
        await anna.post("/api/relations", person=otto.id, relation=None)
        await anna.post("/api/friends", person="Otto")
        await otto.post("/api/me/delete", name="Otto", password="four geese in a row")
        assert (await anna.get("/api/friends"))["people"] == []


async def test_ladders_and_leaderboards_tell_how_sure_they_are(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida") as people:
        anna, otto, ida = people
        known = [await app.people.accounts.named(one.name) for one in people]
        for number in range(6):
            for who in known[:2]:
                await close(app.database, finished(f"{who.name}{number}", "amul", who, "casual", "casual"))
        await close(app.database, finished("x1", "amul", known[2], "casual", "random"))  # not one level alone
        await close(app.database, finished("x2", "amul", known[2], "casual", "casual"))  # too few
        told = await ida.get("/api/ladder", game="amul", players=3, level="casual")
        assert {line["name"] for line in told["lines"]} == {"Anna", "Otto"}
        for line in told["lines"]:
            assert line["matches"] == 6
            assert line["low"] <= line["won"] / 6 <= line["high"]
        board = await ida.get("/api/leaderboard", game="amul", players=3, pool="bots", least=5)
        named = [line["name"] for line in board["lines"]]
        assert {"Anna", "Otto", "casual"} <= set(named)
        assert "Ida" not in named
        await otto.post("/api/me/profile", shows=[])  # keeps both to himself
        await anna.post("/api/relations", person=ida.id, relation="block")
        assert (await ida.get("/api/ladder", game="amul", players=3, level="casual"))["lines"] == []
        board = await ida.get("/api/leaderboard", game="amul", players=3, pool="bots")
        assert not {"Anna", "Otto"} & {line["name"] for line in board["lines"]}


@pytest.mark.parametrize(
    "path",
    [
        "/api/ladder?players=3&level=casual&game=chess",
        "/api/leaderboard?players=3&game=chess",
        "/api/matches?game=chess",
        "/api/games/chess/puzzles",
        "/api/games/chess/puzzle",
        "/api/games/chess/daily",
        "/api/rules/chess",
        "/api/rules/chess/differences?one=de&other=fr",
        "/api/tutorials/chess",
        "/api/aid/chess",
        "/api/me/mistakes?game=chess",
    ],
)
async def test_what_is_asked_about_no_game_of_the_house_is_refused_with_those_there_are(place: str, path: str):
    async with house(place) as app, visitors(app, "Anna") as (anna,):
        path, _, query = path.partition("?")
        told = await anna.get(path, 404, **dict(parse_qsl(query)))
        assert told["code"] == "no_such_game"
        assert "'chess'" in told["message"]
        assert all(game in told["message"] for game in app.house.games)


async def test_a_ladder_of_no_level_is_refused_with_those_there_are(place: str):
    async with house(place) as app, visitors(app, "Anna") as (anna,):
        told = await anna.get("/api/ladder", 404, game="amul", players=3, level="godlike")
        assert told["code"] == "no_such_bot"
        assert "'godlike'" in told["message"]
        assert "expert" in told["message"]


def test_three_of_three_stand_below_ninety_of_a_hundred():
    assert wilson(3, 3).low < wilson(90, 100).low
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50, 100)  # Wilson (1927): 0.404 to 0.596
    assert abs(low - 0.4038) < 1e-3
    assert abs(high - 0.5962) < 1e-3
