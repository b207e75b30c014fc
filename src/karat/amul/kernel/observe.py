"""What one seat may know (M7, M9, M13, M16, R2, R14), as a view and as a tensor; the twin of amul/rules/observe.py.

The tensor is a row of bytes, all as the seat sees it: player 0 is itself, 1 the next clockwise, and so on. Numbers
above 255 stand as 255. n is the number of players; market, stock (palace and bazaar) and types count card types.

| part     | bytes      | holds                                                                                     |
|----------|------------|-------------------------------------------------------------------------------------------|
| hand     | market     | copies of each type in the own hand                                                       |
| choice   | market     | a 1 for the own secret choice                                                             |
| wares    | market     | copies face up in the market                                                              |
| removed  | market     | copies that have left the game (R14)                                                      |
| stock    | stock      | copies in the palace, then at the bazaar                                                  |
| areas    | n x types  | copies in each player's area                                                              |
| offered  | n x market | copies in the market that each player offered (R2)                                        |
| known    | n x market | copies known to be in each player's hand: taken openly, and not offered or played since   |
| held     | n          | cards in hand                                                                             |
| valour   | n          | valour symbols in the area (M29)                                                          |
| letter   | n          | the best letter there, 1 for A; 0 for none (M31)                                          |
| laid     | n          | a 1 for who has made a secret choice                                                      |
| place    | n          | the place in the turn order, from 1; 0 when the match is over                             |
| turns    | n          | a 1 for who has yet to take a card, or to carry out an effect                             |
| to act   | n          | a 1 for who owes an action                                                                |
| emir     | n          | a 1 for who holds the emir card                                                           |
| first    | n          | a 1 for who holds First Pick                                                              |
| phase    | 5          | a 1 for offer, take, play, gain, over                                                     |
| errand   | 4          | a 1 for each place that the effect can take from, palace, bazaar, market; how many cards  |
| round    | 1          | its number                                                                                |
| deck     | 1          | cards left in it                                                                          |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel.layout import (
    AREAS,
    AT,
    BEST,
    CHOSEN,
    DECK,
    DECK_IN,
    EMIR,
    ERRAND,
    GAIN,
    HAND_SIZE,
    HANDS,
    HELD,
    HIDDEN,
    LEFT,
    LYING,
    MARKET,
    NOTHING,
    NUMBER,
    OFFERED,
    ORDER,
    OVER,
    OWNER,
    PHASE,
    PLACES,
    PLAYED,
    PLAYERS,
    REMOVED_IN,
    SEAT,
    SEATS,
    START_SIZE,
    STATE,
    STRENGTH,
    TAKE,
    TAKEN,
    TURNED_UP,
    TYPES,
    WARE,
    CardTable,
    State,
)
from karat.amul.kernel.legal import to_act
from karat.amul.kernel.order import of_type
from karat.kernel.jit import Int, kernel, outlined

PLAYER_BYTES = 9
"""From held to first, one byte for each player."""
LAST_BYTES = 11
"""From phase to deck."""


@kernel
def tensor_size(cards: CardTable) -> Int:
    """How many bytes a tensor has."""
    players, market, types = np.int64(cards[PLAYERS]), np.int64(cards[MARKET]), np.int64(cards[TYPES])
    return 3 * market + types + players * (types + 2 * market + PLAYER_BYTES) + LAST_BYTES


@kernel
def deck_top(cards: CardTable, state: State) -> Int:
    """Where the deck's next card lies in the state."""
    players = np.int64(cards[PLAYERS])
    gone = START_SIZE * players + state[NUMBER] * (players + cards[TURNED_UP])
    return cards[DECK_IN] + min(gone, np.int64(cards[DECK]))


@outlined
def view(cards: CardTable, state: State, seat: Int, out: State) -> None:
    """What `seat` knows, as a record; ONLOOKER knows what lies open."""
    for word in range(cards[STATE]):
        out[word] = state[word]
    out[SEAT] = seat
    for other in range(cards[PLAYERS]):
        if other != seat:
            for place in range(state[HELD + other]):
                out[HANDS + HAND_SIZE * other + place] = HIDDEN  # M7
            if state[CHOSEN + other] != NOTHING:
                out[CHOSEN + other] = HIDDEN  # M13, M16
    out[deck_top(cards, state) : cards[STATE]] = HIDDEN  # M6


@kernel
def add(out: NDArray[np.uint8], place: Int, number: Int) -> None:
    """So many more in a byte, as far as it goes."""
    out[place] = min(np.int64(255), np.int64(out[place]) + number)


@kernel
def bytes_of(counts: State, out: NDArray[np.uint8]) -> None:
    """Counts as bytes; slices from their beginning, so that the compiler takes many at once."""
    for place in range(len(counts)):
        out[place] = min(255, counts[place])


@outlined
def observe(cards: CardTable, state: State, seat: Int, out: NDArray[np.uint8]) -> None:
    """The tensor of `seat`, from a state or from that seat's own view."""
    players, market, types = np.int64(cards[PLAYERS]), np.int64(cards[MARKET]), np.int64(cards[TYPES])
    out[:] = 0
    for place in range(state[HELD + seat]):
        add(out, state[HANDS + HAND_SIZE * seat + place], 1)
    if state[CHOSEN + seat] != NOTHING:
        out[market + state[CHOSEN + seat]] = 1
    offered = 3 * market + types + players * types
    for place in range(state[LYING]):
        ware = np.int64(state[WARE + place])
        add(out, 2 * market + ware, 1)
        if state[OWNER + place] != NOTHING:  # R2
            add(out, offered + market * ((state[OWNER + place] - seat) % players) + ware, 1)
    # The stock follows what is removed, here and there.
    bytes_of(state[cards[REMOVED_IN] : cards[DECK_IN]], out[3 * market : 3 * market + types])
    other: Int = np.int64(seat)
    for player in range(players):
        area = AREAS + types * other
        begin = 3 * market + types + player * types
        bytes_of(state[area : area + types], out[begin : begin + types])
        if state[PHASE] != OVER:
            known_cards(state, other, offered + market * (players + player), out)
        other = other + 1 if other + 1 < players else 0
    begin = offered + 2 * market * players
    player_bytes(cards, state, seat, begin, out)
    begin += PLAYER_BYTES * players
    out[begin + state[PHASE]] = 1
    for bit in range(3):
        out[begin + 5 + bit] = state[ERRAND] >> bit & 1
    out[begin + 8] = min(np.int64(255), np.int64(state[LEFT]))
    out[begin + 9] = state[NUMBER]
    out[begin + 10] = min(np.int64(255), cards[STATE] - deck_top(cards, state))


@outlined
def known_cards(state: State, owner: Int, begin: Int, out: NDArray[np.uint8]) -> None:
    """The cards that a seat took openly and still holds, as bytes by type from `begin`."""
    for number in range(state[NUMBER]):
        entry = SEATS * number + owner
        for part in (OFFERED, TAKEN, PLAYED):
            card = np.int64(state[part + entry])
            if card != NOTHING:
                if part == TAKEN:
                    out[begin + card] += 1
                elif out[begin + card] > 0:  # of copies that are alike, the known one goes first
                    out[begin + card] -= 1


@outlined
def player_bytes(cards: CardTable, state: State, seat: Int, begin: Int, out: NDArray[np.uint8]) -> None:
    """One byte for each player in each of nine parts, from held to first."""
    players = np.int64(cards[PLAYERS])
    phase = state[PHASE]
    acting = to_act(cards, state)
    other: Int = np.int64(seat)
    for player in range(players):
        out[begin + player] = state[HELD + other]
        out[begin + players + player] = min(np.int64(255), np.int64(state[STRENGTH + other]))
        out[begin + 2 * players + player] = state[BEST + other]
        out[begin + 3 * players + player] = state[CHOSEN + other] != NOTHING
        out[begin + 6 * players + player] = acting >> other & 1
        out[begin + 7 * players + player] = other == state[EMIR]
        out[begin + 8 * players + player] = other == (state[EMIR] + state[NUMBER] - 1) % players  # M26
        other = other + 1 if other + 1 < players else 0
    if phase == OVER:
        return
    for place in range(players):
        other = np.int64(state[ORDER + place])
        player = (other - seat) % players
        out[begin + 4 * players + player] = place + 1
        if place >= state[AT]:
            if phase == TAKE:
                out[begin + 5 * players + player] = 1
            elif phase == GAIN:
                played = np.int64(state[PLAYED + SEATS * (state[NUMBER] - 1) + other])
                out[begin + 5 * players + player] = of_type(cards, played, PLACES) != 0
