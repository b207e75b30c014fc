"""Matches looked at again: as they were, as each seat saw them, and never while they are played."""

import json
import random
from typing import Any, Union

import httpx
import msgspec
import pytest
from growing import Growing

from karat.client import Client
from karat.games import GAMES
from karat.record import dump_line
from karat.server.matches.replaying import make_replay
from karat.server.tables.entries import Config
from karat.server.wire import events, views

CONFIGS = [Config("aurum", 3, edition="fr"), Config("aurum", 4), Config("amul", 3)]


def played(config: Config, seed: int = 1) -> tuple[Growing, list[list[Any]]]:
    """A match at random, and for each seat what it saw after each move; choices are made from seat 0 up."""
    table, rng = Growing(config), random.Random(seed)
    seen = [[views.of_table(table.table, seat)] for seat in range(config.players)]
    while table.table.status == "playing":
        seat = min(table.running.owing)
        table.act(seat, rng.choice(table.running.legal(seat)))
        for who in range(config.players):
            seen[who].append(views.of_table(table.table, who))
    return table, seen


def bare(view: Any) -> Any:
    """What a replay shows of a view: nothing is to be chosen."""
    about_choices = {name: () for name in ("choices", "changes", "worths") if hasattr(view.aids, name)}
    aids = msgspec.structs.replace(view.aids, refused={}, **about_choices)
    earlier = {"earlier": ()} if hasattr(view, "earlier") else {}
    return msgspec.structs.replace(view, actions=(), aids=aids, **earlier)


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.game}-{config.players}")
def test_a_seat_sees_again_what_it_saw(config: Config):
    table, seen = played(config)
    record, hosted = table.table.record(), GAMES[config.game]
    for seat in range(config.players):
        first = make_replay(record, hosted, seat=seat)
        rounds = [make_replay(record, hosted, seat=seat, number=one.number) for one in first.rounds]
        shown = [step for one in rounds for step in one.steps]
        assert [len(one.steps) for one in rounds] == [one.steps for one in first.rounds]
        moves = [step.view for step in shown if step.seat is not None]
        # The table deals the next round of Aurum at once; in a record a deal is a step of its own.
        live = [bare(view) for view in seen[seat][1:]]
        same = [one == other for one, other in zip(moves, live, strict=True)]
        assert same.count(False) <= (len(rounds) - 1 if config.game == "aurum" else 0)
        assert all(step.view.hands is None for step in shown)


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.game}-{config.players}")
def test_with_open_cards_all_is_seen_and_the_score_is_the_recorded_one(config: Config):
    table, _ = played(config)
    record = table.table.record()
    first = make_replay(record, GAMES[config.game])
    last = make_replay(record, GAMES[config.game], number=len(first.rounds))
    assert len(first.steps[0].view.hands or ()) == config.players
    assert all(first.steps[0].view.hands or ())
    assert first.outcome == last.outcome
    assert list(last.outcome.winners) == record["result"]["winners"]
    kinds = Union[events.event_types(GAMES[config.game])]  # noqa: UP007 -- of a tuple
    for step in last.steps:
        for happened in step.events:
            msgspec.convert(msgspec.json.decode(happened), kinds)
    marks = [mark for mark in first.rounds[0].marks if mark.kind in ("trick", "offers")]
    assert marks
    for mark in marks:
        names = [msgspec.json.decode(happened)["e"] for happened in first.steps[mark.step].events]
        assert {"TrickTaken", "OffersRevealed"} & set(names)


def test_what_lies_face_down_is_told_only_to_its_owner():
    table, _ = played(Config("amul", 3))
    for seat in range(3):
        steps = make_replay(table.table.record(), GAMES["amul"], seat=seat).steps
        offers = [step for step in steps if step.seat is not None][:3]
        known = [step.action is not None for step in offers]
        assert known == [seat == 0, seat == 1, True]


@pytest.fixture
async def http(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


async def test_any_record_can_be_brought_as_object_text_or_file(http: httpx.AsyncClient):
    one, two = played(Config("aurum", 3))[0].table.record(), played(Config("amul", 3))[0].table.record()
    as_object = await http.post("/api/replay", json={"record": one, "round": 2, "seat": 1})
    as_text = await http.post("/api/replay", json={"record": dump_line(one) + "\n", "round": 2, "seat": 1})
    assert as_object.status_code == 200
    assert as_object.json() == as_text.json()
    file = f"{dump_line(one)}\n\n{dump_line(two)}\n"
    second = (await http.post("/api/replay", json={"record": file, "match": 2})).json()
    assert (second["header"]["game"], second["match"], second["matches"]) == ("amul", 2, 2)
    assert second["header"]["names"] == ["Ada", "Bea", "Cleo"]
    assert len(as_object.content) < 400_000


@pytest.mark.parametrize(
    ("change", "status", "law"),
    [
        ({"record": "not json"}, 409, "K1.2"),
        ({"record": ""}, 409, "K1.1"),
        ({"record": {}}, 409, "K3.1"),
        ({"record": {"game": "chess"}}, 409, "K2.1"),
        ({"seat": 3}, 409, None),
        ({"round": 99}, 404, None),
        ({"match": 2}, 404, None),
    ],
)
async def test_what_cannot_be_replayed_is_said(http: httpx.AsyncClient, change: Any, status: int, law: str | None):
    record = played(Config("aurum", 3))[0].table.record()
    told = await http.post("/api/replay", json={"record": record, **change})
    assert (told.status_code, told.json().get("law")) == (status, law)


async def test_a_step_against_the_rules_is_told_as_verify_tells_it(http: httpx.AsyncClient):
    record = json.loads(dump_line(played(Config("aurum", 3))[0].table.record()))
    seat, _ = record["rounds"][0]["actions"][3]
    record["rounds"][0]["actions"][3] = [seat, "bid B1"]
    told = (await http.post("/api/replay", json={"record": record})).json()
    assert (told["code"], told["law"]) == ("bad_record", "A0.1")
    assert told["message"].startswith("round 1, action 3: A0.1: ")
    assert (told["params"]["round"], told["params"]["action"]) == ("1", "3")


async def test_a_match_has_a_replay_when_it_is_over_and_for_who_may_see_it(server: Any, http: httpx.AsyncClient):
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table({"game": "aurum", "players": 3})
        await ada.fill(table, "random")
        own = {"Authorization": f"Bearer {ada.token}"}
        assert (await http.get(f"/api/matches/{table}/replay", headers=own)).status_code == 404
        async with ada.follow(table) as followed:
            async for _ in followed:
                if followed.owes:
                    await followed.act(followed.legal[0])
        told = await http.get(f"/api/matches/{table}/replay?seat=0", headers=own)
        assert told.status_code == 200
        assert (told.json()["header"]["names"][0], told.json()["header"]["table"]) == ("Ada", table)
        assert (await http.get(f"/api/matches/{table}/replay")).status_code == 200  # whoever has the link
        private = await http.post(f"/api/matches/{table}/sharing", headers=own, json={"private": True})
        assert private.json()["sharing"] == "private"
        assert (await http.get(f"/api/matches/{table}/replay")).status_code == 404
