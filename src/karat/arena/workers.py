"""Deals played by workers, here on all cores of this machine, and handed back in the order asked for.

What a worker plays follows from the plan and the job alone. So results do not depend on who played them or on how many
there were, as long as bots are given tries and not time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import connection
from types import TracebackType
from typing import Any, Protocol, Self

from karat.arena.deals import Job, Plan
from karat.arena.play import BotFailed, Played, play_job, warm

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
AHEAD = 4
"""Deals for each worker that may be finished before one that was asked for earlier."""

Games = tuple[Played, ...]


def hold_to_one_thread() -> None:
    """Libraries read these when they are loaded: a bot is to think on one core, whoever it is."""
    for name in ONE_THREAD:
        os.environ[name] = "1"


class WorkerPool(Protocol):
    """Workers, by number from 0; each does one job at a time."""

    @property
    def size(self) -> int: ...

    def start(self, worker: int, job: Job) -> None: ...

    def wait(self) -> list[tuple[int, Games]]:
        """Who has finished, and what; at least one."""


def in_order(crew: WorkerPool, jobs: Iterable[Job]) -> Iterator[tuple[Job, Games]]:
    """Every job with its games, in the order of `jobs`."""
    waiting = enumerate(jobs)
    idle, doing, done = list(range(crew.size)), dict[int, tuple[int, Job]](), dict[int, tuple[Job, Games]]()
    due, more = 0, True
    while True:
        while more and idle and len(done) < AHEAD * crew.size:
            number, job = next(waiting, (-1, Job(0, 0)))
            if number < 0:
                more = False
                break
            doing[worker := idle.pop()] = number, job
            crew.start(worker, job)
        while due in done:
            yield done.pop(due)
            due += 1
        if not doing and not more and not done:
            return
        if doing:
            for worker, games in crew.wait():
                number, job = doing.pop(worker)
                done[number] = job, games
                idle.append(worker)


class LocalWorkers:
    """This process itself."""

    size = 1

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._job = Job(0, 0)
        warm(plan)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *gone: object) -> None:
        pass

    def start(self, worker: int, job: Job) -> None:  # noqa: ARG002 -- there is one
        self._job = job

    def wait(self) -> list[tuple[int, Games]]:
        return [(0, play_job(self.plan, self._job))]


class Processes:
    """Processes of this machine, each held to a core of its own while there are enough."""

    def __init__(self, plan: Plan, size: int) -> None:
        self.size = size
        hold_to_one_thread()
        context = multiprocessing.get_context("spawn")
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._pipes: list[connection.Connection[Any, Any]] = []
        self._processes = []
        for number in range(size):
            ours, theirs = context.Pipe()
            core = cores[number] if size <= len(cores) else None
            process = context.Process(target=labour, args=(theirs, plan, core), daemon=True, name="karat-arena")
            process.start()
            theirs.close()  # so that it closes with the process, and ours with us
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            pipe.close()
            process.kill()  # what it is at was not asked for any more
            process.join()
            process.close()

    def start(self, worker: int, job: Job) -> None:
        with suppress(OSError):  # it is gone: `wait` says why
            self._pipes[worker].send(job)

    def wait(self) -> list[tuple[int, Games]]:
        found = []
        ready = connection.wait(self._pipes)
        for worker, pipe in enumerate(self._pipes):
            if pipe not in ready:
                continue
            try:
                games, trouble = pipe.recv()
            except (EOFError, OSError):
                raise BotFailed(self._death(worker)) from None
            if trouble:
                raise BotFailed(trouble)
            found.append((worker, games))
        return found

    def _death(self, worker: int) -> str:
        self._processes[worker].join(5)
        return f"a worker ended with status {self._processes[worker].exitcode}; what is finished is kept with -o FOLDER"


def labour(pipe: connection.Connection[Any, Any], plan: Plan, core: int | None) -> None:
    """The whole life of a process; it ends when its pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started it
    if core is not None:
        os.sched_setaffinity(0, {core})
    try:
        warm(plan)
        while True:
            pipe.send((play_job(plan, pipe.recv()), None))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:  # noqa: BLE001 -- told to who asked
        pipe.send(((), str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"))
