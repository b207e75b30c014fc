"""Who may act and how (M0.1 to M0.3, and what each phase waits for); the twin of `to_act` and `legal_actions`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.kernel.jit import Int, kernel, outlined


@kernel
def to_act(cards: CardTable, state: State) -> Int:
    """The seats that owe an action, as bits; several while offers or plays are chosen in secret."""
    phase = state[at.PHASE]
    if phase in (at.TAKE, at.GAIN):
        return np.int64(1) << np.int64(state[at.ORDER + state[at.AT]])
    owing = np.int64(0)
    if phase != at.OVER:
        for seat in range(cards[at.PLAYERS]):
            if state[at.CHOSEN + seat] == at.NOTHING:
                owing |= np.int64(1) << seat
    return owing


@kernel
def next_seat(cards: CardTable, state: State) -> Int:
    """The lowest seat that owes an action; -1 when the match is over."""
    phase = state[at.PHASE]
    if phase in (at.TAKE, at.GAIN):
        return np.int64(state[at.ORDER + state[at.AT]])
    if phase != at.OVER:
        for seat in range(cards[at.PLAYERS]):
            if state[at.CHOSEN + seat] == at.NOTHING:
                return seat
    return -1


@kernel
def actions_of(cards: CardTable) -> Int:
    """How many different actions there are (amul/rules/codec.py)."""
    return 4 * np.int64(cards[at.MARKET]) + cards[at.PALACE] + cards[at.BAZAAR]


@outlined
def legal_list(cards: CardTable, state: State, seat: Int, actions: Room) -> Int:
    """Write what `seat` may do into `actions`, ascending, each once; how many there are."""
    found: Int = np.int64(0)
    market: Int = np.int64(cards[at.MARKET])
    before: Int = at.NOTHING
    if not to_act(cards, state) >> seat & 1:  # M0.1
        return found
    phase = state[at.PHASE]
    if phase == at.TAKE:
        return lying(state, market, actions, 0)  # M14
    if phase == at.GAIN:
        places = state[at.ERRAND]
        begin = 3 * market
        if places & at.PALACE_BIT:  # M22, M24
            for card in range(cards[at.PALACE]):
                if state[cards[at.STOCK_IN] + card] > 0:
                    actions[found] = begin + card
                    found += 1
        begin += cards[at.PALACE]
        if places & at.BAZAAR_BIT:
            for card in range(cards[at.BAZAAR]):
                if state[cards[at.STOCK_IN] + cards[at.PALACE] + card] > 0:
                    actions[found] = begin + card
                    found += 1
        if places & at.MARKET_BIT:  # R5
            found = lying(state, begin + cards[at.BAZAAR], actions, found)
        return found
    begin = 0 if phase == at.OFFER else 2 * market
    hand = at.HANDS + at.HAND_SIZE * seat
    for place in range(state[at.HELD + seat]):  # M0.2; R7: any card may be played
        held = state[hand + place]
        if held != before:
            actions[found] = begin + held
            found += 1
        before = held
    return found


@kernel
def lying(state: State, begin: Int, actions: Room, found: Int) -> Int:
    """Add an action for each type that lies face up in the market, ascending from `begin`."""
    first = found
    for place in range(state[at.LYING]):
        action = begin + state[at.WARE + place]
        free = found
        while free > first and actions[free - 1] > action:
            free -= 1
        if free == first or actions[free - 1] != action:
            for later in range(found, free, -1):
                actions[later] = actions[later - 1]
            actions[free] = action
            found += 1
    return found


@outlined
def legal_mask(cards: CardTable, state: State, seat: Int, mask: NDArray[np.uint8]) -> None:
    """As `legal_list`: a 1 for each action that `seat` may take."""
    mask[:] = 0
    if not to_act(cards, state) >> seat & 1:
        return
    market: Int = np.int64(cards[at.MARKET])
    phase = state[at.PHASE]
    if phase == at.TAKE:
        for place in range(state[at.LYING]):
            mask[market + state[at.WARE + place]] = 1
    elif phase == at.GAIN:
        places = state[at.ERRAND]
        begin = 3 * market
        for card in range(cards[at.PALACE] + cards[at.BAZAAR]):
            bit = at.PALACE_BIT if card < cards[at.PALACE] else at.BAZAAR_BIT
            mask[begin + card] = places & bit != 0 and state[cards[at.STOCK_IN] + card] > 0
        if places & at.MARKET_BIT:
            for place in range(state[at.LYING]):
                mask[begin + cards[at.PALACE] + cards[at.BAZAAR] + state[at.WARE + place]] = 1
    else:
        begin = 0 if phase == at.OFFER else 2 * market
        for place in range(state[at.HELD + seat]):
            mask[begin + state[at.HANDS + at.HAND_SIZE * seat + place]] = 1


@outlined
def is_legal(cards: CardTable, state: State, seat: Int, action: Int) -> Int:
    """Whether `seat` may take an action, which can be any number."""
    if not 0 <= action < actions_of(cards) or not 0 <= seat < cards[at.PLAYERS]:
        return False
    if not to_act(cards, state) >> seat & 1:  # M0.1, M0.3
        return False
    market = np.int64(cards[at.MARKET])
    phase = state[at.PHASE]
    begin, places, here = at.WARE, np.int64(state[at.LYING]), np.int64(action - market)
    if phase == at.GAIN:
        stock = action - 3 * market
        here = stock - cards[at.PALACE] - cards[at.BAZAAR]
        if stock < 0:
            return False
        if here < 0:
            bit = at.PALACE_BIT if stock < cards[at.PALACE] else at.BAZAAR_BIT
            return state[at.ERRAND] & bit != 0 and state[cards[at.STOCK_IN] + stock] > 0  # M22, R3
        if not state[at.ERRAND] & at.MARKET_BIT:
            return False
    elif phase != at.TAKE:
        here = np.int64(action if phase == at.OFFER else action - 2 * market)
        begin, places = at.HANDS + at.HAND_SIZE * seat, np.int64(state[at.HELD + seat])  # M0.2
    found = False
    for place in range(begin, begin + places):
        found |= state[place] == here
    return found
