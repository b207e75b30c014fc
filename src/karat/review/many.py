"""Many matches reviewed, on the cores of this machine or of a Ray cluster, and what they come to together.

A match is reviewed in one process, on one thread; what comes of it follows from the effort and the seed alone.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.cluster import join
from karat.kernel.threads import cores
from karat.kit import load_kit
from karat.review.reviewing import Effort, added, final_review
from karat.review.values import CLEAR, Mean, Review

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.game import Seat
    from karat.kit import Kit
    from karat.record import Record


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A match, and whose choices in it."""

    record: Record
    seat: Seat


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """How all of them are reviewed: a value that travels."""

    module: str
    card_files: tuple[Any, ...]
    effort: Effort
    seed: str

    def do(self, job: ReviewJob) -> Review:
        kit = load_kit(self.module, *self.card_files)
        return final_review(kit, job.record, job.seat, self.effort, seed=self.seed, threads=1)


def reviews(
    kit: Kit,
    jobs: Sequence[ReviewJob],
    effort: Effort | None = None,
    *,
    seed: str = "review",
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[Review]:
    """One review for each job, in their order; on the Ray cluster at an address, where one is named."""
    plan = ReviewPlan(kit.module, kit.at_hand, effort or Effort(), seed)
    if cluster is not None:
        yield from on_cluster(plan, jobs, cluster)
        return
    workers = min(workers or cores(), len(jobs))
    if workers <= 1:
        yield from map(plan.do, jobs)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(plan.do, jobs)


def on_cluster(plan: ReviewPlan, jobs: Sequence[ReviewJob], address: str) -> Iterator[Review]:
    """As many at once as the cluster has processors; Karat must be installed on its machines."""
    ray = join(address)
    try:
        do = ray.remote(num_cpus=1)(ReviewPlan.do)
        for reference in [do.remote(plan, job) for job in jobs]:
            yield ray.get(reference)
    finally:
        ray.shutdown()


@dataclass(frozen=True, slots=True)
class KindLosses:
    """What a kind of decision has cost over some matches."""

    kind: str
    choices: int
    clear: int
    """How many of them were clear losses."""
    lost: Mean
    """A match, in parts of the match's win."""


@dataclass(frozen=True, slots=True)
class AcrossMatches:
    """What somebody's reviews come to together."""

    matches: int
    kinds: tuple[KindLosses, ...]
    over_time: tuple[float, ...]
    """What each match cost, in their order."""
    luck: Mean | None
    """A match, over those that have a ledger; its error is that of the mean."""


def across(found: Sequence[Review]) -> AcrossMatches:
    """Losses by kind of decision, and over time."""
    many = max(len(found), 1)
    kinds = dict.fromkeys(kind for one in found for kind in one.by_kind)
    rows = []
    for kind in kinds:
        of_kind = [choice for one in found for choice in one.choices if choice.kind == kind]
        clear = [choice for choice in of_kind if choice.verdict == CLEAR]
        total = added([choice.loss for choice in clear])
        lost = Mean(total.mean / many, total.error / many)
        rows.append(KindLosses(kind, len(of_kind), len(clear), lost))
    over_time = tuple(sum(one.mean for one in each.by_kind.values()) for each in found)
    luck = [one.ledger.luck for one in found if one.ledger]
    return AcrossMatches(len(found), tuple(rows), over_time, mean_of(luck) if luck else None)


def mean_of(numbers: Sequence[float]) -> Mean:
    """A mean and its standard error."""
    mean = sum(numbers) / len(numbers)
    spread = sum((one - mean) ** 2 for one in numbers) / max(len(numbers) - 1, 1)
    return Mean(mean, (spread / len(numbers)) ** 0.5)
