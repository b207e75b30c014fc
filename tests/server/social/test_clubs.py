"""Clubs: joined in three ways, led, with tables, dates and standings of their own."""

import time

from matches import finished
from meeting import house, stranger, visitors

from karat.server.matches.finished import close
from karat.server.social import clubs

CONFIG = {"game": "amul", "players": 3, "bots": {"1": "random"}}


async def test_a_club_is_made_joined_led_and_handed_over(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida") as (anna, otto, ida):
        made = await anna.post("/api/clubs", name="Geese", about="We\n\nplay  on Fridays", entry="request")
        assert (made["name"], made["role"], made["about"]) == ("Geese", "owner", "We\n\nplay on Fridays")
        club = "/api/clubs/Geese"
        assert (await otto.post("/api/clubs", 409, name="GEE5E"))["code"] == "name_taken"  # looks the same
        assert (await otto.post(f"{club}/join"))["role"] == "asked"
        assert [one["name"] for one in (await otto.get(club))["members"]] == ["Anna", "Otto"]
        assert [one["name"] for one in (await ida.get(club))["members"]] == ["Anna"]  # who asked is not everybody's
        assert (await otto.post(f"{club}/invite", 409, person=otto.id))["code"] == "not_your_club"
        await anna.post(f"{club}/invite", person=otto.id)
        assert (await otto.get(club))["role"] == "member"
        await anna.post(club, about="closed", entry="invitation")
        assert (await ida.post(f"{club}/join", 409))["code"] == "not_invited"
        await anna.post(f"{club}/roles", person=otto.id, role="officer")
        await otto.post(f"{club}/invite", person="Ida")
        assert (await ida.post(f"{club}/join"))["role"] == "member"
        assert (await otto.post(f"{club}/leave", 409, person=anna.id))["code"] == "not_your_club"
        assert (await anna.post(f"{club}/leave", 409, person=anna.id))["code"] == "owner_stays"
        assert (await anna.post(f"{club}/leave", 409, person="Nobody here"))["code"] == "no_member"
        await anna.post(f"{club}/roles", person="OTTO", role="owner")  # by a name as well as by an id
        await anna.post(f"{club}/leave", person="Anna")
        assert (await anna.delete(club, 409))["code"] == "not_your_club"
        assert [one["role"] for one in (await otto.get("/api/clubs"))["clubs"]] == ["owner"]
        # An account that goes leaves its club to who has been there longest.
        await otto.post("/api/me/delete", name="Otto", password="four geese in a row")
        assert (await ida.get(club))["role"] == "owner"
        await ida.delete(club)
        await ida.get(club, 404)


async def test_tables_and_dates_of_a_club_are_its_members(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida") as (anna, otto, ida), stranger(app) as eve:
        await anna.post("/api/clubs", name="Geese", entry="open")
        await otto.post("/api/clubs/geese/join")
        at = time.time() + 3600
        planned = await anna.post("/api/clubs/Geese/events", at=at, title="Friday", words="bring cake", config=CONFIG)
        (event,) = planned["events"]
        assert (await otto.post("/api/clubs/Geese/events", 409, at=at, title="x"))["code"] == "not_your_club"
        await anna.post("/api/clubs/Geese/events", 409, at=1.0, title="long ago")
        assert (await ida.post("/api/clubs/Geese/tables", 403, config=CONFIG))["code"] == "members_only"
        table = (await otto.post("/api/clubs/Geese/tables", config=CONFIG, event=event["id"]))["table"]
        await anna.post("/api/clubs/Geese/tables", 409, config=CONFIG, event=event["id"])  # it is open already
        seen = await anna.get("/api/clubs/Geese")
        assert [one["id"] for one in seen["tables"]] == [table]
        assert seen["events"][0]["table"] == table
        for one in (ida, eve):
            assert ((shown := await one.get("/api/clubs/Geese"))["tables"], shown["events"]) == ([], [])
            assert (await one.get(f"/api/tables/{table}", 403))["code"] == "members_only"
        assert (await ida.post(f"/api/tables/{table}/join", 403))["code"] == "members_only"
        assert all(one["id"] != table for one in (await anna.get("/api/tables"))["tables"])
        await anna.post(f"/api/tables/{table}/join")
        assert (await anna.delete(f"/api/clubs/Geese/events/{event['id']}"))["events"] == []


async def test_standings_count_matches_among_members(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida") as (anna, otto, ida):
        await anna.post("/api/clubs", name="Geese", entry="open")
        await otto.post("/api/clubs/Geese/join")
        people = [await app.people.accounts.named(one.name) for one in (anna, otto, ida)]
        later = time.time() + 10
        for number in range(4):
            await close(app.database, finished(f"in{number}", "amul", *people[:2], "casual", ended=later))
        await close(app.database, finished("out", "amul", *people, ended=later))  # Ida is no member
        await close(app.database, finished("alone", "amul", people[0], "casual", "casual", ended=later))
        await close(app.database, finished("before", "amul", *people[:2], "casual"))  # there was no club
        scores = (await ida.get("/api/clubs/Geese"))["standings"]
        assert {one["name"]: one["matches"] for one in scores} == {"Anna": 4, "Otto": 4}
        for one in scores:
            assert abs(one["fair"] - 4 / 3) < 1e-9
            assert one["low"] <= one["won"] / 4 <= one["high"]


async def test_nobody_fills_the_house_with_clubs(place: str, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_JOINED", 2)
    monkeypatch.setattr(clubs, "MOST_MEMBERS", 1)
    async with house(place) as app, visitors(app, "Anna", "Otto") as (anna, otto), stranger(app) as guest:
        await guest.post("/api/guests", name="Gus")
        assert (await guest.post("/api/clubs", 403, name="Guests"))["code"] == "account_needed"
        for name in ("One goose", "Two geese"):
            await anna.post("/api/clubs", name=name, entry="open")
        assert (await anna.post("/api/clubs", 409, name="Three geese"))["code"] == "too_many_clubs"
        assert (await otto.post("/api/clubs/One goose/join", 409))["code"] == "club_full"
        await anna.post("/api/relations", person=otto.id, relation="block")
        assert (await otto.post("/api/clubs/One goose/join", 409))["code"] == "not_invited"
