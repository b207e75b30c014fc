"""A tournament from its first deal to its last, or to the point where enough is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from karat.arena.cluster import Cluster
from karat.arena.deals import Job, Plan, Seating, Unit
from karat.arena.entrants import entrants_of
from karat.arena.journal import Journal
from karat.arena.report import Report, load_now, report
from karat.arena.sprt import Hypotheses, Verdict, judge
from karat.arena.tally import Tally
from karat.arena.workers import LocalWorkers, Processes, in_order
from karat.bots.bot import Budget
from karat.kernel.threads import cores
from karat.kit import Kit
from karat.match import find_kit, rules_of

SPRT_EVERY = 10
"""Deals between two looks at the sequential test."""
FIRST_LOOK, LOOK_AGAIN = 50, 1.1
"""Deals before the width of the intervals is looked at first, and by what factor there must be more each time."""


@dataclass(frozen=True, slots=True)
class Ending:
    """When to stop: after so many deals at the latest."""

    deals: int
    until: float | None = None
    """Half the width of every win rate's interval at which it is enough."""
    sprt: Hypotheses | None = None


def run(
    plan: Plan,
    ending: Ending,
    *,
    workers: int | None = None,
    ray: str | None = None,
    folder: Path | None = None,
    tell: Callable[[int], None] = lambda _deals: None,
) -> Tally:
    """Play it, on all cores unless told otherwise; `tell` hears how many deals are finished."""
    tally = Tally(plan)
    with Journal(folder, plan) if folder else nullcontext() as journal:
        kept = dict(journal.entries) if journal else {}
        stops = _Stops(tally, ending)
        missing: list[Job] = []
        for job in plan.jobs(ending.deals):
            if job not in kept or missing:
                missing.append(job)
                continue
            tally.add(job, kept[job])
            if stops.after(job, tell):
                return tally
        if not missing:
            return tally
        with _crew(plan, workers, ray, len(missing)) as crew:
            played = crew.in_order(missing) if isinstance(crew, Cluster) else in_order(crew, iter(missing))
            for job, games in played:
                if journal:
                    journal.add(job, games)
                tally.add(job, games)
                if stops.after(job, tell):
                    break
    return tally


def tournament(
    bots: Sequence[Any],
    game: str | Kit | None = None,
    *,
    deals: int = 100,
    seed: str | int = 0,
    think: Budget | str | float | None = None,
    workers: int = 1,
    luck_out: bool = False,
    **agreed: Any,
) -> Report:
    """Let bots meet on the same deals, names as `karat arena` takes them or classes of bots; what came about.

    What is agreed is named as for `karat.Match.new`. Classes that were made in a notebook play in one process only.
    """
    kit = find_kit(game)
    rules = rules_of(kit, **agreed)
    rounds = kit.round_won is not None and kit.rounds_are_won(rules)
    unit = Unit.ROUNDS if rounds else Unit.MATCHES
    plan = Plan(kit, rules, entrants_of(kit, bots, Budget.of(think)), str(seed), unit, luck_out=luck_out)
    if 2 < len(plan.entrants) <= len(plan.sides):
        plan = replace(plan, seating=Seating.MIXED)
    began, load = time.perf_counter(), load_now()
    tally = run(plan, Ending(deals), workers=workers)
    return report(tally, time.perf_counter() - began, (load, load_now()))


def verdict(tally: Tally, hypotheses: Hypotheses) -> Verdict:
    """Of the first two bots."""
    return judge(tally.shares(0), hypotheses)


def _crew(
    plan: Plan, workers: int | None, ray: str | None, jobs: int
) -> AbstractContextManager[LocalWorkers | Processes | Cluster]:
    if ray is not None:
        return Cluster(plan, ray, workers)
    size = min(workers or cores(), jobs)
    return LocalWorkers(plan) if size == 1 else Processes(plan, size)


class _Stops:
    """Whether it is enough, asked after all meetings of a deal: the answer follows from the games alone."""

    def __init__(self, tally: Tally, ending: Ending) -> None:
        self.tally, self.ending = tally, ending
        self._look = FIRST_LOOK
        self._last = len(tally.plan.meetings) - 1

    def after(self, job: Job, tell: Callable[[int], None]) -> bool:
        if job.meeting != self._last:
            return False
        deals = job.deal + 1
        tell(deals)
        if self.ending.sprt and deals % SPRT_EVERY == 0 and verdict(self.tally, self.ending.sprt).accepted:
            return True
        if self.ending.until is not None and deals >= self._look:
            self._look = max(deals + 1, round(LOOK_AGAIN * deals))
            return max(self.tally.wins(team, draws=1000).reach for team in self.tally.teams) <= self.ending.until
        return False
