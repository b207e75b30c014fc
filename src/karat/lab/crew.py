"""Who plays the rounds: threads of this process, or actors on a Ray cluster. Both give the same samples.

A piece of work is named by a seed and a number, and needs nothing but the weights that come with it; so it does not
matter who does it, nor in what order, and a cluster of any size trains the same net as one machine.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from karat.cluster import ActorPool
from karat.kernel.threads import cores

if TYPE_CHECKING:
    from karat.kit import Piece


class Crew(Protocol):
    def do(self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
        """`work(*common, *piece)` for each piece, in their order. What is common is handed out once."""
        ...

    def begin(
        self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]
    ) -> Callable[[], list[Any]]:
        """The same, begun now; what it gives is called for the results, which it waits for."""
        ...

    def close(self) -> None: ...


class Threads:
    """The kernels run without Python's lock, so threads of one process use all cores, and nothing is copied."""

    def __init__(self, count: int | None = None) -> None:
        self.pool = ThreadPoolExecutor(count or cores(), thread_name_prefix="karat-actor")

    def do(self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
        return self.begin(work, common, pieces)()

    def begin(
        self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]
    ) -> Callable[[], list[Any]]:
        waiting = [self.pool.submit(work, *common, *piece) for piece in pieces]
        return lambda: [one.result() for one in waiting]

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class RayActors:
    """Actors on the Ray cluster at an address, `local` for one of its own; karat must be installed there too.

    One that is lost is replaced, and what it was at is done again. A thread of its own hands out the work, so that
    actors are never idle while the learner learns.
    """

    def __init__(self, address: str, count: int | None = None, compiled: Sequence[Piece] = ()) -> None:
        """`compiled` is what the work needs; it is compiled once on each machine."""
        self.pool = ActorPool(address, Labourer, (tuple(compiled),), count)
        self._hands_out = ThreadPoolExecutor(1, thread_name_prefix="karat-crew")

    def do(self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
        return self.begin(work, common, pieces)()

    def begin(
        self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]
    ) -> Callable[[], list[Any]]:
        shared = [self.pool.ray.put((work, common))]  # in a list, as Ray would hand over what it stands for
        given = [(shared, piece) for piece in pieces]
        return self._hands_out.submit(lambda: [result for _, result in self.pool.in_order(given)]).result

    def close(self) -> None:
        self._hands_out.shutdown(cancel_futures=True)
        self.pool.close()


class Labourer:
    """Keeps nothing between two pieces but what is common to them."""

    def __init__(self, compiled: tuple[Piece, ...]) -> None:
        self._last: tuple[Any, Any] = None, None
        for piece in compiled:
            piece.compile()

    def ready(self) -> None:
        """Answered when it can work."""

    def do(self, given: tuple[list[Any], tuple[Any, ...]]) -> Any:
        (shared,), piece = given
        if self._last[0] != shared:
            self._last = shared, importlib.import_module("ray").get(shared)
        work, common = self._last[1]
        return work(*common, *piece)


def crew(ray: str | None, actors: int | None, compiled: Sequence[Piece] = ()) -> Crew:
    """Threads here or, with an address, actors there."""
    return RayActors(ray, actors, compiled) if ray else Threads(actors)
