"""Every way into the kernel of Aurum: see karat.kernel.bench."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.batch import Batch
from karat.aurum.kernel.compact import MASK, SEEN
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.match import deal_any, restart, start
from karat.aurum.kernel.pack import rule_words
from karat.aurum.kernel.playout import play_round, play_round_by_steps
from karat.aurum.rules.codec import BASE
from karat.aurum.rules.rules import Rules
from karat.kernel import random
from karat.kernel.bench import BATCH, FUSED, SINGLE, STEPS, Contender, together
from karat.kernel.jit import Int, kernel
from karat.kernel.random import Words

BATCH_SIZE = 4096
"""Rows of each batch: enough that a call from Python costs little, few enough for the cache."""
MOVES_OF_A_ROUND = 50


@kernel
def rounds_fused(state: Record, rng: Words, deck: NDArray[np.int64], rounds: Int) -> Int:
    """Play so many first rounds from fresh deals; the number of moves."""
    moves = np.int64(0)
    for _ in range(rounds):
        restart(state)
        deal_any(state, rng, deck)
        moves += play_round(state, rng)
    return moves


@kernel
def rounds_by_steps(state: Record, rng: Words, deck: NDArray[np.int64], rounds: Int) -> Int:
    """The same, one action at a time."""
    moves = np.int64(0)
    for _ in range(rounds):
        restart(state)
        deal_any(state, rng, deck)
        moves += play_round_by_steps(state, rng)
    return moves


class Rounds:
    """Whole rounds in compiled code."""

    def __init__(self, players: int, number: int, *, fused: bool) -> None:
        self.play = rounds_fused if fused else rounds_by_steps
        self.rng, self.state = random.generator("bench", number), np.zeros(at.WORDS, np.int64)
        start(self.state, *rule_words(Rules(players)))

    def __call__(self, moves: int) -> tuple[int, int]:
        rounds = max(1, moves // MOVES_OF_A_ROUND)
        return int(self.play(self.state, self.rng, np.zeros(BASE, np.int64), rounds)), rounds


class Steps:
    """A batch with random actions, observations and masks written for every move."""

    def __init__(self, players: int, number: int) -> None:
        self.batch = Batch(Rules(players), BATCH_SIZE, f"bench {number}", episode="round")
        self.seen, self.legal = np.zeros((BATCH_SIZE, SEEN), np.uint64), np.zeros((BATCH_SIZE, MASK), np.uint64)
        self.actions = np.zeros(BATCH_SIZE, np.int64)

    def __call__(self, moves: int) -> tuple[int, int]:
        steps, rounds = max(1, moves // BATCH_SIZE), 0
        for _ in range(steps):
            self.batch.random_actions(self.actions)
            self.batch.step(self.actions, self.seen, self.legal)
            rounds += int(np.count_nonzero(self.batch.dones))
        return steps * BATCH_SIZE, rounds


def single_steps(players: int, moves: int) -> tuple[int, int]:
    """One state in Python's hands: ask for the legal actions, choose, apply, all checked."""
    rng, rounds = Random("bench"), 0  # noqa: S311 -- play, not secrets
    state = edge.start(Rules(players))
    for _ in range(moves):
        if state[at.TURN] < 0:
            state = edge.start(Rules(players)) if state[at.PHASE] else state
            edge.deal(state, "bench", rounds)
            rounds += 1
        seat = int(state[at.TURN])
        legal = edge.legal_actions(state, seat)
        edge.apply(state, seat, int(legal[int(rng.random() * len(legal))]))
    return moves, rounds


def contenders(threads: int) -> list[Contender]:
    """Every way in, for three and four players; one thread at a time steps from Python."""
    found, each = [], range(threads)
    for players in (3, 4):
        found += [
            Contender("aurum", players, FUSED, threads, together([Rounds(players, n, fused=True) for n in each])),
            Contender("aurum", players, STEPS, threads, together([Rounds(players, n, fused=False) for n in each])),
            Contender("aurum", players, BATCH, threads, together([Steps(players, n) for n in each])),
        ]
        if threads == 1:
            found.append(Contender("aurum", players, SINGLE, 1, partial(single_steps, players)))
    return found
