"""Thousands of matches at once: one array of actions in, one row of everything for each match out.

There is always one seat to act in each match, `seats`; of three players who bid in secret, the lowest that has not.
A match that ends is followed at once by another. Round r of match m is dealt from `Stream(seed, (m << 20) + r)`, and
row i plays the matches i, i + size, i + 2 size and so on: what was dealt can be had again in either engine.

What is seen and may be done is written as bytes (observe.py) or, much faster, as words of bits (compact.py):

| buffer       | bytes                        | words of bits              |
|--------------|------------------------------|----------------------------|
| observations | (size, 825) uint8 or bool    | (size, 17) uint64          |
| masks        | (size, 1011) uint8 or bool   | (size, 2) uint64           |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.check import check_states
from karat.aurum.kernel.compact import MASK, SEEN, see, standing, turned
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, is_among, legal_mask, lying, nth_of, options_of, to_act
from karat.aurum.kernel.match import deal, restart, start
from karat.aurum.kernel.observe import TENSOR, observe
from karat.aurum.kernel.pack import rule_words
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import returns, side_of, sides
from karat.aurum.rules.codec import ACTIONS, BASE
from karat.kernel import random
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import STREAM_WORDS, Words, below, open_stream
from karat.kernel.threads import spread

if TYPE_CHECKING:
    from karat.aurum.rules.rules import Rules

Bytes: TypeAlias = NDArray[np.uint8]
Plain: TypeAlias = tuple[Any, ...]
Buffer: TypeAlias = NDArray[np.uint8] | NDArray[np.bool_] | NDArray[np.uint64]

ROUND_BITS = 20
_BYTES = (np.dtype(np.uint8), np.dtype(np.bool_))


class Rows(NamedTuple):
    """All that is kept of each match, a row each."""

    states: Record
    options: Record
    """Of the seat to act, the two words of legal.py."""
    standing: Record
    """By seat, what stays as it is for a round (compact.py)."""
    numbers: Record
    """Which match it is."""
    seats: Record
    """Who is to act."""
    rewards: NDArray[np.float32]
    dones: Bytes


def make_rows(size: int) -> Rows:
    return Rows(
        states=np.zeros((size, at.WORDS), np.int64),
        options=np.zeros((size, 2), np.int64),
        standing=np.zeros((size, 4), np.int64),
        numbers=np.arange(size, dtype=np.int64),
        seats=np.zeros(size, np.int64),
        rewards=np.zeros((size, 4), np.float32),
        dones=np.zeros(size, np.uint8),
    )


class Dealer(NamedTuple):
    """What rounds are dealt from; one for each thread."""

    key: Words
    """Of the batch's seed."""
    stream: Words
    deck: Record


def make_dealer(key: Words) -> Dealer:
    return Dealer(key, np.zeros(STREAM_WORDS, np.uint64), np.zeros(BASE, np.int64))


class Batch:
    """Matches under the same rules, stepped together.

    An episode is a match, which gives each seat its share of the win (1 alone, 1/2 for one of two sides that share),
    or a round, which gives the points by which its side is ahead of the best other side. `rewards` (by row and seat)
    and `dones` are of the last step and are overwritten by the next.
    """

    tensor, actions = TENSOR, ACTIONS
    """Bytes of an observation and of a mask."""

    def __init__(
        self,
        rules: Rules,
        size: int,
        seed: str | int,
        *,
        episode: Literal["match", "round"] = "match",
        threads: int = 1,
    ) -> None:
        if size < 1 or threads < 1:
            raise ValueError(f"a batch has at least one match and one thread, not {size} and {threads}")
        if episode not in {"match", "round"}:
            raise ValueError(f"an episode is a 'match' or a 'round', not {episode!r}")
        self.rules, self.size, self.threads, self.by_round = rules, size, min(size, threads), episode == "round"
        self._rows = rows = make_rows(size)
        self._plain = tuple(rows)
        self.numbers = rows.numbers
        """Which match each row is playing."""
        self.seats, self.rewards, self.dones = rows.seats, rows.rewards, rows.dones
        self._key = random.key_words(str(seed))
        self._rngs = random.generators(str(seed), min(size, threads))  # one for each slice
        words = rule_words(rules)

        def begin(first: int, last: int) -> None:
            _begin(rows, make_dealer(self._key), words, first, last)
            self._note(None, None, first, last)

        spread(begin, size, threads)

    @property
    def states(self) -> Record:
        """The record of each match, to be read; `load` puts others in their place."""
        seen = self._rows.states.view()
        seen.flags.writeable = False
        return seen

    def look(self, observations: Buffer | None = None, masks: Buffer | None = None) -> None:
        """Write what each seat to act sees and may do, as bytes or as words."""
        seen = _buffer(observations, self.size, TENSOR, SEEN)
        legal = _buffer(masks, self.size, ACTIONS, MASK)
        spread(lambda first, last: self._note(seen, legal, first, last), self.size, self.threads)

    def step(
        self,
        actions: NDArray[np.integer],
        observations: Buffer | None = None,
        masks: Buffer | None = None,
    ) -> None:
        """Take one action in every match, then write as `look` does. If any is illegal, none is taken."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.size,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"actions are {self.size} whole numbers, not {numbers.dtype} {numbers.shape}")
        chosen = np.ascontiguousarray(numbers, np.int64)
        seen = _buffer(observations, self.size, TENSOR, SEEN)
        legal = _buffer(masks, self.size, ACTIONS, MASK)
        if (wrong := int(first_illegal(self._rows.options, chosen))) >= 0:
            raise ValueError(f"seat {self.seats[wrong]} of row {wrong} may not take action {numbers[wrong]} now")

        def work(first: int, last: int) -> None:
            _advance(self._plain, tuple(make_dealer(self._key)), chosen, self.by_round, first, last)
            self._note(seen, legal, first, last)

        spread(work, self.size, self.threads)

    def _note(self, seen: Any, legal: Any, first: int, last: int) -> None:
        """Note what the seats to act may do, and write what is wanted; loops of their own are the fastest."""
        rows = self._rows
        if seen is not None and seen.dtype == np.int64:
            _note_and_see(self._plain, seen, first, last)
        else:
            _note_options(self._plain, first, last)
            if seen is not None:
                _observe_bytes(rows.states, seen, first, last)
        if legal is not None and legal.dtype == np.int64:
            legal[first:last] = rows.options[first:last]
        elif legal is not None:
            _mask_bytes(rows.states, legal, first, last)

    def random_actions(self, out: NDArray[np.int64]) -> None:
        """Write an action for every match, each legal one as likely as every other."""
        if out.shape != (self.size,) or out.dtype != np.int64 or not out.flags.c_contiguous:
            raise ValueError(f"actions are written to {self.size} words of int64, not {out.dtype} {out.shape}")

        def work(first: int, last: int) -> None:
            slice_number = -(-first * len(self._rngs) // self.size)
            _choose(self._rows.options, self._rngs[slice_number], out, first, last)

        spread(work, self.size, self.threads)

    def face_down(self) -> NDArray[np.int64]:
        """By row, how many bids lie face down (A3.3): the last that were laid, none of them by the seat to act."""
        return face_down(self._rows.states)

    def all_cards(self) -> Bytes:
        """What lies hidden, for critics, by row.

        Base cards held by players 0 to 3 from the seat to act on, 50 each, then their bid cards, face down or not.
        """
        states, seats = self._rows.states, self.seats
        order = (seats[:, None] + np.arange(4)) % self.rules.players
        hands = np.take_along_axis(states[:, at.HAND : at.HAND + 4], order, 1)
        bids = np.take_along_axis(states[:, at.BID : at.BID + 4], order, 1)
        cards = np.stack([hands, np.where(bids >= 0, at.ONE << np.maximum(bids, 0), 0)], 1)
        cards[:, :, self.rules.players :] = 0
        bits = np.unpackbits(cards.view(np.uint8).reshape(self.size, 8, 8), axis=2, bitorder="little")
        return np.ascontiguousarray(bits[:, :, :BASE]).reshape(self.size, 8 * BASE)

    def load(self, states: Record) -> None:
        """Go on from these states, a row each, which must be running."""
        check_states(states)
        if states.shape != self._rows.states.shape or (states[:, at.TURN] < 0).any():
            raise ValueError(f"wanted {self.size} states with somebody to act")
        self._rows.states[:] = states
        self.seats[:] = states[:, at.TURN]
        _note_standings(self._rows)
        self._note(None, None, 0, self.size)


def face_down(states: Record) -> NDArray[np.int64]:
    """By row of states, how many bids lie face down."""
    laid = (states[:, at.BID : at.BID + 3] != -1).sum(1)
    return np.where((states[:, at.PHASE] == at.BIDDING) & (states[:, at.PLAYERS] == 3), laid, 0)


def _buffer(buffer: Buffer | None, size: int, width: int, words: int) -> NDArray[Any] | None:
    """The caller's buffer as bytes, or as words that have a sign as those of kernels do."""
    if buffer is None:
        return None
    is_bytes = buffer.dtype in _BYTES and buffer.shape == (size, width)
    if not is_bytes and not (buffer.dtype == np.uint64 and buffer.shape == (size, words)):
        raise ValueError(
            f"wanted ({size}, {width}) bytes or ({size}, {words}) words of uint64, not {buffer.dtype} {buffer.shape}"
        )
    if not buffer.flags.c_contiguous or not buffer.flags.writeable:
        raise ValueError(f"{buffer.dtype} {buffer.shape} must lie in one piece of memory that can be written")
    return buffer.view(np.uint8) if is_bytes else buffer.view(np.int64)


@kernel
def deal_next(state: Record, number: Int, dealer: Dealer) -> None:
    open_stream(dealer.stream, dealer.key, (number << ROUND_BITS) + state[at.ROUNDS])
    deal(state, dealer.stream, dealer.deck)


@kernel
def _begin(rows: Rows, dealer: Dealer, rules: tuple[int, int, int], first: Int, last: Int) -> None:
    players, edition, variants = rules
    for row in range(first, last):
        state = rows.states[row]
        start(state, players, edition, variants)
        deal_next(state, rows.numbers[row], dealer)
        note_standing(state, rows.standing[row])
        rows.seats[row] = state[at.TURN]


@outlined
def note_standing(state: Record, stands: Record) -> None:
    for seat in range(state[at.PLAYERS]):
        stands[seat] = standing(state, seat)


@kernel
def _note_standings(rows: Rows) -> None:
    for row in range(rows.states.shape[0]):
        note_standing(rows.states[row], rows.standing[row])


@kernel
def first_illegal(options: Record, actions: NDArray[np.int64]) -> Int:
    """The first row whose seat to act may not take its action; -1 if there is none."""
    for row in range(actions.size):
        action = actions[row]
        if np.uint64(action) >= np.uint64(ACTIONS) or not is_among(options[row, 0], options[row, 1], action):
            return row
    return -1


# From Python, numba takes a plain tuple in a microsecond and a named one in four, at every step: so kernels that are
# called for a step are handed plain ones, and name them.


@kernel
def _note_options(arrays: Plain, first: Int, last: Int) -> None:
    rows = Rows(*arrays)
    options = rows.options
    for row in range(first, last):
        state = rows.states[row]
        options[row, 0], options[row, 1] = options_of(state, state[at.TURN], lying(state))


@kernel
def _note_and_see(arrays: Plain, seen: Record, first: Int, last: Int) -> None:
    rows = Rows(*arrays)
    options = rows.options
    for row in range(first, last):
        state = rows.states[row]
        seat, trick, players = state[at.TURN], lying(state), state[at.PLAYERS]
        options[row, 0], options[row, 1] = options_of(state, seat, trick)
        owing = turned(to_act(state), seat, players) if players == 3 else at.ONE
        see(state, seat, trick, owing, rows.standing[row, seat & 3], seen[row])


@kernel
def _observe_bytes(states: Record, seen: Bytes, first: Int, last: Int) -> None:
    for row in range(first, last):
        observe(states[row], states[row][at.TURN], seen[row])


@kernel
def _mask_bytes(states: Record, legal: Bytes, first: Int, last: Int) -> None:
    for row in range(first, last):
        legal_mask(states[row], states[row][at.TURN], legal[row])


@kernel
def _advance(arrays: Plain, dealers: Plain, actions: Record, by_round: bool, first: Int, last: Int) -> None:
    """Take the actions, end and deal what is over, and say who is to act."""
    rows, dealer = Rows(*arrays), Dealer(*dealers)
    for row in range(first, last):
        state = rows.states[row]
        apply(state, state[at.TURN], actions[row])
        rows.dones[row] = 0
        for seat in range(4):
            rows.rewards[row, seat] = 0
        if state[at.TURN] < 0:
            end_episode(rows, row, by_round)
            deal_next(state, rows.numbers[row], dealer)
            note_standing(state, rows.standing[row])
        rows.seats[row] = state[at.TURN]


@outlined
def end_episode(rows: Rows, row: Int, by_round: bool) -> None:
    """Pay what an episode that is over brings, and set the next one up."""
    state = rows.states[row]
    if by_round:
        lead_of_round(state, rows.rewards[row])
    elif state[at.PHASE] == at.OVER:
        returns(state, rows.rewards[row])
    else:
        return
    rows.dones[row] = 1
    rows.numbers[row] += rows.states.shape[0]
    restart(state)


@kernel
def lead_of_round(state: Record, out: NDArray[np.float32]) -> None:
    """By seat, the points of the last round by which its side is ahead of the best other side."""
    for seat in range(state[at.PLAYERS]):
        own = side_of(state[at.PLAYERS], seat)
        best = np.int64(-1)
        for side in range(sides(state[at.PLAYERS])):
            if side != own:
                best = max(best, state[at.POINTS + side])
        out[seat] = np.float32(state[at.POINTS + own] - best)


@kernel
def _choose(options: Record, rng: Words, out: NDArray[np.int64], first: Int, last: Int) -> None:
    for row in range(first, last):
        cards, means = options[row, 0], options[row, 1]
        out[row] = nth_of(cards, means, below(rng, count_of(cards, means)))
