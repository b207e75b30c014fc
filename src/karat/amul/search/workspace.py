"""What search for Amul works with: the arrays that its kernels are handed, made once for the rules of a match.

| array    | holds                                                                                             |
|----------|---------------------------------------------------------------------------------------------------|
| cards    | the table of the cards (karat.amul.kernel.layout)                                                 |
| watch    | by type, which effects look at what a card of it shows: where its list begins and ends, then these |
| habits   | by round, the numbers behind the rules of thumb (policy.py)                                       |
| weights  | by round, the numbers behind what a seat may expect (outlook.py)                                  |
| world    | a state that fits the view                                                                        |
| state    | a state that is played on from there                                                              |
| reply    | a state in which an answer is tried                                                               |
| tallies  | by counter and seat, what areas and hands show together: the *prospect* of a seat                 |
| owned    | by effect and seat, how many cards of the prospect score by it                                    |
| worths   | room for what the cards of a hand are worth                                                       |
| points   | by seat, what it scored or may expect                                                             |
| room     | room for kernels (layout.py), and `worlds` for drawing worlds (worlds.py)                         |
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.layout import (
    COMBO,
    COUNTERS,
    DECK_AT,
    DISTINCT_SETS,
    EFFECT,
    EFFECTS_AT,
    FLAT,
    HEAD,
    KIND,
    LENGTH_OF,
    LIST,
    MARKS,
    MARKS_END,
    MORE,
    OF,
    PER_DISTINCT,
    PER_PAIR,
    PLAYERS,
    ROOM,
    STATE,
    TYPE,
    TYPES,
    WORTH,
    CardTable,
    Room,
    State,
)
from karat.amul.kernel.scoring import SCORE
from karat.amul.rules.rules import Rules

Watch = NDArray[np.int32]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Real: TypeAlias = Any
"""A number with a point inside a kernel; see `Int` in karat.kernel.jit."""

MOST_CHOICES = 64
"""More than a seat ever has: a hand, a market, or all of palace and bazaar and market together, by types."""


class Desk(NamedTuple):
    """The arrays; one thread at a time uses a desk. Kernels take it as one argument."""

    cards: CardTable
    watch: Watch
    habits: Floats
    weights: Floats
    world: State
    state: State
    reply: State
    tallies: Room
    owned: Room
    tallies_first: Room
    owned_first: Room
    worths: Floats
    points: Floats
    scores: NDArray[np.int64]
    room: Room
    worlds: Room


def make_desk(rules: Rules, habits: Floats, weights: Floats) -> Desk:
    """A desk for the rules of a match."""
    cards = compile_cards(rules)
    players, effects = int(cards[PLAYERS]), (int(cards[DECK_AT]) - int(cards[EFFECTS_AT])) // EFFECT
    return Desk(
        cards=cards,
        watch=watchers(rules),
        habits=habits,
        weights=weights,
        world=np.zeros(cards[STATE], np.int16),
        state=np.zeros(cards[STATE], np.int16),
        reply=np.zeros(cards[STATE], np.int16),
        tallies=np.zeros(int(cards[COUNTERS]) * players, np.int64),
        owned=np.zeros(effects * players, np.int64),
        tallies_first=np.zeros(int(cards[COUNTERS]) * players, np.int64),
        owned_first=np.zeros(effects * players, np.int64),
        worths=np.zeros(MOST_CHOICES, np.float64),
        points=np.zeros(players, np.float64),
        scores=np.zeros((players, SCORE), np.int64),
        room=np.zeros(cards[ROOM], np.int64),
        worlds=np.zeros(2 + int(cards[ROOM]), np.int64),
    )


@lru_cache(maxsize=64)
def watchers(rules: Rules) -> Watch:
    """By type, the effects whose points for the owner can change with a card of that type; its own first."""
    cards = [int(word) for word in compile_cards(rules)]
    effects = range((cards[DECK_AT] - cards[EFFECTS_AT]) // EFFECT)
    looked_at = [counters_of(cards, cards[EFFECTS_AT] + EFFECT * effect) for effect in effects]
    types = cards[TYPES]
    begins: list[int] = []
    listed: list[int] = []
    for card in range(types):
        words = HEAD + TYPE * card
        shown = set(cards[cards[words + MARKS] : cards[words + MARKS_END] : 2])
        own = cards[words + WORTH]
        begins.append(types + 1 + len(listed))
        listed += [own, *(effect for effect in effects if effect != own and looked_at[effect] & shown)]
    made = np.array([*begins, types + 1 + len(listed), *listed], np.int32)
    made.setflags(write=False)
    return made


def counters_of(cards: list[int], effect: int) -> set[int]:
    """The counters that an effect looks at."""
    kind, at, length = cards[effect + KIND], cards[effect + LIST], cards[effect + LENGTH_OF]
    if kind == FLAT:
        return set()
    if kind == DISTINCT_SETS:
        return set(cards[at + length : at + 2 * length])
    if kind in (PER_DISTINCT, COMBO):
        return set(cards[at : at + length])
    if kind == PER_PAIR:
        return {cards[effect + OF], cards[effect + MORE]}
    return {cards[effect + OF]}
