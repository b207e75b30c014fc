"""Thousands of matches at once: one array of actions in, one row of everything for each match out.

There is always one seat to act in each match, `seats`; of those who choose in secret, the lowest that has not. A match
that ends is followed at once by another. Match m is dealt from `Stream(seed, m)`, and row i plays the matches i,
i + size, i + 2 size and so on: what was dealt can be had again in either engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.check import check_states
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.legal import actions_of, is_legal, legal_mask, next_seat
from karat.amul.kernel.market import apply
from karat.amul.kernel.match import deal
from karat.amul.kernel.observe import observe, tensor_size
from karat.amul.kernel.playout import random_action
from karat.amul.kernel.scoring import SCORE, Scores, returns, score
from karat.kernel import random
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import STREAM_WORDS, Words, open_stream
from karat.kernel.threads import spread

if TYPE_CHECKING:
    from karat.amul.rules.rules import Rules

NO_BYTES: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)


class Rows(NamedTuple):
    """What is kept of the matches, a row for each.

    numba takes some microseconds to see what this is: kernels that need two of the arrays are handed two.
    """

    states: State
    numbers: NDArray[np.int64]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    points: Scores
    dones: NDArray[np.uint8]


class Batch:
    """Matches by the same rules, stepped together.

    A match gives each seat its share of the win (1 alone, 1/2 for one of two who share). `rewards` (by row and seat),
    `points` (the scores of a match that ended) and `dones` are of the last step and are overwritten by the next.
    """

    def __init__(self, rules: Rules, size: int, seed: str, *, threads: int = 1) -> None:
        if size < 1 or threads < 1:
            raise ValueError(f"a batch has at least one match and one thread, not {size} and {threads}")
        self.rules, self.size, self.threads = rules, size, min(size, threads)
        self.cards = compile_cards(rules)
        self.tensor, self.actions = int(tensor_size(self.cards)), int(actions_of(self.cards))
        """Bytes of an observation and of a mask."""
        self._states: State = np.zeros((size, self.cards[at.STATE]), np.int16)
        self.numbers = np.arange(size, dtype=np.int64)
        """Which match each row is playing."""
        self.seats = np.zeros(size, np.int64)
        self.rewards = np.zeros((size, rules.players), np.float32)
        self.points = np.zeros((size, rules.players, SCORE), np.int64)
        self.dones = np.zeros(size, np.uint8)
        self._rows = Rows(self._states, self.numbers, self.seats, self.rewards, self.points, self.dones)
        self._key = random.key_words(seed)
        # One of each for each slice of the rows, that is for each thread.
        self._rngs = random.generators(seed, self.threads)
        self._streams = np.zeros((self.threads, STREAM_WORDS), np.uint64)
        self._rooms = np.zeros((self.threads, self.cards[at.ROOM]), np.int64)

        def begin(first: int, last: int) -> None:
            _begin(self.cards, self._rows, self._key, self._streams[self._slice(first)], first, last)

        spread(begin, size, self.threads)

    @property
    def states(self) -> State:
        """The state of each match, to be read; `load` puts others in their place."""
        seen = self._states.view()
        seen.flags.writeable = False
        return seen

    def look(self, observations: NDArray[np.uint8] | None = None, masks: NDArray[np.uint8] | None = None) -> None:
        """Write what each seat to act sees, (size, tensor) bytes, and may do, (size, actions) bytes or booleans."""
        seen = self._buffer(observations, self.tensor, "observations")
        may = self._buffer(masks, self.actions, "masks")

        def work(first: int, last: int) -> None:
            _look(self.cards, self._states, self.seats, seen, may, first, last)

        spread(work, self.size, self.threads)

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
        seen = self._buffer(observations, self.tensor, "observations")
        may = self._buffer(masks, self.actions, "masks")
        if (wrong := int(_first_illegal(self.cards, self._states, self.seats, chosen))) >= 0:
            raise ValueError(f"seat {self.seats[wrong]} of row {wrong} may not take action {chosen[wrong]} now")

        def work(first: int, last: int) -> None:
            part = self._slice(first)
            _step(self.cards, self._rows, chosen, self._key, self._streams[part], self._rooms[part], first, last)
            _look(self.cards, self._states, self.seats, seen, may, first, last)

        spread(work, self.size, self.threads)

    def random_actions(self, out: NDArray[np.int64]) -> None:
        """Write an action for every match, each legal one as likely as every other."""
        if out.shape != (self.size,) or out.dtype != np.int64 or not out.flags.c_contiguous:
            raise ValueError(f"actions are written to {self.size} words of int64, not {out.dtype} {out.shape}")

        def work(first: int, last: int) -> None:
            part = self._slice(first)
            rng, room = self._rngs[part], self._rooms[part]
            _choose(self.cards, self._states, self.seats, rng, out, room, first, last)

        spread(work, self.size, self.threads)

    def load(self, states: State) -> None:
        """Go on from these states, a row each, which must be running."""
        check_states(self.rules, states)
        seats = [int(next_seat(self.cards, state)) for state in states]
        if states.shape != self._states.shape or min(seats) < 0:
            raise ValueError(f"wanted {self.size} states with somebody to act")
        self._states[:] = states
        self.seats[:] = seats

    def _slice(self, first: int) -> int:
        """The number of the slice that begins with a row (`spread`)."""
        return -(-first * self.threads // self.size)

    def _buffer(self, buffer: NDArray[np.uint8] | None, width: int, name: str) -> NDArray[np.uint8]:
        """The caller's buffer as bytes."""
        if buffer is None:
            return NO_BYTES
        if buffer.shape != (self.size, width) or buffer.dtype not in (np.uint8, np.bool_):
            raise ValueError(f"{name} are ({self.size}, {width}) bytes, not {buffer.dtype} {buffer.shape}")
        if not buffer.flags.c_contiguous or not buffer.flags.writeable:
            raise ValueError(f"{name} must lie in one piece of memory that can be written")
        return buffer.view(np.uint8)


@kernel
def _deal(cards: CardTable, state: State, number: Int, key: Words, stream: Words) -> None:
    open_stream(stream, key, number)
    deal(cards, state, stream)


@outlined
def _begin(cards: CardTable, rows: Rows, key: Words, stream: Words, first: Int, last: Int) -> None:
    for row in range(first, last):
        _deal(cards, rows.states[row], rows.numbers[row], key, stream)
        rows.seats[row] = next_seat(cards, rows.states[row])


@outlined
def _first_illegal(cards: CardTable, states: State, seats: NDArray[np.int64], actions: NDArray[np.int64]) -> Int:
    """The first row whose seat to act may not take its action; -1 if there is none."""
    for row in range(states.shape[0]):
        if not is_legal(cards, states[row], seats[row], actions[row]):
            return row
    return -1


@outlined
def _look(
    cards: CardTable, states: State, seats: NDArray[np.int64], seen: NDArray[np.uint8], may: NDArray[np.uint8],
    first: Int, last: Int,
) -> None:  # fmt: skip
    for row in range(first, last):
        if seen.shape[0]:
            observe(cards, states[row], seats[row], seen[row])
        if may.shape[0]:
            legal_mask(cards, states[row], seats[row], may[row])


@outlined
def _step(
    cards: CardTable, rows: Rows, actions: NDArray[np.int64], key: Words, stream: Words, room: Room,
    first: Int, last: Int,
) -> None:  # fmt: skip
    for row in range(first, last):
        state = rows.states[row]
        apply(cards, state, rows.seats[row], actions[row])
        rows.dones[row] = state[at.PHASE] == at.OVER
        if rows.dones[row]:
            score(cards, state, rows.points[row], room)
            returns(cards, state, rows.points[row], rows.rewards[row])
            rows.numbers[row] += rows.states.shape[0]
            _deal(cards, state, rows.numbers[row], key, stream)
        else:
            for seat in range(cards[at.PLAYERS]):
                rows.rewards[row, seat] = 0
        rows.seats[row] = next_seat(cards, state)


@outlined
def _choose(
    cards: CardTable, states: State, seats: NDArray[np.int64], rng: Words, out: NDArray[np.int64], room: Room,
    first: Int, last: Int,
) -> None:  # fmt: skip
    for row in range(first, last):
        out[row] = random_action(cards, states[row], seats[row], rng, room)
