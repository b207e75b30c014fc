"""A Ray cluster: how it is joined, for whatever is to be done there, and tournaments on its processors."""

from __future__ import annotations

import importlib
import os
import socket
from typing import TYPE_CHECKING, Any, Self

from karat.arena.play import BotFailed, play_job, warm
from karat.arena.workers import hold_to_one_thread

if TYPE_CHECKING:
    from karat.arena.deals import Job, Plan
    from karat.arena.workers import Games

PATIENCE = 10
"""Seconds to wait for somebody to answer; Ray itself would try for minutes."""


class NoCluster(ValueError):
    """There is no cluster to play on; the message says why."""


def join(address: str) -> Any:
    """Ray itself, once it is part of the cluster at `address`; 'local' starts one here."""
    try:
        ray: Any = importlib.import_module("ray")  # an extra, and slow to load
    except ModuleNotFoundError:
        raise NoCluster("--ray needs Ray: pip install 'karat[ray]'") from None
    knock(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # who plays here is nobody's business
    try:
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoCluster(f"cannot join the Ray cluster at {address!r}: {str(error).partition(chr(10))[0]}") from None
    return ray


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
