"""What a net says of its bids, fitted to rounds that it plays with itself.

A net that has met all sorts of rivals is right on average over them, and so too sure of its bid among its like. Its
chances to make a bid exactly and at least are therefore fitted at the end by two numbers each, to how rounds with
itself end. Nothing is chosen by these chances: it plays on as before, to the bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of, sides
from karat.aurum.lab.samples import RoundsWorkspace, make_rounds_workspace, start_round
from karat.aurum.net.choice import pick
from karat.aurum.net.features import Floats
from karat.aurum.net.net import AT_LEAST, EXACTLY, HEADS, SHAPES, evaluate, result
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words, generator
from karat.search.net_file import parts_of

ROUNDS = 4000
CHANCES = EXACTLY, AT_LEAST
PRIOR = 50.0
"""The two numbers are drawn to 0 and 1 as if by so many samples."""
STEPS = 12
"""Of Newton's method, which needs five."""


@outlined
def forecasts(
    players: Int, rounds: Int, rng: Words, workspace: RoundsWorkspace, said: Floats, came: Floats, sure: Record
) -> None:
    """By round and side, all that the net says at the side's first choice after the bids, and how the round ended."""
    state, net, values = workspace.states[0], workspace.net, workspace.values
    row, many = np.int64(0), sides(players)
    for _ in range(rounds):
        start_round(state, players, 0, 0, rng, workspace.deck)
        for side in range(many):
            sure[side] = 0
        while state[at.TURN] >= 0:
            seat = state[at.TURN]
            side = side_of(players, seat)
            asked = state[at.PHASE] != at.BIDDING and not sure[side]
            if asked:
                evaluate(state, seat, net, values[0])  # stays where there is but one action
            action = pick(state, seat, net, values, 0, 1, rng)
            if asked:
                sure[side] = 1
                for head in range(HEADS):
                    said[row + side, head] = values[0, head]
            apply(state, seat, action)
        for side in range(many):
            result(state, side, came[row + side])
            if not sure[side]:  # the round was over before it had a choice
                for head in range(HEADS):
                    said[row + side, head] = came[row + side, head]
        row += many


def fitted(weights: NDArray[np.float32], players: int, rounds: int = ROUNDS) -> NDArray[np.float32]:
    """The weights with chances that fit."""
    rows = rounds * (2 if players == 4 else 3)
    said, came = np.zeros((rows, HEADS), np.float32), np.zeros((rows, HEADS), np.float32)
    workspace = make_rounds_workspace(weights)
    forecasts(players, rounds, generator("chances"), workspace, said, came, np.zeros(4, np.int64))
    fitting = weights.copy()
    parts = parts_of(fitting, SHAPES)
    for head in CHANCES:
        shift, slope = line(np.clip(said[:, head], 1e-4, 1 - 1e-4).astype(np.float64), came[:, head])
        parts["heads"][:, head] *= np.float32(slope)
        parts["heads_bias"][head] = parts["heads_bias"][head] * np.float32(slope) + np.float32(shift)
    return fitting


def line(said: NDArray[np.float64], came: NDArray[Any]) -> tuple[float, float]:
    """By what to shift and to stretch the log odds of chances, so that what comes about is likeliest."""
    odds = np.log(said / (1 - said))
    columns, found, usual = np.stack([np.ones_like(odds), odds], 1), np.array([0.0, 1.0]), np.array([0.0, 1.0])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-columns @ found))
        slope = columns.T @ (came - chances) - PRIOR * (found - usual)
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns + PRIOR * np.eye(2)
        found = found + np.linalg.solve(bend, slope)
    return float(found[0]), float(found[1])
