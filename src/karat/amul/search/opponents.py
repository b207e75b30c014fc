"""Matches in which one seat is left to a learner and compiled players take the others; for `karat.env`.

| name    | plays                                                                                                  |
|---------|--------------------------------------------------------------------------------------------------------|
| random  | each legal action equally likely                                                                       |
| rules   | by the rules of thumb that search plays on with (policy.py), in one world drawn from what its seat knows |
| instant | greedy on the net that comes with the package, in one such world; rules for other card files |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.batch import Batch, Rows, deal_next, first_illegal, see
from karat.amul.kernel.legal import legal_mask, next_seat
from karat.amul.kernel.market import apply
from karat.amul.kernel.observe import observe, view
from karat.amul.kernel.playout import random_action
from karat.amul.kernel.resample import resample
from karat.amul.kernel.scoring import returns, score
from karat.amul.net.choice import pick
from karat.amul.net.net import NetWorkspace, make_net_workspace, no_layers
from karat.amul.net.shipped import knows, shipped_layers
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import CHANGING, choose, forget
from karat.amul.search.prospect import survey
from karat.amul.search.workspace import Position, Workspace, make_workspace
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words, generator
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
        rules, known = batch.rules, knows(batch.rules)
        self.batch, self.learners = batch, learners
        self._known = known
        self._kinds = np.array([NOBODY, *(NOBODY if name == LEARNER else self._kind(name) for name in names)], np.int64)
        self._rng = generator(seed)
        self._search = make_workspace(rules, CHANGING, weights_for(rules.players))
        self._net = make_net_workspace(shipped_layers(rules.players) if known else no_layers())

    def play(self, actions: NDArray[np.int64] | None, written: Any, *, rotate: bool) -> int:
        """Take the learners' actions, if any, and let the others play until a learner is to act again.

        `written` is what each learner is handed, by row: what it sees and may do, what an episode that was over brought
        it, and what it saw at its end. If `rotate`, the learner of a row moves on by a seat with each episode. The
        first row in which the action is illegal: then none is taken anywhere; -1 if there is none.
        """
        batch = self.batch
        rows = batch._plain  # noqa: SLF001 -- a part of the batch that is elsewhere
        chosen = batch.seats if actions is None else actions
        if actions is not None and (wrong := int(first_illegal(batch.cards, batch._states, batch.seats, chosen))) >= 0:  # noqa: SLF001
            return wrong
        others, chance = (self._kinds, self._rng, self._search, self._net), (batch._key, batch._streams[0])  # noqa: SLF001
        _play(rows, chance, others, (self.learners, chosen, *written), (actions is not None, rotate))
        return -1

    def _kind(self, name: str) -> int:
        """The net knows the standard cards alone."""
        return RULES if name == "instant" and not self._known else NAMES.index(name)

    def advice(self, name: str) -> NDArray[np.int64]:
        """By row, what a compiled player would do in the place of the seat that is to act."""
        out = np.zeros(self.batch.size, np.int64)
        others = (self._rng, self._search, self._net)
        _advise(self.batch._states, self.batch.seats, others, self._kind(name), out)  # noqa: SLF001 -- as above
        return out


@outlined
def _advise(states: Any, seats: NDArray[np.int64], players: Any, kind: Int, out: NDArray[np.int64]) -> None:
    rng, search, net = players
    for row in range(out.size):
        out[row] = _act(states[row], seats[row], kind, rng, search, net)


@outlined
def _play(arrays: Any, chance: Any, players: Any, results: Any, flags: Any) -> None:
    rows = Rows(*arrays)
    kinds, rng, search, net = players
    learners, actions, seen, may, paid, final = results
    key, stream = chance
    acts, rotate = flags
    cards = search.cards
    many = np.int64(cards[at.PLAYERS])
    for row in range(rows.states.shape[0]):
        state, learner = rows.states[row], learners[row]
        rows.dones[row], paid[row] = 0, 0
        if acts:
            apply(cards, state, rows.seats[row], actions[row])
        while True:
            if state[at.PHASE] == at.OVER:
                score(cards, state, rows.points[row], search.room)
                returns(cards, state, rows.points[row], rows.rewards[row])
                observe(cards, state, learner, final[row])
                paid[row] = rows.rewards[row, learner]
                rows.dones[row] = 1
                rows.numbers[row] += rows.states.shape[0]
                deal_next(cards, state, rows.numbers[row], key, stream)
                if rotate:
                    learner = learner + 1 if learner + 1 < many else np.int64(0)
                    learners[row] = learner
            seat = next_seat(cards, state)
            place = seat - learner
            kind = kinds[place if place >= 0 else place + many]
            if kind == NOBODY:
                break
            apply(cards, state, seat, _act(state, seat, kind, rng, search, net))
        rows.seats[row] = seat
        see(cards, rows, row, seat, seen[row])
        legal_mask(cards, state, seat, may[row])


@outlined
def _act(state: Any, seat: Int, kind: Int, rng: Words, search: Workspace, net: NetWorkspace) -> Int:
    """What a player of that kind does. Only in a world that is drawn for it can it look at hands."""
    cards = search.cards
    if kind != RANDOM:
        view(cards, state, seat, search.reply)
        if resample(cards, search.reply, rng, search.state, search.room) > 0:
            survey(cards, search.state, search.prospect)
            if kind == INSTANT:
                return pick(search, seat, net)
            forget(search.worths)
            position = Position(cards, search.watch, search.state, search.prospect, search.worths)
            return choose(position, search.habits[np.int64(state[at.NUMBER])], seat)
    return random_action(cards, state, seat, rng, search.room)
