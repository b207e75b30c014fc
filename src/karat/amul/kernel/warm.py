"""Pieces of the kernel of Amul, each called once: all that is called from Python."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import edge
from karat.amul.kernel.batch import Batch
from karat.amul.kernel.bench import contenders
from karat.amul.kernel.single import Single
from karat.amul.rules.rules import Rules
from karat.kernel import random


def edge_of_it() -> None:
    state = edge.start(Rules(3))
    edge.deal(state, "warm")
    seat = edge.to_act(state)[0]
    edge.legal_mask(state, seat)
    edge.apply(state, seat, int(edge.legal_actions(state, seat)[0]))
    edge.returns(state)
    edge.observe(state, seat)
    rng = random.generator("warm")
    worlds = edge.resample(edge.view(state, seat), rng)
    edge.playouts(worlds[0], rng)
    edge.count_sequences(state, 2)


def batches() -> None:
    batch = Batch(Rules(3), 2, "warm")
    seen, may = np.zeros((2, batch.tensor), np.uint8), np.zeros((2, batch.actions), np.uint8)
    actions = np.zeros(2, np.int64)
    batch.look(seen, may)
    batch.random_actions(actions)
    batch.step(actions, seen, may)
    batch.load(batch.states.copy())


def one_match() -> None:
    one = Single(Rules(3), "warm")
    one.step(one.legal[0])
    one.mask(0, np.zeros(one.actions, np.uint8))
    one.observe(0, np.zeros(one.tensor, np.uint8))


def contenders_in_bench() -> None:
    for contender in contenders(1)[:4]:  # those for three players; the others run the same code
        contender.work(1)
