"""Connections that say nothing: counted, waited for, and ended with a sentence."""

import asyncio
from collections.abc import AsyncIterator
from typing import Self

import pytest
import uvicorn

from karat.server.http import connection_guard
from karat.server.http.connection_guard import ConnectionGuard

NEAR = "127.0.0.1"
FAR = "127.0.0.9"


async def app(scope, receive, send) -> None:  # noqa: ARG001
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    monkeypatch.setattr(connection_guard, "PATIENCE", 0.3)
    monkeypatch.setattr(connection_guard, "most_connections", lambda: 3)
    config = uvicorn.Config(
        app, port=0, log_config=None, lifespan="off", http="karat.server.http.connection_guard:ConnectionGuard",
        forwarded_allow_ips=[NEAR],
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
        await self.writer.wait_closed()

    async def all(self) -> bytes:
        return await asyncio.wait_for(self.reader.read(), 5)

    async def get(self) -> bytes:
        self.writer.write(b"GET / HTTP/1.1\r\nHost: karat\r\n\r\n")
        return await asyncio.wait_for(self.reader.readuntil(b"ok"), 5)


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


async def test_a_proxys_connections_are_those_of_many(port: int):
    lines = [Line(port, NEAR) for _ in range(6)]
    for line in lines:
        await line.__aenter__()
    await asyncio.sleep(0.5)
    for line in lines:
        assert (await line.get()).startswith(b"HTTP/1.1 200 ")
        await line.__aexit__()
