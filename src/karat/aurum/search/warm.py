"""Pieces of the search, each called once: what the bots think with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat import aurum
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.batch import Batch
from karat.aurum.kernel.pack import pack_view
from karat.aurum.kernel.resample import unseen
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.notation import parse_round
from karat.aurum.search import reply
from karat.aurum.search.belief import likely_worlds
from karat.aurum.search.ending import solved
from karat.aurum.search.lookahead import look_ahead
from karat.aurum.search.opponents import Opponents
from karat.aurum.search.think import TreeSettings, prepared, think
from karat.aurum.solver.solve import record_of
from karat.aurum.solver.table import make_solver_workspace
from karat.kernel import random
from karat.search.limit import Limit
from karat.shuffle import Stream

if TYPE_CHECKING:
    from karat.aurum import Observation
    from karat.aurum.kernel.layout import Record

FEW = Limit(tries=2)
ENDING = "B9 / C8 / P7 / S6, bids Z1 / Z2 / C3 / P4, tricks 1 2 1 4, leader 0"


def first_choice() -> tuple[Observation, Record, int]:
    """What is seen at the first choice of a match, and by whom."""
    state = aurum.start(aurum.Rules(4))
    state = aurum.deal(state, aurum.shuffled(state, Stream("warm"))).state
    (seat,) = aurum.to_act(state)
    seen = aurum.observe(state, seat)
    return seen, pack_view(seen), seat


def last_worlds(variants: int = 0) -> Record:
    """Two worlds of a late position."""
    ending = record_of(parse_round(ENDING))
    ending[at.VARIANTS] = variants
    return np.stack([ending, ending])


def tree() -> None:
    _, view, seat = first_choice()
    think(view, seat, random.generator("warm"), FEW, TreeSettings())


def ahead() -> None:
    seen, view, seat = first_choice()
    net, rng, view = shipped_net(4), random.generator("warm"), prepared(view, seat)
    look_ahead(view, seat, rng, net, lambda _: likely_worlds(seen, view, rng, net, 2), FEW)


def last_tricks() -> None:
    unseen(first_choice()[1])
    for variants in (0, at.THREE_ROUND_TOTAL):
        solved(last_worlds(variants), np.full(2, 0.5), Limit(tries=1000), make_solver_workspace(4))


def replies() -> None:
    reply.replies(last_worlds(), np.full(2, 0.5), 0, Limit(tries=1000))


def around_a_learner() -> None:
    batch = Batch(aurum.Rules(4), 2, "warm")
    others = Opponents(batch, ("instant", "rules", "random"), np.zeros(2, np.int64), "warm")
    rows = [np.zeros((2, size), np.uint8) for size in (batch.tensor, batch.actions, batch.tensor)]
    others.play(None, (rows[0], rows[1], np.zeros(2, np.float32), rows[2]), rotate=True)
