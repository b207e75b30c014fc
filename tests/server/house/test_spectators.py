"""Who may watch, and when: the same over sockets, streams of lines and REST."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from people import GOOD_PASSWORD
from raw import Raw

from karat.client import Client, Problem

Serve = Callable[..., Awaitable[Any]]


async def play_on(client: Client, table: str) -> None:
    async def play() -> None:
        async with client.follow(table) as followed:
            async for _ in followed:
                if followed.owes:
                    await followed.act(followed.legal[0])

    await asyncio.wait_for(play(), 60)


async def bot_token(url: str) -> str:
    async with httpx.AsyncClient(base_url=url) as http:
        await http.post("/api/accounts", json={"name": "Owner", "password": GOOD_PASSWORD})
        return str((await http.post("/api/tokens", json={"bot": "Watcher", "scopes": ["read"]})).json()["token"])


async def first_line(url: str, token: str, table: str) -> dict[str, Any]:
    """What a stream of lines begins with, or how it is refused."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx.AsyncClient(base_url=url, headers=headers) as http,
        http.stream("GET", f"/api/bot/tables/{table}/stream") as response,
    ):
        if response.status_code != 200:
            return json.loads(await response.aread())
        async for line in response.aiter_lines():
            if line:
                return json.loads(line)
    raise AssertionError("the stream was empty")


async def shown_to_all(url: str, table: str) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=url) as http:
        return (await http.get(f"/api/tables/{table}")).json()


async def keep_private(url: str, player: Client, table: str) -> None:
    async with httpx.AsyncClient(base_url=url, headers={"authorization": f"Bearer {player.token}"}) as http:
        (await http.post(f"/api/matches/{table}/sharing", json={"private": True})).raise_for_status()


async def kept_from(url: str, client: Client, table: str) -> bool:
    """Whether somebody sees nothing of a match that is over."""
    with pytest.raises(Problem, match="not_seated"):
        await client.record(table)
    async with Raw(url, client.token, table) as raw:
        return bool(raw.first["d"]["code"] == "no_spectators")


@pytest.mark.parametrize("spectators", ["off", "after", "delayed"])
async def test_what_others_see_of_a_match(serve: Serve, place: str, spectators: str):
    server = await serve(place)
    config = {"game": "aurum", "players": 3, "bots": {"2": "random"}, "spectators": spectators, "delay_seconds": 3600}
    token = await bot_token(server.url)
    async with (
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bea") as bea,
        Client(server.url, name="Sam") as sam,
    ):
        table = await ada.open_table(config)
        async with Raw(server.url, sam.token, table) as waiting:
            assert waiting.first["d"]["status"] == "open"  # who sits there is no secret
            await bea.join(table)
            if spectators == "off":
                refused = await waiting.until(lambda frame: frame["t"] == "rejected")
                assert refused["d"]["code"] == "no_spectators"
                assert (await waiting.answer("say", cid="c", text="hm"))["d"]["code"] == "no_spectators"
            # While they play
            line = await first_line(server.url, token, table)
            async with Raw(server.url, sam.token, table) as raw:
                for told in (raw.first, line):
                    if spectators == "off":
                        assert (told.get("d") or told)["code"] == "no_spectators"
                    else:
                        assert told["t"] == "snapshot"
                        assert "legal" not in json.dumps(told)
                        if spectators == "after":
                            assert told["d"]["status"] == "open"  # nothing of the match yet
                            assert "view" not in told["d"]
                        else:  # the table as it was dealt, before anybody did anything
                            assert told["d"]["status"] == "playing"
                            assert told["d"]["view"]["hand"] == []
                            assert told["d"]["view"]["laid"] == []
            shown = await shown_to_all(server.url, table)
            assert shown["status"] == "playing"
            assert not {"view", "turn", "hands"} & shown.keys()
            with pytest.raises(Problem, match="not_finished"):
                await sam.record(table)
            await asyncio.gather(play_on(ada, table), play_on(bea, table))
            # Afterwards
            heard = await waiting.silent()
            line = await first_line(server.url, token, table)
            async with Raw(server.url, sam.token, table) as raw:
                told = [raw.first, line]
        if spectators == "off":
            assert heard == []
            assert [(one.get("d") or one)["code"] for one in told] == ["no_spectators"] * 2
        else:
            events = [event["e"] for frame in heard for event in frame["d"].get("events", ())]
            assert events[-1] == "finished"
            assert [one["d"]["status"] for one in told] == ["finished"] * 2
            assert all(one["d"]["outcome"] for one in told)
        assert (await sam.record(table))["result"]  # whoever has the link, once it is over
        await keep_private(server.url, ada, table)
        assert (await ada.record(table))["result"]
        assert await kept_from(server.url, sam, table)


async def test_after_means_not_before_and_delayed_means_later(serve: Serve, place: str):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Sam") as sam:
        config = {"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}}
        after = await ada.open_table(config | {"spectators": "after"})
        later = await ada.open_table(config | {"spectators": "delayed", "delay_seconds": 2})
        async with (
            Raw(server.url, sam.token, after) as nothing_yet,
            Raw(server.url, sam.token, later) as behind,
            Raw(server.url, ada.token, after) as one,
            Raw(server.url, ada.token, later) as two,
        ):
            for raw in (one, two):
                turn = raw.first["d"]["turn"]
                await raw.answer("act", cid="c", decision=turn["decision"], action=turn["legal"][0])
            early = [frame for frame in await behind.silent(0.5) if frame["t"] == "events"]
            assert early == []  # that it was dealt is in the first snapshot; what is done comes later
            assert behind.first["d"]["status"] == "playing"
            assert await behind.event("BidChosen")
            assert await nothing_yet.silent(0.5) == []
