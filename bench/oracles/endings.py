"""Late positions to try the solver on: of play at random, in which some keep their gold, and of play by a bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.playout import random_action
from karat.aurum.kernel.round import apply
from karat.aurum.rules import match
from karat.aurum.rules.actions import Action
from karat.aurum.rules.codec import END, PLAY_GOLD, SWAP
from karat.aurum.rules.match import Match
from karat.aurum.rules.rules import Edition, Rules, Variant
from karat.kernel.bits import popcount
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words, below, generator
from karat.shuffle import Stream

Choose = Callable[[Match, int], Action]

TABLES = tuple(
    Rules(players, edition, variants)
    for players in (4, 3)
    for edition in Edition
    for variants in ((), (Variant.NO_ZERO_GOLD,), (Variant.THREE_ROUND_TOTAL,))
)
"""Every kind of table by which endings differ."""


def tricks_left(state: Record) -> int:
    """How many tricks the cards in the hands make, rounded up."""
    cards = sum(int(state[at.HAND + seat]).bit_count() for seat in range(int(state[at.PLAYERS])))
    return -(-cards // int(state[at.PLAYERS]))


def draw_endings(rules: Rules, seed: str, most_tricks: int) -> Iterator[Record]:
    """Positions with so many tricks left or fewer, at any point of the trick, without end."""
    rng, number = generator(seed), 0
    while True:
        state = edge.start(rules)
        edge.deal(state, seed, number)
        number += 1
        if walk(state, rng, most_tricks, 2 * below(rng, 5)):
            yield state


def positions_of_play(rules: Rules, choose: Choose, seed: str) -> Iterator[Match]:
    """Every position after the bids of matches in which all seats choose alike, without end."""
    number = 0
    while True:
        state = match.start(rules)
        while match.outcome(state) is None:
            if match.awaits_deal(state):
                state = match.deal(state, match.shuffled(state, Stream(f"{seed}/{number}", len(state.played)))).state
            if state.round and None not in state.round.bids:
                yield state
            seat = match.to_act(state)[0]
            state = match.apply(state, seat, choose(state, seat)).state
        number += 1


@outlined
def walk(state: Record, rng: Words, most_tricks: Int, thrift: Int) -> bool:
    """Play on to an ending, or False when the round is over before; `thrift` eighths of all gold are not spent."""
    while state[at.TURN] >= 0:
        cards = np.int64(0)
        for seat in range(state[at.PLAYERS]):
            cards += popcount(state[at.HAND + seat])
        if state[at.PHASE] > at.BIDDING and cards <= most_tricks * state[at.PLAYERS] and below(rng, 2):
            return True
        action = random_action(state, state[at.TURN], rng)
        for _ in range(4):
            if (PLAY_GOLD <= action < END or action >= SWAP) and below(rng, 8) < thrift:
                action = random_action(state, state[at.TURN], rng)
        apply(state, state[at.TURN], action)
    return False
