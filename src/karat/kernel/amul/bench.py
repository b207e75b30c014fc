"""Every way into the kernel of Amul: see karat.kernel.bench."""

from __future__ import annotations

from functools import partial
from threading import Lock

import numpy as np

from karat.kernel import random
from karat.kernel.amul import edge
from karat.kernel.amul.batch import Batch
from karat.kernel.amul.cards import compile_cards
from karat.kernel.amul.layout import OVER, PHASE, ROOM, ROUNDS, STATE, CardTable, Room, State
from karat.kernel.amul.market import deal_any
from karat.kernel.amul.playout import playout, playout_by_steps
from karat.kernel.amul.scoring import SCORE, Scores, score
from karat.kernel.bench import BATCH, FUSED, SINGLE, STEPS, Contender
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words
from karat.kernel.threads import spread
from karat.rules.amul.counts import PLAYERS
from karat.rules.amul.rules import Rules
from karat.shuffle import Stream

BATCH_SIZE = 256
"""Rows for each thread: with their buffers they stay in the processor's second cache."""
MOVES_OF_A_SEAT = 28
"""In a match: nine offers, takes and plays, and some effects."""


@outlined
def matches_fused(cards: CardTable, state: State, rng: Words, scores: Scores, room: Room, matches: Int) -> Int:
    """Play so many matches from fresh deals, and score them; the number of moves."""
    moves = np.int64(0)
    for _ in range(matches):
        deal_any(cards, state, rng)
        moves += playout(cards, state, rng, room)
        score(cards, state, scores, room)
    return moves


@outlined
def matches_by_steps(cards: CardTable, state: State, rng: Words, scores: Scores, room: Room, matches: Int) -> Int:
    """The same, each action chosen from the list of all that are legal."""
    moves = np.int64(0)
    for _ in range(matches):
        deal_any(cards, state, rng)
        moves += playout_by_steps(cards, state, rng, room)
        score(cards, state, scores, room)
    return moves


class Matches:
    """Whole matches in compiled code, on each thread its own."""

    def __init__(self, players: int, threads: int, *, fused: bool) -> None:
        self.players, self.threads, self.fused = players, threads, fused
        self.cards = compile_cards(Rules(players))
        self.rngs = random.generators("bench", threads)

    def __call__(self, moves: int) -> tuple[int, int]:
        matches = max(1, moves // (MOVES_OF_A_SEAT * self.players))
        total, lock, play = [0], Lock(), matches_fused if self.fused else matches_by_steps

        def work(first: int, last: int) -> None:
            for thread in range(first, last):
                state, room = np.zeros(self.cards[STATE], np.int16), np.zeros(self.cards[ROOM], np.int64)
                share = matches * (thread + 1) // self.threads - matches * thread // self.threads
                rng = self.rngs[thread].copy()  # of its own: threads must not write to one cache line
                scores = np.zeros((self.players, SCORE), np.int64)
                played = play(self.cards, state, rng, scores, room, share)
                self.rngs[thread] = rng
                with lock:
                    total[0] += int(played)

        spread(work, self.threads, self.threads)
        return total[0], ROUNDS * matches


class Steps:
    """A batch with random actions, observations and masks written for every move."""

    def __init__(self, players: int, threads: int) -> None:
        size = BATCH_SIZE * threads
        self.batch = Batch(Rules(players), size, "bench", threads=threads)
        self.seen = np.zeros((size, self.batch.tensor), np.uint8)
        self.may = np.zeros((size, self.batch.actions), np.uint8)
        self.actions = np.zeros(size, np.int64)

    def __call__(self, moves: int) -> tuple[int, int]:
        steps, matches = max(1, moves // self.batch.size), 0
        for _ in range(steps):
            self.batch.random_actions(self.actions)
            self.batch.step(self.actions, self.seen, self.may)
            matches += int(self.batch.dones.sum())
        return steps * self.batch.size, ROUNDS * matches


def single_steps(players: int, moves: int) -> tuple[int, int]:
    """One state in Python's hands: ask for the legal actions, choose, apply, all checked."""
    rng, matches, rules = Stream("bench"), 0, Rules(players)
    state = edge.deal(rules, "bench")
    for _ in range(moves):
        if state[PHASE] == OVER:
            matches += 1
            state = edge.deal(rules, "bench", matches)
        seat = edge.to_act(rules, state)[0]
        legal = edge.legal_actions(rules, state, seat)
        edge.apply(rules, state, seat, int(legal[rng.below(len(legal))]))
    return moves, ROUNDS * matches


def contenders(threads: int) -> list[Contender]:
    """Every way in, for three to eight players; one thread at a time steps from Python."""
    found = []
    for players in PLAYERS:
        found += [
            Contender("amul", players, FUSED, threads, Matches(players, threads, fused=True)),
            Contender("amul", players, STEPS, threads, Matches(players, threads, fused=False)),
            Contender("amul", players, BATCH, threads, Steps(players, threads)),
        ]
        if threads == 1:
            found.append(Contender("amul", players, SINGLE, 1, partial(single_steps, players)))
    return found
