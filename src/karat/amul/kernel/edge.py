"""The kernel for Python: foreign arrays and numbers are checked here, and refused with a ValueError that says why.

>>> from karat.amul import Rules
>>> rules = Rules(players=4)
>>> state = deal(rules, "7")
>>> to_act(rules, state), len(legal_actions(rules, state, 0))
((0, 1, 2, 3), 5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.kernel import layout, legal, market, perft, playout, scoring
from karat.amul.kernel import observe as seeing
from karat.amul.kernel import resample as worlds
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.check import check_state, check_view
from karat.amul.kernel.layout import CardTable, Room, State
from karat.kernel import random
from karat.kernel.jit import outlined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.amul.rules.rules import Rules
    from karat.kernel.random import Words

DEEPEST = 1000


class NoWorldFound(RuntimeError):
    """A view that fits some deals, but so few of those proposed that none was met in time."""


def deal(rules: Rules, seed: str, number: int = 0) -> State:
    """The record of a match, dealt from `Stream(seed, number)`."""
    cards = compile_cards(rules)
    state = np.zeros(cards[layout.STATE], np.int16)
    market.deal(cards, state, random.stream(seed, number))
    return state


def to_act(rules: Rules, state: State) -> tuple[int, ...]:
    """The seats that owe an action."""
    seats = int(legal.to_act(_checked(rules, state), state))
    return tuple(seat for seat in range(rules.players) if seats >> seat & 1)


def legal_actions(rules: Rules, state: State, seat: int) -> NDArray[np.int64]:
    """The numbers of what `seat` may do, ascending."""
    cards = _checked(rules, state, seat)
    found = _room(cards)
    return found[: legal.legal_list(cards, state, seat, found)]


def legal_mask(rules: Rules, state: State, seat: int) -> NDArray[np.bool_]:
    """By number, whether `seat` may do it."""
    cards = _checked(rules, state, seat)
    mask = np.zeros(legal.actions_of(cards), np.uint8)
    legal.legal_mask(cards, state, seat, mask)
    return mask.view(np.bool_)


def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """The match after an action, in place."""
    cards = _checked(rules, state)
    if not legal.is_legal(cards, state, int(seat), int(action)):
        raise ValueError(f"seat {seat} may not take action {action} now")
    market.apply(cards, state, int(seat), int(action))


def score(rules: Rules, state: State) -> NDArray[np.int64]:
    """By seat, the row of the score pad that scoring.py describes, for the areas as they are."""
    cards = _checked(rules, state)
    scores = np.zeros((rules.players, scoring.SCORE), np.int64)
    scoring.score(cards, state, scores, _room(cards))
    return scores


def returns(rules: Rules, state: State) -> NDArray[np.float32]:
    """By seat, its part of the win; all 0 while the match goes on."""
    shares = np.zeros(rules.players, np.float32)
    scoring.returns(compile_cards(rules), state, score(rules, state), shares)
    return shares


def observe(rules: Rules, state: State, seat: int) -> NDArray[np.uint8]:
    """The tensor of `seat`, from a state."""
    cards = _checked(rules, state, seat)
    out = np.zeros(seeing.tensor_size(cards), np.uint8)
    seeing.observe(cards, state, seat, out)
    return out


def view(rules: Rules, state: State, seat: int | None) -> State:
    """What `seat`, or with None an onlooker, knows of a state."""
    cards = _checked(rules, state, 0 if seat is None else seat)
    out = np.zeros_like(state)
    seeing.view(cards, state, layout.ONLOOKER if seat is None else seat, out)
    return out


def resample(rules: Rules, view: State, rng: Words, count: int = 1) -> State:
    """So many states that fit `view`, each drawn uniformly from all such deals, as rows."""
    cards = compile_cards(rules)
    check_view(cards, view)
    out = np.zeros((count, len(view)), np.int16)
    if not _resample(cards, view, _generator(rng), out, _room(cards)):
        raise NoWorldFound(
            f"no world in {worlds.MOST_PROPOSED} tries: these cards have too many copies of too few types"
        )
    return out


def playouts(rules: Rules, state: State, rng: Words, count: int = 1) -> State:
    """So many random ends of the match from `state` on, as rows."""
    cards = _checked(rules, state)
    out = np.zeros((count, len(state)), np.int16)
    out[:] = state
    _playouts(cards, _generator(rng), out, _room(cards))
    return out


def count_sequences(rules: Rules, state: State, depth: int) -> int:
    """Perft: the number of sequences of exactly `depth` actions."""
    cards = _checked(rules, state)
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"a depth lies between 0 and {DEEPEST}, not {depth}")
    return perft.perft(cards, state, depth)


def _checked(rules: Rules, state: State, seat: int = 0) -> CardTable:
    cards = compile_cards(rules)
    check_state(cards, state)
    if seat not in range(rules.players):
        raise ValueError(f"no seat {seat!r} in a match of {rules.players}")
    return cards


def _room(cards: CardTable) -> Room:
    return np.zeros(cards[layout.ROOM], np.int64)


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
