"""Frames leave in the order in which they were said, whether they can be written at once or have to wait."""

import asyncio
from types import SimpleNamespace
from typing import Any

from starlette.websockets import WebSocketDisconnect, WebSocketState

from karat.server.house.outbox import MOST_WAITING
from karat.server.http.sockets import AT_ONCE, TRY_AGAIN_LATER, Connection

WORKER: Any = SimpleNamespace(
    house=None, listeners=None, people=None, limits=None, consider=None, live_sessions=None, metrics=None
)


class Socket:
    """One whose other side keeps up while `is_quick` is true, and takes nothing else before `room` is set."""

    client = None
    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.scope = {"extensions": {AT_ONCE: self.write_at_once}}
        self.is_quick, self.room = True, asyncio.Event()
        self.sent: list[str] = []
        self.closed = 0

    def write_at_once(self, text: str) -> bool:
        if self.is_quick:
            self.sent.append(text)
        return self.is_quick

    async def send_text(self, text: str) -> None:
        await self.room.wait()
        self.sent.append(text)

    async def close(self, code: int, _why: str) -> None:
        self.closed = code
        raise WebSocketDisconnect


async def test_what_waits_is_sent_before_what_could_be_written_at_once():
    socket: Any = Socket()
    connection = Connection(socket, WORKER)
    writer = asyncio.create_task(connection._write())
    connection._send("one")
    assert socket.sent == ["one"]
    socket.is_quick = False
    connection._send("two")
    connection._send("three")
    await asyncio.sleep(0)  # the writer has "two" in its hand
    socket.is_quick = True
    connection._send("four")
    assert socket.sent == ["one"]
    socket.room.set()
    for _ in range(10):
        await asyncio.sleep(0)  # the writer has its turns: nothing else has anything to do
    connection._send("five")
    assert socket.sent == ["one", "two", "three", "four", "five"]
    writer.cancel()


async def test_who_is_too_slow_is_sent_nothing_more_and_let_go():
    socket: Any = Socket()
    connection = Connection(socket, WORKER)
    socket.is_quick = False
    for number in range(MOST_WAITING + 1):
        connection._send(str(number))
    socket.is_quick = True
    connection._send("after a gap")
    await asyncio.wait_for(connection._write(), 5)
    assert (socket.sent, socket.closed) == ([], TRY_AGAIN_LATER)
