"""A quick way to play Amul in compiled code: what playing on from a position is done with.

A card in hand is worth what a seat's prospect would lose without it, and what its instant effect may fetch. Offer what
is worth least, take what adds most, play the best card for the table, fetch what adds most. No more table cards count
than there are rounds left to play them, and no more cards for the hand than it keeps.
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel.layout import (
    BAZAAR,
    BAZAAR_BIT,
    BOTH,
    ERRAND,
    GAIN,
    HAND,
    HAND_SIZE,
    HANDS,
    HELD,
    LYING,
    MARKET,
    MARKET_BIT,
    NOTHING,
    NUMBER,
    OFFER,
    PALACE,
    PALACE_BIT,
    PHASE,
    PLACES,
    PLAYERS,
    ROUNDS,
    SEATS,
    START_SIZE,
    STOCK_IN,
    TABLE,
    TAKE,
    TAKES,
    VALOUR,
    WARE,
    ZONE,
    CardTable,
    Room,
    State,
)
from karat.amul.kernel.order import of_type
from karat.amul.search.prospect import FETCH, KEEP, LOOT, VALOUR_EARLY, lift
from karat.amul.search.workspace import Floats, Real, Watch
from karat.kernel.jit import Int, kernel, outlined

HABITS = np.array([0.45, 0.1, 0.9, 1.3, 1.0, 4.0, 1.0, 1.0], np.float64)
"""In the order of prospect.py; found by letting variants meet."""
HABITS.setflags(write=False)
AT_FIRST = np.array([0.885, 0.208, 0.135, 1.262, 1.041, 7.74, 1.017, 0.686])
AT_LAST = np.array([0.095, 0.002, 0.779, 1.389, 0.728, 2.558, 0.108, 2.158])
"""Habits for the first round and for the last that beat the above, found by an evolution strategy (CMA-ES)."""


def through(first: Floats, last: Floats) -> Floats:
    """By round, from 0 on, habits that go from those of the first round to those of the last."""
    part = np.clip((np.arange(ROUNDS + 1) - 1) / (ROUNDS - 1), 0, 1)[:, None]
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
def choose(
    cards: CardTable, watch: Watch, habits: Floats, state: State, tallies: Room, owned: Room, worths: Floats, seat: Int
) -> Int:
    """The action of `seat`, which must owe one."""
    phase = state[PHASE]
    if phase == GAIN:
        return choose_gain(cards, watch, habits, state, tallies, owned, seat)
    weigh = phase != TAKE or pressed(cards, state, seat)
    if weigh:
        appraise(cards, watch, habits, state, tallies, owned, worths, seat)
    if phase == TAKE:
        return choose_take(cards, watch, habits, state, tallies, owned, worths, seat)
    hand = HANDS + HAND_SIZE * seat
    if phase == OFFER:
        worst: Int = np.int64(0)
        for place in range(1, state[HELD + seat]):
            if worths[place] < worths[worst]:
                worst = place
        return np.int64(state[hand + worst])
    return 2 * np.int64(cards[MARKET]) + choose_play(cards, state, worths, seat, weigh)


@kernel
def forget(worths: Floats) -> None:
    """What was found out about palace and bazaar in another match no longer holds."""
    for place in range(FETCHED, FETCHED + 3 * SEATS):
        worths[place] = 0.0


@kernel
def appraise(
    cards: CardTable, watch: Watch, habits: Floats, state: State, tallies: Room, owned: Room, worths: Floats, seat: Int
) -> None:
    """Write what each card in hand is worth. What cannot be played any more, or kept, is worth nothing."""
    hand, held = HANDS + HAND_SIZE * seat, np.int64(state[HELD + seat])
    tables, keeps = np.int64(0), np.int64(0)
    for place in range(held):
        card = np.int64(state[hand + place])
        if place > 0 and state[hand + place - 1] == card:
            worths[place] = worths[place - 1]
        else:
            worths[place] = -lift(cards, watch, habits, tallies, owned, seat, card, -1)
            if of_type(cards, card, PLACES):
                worths[place] += errand(cards, watch, habits, state, tallies, owned, worths, seat, card)
            if state[NUMBER] >= cards[PLAYERS]:
                worths[place] += habits[VALOUR_EARLY] * of_type(cards, card, VALOUR)
        zone = of_type(cards, card, ZONE)
        if zone != TABLE and (place == 0 or state[hand + place - 1] != card):
            worths[place] += habits[KEEP]
        tables += zone == TABLE
        keeps += zone == HAND
    spare(cards, state, worths, hand, held, np.int64(TABLE), tables - (ROUNDS + 1 - np.int64(state[NUMBER])))
    spare(cards, state, worths, hand, held, np.int64(HAND), keeps - START_SIZE)


@kernel
def spare(cards: CardTable, state: State, worths: Floats, hand: Int, held: Int, zone: Int, many: Int) -> None:
    """So many cards of a zone are too many: those worth least are worth nothing."""
    for _ in range(many):
        least: Int = np.int64(NOTHING)
        for place in range(held):
            if (
                of_type(cards, np.int64(state[hand + place]), ZONE) == zone
                and worths[place] != 0.0
                and (least < 0 or worths[place] < worths[least])
            ):
                least = place
        if least >= 0:
            worths[least] = 0.0


@kernel
def pressed(cards: CardTable, state: State, seat: Int) -> Int:
    """Whether one more card for the table, or for the hand, would be too many."""
    hand = HANDS + HAND_SIZE * seat
    tables, keeps = np.int64(0), np.int64(0)
    for place in range(state[HELD + seat]):
        zone = of_type(cards, np.int64(state[hand + place]), ZONE)
        tables += zone == TABLE
        keeps += zone == HAND
    return tables >= ROUNDS + 1 - np.int64(state[NUMBER]) or keeps >= START_SIZE


@outlined
def errand(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    state: State,
    tallies: Room,
    owned: Room,
    worths: Floats,
    seat: Int,
    card: Int,
) -> Real:
    """What the instant effect of a card is expected to bring."""
    places = of_type(cards, card, PLACES)
    known = FETCHED + 3 * seat
    if worths[known] == 0.0 or worths[known] + STALE <= state[NUMBER]:
        palace, stock = np.int64(cards[PALACE]), np.int64(cards[PALACE]) + cards[BAZAAR]
        worths[known] = state[NUMBER]
        worths[known + 1] = best_of(cards, watch, habits, state, tallies, owned, seat, np.int64(0), palace)
        worths[known + 2] = best_of(cards, watch, habits, state, tallies, owned, seat, palace, stock)
    found = habits[LOOT] if places & MARKET_BIT else 0.0
    if places & PALACE_BIT:
        found = max(found, habits[FETCH] * worths[known + 1])
    if places & BAZAAR_BIT:
        found = max(found, habits[FETCH] * worths[known + 2])
    return found * min(np.int64(MOST_FETCHED), of_type(cards, card, TAKES))


@outlined
def best_of(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    state: State,
    tallies: Room,
    owned: Room,
    seat: Int,
    begin: Int,
    end: Int,
) -> Real:
    """The most that a card of palace or bazaar adds, from place to place of the stock."""
    most = 0.0
    for number in range(begin, end):
        if state[cards[STOCK_IN] + number] > 0:
            most = max(most, lift(cards, watch, habits, tallies, owned, seat, np.int64(cards[MARKET]) + number, 1))
    return most


@kernel
def choose_take(
    cards: CardTable, watch: Watch, habits: Floats, state: State, tallies: Room, owned: Room, worths: Floats, seat: Int
) -> Int:
    """The ware that adds most."""
    best, most = np.int64(NOTHING), LOW
    for place in range(state[LYING]):
        card = np.int64(state[WARE + place])
        if card != best:
            adds = weigh_take(cards, watch, habits, state, tallies, owned, worths, seat, card)
            if adds > most:
                best, most = card, adds
    return np.int64(cards[MARKET]) + best


@outlined
def weigh_take(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    state: State,
    tallies: Room,
    owned: Room,
    worths: Floats,
    seat: Int,
    card: Int,
) -> Real:
    """What a ware adds, less what has to give way for it; the hand is appraised if it is full."""
    adds = lift(cards, watch, habits, tallies, owned, seat, card, 1)
    if of_type(cards, card, PLACES):
        adds += errand(cards, watch, habits, state, tallies, owned, worths, seat, card)
    if state[NUMBER] >= cards[PLAYERS]:
        adds += habits[VALOUR_EARLY] * of_type(cards, card, VALOUR)
    zone = of_type(cards, card, ZONE)
    if zone != TABLE:
        adds += habits[KEEP]
    if zone == BOTH:
        return adds
    hand, least, alike = HANDS + HAND_SIZE * seat, 0.0, np.int64(0)
    for place in range(state[HELD + seat]):
        if of_type(cards, np.int64(state[hand + place]), ZONE) == zone:
            least = worths[place] if alike == 0 else min(least, worths[place])
            alike += 1
    room = ROUNDS + 1 - np.int64(state[NUMBER]) if zone == TABLE else START_SIZE
    return adds - least if alike >= room else adds


@kernel
def choose_play(cards: CardTable, state: State, worths: Floats, seat: Int, weigh: Int) -> Int:
    """The best card for the table; else one that may lie there too; else the least of the hand is thrown away.

    While there are rounds enough for all cards of the table, their order matters little, and they are not weighed.
    """
    hand = HANDS + HAND_SIZE * seat
    best, most = np.int64(0), LOW
    for place in range(state[HELD + seat]):
        card = np.int64(state[hand + place])
        zone = of_type(cards, card, ZONE)
        rank = worths[place] if weigh else np.float64(of_type(cards, card, VALOUR))
        if zone == TABLE:
            rank += 2000.0
            if of_type(cards, card, PLACES):
                rank += 1000.0
        elif zone == BOTH:
            rank = 1000.0 - rank
        else:
            rank = -rank
        if rank > most:
            best, most = card, rank
    return best


@kernel
def choose_gain(
    cards: CardTable, watch: Watch, habits: Floats, state: State, tallies: Room, owned: Room, seat: Int
) -> Int:
    """Of all that the effect may fetch, what adds most."""
    market, stock = np.int64(cards[MARKET]), np.int64(cards[PALACE]) + cards[BAZAAR]
    places = state[ERRAND]
    best, most = np.int64(NOTHING), LOW
    for number in range(stock):
        bit = PALACE_BIT if number < cards[PALACE] else BAZAAR_BIT
        if places & bit and state[cards[STOCK_IN] + number] > 0:
            adds = lift(cards, watch, habits, tallies, owned, seat, market + number, 1)
            if adds > most:
                best, most = 3 * market + number, adds
    if places & MARKET_BIT:
        for place in range(state[LYING]):
            card = np.int64(state[WARE + place])
            adds = lift(cards, watch, habits, tallies, owned, seat, card, 1)
            if adds > most:
                best, most = 3 * market + stock + card, adds
    return best
