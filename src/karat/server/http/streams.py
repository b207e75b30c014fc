"""Tables as streams of lines over HTTP, for programs: the same frames as on a socket, one a line."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

from karat.server.tables.commands import Refused
from karat.server.tables.external_bots import HEARTBEAT, Ending, either
from karat.server.tables.live import Subscriber
from karat.server.wire import frames
from karat.server.wire.projection import NOBODY, SPECTATOR

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from karat.server.tables.entries import Player
    from karat.server.tables.house import House
    from karat.server.tables.live import Room
    from karat.server.tables.table import Table

MOST_WAITING = 500
"""Frames; who reads slower than this is let go, and resumes when it can."""


async def listen(
    house: House,
    player: Player | None,
    table_id: str,
    hello: frames.Hello,
    send: Callable[[str], None],
    check: Callable[[Table], Awaitable[None]],
) -> tuple[Room, Subscriber]:
    """Begin to follow a table, as who sits there or as a spectator, who is checked first."""
    table = await house.table(table_id)
    seat = table.seat_of(player.id) if player else None
    if seat is None:
        await check(table)
    room = house.live.room(table_id)
    async with room.lock:
        table = (await house.live.ready(room)).table
        now_on = table.seat_of(player.id) if player else None
        if now_on is None and (seat is not None or (table.status != "open" and table.config.spectators == "off")):
            raise Refused("no_spectators" if seat is None else "seat_lost")
        if now_on is None:
            await house.live.ready_for_spectators(room)
        recipient = SPECTATOR if now_on is None else now_on
        subscriber = Subscriber(recipient, player.id if player else "", send, hello.decisions, hello.views)
        subscriber.hidden = await house.hidden_from(player.id) if player else NOBODY
        room.subscribe(subscriber, hello.since)
        if recipient != SPECTATOR:
            house.presence.came(table_id, subscriber.player_id)
    return room, subscriber


def stop_listening(house: House, room: Room, subscriber: Subscriber) -> None:
    room.subscribers.discard(subscriber)
    if subscriber.recipient != SPECTATOR:
        house.presence.went(room.id, subscriber.player_id)


class Lines:
    """What a table sends to one stream, until the match is over or the other side too slow."""

    def __init__(self, ending: Ending) -> None:
        self._waiting: deque[str] = deque()
        self._woken = asyncio.Event()
        self._ending = ending

    def send(self, frame: str) -> None:
        if len(self._waiting) <= MOST_WAITING:
            self._waiting.append(frame)
            self._woken.set()

    async def all(self, house: House, room: Room, subscriber: Subscriber) -> AsyncIterator[str]:
        """The lines; an empty one now and then says that the server is still there."""
        spoke = time.monotonic()
        try:
            while len(self._waiting) <= MOST_WAITING:
                if self._ending.happened.is_set():
                    yield frames.write(self._ending.frame) + "\n"
                    return
                if self._waiting:
                    yield self._waiting.popleft() + "\n"
                    spoke = time.monotonic()
                elif subscriber not in room.subscribers:
                    return  # the seat was lost, and the last frame said so
                elif time.monotonic() - spoke >= HEARTBEAT:
                    yield "\n"
                    spoke = time.monotonic()
                else:
                    self._woken.clear()
                    await either(self._woken, self._ending.happened, HEARTBEAT)
        finally:
            stop_listening(house, room, subscriber)
