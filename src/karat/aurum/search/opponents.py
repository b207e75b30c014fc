"""Matches in which one seat is left to a learner and compiled players take the others; for `karat.env`.

| name    | plays                                                                                    |
|---------|------------------------------------------------------------------------------------------|
| random  | each legal action equally likely                                                         |
| rules   | by the casual bot's rules of thumb in tables (policy.py)                                 |
| instant | as the bot of that name: greedy on the net that comes with the package, which sees what its seat may know |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.batch import (
    Batch,
    Bytes,
    Dealer,
    Plain,
    Rows,
    deal_next,
    end_episode,
    first_illegal,
    make_dealer,
    note_standing,
)
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, legal_mask, lying, nth_of, options_of
from karat.aurum.kernel.observe import observe
from karat.aurum.kernel.round import apply
from karat.aurum.net.choice import pick
from karat.aurum.net.features import Floats
from karat.aurum.net.net import HEADS, NetWorkspace, make_net_workspace
from karat.aurum.net.shipped import shipped_net
from karat.aurum.search.policy import choose
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below, generator
from karat.kit import LEARNER

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("random", "rules", "instant")
RANDOM, RULES, INSTANT = range(3)
NOBODY = -1
"""Where a learner sits, who is asked elsewhere."""


class Opponents:
    """Players for all seats of a batch but the learners'."""

    def __init__(self, batch: Batch, names: Sequence[str], learners: NDArray[np.int64], seed: str) -> None:
        """Names by place, clockwise from the learner's left, LEARNER for one more that it acts for.

        `learners` has a seat for each row, and is kept up.
        """
        players = batch.rules.players
        self.batch, self.learners = batch, learners
        kinds = [NOBODY, *(NOBODY if name == LEARNER else NAMES.index(name) for name in names)]
        net = make_net_workspace(shipped_net(players).weights)
        self._others = (np.array(kinds, np.int64), generator(seed), np.zeros((2, HEADS), np.float32), *net)
        self._dealer = tuple(make_dealer(batch._key))  # noqa: SLF001 -- a part of the batch that is elsewhere

    def play(self, actions: NDArray[np.int64] | None, written: Plain, *, rotate: bool) -> int:
        """Take the learners' actions, if any, and let the others play until a learner is to act again.

        `written` is what each learner is handed, by row: what it sees and may do, what an episode that was over brought
        it, and what it saw at its end. If `rotate`, the learner of a row moves on by a seat with each episode. The
        first row in which the action is illegal: then none is taken anywhere; -1 if there is none.
        """
        batch = self.batch
        rows = batch._plain  # noqa: SLF001 -- as above
        chosen = batch.seats if actions is None else actions
        if actions is not None and (wrong := int(first_illegal(batch._rows.options, chosen))) >= 0:  # noqa: SLF001
            return wrong
        flags = (actions is not None, batch.by_round, rotate)
        _play(rows, self._dealer, self._others, (self.learners, chosen, *written), flags)
        return -1

    def advice(self, name: str) -> NDArray[np.int64]:
        """By row, what a compiled player would do in the place of the seat that is to act."""
        out = np.zeros(self.batch.size, np.int64)
        _advise(self.batch._plain, self._others, NAMES.index(name), out)  # noqa: SLF001 -- as above
        return out


@kernel
def _advise(arrays: Plain, players: Plain, kind: Int, out: NDArray[np.int64]) -> None:
    rows = Rows(*arrays)
    _, rng, values, weights, floats, words = players
    net = NetWorkspace(weights, floats, words)
    for row in range(out.size):
        out[row] = _act(rows.states[row], rows.seats[row], kind, net, values, rng)


@kernel
def _play(arrays: Plain, dealers: Plain, players: Plain, results: Plain, flags: Plain) -> None:
    rows, dealer = Rows(*arrays), Dealer(*dealers)
    kinds, rng, values, weights, floats, words = players
    net = NetWorkspace(weights, floats, words)
    learners, actions, seen, may, paid, final = results
    acts, by_round, rotate = flags
    for row in range(rows.states.shape[0]):
        state = rows.states[row]
        rows.dones[row], paid[row] = 0, 0
        if acts:
            apply(state, state[at.TURN], actions[row])
        while True:
            if state[at.TURN] < 0:
                if by_round or state[at.PHASE] == at.OVER:
                    _close(rows, row, learners, paid, final[row], by_round, rotate)
                deal_next(state, rows.numbers[row], dealer)
                note_standing(state, rows.standing[row])
            seat = state[at.TURN]
            place = seat - learners[row]
            kind = kinds[place if place >= 0 else place + state[at.PLAYERS]]
            if kind == NOBODY:
                break
            apply(state, seat, _act(state, seat, kind, net, values, rng))
        rows.seats[row] = seat
        rows.options[row, 0], rows.options[row, 1] = options_of(state, seat, lying(state))
        observe(state, seat, seen[row])
        legal_mask(state, seat, may[row])


@outlined
def _close(rows: Rows, row: Int, learners: Record, paid: Floats, final: Bytes, by_round: bool, rotate: bool) -> None:
    """The end of an episode."""
    learner = learners[row]
    observe(rows.states[row], learner, final)
    players = rows.states[row][at.PLAYERS]
    end_episode(rows, row, by_round)
    paid[row] = rows.rewards[row, learner]
    if rotate:
        learners[row] = learner + 1 if learner + 1 < players else 0


@outlined
def _act(state: Record, seat: Int, kind: Int, net: NetWorkspace, values: Floats, rng: Words) -> Int:
    """What a player of that kind does."""
    if kind == RANDOM:
        cards, means = options_of(state, seat, lying(state))
        return nth_of(cards, means, below(rng, count_of(cards, means)))
    if kind == RULES:
        return choose(state, seat)
    return pick(state, seat, net, values, 0.0, False, rng)
