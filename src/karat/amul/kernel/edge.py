"""The kernel for Python: foreign arrays and numbers are checked here, and refused with a ValueError that says why.

A state is a `Record`: the rules, and the words that layout.py tells.

>>> from karat.amul import Rules
>>> state = start(Rules(players=4))
>>> deal(state, "7")
>>> to_act(state), len(legal_actions(state, 0))
((0, 1, 2, 3), 5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel import legal, market, match, perft, playout, scoring
from karat.amul.kernel import observe as seeing
from karat.amul.kernel import resample as worlds
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.check import check_state, check_view
from karat.amul.kernel.layout import CardTable, Record, Room, State
from karat.kernel import random
from karat.kernel.jit import outlined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.amul.rules.rules import Rules
    from karat.kernel.random import Words

DEEPEST = 1000


class NoWorldFound(RuntimeError):
    """A view that fits some deals, but so few of those proposed that none was met in time."""


def start(rules: Rules) -> Record:
    """The record of a match before its deal."""
    state = Record(rules, np.zeros(compile_cards(rules)[at.STATE], np.int16))
    match.start(state.words)
    return state


def deal(state: Record, seed: str, number: int | None = None) -> None:
    """Deal the match from `Stream(seed, number)`, by default number 0."""
    cards = _checked(state)
    if state.words[at.NUMBER]:
        raise ValueError("nothing is to be dealt: the market deck is shuffled once, before round 1")
    match.deal(cards, state.words, random.stream(seed, number or 0))


def to_act(state: Record) -> tuple[int, ...]:
    """The seats that owe an action."""
    seats = int(legal.to_act(_checked(state), state.words))
    return tuple(seat for seat in range(state.rules.players) if seats >> seat & 1)


def legal_actions(state: Record, seat: int) -> NDArray[np.int64]:
    """The numbers of what `seat` may do, ascending."""
    cards = _checked(state, seat)
    found = _room(cards)
    return found[: legal.legal_list(cards, state.words, seat, found)]


def legal_mask(state: Record, seat: int) -> NDArray[np.bool_]:
    """By number, whether `seat` may do it."""
    cards = _checked(state, seat)
    mask = np.zeros(legal.actions_of(cards), np.uint8)
    legal.legal_mask(cards, state.words, seat, mask)
    return mask.view(np.bool_)


def apply(state: Record, seat: int, action: int) -> None:
    """The match after an action, in place."""
    cards = _checked(state)
    if not legal.is_legal(cards, state.words, int(seat), int(action)):
        raise ValueError(f"seat {seat} may not take action {action} now")
    market.apply(cards, state.words, int(seat), int(action))


def score(state: Record) -> NDArray[np.int64]:
    """By seat, the row of the score pad that scoring.py describes, for the areas as they are."""
    cards = _checked(state)
    scores = np.zeros((state.rules.players, scoring.SCORE), np.int64)
    scoring.score(cards, state.words, scores, _room(cards))
    return scores


def returns(state: Record) -> NDArray[np.float32]:
    """By seat, its part of the win; all 0 while the match goes on."""
    shares = np.zeros(state.rules.players, np.float32)
    scoring.returns(compile_cards(state.rules), state.words, score(state), shares)
    return shares


def observe(state: Record, seat: int) -> NDArray[np.uint8]:
    """The tensor of `seat`, from a state."""
    cards = _checked(state, seat)
    out = np.zeros(seeing.tensor_size(cards), np.uint8)
    seeing.observe(cards, state.words, seat, out)
    return out


def view(state: Record, seat: int | None) -> Record:
    """What `seat`, or with None an onlooker, knows of a state."""
    cards = _checked(state, 0 if seat is None else seat)
    out = np.zeros_like(state.words)
    seeing.view(cards, state.words, at.ONLOOKER if seat is None else seat, out)
    return Record(state.rules, out)


def resample(view: Record, rng: Words, count: int = 1) -> tuple[Record, ...]:
    """So many states that fit `view`, each drawn uniformly from all such deals."""
    cards, out = check_view(view), np.zeros((count, len(view.words)), np.int16)
    if not _resample(cards, view.words, _generator(rng), out, _room(cards)):
        raise NoWorldFound(
            f"no world in {worlds.MOST_PROPOSED} tries: these cards have too many copies of too few types"
        )
    return tuple(Record(view.rules, words) for words in out)


def playouts(state: Record, rng: Words, count: int = 1) -> tuple[Record, ...]:
    """So many random ends of the match from `state` on."""
    cards = _checked(state)
    out = np.zeros((count, len(state.words)), np.int16)
    out[:] = state.words
    _playouts(cards, _generator(rng), out, _room(cards))
    return tuple(Record(state.rules, words) for words in out)


def count_sequences(state: Record, depth: int) -> int:
    """Perft: the number of sequences of exactly `depth` actions."""
    cards = _checked(state)
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"a depth lies between 0 and {DEEPEST}, not {depth}")
    return perft.perft(cards, state.words, depth)


def _checked(state: Record, seat: int = 0) -> CardTable:
    """The cards of a state that is one, with such a seat."""
    cards = check_state(state)
    if seat not in range(state.rules.players):
        raise ValueError(f"no seat {seat!r} in a match of {state.rules.players}")
    return cards


def _room(cards: CardTable) -> Room:
    return np.zeros(cards[at.ROOM], np.int64)


def _generator(rng: Words) -> Words:
    if not isinstance(rng, np.ndarray) or rng.dtype != np.uint64 or rng.shape != (random.GENERATOR_WORDS,):
        raise ValueError("a generator is an array of 4 words of uint64, as karat.kernel.random.generator gives")
    if not rng.any():
        raise ValueError("a generator of nothing but zeros never leaves them")
    return rng


@outlined
def _resample(cards: CardTable, view: State, rng: Words, out: State, room: Room) -> bool:
    found = True
    for number in range(out.shape[0]):
        found = found and worlds.resample(cards, view, rng, out[number], room) > 0
    return found


@outlined
def _playouts(cards: CardTable, rng: Words, out: State, room: Room) -> None:
    for number in range(out.shape[0]):
        playout.playout(cards, out[number], rng, room)
