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
| prospect | of the state that is played on, and `world_prospect` of the world:                                |
| .tallies | by counter and seat, what areas and hands show together: the *prospect* of a seat                 |
| .owned   | by effect and seat, how many cards of the prospect score by it                                    |
| worths   | room for what the cards of a hand are worth                                                       |
| points   | by seat, what it scored or may expect                                                             |
| scores   | by seat, what scoring writes (karat.amul.kernel.scoring)                                          |
| room     | room for kernels (layout.py), and `worlds` for drawing worlds (worlds.py)                         |
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.scoring import SCORE
from karat.amul.rules.rules import Rules

Watch = NDArray[np.int32]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Real: TypeAlias = Any
"""A number with a point inside a kernel; see `Int` in karat.kernel.jit."""

MOST_CHOICES = 64
"""More than a seat ever has: a hand, a market, or all of palace and bazaar and market together, by types."""


class Prospect(NamedTuple):
    """What the areas and hands of all seats show together (prospect.py)."""

    tallies: Room
    owned: Room


class Position(NamedTuple):
    """A state with what the policy reads beside it, and room for what it finds out."""

    cards: CardTable
    watch: Watch
    state: State
    prospect: Prospect
    worths: Floats


class Workspace(NamedTuple):
    """The arrays; one thread at a time uses a workspace. Kernels take it as one argument.

    A call that is not inlined hands over every array in it, so that what is called at every card takes a `Position`
    or a `Prospect` instead.
    """

    cards: CardTable
    watch: Watch
    habits: Floats
    weights: Floats
    world: State
    state: State
    reply: State
    prospect: Prospect
    world_prospect: Prospect
    worths: Floats
    points: Floats
    scores: NDArray[np.int64]
    room: Room
    worlds: Room


def make_workspace(rules: Rules, habits: Floats, weights: Floats) -> Workspace:
    """A workspace for the rules of a match."""
    cards = compile_cards(rules)
    players, effects = int(cards[at.PLAYERS]), (int(cards[at.DECK_AT]) - int(cards[at.EFFECTS_AT])) // at.EFFECT
    counters = int(cards[at.COUNTERS])
    return Workspace(
        cards=cards,
        watch=watchers(rules),
        habits=habits,
        weights=weights,
        world=np.zeros(cards[at.STATE], np.int16),
        state=np.zeros(cards[at.STATE], np.int16),
        reply=np.zeros(cards[at.STATE], np.int16),
        prospect=Prospect(np.zeros(counters * players, np.int64), np.zeros(effects * players, np.int64)),
        world_prospect=Prospect(np.zeros(counters * players, np.int64), np.zeros(effects * players, np.int64)),
        worths=np.zeros(MOST_CHOICES, np.float64),
        points=np.zeros(players, np.float64),
        scores=np.zeros((players, SCORE), np.int64),
        room=np.zeros(cards[at.ROOM], np.int64),
        worlds=np.zeros(2 + int(cards[at.ROOM]), np.int64),
    )


@lru_cache(maxsize=64)
def watchers(rules: Rules) -> Watch:
    """By type, the effects whose points for the owner can change with a card of that type; its own first."""
    cards = [int(word) for word in compile_cards(rules)]
    effects = range((cards[at.DECK_AT] - cards[at.EFFECTS_AT]) // at.EFFECT)
    looked_at = [counters_of(cards, cards[at.EFFECTS_AT] + at.EFFECT * effect) for effect in effects]
    types = cards[at.TYPES]
    begins: list[int] = []
    listed: list[int] = []
    for card in range(types):
        words = at.HEAD + at.TYPE * card
        shown = set(cards[cards[words + at.MARKS] : cards[words + at.MARKS_END] : 2])
        own = cards[words + at.WORTH]
        begins.append(types + 1 + len(listed))
        listed += [own, *(effect for effect in effects if effect != own and looked_at[effect] & shown)]
    made = np.array([*begins, types + 1 + len(listed), *listed], np.int32)
    made.setflags(write=False)
    return made


def counters_of(cards: list[int], effect: int) -> set[int]:
    """The counters that an effect looks at."""
    kind, begin, length = cards[effect + at.KIND], cards[effect + at.LIST], cards[effect + at.LENGTH_OF]
    if kind == at.FLAT:
        return set()
    if kind == at.DISTINCT_SETS:
        return set(cards[begin + length : begin + 2 * length])
    if kind in (at.PER_DISTINCT, at.COMBO):
        return set(cards[begin : begin + length])
    if kind == at.PER_PAIR:
        return {cards[effect + at.OF], cards[effect + at.MORE]}
    return {cards[effect + at.OF]}
