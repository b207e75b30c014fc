"""A frame and a call come to the same command, by the same one function of the house."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from raw import Raw

from karat.client import Client
from karat.server.tables.commands import (
    Act,
    Answer,
    Ask,
    Back,
    Command,
    Fill,
    Kick,
    Leave,
    Order,
    Pledging,
    Prefer,
    Rematch,
    Salting,
    Say,
    Sender,
    Sit,
    StandIn,
)

TABLE = {"game": "aurum", "players": 3, "bots": {"2": "random"}}


@pytest.fixture
async def submitted(server: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Command]]:
    """What people want, as it comes to the house: who, and the command."""
    seen: list[tuple[str, Command]] = []
    submit = server.app.house.submit

    async def watched(table: str, by: Sender | None, command: Command, *more: Any) -> Any:
        if by is not None:
            seen.append((by.player.name, command))
        return await submit(table, by, command, *more)

    monkeypatch.setattr(type(server.app.house), "submit", lambda _house, *given: watched(*given))
    return seen


@pytest.fixture
async def ada(server: Any) -> AsyncIterator[Client]:
    async with Client(server.url, name="Ada") as client:
        yield client


async def test_a_move_is_the_same_by_socket_and_by_call(server: Any, ada: Client, submitted: list[tuple[str, Command]]):
    async with Client(server.url, name="Bea") as bea:
        table = await ada.open_table(TABLE)
        await bea.join(table)
        async with Raw(server.url, ada.token, table) as raw:
            turn = raw.first["d"]["turn"]
            move = {"cid": "one", "decision": turn["decision"], "action": turn["legal"][0]}
            assert (await raw.answer("act", **move))["t"] == "ok"
        await ada.call("POST", f"/api/bot/tables/{table}/act", move)
    assert submitted == [("Bea", Sit(None, "")), *2 * [("Ada", Act("one", turn["decision"], turn["legal"][0]))]]


async def test_every_frame_that_wants_something_is_a_command(
    server: Any, ada: Client, submitted: list[tuple[str, Command]]
):
    table = await ada.open_table(TABLE)
    frames: dict[str, tuple[dict[str, Any], Command]] = {
        "pledge": ({"pledge": ""}, Pledging("")),
        "salt": ({"salt": "a"}, Salting("a")),
        "prefer": ({"forced": True}, Prefer(True)),
        "order": ({"cid": "0", "actions": ["keep"]}, Order("0", ("keep",))),
        "back": ({}, Back()),
        "say": ({"cid": "1", "text": "hello"}, Say("1", "hello")),
        "ask": ({"cid": "2", "wish": "undo"}, Ask("2", "undo")),
        "answer": ({"cid": "3", "wish": "undo", "yes": False}, Answer("3", "undo", False)),
    }
    async with Raw(server.url, ada.token, table) as raw:
        for kind, (inside, _) in frames.items():
            await raw.answer(kind, **inside)
    assert submitted == [("Ada", command) for _, command in frames.values()]


async def test_every_call_that_wants_something_is_a_command(ada: Client, submitted: list[tuple[str, Command]]):
    table = await ada.open_table(TABLE)
    calls: dict[str, tuple[dict[str, Any] | None, Command]] = {
        "join": ({"seat": 0}, Sit(0, "")),  # who says nothing of a salt gives none
        "kick": ({"seat": 1}, Kick(1)),
        "fill": ({}, Fill(None)),
        "stand-in": ({"seat": 1}, StandIn(1)),
        "rematch": ({"cid": "again"}, Rematch("again")),
        "orders": ({"actions": ["keep"]}, Order("rest", ("keep",))),
        "leave": (None, Leave()),
    }
    for path, (body, _) in calls.items():
        await ada._http.post(f"/api/tables/{table}/{path}", json=body, headers={"Authorization": f"Bearer {ada.token}"})
    assert submitted == [("Ada", command) for _, command in calls.values()]
