"""Tournaments on the processors of a Ray cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from karat.arena.play import BotFailed, play_job, warm
from karat.arena.workers import hold_to_one_thread
from karat.cluster import join, processors

if TYPE_CHECKING:
    from karat.arena.deals import Job, Plan
    from karat.arena.workers import Games


class Cluster:
    """The workers on a cluster; Karat must be installed on its machines."""

    def __init__(self, plan: Plan, address: str, size: int | None = None) -> None:
        self._ray = ray = join(address)
        self.size = min(size or processors(ray), processors(ray))
        worker = ray.remote(num_cpus=1)(RayWorker)
        self._actors = [worker.remote(plan) for _ in range(self.size)]
        self._doing: dict[Any, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *gone: object) -> None:
        self._ray.shutdown()

    def start(self, worker: int, job: Job) -> None:
        self._doing[self._actors[worker].play.remote(job)] = worker

    def wait(self) -> list[tuple[int, Games]]:
        ready, _ = self._ray.wait(list(self._doing), num_returns=1)
        try:
            return [(self._doing.pop(reference), self._ray.get(reference)) for reference in ready]
        except self._ray.exceptions.RayTaskError as error:
            raise BotFailed(str(error.cause)) from None
        except self._ray.exceptions.RayError as error:
            raise BotFailed(f"a worker of the cluster was lost: {str(error).partition(chr(10))[0]}") from None


class RayWorker:
    """What stands on a processor of the cluster."""

    def __init__(self, plan: Plan) -> None:
        hold_to_one_thread()
        self.plan = plan
        warm(plan)

    def play(self, job: Job) -> Games:
        return play_job(self.plan, job)
