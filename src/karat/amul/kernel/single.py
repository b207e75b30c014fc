"""One match for Python, as fast as Python calls: an action in, what may be done next out, in one call of a kernel.

It is dealt from `Stream(seed, 0)`, as `karat.Match` does. The kernel writes whose turn it is, and then
the numbers of what that seat may do, ascending, as many as it said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel import observe as seeing
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.edge import resample, view
from karat.amul.kernel.layout import CardTable, Record, Room, State
from karat.amul.kernel.legal import actions_of, is_legal, legal_list, legal_mask, next_seat, to_act
from karat.amul.kernel.market import apply
from karat.amul.kernel.match import deal
from karat.amul.kernel.pack import pack_market
from karat.amul.kernel.scoring import SCORE, returns, score
from karat.kernel import random
from karat.kernel.jit import Int, outlined
from karat.kernel.lists import FirstWords

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.amul.rules.market import Market
    from karat.amul.rules.rules import Rules
    from karat.kernel.random import Words

NOT_LEGAL = -1


class Single:
    """One match; `seat` is to act, of those who choose in secret the lowest that has not."""

    def __init__(self, rules: Rules, seed: str | int, *, episode: Literal["match", "round"] = "match") -> None:
        if episode != "match":
            raise ValueError(f"a match of Amul is scored once, at its end: an episode is a 'match', not {episode!r}")
        self.rules, self.players, self.cards = rules, rules.players, compile_cards(rules)
        self.tensor, self.actions = int(seeing.tensor_size(self.cards)), int(actions_of(self.cards))
        """Bytes of an observation, and how many numbers of actions there are."""
        self.state: State = np.zeros(self.cards[at.STATE], np.int16)
        self._room = np.zeros(self.cards[at.ROOM], np.int64)
        self._turn = np.zeros(1 + self.actions, np.int64)
        self._words = self._turn.data
        self.found = self._words[1:]
        self._lists = FirstWords(self.found)
        self.reset(seed)

    def reset(self, seed: str | int) -> None:
        """Another match, from its deal on."""
        self.seed, self.done = str(seed), False
        self.rewards = (0.0,) * self.players
        """By seat, what the episode brought; 0 until it is over."""
        deal(self.cards, self.state, random.stream(self.seed, 0))
        self.count: int = _list(self.cards, self.state, self._turn)

    def lay_out(self, table: Market) -> None:
        """Go on from a position, to the end of the match."""
        if table.rules.players != self.players:
            raise ValueError(f"a position of {table.rules.players} players cannot be laid out for {self.players}")
        self.state[:], self.done = pack_market(table).words, False
        self.rewards = (0.0,) * self.players
        self.count = _list(self.cards, self.state, self._turn)

    @property
    def seat(self) -> int:
        """Who is to act; -1 when it is over."""
        return self._words[0]

    @property
    def to_act(self) -> tuple[int, ...]:
        """All seats that owe an action."""
        seats = to_act(self.cards, self.state)
        return tuple(seat for seat in range(self.players) if seats >> seat & 1)

    @property
    def legal(self) -> list[int]:
        """The numbers of what the seat to act may do, ascending: the first `count` of `found`."""
        return self._lists[self.count]()

    def step(self, action: int) -> None:
        """The seat to act takes an action."""
        count = _take_turn(self.cards, self.state, self._turn, action)
        if count > 0:
            self.count = count
            return
        if count == NOT_LEGAL:
            raise ValueError(f"seat {self.seat} may not take action {action} now")
        self.done, self.count = True, 0
        scores, won = np.zeros((self.players, SCORE), np.int64), np.zeros(self.players, np.float32)
        score(self.cards, self.state, scores, self._room)
        returns(self.cards, self.state, scores, won)
        self.rewards = tuple(won.tolist())

    def mask(self, seat: int, out: NDArray[np.uint8]) -> None:
        """Write a 1 for each action that a seat may take."""
        legal_mask(self.cards, self.state, seat, out)

    def observe(self, seat: int, out: NDArray[np.uint8]) -> None:
        """Write what a seat sees (observe.py)."""
        seeing.observe(self.cards, self.state, seat, out)

    @property
    def face_down(self) -> int:
        """How many choices lie face down: the last that were made."""
        return int(self.state[at.LAID])

    def view(self, seat: int) -> bytes:
        """All that a seat knows, as bytes: two states that look alike to it have the same."""
        return view(Record(self.rules, self.state), seat).words.tobytes()

    def another_world(self, seat: int, rng: Words) -> Single:
        """A match that looks the same to a seat, drawn uniformly from all such."""
        other = self.__deepcopy__({})
        other.state[:] = resample(view(Record(self.rules, self.state), seat), rng)[0].words
        other.count = _list(other.cards, other.state, other._turn)  # noqa: SLF001 -- one of its kind
        return other

    def __deepcopy__(self, _memo: object) -> Single:
        return _again(*self.__reduce__()[1])

    def __reduce__(self) -> tuple[Any, ...]:
        # Its arrays are seen from several sides; what they hold is enough to make it again.
        kept = (self.state.copy(), self._turn.copy(), self.count, self.done, self.rewards)
        return _again, (self.rules, self.seed, kept)


def _again(rules: Rules, seed: str, kept: tuple[Any, ...]) -> Single:
    """A match that was put away."""
    other = Single(rules, seed)
    other.state[:], other._turn[:], other.count, other.done, other.rewards = kept  # noqa: SLF001 -- one of its kind
    return other


@outlined
def _list(cards: CardTable, state: State, turn: Room) -> Int:
    """Write who is to act and what that seat may do; how much that is, 0 when the match is over."""
    seat = next_seat(cards, state)
    turn[0] = seat
    return legal_list(cards, state, seat, turn[1:]) if seat >= 0 else np.int64(0)


@outlined
def _take_turn(cards: CardTable, state: State, turn: Room, action: Int) -> Int:
    """Take an action, and write what may be done next; how much that is, 0 when the match is over."""
    seat = turn[0]
    if seat < 0 or not is_legal(cards, state, seat, action):
        return np.int64(NOT_LEGAL)
    apply(cards, state, seat, action)
    return _list(cards, state, turn)
