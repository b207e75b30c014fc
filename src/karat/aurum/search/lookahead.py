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
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL
from karat.aurum.kernel.resample import resample
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.net.choice import TILT, pick
from karat.aurum.net.net import HEADS, MARGIN, POINTS_HEAD, WIN, evaluate, evaluate_actions
from karat.aurum.rules.codec import KEEP
from karat.aurum.search.changes import is_worth_a_thought
from karat.aurum.search.leaf import lead_in, share_of
from karat.aurum.search.think import Tried
from karat.aurum.search.workspace import Desk, Weights, make_desk
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from karat.search.net_file import Net

Floats = NDArray[np.float64]

MOST_ACTIONS, BEHIND = 8, 0.15
"""So many actions are looked at, and none that the net itself sees so far behind the best."""
THRESHOLD = 2.0
"""On the way a change of bid is thought of where the best bid would bring so many points more."""
TRICKS_AHEAD, PRIOR = {3: 1, 4: 2}, {3: 10, 4: 50}
"""By number of players: how many tricks are looked ahead, and as how many worlds counts what the net said at once."""
FEW_WORLDS, SURE = 12, 2.5
"""An action is given up after so many worlds where it is behind by so many standard errors."""
TOLD = 3
"""Of an action are told: what it is worth, its win and its points."""
SLICE = 4
"""Worlds between two looks at the clock: one or two milliseconds."""


@kernel
def tricks_taken(state: Record) -> Int:
    return state[at.TRICKS] + state[at.TRICKS + 1] + state[at.TRICKS + 2] + state[at.TRICKS + 3]


@kernel
def worth(state: Record, seat: Int, heads: Weights) -> Int:
    """What is gone by: the win of the round and a little the points; where rounds are added up (AV.2), the lead."""
    if not state[at.VARIANTS] & at.THREE_ROUND_TOTAL:
        return heads[WIN] + TILT * heads[MARGIN]
    lead = heads[MARGIN] + lead_in(state, at.TOTALS, side_of(state[at.PLAYERS], seat))
    return share_of(lead) + TILT * heads[MARGIN]


@outlined
def foretell(world: Record, seat: Int, action: Int, tricks: Int, desk: Desk, rng: Words) -> None:
    """Into the first row of the desk's values, what the net says when so many tricks are over, or the round."""
    state = desk.state
    for word in range(at.WORDS):
        state[word] = world[word]
    taken = tricks_taken(state)
    apply(state, seat, action)
    while state[at.TURN] >= 0 and tricks_taken(state) < taken + tricks:
        mover = state[at.TURN]
        answer = np.int64(KEEP)
        if state[at.PHASE] != at.CHANGING or is_worth_a_thought(state, mover, THRESHOLD):
            answer = pick(state, mover, desk.weights, desk.floats, desk.words, desk.values, 0, 1, rng)
        apply(state, mover, answer)
    evaluate(state, seat, desk.weights, desk.floats, desk.words, desk.values[0])


@outlined
def compare(worlds: Record, shares: Floats, seat: Int, actions: Record, left: NDArray[np.bool_], tricks: Int,
            desk: Desk, rng: Words, found: Floats, sums: Floats, apart: Floats) -> None:  # fmt: skip
    """Look so many tricks ahead at all actions that are left, in each of the worlds, which count by their shares.

    By action, `sums` gets what it is worth, its win and its points; `apart`, by two actions, their squared distance.
    `found` is room for what they are worth in one world.
    """
    for number in range(worlds.shape[0]):
        share = shares[number]
        for place in range(actions.size):
            if left[place]:
                foretell(worlds[number], seat, actions[place], tricks, desk, rng)
                heads = desk.values[0]
                found[place] = worth(worlds[number], seat, heads)
                sums[place, 0] += share * found[place]
                sums[place, 1] += share * heads[WIN]
                sums[place, 2] += share * heads[POINTS_HEAD]
                for other in range(place):
                    if left[other]:
                        apart[place, other] += share * (found[place] - found[other]) ** 2


class Race:
    """The actions of a seat, of which the worst are given up one after the other."""

    def __init__(self, view: Record, seat: int, net: Net, rng: Words, bonus: Mapping[int, float]) -> None:
        self.seat, self.desk, self.rng = seat, make_desk(net), rng
        self.tricks, self.prior = TRICKS_AHEAD[int(view[at.PLAYERS])], PRIOR[int(view[at.PLAYERS])]
        state = np.zeros_like(view)
        resample(view, rng, state)  # any world: the net does not see how unseen cards lie
        actions, values = np.zeros(MOST_LEGAL, np.int64), np.zeros((MOST_LEGAL, HEADS), np.float32)
        desk = self.desk
        count = int(evaluate_actions(state, seat, desk.weights, desk.floats, desk.words, actions, values))
        first = np.array(
            [(worth(state, seat, heads), *heads[[WIN, POINTS_HEAD]]) for heads in values[:count]], np.float64
        )
        added = np.array([bonus.get(action, 0.0) for action in actions[:count].tolist()])
        first[:, 0] += added
        order = np.argsort(-first[:, 0], kind="stable")
        self.actions, self.first, self.told = actions[order], first[order], first[order]
        many = int(np.count_nonzero(self.first[:MOST_ACTIONS, 0] > self.first[0, 0] - BEHIND))
        self.left, self.added = np.ones(many, np.bool_), added[order][:many]
        self.tries = np.zeros(count, np.int64)
        self.sums, self.apart = np.zeros((many, TOLD)), np.zeros((many, many))
        self.shares = self.squares = 0.0

    @property
    def is_won(self) -> bool:
        return int(self.left.sum()) == 1

    def look(self, worlds: Record, shares: Floats) -> None:
        """Look at what is left in these worlds too."""
        many = len(self.left)
        actions, found = self.actions[:many], np.zeros(many)
        room = self.desk, self.rng, found, self.sums, self.apart
        compare(worlds, shares, self.seat, actions, self.left, self.tricks, *room)
        self.tries[:many] += self.left * len(worlds)
        self.shares += float(shares.sum())
        self.squares += float(np.square(shares).sum())
        alike = self.shares**2 / self.squares  # so many equal worlds would say as much
        means = self.sums / self.shares
        seen = (means * alike + self.prior * self.first[:many]) / (alike + self.prior)
        seen[:, 0] += self.added * alike / (alike + self.prior)  # what was said at first has it already
        self.told[:many][self.left] = seen[self.left]
        values = self.told[:many, 0]
        best = int(np.argmax(np.where(self.left, values, -np.inf)))
        for place in np.flatnonzero(self.left).tolist() if alike >= FEW_WORLDS else ():
            behind = values[best] - values[place]
            apart = self.apart[max(place, best), min(place, best)] / self.shares
            spread = apart - (means[best, 0] - means[place, 0]) ** 2
            if place != best and behind > SURE * math.sqrt(max(spread, 1e-5) / (alike + self.prior)):
                self.left[place] = False

    def ranking(self) -> list[Tried]:
        """The best first: those that were not given up, those that were, and those that were never looked at."""
        stayed = np.zeros(len(self.actions))
        stayed[: len(self.left)] = 1 + self.left
        order = np.lexsort((-self.told[:, 0], -stayed)).tolist()
        return [Tried(int(self.actions[n]), int(self.tries[n]), *map(float, self.told[n])) for n in order]


def look_ahead(
    view: Record,
    seat: int,
    rng: Words,
    net: Net,
    draw: Callable[[float | None], tuple[Record, Floats]],
    *,
    bonus: Mapping[int, float] = MappingProxyType({}),
    tries: int | None = None,
    deadline: float = 0.0,
) -> list[Tried]:
    """What the actions of a seat come to, the best first, by so many looks or until the clock passes the deadline.

    `draw` gives worlds that fit the view and what share each has, again and again; where time counts, it is told by
    when it should be done. What an action is worth for other reasons is added to what the looks say of it.
    """
    race, looks = Race(view, seat, net, rng, bonus), 0
    while not race.is_won:
        began = time.perf_counter()
        worlds, shares = draw(None if tries else began + (deadline - began) / 2)
        for begin in range(0, len(worlds), SLICE):
            part, before = slice(begin, begin + SLICE), time.perf_counter()
            looks += len(worlds[part]) * int(race.left.sum())
            race.look(worlds[part], shares[part])
            now = time.perf_counter()
            if race.is_won or (looks >= tries if tries else 2 * now - before > deadline):
                return race.ranking()
    return race.ranking()
