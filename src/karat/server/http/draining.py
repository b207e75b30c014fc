"""Stopping without anybody losing a move: told to end, a worker first asks everyone to come back elsewhere.

1. `/readyz` says no, so that a proxy sends nobody new here; for `--drain` seconds all goes on as before.
2. Every socket and stream is sent a `restart` frame and closed; clients connect again by themselves and resume.
3. uvicorn stops accepting and waits for requests that are under way; what was begun in the database is committed.

A second signal leaves out what is left of the first two steps.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

SAY_GOODBYE = 0.5
"""Seconds for the last frames to leave."""

log = structlog.get_logger()


class Drain:
    """Takes the place of uvicorn's own answer to SIGTERM and SIGINT, and hands over to it at the end."""

    def __init__(self, seconds: float, goodbye: Sequence[Callable[[], None]]) -> None:
        self._seconds = seconds
        self._before: dict[int, Any] = {}
        self._task: asyncio.Task[None] | None = None
        self.draining = False
        self._goodbye = tuple(goodbye)
        """Called when everyone is to be sent away."""

    def install(self) -> None:
        """Hear of signals from now on; only where somebody else, a server's main thread, did so before."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)
            if callable(before) and getattr(before, "__name__", "") == "handle_exit":
                self._before[number] = before
                signal.signal(number, lambda number, frame: self._told(loop, number, frame))

    def uninstall(self) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _told(self, loop: asyncio.AbstractEventLoop, number: int, frame: FrameType | None) -> None:
        if self.draining:
            self._before[number](number, frame)
            return
        self.draining = True
        loop.call_soon_threadsafe(self._begin, number)

    def _begin(self, number: int) -> None:
        self._task = asyncio.ensure_future(self._drain(number))

    async def _drain(self, number: int) -> None:
        log.info("server.draining", seconds=self._seconds)
        await asyncio.sleep(self._seconds)
        for say in self._goodbye:
            say()
        await asyncio.sleep(SAY_GOODBYE)
        self._before[number](number, None)
