"""The kernel for Python: foreign arrays and numbers are checked here, and refused with a ValueError that says why.

>>> from karat.aurum import Rules
>>> state = start(Rules(players=4))
>>> deal(state, "7")
>>> legal_actions(state, int(state[at.TURN])).tolist()[:3]
[1, 9, 11]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel import legal, match, perft, playout, scoring
from karat.aurum.kernel import observe as seeing
from karat.aurum.kernel import resample as worlds
from karat.aurum.kernel import round as one_round
from karat.aurum.kernel.check import check_state, check_view
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import rule_words
from karat.aurum.rules.codec import ACTIONS, BASE
from karat.kernel import random
from karat.kernel.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.aurum.rules.rules import Rules
    from karat.kernel.jit import Int
    from karat.kernel.random import Words

DEEPEST = 1000


def start(rules: Rules) -> Record:
    """The record of a match before its first deal."""
    state = np.zeros(at.WORDS, np.int64)
    match.start(state, *rule_words(rules))
    return state


def deal(state: Record, seed: str, number: int | None = None) -> None:
    """Deal the next round from `Stream(seed, number)`, by default the number of the round."""
    check_state(state)
    if state[at.PHASE] != at.AWAITS_DEAL:
        raise ValueError("nothing is to be dealt: the round or the match is not at that point")
    stream = random.stream(seed, int(state[at.ROUNDS]) if number is None else number)
    match.deal(state, stream, np.zeros(BASE, np.int64))


def to_act(state: Record) -> tuple[int, ...]:
    """The seats that owe an action."""
    check_state(state)
    seats = int(legal.to_act(state))
    return tuple(seat for seat in range(4) if seats >> seat & 1)


def legal_actions(state: Record, seat: int) -> NDArray[np.int64]:
    """The numbers of what `seat` may do, ascending."""
    _check_seat(state, seat)
    found = np.zeros(legal.MOST_LEGAL, np.int64)
    return found[: legal.legal_list(state, seat, found)]


def legal_mask(state: Record, seat: int) -> NDArray[np.bool_]:
    """By number, whether `seat` may do it."""
    _check_seat(state, seat)
    mask = np.zeros(ACTIONS, np.uint8)
    legal.legal_mask(state, seat, mask)
    return mask.view(np.bool_)


def apply(state: Record, seat: int, action: int) -> None:
    """The match after an action, in place."""
    check_state(state)
    if not legal.is_legal(state, int(seat), int(action)):
        raise ValueError(f"seat {seat} may not take action {action} now")
    one_round.apply(state, int(seat), int(action))


def returns(state: Record) -> NDArray[np.float32]:
    """By seat, its part of the win; all 0 while the match goes on."""
    check_state(state)
    shares = np.zeros(4, np.float32)
    scoring.returns(state, shares)
    return shares[: int(state[at.PLAYERS])]


def observe(state: Record, seat: int) -> NDArray[np.uint8]:
    """The tensor of `seat`, from a state."""
    _check_seat(state, seat)
    out = np.zeros(seeing.TENSOR, np.uint8)
    seeing.observe(state, seat, out)
    return out


def view(state: Record, seat: int | None) -> Record:
    """What `seat`, or with None an onlooker, knows of a state."""
    if seat is not None:
        _check_seat(state, seat)
    else:
        check_state(state)
    out = np.zeros(at.WORDS, np.int64)
    seeing.view(state, at.ONLOOKER if seat is None else seat, out)
    return out


def resample(view: Record, rng: Words, count: int = 1) -> Record:
    """So many states that look like `view` to its seat, each drawn uniformly from all such, as rows."""
    check_view(view)
    if view[at.ROUNDS] and view[at.BID] == -1 and view[at.TURN] < 0:
        raise ValueError("between rounds this view holds no table to draw a world for")
    out = np.zeros((count, at.WORDS), np.int64)
    _resample(view, _checked(rng), out)
    return out


def playouts(state: Record, rng: Words, count: int = 1, *, whole: bool = False) -> Record:
    """So many random ends of the round or, if `whole`, of the match, from `state` on, as rows."""
    check_state(state)
    out = np.zeros((count, at.WORDS), np.int64)
    out[:] = state
    _playouts(_checked(rng), np.zeros(BASE, np.int64), out, bool(whole))
    return out


def count_sequences(state: Record, depth: int) -> int:
    """Perft: the number of sequences of exactly `depth` actions within the round."""
    check_state(state)
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"a depth lies between 0 and {DEEPEST}, not {depth}")
    return perft.perft(state, depth)


def _check_seat(state: Record, seat: int) -> None:
    check_state(state)
    if seat not in range(int(state[at.PLAYERS])):
        raise ValueError(f"no seat {seat!r} in a match of {state[at.PLAYERS]}")


def _checked(rng: Words) -> Words:
    if not isinstance(rng, np.ndarray) or rng.dtype != np.uint64 or rng.shape != (random.GENERATOR_WORDS,):
        raise ValueError("a generator is an array of 4 words of uint64, as karat.kernel.random.generator gives")
    if not rng.any():
        raise ValueError("a generator of nothing but zeros never leaves them")
    return rng


@kernel
def _resample(view: Record, rng: Words, out: Record) -> None:
    for number in range(out.shape[0]):
        worlds.resample(view, rng, out[number])


@kernel
def _playouts(rng: Words, deck: NDArray[np.int64], out: Record, whole: Int) -> None:
    for number in range(out.shape[0]):
        playout.playout(out[number], rng, deck, whole)
