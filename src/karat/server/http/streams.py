"""Tables as streams of lines over HTTP, for programs: the same frames as on a socket, one a line."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from karat.server.house.external_bots import HEARTBEAT, StreamEnd, either
from karat.server.house.outbox import Outbox
from karat.server.wire import frames

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from karat.server.house.listeners import Following, Listeners


class Lines:
    """What a table sends to one stream, until the match is over or the other side too slow."""

    def __init__(self, ending: StreamEnd) -> None:
        self._waiting = Outbox()
        self._woken = asyncio.Event()
        self._ending = ending

    def send(self, frame: str) -> None:
        self._waiting.put(frame)
        self._woken.set()

    async def all(self, listeners: Listeners, following: Following) -> AsyncIterator[str]:
        """The lines; an empty one now and then says that the server is still there."""
        spoke = time.monotonic()
        try:
            while not self._waiting.is_full:
                if self._ending.happened.is_set():
                    yield frames.write(self._ending.frame) + "\n"
                    return
                if (frame := self._waiting.take()) is not None:
                    yield frame + "\n"
                    spoke = time.monotonic()
                elif following.subscriber not in following.live.subscribers:
                    return  # the seat was lost, and the last frame said so
                elif time.monotonic() - spoke >= HEARTBEAT:
                    yield "\n"
                    spoke = time.monotonic()
                else:
                    self._woken.clear()
                    await either(self._woken, self._ending.happened, HEARTBEAT)
        finally:
            listeners.end(following)
