"""A finished tournament as figures: for people in tables, for programs in JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table

from karat import __version__
from karat.arena.bootstrap import Estimate, estimate
from karat.arena.deals import Plan, Seating, Team
from karat.arena.journal import describe
from karat.arena.luck import without_luck
from karat.arena.sprt import Verdict
from karat.arena.tally import Tally
from karat.kernel.threads import cores


@dataclass(frozen=True, slots=True)
class Pace:
    """What one choice among several actions took, in milliseconds by the clock; `work` is the processor's."""

    choices: int
    median: float
    p99: float
    worst: float
    work: float
    late: int
    """Longer than the budget."""
    overruns: int
    """Longer than the budget and the slack of 50 ms; each is told in the JSON."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One team: in most tournaments one bot on all seats of a side."""

    name: str
    games: int
    wins: Estimate
    points: Estimate
    without_luck: Estimate | None
    """The same share with what chance brought taken out; it may lie below 0 or above 1."""
    counts: dict[str, Estimate]
    """Of what else the game has counted, how often it came about in a round."""


@dataclass(frozen=True, slots=True)
class Report:
    plan: Plan
    deals: int
    games: int
    lines: tuple[TeamLine, ...]
    paces: tuple[Pace, ...]
    tally: Tally
    seconds: float
    load: tuple[float, float]
    """The load of the machine over the last minute, at the beginning and at the end."""
    verdict: Verdict | None = None


def report(tally: Tally, seconds: float, load: tuple[float, float], verdict: Verdict | None = None) -> Report:
    plan = tally.plan
    return Report(
        plan=plan,
        deals=max((len(deals) for deals in tally.deals.values()), default=0),
        games=tally.games,
        lines=tuple(_line(tally, team) for team in _order(tally)),
        paces=tuple(_pace(tally, number) for number in range(len(plan.entrants))),
        tally=tally,
        seconds=seconds,
        load=load,
        verdict=verdict,
    )


def load_now() -> float:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _order(tally: Tally) -> list[Team]:
    """Teams of one bot as they were named; in cross-play the partnerships alone."""
    if tally.plan.seating is Seating.CROSS:
        return list(dict.fromkeys(tuple(sorted(teams[0])) for teams in tally.plan.meetings))
    return sorted(tally.teams)


def _line(tally: Tally, team: Team) -> TeamLine:
    plan = tally.plan
    if plan.seating is Seating.CROSS:  # the opponents' games are told by the partnership's
        rows = list(tally.meetings[[tuple(sorted(teams[0])) for teams in plan.meetings].index(team)].values())
    else:
        rows = list(tally.teams[team].values())
    counted = plan.kit.counts[1] if plan.kit.counts else ()
    return TeamLine(
        name=plan.team_name(team),
        games=sum(sums.games for sums in rows),
        wins=estimate([(sums.shares, sums.games) for sums in rows]),
        points=estimate([(sums.points, sums.rounds) for sums in rows]),
        without_luck=without_luck(rows) if plan.luck_out else None,
        counts={name: estimate([(sums.counts.get(name, 0), sums.rounds) for sums in rows]) for name in counted},
    )


def _pace(tally: Tally, entrant: int) -> Pace:
    times, budget = tally.times[entrant], tally.plan.entrants[entrant].budget
    millis = np.array(times.micros, float) / 1000 if times.micros else np.zeros(1)
    late = int((millis > 1000 * budget.seconds).sum()) if budget and budget.seconds else 0
    return Pace(
        choices=len(times.micros),
        median=float(np.median(millis)),
        p99=float(np.percentile(millis, 99)),
        worst=float(millis.max()),
        work=times.worked / 1000 / max(1, len(times.micros)),
        late=late,
        overruns=sum(overrun.entrant == entrant for overrun in tally.overruns),
    )


def to_json(told: Report) -> dict[str, Any]:
    """Everything, in words of JSON."""
    plan, tally = told.plan, told.tally
    return {
        "plan": describe(plan),
        "karat": __version__,
        "machine": {"cores": cores(), "python": platform.python_version(), "load": list(told.load)},
        "seconds": round(told.seconds, 3),
        "deals": told.deals,
        "games": told.games,
        "fair": plan.fair,
        "lines": [_line_as_json(plan, line) for line in told.lines],
        "bots": [
            {"name": str(entrant), "rating": asdict(tally.ratings[number]), "time": asdict(told.paces[number])}
            for number, entrant in enumerate(plan.entrants)
        ],
        "meetings": [
            {
                "name": plan.name(number),
                "deals": len(tally.deals.get(number, ())),
                "first": asdict(tally.wins_of_first(number)),
            }
            for number in range(len(plan.meetings))
        ],
        "overruns": [
            {
                "bot": str(plan.entrants[overrun.entrant]),
                "meeting": overrun.job.meeting,
                "deal": overrun.job.deal,
                "seating": overrun.seating,
                "seat": overrun.seat,
                "choice": overrun.choice,
                "ms": overrun.micros / 1000,
            }
            for overrun in tally.overruns
        ],
        "sprt": asdict(told.verdict) | {"bounds": _bounds(told.verdict)} if told.verdict else None,
    }


def _line_as_json(plan: Plan, line: TeamLine) -> dict[str, Any]:
    shown = asdict(line)
    counts = shown.pop("counts")
    return shown | ({plan.kit.counts[0]: counts} if plan.kit.counts else {})


def _bounds(verdict: Verdict) -> list[float]:
    return [verdict.hypotheses.lower, verdict.hypotheses.upper]


def tables(told: Report) -> Iterator[Table | str]:
    """What a person reads, from top to bottom."""
    yield _results(told)
    if len(told.plan.meetings) > 1 and told.plan.seating is not Seating.CROSS:
        yield _meetings(told)
    if told.plan.luck_out:
        yield _luck_taken_out(told)
    yield _times(told)
    if told.verdict:
        yield tell_verdict(told.plan, told.verdict)
    yield (
        f"{told.deals} deals, {told.games} games, seed {told.plan.seed}; {told.seconds:.0f} s, "
        f"load {told.load[0]:.1f} before and {told.load[1]:.1f} after on {cores()} cores"
    )


def _results(told: Report) -> Table:
    plan = told.plan
    title = f"{plan.kit.name}, {plan.rules.players} players, {plan.unit} won; fair share {plan.fair:.1%}"
    if plan.seating is Seating.CROSS:
        title = f"partners against two {plan.entrants[plan.against]}, {plan.unit} won"
    table = _table(title)
    table.add_column("partners" if plan.seating is Seating.CROSS else "bot", no_wrap=True)
    counted = plan.kit.counts[1] if plan.kit.counts else ()
    for name in ("games", "won (95 %)", "points", *counted):
        table.add_column(name, justify="right", no_wrap=True)
    for line in told.lines:
        points = f"{line.points.mean:.2f} ± {line.points.reach:.2f}"
        table.add_row(
            line.name,
            str(line.games),
            _percent(line.wins),
            points,
            *(f"{line.counts[name].mean:.1%}" for name in counted),
        )
    return table


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)


def _percent(one: Estimate) -> str:
    return f"{one.mean:.1%} ({100 * one.low:.1f}–{100 * one.high:.1f})"


def _meetings(told: Report) -> Table:
    table = _table("who beats whom")
    table.add_column("meeting", no_wrap=True)
    for name in ("deals", "the first won (95 %)"):
        table.add_column(name, justify="right", no_wrap=True)
    for number in range(len(told.plan.meetings)):
        deals = len(told.tally.deals.get(number, ()))
        table.add_row(told.plan.name(number), str(deals), _percent(told.tally.wins_of_first(number)))
    return table


def _luck_taken_out(told: Report) -> Table:
    table = _table("what chance brought taken out: the same on average, and surer")
    table.add_column("bot", no_wrap=True)
    for name in ("won (95 %)", "the interval is", "as if of so many times the deals"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in told.lines:
        if line.without_luck:
            ratio = line.wins.reach / max(line.without_luck.reach, 1e-9)
            narrower = f"{1 - 1 / ratio:.0%} narrower" if ratio >= 1 else f"{1 / ratio - 1:.0%} wider"
            table.add_row(line.name, _percent(line.without_luck), narrower, f"{ratio**2:.2f}")
    return table


def _times(told: Report) -> Table:
    table = _table("rating ± sigma, and milliseconds a choice")
    table.add_column("bot", no_wrap=True)
    for name in ("rating", "choices", "median", "p99", "worst", "worked", "late", "over"):
        table.add_column(name, justify="right", no_wrap=True)
    for number, (entrant, pace) in enumerate(zip(told.plan.entrants, told.paces, strict=True)):
        rating, timed = told.tally.ratings[number], bool(entrant.budget and entrant.budget.seconds)
        millis = (f"{one:.3g}" for one in (pace.median, pace.p99, pace.worst, pace.work))
        late = (str(pace.late), str(pace.overruns)) if timed else ("–", "–")
        table.add_row(str(entrant), f"{rating.mu:.1f} ± {rating.sigma:.1f}", str(pace.choices), *millis, *late)
    return table


def tell_verdict(plan: Plan, verdict: Verdict) -> str:
    """The sequential test in a sentence."""
    tested, (one, other, *_) = verdict.hypotheses, (str(entrant) for entrant in plan.entrants)
    said = {
        "H1": f"H1 accepted: {one} is stronger than {other}",
        "H0": f"H0 accepted: {one} is not stronger than {other} by that much",
        None: "undecided: more deals are needed",
    }[verdict.accepted]
    return (
        f"SPRT: {said}. H0 is {tested.s0:.1%}, H1 {tested.s1:.1%}; alpha {tested.alpha:g}, beta {tested.beta:g}; "
        f"LLR {verdict.llr:.2f} in {tested.lower:.2f} to {tested.upper:.2f} after {verdict.deals} deals"
    )
