"""Amul compiled: the twin of amul/rules/market.py on the arrays of layout.py.

Functions have the names and the order of the rules. They trust their caller and raise nothing: a state comes from
`deal` (match.py) or through the checks of check.py, and an action from `legal_list`.
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, State
from karat.amul.kernel.order import of_type, place_in_area, turn_order
from karat.kernel.jit import Int, kernel, outlined


@outlined
def open_market(cards: CardTable, state: State, emir: Int) -> None:
    """M3 to M8, and the first round's replenish phase; the deck lies in the state already."""
    state[: at.SEAT] = 0
    state[at.SEAT] = at.NOTHING
    state[at.ORDER : at.STRENGTH] = at.NOTHING
    state[at.STRENGTH : at.HANDS] = 0
    state[at.HANDS : at.AREAS] = at.NOTHING
    state[at.AREAS : cards[at.STOCK_IN]] = 0
    for card in range(cards[at.MARKET], cards[at.TYPES]):
        state[cards[at.STOCK_IN] + card - cards[at.MARKET]] = of_type(cards, card, at.COPIES)  # M5
    state[at.EMIR] = emir
    state[at.NUMBER] = 1
    deck = np.int64(cards[at.DECK_IN])
    for seat in range(cards[at.PLAYERS]):
        for place in range(at.START_SIZE * seat, at.START_SIZE * (seat + 1)):
            with_card(state, seat, np.int64(state[deck + place]))  # M7
            state[deck + place] = at.NOTHING
    replenish(cards, state)


@kernel
def replenish(cards: CardTable, state: State) -> None:
    """M11: one card to every hand. M12: then cards are turned up into the market."""
    players, turned_up = np.int64(cards[at.PLAYERS]), np.int64(cards[at.TURNED_UP])
    top = cards[at.DECK_IN] + at.START_SIZE * players + (state[at.NUMBER] - 1) * (players + turned_up)
    for seat in range(players):
        with_card(state, seat, np.int64(state[top + seat]))
        state[top + seat] = at.NOTHING
    top += players
    for place in range(turned_up):
        state[at.WARE + place] = state[top + place]
        state[top + place] = at.NOTHING
    state[at.LYING] = turned_up
    state[at.PHASE] = at.OFFER
    turn_order(cards, state)


@outlined
def apply(cards: CardTable, state: State, seat: Int, action: Int) -> None:
    """The match after a legal action of `seat`."""
    phase = state[at.PHASE]
    if phase == at.OFFER:
        offer(cards, state, seat, action)  # M13
    elif phase == at.TAKE:
        take(cards, state, seat, action - cards[at.MARKET])  # M14
    elif phase == at.PLAY:
        play(cards, state, seat, action - 2 * np.int64(cards[at.MARKET]))  # M16 to M20
    else:
        gain(cards, state, seat, action - 3 * np.int64(cards[at.MARKET]))  # M21 to M24


@kernel
def offer(cards: CardTable, state: State, seat: Int, card: Int) -> None:
    """M13: the card lies face down; the last one turns them all up."""
    players = cards[at.PLAYERS]
    if not lay_face_down(state, seat, card, players):
        return
    for owner in range(players):
        state[at.WARE + state[at.LYING]] = state[at.CHOSEN + owner]
        state[at.OWNER + state[at.LYING]] = owner  # R2
        state[at.LYING] += 1
        state[at.OFFERED + at.SEATS * (state[at.NUMBER] - 1) + owner] = state[at.CHOSEN + owner]
        state[at.CHOSEN + owner] = at.NOTHING
    state[at.PHASE] = at.TAKE


@kernel
def take(cards: CardTable, state: State, seat: Int, card: Int) -> None:
    """M14: into hand; of copies that are alike, the one that lay there first. The own offer too (R1)."""
    less(state, card)
    with_card(state, seat, card)
    state[at.TAKEN + at.SEATS * (state[at.NUMBER] - 1) + seat] = card
    state[at.AT] += 1
    if state[at.AT] == cards[at.PLAYERS]:
        state[at.AT] = 0
        state[at.PHASE] = at.PLAY


@kernel
def play(cards: CardTable, state: State, seat: Int, card: Int) -> None:
    """M16: the card lies face down; the last one turns them all up."""
    if lay_face_down(state, seat, card, cards[at.PLAYERS]):
        reveal(cards, state)


@outlined
def reveal(cards: CardTable, state: State) -> None:
    """M17 to M19: table cards stay, cards for the hand alone leave the game."""
    for seat in range(cards[at.PLAYERS]):
        card = np.int64(state[at.CHOSEN + seat])
        state[at.CHOSEN + seat] = at.NOTHING
        state[at.PLAYED + at.SEATS * (state[at.NUMBER] - 1) + seat] = card
        if of_type(cards, card, at.ZONE) == at.HAND:
            state[cards[at.REMOVED_IN] + card] += 1
        else:
            place_in_area(cards, state, seat, card)
    state[at.PHASE] = at.GAIN
    turn_order(cards, state)  # R6
    next_errand(cards, state)


@outlined
def next_errand(cards: CardTable, state: State) -> None:
    """M21: the next instant effect that finds something (R3); after the last the round ends."""
    while state[at.AT] < cards[at.PLAYERS]:
        played = np.int64(state[at.PLAYED + at.SEATS * (state[at.NUMBER] - 1) + state[at.ORDER + state[at.AT]]])
        named = of_type(cards, played, at.PLACES)
        if named:
            for bit in (at.PALACE_BIT, at.BAZAAR_BIT, at.MARKET_BIT):
                if named & bit and not anything(cards, state, bit):
                    named ^= bit
            if named:
                state[at.ERRAND] = named
                state[at.LEFT] = of_type(cards, played, at.TAKES)
                return
        state[at.AT] += 1
    end_round(cards, state)


@kernel
def anything(cards: CardTable, state: State, place: Int) -> Int:
    """Whether a card lies in the palace, at the bazaar or in the market."""
    if place == at.MARKET_BIT:
        return state[at.LYING] > 0
    begin = np.int64(cards[at.STOCK_IN])
    end = begin + cards[at.PALACE]
    if place == at.BAZAAR_BIT:
        begin, end = end, end + cards[at.BAZAAR]
    found = False
    for stock in range(begin, end):
        found |= state[stock] > 0
    return found


@outlined
def gain(cards: CardTable, state: State, seat: Int, number: Int) -> None:
    """M22: straight into the area, placed and not played (R4). `number` counts palace, bazaar, then market types."""
    stock = np.int64(cards[at.PALACE]) + cards[at.BAZAAR]
    if number < stock:
        place = at.PALACE_BIT if number < cards[at.PALACE] else at.BAZAAR_BIT
        state[cards[at.STOCK_IN] + number] -= 1
        place_in_area(cards, state, seat, cards[at.MARKET] + number)
    else:
        place = at.MARKET_BIT
        less(state, number - stock)
        place_in_area(cards, state, seat, number - stock)
    state[at.LEFT] -= 1
    if state[at.LEFT] > 0 and anything(cards, state, place):  # an effect takes all its cards from one place
        state[at.ERRAND] = place
        return
    state[at.ERRAND] = 0
    state[at.LEFT] = 0
    state[at.AT] += 1
    next_errand(cards, state)


@kernel
def end_round(cards: CardTable, state: State) -> None:
    """M25 to M27: the market is cleared, First Pick moves on, the next round begins."""
    for place in range(state[at.LYING]):
        state[cards[at.REMOVED_IN] + state[at.WARE + place]] += 1
        state[at.WARE + place] = at.NOTHING
        state[at.OWNER + place] = at.NOTHING
    state[at.LYING] = 0
    state[at.AT] = 0
    if state[at.NUMBER] < at.ROUNDS:
        state[at.NUMBER] += 1
        replenish(cards, state)
    else:
        lay_hands_down(cards, state)


@outlined
def lay_hands_down(cards: CardTable, state: State) -> None:
    """M34: hand cards that count are put into the area, the others leave the game."""
    for seat in range(cards[at.PLAYERS]):
        hand = at.HANDS + at.HAND_SIZE * seat
        for place in range(state[at.HELD + seat]):
            card = np.int64(state[hand + place])
            state[hand + place] = at.NOTHING
            if of_type(cards, card, at.ZONE) == at.TABLE:
                state[cards[at.REMOVED_IN] + card] += 1
            else:
                place_in_area(cards, state, seat, card)
        state[at.HELD + seat] = 0
        state[at.ORDER + seat] = at.NOTHING
    state[at.PHASE] = at.OVER


@kernel
def lay_face_down(state: State, seat: Int, card: Int, players: Int) -> Int:
    """A secret choice leaves the hand; whether it was the last."""
    first = at.HANDS + at.HAND_SIZE * seat
    last = first + at.HAND_SIZE - 1
    gone = False
    for place in range(first, last):  # all places, as nobody can guess where to stop: behind the cards lies NOTHING
        gone |= state[place] == card
        state[place] = state[place + 1] if gone else state[place]
    state[last] = at.NOTHING
    state[at.HELD + seat] -= 1
    state[at.CHOSEN + seat] = card
    state[at.LAID] += 1
    if state[at.LAID] < players:
        return False
    state[at.LAID] = 0
    return True


@kernel
def with_card(state: State, seat: Int, card: Int) -> None:
    """A card comes to a hand, which stays sorted."""
    first = at.HANDS + at.HAND_SIZE * seat
    carried = np.int16(card)
    for place in range(first, first + at.HAND_SIZE):
        lies = state[place]
        behind = np.uint16(lies) > np.uint16(carried)  # NOTHING is behind all cards
        state[place] = carried if behind else lies
        carried = lies if behind else carried
    state[at.HELD + seat] += 1


@kernel
def less(state: State, card: Int) -> None:
    """The market without the first ware that is `card`."""
    gone = False
    for place in range(at.WARES - 1):
        gone |= state[at.WARE + place] == card
        state[at.WARE + place] = state[at.WARE + place + 1] if gone else state[at.WARE + place]
        state[at.OWNER + place] = state[at.OWNER + place + 1] if gone else state[at.OWNER + place]
    state[at.WARE + at.WARES - 1] = at.NOTHING
    state[at.OWNER + at.WARES - 1] = at.NOTHING
    state[at.LYING] -= 1
