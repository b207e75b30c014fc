"""Tournaments on the processors of a Ray cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from karat.arena.play import BotFailed, play_job, warm
from karat.arena.workers import hold_to_one_thread
from karat.cluster import ActorPool, WorkFailed, WorkLost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.arena.deals import Job, Plan
    from karat.arena.workers import Games


class Cluster:
    """The workers on a cluster; Karat must be installed on its machines.

    What an actor was playing when it was lost is played again: a game follows from its plan and its deal alone.
    """

    def __init__(self, plan: Plan, address: str, size: int | None = None) -> None:
        self.pool = ActorPool(address, RayWorker, (plan,), size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *gone: object) -> None:
        self.pool.close()

    def in_order(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Games]]:
        """Every job with its games, in the order of `jobs`."""
        try:
            yield from self.pool.in_order(jobs)
        except WorkFailed as failed:
            raise BotFailed(str(failed.cause) if isinstance(failed.cause, BotFailed) else str(failed)) from None
        except WorkLost as lost:
            raise BotFailed(str(lost)) from None


class RayWorker:
    """What stands on a processor of the cluster."""

    def __init__(self, plan: Plan) -> None:
        hold_to_one_thread()
        self.plan = plan
        for piece in plan.pieces:
            piece.compile()  # once on each machine
        warm(plan)

    def ready(self) -> None:
        """Answered when it can play."""

    def do(self, job: Job) -> Games:
        return play_job(self.plan, job)
