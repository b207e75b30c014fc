"""Bots think in processes of their own, so that nobody's click waits for one.

A question carries all that the bot may know, the seed of its chance and how long it may think. A process that dies is
replaced and asked again; when the server dies, its processes see their pipe close and end. Those of a server that
people wait for start with it, and load what the levels need before the first question.

Levels that search and levels that answer at once have processes apart, so that no answer waits for a search. What
people study afterwards has processes of its own too, which get what is left of the machine: one for reviews of whole
matches, one for short questions. In each of them people take turns: who sits at many tables waits for their own
questions, and others do not.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import structlog

from karat.bots.bot import Budget, Candidate, candidates
from karat.kit import Kit
from karat.server.house.fair_queue import FairQueue
from karat.server.tables import fair
from karat.shuffle import Stream
from karat.warming import IDLE, REVIEW, load_bots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from karat.bots.bot import Bot
    from karat.game import Seat
    from karat.server.tables.running import Running
    from karat.server.tables.table import Table

    Hear: TypeAlias = Callable[[Any], None]
    Loads: TypeAlias = Sequence[tuple[Kit, frozenset[str]]]
    """Which levels of which games a process may be asked for."""

MOST_TRIES = 3
THINKS = 0.2
"""Seconds that a bot of the house may think about a choice."""
YIELDS = 10
"""How far a search stands back behind who clicks, as `nice` counts."""
PART, ANSWER, FAILED = "part", "answer", "failed"
"""What a process says: something is known by now, this is the answer, or there is none."""

log = structlog.get_logger()


class NoAnswer(RuntimeError):
    """A bot that gave no answer."""


@dataclass(frozen=True, slots=True)
class Question:
    kit: Kit
    level: str
    seen: Any
    legal: tuple[Any, ...]
    seed: str
    seconds: float = THINKS
    tries: int | None = None
    """In place of a time, where the answer has to be the same whenever and wherever it is given."""

    def bot(self) -> Bot:
        return self.kit.make_bot(self.level, Budget(self.seconds) if self.tries is None else Budget(tries=self.tries))

    def answer(self) -> Any:
        return self.bot().choose(self.seen, self.legal, Stream(self.seed))


class Study(Protocol):
    """Something to be found out about a match that is over; it travels to another process."""

    @property
    def kit(self) -> Kit: ...

    def find(self, tell: Callable[[Any], None]) -> Any:
        """What comes of it; `tell` is called with what is known by then."""


@dataclass(frozen=True, slots=True)
class Consideration(Question):
    """The same, for somebody who wants to be told what the bot thinks of it."""

    def answer(self) -> tuple[Candidate, ...]:
        return candidates(self.bot(), self.seen, self.legal, Stream(self.seed))


def question(table: Table, seat: Seat) -> Question:
    """What the bot on `seat` is asked now."""
    assert table.running is not None  # noqa: S101 -- a bot owes an action
    tries = table.event.tries if table.event else None
    return put(table.kit, table.running, seat, table.chairs[seat].level, table.secret, tries)


def put(kit: Kit, running: Running, seat: Seat, level: str, secret: str, tries: int | None) -> Question:
    """What a bot is asked in a match: the same whatever others have chosen face down in the meantime."""
    seen = running.game.observe(running.state, seat)
    seed = fair.bot_seed(secret, f"{seat}/{running.decision}")
    return Question(kit, level, seen, tuple(running.legal(seat)), seed, tries=tries)


class BotPool:
    """The processes of a worker: some that search, one for what needs no search, and two for who studies."""

    def __init__(self, processes: int = 1, took: Callable[[str, float], None] = lambda _level, _seconds: None) -> None:
        self._took = took
        self._searching = Lane(processes, YIELDS)
        self._quick = Lane(1)
        self._reviews = Lane(1, IDLE)
        self._studies = Lane(1, IDLE)

    def start(self, kits: Iterable[Kit]) -> None:
        """Have the processes ready before the first question, with what the bots of these games need."""
        known = tuple(kits)
        self._searching.start([(kit, kit.searching) for kit in known])
        self._quick.start([(kit, frozenset(kit.bots) - kit.searching) for kit in known])
        self._reviews.start([(kit, frozenset({REVIEW})) for kit in known])

    async def choose(self, asked: Question, people: Sequence[str] = ()) -> Any:
        """What the bot does, for whom it is a turn of these people.

        Where one fails, the usual one answers for it: a fault of ours stops nobody's match. So does the best one that
        is ready for one that is still being compiled: people would rather play on for a minute against a weaker bot,
        which the page tells them, than look at a table where nothing happens. Not where tries are counted: others
        meet the same bot on the same cards.
        """
        if len(asked.legal) == 1:
            return asked.legal[0]
        if asked.tries is not None:
            return await self._put(asked, people)
        asked = replace(asked, level=asked.kit.ready_level(asked.level))
        try:
            return await self._put(asked, people)
        except NoAnswer:
            if asked.level == asked.kit.usual_level:
                raise
            log.exception("bot.failed", level=asked.level, game=asked.kit.name)
            return await self._put(replace(asked, level=asked.kit.usual_level), people)

    async def consider(self, asked: Consideration, people: Sequence[str] = ()) -> tuple[Candidate, ...]:
        """What the bot thinks of, the best first."""
        if len(asked.legal) == 1:
            return (Candidate(asked.legal[0]),)
        thought_of: tuple[Candidate, ...] = await self._put(asked, people)
        return thought_of

    async def review(self, study: Study, people: Sequence[str], hear: Hear) -> Any:
        """What comes of a study that takes seconds; `hear` is told on the loop what is known by then."""
        return await self._reviews.put(study, people, hear)

    async def study(self, study: Study, people: Sequence[str]) -> Any:
        """What comes of a study that somebody waits for."""
        return await self._studies.put(study, people)

    async def _put(self, asked: Question, people: Sequence[str]) -> Any:
        began = time.perf_counter()
        lane = self._searching if asked.level in asked.kit.searching else self._quick
        try:
            return await lane.put(asked, people)
        finally:
            self._took(asked.level, time.perf_counter() - began)

    def close(self) -> None:
        for lane in (self._searching, self._quick, self._reviews, self._studies):
            lane.close()


class Lane:
    """Processes for questions of one kind, each with a thread here that hands it questions."""

    def __init__(self, processes: int, yields: int = 0) -> None:
        self._processes = processes
        self._yields = yields
        self._closed = False
        self._queue = FairQueue(processes)
        self._early: Loads = ()
        self._context = multiprocessing.get_context("spawn")
        self._threads = ThreadPoolExecutor(processes, "karat-thinker")
        self._local = threading.local()
        self._started: list[tuple[BaseProcess, Connection[Any, Any]]] = []

    def start(self, loads: Loads) -> None:
        self._early = tuple(loads)
        for _ in range(self._processes):
            self._threads.submit(self._pipe)

    async def put(self, asked: Question | Study, people: Sequence[str], hear: Hear = lambda _: None) -> Any:
        """The answer. A place is free again when its process is, also where nobody waits for the answer any more."""
        loop, person = asyncio.get_running_loop(), await self._queue.enter(people)

        def pass_on(part: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(hear, part)

        asking = self._threads.submit(self._ask, asked, pass_on)

        def leave(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._queue.leave, person)

        asking.add_done_callback(leave)
        return await asyncio.wrap_future(asking)

    def close(self) -> None:
        """What was asked is answered first, unless it is a study, which may take long.

        Nobody waits for a process that is only getting ready to be asked: it has nothing to lose.
        """
        self._closed = True
        if self._yields == IDLE:
            for process, _ in self._started:
                process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process, pipe in self._started:
            pipe.close()
            process.kill()
            process.join()
            process.close()

    def _ask(self, asked: Question | Study, hear: Hear) -> Any:
        who = getattr(asked, "level", type(asked).__name__)
        for _ in range(MOST_TRIES):
            if self._closed:
                raise NoAnswer(f"{who} of {asked.kit.name}: the server stops")
            pipe = self._pipe()
            try:
                pipe.send(asked)
                said, answer = pipe.recv()
                while said == PART:
                    hear(answer)
                    said, answer = pipe.recv()
            except (EOFError, OSError):  # the process died
                self._local.pipe = None
                continue
            if said == FAILED:
                raise NoAnswer(f"bot {who} of {asked.kit.name} failed: {answer}")
            return answer
        raise NoAnswer(f"bot {who} of {asked.kit.name} died {MOST_TRIES} times at one question")

    def _pipe(self) -> Connection[Any, Any]:
        """To the process of this thread, which is started if there is none."""
        return getattr(self._local, "pipe", None) or self._start()

    def _start(self) -> Connection[Any, Any]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=think, args=(theirs, self._early, self._yields), daemon=True, name="karat-thinker"
        )
        process.start()
        theirs.close()  # so that it closes with the process, and ours with us
        self._local.pipe = ours
        self._started.append((process, ours))
        return ours


def think(pipe: Connection[Any, Any], early: Loads = (), yields: int = 0) -> None:
    """The whole life of a thinking process; one that is early has time to load what these bots need."""
    import signal  # noqa: PLC0415 -- only in the child

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    if yields and hasattr(os, "nice"):
        os.nice(yields)
    if early:
        # Beside the questions: what is still being compiled takes minutes, and the usual level needs none of it.
        threading.Thread(target=load_bots, args=(early,), daemon=True).start()
    while True:
        try:
            asked: Question | Study = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            if isinstance(asked, Question):
                pipe.send((ANSWER, asked.answer()))
            else:
                pipe.send((ANSWER, asked.find(lambda part: pipe.send((PART, part)))))
        except OSError:
            return
        except Exception as error:  # noqa: BLE001 -- reported to who asked
            pipe.send((FAILED, repr(error)))
