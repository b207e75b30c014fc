"""The best that a seat can do without seeing the others' cards, when they play by the rules of thumb.

Who solves every world for itself and takes the mean lets the seat play each of them as if it knew which it is: what
must be guessed later looks as good as what is sure now (strategy fusion). Here one choice serves all worlds that look
the same to the seat. All worlds are kept together; an action is taken in each of them and the others answer; where
they answer differently the seat learns something, and the worlds part. It is an exact search over what the seat can
know, as deep as the round, and the answers of the others are those of karat.aurum.search.policy.

For each depth, that is each choice of the seat, there is a row in these arrays:

| array   | shape                  | holds                                                                          |
|---------|------------------------|--------------------------------------------------------------------------------|
| alike   | depths, worlds, WORDS  | the worlds that look the same at this choice                                   |
| after   | depths, worlds, WORDS  | the same after the action that is tried and the answers to it                  |
| names   | depths, 2, worlds      | of both, which world of the root it is                                         |
| heard   | depths, worlds         | what the others did, as a number; 0 for worlds that are dealt with             |
| frames  | depths, FRAME          | how many are alike, the actions as two words and a number, the one that is due |
| found   | depths, 2              | the best of the actions so far, and what the one that is tried has brought     |
| control | 2                      | whether it has started, and how deep it is                                     |
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL, count_of, lying, nth_of, options_of
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.search.leaf import rewards
from karat.aurum.search.policy import choose
from karat.kernel.jit import Int, outlined

if TYPE_CHECKING:
    from karat.aurum.search.leaf import Floats

DEPTHS = 24
"""More choices than a seat has in the last tricks: a change and a card in each, and gold can make some tricks more."""
ALIKE, CARDS, MEANS, COUNT, DUE, FRAME = range(6)
BEST, BROUGHT = range(2)
STARTED, DEPTH = range(2)
OVERFULL = 2
STEP = np.int64(1_000_003)
CHUNK_STEPS = 1000
"""Between two looks at the clock: a millisecond or two."""


@outlined
def answer(state: Record, seat: Int) -> Int:
    """Let the others act until it is the seat's turn or the round is over; what they did, as a number above 0."""
    heard = np.int64(1)
    while state[at.TURN] >= 0 and state[at.TURN] != seat:
        action = choose(state, state[at.TURN])
        apply(state, state[at.TURN], action)
        heard = (heard * STEP + action + 1) & 0x7FFFFFFFFFFFFFFF
    return max(heard, 1)


@outlined
def best_reply(worlds: Record, weights: Floats, seat: Int, win_weight: Int, alike: Record, after: Record,
               names: Record, heard: Record, frames: Record, found: Floats, reward: Floats, actions: Record,
               values: Floats, control: Record, budget: Int) -> Int:  # fmt: skip
    """Write the seat's actions and what each is worth; the number of them, 0 where the steps were not enough.

    `worlds` look the same to the seat, which is to act in all of them. Called again with the same arrays, it goes on.
    """
    own = side_of(worlds[0, at.PLAYERS], seat)
    depth, steps, entering = control[DEPTH], np.int64(0), control[STARTED] == 0
    if entering:
        for row in range(worlds.shape[0]):
            names[0, 0, row] = row
            for word in range(at.WORDS):
                alike[0, row, word] = worlds[row, word]
        frames[0, ALIKE] = worlds.shape[0]
        control[STARTED] = 1
    while True:
        frame = frames[depth]
        many = frame[ALIKE]
        if entering:
            frame[CARDS], frame[MEANS] = options_of(alike[depth, 0], seat, lying(alike[depth, 0]))
            frame[COUNT], frame[DUE] = count_of(frame[CARDS], frame[MEANS]), 0
            found[depth, BEST], found[depth, BROUGHT] = -1.0, 0.0
            for row in range(many):
                heard[depth, row] = 0
            entering = False
        # Where the answers differed, each kind of world is looked at for itself.
        first = np.int64(0)
        while first < many and (frame[DUE] == 0 or heard[depth, first] == 0):
            first += 1
        if first < many:
            if depth + 1 >= DEPTHS:
                control[STARTED] = OVERFULL
                return np.int64(0)
            kind, members = heard[depth, first], np.int64(0)
            for row in range(first, many):
                if heard[depth, row] == kind:
                    heard[depth, row] = 0
                    names[depth + 1, 0, members] = names[depth, 1, row]
                    for word in range(at.WORDS):
                        alike[depth + 1, members, word] = after[depth, row, word]
                    members += 1
            depth += 1
            frames[depth, ALIKE] = members
            entering = True
            continue
        if frame[DUE]:
            found[depth, BEST] = max(found[depth, BEST], found[depth, BROUGHT])
            if depth == 0:
                values[frame[DUE] - 1] = found[0, BROUGHT]
        if frame[DUE] == frame[COUNT]:
            if depth == 0:
                return frame[COUNT]
            depth -= 1
            found[depth, BROUGHT] += found[depth + 1, BEST]
            continue
        # The next action, in all worlds that are alike.
        if steps >= budget:
            control[DEPTH] = depth
            return np.int64(0)
        steps += many
        action = nth_of(frame[CARDS], frame[MEANS], frame[DUE])
        frame[DUE] += 1
        found[depth, BROUGHT] = 0.0
        if depth == 0:
            actions[frame[DUE] - 1] = action
        for row in range(many):
            state = after[depth, row]
            for word in range(at.WORDS):
                state[word] = alike[depth, row, word]
            name = names[depth, 0, row]
            names[depth, 1, row] = name
            apply(state, seat, action)
            told = answer(state, seat)
            heard[depth, row] = 0
            if state[at.TURN] < 0:
                rewards(state, win_weight, own, reward)
                found[depth, BROUGHT] += weights[name] * reward[own]
            else:
                heard[depth, row] = told


def replies(
    worlds: Record, weights: NDArray[np.float64], seat: int, *, steps: int, deadline: float | None = None
) -> dict[int, float] | None:
    """By action of the seat, its mean part of the win over the worlds; None where that takes too long.

    A step is an action of the seat in one world, with the answers to it; the deadline is one of time.perf_counter.
    """
    many = len(worlds)
    actions, values = np.zeros(MOST_LEGAL, np.int64), np.zeros(MOST_LEGAL, np.float64)
    control = np.zeros(2, np.int64)
    given = (
        np.zeros((DEPTHS, many, at.WORDS), np.int64),
        np.zeros((DEPTHS, many, at.WORDS), np.int64),
        np.zeros((DEPTHS, 2, many), np.int64),
        np.zeros((DEPTHS, many), np.int64),
        np.zeros((DEPTHS, FRAME), np.int64),
        np.zeros((DEPTHS, 2), np.float64),
        np.zeros(5, np.float64),
    )
    while steps > 0:
        chunk = min(steps, CHUNK_STEPS)
        count = int(best_reply(worlds, weights, seat, 1.0, *given, actions, values, control, chunk))
        if count:
            return dict(zip(actions[:count].tolist(), values[:count].tolist(), strict=True))
        if control[STARTED] == OVERFULL or (deadline is not None and time.perf_counter() > deadline):
            break
        steps -= chunk
    return None
