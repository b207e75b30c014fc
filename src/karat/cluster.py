"""A Ray cluster: how it is joined, and work that is done there whatever becomes of its machines.

Work is pulled: an actor gets the next piece when it has finished one, and results come back as they are made. An actor
that is lost, with its process or with its machine, is replaced, and its piece goes to whoever is free first. Pieces
must therefore follow from themselves alone, so that whoever does them comes to the same.
"""

from __future__ import annotations

import importlib
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Self

PATIENCE = 10
"""Seconds to wait for somebody to answer; Ray itself would try for minutes."""
MOST_LOSSES = 4
"""How often one piece of work may be lost: then it is what ends its actors."""
AHEAD = 4
"""Pieces for each actor that may be finished before one that was asked for earlier."""


class NoCluster(ValueError):
    """There is no cluster to play on; the message says why."""


class WorkLost(RuntimeError):
    """A piece of work that ended every actor that was given it."""


class WorkFailed(RuntimeError):
    """A piece of work that raised an error; `cause` is that error."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(f"{type(cause).__name__}: {cause}")
        self.cause = cause


def join(address: str) -> Any:
    """Ray itself, once it is part of the cluster at `address`; 'local' starts one here."""
    try:
        ray: Any = importlib.import_module("ray")  # an extra, and slow to load
    except ModuleNotFoundError:
        raise NoCluster("--ray needs Ray: pip install 'karat-games[ray]'") from None
    knock(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # who plays here is nobody's business
    try:
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoCluster(f"cannot join the Ray cluster at {address!r}: {str(error).partition(chr(10))[0]}") from None
    speak_to_stderr()
    return ray


def speak_to_stderr() -> None:
    """Ray prints that an actor was lost to standard output, in the midst of what a command has to say there."""
    with suppress(ImportError, AttributeError):  # a version that has put it elsewhere
        inside: Any = importlib.import_module("ray._private.worker")
        speak = inside.print_to_stdstream
        inside.print_to_stdstream = lambda data, *more, **named: speak({**data, "is_err": True}, *more, **named)


def knock(address: str) -> None:
    """See that somebody answers there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():  # 'local' or 'auto'
        return
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise NoCluster(f"no Ray cluster answers at {address!r}: {error}") from None


def processors(ray: Any) -> int:
    """How many the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


class ActorPool:
    """Actors of one class on a cluster, made with the same arguments; each has `ready()` and `do(piece)`."""

    def __init__(self, address: str, maker: type, given: tuple[Any, ...], size: int | None = None) -> None:
        self.ray = ray = join(address)
        self.size = min(size or processors(ray), processors(ray))
        self._remote = ray.remote(num_cpus=1, max_restarts=0)(maker)
        self._given = [ray.put(one) for one in given]
        self._actors: dict[int, Any] = {}
        self._starting: dict[Any, int] = {}
        """By the reference of `ready`, who is being made."""
        self._doing: dict[Any, tuple[int, int, Any]] = {}
        """By reference: who does it, its number, and the piece."""
        self._idle: list[int] = []
        self._losses: dict[int, int] = {}
        self.replaced = 0
        for worker in range(self.size):
            self._make(worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *gone: object) -> None:
        self.close()

    def close(self) -> None:
        self.ray.shutdown()

    def _make(self, worker: int) -> None:
        actor = self._remote.remote(*self._given)
        self._actors[worker] = actor
        self._starting[actor.ready.remote()] = worker

    def stream(self, pieces: Iterable[Any], room: Callable[[], bool] = lambda: True) -> Iterator[tuple[int, Any]]:
        """The number of each piece and what came of it, as they are finished; `room` says whether to begin another."""
        coming, again = enumerate(pieces), deque[tuple[int, Any]]()
        left = True
        while True:
            while self._idle and (again or (left and room())):
                number, piece = again.popleft() if again else next(coming, (-1, None))
                if number < 0:
                    left = False
                    break
                worker = self._idle.pop()
                self._doing[self._actors[worker].do.remote(piece)] = worker, number, piece
            if not self._doing and not again and not left:
                return
            ready, _ = self.ray.wait([*self._doing, *self._starting], num_returns=1)
            for reference in ready:
                if reference in self._starting:
                    self._started(reference)
                    continue
                worker, number, piece = self._doing.pop(reference)
                try:
                    result = self.ray.get(reference)
                except self.ray.exceptions.RayTaskError as error:
                    raise WorkFailed(error.cause) from None
                except self.ray.exceptions.RayError as error:
                    self._lost(worker, number, error)
                    again.append((number, piece))
                else:
                    self._idle.append(worker)
                    yield number, result

    def in_order(self, pieces: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Every piece with what came of it, in their order."""
        asked: dict[int, Any] = {}
        done: dict[int, Any] = {}
        due = 0

        def noted() -> Iterator[Any]:
            for number, piece in enumerate(pieces):
                asked[number] = piece
                yield piece

        for number, result in self.stream(noted(), lambda: len(done) < AHEAD * self.size):
            done[number] = result
            while due in done:
                yield asked.pop(due), done.pop(due)
                due += 1

    def _started(self, reference: Any) -> None:
        """An actor that is ready gets work; one that was lost before is made again."""
        worker = self._starting.pop(reference)
        try:
            self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise WorkFailed(error.cause) from None
        except self.ray.exceptions.RayError as error:
            if isinstance(getattr(error, "cause", None), Exception):
                raise WorkFailed(error.cause) from None
            self._lost(worker, -1, error)
        else:
            self._idle.append(worker)

    def _lost(self, worker: int, number: int, why: BaseException) -> None:
        self._losses[number] = self._losses.get(number, 0) + 1
        if self._losses[number] > MOST_LOSSES + (self.size if number < 0 else 0):
            reason = str(why).partition("\n")[0]
            raise WorkLost(f"actors of the cluster were lost {self._losses[number]} times at the same work: {reason}")
        self.replaced += 1
        self._make(worker)
