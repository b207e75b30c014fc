"""Every way into the kernel of Aurum: see karat.kernel.bench."""

from __future__ import annotations

from functools import partial
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from karat.kernel import random
from karat.kernel.aurum import edge
from karat.kernel.aurum.batch import Batch
from karat.kernel.aurum.compact import MASK, SEEN
from karat.kernel.aurum.layout import PHASE, TURN, WORDS, Record
from karat.kernel.aurum.match import deal_any, restart, start
from karat.kernel.aurum.pack import rule_words
from karat.kernel.aurum.playout import play_round, play_round_by_steps
from karat.kernel.bench import BATCH, FUSED, SINGLE, STEPS, Contender
from karat.kernel.jit import Int, kernel
from karat.kernel.random import Words
from karat.kernel.threads import spread
from karat.rules.aurum.codec import BASE
from karat.rules.aurum.edition import Rules
from karat.shuffle import Stream

BATCH_SIZE = 4096
"""Rows for each thread: enough that a call from Python costs nothing, few enough for the cache."""
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
    """Whole rounds in compiled code, on each thread its own."""

    def __init__(self, players: int, threads: int, *, fused: bool) -> None:
        self.players, self.threads, self.fused = players, threads, fused
        self.rngs = random.generators("bench", threads)

    def __call__(self, moves: int) -> tuple[int, int]:
        rounds = max(1, moves // MOVES_OF_A_ROUND)
        total, lock, play = [0], Lock(), rounds_fused if self.fused else rounds_by_steps

        def work(first: int, last: int) -> None:
            for thread in range(first, last):
                state = np.zeros(WORDS, np.int64)
                start(state, *rule_words(Rules(self.players)))
                share = rounds * (thread + 1) // self.threads - rounds * thread // self.threads
                rng = self.rngs[thread].copy()  # of its own: threads must not write to one cache line
                played = play(state, rng, np.zeros(BASE, np.int64), share)
                self.rngs[thread] = rng
                with lock:
                    total[0] += int(played)

        spread(work, self.threads, self.threads)
        return total[0], rounds


class Steps:
    """A batch with random actions, observations and masks written for every move."""

    def __init__(self, players: int, threads: int) -> None:
        size = BATCH_SIZE * threads
        self.batch = Batch(Rules(players), size, "bench", episode="round", threads=threads)
        self.seen, self.legal = np.zeros((size, SEEN), np.uint64), np.zeros((size, MASK), np.uint64)
        self.actions = np.zeros(size, np.int64)

    def __call__(self, moves: int) -> tuple[int, int]:
        steps, rounds = max(1, moves // self.batch.size), 0
        for _ in range(steps):
            self.batch.random_actions(self.actions)
            self.batch.step(self.actions, self.seen, self.legal)
            rounds += int(np.count_nonzero(self.batch.dones))
        return steps * self.batch.size, rounds


def single_steps(players: int, moves: int) -> tuple[int, int]:
    """One state in Python's hands: ask for the legal actions, choose, apply, all checked."""
    rng, rounds = Stream("bench"), 0
    state = edge.start(Rules(players))
    for _ in range(moves):
        if state[TURN] < 0:
            state = edge.start(Rules(players)) if state[PHASE] else state
            edge.deal(state, "bench", rounds)
            rounds += 1
        seat = int(state[TURN])
        legal = edge.legal_actions(state, seat)
        edge.apply(state, seat, int(legal[rng.below(len(legal))]))
    return moves, rounds


def contenders(threads: int) -> list[Contender]:
    """Every way in, for three and four players; one thread at a time steps from Python."""
    found = []
    for players in (3, 4):
        found += [
            Contender("aurum", players, FUSED, threads, Rounds(players, threads, fused=True)),
            Contender("aurum", players, STEPS, threads, Rounds(players, threads, fused=False)),
            Contender("aurum", players, BATCH, threads, Steps(players, threads)),
        ]
        if threads == 1:
            found.append(Contender("aurum", players, SINGLE, 1, partial(single_steps, players)))
    return found
