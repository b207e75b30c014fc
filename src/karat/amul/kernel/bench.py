"""Every way into the kernel of Amul: see karat.kernel.bench."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np

from karat.amul.kernel import edge
from karat.amul.kernel import layout as at
from karat.amul.kernel.batch import Batch
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.match import deal_any
from karat.amul.kernel.playout import playout, playout_by_steps
from karat.amul.kernel.scoring import SCORE, Scores, score
from karat.amul.rules.counts import PLAYERS as TABLE_SIZES
from karat.amul.rules.rules import Rules
from karat.kernel import random
from karat.kernel.bench import BATCH, FUSED, SINGLE, STEPS, Contender, together
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words

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


class MatchRuns:
    """Whole matches in compiled code."""

    def __init__(self, players: int, number: int, *, fused: bool) -> None:
        self.players, self.play = players, matches_fused if fused else matches_by_steps
        self.cards, self.rng = compile_cards(Rules(players)), random.generator("bench", number)
        self.state, self.room = np.zeros(self.cards[at.STATE], np.int16), np.zeros(self.cards[at.ROOM], np.int64)
        self.scores = np.zeros((players, SCORE), np.int64)

    def __call__(self, moves: int) -> tuple[int, int]:
        matches = max(1, moves // (MOVES_OF_A_SEAT * self.players))
        played = self.play(self.cards, self.state, self.rng, self.scores, self.room, matches)
        return int(played), at.ROUNDS * matches


class Steps:
    """A batch with random actions, observations and masks written for every move."""

    def __init__(self, players: int, number: int) -> None:
        self.batch = Batch(Rules(players), BATCH_SIZE, f"bench {number}")
        self.seen = np.zeros((BATCH_SIZE, self.batch.tensor), np.uint8)
        self.may = np.zeros((BATCH_SIZE, self.batch.actions), np.uint8)
        self.actions = np.zeros(BATCH_SIZE, np.int64)

    def __call__(self, moves: int) -> tuple[int, int]:
        steps, matches = max(1, moves // BATCH_SIZE), 0
        for _ in range(steps):
            self.batch.random_actions(self.actions)
            self.batch.step(self.actions, self.seen, self.may)
            matches += int(np.count_nonzero(self.batch.dones))
        return steps * BATCH_SIZE, at.ROUNDS * matches


def single_steps(players: int, moves: int) -> tuple[int, int]:
    """One state in Python's hands: ask for the legal actions, choose, apply, all checked."""
    rng, matches = Random("bench"), 0  # noqa: S311 -- play, not secrets
    state = edge.start(Rules(players))
    edge.deal(state, "bench")
    for _ in range(moves):
        if state.words[at.PHASE] == at.OVER:
            matches += 1
            state = edge.start(state.rules)
            edge.deal(state, "bench", matches)
        seat = edge.to_act(state)[0]
        legal = edge.legal_actions(state, seat)
        edge.apply(state, seat, int(legal[int(rng.random() * len(legal))]))
    return moves, at.ROUNDS * matches


def contenders(threads: int) -> list[Contender]:
    """Every way in, for three to eight players; one thread at a time steps from Python."""
    found, each = [], range(threads)
    for players in TABLE_SIZES:
        found += [
            Contender("amul", players, FUSED, threads, together([MatchRuns(players, n, fused=True) for n in each])),
            Contender("amul", players, STEPS, threads, together([MatchRuns(players, n, fused=False) for n in each])),
            Contender("amul", players, BATCH, threads, together([Steps(players, n) for n in each])),
        ]
        if threads == 1:
            found.append(Contender("amul", players, SINGLE, 1, partial(single_steps, players)))
    return found
