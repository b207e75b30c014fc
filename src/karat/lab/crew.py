"""Who plays the rounds: threads of this process, or actors on a Ray cluster. Both give the same samples.

A piece of work is named by a seed and a number, and needs nothing but the weights that come with it; so it does not
matter who does it, nor in what order, and a cluster of any size trains the same net as one machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from karat.cluster import join, processors
from karat.kernel.threads import cores


class Crew(Protocol):
    def do(self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
        """`work(*common, *piece)` for each piece, in their order. What is common is handed out once."""
        ...

    def close(self) -> None: ...


class Threads:
    """The kernels run without Python's lock, so threads of one process use all cores, and nothing is copied."""

    def __init__(self, count: int | None = None) -> None:
        self.pool = ThreadPoolExecutor(count or cores(), thread_name_prefix="karat-actor")

    def do(self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
        return list(self.pool.map(lambda piece: work(*common, *piece), pieces))

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class RayActors:
    """Actors on the Ray cluster at an address, `local` for one of its own; karat must be installed there too."""

    def __init__(self, address: str, count: int | None = None) -> None:
        self.ray = ray = join(address)
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(_Actor)
        self.actors = [actor.remote() for _ in range(count or processors(ray))]

    def do(self, work: Callable[..., Any], common: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
        shared = self.ray.put(common)
        waiting = [
            self.actors[number % len(self.actors)].do.remote(work, shared, piece) for number, piece in enumerate(pieces)
        ]
        return list(self.ray.get(waiting))

    def close(self) -> None:
        self.ray.shutdown()


class _Actor:
    """Keeps nothing between two pieces, so that one that dies is simply started again."""

    def do(self, work: Callable[..., Any], common: tuple[Any, ...], piece: tuple[Any, ...]) -> Any:
        return work(*common, *piece)


def crew(ray: str | None, actors: int | None) -> Crew:
    """Threads here or, with an address, actors there."""
    return RayActors(ray, actors) if ray else Threads(actors)
