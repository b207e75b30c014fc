"""The search for Python: a view in, actions tried out, within a time or a number of tries.

All actions are tried on the same worlds, in chunks; between two chunks those that have fallen behind are dropped.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.legal import legal_list
from karat.amul.net.net import make_net_workspace, no_layers
from karat.amul.search.ending import learn, make_strategies, settle, try_last
from karat.amul.search.flat import POINTS, SUMS, TRIES, VALUE, WIN, Ledger, try_out
from karat.amul.search.unseen import spread_out
from karat.amul.search.worlds import prepare
from karat.search.limit import Tried

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from karat.amul.kernel.layout import State
    from karat.amul.net.net import Layers
    from karat.amul.search.flat import FlatSettings
    from karat.amul.search.workspace import Floats, Workspace
    from karat.kernel.random import Words
    from karat.search.limit import Limit

LEAST_WORLDS = 16
"""Nobody is dropped before."""
BEHIND = 2.5
"""A choice is dropped when it is this many standard errors behind the best."""

LEARNING = 0.25
"""The part of the time that goes to finding out how others choose in secret."""


def legal_actions(view: State, seat: int, workspace: Workspace) -> NDArray[np.int64]:
    """The numbers of what the seat may do, ascending."""
    return workspace.room[: legal_list(workspace.cards, view, seat, workspace.room)].copy()


def open_ledger(actions: Sequence[int] | NDArray[np.int64]) -> Ledger:
    """A ledger in which nothing is written yet."""
    size = len(actions)
    return Ledger(
        np.array(actions, np.int64),
        np.ones(size, np.int64),
        np.zeros((size, SUMS)),
        np.zeros((size, size)),
        np.zeros(size),
    )


def drop_those_behind(ledger: Ledger) -> None:
    """Those alive were all tried on the same worlds, so their differences can be told from chance."""
    alive = np.flatnonzero(ledger.alive)
    totals, worlds = ledger.sums[:, VALUE], ledger.sums[alive[0], TRIES]
    if worlds < LEAST_WORLDS:
        return
    best = max(alive, key=lambda choice: totals[choice])
    for choice in alive:
        behind = (totals[best] - totals[choice]) / worlds
        square = ledger.squares[max(choice, best), min(choice, best)] / worlds
        if behind > BEHIND * math.sqrt(max(square - behind * behind, 0.0) / worlds) and behind > 0:
            ledger.alive[choice] = 0


def results(ledger: Ledger) -> list[Tried]:
    """Best first; those that were dropped come after those that were not."""
    means = ledger.sums / np.maximum(ledger.sums[:, TRIES], 1)[:, None]
    order = sorted(range(len(means)), key=lambda choice: (-ledger.sums[choice, TRIES], -means[choice, VALUE]))
    return [
        Tried(
            int(ledger.actions[choice]),
            int(ledger.sums[choice, TRIES]),
            float(means[choice, VALUE]),
            float(means[choice, WIN]),
            float(means[choice, POINTS]),
        )
        for choice in order
    ]


def repeat(attempt: Callable[[int], None], limit: Limit, tries_of_a_world: Callable[[], int], most: int | None) -> int:
    """Attempt worlds until the limit is reached, one choice is left, or so many worlds are done; the tries it took."""
    done, tries, spent = 0, 0, 0.0
    while True:
        each = tries_of_a_world()
        worlds = limit.worlds(spent, done, tries, each)
        if most is not None:
            worlds = min(worlds, most - done)
        if worlds < 1 or (each == 1 and done):
            return tries
        begin = time.perf_counter()
        attempt(worlds)
        spent += time.perf_counter() - begin
        done += worlds
        tries += worlds * each


def think(
    view: State,
    seat: int,
    rng: Words,
    limit: Limit,
    settings: FlatSettings,
    workspace: Workspace,
    layers: Layers | None = None,
) -> list[Tried]:
    """Try all actions of a seat, which sees the view, until one is left or the limit is reached; the best first.

    All play on by a net with these layers; without, by the policy.
    """
    prepare(workspace.cards, view, workspace.worlds, 0)
    ledger = open_ledger(legal_actions(view, seat, workspace))
    net, by_net = make_net_workspace(layers or no_layers()), int(layers is not None)

    def attempt(count: int) -> None:
        try_out(workspace, net, by_net, ledger, settings, view, rng, count)
        drop_those_behind(ledger)

    repeat(attempt, limit, lambda: int(ledger.alive.sum()), None)
    return results(ledger)


def think_last(view: State, seat: int, rng: Words, limit: Limit, aims: Floats, workspace: Workspace) -> list[Tried]:
    """The same in the last round (ending.py).

    Where all worlds are listed and nobody else chooses at the same time, each is tried once for every choice.
    """
    spread = spread_out(workspace, view, rng)
    prepare(workspace.cards, view, workspace.worlds, 0)
    ledger, strategies = open_ledger(legal_actions(view, seat, workspace)), make_strategies(workspace)
    listed, secret = len(spread.turn), int(view[at.PHASE]) in {at.OFFER, at.PLAY}
    if secret:
        limit = limit.less(
            repeat(
                lambda count: learn(workspace, strategies, spread, aims, view, rng, count),
                limit.part(LEARNING),
                lambda: len(strategies.chosen) * at.HAND_SIZE,
                None,
            )
        )
        settle(strategies)
    complete = bool(listed) and not secret

    def attempt(count: int) -> None:
        try_last(workspace, ledger, strategies, spread, aims, view, rng, count)
        if not complete:
            drop_those_behind(ledger)

    repeat(attempt, limit, lambda: int(ledger.alive.sum()), listed if complete else None)
    return results(ledger)
