"""Pieces of the kernel of Aurum, each called once: all that is called from Python."""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import edge
from karat.aurum.kernel.batch import Batch
from karat.aurum.kernel.bench import contenders
from karat.aurum.kernel.observe import TENSOR
from karat.aurum.kernel.single import Single
from karat.aurum.rules.codec import ACTIONS
from karat.aurum.rules.rules import Rules
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
    edge.playouts(worlds[0], rng, whole=True)
    edge.count_sequences(state, 2)


def batches() -> None:
    batch = Batch(Rules(4), 2, "warm")
    seen, legal, actions = np.zeros((2, TENSOR), np.uint8), np.zeros((2, ACTIONS), np.uint8), np.zeros(2, np.int64)
    batch.look(seen, legal)
    batch.random_actions(actions)
    batch.step(actions, seen, legal)
    batch.load(batch.states.copy())


def one_match() -> None:
    one = Single(Rules(3), "warm")
    one.step(one.legal[0])
    one.mask(0, np.zeros(one.actions, np.uint8))
    one.observe(0, np.zeros(one.tensor, np.uint8))


def contenders_in_bench() -> None:
    for contender in contenders(1):
        contender.work(1)
