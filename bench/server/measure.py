"""What `bench/server_speed.py` measures, for our own server and, where wanted, for boardgame.io's in the same run."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import httpx
import msgspec
from websockets.asyncio.client import connect

from bench.server.load import Counted, Job, SeatedVoice, Window
from bench.server.servers import Server
from bench.server.voices import KaratVoice, Place, Speech, Voice, speech

Start: TypeAlias = Callable[[Path], AbstractContextManager[Server]]

MISSED = 10
MOST_REST, IDLE = 30.0, 0.05
"""Seconds that a server gets to come to rest, and the share of a core below which it has."""
SETTLE = 1.0
"""Seconds before counting begins, and after something was done before memory is looked at."""


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    tables: int = 50
    seconds: float = 5.0
    rate: float = 200.0
    rounds: int = 3
    """Each server is measured so often, in turns; the best of each figure counts."""
    idle_tables: int = 1000
    loads: int = 2
    """Processes that play."""


@dataclass
class Figures:
    """What was found out about one server; the best of all rounds."""

    actions_per_second: float = 0.0
    actions_per_cpu_second: float = 0.0
    p50_ms: float = float("inf")
    p99_ms: float = float("inf")
    idle_table_bytes: float = float("inf")
    resume_bytes: int = 0
    refused: int = 0
    """Actions that the server did not take; should be none."""
    rounds: list[dict[str, float]] = field(default_factory=list)
    """Every single measurement, so that one can see how much they differ."""

    def add(self, found: dict[str, float]) -> None:
        self.rounds.append(found)
        for name in ("actions_per_second", "actions_per_cpu_second"):
            setattr(self, name, max(getattr(self, name), found[name]))
        for name in ("p50_ms", "p99_ms", "idle_table_bytes"):
            setattr(self, name, min(getattr(self, name), found[name]))
        self.resume_bytes = int(found["resume_bytes"])
        self.refused += int(found["refused"])


def measure(plan: Plan, starts: dict[str, Start], tell: Callable[[str], None]) -> dict[str, Figures]:
    """Every server in turns, so that what else the machine does falls on all of them."""
    figures = {name: Figures() for name in starts}
    for number in range(plan.rounds):
        for name, start in starts.items():
            with tempfile.TemporaryDirectory(prefix="karat-bench-") as folder:
                found = measure_once(plan, start, Path(folder), seed=number)
            figures[name].add(found)
            tell(
                f"round {number + 1} {name}: {found['actions_per_second']:.0f} actions/s, "
                f"{found['actions_per_cpu_second']:.0f} per CPU second, p99 {found['p99_ms']:.1f} ms"
            )
    return figures


def measure_once(plan: Plan, start: Start, folder: Path, *, seed: int) -> dict[str, float]:
    """One round: memory and resuming first, then as fast as it goes, then at a rate, each in a fresh server."""
    with start(folder / "idle") as server:
        idle, resumed = asyncio.run(quiet_figures(plan, server))
    with start(folder / "fast") as server:
        rest(server)
        fast, seconds, cpu = loaded(plan, server, rate=0, seed=seed)
    with start(folder / "paced") as server:
        rest(server)
        paced, _, _ = loaded(plan, server, rate=plan.rate, seed=seed)
    return {
        "actions_per_second": fast.actions / seconds,
        "actions_per_cpu_second": fast.actions / cpu,
        "cpu_share": cpu / seconds,
        "p50_ms": quantile(paced.milliseconds, 0.5),
        "p99_ms": quantile(paced.milliseconds, 0.99),
        "idle_table_bytes": idle,
        "resume_bytes": resumed,
        "refused": fast.refused + paced.refused,
    }


def rest(server: Server) -> None:
    """Wait until a server has done what it does once, such as loading its bots: that is not what is measured."""
    until = time.monotonic() + MOST_REST
    busy = True
    while busy and time.monotonic() < until:
        before = server.cpu()
        time.sleep(SETTLE)
        busy = server.cpu() - before > IDLE * SETTLE


def quantile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def loaded(plan: Plan, server: Server, *, rate: float, seed: int) -> tuple[Counted, float, float]:
    """What the load processes counted together, in how many seconds, at how many seconds of the server's CPU."""
    with playing(plan, server, rate=rate, seed=seed) as load:
        begin = time.time() + SETTLE
        window = Window(begin, begin + plan.seconds)
        load.tell(window)
        time.sleep(max(0.0, window.begin - time.time()))
        before, began = server.cpu(), time.time()
        time.sleep(max(0.0, window.end - time.time()))
        cpu, seconds = server.cpu() - before, time.time() - began
        return load.counted(), seconds, cpu


@dataclass(frozen=True)
class Load:
    """The processes that play at one server."""

    processes: list[subprocess.Popen[str]]

    def tell(self, window: Window) -> None:
        for process in self.processes:
            assert process.stdin is not None  # noqa: S101 -- it was asked for
            process.stdin.write(msgspec.json.encode(window).decode() + "\n")
            process.stdin.flush()

    def counted(self) -> Counted:
        """What they counted together, once every action of the window is answered."""
        counts = [msgspec.json.decode(answer_of(process), type=Counted) for process in self.processes]
        return Counted(
            sum(count.actions for count in counts),
            sum(count.refused for count in counts),
            [one for count in counts for one in count.milliseconds],
            sum(count.received for count in counts),
        )


@contextlib.contextmanager
def playing(plan: Plan, server: Server, *, rate: float, seed: int) -> Iterator[Load]:
    """Everybody seated, and waiting for a window."""
    shares = [plan.tables // plan.loads + (number < plan.tables % plan.loads) for number in range(plan.loads)]
    with contextlib.ExitStack() as stack:
        processes = []
        for number, tables in enumerate(shares):
            job = Job(
                server.name, server.url, server.lobby, tables, rate * tables / plan.tables, 1000 * seed + 100 * number
            )
            processes.append(stack.enter_context(load_process(job)))
        for process in processes:
            heard = answer_of(process)
            if heard != "ready":
                raise ChildProcessError(f"a load process said {heard!r}")
        yield Load(processes)


@contextlib.contextmanager
def load_process(job: Job) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.server.load", msgspec.json.encode(job).decode()]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def answer_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None  # noqa: S101 -- it was asked for
    return process.stdout.readline().strip()


async def quiet_figures(plan: Plan, server: Server) -> tuple[float, int]:
    """The memory of a table at which nothing happens, and what resuming costs."""
    spoken = speech(server.name, server.lobby)
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        resumed = await resume_bytes(spoken, server, http)
        for _ in range(plan.idle_tables // 10):  # what the server only needs once, it has now
            await spoken.open_table(http)
        await asyncio.sleep(SETTLE)
        before = server.resident()
        for _ in range(plan.idle_tables):
            await spoken.open_table(http)
        await asyncio.sleep(SETTLE)
        return (server.resident() - before) / plan.idle_tables, resumed


async def resume_bytes(spoken: Speech, server: Server, http: httpx.AsyncClient) -> int:
    """Bytes of frames that bring a seat up to date which missed ten."""
    places = await spoken.open_table(http)
    chance = random.Random(0)  # noqa: S311
    turns: asyncio.Queue[tuple[SeatedVoice, str] | None] = asyncio.Queue()
    address = spoken.socket(server.url)
    async with contextlib.AsyncExitStack() as stack:
        chairs = []
        for place in places:
            opened = connect(address, compression=None, ping_interval=None, max_size=2**24)
            socket = await stack.enter_async_context(opened)
            chairs.append(SeatedVoice(spoken.voice(place, chance), socket, turns, Counted(0, 0, [], 0)))
            stack.push_async_callback(_cancel, asyncio.create_task(chairs[-1].listen()))
            await chairs[-1].synced.wait()
        await play_some(turns, 20)  # into the middle of a round
        before = chairs[0].voice
        seen = before.seq if isinstance(before, KaratVoice) else 0
        missed = 0
        while missed < MISSED:
            await play_some(turns, 1)
            await asyncio.sleep(0.05)
            now = chairs[0].voice
            missed = now.seq - seen if isinstance(now, KaratVoice) else missed + 1
        return await returning(spoken, server, places[0], seen)


async def play_some(turns: asyncio.Queue[tuple[SeatedVoice, str] | None], count: int) -> None:
    for _ in range(count):
        turn = await asyncio.wait_for(turns.get(), 10)
        if turn is None:
            return
        chair, move = turn
        chair.answered.clear()
        await chair.socket.send(move)
        await asyncio.wait_for(chair.answered.wait(), 10)


async def returning(spoken: Speech, server: Server, place: Place, since: int) -> int:
    """What somebody is sent who comes back with all up to `since`."""
    counted = Counted(0, 0, [], 0)
    voice: Voice = spoken.voice(place, random.Random(0))  # noqa: S311
    if isinstance(voice, KaratVoice):
        voice.seq = since
    async with connect(spoken.socket(server.url), compression=None, ping_interval=None, max_size=2**24) as socket:
        chair = SeatedVoice(voice, socket, asyncio.Queue(), counted)
        task = asyncio.create_task(chair.listen())
        await asyncio.wait_for(chair.synced.wait(), 10)
        received = counted.received
        await _cancel(task)
    return received


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
