"""Thousands of matches at once: one array of actions in, one row of everything for each match out.

There is always one seat to act in each match, `seats`; of those who choose in secret, the lowest that has not. A match
that ends is followed at once by another. Match m is dealt from `Stream(seed, m)`, and row i plays the matches i,
i + size, i + 2 size and so on: what was dealt can be had again in either engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.check import check_states
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.legal import actions_of, is_legal, legal_mask, next_seat
from karat.amul.kernel.market import apply
from karat.amul.kernel.match import deal
from karat.amul.kernel.observe import observe_on, tensor_size
from karat.amul.kernel.playout import random_action
from karat.amul.kernel.scoring import SCORE, Scores, returns, score
from karat.kernel import random
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import STREAM_WORDS, Words, open_stream
from karat.kernel.threads import spread

if TYPE_CHECKING:
    from karat.amul.rules.rules import Rules

NO_BYTES: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
NO_MATCH = -1


class Rows(NamedTuple):
    """What is kept of the matches, a row for each.

    From Python, numba takes a plain tuple in a microsecond and a named one in four: kernels that are called for a step
    are handed plain ones, and name them.
    """

    states: State
    numbers: NDArray[np.int64]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    points: Scores
    dones: NDArray[np.uint8]
    known: NDArray[np.uint8]
    """By seat and type, what all know of hands after the rounds that are"""
    noted: NDArray[np.int64]
    """noted of a match: how many rounds, and its number."""


class Batch:
    """Matches by the same rules, stepped together.

    A match gives each seat its share of the win (1 alone, 1/2 for one of two who share). `rewards` (by row and seat),
    `points` (the scores of a match that ended) and `dones` are of the last step and are overwritten by the next.
    """

    def __init__(self, rules: Rules, size: int, seed: str | int, *, episode: str = "match", threads: int = 1) -> None:
        if size < 1 or threads < 1:
            raise ValueError(f"a batch has at least one match and one thread, not {size} and {threads}")
        if episode != "match":
            raise ValueError(f"a match of Amul is scored once, at its end: an episode is a 'match', not {episode!r}")
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
        known, noted = np.zeros((size, rules.players * self.cards[at.MARKET]), np.uint8), np.zeros((size, 2), np.int64)
        self._rows = Rows(
            self._states, self.numbers, self.seats, self.rewards, self.points, self.dones, known, noted
        )  # fmt: skip
        self._plain = tuple(self._rows)
        self._key = random.key_words(str(seed))
        # One of each for each slice of the rows, that is for each thread.
        self._rngs = random.generators(str(seed), self.threads)
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
            _look(self.cards, self._plain, seen, may, first, last)

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
        if (wrong := int(first_illegal(self.cards, self._states, self.seats, chosen))) >= 0:
            raise ValueError(f"seat {self.seats[wrong]} of row {wrong} may not take action {chosen[wrong]} now")

        def work(first: int, last: int) -> None:
            part = self._slice(first)
            _step(self.cards, self._plain, chosen, self._key, self._streams[part], self._rooms[part], first, last)
            _look(self.cards, self._plain, seen, may, first, last)

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

    def face_down(self) -> NDArray[np.int64]:
        """By row, how many choices lie face down: the last that were made, none of them by the seat to act."""
        return self._states[:, at.LAID].astype(np.int64)

    def all_cards(self) -> NDArray[np.uint8]:
        """What lies hidden, for critics, by row.

        Copies of each market type in the hands of all players from the seat to act on, then a 1 for the secret choice
        of each, then copies left in the deck.
        """
        cards, states, players, market = self.cards, self._states, self.rules.players, int(self.cards[at.MARKET])
        rows, order = np.arange(self.size)[:, None], (self.seats[:, None] + np.arange(players)) % players
        out = np.zeros((self.size, 2 * players + 1, market + 1), np.uint8)  # the last place is for what is not there
        for place in range(at.HAND_SIZE):
            held = states[rows, at.HANDS + at.HAND_SIZE * order + place]
            out[rows, np.arange(players), np.where(states[rows, at.HELD + order] > place, held, market)] += 1
        out[
            rows, players + np.arange(players), np.where((mine := states[rows, at.CHOSEN + order]) < 0, market, mine)
        ] = 1
        top = at.START_SIZE * players + states[:, at.NUMBER].astype(np.int64) * (players + int(cards[at.TURNED_UP]))
        deck = states[:, int(cards[at.DECK_IN]) :]
        left = np.arange(deck.shape[1]) >= top[:, None]
        seen = np.where(left, deck, market) + (market + 1) * rows
        out[:, 2 * players] = np.bincount(seen.ravel(), minlength=self.size * (market + 1)).reshape(self.size, -1)
        return np.ascontiguousarray(out[:, :, :market]).reshape(self.size, -1)

    def load(self, states: State) -> None:
        """Go on from these states, a row each, which must be running."""
        check_states(self.rules, states)
        seats = [int(next_seat(self.cards, state)) for state in states]
        if states.shape != self._states.shape or min(seats) < 0:
            raise ValueError(f"wanted {self.size} states with somebody to act")
        self._states[:] = states
        self.seats[:] = seats
        self._rows.noted[:, 1] = NO_MATCH

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
def deal_next(cards: CardTable, state: State, number: Int, key: Words, stream: Words) -> None:
    open_stream(stream, key, number)
    deal(cards, state, stream)


@outlined
def _begin(cards: CardTable, rows: Rows, key: Words, stream: Words, first: Int, last: Int) -> None:
    for row in range(first, last):
        deal_next(cards, rows.states[row], rows.numbers[row], key, stream)
        rows.seats[row] = next_seat(cards, rows.states[row])


@outlined
def first_illegal(cards: CardTable, states: State, seats: NDArray[np.int64], actions: NDArray[np.int64]) -> Int:
    """The first row whose seat to act may not take its action; -1 if there is none."""
    for row in range(states.shape[0]):
        if not is_legal(cards, states[row], seats[row], actions[row]):
            return row
    return -1


@kernel
def see(cards: CardTable, rows: Rows, row: Int, seat: Int, out: NDArray[np.uint8]) -> None:
    """Write what a seat sees; what was known of hands when somebody looked last need not be worked out again."""
    state, noted = rows.states[row], rows.noted[row]
    if noted[1] != rows.numbers[row] or noted[0] > state[at.NUMBER] - 1:
        noted[0], noted[1] = 0, rows.numbers[row]
        rows.known[row][:] = 0
    noted[0] = observe_on(cards, state, seat, rows.known[row], noted[0], out)


@outlined
def _look(
    cards: CardTable, arrays: Any, seen: NDArray[np.uint8], may: NDArray[np.uint8], first: Int, last: Int
) -> None:
    rows = Rows(*arrays)
    for row in range(first, last):
        if seen.shape[0]:
            see(cards, rows, row, rows.seats[row], seen[row])
        if may.shape[0]:
            legal_mask(cards, rows.states[row], rows.seats[row], may[row])


@outlined
def _step(
    cards: CardTable, arrays: Any, actions: NDArray[np.int64], key: Words, stream: Words, room: Room,
    first: Int, last: Int,
) -> None:  # fmt: skip
    rows = Rows(*arrays)
    for row in range(first, last):
        state = rows.states[row]
        apply(cards, state, rows.seats[row], actions[row])
        rows.dones[row] = state[at.PHASE] == at.OVER
        if rows.dones[row]:
            score(cards, state, rows.points[row], room)
            returns(cards, state, rows.points[row], rows.rewards[row])
            rows.numbers[row] += rows.states.shape[0]
            deal_next(cards, state, rows.numbers[row], key, stream)
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
