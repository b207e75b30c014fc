"""The best that a seat can do without seeing the others' cards, when they play by the rules of thumb.

Who solves every world for itself and takes the mean lets the seat play each of them as if it knew which it is: what
must be guessed later looks as good as what is sure now (strategy fusion). Here one choice serves all worlds that look
the same to the seat. All worlds are kept together; an action is taken in each of them and the others answer; where
they answer differently the seat learns something, and the worlds part. It is an exact search over what the seat can
know, as deep as the round, and the answers of the others are those of karat.aurum.search.policy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL, count_of, lying, nth_of, options_of
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.search.leaf import Floats, rewards
from karat.aurum.search.policy import choose
from karat.kernel.jit import Int, outlined
from karat.search.limit import Limit

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


class ReplyWorkspace(NamedTuple):
    """What the search works in; for each depth, that is each choice of the seat, there is a row in most arrays."""

    alike: Record
    """(depth, world, word): the worlds that look the same at this choice."""
    after: Record
    """The same after the action that is tried and the answers to it."""
    names: Record
    """(depth, 2, world): of both, which world of the root it is."""
    heard: Record
    """(depth, world): what the others did, as a number; 0 for worlds that are dealt with."""
    frames: Record
    """(depth, FRAME): how many are alike, the actions as two words and a number, the one that is due."""
    found: Floats
    """(depth, 2): the best of the actions so far, and what the one that is tried has brought."""
    control: Record
    """Whether it has started, and how deep it is."""
    reward: Floats
    """What the end of a round came to (leaf.py)."""
    actions: Record
    """The seat's actions at the root."""
    values: Floats
    """What each of them is worth."""


def make_reply_workspace(worlds: int) -> ReplyWorkspace:
    """For so many worlds at the root."""
    return ReplyWorkspace(
        alike=np.zeros((DEPTHS, worlds, at.WORDS), np.int64),
        after=np.zeros((DEPTHS, worlds, at.WORDS), np.int64),
        names=np.zeros((DEPTHS, 2, worlds), np.int64),
        heard=np.zeros((DEPTHS, worlds), np.int64),
        frames=np.zeros((DEPTHS, FRAME), np.int64),
        found=np.zeros((DEPTHS, 2), np.float64),
        control=np.zeros(2, np.int64),
        reward=np.zeros(5, np.float64),
        actions=np.zeros(MOST_LEGAL, np.int64),
        values=np.zeros(MOST_LEGAL, np.float64),
    )


@outlined
def best_reply(
    worlds: Record, weights: Floats, seat: Int, win_weight: Int, workspace: ReplyWorkspace, budget: Int
) -> Int:
    """Write the seat's actions and what each is worth; the number of them, 0 where the steps were not enough.

    `worlds` look the same to the seat, which is to act in all of them. Called again with the same arrays, it goes on.
    """
    alike, after, names, heard = workspace.alike, workspace.after, workspace.names, workspace.heard
    frames, found, control = workspace.frames, workspace.found, workspace.control
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
                workspace.values[frame[DUE] - 1] = found[0, BROUGHT]
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
            workspace.actions[frame[DUE] - 1] = action
        for row in range(many):
            state = after[depth, row]
            for word in range(at.WORDS):
                state[word] = alike[depth, row, word]
            name = names[depth, 0, row]
            names[depth, 1, row] = name
            apply(state, seat, action)
            answers = answer(state, seat)
            heard[depth, row] = 0
            if state[at.TURN] < 0:
                rewards(state, win_weight, own, workspace.reward)
                found[depth, BROUGHT] += weights[name] * workspace.reward[own]
            else:
                heard[depth, row] = answers


def replies(worlds: Record, weights: Floats, seat: int, limit: Limit) -> dict[int, float] | None:
    """By action of the seat, its mean part of the win over the worlds; None where that takes too long.

    The limit counts steps: an action of the seat in one world, with the answers to it.
    """
    workspace, left = make_reply_workspace(len(worlds)), limit
    while left.tries != 0:
        chunk = CHUNK_STEPS if left.tries is None else min(left.tries, CHUNK_STEPS)
        count = int(best_reply(worlds, weights, seat, 1.0, workspace, chunk))
        if count:
            return dict(zip(workspace.actions[:count].tolist(), workspace.values[:count].tolist(), strict=True))
        if workspace.control[STARTED] == OVERFULL or left.is_past():
            break
        left = left.less(chunk)
    return None
