"""Thousands of matches at once: one array of actions in, one row of everything for each match out.

There is always one seat to act in each match, `seats`; of three players who bid in secret, the lowest that has not.
A match that ends is followed at once by another. Round r of match m is dealt from `Stream(seed, (m << 20) + r)`, and
row i plays the matches i, i + size, i + 2 size and so on: what was dealt can be had again in either engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from karat.kernel import random
from karat.kernel.aurum.check import check_states
from karat.kernel.aurum.layout import OVER, PHASE, PLAYERS, POINTS, ROUNDS, TURN, WORDS, Record
from karat.kernel.aurum.match import deal, restart, start
from karat.kernel.aurum.observe import TENSOR, observe
from karat.kernel.aurum.pack import rule_words
from karat.kernel.aurum.playout import random_action
from karat.kernel.aurum.round import apply, is_legal, legal_mask
from karat.kernel.aurum.scoring import returns, side_of, sides
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import STREAM_WORDS, Words, open_stream
from karat.kernel.threads import spread
from karat.rules.aurum.codec import ACTIONS, BASE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.rules.aurum.edition import Rules

ROUND_BITS = 20
NO_BYTES: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)


class Batch:
    """Matches under the same rules, stepped together.

    An episode is a match, which gives each seat its share of the win (1 alone, 1/2 for one of two sides that share),
    or a round, which gives the points by which its side is ahead of the best other side. `rewards` (by row and seat)
    and `dones` are of the last step and are overwritten by the next.
    """

    def __init__(
        self,
        rules: Rules,
        size: int,
        seed: str,
        *,
        episode: Literal["match", "round"] = "match",
        threads: int = 1,
    ) -> None:
        if size < 1 or threads < 1:
            raise ValueError(f"a batch has at least one match and one thread, not {size} and {threads}")
        if episode not in {"match", "round"}:
            raise ValueError(f"an episode is a 'match' or a 'round', not {episode!r}")
        self.rules, self.size, self.threads, self.by_round = rules, size, min(size, threads), episode == "round"
        self.states: Record = np.zeros((size, WORDS), np.int64)
        self.numbers = np.arange(size, dtype=np.int64)
        """Which match each row is playing."""
        self.seats = np.zeros(size, np.int64)
        self.rewards = np.zeros((size, 4), np.float32)
        self.dones = np.zeros(size, np.uint8)
        self._key = random.key_words(seed)
        self._rngs = random.generators(seed, min(size, threads))  # one for each slice
        words, key = rule_words(rules), self._key

        def begin(first: int, last: int) -> None:
            _begin(self.states, self.numbers, self.seats, key, *words, *_scratch(), first, last)

        spread(begin, size, threads)

    def look(self, observations: NDArray[np.uint8] | None = None, masks: NDArray[np.uint8] | None = None) -> None:
        """Write what each seat to act sees, (size, TENSOR) bytes, and may do, (size, ACTIONS) bytes or booleans."""
        seen = self._buffer(observations, TENSOR, "observations")
        legal = self._buffer(masks, ACTIONS, "masks")
        spread(lambda first, last: _look(self.states, seen, legal, first, last), self.size, self.threads)

    def step(
        self,
        actions: NDArray[np.integer],
        observations: NDArray[np.uint8] | None = None,
        masks: NDArray[np.uint8] | None = None,
    ) -> None:
        """Take one action in every match, then write as `look` does. If any is illegal, none is taken."""
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are {self.size} whole numbers, not {given.dtype} {given.shape}")
        chosen = np.ascontiguousarray(given, np.int64)
        seen = self._buffer(observations, TENSOR, "observations")
        legal = self._buffer(masks, ACTIONS, "masks")
        if (wrong := int(_first_illegal(self.states, chosen))) >= 0:
            raise ValueError(f"seat {self.seats[wrong]} of row {wrong} may not take action {chosen[wrong]} now")

        def work(first: int, last: int) -> None:
            _step(
                *(self.states, chosen, self.numbers, self.seats, self.rewards, self.dones, self._key),
                *(*_scratch(), self.by_round, seen, legal, first, last),
            )

        spread(work, self.size, self.threads)

    def random_actions(self, out: NDArray[np.int64]) -> None:
        """Write an action for every match, each legal one as likely as every other."""
        if out.shape != (self.size,) or out.dtype != np.int64 or not out.flags.c_contiguous:
            raise ValueError(f"actions are written to {self.size} words of int64, not {out.dtype} {out.shape}")

        def work(first: int, last: int) -> None:
            slice_number = -(-first * len(self._rngs) // self.size)
            _choose(self.states, self._rngs[slice_number], out, first, last)

        spread(work, self.size, self.threads)

    def load(self, states: Record) -> None:
        """Go on from these states, a row each, which must be running."""
        check_states(states)
        if states.shape != self.states.shape or (states[:, TURN] < 0).any():
            raise ValueError(f"wanted {self.size} states with somebody to act")
        self.states[:] = states
        self.seats[:] = states[:, TURN]

    def _buffer(self, buffer: NDArray[np.uint8] | None, width: int, name: str) -> NDArray[np.uint8]:
        """The caller's buffer as bytes."""
        if buffer is None:
            return NO_BYTES
        if buffer.shape != (self.size, width) or buffer.dtype not in (np.uint8, np.bool_):
            raise ValueError(f"{name} are ({self.size}, {width}) bytes, not {buffer.dtype} {buffer.shape}")
        if not buffer.flags.c_contiguous or not buffer.flags.writeable:
            raise ValueError(f"{name} must lie in one piece of memory that can be written")
        return buffer.view(np.uint8)


def _scratch() -> tuple[Words, NDArray[np.int64]]:
    """A stream and a deck for one thread."""
    return np.zeros(STREAM_WORDS, np.uint64), np.zeros(BASE, np.int64)


@kernel
def _deal(state: Record, number: Int, key: Words, stream: Words, deck: NDArray[np.int64]) -> None:
    open_stream(stream, key, (number << ROUND_BITS) + state[ROUNDS])
    deal(state, stream, deck)


@kernel
def _begin(
    states: Record, numbers: NDArray[np.int64], seats: NDArray[np.int64], key: Words, players: Int, edition: Int,
    variants: Int, stream: Words, deck: NDArray[np.int64], first: Int, last: Int,
) -> None:  # fmt: skip
    for row in range(first, last):
        start(states[row], players, edition, variants)
        _deal(states[row], numbers[row], key, stream, deck)
        seats[row] = states[row][TURN]


@kernel
def _first_illegal(states: Record, actions: NDArray[np.int64]) -> Int:
    """The first row whose seat to act may not take its action; -1 if there is none."""
    for row in range(states.shape[0]):
        if not is_legal(states[row], states[row][TURN], actions[row]):
            return row
    return -1


@kernel
def _look(states: Record, seen: NDArray[np.uint8], legal: NDArray[np.uint8], first: Int, last: Int) -> None:
    for row in range(first, last):
        state = states[row]
        if seen.shape[0]:
            observe(state, state[TURN], seen[row])
        if legal.shape[0]:
            legal_mask(state, state[TURN], legal[row])


@kernel
def _step(
    states: Record, actions: NDArray[np.int64], numbers: NDArray[np.int64], seats: NDArray[np.int64],
    rewards: NDArray[np.float32], dones: NDArray[np.uint8], key: Words, stream: Words, deck: NDArray[np.int64],
    by_round: bool, seen: NDArray[np.uint8], legal: NDArray[np.uint8], first: Int, last: Int,
) -> None:  # fmt: skip
    for row in range(first, last):
        state = states[row]
        apply(state, state[TURN], actions[row])
        dones[row] = 0
        for seat in range(4):
            rewards[row, seat] = 0
        if state[TURN] < 0:
            _end_round(state, row, states.shape[0], numbers, rewards[row], dones, by_round)
            _deal(state, numbers[row], key, stream, deck)
        seats[row] = state[TURN]
        if seen.shape[0]:
            observe(state, state[TURN], seen[row])
        if legal.shape[0]:
            legal_mask(state, state[TURN], legal[row])


@outlined
def _end_round(
    state: Record, row: Int, size: Int, numbers: NDArray[np.int64], rewards: NDArray[np.float32],
    dones: NDArray[np.uint8], by_round: bool,
) -> None:  # fmt: skip
    """Pay what an episode that is over brings, and set the next one up."""
    if by_round:
        lead_of_round(state, rewards)
    elif state[PHASE] == OVER:
        returns(state, rewards)
    else:
        return
    dones[row] = 1
    numbers[row] += size
    restart(state)


@kernel
def lead_of_round(state: Record, out: NDArray[np.float32]) -> None:
    """By seat, the points of the last round by which its side is ahead of the best other side."""
    for seat in range(state[PLAYERS]):
        own = side_of(state[PLAYERS], seat)
        best = np.int64(-1)
        for side in range(sides(state[PLAYERS])):
            if side != own:
                best = max(best, state[POINTS + side])
        out[seat] = np.float32(state[POINTS + own] - best)


@kernel
def _choose(states: Record, rng: Words, out: NDArray[np.int64], first: Int, last: Int) -> None:
    for row in range(first, last):
        out[row] = random_action(states[row], states[row][TURN], rng)
