"""A process that plays at many tables through sockets of its own, and says how long each action took.

    python -m bench.server.load JOB

It says `ready` when everybody is seated, is told from when to when it counts, and answers with one line of JSON; that
may be as often as wanted, and in between nobody plays. It ends with its input.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx
import msgspec
from websockets.asyncio.client import connect

from bench.server.voices import Place, Speech, Voice, speech

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection


class Job(msgspec.Struct):
    server: str
    url: str
    lobby: str
    tables: int
    rate: float
    """Actions a second at all of these tables together; 0 for as many as there can be."""
    seed: int


class Window(msgspec.Struct):
    """From when to when is counted, in seconds since 1970; play begins as soon as it is told."""

    begin: float
    end: float


class Counted(msgspec.Struct):
    actions: int
    refused: int
    milliseconds: list[float]
    received: int
    """Bytes of frames."""


class LoadOver(Exception):
    """Nothing more is to be played."""


class Windows:
    """When is played: all tables wait until a window is told, and again when it is over."""

    def __init__(self, tables: int) -> None:
        self._tables = tables
        self._waiting = 0
        self._next: asyncio.Future[Window] = asyncio.get_running_loop().create_future()
        self._all_wait = asyncio.Event()

    async def next(self) -> Window:
        self._waiting += 1
        if self._waiting == self._tables:
            self._all_wait.set()
        return await asyncio.shield(self._next)

    async def all_wait(self) -> None:
        await self._all_wait.wait()

    def tell(self, window: Window) -> None:
        self._waiting = 0
        self._all_wait.clear()
        told, self._next = self._next, asyncio.get_running_loop().create_future()
        told.set_result(window)

    def close(self) -> None:
        self._next.set_exception(LoadOver())


@dataclass
class SeatedVoice:
    """A socket on which somebody sits."""

    voice: Voice
    socket: ClientConnection
    turns: asyncio.Queue[tuple[SeatedVoice, str] | None]
    counted: Counted
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    synced: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        if first := self.voice.first():
            await self.socket.send(first)
        async for frame in self.socket:
            text = frame if isinstance(frame, str) else frame.decode()
            self.counted.received += len(text)
            heard = self.voice.hear(text)
            if heard.reply:
                await self.socket.send(heard.reply)
            if heard.acked:
                self.counted.refused += bool(heard.refused)
                self.answered.set()
            if heard.synced:
                self.synced.set()
            if heard.over:
                self.turns.put_nowait(None)
            elif heard.move:
                self.turns.put_nowait((self, heard.move))


@dataclass
class TableLoad:
    """Everybody at one table: sees to it that whoever is asked answers."""

    speech: Speech
    job: Job
    http: httpx.AsyncClient
    chance: random.Random
    counted: Counted
    windows: Windows
    window: Window = field(default_factory=lambda: Window(0, 0))
    due: float = 0.0
    """When the next action is, where the rate is given."""

    async def play(self, seated: asyncio.Semaphore) -> None:
        """Match after match as long as there are windows."""
        while True:
            places = await self.speech.open_table(self.http)
            async with contextlib.AsyncExitStack() as stack:
                turns = await self._sit(places, stack)
                seated.release()
                try:
                    await self._match(turns)
                except LoadOver:
                    return

    @property
    def _interval(self) -> float:
        return self.job.tables / self.job.rate if self.job.rate else 0.0

    async def _sit(
        self, places: list[Place], stack: contextlib.AsyncExitStack
    ) -> asyncio.Queue[tuple[SeatedVoice, str] | None]:
        turns: asyncio.Queue[tuple[SeatedVoice, str] | None] = asyncio.Queue()
        chairs = []
        for place in places:
            address = self.speech.socket(self.job.url)
            opened = connect(address, compression=None, ping_interval=None, max_size=2**24, open_timeout=60)
            socket = await stack.enter_async_context(opened)
            chairs.append(SeatedVoice(self.speech.voice(place, self.chance), socket, turns, self.counted))
            task = asyncio.create_task(chairs[-1].listen())
            stack.push_async_callback(_stop, task)
            await chairs[-1].synced.wait()
        return turns

    async def _match(self, turns: asyncio.Queue[tuple[SeatedVoice, str] | None]) -> None:
        while (turn := await turns.get()) is not None:
            chair, move = turn
            began = await self._begin()
            chair.answered.clear()
            await chair.socket.send(move)
            await chair.answered.wait()
            if began >= self.window.begin:
                self.counted.actions += 1
                self.counted.milliseconds.append(round(1000 * (time.time() - began), 3))

    async def _begin(self) -> float:
        """Wait until the next action may begin; when that is, or was to be."""
        while (began := self.due if self._interval else time.time()) >= self.window.end:
            self.window = await self.windows.next()
            self.due = self.window.begin - 0.5 + self.chance.random() * self._interval
        # Where the rate is given, an action that had to wait for the one before began when it was due.
        if self._interval:
            await asyncio.sleep(began - time.time())
            self.due += self._interval
        return began


async def _stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def run(job: Job) -> None:
    loop, counted = asyncio.get_running_loop(), Counted(0, 0, [], 0)
    windows, seated = Windows(job.tables), asyncio.Semaphore(0)
    async with httpx.AsyncClient(base_url=job.url, timeout=60) as http, asyncio.TaskGroup() as group:
        spoken = speech(job.server, job.lobby)
        for number in range(job.tables):
            player = TableLoad(spoken, job, http, random.Random(job.seed + number), counted, windows)  # noqa: S311
            group.create_task(player.play(seated))
            await seated.acquire()  # one after the other: opening tables is not what is measured
        await windows.all_wait()
        say("ready")
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            windows.tell(msgspec.json.decode(line, type=Window))
            await windows.all_wait()
            say(msgspec.json.encode(counted).decode())
            counted.actions = counted.refused = counted.received = 0
            counted.milliseconds.clear()
        windows.close()


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    asyncio.run(run(msgspec.json.decode(sys.argv[1], type=Job)))


if __name__ == "__main__":
    main()
