"""The compiled kernel: a thousand matches at once, one array of actions in, one row of everything out."""

import time

import numpy as np

from karat.aurum import Rules
from karat.aurum.kernel.batch import Batch
from karat.aurum.kernel.observe import TENSOR
from karat.aurum.rules.codec import ACTIONS

MATCHES, STEPS = 1024, 100
batch = Batch(Rules(players=4), MATCHES, "example", episode="round")
seen, legal = np.zeros((MATCHES, TENSOR), np.uint8), np.zeros((MATCHES, ACTIONS), np.uint8)
chance = np.random.default_rng(7)

batch.look(seen, legal)  # what the seat to act sees and may do, in each match
rounds, began = 0, time.perf_counter()
for _ in range(STEPS):
    actions = (chance.random(legal.shape, np.float32) * legal).argmax(axis=1)  # here your policy
    batch.step(actions, seen, legal)
    rounds += int(batch.dones.sum())
print(f"{STEPS * MATCHES:,} moves and {rounds:,} rounds in {time.perf_counter() - began:.1f} s")
