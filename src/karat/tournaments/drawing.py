"""Who sits where in a round. The same entrants and results always give the same draw.

People who have met, or were partners, are kept apart as long as that can be helped, and everybody sits on every side
about equally often. Where the entrants do not fill all tables, bots do.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from karat.shuffle import Stream
from karat.tournaments.plan import DrawSystem, EntryForm, EventSeat, RoundTable, TournamentPlan, survivors
from karat.tournaments.standings import gone_on, standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.tournaments.plan import TableResult

    Group = tuple[int | None, ...]
    Apart = frozenset[tuple[int, int]]
    """Entrants who do not want to meet, the smaller number first."""

LOOKED_AT = 32
"""How many entrants further down are considered for a table."""
DRAWS = 12
"""How often a movement is drawn, to take the best; once where there are very many entrants."""
MANY = 200
MOST_ORDERS = 24
"""Ways to seat a table that are all compared; at a larger table only turns of it."""
NOBODY: Apart = frozenset()


class Met:
    """Who has met whom, as partners or not, and where everybody sat."""

    def __init__(self, plan: TournamentPlan, results: Sequence[TableResult]) -> None:
        self.together: Counter[tuple[int, int]] = Counter()
        self.partners: Counter[tuple[int, int]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()
        """By entrant and side."""
        self.filled: Counter[int] = Counter()
        """Who has met bots that fill up."""
        for table in {(one.round, one.table) for one in results}:
            self._add(plan, table[1])

    def _add(self, plan: TournamentPlan, table: RoundTable) -> None:
        sides = [{table.seats[seat].entrant for seat in seats} - {None} for seats in plan.sides]
        everybody = sorted({one for side in sides for one in side if one is not None})
        for pair in combinations(everybody, 2):
            self.together[pair] += 1
        for side, members in enumerate(sides):
            known = sorted(one for one in members if one is not None)
            for pair in combinations(known, 2):
                self.partners[pair] += 1
            for one in known:
                self.sat[one, side] += 1
        if any(chair.entrant is None for chair in table.seats):
            self.filled.update(everybody)

    def cost(self, group: Group) -> int:
        """How often the people of a group have met before."""
        known = sorted(one for one in group if one is not None)
        again = sum(self.together[pair] for pair in combinations(known, 2))
        return again + (sum(self.filled[one] for one in known) if len(known) < len(group) else 0)


def draw(
    plan: TournamentPlan,
    entrants: Sequence[int],
    results: Sequence[TableResult],
    seed: str,
    apart: Apart = NOBODY,
) -> tuple[RoundTable, ...] | None:
    """The tables of the next round; None when the tournament is over. `results` are those of all rounds before.

    Who is `apart` does not meet. In a knock-out they do where nobody else is left to change places with.
    """
    number = 1 + max((one.round for one in results), default=-1)
    left = list(entrants) if plan.system is not DrawSystem.KNOCKOUT else gone_on(plan, entrants, results)
    if len(left) < 2 or (plan.system is not DrawSystem.KNOCKOUT and number >= plan.rounds):
        return None
    met, rng = Met(plan, results), Stream(seed, number)
    if plan.system is DrawSystem.MOVEMENT:
        groups = movement(left, plan.at_once, number, met, rng)
    elif plan.system is DrawSystem.SWISS:
        order = [one.entrant for one in standings(plan, left, results)] if number else list(rng.shuffled(left))
        groups = greedily(order, plan.at_once, met)
    else:
        groups = bracket(left, plan.at_once)
    groups = parted(groups, apart, met, may_split=plan.system is not DrawSystem.KNOCKOUT) if apart else groups
    return tuple(table for group in groups for table in seated(plan, group, met)) if groups else None


def movement(entrants: Sequence[int], at_once: int, number: int, met: Met, rng: Stream) -> list[Group]:
    """Two at a table go round as everybody plays everybody; more are drawn so that few meet again."""
    if at_once == 2:
        return circle(entrants, number)
    draws = DRAWS if len(entrants) <= MANY else 1
    found = [greedily(list(rng.shuffled(list(entrants))), at_once, met) for _ in range(draws)]
    return min(found, key=lambda groups: sum(map(met.cost, groups)))


def circle(entrants: Sequence[int], number: int) -> list[Group]:
    """Everybody plays everybody: one stays, the others go round. With an odd number somebody meets bots.

    >>> [circle([0, 1, 2, 3], n) for n in range(3)]
    [[(0, 3), (1, 2)], [(0, 2), (3, 1)], [(0, 1), (2, 3)]]
    """
    ring: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    first, rest = ring[0], ring[1:]
    turn = number % len(rest)
    turned = [first, *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
    return [(turned[place], turned[-1 - place]) for place in range(len(turned) // 2)]


def greedily(order: list[int], at_once: int, met: Met) -> list[Group]:
    """From the first on, each with those of the next who have met them least; bots fill the last table."""
    left = list(order)
    groups: list[Group] = []
    while left:
        group = [left.pop(0)]
        while len(group) < at_once and left:
            near = left[:LOOKED_AT]
            # Who is nearest, of those who have met these the least.
            best = min(range(len(near)), key=lambda place: (again(met, group, near[place]), place))
            group.append(left.pop(best))
        groups.append((*group, *[None] * (at_once - len(group))))
    return groups


def again(met: Met, group: Sequence[int], other: int) -> int:
    return sum(met.together[min(one, other), max(one, other)] for one in group)


def bracket(left: Sequence[int], at_once: int) -> list[Group]:
    """A round of a knock-out: the best rest while there are more than fit, and meet the weakest otherwise.

    >>> bracket([0, 1, 2, 3], 2), bracket([0, 1, 2, 3, 4], 2), bracket([0, 1, 2], 2)
    ([(0, 3), (1, 2)], [(3, 4)], [(1, 2)])
    """
    stay = survivors(len(left), at_once)
    tables = -(-(len(left) - stay) // (at_once - 1))
    playing: list[int | None] = [*left[stay - tables :]]
    playing += [None] * (tables * at_once - len(playing))
    rows = [playing[row * tables : (row + 1) * tables] for row in range(at_once)]
    snake = [row if index % 2 == 0 else row[::-1] for index, row in enumerate(rows)]
    return [tuple(row[table] for row in snake) for table in range(tables)]


def parted(groups: Sequence[Group], apart: Apart, met: Met, *, may_split: bool) -> list[Group]:
    """The same groups, with as few changes of places as it takes that nobody sits with whom they are apart from.

    >>> nobody_met = Met(TournamentPlan(sides=((0,), (1,))), [])
    >>> parted([(0, 3), (1, 2)], frozenset({(0, 3)}), nobody_met, may_split=True)
    [(1, 3), (0, 2)]
    >>> parted([(0, 1)], frozenset({(0, 1)}), nobody_met, may_split=True)  # two tables, with bots at both
    [(0, None), (1, None)]
    """
    found = list(groups)
    index = 0
    while index < len(found):
        pair = next((pair for pair in pairs_of(found[index]) if pair in apart), None)
        if pair is None:
            index += 1
            continue
        changed = exchange(found, index, pair, apart, met)
        if changed is not None:
            found = changed
        elif may_split:
            group, gone = found[index], pair[1]
            found[index] = tuple(None if one == gone else one for one in group)
            found.append((gone, *[None] * (len(group) - 1)))
        else:
            index += 1
    return found


def exchange(groups: Sequence[Group], index: int, pair: tuple[int, int], apart: Apart, met: Met) -> list[Group] | None:
    """One of a pair changes places with somebody of another group, so that fewer who are apart meet; None in vain."""

    def meetings(*some: Group) -> int:
        return sum(one in apart for group in some for one in pairs_of(group))

    group, ways = groups[index], []
    for number, other in enumerate(groups):
        if number == index:
            continue
        before = meetings(group, other)
        for gone in pair:
            for come in other:
                here = tuple(come if one == gone else one for one in group)
                there = (
                    tuple(gone if one == come else one for one in other) if come is not None else with_one(other, gone)
                )
                if any(one is not None for one in there) and meetings(here, there) < before:
                    ways.append((met.cost(here) + met.cost(there), abs(number - index), number, here, there))
    if not ways:
        return None
    _, _, number, here, there = min(ways, key=lambda way: way[:3])
    changed = list(groups)
    changed[index], changed[number] = here, there
    return changed


def with_one(group: Group, one: int) -> Group:
    """With somebody on the first seat that a bot has."""
    free = group.index(None)
    return (*group[:free], one, *group[free + 1 :])


def pairs_of(group: Group) -> Iterator[tuple[int, int]]:
    return combinations(sorted(one for one in group if one is not None), 2)


def seated(plan: TournamentPlan, group: Group, met: Met) -> list[RoundTable]:
    """The tables of those who meet; a team has one for each side."""
    who = next(one for one in group if one is not None)
    if plan.form is EntryForm.TEAMS:
        size, many = len(plan.sides[0]), len(plan.sides)
        turns = [tuple(group[(side - turn) % many] for side in range(many)) for turn in range(many)]
        return [RoundTable(who * many + turn, by_side(plan, order, turn * size)) for turn, order in enumerate(turns)]
    ways = list(permutations(group)) if len(group) <= 4 else turned(group)
    best = min(ways[:MOST_ORDERS], key=lambda order: balance(plan, order, met))
    if plan.form is EntryForm.SIDES:
        return [RoundTable(who, by_side(plan, best, 0))]
    return [RoundTable(who, tuple(EventSeat(one) for one in best))]


def turned(group: Group) -> list[Group]:
    return [(*group[turn:], *group[:turn]) for turn in range(len(group))]


def by_side(plan: TournamentPlan, order: Group, place: int) -> tuple[EventSeat, ...]:
    """Whole sides on their seats; `place` is that of the first of an entrant's people."""
    seats = [EventSeat(None)] * plan.players
    for side, who in enumerate(order):
        for index, seat in enumerate(plan.sides[side]):
            seats[seat] = EventSeat(None) if who is None else EventSeat(who, place + index)
    return tuple(seats)


def balance(plan: TournamentPlan, order: Group, met: Met) -> int:
    """How often these people have sat so, and were partners, before."""
    places = plan.sides if plan.form is EntryForm.SINGLES else tuple((side,) for side in range(len(order)))
    members = [[one for place in side if (one := order[place]) is not None] for side in places]
    sat = sum(met.sat[one, side] ** 2 for side, people in enumerate(members) for one in people)
    again = sum(met.partners[min(pair), max(pair)] for people in members for pair in combinations(people, 2))
    return sat + 10 * again
