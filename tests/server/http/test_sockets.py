"""Real sockets: whole matches, resuming, and what is refused."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import httpx
import pytest
from entering import until
from raw import Raw
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from karat.client import Client, Followed, Rejected
from karat.games import GAMES
from karat.server.tables import fair

Serve = Callable[..., Awaitable[Any]]


async def play(followed: Followed, rng: random.Random) -> None:
    """To the end of the match."""
    async for _ in followed:
        if followed.owes:
            await followed.act(rng.choice(followed.legal))


async def finish(client: Client, table: str, seed: int = 0) -> None:
    async with client.follow(table) as followed:
        await asyncio.wait_for(play(followed, random.Random(seed)), 60)


@pytest.mark.parametrize(("game", "players"), [("aurum", 4), ("aurum", 3), ("amul", 5)])
async def test_a_whole_match_with_people_and_bots(serve: Serve, place: str, game: str, players: int):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bea") as bea:
        table = await ada.open_table({"game": game, "players": players})
        published = (await bea.table(table))["commitment"]
        await bea.join(table)
        await ada.fill(table, "random")
        await asyncio.gather(finish(ada, table), finish(bea, table, 1))
        record = await bea.record(table)
    GAMES[game].replay(record)
    assert fair.check(record, GAMES, published) >= 1


async def rematch_of(client: Client, table: str) -> Any:
    """Soon, where another worker was asked for it: this one is told."""
    return (await client.table(table)).get("rematch")


async def test_two_workers_on_postgresql_play_one_match(serve: Serve, postgres_url: str):
    one, two = await serve(postgres_url), await serve(postgres_url)
    async with Client(one.url, name="Ada") as ada, Client(two.url, name="Bea") as bea:
        table = await ada.open_table({"game": "aurum", "players": 3})
        await bea.join(table)
        await ada.fill(table, "casual")
        await asyncio.gather(finish(ada, table), finish(bea, table, 1))
        GAMES["aurum"].replay(await bea.record(table))
        switching = Client(two.url, token=ada.token)
        async with switching:
            await switching.rematch(table)
            await bea.rematch(table)
            again = await asyncio.wait_for(until(partial(rematch_of, ada, table)), 10)
            assert (await switching.table(again))["you"] == 0


async def test_a_lost_connection_is_resumed_where_it_broke(server: Any):
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table({"game": "amul", "players": 3})
        await ada.fill(table, "random")
        async with ada.follow(table) as followed:
            rng, seen = random.Random(1), []
            async for update in followed:
                seen.append(update.seq)
                if rng.random() < 0.1 and followed._socket is not None:
                    followed._socket.transport.abort()
                elif followed.owes:
                    await followed.act(rng.choice(followed.legal))
            assert followed.reconnects > 2
            assert seen == sorted(seen)
        GAMES["amul"].replay(await ada.record(table))


@pytest.fixture
async def ada_and_table(server: Any):
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table(
            {"game": "aurum", "players": 4, "bots": {"1": "random", "2": "random", "3": "random"}}
        )
        yield ada, table


async def my_turn(raw: Raw) -> dict[str, Any]:
    frame = raw.first
    while True:
        turn = frame["d"].get("turn", {}) if frame["t"] != "turn" else frame["d"]
        if turn.get("legal"):
            return turn
        frame = await raw.hear()


async def test_an_action_is_acknowledged_before_it_is_told_and_a_replayed_one_does_nothing(server: Any, ada_and_table):
    ada, table = ada_and_table
    async with Raw(server.url, ada.token, table) as raw:
        turn = await my_turn(raw)
        said = {"cid": "one", "decision": turn["decision"], "action": turn["legal"][0]}
        answer = await raw.ask("act", **said)
        assert (answer["t"], answer["d"]) == ("ok", {"cid": "one"})
        shown = await raw.hear()
        assert (shown["t"], shown["seq"]) == ("events", answer["seq"])
        while (again := await raw.ask("act", **said))["t"] == "events":
            pass
        assert again["t"] == "ok"


async def test_nobody_acts_for_another_or_with_a_forged_token(server: Any, ada_and_table):
    ada, table = ada_and_table
    async with Client(server.url, name="Eve") as eve:
        async with Raw(server.url, eve.token, table) as raw:
            assert raw.first["d"]["code"] == "no_spectators"
            answer = await raw.ask("act", cid="c", decision="1", action="keep")
            assert answer["d"]["code"] == "not_seated"
        async with Raw(server.url, ada.token[:-1] + "x", table) as raw:
            assert raw.first["d"]["code"] == "bad_token"
            answer = await raw.ask("act", cid="c", decision="1", action="keep")
            assert answer["d"]["code"] == "who_are_you"


async def test_who_lost_the_seat_is_sent_nothing_more(server: Any):
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bea") as bea:
        table = await ada.open_table({"game": "aurum", "players": 3})
        await bea.join(table, seat=1)
        async with Raw(server.url, bea.token, table) as raw:
            assert raw.first["d"]["you"] == 1
            await ada.kick(table, 1)
            assert (await raw.hear())["d"]["code"] == "seat_lost"
            await ada.fill(table, "random")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(raw.socket.recv(), 0.3)


async def test_malformed_frames_are_refused_and_the_table_plays_on(server: Any, ada_and_table):
    ada, table = ada_and_table
    rng = random.Random(7)
    good = json.dumps({"v": 2, "t": "act", "table": table, "d": {"cid": "c", "decision": "1", "action": "keep"}})
    async with Raw(server.url, ada.token, table) as raw:
        await my_turn(raw)
        for frame in ("", "[]", "null", "{", '{"t":"act"}', '{"t":"fly","table":"","d":{}}', "[" * 3000, "x" * 5000,
                      good.replace("keep", "k" * 200), good.replace('"v": 2', '"v": 3'), good.replace(table, "../etc"),
                      json.dumps({"t": "hello", "table": "nosuchtable", "d": {}})):  # fmt: skip
            await raw.socket.send(frame)
            answer = await raw.hear()
            assert answer["t"] == "rejected", frame
            assert answer["d"]["code"] in ("bad_frame", "no_such_table"), frame
        for _ in range(200):
            noise = bytearray(good.encode())
            for _ in range(rng.randint(1, 6)):
                noise[rng.randrange(len(noise))] = rng.randrange(256)
            await raw.socket.send(bytes(noise))
            assert (await raw.hear())["t"] == "rejected"
    async with Raw(server.url, ada.token, table) as raw:
        with pytest.raises(ConnectionClosed):
            await raw.ask("say", cid="c", text="x" * 100_000)
    await finish(ada, table)


async def test_a_page_of_another_site_gets_no_socket(server: Any):
    with pytest.raises(InvalidStatus) as refused:
        await connect(server.url.replace("http", "ws") + "/ws", origin="https://evil.example")
    assert refused.value.response.status_code == 403
    async with connect(server.url.replace("http", "ws") + "/ws", origin=server.url):
        pass


async def test_sockets_and_frames_are_limited(serve: Serve, tmp_path):
    server = await serve(str(tmp_path / "other.sqlite"), limit_factor=0.05)
    url = server.url.replace("http", "ws") + "/ws"
    sockets = [await connect(url) for _ in range(5)]
    with pytest.raises(InvalidStatus) as refused:
        await connect(url)
    assert refused.value.response.status_code == 429
    for number in range(10):
        await sockets[0].send(json.dumps({"t": "ping", "d": {"n": number}}))
    answers = [json.loads(await sockets[0].recv()) for _ in range(10)]
    assert answers[0]["t"] == "pong"
    assert answers[-1]["d"]["code"] == "too_much"
    assert answers[-1]["d"]["retry_after"] > 0
    for socket in sockets:
        await socket.close()


async def test_spectators_are_behind_and_see_all_afterwards(server: Any):
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Sam") as sam:
        config = {"game": "amul", "players": 3, "spectators": "delayed", "delay_moves": 4}
        table = await ada.open_table(config)
        async with sam.follow(table) as watching, ada.follow(table) as playing:
            first = await anext(watching)
            assert first.snapshot is not None
            assert "you" not in first.snapshot
            await ada.fill(table, "random")
            await asyncio.wait_for(play(playing, random.Random(3)), 60)
            async for _ in watching:
                assert not watching.legal
            assert watching.status == "finished"
        async with sam.follow(table) as watching:
            snapshot = (await anext(watching)).snapshot
            assert snapshot is not None
            assert snapshot["outcome"]


async def test_a_table_with_a_password_opens_to_who_knows_it(server: Any):
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await ada.open_table({"game": "aurum", "players": 3, "visibility": "password"}, password="sesame")
        with pytest.raises(Exception, match="wrong_password"):
            await eve.join(table, password="open")
        async with eve.follow(table, password="no") as followed:
            with pytest.raises(Rejected, match="wrong_password"):
                await anext(followed)
        assert await eve.join(table, password="sesame") == 1


async def test_operators_can_see_how_it_is(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/healthz")).json() == {"ok": True}
        assert (await http.get("/readyz")).json() == {"ok": True}
        assert "karat_sockets" in (await http.get("/metrics")).text
