"""A process that plays at many tables through sockets of its own, and says how long each action took.

    python -m bench.server.load JOB

It says `ready` when everybody is seated, is told from when to when it counts, and answers with one line of JSON.
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
    """From when to when is counted, in seconds since 1970."""

    begin: float
    end: float


class Counted(msgspec.Struct):
    actions: int
    refused: int
    milliseconds: list[float]
    received: int
    """Bytes of frames, over the whole run."""


class MatchOver(Exception):
    """The time is over."""


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
    window: asyncio.Future[Window]

    async def play(self, seated: asyncio.Semaphore) -> None:
        """Match after match until the time is over."""
        places = await self.speech.open_table(self.http)
        due = 0.0
        while True:
            async with contextlib.AsyncExitStack() as stack:
                turns = await self._sit(places, stack)
                seated.release()
                window = await asyncio.shield(self.window)
                due = due or window.begin - 0.5 + self.chance.random() * self._interval
                try:
                    due = await self._match(turns, window, due)
                except MatchOver:
                    return
            places = await self.speech.open_table(self.http)

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

    async def _match(self, turns: asyncio.Queue[tuple[SeatedVoice, str] | None], window: Window, due: float) -> float:
        while (turn := await turns.get()) is not None:
            chair, move = turn
            if self._interval:
                await asyncio.sleep(due - time.time())
            # Where the rate is given, an action that had to wait for the one before began when it was due.
            began = due if self._interval else time.time()
            due += self._interval
            if began >= window.end:
                raise MatchOver
            chair.answered.clear()
            await chair.socket.send(move)
            await chair.answered.wait()
            now = time.time()
            if window.begin <= began and now <= window.end:
                self.counted.actions += 1
                self.counted.milliseconds.append(round(1000 * (now - began), 3))
        return due


async def _stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def run(job: Job) -> Counted:
    counted = Counted(0, 0, [], 0)
    window: asyncio.Future[Window] = asyncio.get_running_loop().create_future()
    seated = asyncio.Semaphore(0)
    async with httpx.AsyncClient(base_url=job.url, timeout=60) as http, asyncio.TaskGroup() as group:
        spoken = speech(job.server, job.lobby)
        for number in range(job.tables):
            player = TableLoad(spoken, job, http, random.Random(job.seed + number), counted, window)  # noqa: S311
            group.create_task(player.play(seated))
            await seated.acquire()  # one after the other: opening tables is not what is measured
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        line = await asyncio.to_thread(sys.stdin.readline)
        window.set_result(msgspec.json.decode(line, type=Window))
    return counted


def main() -> None:
    counted = asyncio.run(run(msgspec.json.decode(sys.argv[1], type=Job)))
    sys.stdout.write(msgspec.json.encode(counted).decode() + "\n")


if __name__ == "__main__":
    main()
