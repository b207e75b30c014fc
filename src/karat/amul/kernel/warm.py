"""Every kernel of Amul that is called from Python, called once."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import edge
from karat.amul.kernel.batch import Batch
from karat.amul.kernel.bench import contenders
from karat.amul.rules.rules import Rules
from karat.kernel import random


def warm() -> None:
    rules = Rules(3)
    state = edge.deal(rules, "warm")
    seat = edge.to_act(rules, state)[0]
    edge.legal_mask(rules, state, seat)
    edge.apply(rules, state, seat, int(edge.legal_actions(rules, state, seat)[0]))
    edge.returns(rules, state)
    edge.observe(rules, state, seat)
    rng = random.generator("warm")
    worlds = edge.resample(rules, edge.view(rules, state, seat), rng)
    edge.playouts(rules, worlds[0], rng)
    edge.count_sequences(rules, state, 2)
    batch = Batch(rules, 2, "warm")
    seen, may = np.zeros((2, batch.tensor), np.uint8), np.zeros((2, batch.actions), np.uint8)
    actions = np.zeros(2, np.int64)
    batch.look(seen, may)
    batch.random_actions(actions)
    batch.step(actions, seen, may)
    batch.load(batch.states)
    for contender in contenders(1)[:4]:  # those for three players; the others run the same code
        contender.work(1)
