"""Frames of every wrong kind against a real socket: each is answered clearly or ends the socket, and play goes on."""

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
import structlog
from hypothesis import HealthCheck, given, settings
from raw import Raw
from strategies import examples
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from karat.client import Client, Rejected
from karat.client.following import VERSION
from karat.server.wire import frames

CLOSED_WITH = {1002, 1003, 1007, 1009, 1013}
"""Protocol error, wrong kind of data, bad UTF-8, too big, try again later."""
TABLE = "x" * 12
"""Stands for the table's id, which no strategy knows yet."""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
envelopes = st.fixed_dictionaries(
    {"t": st.sampled_from([*frames.KINDS, "snapshot", "", "fly"]) | json_values},
    optional={
        "v": st.sampled_from([2, 2, 2, 1, "2", None]),
        "table": st.sampled_from([TABLE, TABLE, "", "nosuchtable00", "../../etc", "\x00" * 12]) | json_values,
        "d": json_values,
        "seq": json_values,
        "extra": json_values,
    },
)


@st.composite
def nearly_right(draw: st.DrawFn) -> dict[str, Any]:
    """A frame with the right fields, most of them with values that fit."""
    kind = draw(st.sampled_from(list(frames.KINDS)))
    names = [field.name for field in msgspec.structs.fields(frames.KINDS[kind])]
    likely: dict[str, list[Any]] = {
        "cid": ["c", "c", "", "x" * 41],
        "decision": ["1", "2", "1.1", ""],
        "action": ["keep", "bid B4", "play G1", "end", "swap G0 1 P6", "\u202e", "x" * 121],
        "wish": ["undo", "abort", "rematch", "win"],
        "yes": [False, False, True, 1],
        "forced": [False, True, "no"],
        "since": [0, 1, 5, 10**30, -1],
        "token": ["", "forged", "karat_forged", "\ud800"],
        "text": ["hello", "<b>", "\u0000", "x" * 301],
        "phrase": ["", "hello", "B9"],
        "salt": ["abc", "no spaces allowed"],
        "pledge": ["", "ab" * 32, "AB" * 32, "short"],
        "n": [1, -1, 10**40],
    }
    inside = {name: draw(st.sampled_from(likely[name]) if name in likely else json_values) for name in names}
    for name in draw(st.sets(st.sampled_from(names), max_size=1)) if names else ():
        del inside[name]
    return {"v": 2, "t": kind, "table": TABLE, "d": inside}


def written(value: Any) -> str:
    return json.dumps(value, allow_nan=True)


texts = envelopes.map(written) | nearly_right().map(written)
any_frames = st.one_of(
    texts,
    texts,
    st.builds(lambda text, end: text[: max(0, len(text) - end)], texts, st.integers(1, 30)),
    st.text(max_size=60),
    st.binary(max_size=80),
    texts.map(str.encode),
    st.builds(lambda depth, sign: sign * depth, st.integers(100, 4000), st.sampled_from('[{"')),
    st.builds(lambda depth: '{"t":"ping","d":' + '{"n":' * depth, st.integers(10, 800)),
    st.builds(lambda size: '{"t":"ping","d":{"n":' + "9" * size + "}}", st.integers(1, 6000)),
    st.integers(4000, 20_000).map(lambda size: "x" * size),
)


@pytest.fixture
def failures() -> Iterator[list[dict[str, Any]]]:
    """What the server logs with a traceback."""
    found: list[dict[str, Any]] = []

    def look(_logger: Any, name: str, event: dict[str, Any]) -> dict[str, Any]:
        if name in ("error", "exception", "critical") or event.get("exc_info"):
            found.append(dict(event))
        raise structlog.DropEvent

    before = structlog.get_config()["processors"]
    structlog.configure(processors=[look])
    yield found
    structlog.configure(processors=before)


async def answered(raw: Raw, frame: str | bytes) -> bool:
    """Send a frame and a ping after it; whether the socket lives on. Everything heard is a frame of the wire."""
    sent = (
        frame.replace(TABLE, raw.table) if isinstance(frame, str) else frame.replace(TABLE.encode(), raw.table.encode())
    )
    mark = random.randrange(10**9, 10**10)
    try:
        await raw.socket.send(sent)
        await raw.socket.send(json.dumps({"t": "ping", "d": {"n": mark}}))
        while True:
            told = await raw.hear(20)
            assert told["v"] == frames.VERSION
            if told["t"] == "rejected":
                assert told["d"]["code"], told
            if told["t"] == "pong" and told["d"].get("n") == mark:
                return True
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else None
    assert code in CLOSED_WITH, f"closed with {code} after {sent[:200]!r}"
    return False


def test_any_frame_is_answered_or_ends_the_socket_and_the_table_plays_on(loop_with_table, failures, caplog):
    loop, table = loop_with_table

    @settings(examples(150), suppress_health_check=list(HealthCheck))
    @given(st.lists(any_frames, min_size=1, max_size=6))
    def fuzz(sequence: list[str | bytes]) -> None:
        async def send_all() -> None:
            async with Raw(table.url, table.token, table.id) as raw:
                assert raw.first["t"] == "snapshot"
                for frame in sequence:
                    if not await answered(raw, frame):
                        return

        loop.run_until_complete(send_all())

    fuzz()
    loop.run_until_complete(table.finish())
    assert failures == []
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []


class Table:
    """A table with two people and a bot, on a server of this process; so that one alone cannot end the match."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.clients = [Client(url, name=name) for name in ("Ada", "Bea")]

    async def open(self) -> None:
        ada, bea = [await client.__aenter__() for client in self.clients]
        self.token = ada.token
        self.id = await ada.open_table({"game": "aurum", "players": 3, "bots": {"2": "random"}})
        await bea.join(self.id)

    async def finish(self) -> None:
        await asyncio.wait_for(asyncio.gather(*map(self._play, self.clients)), 60)
        assert (await self.clients[0].table(self.id))["status"] == "finished"
        for client in self.clients:
            await client.__aexit__(None, None, None)

    async def _play(self, client: Client) -> None:
        async with client.follow(self.id) as followed:
            async for _ in followed:
                if followed.owes:
                    # A frame may have asked that forced moves be made for one: then the table is faster.
                    with contextlib.suppress(Rejected):
                        await followed.act(followed.legal[0])


@pytest.fixture
def loop_with_table(tmp_path, cheap_start) -> Iterator[tuple[asyncio.AbstractEventLoop, Table]]:  # noqa: ARG001
    """Hypothesis is not asynchronous, so the server lives in a loop that runs when a test says so."""
    import uvicorn

    from karat.server.http.app import App, ServerSettings

    loop = asyncio.new_event_loop()
    app = App(ServerSettings(str(tmp_path / "karat.sqlite"), limit_factor=100_000, fast_sync=True))
    config = uvicorn.Config(app.asgi(), port=0, log_config=None, ws="websockets-sansio", ws_max_size=16384)
    server = uvicorn.Server(config)

    async def start() -> asyncio.Task[None]:
        running = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.01)
            assert not running.done()
        return running

    running = loop.run_until_complete(start())
    table = Table(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}")
    loop.run_until_complete(table.open())
    yield loop, table
    server.should_exit = True
    loop.run_until_complete(running)
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


async def test_too_much_text_and_broken_text_end_the_socket_with_a_reason(server: Any):
    url = server.url.replace("http", "ws") + "/ws"
    for frame, code in (("x" * 20_000, 1009), (b"\xff\xfe" * 9000, 1009)):
        async with connect(url, compression=None) as socket:
            await socket.send(frame)
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), 5)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code
    async with connect(url, compression=None) as socket:
        await socket.send(b"\xff\xfe", text=True)  # a text frame that is no UTF-8
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), 5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007


def test_a_frame_of_another_version_is_refused_by_that():
    ping = {"t": "ping", "d": {"n": 1}}
    for said in (ping, ping | {"v": frames.VERSION}):
        assert frames.read(json.dumps(said)) == ("", frames.Ping(1))
    for other in (frames.VERSION - 1, frames.VERSION + 1):
        with pytest.raises(frames.BadFrame, match=r"\$\.v"):
            frames.read(json.dumps(ping | {"v": other}))
    assert frames.VERSION == VERSION, "our own client speaks the server's version"
