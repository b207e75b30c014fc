"""A look some tricks ahead by the net: what comes of an action when everybody answers it.

The net judges an action by the moment after it, and has to guess what the others will do. Here they do it: in a world
that fits what the seat knows the action is made, then every seat, with the hand that it has in that world and nothing
else in sight, plays what the net likes best for it, until the trick is over, and with four players the next one. What
lies there then is judged by the net again, as the searching seat sees it, or scored if the round is over. The mean over
many worlds, and a little what the net had said at once, is what the action is worth; to that can be added what another
search found. As all actions are looked at in the same worlds, chance in the cards weighs on all of them alike; those
that are clearly behind are given up, and the others get the time.

How far to look, how much to believe the net and what another search adds: docs/development/strength.md.

This is stronger than a tree of the same net's leaves at the same time: in a tree whoever moves cannot know which of the
worlds it is in, so the others are taken for players who do not look at their cards.
"""

from __future__ import annotations

import math
import time
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.resample import resample
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.net.choice import TILT, pick
from karat.aurum.net.net import MARGIN, POINTS_HEAD, WIN, evaluate, evaluate_actions, make_action_values
from karat.aurum.rules.codec import KEEP
from karat.aurum.search.changes import is_worth_a_thought
from karat.aurum.search.leaf import Floats, lead_in, share_of
from karat.aurum.search.workspace import Workspace, make_workspace
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words
from karat.search.limit import Tried

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from karat.search.limit import Limit
    from karat.search.net_file import Net

MOST_ACTIONS, BEHIND = 8, 0.15
"""So many actions are looked at, and none that the net itself sees so far behind the best."""
THRESHOLD = 2.0
"""On the way a change of bid is thought of where the best bid would bring so many points more."""
TRICKS_AHEAD, PRIOR = {3: 1, 4: 2}, {3: 10, 4: 50}
"""By number of players: how many tricks are looked ahead, and as how many worlds counts what the net said at once."""
FEW_WORLDS, SURE = 12, 2.5
"""An action is given up after so many worlds where it is behind by so many standard errors."""
SLICE = 4
"""Worlds between two looks at the clock: one or two milliseconds."""


@kernel
def tricks_taken(state: Record) -> Int:
    return state[at.TRICKS] + state[at.TRICKS + 1] + state[at.TRICKS + 2] + state[at.TRICKS + 3]


@kernel
def worth(state: Record, seat: Int, heads: NDArray[np.float32]) -> Int:
    """What is gone by: the win of the round and a little the points; where rounds are added up (AV.2), the lead."""
    if not state[at.VARIANTS] & at.THREE_ROUND_TOTAL:
        return heads[WIN] + TILT * heads[MARGIN]
    lead = heads[MARGIN] + lead_in(state, at.TOTALS, side_of(state[at.PLAYERS], seat))
    return share_of(lead) + TILT * heads[MARGIN]


class LookaheadSums(NamedTuple):
    """The actions that are compared, and what the worlds so far say of them."""

    actions: Record
    alive: NDArray[np.bool_]
    """Those that were not given up."""
    sums: Floats
    """By action: what it is worth, its win and its points, added up."""
    squares: Floats
    """By two actions, the later one first: the squares of the differences of what they are worth, added up."""
    found: Floats
    """What each is worth in the world at hand."""


def open_ledger(actions: Record) -> LookaheadSums:
    """A ledger in which nothing is written yet."""
    many = len(actions)
    return LookaheadSums(
        actions, np.ones(many, np.bool_), sums=np.zeros((many, 3)), squares=np.zeros((many, many)), found=np.zeros(many)
    )


@outlined
def foretell(world: Record, seat: Int, action: Int, tricks: Int, workspace: Workspace, rng: Words) -> None:
    """Into the first row of the values, what the net says when so many tricks are over, or the round."""
    state, net, values = workspace.state, workspace.net, workspace.values
    for word in range(at.WORDS):
        state[word] = world[word]
    taken = tricks_taken(state)
    apply(state, seat, action)
    while state[at.TURN] >= 0 and tricks_taken(state) < taken + tricks:
        mover = state[at.TURN]
        answer = np.int64(KEEP)
        if state[at.PHASE] != at.CHANGING or is_worth_a_thought(state, mover, THRESHOLD):
            answer = pick(state, mover, net, values, 0, 1, rng)
        apply(state, mover, answer)
    evaluate(state, seat, net, values[0])


@outlined
def compare(
    worlds: Record, shares: Floats, seat: Int, tricks: Int, ledger: LookaheadSums, workspace: Workspace, rng: Words
) -> None:
    """Look so many tricks ahead at all actions that are left, in each of the worlds, which count by their shares."""
    actions, alive, sums, found = ledger.actions, ledger.alive, ledger.sums, ledger.found
    for number in range(worlds.shape[0]):
        share = shares[number]
        for place in range(actions.size):
            if alive[place]:
                foretell(worlds[number], seat, actions[place], tricks, workspace, rng)
                heads = workspace.values[0]
                found[place] = worth(worlds[number], seat, heads)
                sums[place, 0] += share * found[place]
                sums[place, 1] += share * heads[WIN]
                sums[place, 2] += share * heads[POINTS_HEAD]
                for other in range(place):
                    if alive[other]:
                        ledger.squares[place, other] += share * (found[place] - found[other]) ** 2


class Race:
    """The actions of a seat, of which the worst are given up one after the other."""

    def __init__(self, view: Record, seat: int, net: Net, rng: Words, bonus: Mapping[int, float]) -> None:
        self.seat, self.workspace, self.rng = seat, make_workspace(net), rng
        self.tricks, self.prior = TRICKS_AHEAD[int(view[at.PLAYERS])], PRIOR[int(view[at.PLAYERS])]
        state = np.zeros_like(view)
        resample(view, rng, state)  # any world: the net does not see how unseen cards lie
        at_once = make_action_values()
        count = int(evaluate_actions(state, seat, tuple(self.workspace.net), tuple(at_once)))
        actions, values = at_once.actions[:count], at_once.values[:count]
        first = np.array([(worth(state, seat, heads), *heads[[WIN, POINTS_HEAD]]) for heads in values], np.float64)
        added = np.array([bonus.get(action, 0.0) for action in actions.tolist()])
        first[:, 0] += added
        order = np.argsort(-first[:, 0], kind="stable")
        self.actions, self.first, self.seen = actions[order], first[order], first[order]
        many = int(np.count_nonzero(self.first[:MOST_ACTIONS, 0] > self.first[0, 0] - BEHIND))
        self.ledger, self.added = open_ledger(self.actions[:many]), added[order][:many]
        self.tries = np.zeros(count, np.int64)
        self.shares = self.squares = 0.0

    @property
    def is_won(self) -> bool:
        return int(self.ledger.alive.sum()) == 1

    def look(self, worlds: Record, shares: Floats) -> None:
        """Look at what is left in these worlds too."""
        ledger, many = self.ledger, len(self.ledger.alive)
        compare(worlds, shares, self.seat, self.tricks, ledger, self.workspace, self.rng)
        self.tries[:many] += ledger.alive * len(worlds)
        self.shares += float(shares.sum())
        self.squares += float(np.square(shares).sum())
        alike = self.shares**2 / self.squares  # so many equal worlds would say as much
        means = ledger.sums / self.shares
        seen = (means * alike + self.prior * self.first[:many]) / (alike + self.prior)
        seen[:, 0] += self.added * alike / (alike + self.prior)  # what was said at first has it already
        self.seen[:many][ledger.alive] = seen[ledger.alive]
        if alike >= FEW_WORLDS:
            self.drop_those_behind(means, alike)

    def drop_those_behind(self, means: Floats, alike: float) -> None:
        """All were tried in the same worlds, so that their differences can be told from chance."""
        ledger = self.ledger
        values = self.seen[: len(ledger.alive), 0]
        best = int(np.argmax(np.where(ledger.alive, values, -np.inf)))
        for place in np.flatnonzero(ledger.alive).tolist():
            behind = values[best] - values[place]
            square = ledger.squares[max(place, best), min(place, best)] / self.shares
            spread = square - (means[best, 0] - means[place, 0]) ** 2
            if place != best and behind > SURE * math.sqrt(max(spread, 1e-5) / (alike + self.prior)):
                ledger.alive[place] = False

    def ranking(self) -> list[Tried]:
        """The best first: those that were not given up, those that were, and those that were never looked at."""
        stayed = np.zeros(len(self.actions))
        stayed[: len(self.ledger.alive)] = 1 + self.ledger.alive
        order = np.lexsort((-self.seen[:, 0], -stayed)).tolist()
        return [Tried(int(self.actions[n]), int(self.tries[n]), *map(float, self.seen[n])) for n in order]


NO_BONUS: Mapping[int, float] = MappingProxyType({})


def look_ahead(
    view: Record,
    seat: int,
    rng: Words,
    net: Net,
    draw: Callable[[Limit | None], tuple[Record, Floats]],
    limit: Limit,
    bonus: Mapping[int, float] = NO_BONUS,
) -> list[Tried]:
    """What the actions of a seat come to, the best first, by so many looks or until the clock passes the deadline.

    `draw` gives worlds that fit the view and what share each has, again and again; where time counts, it is told by
    when it should be done. What an action is worth for other reasons is added to what the looks say of it.
    """
    race, looks = Race(view, seat, net, rng, bonus), 0
    while not race.is_won:
        worlds, shares = draw(limit.part(0.5) if limit.by_time else None)
        for begin in range(0, len(worlds), SLICE):
            part, before = slice(begin, begin + SLICE), time.perf_counter()
            looks += len(worlds[part]) * int(race.ledger.alive.sum())
            race.look(worlds[part], shares[part])
            took = time.perf_counter() - before
            if race.is_won or (looks >= limit.tries if limit.tries is not None else took > limit.left()):
                return race.ranking()
    return race.ranking()
