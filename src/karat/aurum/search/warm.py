"""The search, the look ahead by the net in weighted worlds, and the last tricks, called once."""

from __future__ import annotations

import numpy as np

from karat import aurum
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.kernel.resample import unseen
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.notation import parse_round
from karat.aurum.search.belief import likely_worlds
from karat.aurum.search.ending import weighed
from karat.aurum.search.lookahead import look_ahead
from karat.aurum.search.think import TreeSettings, think
from karat.aurum.solver.solve import record_of
from karat.aurum.solver.table import make_solver_workspace
from karat.kernel import random
from karat.search.limit import Limit
from karat.shuffle import Stream


def warm() -> None:
    state = aurum.start(aurum.Rules(4))
    state = aurum.deal(state, aurum.shuffled(state, Stream("warm"))).state
    (seat,) = aurum.to_act(state)
    seen, rng = aurum.observe(state, seat), random.generator("warm")
    view = pack_view(seen)
    net = shipped_net(4)
    limit = Limit(tries=2)
    unseen(view)  # as Python asks before it lists all worlds of an ending
    think(view, seat, rng, limit, TreeSettings())
    look_ahead(view, seat, rng, net, lambda _: likely_worlds(seen, view, rng, net, 2), limit)
    ending = record_of(parse_round("B9 / C8 / P7 / S6, bids Z1 / Z2 / C3 / P4, tricks 1 2 1 4, leader 0"))
    for variants in (0, at.THREE_ROUND_TOTAL):
        ending[at.VARIANTS] = variants
        weighed(np.stack([ending, ending]), np.full(2, 0.5), 0, Limit(tries=125), make_solver_workspace(4))
