"""Amul compiled: the twin of amul/rules/market.py and deal.py on the arrays of layout.py.

Functions have the names and the order of the rules. They trust their caller and raise nothing: a state comes from
`deal` or through the checks of pack.py, and an action from `legal_list`.
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel.layout import (
    AREAS,
    AT,
    BAZAAR,
    BAZAAR_BIT,
    CHOSEN,
    COPIES,
    DECK,
    DECK_AT,
    DECK_IN,
    EMIR,
    ERRAND,
    GAIN,
    HAND,
    HAND_SIZE,
    HANDS,
    HELD,
    LAID,
    LEFT,
    LYING,
    MARKET,
    MARKET_BIT,
    NOTHING,
    NUMBER,
    OFFER,
    OFFERED,
    ORDER,
    OVER,
    OWNER,
    PALACE,
    PALACE_BIT,
    PHASE,
    PLACES,
    PLAY,
    PLAYED,
    PLAYERS,
    REMOVED_IN,
    ROUNDS,
    SEAT,
    SEATS,
    START_SIZE,
    STATE,
    STOCK_IN,
    STRENGTH,
    TABLE,
    TAKE,
    TAKEN,
    TAKES,
    TURNED_UP,
    TYPES,
    WARE,
    ZONE,
    CardTable,
    State,
)
from karat.amul.kernel.order import of_type, place_in_area, turn_order
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below, shuffle, stream_below, stream_shuffle


@outlined
def deal(cards: CardTable, state: State, stream: Words) -> None:
    """A match set up as `karat.shuffle` deals it: first who is emir (M8), then the deck (M6)."""
    emir = stream_below(stream, cards[PLAYERS])
    deck = state[cards[DECK_IN] : cards[STATE]]
    for place in range(cards[DECK]):
        deck[place] = cards[cards[DECK_AT] + place]
    stream_shuffle(stream, deck, cards[DECK])
    open_market(cards, state, emir)


@outlined
def deal_any(cards: CardTable, state: State, rng: Words) -> None:
    """A match set up from a fast generator: as fair, but nobody's seed tells the cards."""
    emir = below(rng, cards[PLAYERS])
    deck = state[cards[DECK_IN] : cards[STATE]]
    for place in range(cards[DECK]):
        deck[place] = cards[cards[DECK_AT] + place]
    shuffle(rng, deck, cards[DECK])
    open_market(cards, state, emir)


@outlined
def open_market(cards: CardTable, state: State, emir: Int) -> None:
    """M3 to M8, and the first round's replenish phase; the deck lies in the state already."""
    state[:SEAT] = 0
    state[SEAT] = NOTHING
    state[ORDER:STRENGTH] = NOTHING
    state[STRENGTH:HANDS] = 0
    state[HANDS:AREAS] = NOTHING
    state[AREAS : cards[STOCK_IN]] = 0
    for card in range(cards[MARKET], cards[TYPES]):
        state[cards[STOCK_IN] + card - cards[MARKET]] = of_type(cards, card, COPIES)  # M5
    state[EMIR] = emir
    state[NUMBER] = 1
    deck = np.int64(cards[DECK_IN])
    for seat in range(cards[PLAYERS]):
        for place in range(START_SIZE * seat, START_SIZE * (seat + 1)):
            with_card(state, seat, np.int64(state[deck + place]))  # M7
            state[deck + place] = NOTHING
    replenish(cards, state)


@kernel
def replenish(cards: CardTable, state: State) -> None:
    """M11: one card to every hand. M12: then cards are turned up into the market."""
    players, turned_up = np.int64(cards[PLAYERS]), np.int64(cards[TURNED_UP])
    top = cards[DECK_IN] + START_SIZE * players + (state[NUMBER] - 1) * (players + turned_up)
    for seat in range(players):
        with_card(state, seat, np.int64(state[top + seat]))
        state[top + seat] = NOTHING
    top += players
    for place in range(turned_up):
        state[WARE + place] = state[top + place]
        state[top + place] = NOTHING
    state[LYING] = turned_up
    state[PHASE] = OFFER
    turn_order(cards, state)


@outlined
def apply(cards: CardTable, state: State, seat: Int, action: Int) -> None:
    """The match after a legal action of `seat`."""
    phase = state[PHASE]
    if phase == OFFER:
        offer(cards, state, seat, action)  # M13
    elif phase == TAKE:
        take(cards, state, seat, action - cards[MARKET])  # M14
    elif phase == PLAY:
        play(cards, state, seat, action - 2 * np.int64(cards[MARKET]))  # M16 to M20
    else:
        gain(cards, state, seat, action - 3 * np.int64(cards[MARKET]))  # M21 to M24


@kernel
def offer(cards: CardTable, state: State, seat: Int, card: Int) -> None:
    """M13: the card lies face down; the last one turns them all up."""
    players = cards[PLAYERS]
    if not lay_face_down(state, seat, card, players):
        return
    for owner in range(players):
        state[WARE + state[LYING]] = state[CHOSEN + owner]
        state[OWNER + state[LYING]] = owner  # R2
        state[LYING] += 1
        state[OFFERED + SEATS * (state[NUMBER] - 1) + owner] = state[CHOSEN + owner]
        state[CHOSEN + owner] = NOTHING
    state[PHASE] = TAKE


@kernel
def take(cards: CardTable, state: State, seat: Int, card: Int) -> None:
    """M14: into hand; of copies that are alike, the one that lay there first. The own offer too (R1)."""
    less(state, card)
    with_card(state, seat, card)
    state[TAKEN + SEATS * (state[NUMBER] - 1) + seat] = card
    state[AT] += 1
    if state[AT] == cards[PLAYERS]:
        state[AT] = 0
        state[PHASE] = PLAY


@kernel
def play(cards: CardTable, state: State, seat: Int, card: Int) -> None:
    """M16: the card lies face down; the last one turns them all up."""
    if lay_face_down(state, seat, card, cards[PLAYERS]):
        reveal(cards, state)


@outlined
def reveal(cards: CardTable, state: State) -> None:
    """M17 to M19: table cards stay, cards for the hand alone leave the game."""
    for seat in range(cards[PLAYERS]):
        card = np.int64(state[CHOSEN + seat])
        state[CHOSEN + seat] = NOTHING
        state[PLAYED + SEATS * (state[NUMBER] - 1) + seat] = card
        if of_type(cards, card, ZONE) == HAND:
            state[cards[REMOVED_IN] + card] += 1
        else:
            place_in_area(cards, state, seat, card)
    state[PHASE] = GAIN
    turn_order(cards, state)  # R6
    next_errand(cards, state)


@outlined
def next_errand(cards: CardTable, state: State) -> None:
    """M21: the next instant effect that finds something (R3); after the last the round ends."""
    while state[AT] < cards[PLAYERS]:
        played = np.int64(state[PLAYED + SEATS * (state[NUMBER] - 1) + state[ORDER + state[AT]]])
        named = of_type(cards, played, PLACES)
        if named:
            for bit in (PALACE_BIT, BAZAAR_BIT, MARKET_BIT):
                if named & bit and not anything(cards, state, bit):
                    named ^= bit
            if named:
                state[ERRAND] = named
                state[LEFT] = of_type(cards, played, TAKES)
                return
        state[AT] += 1
    end_round(cards, state)


@kernel
def anything(cards: CardTable, state: State, place: Int) -> Int:
    """Whether a card lies in the palace, at the bazaar or in the market."""
    if place == MARKET_BIT:
        return state[LYING] > 0
    begin = np.int64(cards[STOCK_IN])
    end = begin + cards[PALACE]
    if place == BAZAAR_BIT:
        begin, end = end, end + cards[BAZAAR]
    found = False
    for stock in range(begin, end):
        found |= state[stock] > 0
    return found


@outlined
def gain(cards: CardTable, state: State, seat: Int, number: Int) -> None:
    """M22: straight into the area, placed and not played (R4). `number` counts palace, bazaar, then market types."""
    stock = np.int64(cards[PALACE]) + cards[BAZAAR]
    if number < stock:
        place = PALACE_BIT if number < cards[PALACE] else BAZAAR_BIT
        state[cards[STOCK_IN] + number] -= 1
        place_in_area(cards, state, seat, cards[MARKET] + number)
    else:
        place = MARKET_BIT
        less(state, number - stock)
        place_in_area(cards, state, seat, number - stock)
    state[LEFT] -= 1
    if state[LEFT] > 0 and anything(cards, state, place):  # an effect takes all its cards from one place
        state[ERRAND] = place
        return
    state[ERRAND] = 0
    state[LEFT] = 0
    state[AT] += 1
    next_errand(cards, state)


@kernel
def end_round(cards: CardTable, state: State) -> None:
    """M25 to M27: the market is cleared, First Pick moves on, the next round begins."""
    for place in range(state[LYING]):
        state[cards[REMOVED_IN] + state[WARE + place]] += 1
        state[WARE + place] = NOTHING
        state[OWNER + place] = NOTHING
    state[LYING] = 0
    state[AT] = 0
    if state[NUMBER] < ROUNDS:
        state[NUMBER] += 1
        replenish(cards, state)
    else:
        lay_hands_down(cards, state)


@outlined
def lay_hands_down(cards: CardTable, state: State) -> None:
    """M34: hand cards that count are put into the area, the others leave the game."""
    for seat in range(cards[PLAYERS]):
        hand = HANDS + HAND_SIZE * seat
        for place in range(state[HELD + seat]):
            card = np.int64(state[hand + place])
            state[hand + place] = NOTHING
            if of_type(cards, card, ZONE) == TABLE:
                state[cards[REMOVED_IN] + card] += 1
            else:
                place_in_area(cards, state, seat, card)
        state[HELD + seat] = 0
        state[ORDER + seat] = NOTHING
    state[PHASE] = OVER


@kernel
def lay_face_down(state: State, seat: Int, card: Int, players: Int) -> Int:
    """A secret choice leaves the hand; whether it was the last."""
    hand = HANDS + HAND_SIZE * seat
    last = state[HELD + seat] - 1
    place = np.int64(0)
    while state[hand + place] != card:
        place += 1
    while place < last:
        state[hand + place] = state[hand + place + 1]
        place += 1
    state[hand + last] = NOTHING
    state[HELD + seat] = last
    state[CHOSEN + seat] = card
    state[LAID] += 1
    if state[LAID] < players:
        return False
    state[LAID] = 0
    return True


@kernel
def with_card(state: State, seat: Int, card: Int) -> None:
    """A card comes to a hand, which stays sorted."""
    free = HANDS + HAND_SIZE * seat + np.int64(state[HELD + seat])
    while free > HANDS + HAND_SIZE * seat and state[free - 1] > card:
        state[free] = state[free - 1]
        free -= 1
    state[free] = card
    state[HELD + seat] += 1


@kernel
def less(state: State, card: Int) -> None:
    """The market without the first ware that is `card`."""
    place = np.int64(0)
    while state[WARE + place] != card:
        place += 1
    last = np.int64(state[LYING]) - 1
    while place < last:
        state[WARE + place] = state[WARE + place + 1]
        state[OWNER + place] = state[OWNER + place + 1]
        place += 1
    state[WARE + last] = NOTHING
    state[OWNER + last] = NOTHING
    state[LYING] = last
