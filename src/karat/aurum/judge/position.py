"""A choice in Aurum as its seat could know it, and what comes of actions in worlds that fit.

Worlds are drawn evenly and count by how likely the others' choices make them (karat.aurum.search.belief); in each of
them an action is made and answered for some tricks as `expert` looks ahead (karat.aurum.search.lookahead). What lies
there then is judged by the net, as a part of the round's win for each side, and that by what the round means for the
match (stakes.py). In the last tricks all worlds are solved, as `expert` does it (karat.aurum.search.ending).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.judge.kernels import look_on
from karat.aurum.judge.stakes import match_wins
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.kernel.resample import resample, unseen
from karat.aurum.net.choice import TILT
from karat.aurum.net.net import (
    EXACTLY,
    HEADS,
    MARGIN,
    NEXT_EXACT,
    NEXT_WIN,
    POINTS_HEAD,
    WIN,
    evaluate_actions,
    make_action_values,
    make_net_workspace,
)
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.codec import BASE, CARDS, KEEP, decode, encode
from karat.aurum.search.belief import HOPELESS, SHARPNESS, Weighing, draw, past_of, weigh
from karat.aurum.search.ending import all_worlds, may_be_solved, weighed
from karat.aurum.search.lookahead import BEHIND, MOST_ACTIONS, TRICKS_AHEAD
from karat.aurum.search.think import prepared
from karat.aurum.search.workspace import make_workspace
from karat.aurum.solver.table import make_solver_workspace
from karat.judging import Likelihood, Looks
from karat.kernel.random import generator
from karat.search.limit import Limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.aurum.kernel.layout import Record
    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.observe import Observation
    from karat.search.net_file import Net

    Floats = NDArray[np.float64]

FEW_WORLDS = 90
"""So many are solved, as `expert` does."""
POSITIONS = 40_000
"""That are looked at to solve them; where these are too few, worlds are looked at like any others."""
ENTRY_BITS = 15
TO_THE_END = 99
"""Tricks: no round has more."""
FACTS = (EXACTLY, NEXT_EXACT, POINTS_HEAD, MARGIN, WIN)
"""The heads that reasons are made from (reasons.py)."""


class AurumPosition:
    """What one seat knows at a choice, with the actions that are compared."""

    def __init__(self, seen: Observation, legal: Sequence[Action], played: Action) -> None:
        assert seen.seat is not None  # noqa: S101 -- an onlooker chooses nothing
        self.seen, self.seat, self.players = seen, seen.seat, seen.rules.players
        self.full = pack_view(seen)
        self.view = prepared(self.full, self.seat)
        self.net: Net = shipped_net(self.players)
        self.legal, self.played = tuple(legal), played
        self.tricks = TRICKS_AHEAD[self.players]

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions that the net does not see far behind, keeping a bid, and what was played."""
        state, workspace, values = np.zeros_like(self.view), make_net_workspace(self.net.weights), make_action_values()
        resample(self.view, generator("any"), state)  # any world: the net does not see how unseen cards lie
        count = int(evaluate_actions(state, self.seat, tuple(workspace), tuple(values)))
        heads = values.values[:count]
        worths = (
            match_wins(heads, self.seen.rules, self.seen.results, self.seat)[:, self.side] + TILT * heads[:, MARGIN]
        )
        order = np.argsort(-worths, kind="stable")[:MOST_ACTIONS]
        found = [int(values.actions[place]) for place in order if worths[place] > worths[order[0]] - BEHIND]
        wanted = [self.number(self.played), *(KEEP for action in self.legal if self.number(action) == KEEP)]
        numbers = dict.fromkeys([*found, *wanted])
        return tuple(decode(number, self.seat, self.players) for number in numbers)

    @property
    def side(self) -> int:
        return next(side for side, seats in enumerate(self.seen.rules.sides) if self.seat in seats)

    def number(self, action: Action) -> int:
        return encode(action, self.seat, self.players)

    def look(self, actions: Sequence[Action], worlds: int, seed: str) -> Looks:
        """In so many worlds; where few are left and all can be solved, that."""
        numbers = np.array([self.number(action) for action in actions], np.int64)
        if may_be_solved(self.view, FEW_WORLDS) and (solved := self.solved) is not None:
            return self.solution(solved, numbers)
        drawn, logs = self.worlds(worlds, seed)
        return self.looked(drawn, logs, numbers, self.tricks)

    def play_out(self, actions: Sequence[Action], worlds: int, seed: str) -> Looks:
        """To the end of the round, by nets that each see their own cards alone."""
        drawn, logs = self.worlds(worlds, seed)
        return self.looked(drawn, logs, np.array([self.number(action) for action in actions], np.int64), TO_THE_END)

    def looked(self, worlds: Record, logs: Floats, numbers: Record, tricks: int) -> Looks:
        """What the net says of these worlds so many tricks later."""
        out = np.zeros((len(worlds), len(numbers), HEADS), np.float32)
        look_on(worlds, self.seat, tricks, numbers, make_workspace(self.net), generator("deterministic"), out)
        wins = match_wins(out, self.seen.rules, self.seen.results, self.seat)
        return Looks(logs, wins, out[..., POINTS_HEAD].astype(np.float64), out[..., FACTS].astype(np.float64))

    def worlds(self, count: int, seed: str) -> tuple[Record, Floats]:
        """Worlds that fit, and the logarithm of how likely the others' choices make each, without hopeless ones."""
        drawn = np.zeros((count, at.WORDS), np.int64)
        draw(self.view, generator(seed), drawn)
        logs = self.weigh(drawn)
        kept = logs > logs.max() - HOPELESS * SHARPNESS
        return drawn[kept], logs[kept]

    def weigh(self, worlds: Record) -> Floats:
        weighing = Weighing(worlds, np.full((len(worlds), 4), np.nan), np.zeros(len(worlds)))
        weigh(past_of(self.seen), weighing, 0, len(worlds), -np.inf, make_workspace(self.net))
        logs: Floats = weighing.totals * SHARPNESS
        return logs

    @cached_property
    def solved(self) -> tuple[dict[int, float], Looks] | None:
        """By action, its mean part of the round's win over all worlds, and the rest; None where it takes long."""
        worlds = all_worlds(self.view)
        logs = self.weigh(worlds)
        shares = np.exp(logs - logs.max())
        shares /= shares.sum()
        parts = weighed(worlds, shares, self.seat, Limit(tries=POSITIONS), make_solver_workspace(ENTRY_BITS))
        if parts is None:
            return None
        numbers = np.array(list(parts), np.int64)
        looks = self.looked(worlds, logs, numbers, self.tricks)
        return parts, Looks(
            np.zeros(1),
            np.tensordot(shares, looks.wins, 1)[None],
            np.tensordot(shares, looks.points, 1)[None],
            np.tensordot(shares, looks.facts, 1)[None],
            is_all=True,
        )

    def solution(self, solved: tuple[dict[int, float], Looks], numbers: Record) -> Looks:
        """What was solved, of these actions."""
        parts, looks = solved
        order = list(parts)
        places = [order.index(int(number)) for number in numbers]
        heads = np.zeros((1, len(places), HEADS), np.float32)
        heads[0, :, WIN] = [parts[int(number)] for number in numbers]
        heads[0, :, NEXT_WIN] = (1 - heads[0, :, WIN]) / 2
        wins = looks.wins[:, places]
        if not self.seen.rules.plays_for_total:
            wins = match_wins(heads, self.seen.rules, self.seen.results, self.seat)
        facts = looks.facts[:, places]
        facts[..., FACTS.index(WIN)] = heads[..., WIN]
        return Looks(looks.weights, wins, looks.points[:, places], facts, is_all=True)

    def likelihood(self, worlds: int, seed: str) -> Likelihood:
        """Each base card out of sight, by who holds it; where three bid in secret, a bid counts as held."""
        drawn, logs = self.worlds(worlds, seed)
        shares = np.exp(logs - logs.max())
        shares /= shares.sum()
        hidden, held = int(unseen(self.full)), {}
        for number, card in enumerate(CARDS[:BASE]):
            if hidden >> number & 1:
                at_seat = drawn[:, at.HAND : at.HAND + self.players] >> number & 1
                held[str(card)] = tuple((shares @ at_seat).tolist())
        return Likelihood(tuple(map(str, range(self.players))), held, len(drawn))
