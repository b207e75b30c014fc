"""How everybody stands, from the results of tables alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.tournaments.plan import EntryForm
from karat.tournaments.scoring import Scoring, lead

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.tournaments.plan import TableResult, TournamentPlan


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """What a deal was worth to an entrant."""

    entrant: int
    round: int
    deal: int
    lead: int | None
    """In points; None where it counts for nobody."""
    worth: float


@dataclass(frozen=True, slots=True)
class EntrantStanding:
    entrant: int
    place: int
    """From 1; who is level shares one."""
    total: float
    """By matchpoints the mean, from 0 to 1; by swings their sum."""
    lead: int
    """All leads together, which breaks ties."""
    deals: int
    """That count."""
    rounds: int
    """In a knock-out, how many they were in."""


def scored(plan: TournamentPlan, results: Iterable[TableResult]) -> list[ScoredDeal]:
    """What every finished deal was worth to everybody: compared on each side with all tables of that deal."""
    by_deal: dict[tuple[int, int], list[TableResult]] = defaultdict(list)
    for one in results:
        by_deal[one.round, one.deal].append(one)
    found = []
    for (number, deal), tables in sorted(by_deal.items()):
        compare = teams_compared if plan.form is EntryForm.TEAMS else sides_compared
        found += [ScoredDeal(who, number, deal, ahead, worth) for who, ahead, worth in compare(plan, tables)]
    return found


def sides_compared(plan: TournamentPlan, tables: Sequence[TableResult]) -> list[tuple[int, int | None, float]]:
    played = [one for one in tables if one.points]
    found: list[tuple[int, int | None, float]] = []
    for side, seats in enumerate(plan.sides):
        leads = [lead(one.points or (), side) for one in played]
        for one, ahead, worth in zip(played, leads, plan.scoring.worth(leads), strict=True):
            found += [(who, ahead, worth) for who in on(one, seats)]
    everywhere = range(plan.players)
    return found + [
        (who, None, plan.scoring.unplayed) for one in tables if one.points == () for who in on(one, everywhere)
    ]


def teams_compared(plan: TournamentPlan, tables: Sequence[TableResult]) -> list[tuple[int, int | None, float]]:
    """A team's result is the sum of its leads at all its tables, where it held every side once."""
    own: dict[int, list[int | None]] = defaultdict(list)
    for one in tables:
        if one.points is None:
            continue
        for side, seats in enumerate(plan.sides):
            for who in on(one, seats):
                own[who].append(lead(one.points, side) if one.points else None)
    whole = {who: leads for who, leads in own.items() if len(leads) == len(plan.sides)}
    sums = {who: sum(one or 0 for one in leads) for who, leads in whole.items() if None not in leads}
    worth = plan.scoring.worth(list(sums.values()))
    found: list[tuple[int, int | None, float]] = [
        (who, sums[who], value) for who, value in zip(sums, worth, strict=True)
    ]
    return found + [(who, None, plan.scoring.unplayed) for who in whole if who not in sums]


def on(one: TableResult, seats: Iterable[int]) -> list[int]:
    """The entrants on these seats, each once."""
    return list(dict.fromkeys(who for seat in seats if (who := one.table.seats[seat].entrant) is not None))


def standings(plan: TournamentPlan, entrants: Sequence[int], results: Sequence[TableResult]) -> list[EntrantStanding]:
    """Everybody, the best first; who is level in everything stands in the order of entry."""
    worth: dict[int, list[ScoredDeal]] = {who: [] for who in entrants}
    for one in scored(plan, results):
        if one.entrant in worth:
            worth[one.entrant].append(one)
    reached = dict.fromkeys(entrants, 0)
    for result in results:
        for who in on(result, range(plan.players)):
            if who in reached:
                reached[who] = max(reached[who], result.round + 1)
    rows = []
    for who, deals in worth.items():
        total = sum(one.worth for one in deals)
        if plan.scoring is Scoring.MATCHPOINTS:
            total = total / len(deals) if deals else 0.0
        rows.append((reached[who], round(total, 9), sum(one.lead or 0 for one in deals), who, len(deals)))
    knockout = plan.system == "knockout"
    rows.sort(key=lambda row: (-row[0] if knockout else 0, -row[1], -row[2], row[3]))
    found: list[EntrantStanding] = []
    for index, (rounds, total, ahead, who, many) in enumerate(rows):
        before = found[-1] if found else None
        level = before is not None and (before.total, before.lead) == (total, ahead)
        level = level and (not knockout or (before is not None and before.rounds == rounds))
        place = before.place if before is not None and level else index + 1
        found.append(EntrantStanding(who, place, total, ahead, many, rounds))
    return found


def gone_on(plan: TournamentPlan, entrants: Sequence[int], results: Sequence[TableResult]) -> list[int]:
    """Who is still in a knock-out, in the order of entry."""
    left = list(entrants)
    for number in range(1 + max((one.round for one in results), default=-1)):
        of_round = [one for one in results if one.round == number]
        worth: dict[int, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        for one in scored(plan, of_round):
            total, ahead = worth[one.entrant]
            worth[one.entrant] = (total + one.worth, ahead + (one.lead or 0))
        for group in meetings(plan, of_round):
            best = max(group, key=lambda who: (*worth[who], -left.index(who)))
            left = [who for who in left if who == best or who not in group]
    return left


def meetings(plan: TournamentPlan, results: Iterable[TableResult]) -> list[tuple[int, ...]]:
    """Who met whom in a round, each meeting once."""
    found = {tuple(sorted(on(one, range(plan.players)))) for one in results}
    return sorted(group for group in found if group)
