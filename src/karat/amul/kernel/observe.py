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

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, State
from karat.amul.kernel.legal import to_act
from karat.amul.kernel.order import of_type
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.rows import NARROWED, narrow

PLAYER_BYTES = 9
"""From held to first, one byte for each player."""
LAST_BYTES = 11
"""From phase to deck."""
MOST = np.int16(255)


@kernel
def tensor_size(cards: CardTable) -> Int:
    """How many bytes a tensor has."""
    players, market, types = np.int64(cards[at.PLAYERS]), np.int64(cards[at.MARKET]), np.int64(cards[at.TYPES])
    return 3 * market + types + players * (types + 2 * market + PLAYER_BYTES) + LAST_BYTES


@kernel
def deck_top(cards: CardTable, state: State) -> Int:
    """Where the deck's next card lies in the state."""
    players = np.int64(cards[at.PLAYERS])
    gone = at.START_SIZE * players + state[at.NUMBER] * (players + cards[at.TURNED_UP])
    return cards[at.DECK_IN] + min(gone, np.int64(cards[at.DECK]))


@outlined
def view(cards: CardTable, state: State, seat: Int, out: State) -> None:
    """What `seat` knows, as a record; ONLOOKER knows what lies open."""
    for word in range(cards[at.STATE]):
        out[word] = state[word]
    out[at.SEAT] = seat
    for other in range(cards[at.PLAYERS]):
        if other != seat:
            for place in range(state[at.HELD + other]):
                out[at.HANDS + at.HAND_SIZE * other + place] = at.HIDDEN  # M7
            if state[at.CHOSEN + other] != at.NOTHING:
                out[at.CHOSEN + other] = at.HIDDEN  # M13, M16
    out[deck_top(cards, state) : cards[at.STATE]] = at.HIDDEN  # M6


@kernel
def bytes_of(counts: State, begin: Int, size: Int, out: NDArray[np.uint8], to: Int) -> None:
    """So many counts as bytes, NARROWED at once; the last of them may be those before once more."""
    if size < NARROWED:
        for place in range(size):
            out[to + place] = min(MOST, counts[begin + place])
        return
    for place in range(0, size - NARROWED, NARROWED):
        narrow(counts, begin + place, out, to + place)
    narrow(counts, begin + size - NARROWED, out, to + size - NARROWED)


@kernel
def copy(given: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    for place in range(len(given)):
        out[place] = given[place]


@outlined
def observe(cards: CardTable, state: State, seat: Int, out: NDArray[np.uint8]) -> None:
    """The tensor of `seat`, from a state or from that seat's own view."""
    table(cards, state, seat, out)
    if state[at.PHASE] == at.OVER:
        return
    players, market = np.int64(cards[at.PLAYERS]), np.int64(cards[at.MARKET])
    begin, other = known_begin(cards), np.int64(seat)
    for _ in range(players):
        follow(state, other, 0, np.int64(state[at.NUMBER]), out[begin : begin + market])
        begin += market
        other = other + 1 if other + 1 < players else np.int64(0)


@outlined
def observe_on(
    cards: CardTable, state: State, seat: Int, known: NDArray[np.uint8], noted: Int, out: NDArray[np.uint8]
) -> Int:
    """The same for who looks at one match again and again; the finished rounds that `known` then tells of.

    `known` has, one seat after the other, what all know of their hands after `noted` rounds, by type. Only rounds that
    ended since are followed.
    """
    table(cards, state, seat, out)
    if state[at.PHASE] == at.OVER:
        return noted
    players, market, number = np.int64(cards[at.PLAYERS]), np.int64(cards[at.MARKET]), np.int64(state[at.NUMBER])
    if noted < number - 1:
        for owner in range(players):
            follow(state, owner, noted, number - 1, known[market * owner : market * (owner + 1)])
    begin, own, all_of_it = known_begin(cards), market * seat, market * players
    copy(known[own:all_of_it], out[begin : begin + all_of_it - own])
    copy(known[:own], out[begin + all_of_it - own : begin + all_of_it])
    other = np.int64(seat)
    for _ in range(players):
        follow(state, other, number - 1, number, out[begin : begin + market])
        begin += market
        other = other + 1 if other + 1 < players else np.int64(0)
    return number - 1


@kernel
def known_begin(cards: CardTable) -> Int:
    """Where in the tensor it stands what is known of hands."""
    players, market, types = np.int64(cards[at.PLAYERS]), np.int64(cards[at.MARKET]), np.int64(cards[at.TYPES])
    return 3 * market + types + players * (types + market)


@kernel
def follow(state: State, owner: Int, first: Int, last: Int, known: NDArray[np.uint8]) -> None:
    """Of the cards that a seat took openly and still holds, by type, what these rounds change."""
    for number in range(first, last):
        entry = at.SEATS * number + owner
        offered, taken, played = state[at.OFFERED + entry], state[at.TAKEN + entry], state[at.PLAYED + entry]
        if offered != at.NOTHING:  # of copies that are alike, the known one goes first
            known[offered] -= known[offered] > 0
        if taken != at.NOTHING:
            known[taken] += 1
        if played != at.NOTHING:
            known[played] -= known[played] > 0


@outlined
def table(cards: CardTable, state: State, seat: Int, out: NDArray[np.uint8]) -> None:
    """All of it but what is known of hands."""
    players, market, types = np.int64(cards[at.PLAYERS]), np.int64(cards[at.MARKET]), np.int64(cards[at.TYPES])
    out[:] = 0
    for place in range(state[at.HELD + seat]):
        out[state[at.HANDS + at.HAND_SIZE * seat + place]] += 1
    if state[at.CHOSEN + seat] != at.NOTHING:
        out[market + state[at.CHOSEN + seat]] = 1
    offered = 3 * market + types + players * types
    for place in range(state[at.LYING]):
        ware = np.int64(state[at.WARE + place])
        out[2 * market + ware] += 1
        if state[at.OWNER + place] != at.NOTHING:  # R2
            out[offered + market * ahead(state[at.OWNER + place], seat, players) + ware] += 1
    # The stock follows what is removed, here and there.
    bytes_of(state, np.int64(cards[at.REMOVED_IN]), types, out, 3 * market)
    # From the seat to the last, then from the first on: few long rows, of which many bytes are taken at once.
    begin, own, end = 3 * market + types, at.AREAS + types * seat, at.AREAS + types * players
    bytes_of(state, own, end - own, out, begin)
    bytes_of(state, np.int64(at.AREAS), own - at.AREAS, out, begin + end - own)
    begin = offered + 2 * market * players
    player_bytes(cards, state, seat, begin, out)
    begin += PLAYER_BYTES * players
    out[begin + state[at.PHASE]] = 1
    for bit in range(3):
        out[begin + 5 + bit] = state[at.ERRAND] >> bit & 1
    out[begin + 8] = min(np.int64(255), np.int64(state[at.LEFT]))
    out[begin + 9] = state[at.NUMBER]
    out[begin + 10] = min(np.int64(255), cards[at.STATE] - deck_top(cards, state))


@kernel
def ahead(other: Int, seat: Int, players: Int) -> Int:
    """How many places clockwise from a seat another one sits."""
    place = np.int64(other) - seat
    return place if place >= 0 else place + players


@outlined
def player_bytes(cards: CardTable, state: State, seat: Int, begin: Int, out: NDArray[np.uint8]) -> None:
    """One byte for each player in each of nine parts, from held to first."""
    players = np.int64(cards[at.PLAYERS])
    phase = state[at.PHASE]
    acting = to_act(cards, state)
    first = (state[at.EMIR] + state[at.NUMBER] - 1) % players  # M26
    other: Int = np.int64(seat)
    for player in range(players):
        out[begin + player] = state[at.HELD + other]
        out[begin + players + player] = min(np.int64(255), np.int64(state[at.STRENGTH + other]))
        out[begin + 2 * players + player] = state[at.BEST + other]
        out[begin + 3 * players + player] = state[at.CHOSEN + other] != at.NOTHING
        out[begin + 6 * players + player] = acting >> other & 1
        out[begin + 7 * players + player] = other == state[at.EMIR]
        out[begin + 8 * players + player] = other == first
        other = other + 1 if other + 1 < players else 0
    if phase == at.OVER:
        return
    takes = phase == at.TAKE
    for place in range(players):
        other = np.int64(state[at.ORDER + place])
        player = ahead(other, seat, players)
        out[begin + 4 * players + player] = place + 1
        out[begin + 5 * players + player] = takes & (place >= state[at.AT])
    if phase == at.GAIN:
        for place in range(state[at.AT], players):
            other = np.int64(state[at.ORDER + place])
            played = np.int64(state[at.PLAYED + at.SEATS * (state[at.NUMBER] - 1) + other])
            out[begin + 5 * players + ahead(other, seat, players)] = of_type(cards, played, at.PLACES) != 0
