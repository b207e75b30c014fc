"""What came of a race: ratios with their verdicts, as rows for a table and as JSON."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.peers.contest import Result
from bench.peers.field import Goal

FORM = "karat-peers/1"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A goal with what was reached; `reached` is None when one of the two was not measured."""

    goal: Goal
    rival: str | None = None  # the fastest of theirs
    reached: float | None = None  # the median over the turns: ours beside theirs in the same turn
    by_best: float | None = None  # our best turn beside their best

    @property
    def holds(self) -> bool | None:
        return None if self.reached is None else self.reached >= self.goal.least


def judge(goals: Sequence[Goal], results: Sequence[Result]) -> list[Verdict]:
    measured = {result.entrant.key: result for result in results if result.measured}
    return [_judge(goal, measured) for goal in goals]


def _judge(goal: Goal, measured: dict[str, Result]) -> Verdict:
    ours = measured.get(goal.ours)
    if ours is None:
        return Verdict(goal)
    if not goal.theirs:
        return Verdict(goal, None, ours.median, ours.best)
    theirs = max((measured[key] for key in goal.theirs if key in measured), key=lambda one: one.best, default=None)
    if theirs is None:
        return Verdict(goal)
    # Turn by turn, because a machine that is busy for a while is so for both.
    one, other = (by.by_the_clock if goal.by_the_clock else by.speeds for by in (ours, theirs))
    ratios = [speed / beside for speed, beside in zip(one, other, strict=True)]
    return Verdict(goal, theirs.entrant.key, statistics.median(ratios), max(one) / max(other))


SPEED_COLUMNS = ("entrant", "how", "median", "best", "spread", "games/s", "core", "version")
GOAL_COLUMNS = ("promise", "at least", "median", "of bests", "holds")


def speed_rows(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """A row for each entrant in SPEED_COLUMNS, the trouble of those that were not measured in place of numbers."""
    rows: list[tuple[str, ...]] = []
    for result in results:
        how = f"{result.entrant.how}, {result.detail}" if result.detail else result.entrant.how
        shown = (
            (rate(result.median), rate(result.best), f"{result.spread:.0%}", rate(result.games), f"{result.share:.0%}")
            if result.measured
            else (result.trouble or "not measured", "", "", "", "")
        )
        rows.append((result.entrant.key, how, *shown, result.version or "–"))
    return rows


def goal_rows(verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
    """A row for each verdict, in GOAL_COLUMNS."""
    rows: list[tuple[str, ...]] = []
    for verdict in verdicts:
        show = times if verdict.goal.theirs else rate
        reached, by_best = ("–" if number is None else show(number) for number in (verdict.reached, verdict.by_best))
        holds = {None: "not measured", True: "yes", False: "no"}[verdict.holds]
        rows.append((verdict.goal.what, show(verdict.goal.least), reached, by_best, holds))
    return rows


def rate(number: float) -> str:
    """A speed in three figures.

    >>> rate(7_123_456), rate(4_812.3), rate(37.91)
    ('7.12 M', '4.81 k', '37.9')
    """
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{sign}" if number < size * 1000 else f"{number / size:.0f}{sign}"
    return f"{number:.3g}"


def times(number: float) -> str:
    return f"{number:.3g} ×"


def to_json(results: Sequence[Result], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """All of it, for programs; docs/kernel-speed.md explains the fields."""
    return {
        "form": FORM,
        "machine": {
            "processor": processor(),
            "python": platform.python_version(),
            "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        },
        "entrants": [_entrant_json(result) for result in results],
        "goals": [
            {
                "what": verdict.goal.what,
                "ours": verdict.goal.ours,
                "theirs": verdict.rival,
                "least": verdict.goal.least,
                "reached": verdict.reached,
                "by_best": verdict.by_best,
                "holds": verdict.holds,
            }
            for verdict in verdicts
        ],
    }


def _entrant_json(result: Result) -> dict[str, Any]:
    told = result.entrant
    found: dict[str, Any] = {
        "key": told.key,
        "library": told.library,
        "version": result.version,
        "game": told.game,
        "how": told.how,
        "detail": result.detail,
        "cores": told.cores,
        "trouble": result.trouble or None,
    }
    if result.measured:
        found |= {
            "moves_per_second": {"median": result.median, "best": result.best, "spread": result.spread},
            "games_per_second": result.games,
            "share_of_cores": result.share,
            "turns": [
                {
                    "moves": turn.count.moves,
                    "games": turn.count.games,
                    "seconds": turn.count.seconds,
                    "worked": turn.worked,
                }
                for turn in result.turns
            ],
        }
    return found


def processor() -> str:
    """The model of the processor, where Linux tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as told:  # noqa: PTH123 -- a file of the kernel's
            names = [line.partition(":")[2].strip() for line in told if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
