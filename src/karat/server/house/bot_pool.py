"""Bots think in processes of their own, so that nobody's click waits for one.

A question carries all that the bot may know, the seed of its chance and how long it may think. A process that dies is
replaced and asked again; when the server dies, its processes see their pipe close and end. Those of a server that
people wait for start with it, and load what the levels need before the first question.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import structlog

from karat.bots.bot import Budget, Candidate, candidates
from karat.kit import Kit
from karat.server.tables import fair
from karat.shuffle import Stream
from karat.warming import load_bots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from karat.bots.bot import Bot
    from karat.game import Seat
    from karat.server.tables.table import Table

MOST_TRIES = 3
THINKS = 0.2
"""Seconds that a bot of the house may think about a choice."""

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

    def bot(self) -> Bot:
        return self.kit.make_bot(self.level, Budget(self.seconds))

    def answer(self) -> Any:
        return self.bot().choose(self.seen, self.legal, Stream(self.seed))


@dataclass(frozen=True, slots=True)
class Consideration(Question):
    """The same, for somebody who wants to be told what the bot thinks of it."""

    def answer(self) -> tuple[Candidate, ...]:
        return candidates(self.bot(), self.seen, self.legal, Stream(self.seed))


def question(table: Table, seat: Seat) -> Question:
    """What the bot on `seat` is asked now: the same whatever others have chosen face down in the meantime."""
    running = table.running
    assert running is not None  # noqa: S101 -- a bot owes an action
    seen = running.game.observe(running.state, seat)
    legal = tuple(running.legal(seat))
    seed = fair.bot_seed(table.secret, f"{seat}/{running.decision}")
    return Question(table.kit, table.chairs[seat].level, seen, legal, seed)


class BotPool:
    """A few processes, each with a thread here that hands it questions."""

    def __init__(self, processes: int = 1, took: Callable[[str, float], None] = lambda _level, _seconds: None) -> None:
        self._took = took
        self._processes = processes
        self._early: tuple[Kit, ...] = ()
        self._context = multiprocessing.get_context("spawn")
        self._threads = ThreadPoolExecutor(processes, "karat-thinker")
        self._local = threading.local()
        self._started: list[tuple[BaseProcess, Connection[Any, Any]]] = []

    def start(self, kits: Iterable[Kit]) -> None:
        """Have the processes ready before the first question, with what the bots of these games need."""
        self._early = tuple(kits)
        for _ in range(self._processes):
            self._threads.submit(self._pipe)

    async def choose(self, asked: Question) -> Any:
        """What the bot does. Where one fails, the usual one answers for it: a fault of ours stops nobody's match.

        So does the best one that is ready for one that is still being compiled: people would rather play on for a
        minute against a weaker bot, which the page tells them, than look at a table where nothing happens.
        """
        if len(asked.legal) == 1:
            return asked.legal[0]
        asked = replace(asked, level=asked.kit.ready_level(asked.level))
        try:
            return await self._put(asked)
        except NoAnswer:
            if asked.level == asked.kit.usual_level:
                raise
            log.exception("bot.failed", level=asked.level, game=asked.kit.name)
            return await self._put(replace(asked, level=asked.kit.usual_level))

    async def consider(self, asked: Consideration) -> tuple[Candidate, ...]:
        """What the bot thinks of, the best first."""
        if len(asked.legal) == 1:
            return (Candidate(asked.legal[0]),)
        thought_of: tuple[Candidate, ...] = await self._put(asked)
        return thought_of

    async def _put(self, asked: Question) -> Any:
        began = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, asked)
        finally:
            self._took(asked.level, time.perf_counter() - began)

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
        for process, pipe in self._started:
            pipe.close()
            process.join(5)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()

    def _ask(self, asked: Question) -> Any:
        for _ in range(MOST_TRIES):
            pipe = self._pipe()
            try:
                pipe.send(asked)
                answered, answer = pipe.recv()
            except (EOFError, OSError):  # the process died
                self._local.pipe = None
                continue
            if not answered:
                raise NoAnswer(f"bot {asked.level} of {asked.kit.name} failed: {answer}")
            return answer
        raise NoAnswer(f"bot {asked.level} of {asked.kit.name} died {MOST_TRIES} times at one question")

    def _pipe(self) -> Connection[Any, Any]:
        """To the process of this thread, which is started if there is none."""
        return getattr(self._local, "pipe", None) or self._start()

    def _start(self) -> Connection[Any, Any]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=think, args=(theirs, self._early), daemon=True, name="karat-thinker")
        process.start()
        theirs.close()  # so that it closes with the process, and ours with us
        self._local.pipe = ours
        self._started.append((process, ours))
        return ours


def think(pipe: Connection[Any, Any], early: tuple[Kit, ...] = ()) -> None:
    """The whole life of a thinking process; one that is early has time to load what bots of these games need."""
    import signal  # noqa: PLC0415 -- only in the child

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    if early:
        # Beside the questions: what is still being compiled takes minutes, and the usual level needs none of it.
        threading.Thread(target=load_bots, args=(early,), daemon=True).start()
    while True:
        try:
            asked: Question = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, asked.answer()))
        except OSError:
            return
        except Exception as error:  # noqa: BLE001 -- reported to who asked
            pipe.send((False, repr(error)))
