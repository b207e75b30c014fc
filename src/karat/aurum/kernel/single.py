"""One match for Python, as fast as Python calls: an action in, what may be done next out, in one call of a kernel.

Round r is dealt from `Stream(seed, r)`, as `karat.Match` does. The array that the kernel is handed:

| words     | hold                                                            |
|-----------|-----------------------------------------------------------------|
| 0 - 55    | the record of the match (layout.py)                             |
| OPTIONS   | of the seat to act, the two words of legal.py                   |
| FOUND     | the numbers of what it may do, ascending, as many as the kernel said |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel import observe as seeing
from karat.aurum.kernel.batch import face_down, lead_of_round
from karat.aurum.kernel.edge import resample, to_act, view
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL, count_of, is_among, legal_mask, lying, nth_of, options_of
from karat.aurum.kernel.match import deal, start
from karat.aurum.kernel.pack import pack_round, rule_words
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import returns
from karat.aurum.rules.codec import ACTIONS, BASE
from karat.kernel import random
from karat.kernel.jit import Int, kernel
from karat.kernel.lists import FirstWords
from karat.kernel.random import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.aurum.rules.round import Round
    from karat.aurum.rules.rules import Rules

OPTIONS = at.WORDS
FOUND = OPTIONS + 2
NOT_LEGAL = -1


class Single:
    """One match, or one round of it; `seat` is to act, of those who choose in secret the lowest that has not."""

    actions, tensor = ACTIONS, seeing.TENSOR
    """How many numbers of actions there are, and bytes of an observation."""

    def __init__(self, rules: Rules, seed: str | int, *, episode: Literal["match", "round"] = "match") -> None:
        self.rules, self.players, self.by_round = rules, rules.players, episode == "round"
        self._cell = np.zeros(FOUND + MOST_LEGAL, np.int64)
        self.state: Record = self._cell[: at.WORDS]
        self._words = self._cell.data
        self.found = self._words[FOUND:]
        self._lists = FirstWords(self.found)
        self._deck, self._stream = np.zeros(BASE, np.int64), np.zeros(random.STREAM_WORDS, np.uint64)
        self._key = self._stream
        self._rewards = np.zeros(4, np.float32)
        self.count = 0
        self.reset(seed)

    def reset(self, seed: str | int) -> None:
        """Another match, from its first deal on."""
        self.seed, self.done = str(seed), False
        self.rewards = (0.0,) * self.players
        """By seat, what the episode brought; 0 until it is over."""
        self._key = random.key_words(self.seed)
        start(self.state, *rule_words(self.rules))
        self._deal()

    def lay_out(self, table: Round) -> None:
        """Go on from a position, to the end of its round."""
        if not self.by_round:
            raise ValueError("a position is played to the end of its round: wanted is episode='round', not 'match'")
        if table.players != self.players:
            raise ValueError(f"a position of {table.players} players cannot be laid out for {self.players}")
        self.state[:], self.done = pack_round(table, self.rules), False
        self.rewards = (0.0,) * self.players
        self.count = _list(self._cell)

    @property
    def seat(self) -> int:
        """Who is to act; -1 when it is over."""
        return self._words[at.TURN]

    @property
    def to_act(self) -> tuple[int, ...]:
        """All seats that owe an action."""
        return to_act(self.state)

    @property
    def legal(self) -> list[int]:
        """The numbers of what the seat to act may do, ascending: the first `count` of `found`."""
        return self._lists[self.count]()

    def step(self, action: int) -> None:
        """The seat to act takes an action."""
        count = _turn(self._cell, action)
        if count > 0:
            self.count = count
            return
        if count == NOT_LEGAL or self.done:
            raise ValueError(f"seat {self.seat} may not take action {action} now")
        if self.by_round or self._words[at.PHASE] == at.OVER:
            self.done, self.count = True, 0
            (lead_of_round if self.by_round else returns)(self.state, self._rewards)
            self.rewards = tuple(self._rewards[: self.players].tolist())
        else:
            self._deal()

    def mask(self, seat: int, out: NDArray[np.uint8]) -> None:
        """Write a 1 for each action that a seat may take."""
        legal_mask(self.state, seat, out)

    def observe(self, seat: int, out: NDArray[np.uint8]) -> None:
        """Write what a seat sees (observe.py)."""
        seeing.observe(self.state, seat, out)

    @property
    def face_down(self) -> int:
        """How many choices lie face down: the last that were made."""
        return int(face_down(self.state[None])[0])

    def view(self, seat: int) -> bytes:
        """All that a seat knows, as bytes: two states that look alike to it have the same."""
        return view(self.state, seat).tobytes()

    def another_world(self, seat: int, rng: Words) -> Single:
        """A match that looks the same to a seat, drawn uniformly from all such."""
        other = self.__deepcopy__({})
        other.state[:] = resample(view(self.state, seat), rng)[0]
        other.count = _list(other._cell)  # noqa: SLF001 -- one of its kind
        return other

    def __deepcopy__(self, _memo: object) -> Single:
        return _again(*self.__reduce__()[1])

    def __reduce__(self) -> tuple[Any, ...]:
        # Its arrays are seen from several sides; what they hold is enough to make it again.
        kept = (self._cell.copy(), self.count, self.done, self.rewards)
        return _again, (self.rules, self.seed, "round" if self.by_round else "match", kept)

    def _deal(self) -> None:
        self.count = _deal(self._cell, self._key, self._stream, self._deck)


def _again(rules: Rules, seed: str, episode: Literal["match", "round"], kept: tuple[Any, ...]) -> Single:
    """A match that was put away."""
    other = Single(rules, seed, episode=episode)
    other._cell[:], other.count, other.done, other.rewards = kept  # noqa: SLF001 -- one of its kind
    return other


@kernel
def _list(cell: Record) -> Int:
    """Write what the seat to act may do; how much that is."""
    cards, means = options_of(cell, cell[at.TURN], lying(cell))
    cell[OPTIONS], cell[OPTIONS + 1] = cards, means
    count = count_of(cards, means)
    for n in range(count):
        cell[FOUND + n] = nth_of(cards, means, n)
    return count


@kernel
def _deal(cell: Record, key: Words, stream: Words, deck: Record) -> Int:
    """Deal the next round, and write what may be done first; how much that is."""
    random.open_stream(stream, key, cell[at.ROUNDS])
    deal(cell, stream, deck)
    return _list(cell)


@kernel
def _turn(cell: Record, action: Int) -> Int:
    """Take an action, and write what may be done next; how much that is, 0 when the round is over."""
    if (
        cell[at.TURN] < 0
        or np.uint64(action) >= np.uint64(ACTIONS)
        or not is_among(cell[OPTIONS], cell[OPTIONS + 1], action)
    ):
        return np.int64(NOT_LEGAL)
    apply(cell, cell[at.TURN], action)
    return _list(cell) if cell[at.TURN] >= 0 else np.int64(0)
