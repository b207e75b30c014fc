"""A game that was added by a line in the table of games: hosted, watched over the wire, replayed and told."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, Union

import msgspec
import pytest
from thirdgame.kit import make_kit

from karat.client import Client, Followed
from karat.games import GAMES
from karat.server.http.schema import schema
from karat.server.wire.events import TableEvent, event_types


@pytest.fixture
async def house(opal: str, server: Any) -> Any:  # noqa: ARG001 -- the line first, then the server
    return server


async def play(client: Client, table: str, seed: int) -> list[dict[str, Any]]:
    """Any stone until the match is over; the events that were heard."""
    rng, heard = random.Random(seed), []
    async with client.follow(table, decisions=True) as followed:
        async for update in followed:
            heard += update.events
            if followed.owes:
                await refused(followed)
                await followed.act(rng.choice(followed.legal))
    return heard


async def refused(followed: Followed) -> None:
    """A stone that one does not hold is refused by its rule."""
    from karat.client import Rejected

    strange = next(f"lay O{rank}" for rank in range(1, 9) if f"lay O{rank}" not in followed.legal)
    with pytest.raises(Rejected) as told:
        await followed.act(strange)
    assert told.value.law == "O1.2"


async def play_a_match(url: str) -> tuple[str, dict[str, Any], list[list[dict[str, Any]]]]:
    """Two people and a bot of the house: the table, its record, and what each of the people heard."""
    async with Client(url, name="Ada") as ada, Client(url, name="Bea") as bea:
        table = await ada.open_table({"game": "opal", "players": 3, "visibility": "public"})
        assert await bea.join(table) == 1
        await ada.fill(table)
        heard = await asyncio.wait_for(asyncio.gather(play(ada, table, 1), play(bea, table, 2)), 60)
        return table, await ada.record(table), heard


async def test_two_people_and_a_bot_of_the_house_play_a_match(house: Any):
    kit = make_kit()
    _, record, heard = await play_a_match(house.url)
    outcome = kit.game.outcome(kit.replay(record))
    assert outcome is not None
    assert record["bots"] == ["", "", "careful"]  # nobody named a level: it is the kit's usual one
    of_game = Union[event_types(kit)]  # noqa: UP007 -- of a tuple
    for seat, events in enumerate(heard):
        for told in events:
            msgspec.convert(told, of_game if told["e"][0].isupper() else TableEvent)
        assert {told["seat"] for told in events if told["e"] == "HandDealt"} == {seat}
        assert events[-1]["outcome"]["scores"] == list(outcome.scores)
        laid = [action for one in record["rounds"] for who, action in one["actions"] if who == seat]
        assert [f"lay {told['stones'][seat]}" for told in events if told["e"] == "StonesRevealed"] == laid
        # Who chooses last sees all stones at once, and hears nothing of a choice that lies face down.
        left = iter(laid)
        assert all(told["action"] in left for told in events if told["e"] == "chosen")


async def test_it_is_replayed_over_rest(house: Any):
    kit = make_kit()
    table, record, _ = await play_a_match(house.url)
    async with Client(house.url, name="Cleo") as cleo:
        whole = await cleo.call("GET", f"/api/matches/{table}/replay?round=2")
        assert (whole["header"]["game"], len(whole["rounds"])) == ("opal", 3)
        assert [step["view"]["hands"] is not None for step in whole["steps"]] == [True] * 3 + [False]
        assert [mark["kind"] for one in whole["rounds"] for mark in one["marks"]] == ["stones"] * 3
        seen = await cleo.call("POST", "/api/replay", {"record": record, "seat": 0, "round": 2})
    view_type = kit.view_type.load()
    views = [msgspec.convert(step["view"], view_type) for step in seen["steps"]]
    assert all(view.hands is None and view.seat == 0 and not view.refused and not view.choices for view in views)
    assert list(views[0].hand) == record["rounds"][1]["deal"][0]
    assert [step["action"] for step in seen["steps"]] == [None, record["rounds"][1]["actions"][0][1], None, *(
        action for _, action in record["rounds"][1]["actions"][2:]
    )]  # fmt: skip


async def test_it_is_listed_and_its_rules_and_aid_are_told(house: Any):
    async with Client(house.url) as nobody:
        listed = {one["name"]: one for one in (await nobody.call("GET", "/api/games"))["games"]}
        assert listed["opal"] == {
            "name": "opal",
            "players": [2, 3, 4],
            "usual_players": 3,
            "bots": ["random", "careful"],
            "ready": ["random", "careful"],
            "usual": "careful",
            "card_files": False,
            "cards": [],
            "editions": [],
            "usual_edition": None,
            "variants": ["long"],
        }
        book = await nobody.call("GET", "/api/rules/opal?language=fr")
        assert (book["title"], book["laws"]["O1.2"]) == ("Opal", "Vous n’avez pas cette pierre")
        aid = await nobody.call("GET", "/api/aid/opal?language=de")
        assert [section["heading"] for section in aid["sections"]] == ["Eine Runde", "Das Ende"]
        assert len((await nobody.call("GET", "/api/cards/opal"))["stones"]) == 8


async def test_one_plays_at_once_against_the_kits_usual_bots(house: Any):
    async with Client(house.url, name="Ada") as ada:
        given = await ada.call("POST", "/api/play", {"game": "opal", "players": 4, "variants": ["long"]})
        shown = await ada.table(given["table"])
        assert [seat.get("bot", "") for seat in shown["seats"]] == ["", "careful", "careful", "careful"]


async def test_the_documents_of_its_house_tell_its_types(house: Any):
    async with Client(house.url) as nobody:
        document = await nobody.call("GET", "/openapi.json")
    assert "OpalView" in document["components"]["schemas"]
    assert "/api/cards/opal" in document["paths"]
    told = schema(GAMES)
    refs = [one["$ref"] for one in told["$defs"]["View"]["anyOf"]]
    assert refs == ["#/$defs/AurumView", "#/$defs/AmulView", "#/$defs/OpalView"]
    assert "OpalStonesRevealed" in told["$defs"]


async def test_a_house_may_have_this_game_alone(serve: Callable[..., Awaitable[Any]], tmp_path: Any):
    """Without any line in the table: the app is given its games."""
    server = await serve(str(tmp_path / "alone.sqlite"), games={"opal": make_kit()})
    async with Client(server.url) as nobody:
        assert [one["name"] for one in (await nobody.call("GET", "/api/games"))["games"]] == ["opal"]
        document = await nobody.call("GET", "/openapi.json")
    assert not any("Aurum" in name or "Amul" in name for name in document["components"]["schemas"])
    await play_a_match(server.url)


async def test_a_stone_is_laid_for_who_said_so_in_advance(house: Any):
    async with Client(house.url, name="Ada") as ada:
        table = await ada.open_table({"game": "opal", "players": 3, "bots": {"1": "careful", "2": "careful"}})
        async with ada.follow(table) as followed:
            while not followed.turn.get("may_order"):
                await anext(followed)
            wanted = followed.turn["may_order"][-1]
            await followed.order(wanted)
            laid: list[str] = []
            async with asyncio.timeout(30):
                while not laid:
                    events = (await anext(followed)).events
                    laid = [f"lay {event['stones'][0]}" for event in events if event["e"] == "StonesRevealed"]
            assert laid == [wanted]
            assert not followed.turn.get("orders")
