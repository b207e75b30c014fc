"""The search, the look ahead by the net in weighted worlds, and the last tricks, called once."""

from __future__ import annotations

import numpy as np

from karat.kernel import random
from karat.kernel.aurum.layout import THREE_ROUND_TOTAL, VARIANTS
from karat.kernel.aurum.pack import pack_view
from karat.nets.aurum import shipped_net
from karat.rules import aurum
from karat.rules.aurum.notation import parse_round
from karat.search.aurum.ahead import look_ahead
from karat.search.aurum.belief import likely_worlds
from karat.search.aurum.ending import weighed
from karat.search.aurum.think import Settings, think
from karat.shuffle import Stream
from karat.solver.solve import record_of
from karat.solver.table import make_work


def warm() -> None:
    state = aurum.start(aurum.Rules(4))
    state = aurum.deal(state, aurum.shuffled(state, Stream("warm"))).state
    (seat,) = aurum.to_act(state)
    seen, rng = aurum.observe(state, seat), random.generator("warm")
    view = pack_view(seen)
    net = shipped_net(4)
    think(view, seat, rng, settings=Settings(), tries=2)
    look_ahead(view, seat, rng, net, lambda _: likely_worlds(seen, view, seat, rng, net, 2), tries=2)
    ending = record_of(parse_round("B9 / C8 / P7 / S6, bids Z1 / Z2 / C3 / P4, tricks 1 2 1 4, leader 0"))
    for variants in (0, THREE_ROUND_TOTAL):
        ending[VARIANTS] = variants
        weighed(np.stack([ending, ending]), np.full(2, 0.5), 0, make_work(4), nodes=1000, steps=1000)
