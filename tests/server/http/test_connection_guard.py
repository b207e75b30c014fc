"""Connections that say nothing: counted, waited for, and ended with a sentence."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from itertools import cycle
from typing import Self

import pytest
import uvicorn
from websockets.asyncio.client import connect

from karat.server.http import connection_guard
from karat.server.http.connection_guard import ConnectionGuard
from karat.server.http.sockets import AT_ONCE

NEAR = "127.0.0.1"
FAR = "127.0.0.9"


TEXTS = ["five", "ü" * 63, "x" * 65535, "y" * 65536]
"""Of all lengths that are told differently."""
LATE: list[bool] = []
"""Whether something could be written to a socket that was closed."""


async def app(scope, receive, send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/at-once":
            at_once = scope["extensions"][AT_ONCE]
            written = next(number for number, text in enumerate(cycle(TEXTS)) if not at_once(text))
            await send({"type": "websocket.send", "text": str(written)})
            await send({"type": "websocket.close"})
            LATE.append(at_once("too late"))
            return
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": "ok"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    monkeypatch.setattr(connection_guard, "PATIENCE", 0.3)
    monkeypatch.setattr(connection_guard, "most_connections", lambda: 3)
    config = uvicorn.Config(
        app, port=0, log_config=None, lifespan="off", http="karat.server.http.connection_guard:ConnectionGuard",
        ws="karat.server.http.connection_guard:SocketGuard", ws_per_message_deflate=False, forwarded_allow_ips=[NEAR],
    )  # fmt: skip
    server = uvicorn.Server(config)
    running = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
        assert not running.done()
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await running


class Line:
    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection(NEAR, self.port, local_addr=(self.address, 0))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()

    async def all(self) -> bytes:
        return await asyncio.wait_for(self.reader.read(), 5)

    async def get(self) -> bytes:
        self.writer.write(b"GET / HTTP/1.1\r\nHost: karat\r\n\r\n")
        return await asyncio.wait_for(self.reader.readuntil(b"ok"), 60)


async def test_one_address_has_only_so_many_connections_and_others_come_in(port: int):
    async with Line(port, FAR) as one, Line(port, FAR) as two, Line(port, FAR) as three, Line(port, FAR) as four:
        refused = await four.all()
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 10" in refused
        assert b'"too_much"' in refused
        for line in (one, two, three):
            assert (await line.get()).startswith(b"HTTP/1.1 200 ")
        async with Line(port, "127.0.0.8") as other:
            assert (await other.get()).startswith(b"HTTP/1.1 200 ")
    await asyncio.sleep(0.1)
    async with Line(port, FAR) as again:  # there is room again
        assert (await again.get()).startswith(b"HTTP/1.1 200 ")
    await asyncio.sleep(0.1)
    assert not ConnectionGuard.here


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: karat\r\n"])
async def test_who_never_asks_for_anything_is_shown_out(port: int, said: bytes):
    async with Line(port, FAR) as line:
        line.writer.write(said)
        answer = await line.all()
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"too_slow"' in answer


async def test_a_second_head_is_waited_for_no_longer_than_the_first(port: int):
    async with Line(port, FAR) as line:
        assert (await line.get()).startswith(b"HTTP/1.1 200 ")
        line.writer.write(b"GET / HTTP/1.1\r\nHost: karat\r\n")
        answer = asyncio.create_task(line.all())
        for _ in range(20):  # drop by drop, so that it never is silent
            await asyncio.sleep(0.1)
            if answer.done():
                break
            line.writer.write(b"X: y\r\n")
        assert (await answer).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"GET / HTTP/1.1\r\n", b"X-%d: " + b"y" * 900 + b"\r\n"),
        (b"GET / HTTP/1.1\r\nX: ", b"%d" + b"y" * 900),
        (b"GET /", b"%d" + b"y" * 900),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", b"X-%d: " + b"y" * 900 + b"\r\n"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"a%d=" + b"y" * 900 + b";"),
    ],
    ids=["many", "one", "path", "trailers", "extensions"],
)
@pytest.mark.parametrize("pace", [0, 0.001])
async def test_a_head_has_only_so_many_bytes(port: int, first: bytes, again: bytes, pace: float):
    async with Line(port, FAR) as line:
        line.writer.write(first)
        with contextlib.suppress(ConnectionError):
            for number in range(2000):  # almost two megabytes
                line.writer.write(again % number)
                if number % 20 == 0:
                    await asyncio.wait_for(line.writer.drain(), 5)
                    await asyncio.sleep(pace)
                if line.writer.transport.is_closing():
                    break
            answer = await line.all()
            assert b"408" not in answer  # neither too slow
        with contextlib.suppress(ConnectionError):
            line.writer.write(b"\r\n\r\n")
            assert await line.all() == b""  # it is closed, however it went


async def test_a_usual_head_and_a_body_in_small_chunks_are_let_through(port: int):
    async with Line(port, FAR) as line:
        line.writer.write(b"GET / HTTP/1.1\r\nHost: karat\r\nCookie: " + b"c" * 16000 + b"\r\n\r\n")
        assert (await asyncio.wait_for(line.reader.readuntil(b"ok"), 60)).startswith(b"HTTP/1.1 200 ")
        line.writer.write(b"POST / HTTP/1.1\r\nHost: karat\r\nTransfer-Encoding: chunked\r\n\r\n")
        line.writer.write(b"1\r\nx\r\n" * 20000 + b"0\r\n\r\n")
        assert (await asyncio.wait_for(line.reader.readuntil(b"ok"), 60)).startswith(b"HTTP/1.1 200 ")


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: karat\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
MASK = b"\0\0\0\0"


def piece(opcode: int, *, last: bool = False) -> bytes:
    """A frame that holds nothing."""
    return bytes([opcode | (0x80 if last else 0), 0x80]) + MASK


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (piece(1) + piece(0) * 40_000, b"pieces"),
        (piece(9, last=True) * 40_000, b"frames"),
        (piece(1, last=True) * 40_000, b"frames"),
    ],
    ids=["fragments", "pings", "messages"],
)
async def test_a_socket_is_closed_that_sends_more_pieces_or_frames_than_anybody_needs(
    port: int, sent: bytes, why: bytes
):
    async with Line(port, FAR) as line:
        line.writer.write(UPGRADE)
        await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), 60)
        began = time.process_time()
        with contextlib.suppress(ConnectionError):
            line.writer.write(sent)
            answer = await line.all()
            assert why in answer[-120:]
        assert time.process_time() - began < 0.25


async def test_texts_are_written_at_once_until_the_other_side_is_behind(port: int):
    async with connect(f"ws://{NEAR}:{port}/at-once", max_size=2**24) as socket:
        *texts, written = [text async for text in socket]
    assert len(texts) == int(written) >= len(TEXTS)
    assert all(text == expected for text, expected in zip(texts, cycle(TEXTS), strict=False))
    assert LATE.pop() is False


async def test_a_message_in_a_few_pieces_is_heard(port: int):
    async with Line(port, FAR) as line:
        line.writer.write(UPGRADE)
        await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), 60)
        line.writer.write(piece(1) + piece(0) * 10 + piece(0, last=True))
        assert await asyncio.wait_for(line.reader.readexactly(4), 60) == b"\x81\x02ok"


async def test_a_proxys_connections_are_those_of_many(port: int):
    lines = [Line(port, NEAR) for _ in range(6)]
    for line in lines:
        await line.__aenter__()
    await asyncio.sleep(0.5)
    for line in lines:
        assert (await line.get()).startswith(b"HTTP/1.1 200 ")
        await line.__aexit__()
