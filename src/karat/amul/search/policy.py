"""A quick way to play Amul in compiled code: what playing on from a position is done with.

A card in hand is worth what a seat's prospect would lose without it, and what its instant effect may fetch. Offer what
is worth least, take what adds most, play the best card for the table, fetch what adds most. No more table cards count
than there are rounds left to play them, and no more cards for the hand than it keeps.
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, State
from karat.amul.kernel.order import of_type
from karat.amul.search.prospect import FETCH, KEEP, LOOT, VALOUR_EARLY, lift
from karat.amul.search.workspace import Floats, Position, Real
from karat.kernel.jit import Int, kernel, outlined

HABITS = np.array([0.45, 0.1, 0.9, 1.3, 1.0, 4.0, 1.0, 1.0], np.float64)
"""In the order of prospect.py; found by letting variants meet."""
HABITS.setflags(write=False)
AT_FIRST = np.array([0.885, 0.208, 0.135, 1.262, 1.041, 7.74, 1.017, 0.686])
AT_LAST = np.array([0.095, 0.002, 0.779, 1.389, 0.728, 2.558, 0.108, 2.158])
"""Habits for the first round and for the last that beat the above, found by an evolution strategy (CMA-ES)."""


def through(first: Floats, last: Floats) -> Floats:
    """By round, from 0 on, habits that go from those of the first round to those of the last."""
    part = np.clip((np.arange(at.ROUNDS + 1) - 1) / (at.ROUNDS - 1), 0, 1)[:, None]
    habits: Floats = np.ascontiguousarray(first * (1 - part) + last * part)
    habits.setflags(write=False)
    return habits


STEADY = through(HABITS, HABITS)
CHANGING = through(AT_FIRST, AT_LAST)

MOST_FETCHED = 3
"""More cards than this from one effect are not counted on."""
LOW = -1e9
FETCHED = 16
"""Where among the worths it stands, by seat, in which round the best card of palace and of bazaar was last looked for,
and what these would add."""
STALE = 2
"""After so many rounds it is looked for again."""


@outlined
def choose(position: Position, habits: Floats, seat: Int) -> Int:
    """The action of `seat`, which must owe one."""
    cards, state, worths = position.cards, position.state, position.worths
    phase = state[at.PHASE]
    if phase == at.GAIN:
        return choose_gain(position, habits, seat)
    weigh = phase != at.TAKE or pressed(cards, state, seat)
    if weigh:
        appraise(position, habits, seat)
    if phase == at.TAKE:
        return choose_take(position, habits, seat)
    hand = at.HANDS + at.HAND_SIZE * seat
    if phase == at.OFFER:
        worst: Int = np.int64(0)
        for place in range(1, state[at.HELD + seat]):
            if worths[place] < worths[worst]:
                worst = place
        return np.int64(state[hand + worst])
    return 2 * np.int64(cards[at.MARKET]) + choose_play(position, seat, weigh)


@kernel
def forget(worths: Floats) -> None:
    """What was found out about palace and bazaar in another match no longer holds."""
    for place in range(FETCHED, FETCHED + 3 * at.SEATS):
        worths[place] = 0.0


@kernel
def appraise(position: Position, habits: Floats, seat: Int) -> None:
    """Write what each card in hand is worth. What cannot be played any more, or kept, is worth nothing."""
    cards, watch, state, prospect, worths = position
    hand, held = at.HANDS + at.HAND_SIZE * seat, np.int64(state[at.HELD + seat])
    tables, keeps = np.int64(0), np.int64(0)
    for place in range(held):
        card = np.int64(state[hand + place])
        if place > 0 and state[hand + place - 1] == card:
            worths[place] = worths[place - 1]
        else:
            worths[place] = -lift(cards, watch, habits, prospect, seat, card, -1)
            if of_type(cards, card, at.PLACES):
                worths[place] += errand(position, habits, seat, card)
            if state[at.NUMBER] >= cards[at.PLAYERS]:
                worths[place] += habits[VALOUR_EARLY] * of_type(cards, card, at.VALOUR)
        zone = of_type(cards, card, at.ZONE)
        if zone != at.TABLE and (place == 0 or state[hand + place - 1] != card):
            worths[place] += habits[KEEP]
        tables += zone == at.TABLE
        keeps += zone == at.HAND
    spare(position, hand, held, np.int64(at.TABLE), tables - (at.ROUNDS + 1 - np.int64(state[at.NUMBER])))
    spare(position, hand, held, np.int64(at.HAND), keeps - at.START_SIZE)


@kernel
def spare(position: Position, hand: Int, held: Int, zone: Int, many: Int) -> None:
    """So many cards of a zone are too many: of those in hand, the ones worth least are worth nothing."""
    cards, state, worths = position.cards, position.state, position.worths
    for _ in range(many):
        least: Int = np.int64(at.NOTHING)
        for place in range(held):
            if (
                of_type(cards, np.int64(state[hand + place]), at.ZONE) == zone
                and worths[place] != 0.0
                and (least < 0 or worths[place] < worths[least])
            ):
                least = place
        if least >= 0:
            worths[least] = 0.0


@kernel
def pressed(cards: CardTable, state: State, seat: Int) -> Int:
    """Whether one more card for the table, or for the hand, would be too many."""
    hand = at.HANDS + at.HAND_SIZE * seat
    tables, keeps = np.int64(0), np.int64(0)
    for place in range(state[at.HELD + seat]):
        zone = of_type(cards, np.int64(state[hand + place]), at.ZONE)
        tables += zone == at.TABLE
        keeps += zone == at.HAND
    return tables >= at.ROUNDS + 1 - np.int64(state[at.NUMBER]) or keeps >= at.START_SIZE


@outlined
def errand(position: Position, habits: Floats, seat: Int, card: Int) -> Real:
    """What the instant effect of a card is expected to bring."""
    cards, state, worths = position.cards, position.state, position.worths
    places = of_type(cards, card, at.PLACES)
    known = FETCHED + 3 * seat
    if worths[known] == 0.0 or worths[known] + STALE <= state[at.NUMBER]:
        palace, stock = np.int64(cards[at.PALACE]), np.int64(cards[at.PALACE]) + cards[at.BAZAAR]
        worths[known] = state[at.NUMBER]
        worths[known + 1] = best_of(position, habits, seat, np.int64(0), palace)
        worths[known + 2] = best_of(position, habits, seat, palace, stock)
    found = habits[LOOT] if places & at.MARKET_BIT else 0.0
    if places & at.PALACE_BIT:
        found = max(found, habits[FETCH] * worths[known + 1])
    if places & at.BAZAAR_BIT:
        found = max(found, habits[FETCH] * worths[known + 2])
    return found * min(np.int64(MOST_FETCHED), of_type(cards, card, at.TAKES))


@outlined
def best_of(position: Position, habits: Floats, seat: Int, begin: Int, end: Int) -> Real:
    """The most that a card of palace or bazaar adds, from place to place of the stock."""
    cards, watch, state, prospect, _ = position
    most = 0.0
    for number in range(begin, end):
        if state[cards[at.STOCK_IN] + number] > 0:
            most = max(most, lift(cards, watch, habits, prospect, seat, np.int64(cards[at.MARKET]) + number, 1))
    return most


@kernel
def choose_take(position: Position, habits: Floats, seat: Int) -> Int:
    """The ware that adds most."""
    cards, state = position.cards, position.state
    best, most = np.int64(at.NOTHING), LOW
    for place in range(state[at.LYING]):
        card = np.int64(state[at.WARE + place])
        if card != best:
            adds = weigh_take(position, habits, seat, card)
            if adds > most:
                best, most = card, adds
    return np.int64(cards[at.MARKET]) + best


@outlined
def weigh_take(position: Position, habits: Floats, seat: Int, card: Int) -> Real:
    """What a ware adds, less what has to give way for it; the hand is appraised if it is full."""
    cards, watch, state, prospect, worths = position
    adds = lift(cards, watch, habits, prospect, seat, card, 1)
    if of_type(cards, card, at.PLACES):
        adds += errand(position, habits, seat, card)
    if state[at.NUMBER] >= cards[at.PLAYERS]:
        adds += habits[VALOUR_EARLY] * of_type(cards, card, at.VALOUR)
    zone = of_type(cards, card, at.ZONE)
    if zone != at.TABLE:
        adds += habits[KEEP]
    if zone == at.BOTH:
        return adds
    hand, least, alike = at.HANDS + at.HAND_SIZE * seat, 0.0, np.int64(0)
    for place in range(state[at.HELD + seat]):
        if of_type(cards, np.int64(state[hand + place]), at.ZONE) == zone:
            least = worths[place] if alike == 0 else min(least, worths[place])
            alike += 1
    room = at.ROUNDS + 1 - np.int64(state[at.NUMBER]) if zone == at.TABLE else at.START_SIZE
    return adds - least if alike >= room else adds


@kernel
def choose_play(position: Position, seat: Int, weigh: Int) -> Int:
    """The best card for the table; else one that may lie there too; else the least of the hand is thrown away.

    While there are rounds enough for all cards of the table, their order matters little, and they are not weighed.
    """
    cards, state, worths = position.cards, position.state, position.worths
    hand = at.HANDS + at.HAND_SIZE * seat
    best, most = np.int64(0), LOW
    for place in range(state[at.HELD + seat]):
        card = np.int64(state[hand + place])
        zone = of_type(cards, card, at.ZONE)
        rank = worths[place] if weigh else np.float64(of_type(cards, card, at.VALOUR))
        if zone == at.TABLE:
            rank += 2000.0
            if of_type(cards, card, at.PLACES):
                rank += 1000.0
        elif zone == at.BOTH:
            rank = 1000.0 - rank
        else:
            rank = -rank
        if rank > most:
            best, most = card, rank
    return best


@kernel
def choose_gain(position: Position, habits: Floats, seat: Int) -> Int:
    """Of all that the effect may fetch, what adds most."""
    cards, watch, state, prospect, _ = position
    market, stock = np.int64(cards[at.MARKET]), np.int64(cards[at.PALACE]) + cards[at.BAZAAR]
    places = state[at.ERRAND]
    best, most = np.int64(at.NOTHING), LOW
    for number in range(stock):
        bit = at.PALACE_BIT if number < cards[at.PALACE] else at.BAZAAR_BIT
        if places & bit and state[cards[at.STOCK_IN] + number] > 0:
            adds = lift(cards, watch, habits, prospect, seat, market + number, 1)
            if adds > most:
                best, most = 3 * market + number, adds
    if places & at.MARKET_BIT:
        for place in range(state[at.LYING]):
            card = np.int64(state[at.WARE + place])
            adds = lift(cards, watch, habits, prospect, seat, card, 1)
            if adds > most:
                best, most = 3 * market + stock + card, adds
    return best
