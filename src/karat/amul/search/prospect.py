"""What seats may hope for: the points of areas and hands together, and what one card more or less changes.

A seat ends with the cards it has played and those it keeps, so that area and hand together, its *prospect*, are a
better measure than the area alone. Prospects are kept up to date card by card while a match is played on; what a card
adds is found by scoring only the effects that look at it (`watch`, workspace.py).
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.order import of_type
from karat.amul.kernel.scoring import MAJORITY_POINTS, worth
from karat.amul.search.workspace import Floats, Prospect, Real, Watch
from karat.kernel.jit import Int, kernel, outlined

(HOPE_ONE, HOPE_TWO, CLAN, CLAN_STEP, FETCH, LOOT, VALOUR_EARLY, KEEP) = range(8)
"""Places in the habits: the part of a trader's points that counts with one good missing, and with two; the part of a
majority that counts; what a symbol of a clan is worth by itself; the part of the best card in palace or bazaar that an
effect is expected to bring, and what a card left over in the market is; what a symbol of valour is worth while order
follows it; and what it is worth that a card can be kept in hand for the end, as few can."""


@outlined
def survey(cards: CardTable, state: State, prospect: Prospect) -> None:
    """Count the prospects of all seats."""
    prospect.tallies[:] = 0
    prospect.owned[:] = 0
    types = np.int64(cards[at.TYPES])
    for seat in range(cards[at.PLAYERS]):
        for card in range(types):
            copies = np.int64(state[at.AREAS + types * seat + card])
            if copies:
                count(cards, prospect, seat, card, copies)
        for place in range(state[at.HELD + seat]):
            count(cards, prospect, seat, np.int64(state[at.HANDS + at.HAND_SIZE * seat + place]), 1)
        chosen = np.int64(state[at.CHOSEN + seat])
        laid = state[at.PHASE] == at.PLAY and chosen >= 0
        if laid and of_type(cards, chosen, at.ZONE) != at.HAND:  # else it is thrown away
            count(cards, prospect, seat, chosen, 1)


@kernel
def count(cards: CardTable, prospect: Prospect, seat: Int, card: Int, copies: Int) -> None:
    """So many cards more in the prospect of a seat."""
    tallies, owned = prospect
    players = np.int64(cards[at.PLAYERS])
    words = at.HEAD + at.TYPE * card
    for mark in range(cards[words + at.MARKS], cards[words + at.MARKS_END], 2):
        tallies[players * cards[mark] + seat] += copies * cards[mark + 1]
    owned[players * cards[words + at.WORTH] + seat] += copies


@outlined
def lift(cards: CardTable, watch: Watch, habits: Floats, prospect: Prospect, seat: Int, card: Int, copies: Int) -> Real:
    """By how much a seat's hopes rise with so many cards more in its prospect (fewer, below 0)."""
    players, number = np.int64(cards[at.PLAYERS]), np.int64(cards[at.HEAD + at.TYPE * card + at.WORTH])
    effect = cards[at.EFFECTS_AT] + at.EFFECT * number
    if cards[effect + at.KIND] == at.FLAT and not shows_clan(cards, card):  # often nothing else looks at the card
        place, end = np.int64(watch[card]) + 1, np.int64(watch[card + 1])
        while place < end and not prospect.owned[players * watch[place] + seat]:
            place += 1
        if place == end:
            return np.float64(copies * cards[effect + at.POINTS])
    before = hopes(cards, watch, habits, prospect, seat, card)
    count(cards, prospect, seat, card, copies)
    after = hopes(cards, watch, habits, prospect, seat, card)
    count(cards, prospect, seat, card, -copies)
    return after - before


@kernel
def shows_clan(cards: CardTable, card: Int) -> Int:
    words = at.HEAD + at.TYPE * card
    found = False
    for mark in range(cards[words + at.MARKS], cards[words + at.MARKS_END], 2):
        found |= cards[mark] in (at.ARAB, at.MONGOL)
    return found


@kernel
def hopes(cards: CardTable, watch: Watch, habits: Floats, prospect: Prospect, seat: Int, card: Int) -> Real:
    """What the effects that look at a card of this type give a seat, and the majorities if it shows a clan."""
    tallies, owned = prospect
    players = np.int64(cards[at.PLAYERS])
    found = 0.0
    for place in range(watch[card], watch[card + 1]):
        number = np.int64(watch[place])
        copies = owned[players * number + seat]
        if copies:
            effect = cards[at.EFFECTS_AT] + at.EFFECT * number
            if cards[effect + at.GROUPED]:
                copies = 1
            if cards[effect + at.KIND] == at.COMBO:
                found += copies * hope_of_trader(cards, habits, effect, tallies, players, seat)
            else:
                found += copies * worth(cards, effect, tallies, players, seat)
    words = at.HEAD + at.TYPE * card
    for mark in range(cards[words + at.MARKS], cards[words + at.MARKS_END], 2):
        if cards[mark] in (at.ARAB, at.MONGOL):
            found += habits[CLAN] * clan_share(tallies, players, np.int64(cards[mark]), seat)
            found += habits[CLAN_STEP] * tallies[players * cards[mark] + seat]
    return found


@kernel
def hope_of_trader(cards: CardTable, habits: Floats, effect: Int, tallies: Room, players: Int, seat: Int) -> Real:
    """A trader's points, or the part of them that counts while goods are missing."""
    begin, length = np.int64(cards[effect + at.LIST]), np.int64(cards[effect + at.LENGTH_OF])
    missing = np.int64(0)
    for place in range(begin, begin + length):
        missing += max(np.int64(0), cards[place + length] - tallies[players * cards[place] + seat])
    points = np.float64(cards[effect + at.POINTS])
    if missing == 0:
        return points
    if missing == 1:
        return points * habits[HOPE_ONE]
    return points * habits[HOPE_TWO] if missing == 2 else 0.0


@kernel
def clan_share(tallies: Room, players: Int, clan: Int, seat: Int) -> Int:
    """M39 to M41 for one seat."""
    number = tallies[players * clan + seat]
    last = np.int64(0)
    for other in range(players):
        last += tallies[players * clan + other] >= number
    if number > 0 and last <= len(MAJORITY_POINTS):
        return np.int64(MAJORITY_POINTS[last - 1])
    return np.int64(0)
