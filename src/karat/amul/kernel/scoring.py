"""Scoring compiled: the twin of amul/rules/scoring.py, on tallies that count what the card file asks for.

A score is an array of int64, a row for each seat and in it:

| place    | holds                                                                                   |
|----------|-----------------------------------------------------------------------------------------|
| 0 .. 5   | the points in the rows of the colours, in the order of `karat.amul.rules.cards.COLOURS` |
| 6        | the bazaar row (M37)                                                                    |
| 7, 8     | the Arab and the Mongol majority (M38)                                                  |
| POINTS_IN   | all of them together                                                                 |
| TIEBREAK_IN | the symbols of M43                                                                   |
| WON_IN      | 1 for a winner (M42, R9), else 0                                                     |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.kernel.jit import Int, kernel, outlined

ARAB_IN, MONGOL_IN, POINTS_IN, TIEBREAK_IN, WON_IN = range(at.ROWS, at.ROWS + 5)
SCORE = at.ROWS + 5
MAJORITY_POINTS = (8, 4, 2)
"""M39"""

Tallies = NDArray[np.int64]
"""By counter and seat, how often the area shows what is counted."""
Scores = NDArray[np.int64]


@outlined
def score(cards: CardTable, state: State, scores: Scores, room: Room) -> None:
    """M36 to M43, on complete areas (R13)."""
    players, types, counters = np.int64(cards[at.PLAYERS]), np.int64(cards[at.TYPES]), np.int64(cards[at.COUNTERS])
    tallies = room[: players * counters]
    tally(cards, state, tallies, players)
    effects = (cards[at.DECK_AT] - cards[at.EFFECTS_AT]) // at.EFFECT
    scored = room[players * counters : players * counters + effects]  # the last seat that each was scored for
    scored[:] = -1
    for seat in range(players):
        for place in range(SCORE):
            scores[seat, place] = 0
        area = state[at.AREAS + types * seat : at.AREAS + types * (seat + 1)]
        for card in range(types):
            copies: Int = np.int64(area[card])
            if copies:
                number = np.int64(cards[at.HEAD + at.TYPE * card + at.WORTH])
                effect = cards[at.EFFECTS_AT] + at.EFFECT * number
                if cards[effect + at.GROUPED]:  # the cards of a group score once, together
                    if scored[number] == seat:
                        continue
                    scored[number] = seat
                    copies = 1
                scores[seat, cards[effect + at.ROW]] += copies * worth(cards, effect, tallies, players, seat)
    clan_points(tallies, players, at.ARAB, scores, ARAB_IN)
    clan_points(tallies, players, at.MONGOL, scores, MONGOL_IN)
    for seat in range(players):
        for row in range(POINTS_IN):
            scores[seat, POINTS_IN] += scores[seat, row]
        scores[seat, TIEBREAK_IN] = tallies[players * cards[at.TIEBREAK] + seat]
    winners(scores, players)


@kernel
def winners(scores: Scores, players: Int) -> None:
    """M42: most points. M43, R9: then most of a symbol; who is still equal shares the win."""
    best = 0
    for seat in range(1, players):
        ahead = scores[seat, POINTS_IN] - scores[best, POINTS_IN]
        if ahead > 0 or (ahead == 0 and scores[seat, TIEBREAK_IN] > scores[best, TIEBREAK_IN]):
            best = seat
    for seat in range(players):
        equal = scores[seat, POINTS_IN] == scores[best, POINTS_IN]
        scores[seat, WON_IN] = equal and scores[seat, TIEBREAK_IN] == scores[best, TIEBREAK_IN]


@outlined
def tally(cards: CardTable, state: State, tallies: Tallies, players: Int) -> None:
    """What the areas show. R10: a copy has the marks of the card whose face it shows."""
    tallies[:] = 0
    types = np.int64(cards[at.TYPES])
    for seat in range(players):
        area = state[at.AREAS + types * seat : at.AREAS + types * (seat + 1)]
        for card in range(types):
            copies = np.int64(area[card])
            if copies:
                words = at.HEAD + at.TYPE * card
                for mark in range(cards[words + at.MARKS], cards[words + at.MARKS_END], 2):
                    tallies[players * cards[mark] + seat] += copies * cards[mark + 1]


@outlined
def worth(cards: CardTable, effect: Int, tallies: Tallies, players: Int, seat: Int) -> Int:
    """What an effect gives the owner of `seat`'s area; for a group, all its cards together."""
    kind = cards[effect + at.KIND]
    points = np.int64(cards[effect + at.POINTS])
    of = np.int64(cards[effect + at.OF])
    begin, length = np.int64(cards[effect + at.LIST]), np.int64(cards[effect + at.LENGTH_OF])
    if kind == at.FLAT:
        return points
    if kind == at.PER_MATCH:
        return capped(points * total(of, cards[effect + at.SCOPE], tallies, players, seat), cards[effect + at.CAP])
    if kind == at.SET_TABLE:
        size = tallies[players * of + seat]
        return table_value(cards, begin, length, size) + cards[effect + at.MORE] * max(np.int64(0), size - length)
    if kind == at.DISTINCT_SETS:
        return distinct_sets(cards, begin, length, tallies, players, seat)
    if kind == at.RARITY:
        return table_value(cards, begin, length, total(of, cards[effect + at.SCOPE], tallies, players, seat))
    if kind == at.PER_DISTINCT:
        found = np.int64(0)
        for place in range(begin, begin + length):
            found += tallies[players * cards[place] + seat] > 0
        return capped(points * found, cards[effect + at.CAP])
    if kind == at.PER_PAIR:
        return capped(
            points * min(tallies[players * of + seat], tallies[players * cards[effect + at.MORE] + seat]),
            cards[effect + at.CAP],
        )
    if kind == at.COMBO:
        for place in range(begin, begin + length):
            if tallies[players * cards[place] + seat] < cards[place + length]:
                return np.int64(0)
        return points
    if kind == at.THRESHOLD:
        found = total(of, cards[effect + at.SCOPE], tallies, players, seat)
        return (
            points
            if cards[effect + at.MORE] <= found <= cards[effect + at.CAP]
            else np.int64(cards[effect + at.OTHERWISE])
        )
    if majority(of, cards[effect + at.SCOPE], tallies, players, seat):
        return points
    return np.int64(cards[effect + at.OTHERWISE])


@kernel
def distinct_sets(cards: CardTable, begin: Int, length: Int, tallies: Tallies, players: Int, seat: Int) -> Int:
    """Set i holds every face that is owned at least i times."""
    points = np.int64(0)
    which = np.int64(1)
    while True:
        size = np.int64(0)
        for place in range(begin + length, begin + 2 * length):
            size += tallies[players * cards[place] + seat] >= which
        if size == 0:
            return points
        points += cards[begin + size - 1]
        which += 1


@kernel
def majority(of: Int, scope: Int, tallies: Tallies, players: Int, seat: Int) -> Int:
    """Whether the owner has at least one and nobody else in the scope has more."""
    own = tallies[players * of + seat]
    if own < 1:
        return False
    if scope == at.EVERYONE:
        for other in range(players):
            if tallies[players * of + other] > own:
                return False
    elif (
        scope != at.OWN
        and max(tallies[players * of + (seat - 1) % players], tallies[players * of + (seat + 1) % players]) > own
    ):  # R12
        return False
    return True


@outlined
def clan_points(tallies: Tallies, players: Int, clan: Int, scores: Scores, row: Int) -> None:
    """M39 to M41 by seat."""
    for seat in range(players):
        number = tallies[players * clan + seat]
        last = np.int64(0)  # M40: the lowest of the places that are shared
        for other in range(players):
            last += tallies[players * clan + other] >= number
        if number > 0 and last <= 3:  # M41, R8
            scores[seat, row] = MAJORITY_POINTS[last - 1]


@kernel
def total(of: Int, scope: Int, tallies: Tallies, players: Int, seat: Int) -> Int:
    """A count over the areas of a scope. R12: neighbours sit next to the left and to the right."""
    found: Int = np.int64(0)
    if scope == at.EVERYONE:
        for other in range(players):
            found += tallies[players * of + other]
        return found
    if scope != at.NEIGHBOURS:
        found += tallies[players * of + seat]
    if scope != at.OWN:
        found += tallies[players * of + (seat - 1) % players] + tallies[players * of + (seat + 1) % players]
    return found


@kernel
def table_value(cards: CardTable, begin: Int, length: Int, size: Int) -> Int:
    """The value for that many; past the end the last one holds, and none gives nothing."""
    return np.int64(cards[begin + min(size, length) - 1]) if size > 0 else np.int64(0)


@outlined
def returns(cards: CardTable, state: State, scores: Scores, out: NDArray[np.float32]) -> None:
    """By seat, the part of the win that falls to it, once `scores` are written; 0 for all while the match goes on."""
    winners = np.int64(0)
    for seat in range(cards[at.PLAYERS]):
        winners += scores[seat, WON_IN]
    for seat in range(cards[at.PLAYERS]):
        won = state[at.PHASE] == at.OVER and scores[seat, WON_IN]
        out[seat] = np.float32(1) / np.float32(winners) if won else np.float32(0)


@kernel
def capped(points: Int, cap: Int) -> Int:
    return points if cap == at.NONE else min(points, np.int64(cap))
