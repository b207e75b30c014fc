"""What the net for Amul is told of a seat: its cards, what the others have that matters to it, and the moment.

| numbers  | hold                                                                                                  |
|----------|-------------------------------------------------------------------------------------------------------|
| AREA     | by type, how many cards lie in the area                                                               |
| IN_HAND  | by type of the market, how many are in hand                                                           |
| STOCK    | by type of palace and bazaar, how many are left                                                       |
| WARES    | by type of the market, how many lie face up there, with what the seat itself has laid down to offer   |
| GONE     | the same: how many have left the game or lie in areas of others, and will not come any more           |
| MOST     | by counter that other seats' cards look at, the most that another seat has of it, areas and hands     |
| BESIDE   | the same: what both neighbours have of it together                                                    |
| AROUND   | the same: what all others have of it together                                                         |
| PENDING  | cards still to fetch from palace, bazaar and market by instant effects of this round                  |
| BRAVE    | the valour of the area, the most of another seat, and how many others have no less                    |
| PLACE    | how many seats choose before it, as things stand: in this round or, once it has played, in the next   |
| STANDING | points of area and hand together as things stand; points of traders that lack one good, and two; Arab and Mongol majority |
| MOMENT   | 1 for one of these: a round begins, or the seat has just offered, taken, or played                    |
| TABLE_OF | 1 for the number of players                                                                           |

It knows the standard cards by their numbers (amul/rules/codec.py), with Tea and without; for other files there is no net.
"""  # noqa: E501 -- a table

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.order import of_type, precedence
from karat.amul.kernel.scoring import worth
from karat.amul.search.prospect import clan_share, count, shows_clan
from karat.kernel.jit import Int, kernel, outlined

if TYPE_CHECKING:
    from karat.amul.net.net import Judge
    from karat.amul.search.workspace import Desk, Real, Singles

STANDARD_TYPES, STANDARD_MARKET = 81, 60
SHARED = np.array([3, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 27, 28, 29])
"""Counters by which some card of a seat scores what other seats have too."""
PLACES_TO_FETCH_FROM = 3
BEGINS, OFFERED, TOOK, PLAYED = range(4)
"""Moments."""

AREA = 0
IN_HAND = AREA + STANDARD_TYPES
STOCK = IN_HAND + STANDARD_MARKET
WARES = STOCK + STANDARD_TYPES - STANDARD_MARKET
GONE = WARES + STANDARD_MARKET
MOST = GONE + STANDARD_MARKET
BESIDE = MOST + len(SHARED)
AROUND = BESIDE + len(SHARED)
PENDING = AROUND + len(SHARED)
BRAVE = PENDING + PLACES_TO_FETCH_FROM
PLACE = BRAVE + 3
STANDING = PLACE + 1
STANDINGS = 5
MOMENT = STANDING + STANDINGS
TABLE_OF = MOMENT + 4
SIGHT = TABLE_OF + 6
"""How many numbers there are."""
MOST_CHANGED = 2 + PLACES_TO_FETCH_FROM + STANDINGS
"""More of them are not changed by an action."""


def scales() -> Singles:
    """By number, what brings it to about the size of the others: what a net learns from is to be even."""
    found = np.ones(SIGHT, np.float32)
    found[STOCK:WARES] = 0.5
    found[GONE:MOST] = 0.5
    found[MOST:AROUND] = 0.25
    found[AROUND:PENDING] = 0.1
    found[BRAVE:STANDING] = 0.3
    found[STANDING : STANDING + 3] = 0.1
    found[STANDING + 3 : MOMENT] = 0.2
    return found


@outlined
def see(desk: Desk, judge: Judge, seat: Int, moment: Int) -> None:
    """Let the judge see a seat."""
    cards, state, sight = desk.cards, desk.state, judge.sight
    players, types, market = np.int64(cards[at.PLAYERS]), np.int64(cards[at.TYPES]), np.int64(cards[at.MARKET])
    for number in range(SIGHT):
        sight[number] = 0.0
    for card in range(types):
        sight[AREA + card] = state[at.AREAS + types * seat + card]
    for place in range(state[at.HELD + seat]):
        sight[IN_HAND + state[at.HANDS + at.HAND_SIZE * seat + place]] += 1
    for number in range(types - market):
        sight[STOCK + number] = state[cards[at.STOCK_IN] + number]
    for place in range(state[at.LYING]):
        sight[WARES + state[at.WARE + place]] += 1
    if state[at.PHASE] == at.OFFER and state[at.CHOSEN + seat] >= 0:
        sight[WARES + state[at.CHOSEN + seat]] += 1
    see_gone(cards, state, seat, sight)
    see_others(cards, state, desk.tallies, seat, sight)
    sight[PLACE] = before_it(cards, state, seat, np.int64(state[at.NUMBER]) + (moment == PLAYED))
    for number in range((cards[at.DECK_AT] - cards[at.EFFECTS_AT]) // at.EFFECT):
        stand(cards, desk.tallies, desk.owned, seat, number, sight[STANDING:MOMENT], 1)
    sight[STANDING + 3] = clan_share(desk.tallies, players, np.int64(at.ARAB), seat)
    sight[STANDING + 4] = clan_share(desk.tallies, players, np.int64(at.MONGOL), seat)
    sight[MOMENT + moment] = 1
    sight[TABLE_OF + players - 3] = 1


@outlined
def see_gone(cards: CardTable, state: State, seat: Int, sight: Singles) -> None:
    """Write what will not come to the seat any more: such cards have left the game, or others have them for good."""
    types, market, removed = np.int64(cards[at.TYPES]), np.int64(cards[at.MARKET]), np.int64(cards[at.REMOVED_IN])
    gone, away = sight[GONE:MOST], state[removed : removed + market]  # slices, so that many are added at once
    for card in range(market):
        gone[card] = away[card]
    for other in range(cards[at.PLAYERS]):
        if other != seat:
            away = state[at.AREAS + types * other : at.AREAS + types * other + market]
            for card in range(market):
                gone[card] += away[card]


@kernel
def before_it(cards: CardTable, state: State, seat: Int, number: Int) -> Int:
    """How many seats choose before one in a round, as the areas are (M15, M28 to M32)."""
    players = np.int64(cards[at.PLAYERS])
    first = (state[at.EMIR] + number - 1) % players
    own, own_way = np.int64(0), (seat + players - first) % players
    if number > players:
        own = precedence(state, seat)
    found = np.int64(0)
    for other in range(players):
        theirs = precedence(state, other) if number > players else np.int64(0)
        found += theirs > own or (theirs == own and (other + players - first) % players < own_way)
    return found


@outlined
def see_others(cards: CardTable, state: State, tallies: Room, seat: Int, sight: Singles) -> None:
    """Write what others have of what matters to several, and who is braver."""
    players = np.int64(cards[at.PLAYERS])
    before, after = (seat + players - 1) % players, (seat + 1) % players
    for number in range(len(SHARED)):
        row = players * SHARED[number]
        most, around = np.int64(0), -tallies[row + seat]
        for other in range(players):
            around += tallies[row + other]
            if other != seat:
                most = max(most, tallies[row + other])
        sight[MOST + number] = most
        sight[BESIDE + number] = tallies[row + before] + tallies[row + after]
        sight[AROUND + number] = around
    own, bravest, no_less = np.int64(state[at.STRENGTH + seat]), np.int64(0), np.int64(-1)
    for other in range(players):
        valour = np.int64(state[at.STRENGTH + other])
        no_less += valour >= own
        if other != seat:
            bravest = max(bravest, valour)
    sight[BRAVE] = own
    sight[BRAVE + 1] = bravest
    sight[BRAVE + 2] = no_less


@kernel
def stand(cards: CardTable, tallies: Room, owned: Room, seat: Int, number: Int, standing: Singles, times: Int) -> None:
    """Add what an effect brings a seat as things stand, so many times, to its points and to those of traders."""
    players = np.int64(cards[at.PLAYERS])
    copies = owned[players * number + seat]
    if copies:
        effect = cards[at.EFFECTS_AT] + at.EFFECT * number
        if cards[effect + at.GROUPED]:
            copies = 1
        points = worth(cards, effect, tallies, players, seat)
        standing[0] += times * copies * points
        if cards[effect + at.KIND] == at.COMBO and points == 0:
            begin, length, missing = (
                np.int64(cards[effect + at.LIST]),
                np.int64(cards[effect + at.LENGTH_OF]),
                np.int64(0),
            )
            for place in range(begin, begin + length):
                missing += max(np.int64(0), cards[place + length] - tallies[players * cards[place] + seat])
            if missing in (1, 2):
                standing[missing] += times * copies * cards[effect + at.POINTS]


@outlined
def see_before(desk: Desk, judge: Judge, seat: Int) -> None:
    """Let the judge see a seat as it will be after its action, but for the card that it is about."""
    phase = desk.state[at.PHASE]
    moment = OFFERED if phase == at.OFFER else TOOK if phase == at.TAKE else PLAYED
    see(desk, judge, seat, np.int64(moment))
    if phase == at.GAIN:
        for place in range(PLACES_TO_FETCH_FROM):
            if desk.state[at.ERRAND] >> place & 1:
                judge.sight[PENDING + place] = desk.state[at.LEFT] - 1


@kernel
def changes(desk: Desk, judge: Judge, seat: Int, action: Int) -> Int:
    """Write what an action changes of what `see_before` shows: which numbers, and by how much; how many there are."""
    cards, phase, market = desk.cards, desk.state[at.PHASE], np.int64(desk.cards[at.MARKET])
    card = card_of(cards, phase, action)
    found = np.int64(0)
    if phase != at.GAIN:
        found = note(judge, found, IN_HAND + card, 1 if phase == at.TAKE else -1)
    if phase == at.OFFER:
        found = note(judge, found, WARES + card, 1)
    elif phase == at.TAKE or (phase == at.GAIN and card < market):
        found = note(judge, found, WARES + card, -1)
    stays = phase == at.PLAY and of_type(cards, card, at.ZONE) != at.HAND
    if stays or phase == at.GAIN:
        found = note(judge, found, AREA + card, 1)
    if phase == at.GAIN and card >= market:
        found = note(judge, found, STOCK + card - market, -1)
    if stays:  # it was in hand before: area and hand together stand as they did
        places, takes = of_type(cards, card, at.PLACES), of_type(cards, card, at.TAKES)
        for place in range(PLACES_TO_FETCH_FROM):
            if places >> place & 1:
                found = note(judge, found, PENDING + place, takes)
        return found
    if phase == at.PLAY:  # thrown away
        found = note(judge, found, GONE + card, 1)
    restand(desk, judge, seat, card, np.int64(1) if phase in (at.TAKE, at.GAIN) else np.int64(-1))
    for which in range(STANDINGS):
        if judge.standing[which] != 0:
            found = note(judge, found, STANDING + which, judge.standing[which])
    return found


@kernel
def note(judge: Judge, found: Int, number: Int, how_much: Real) -> Int:
    """Write one more change; how many there are now."""
    judge.changed[found] = number
    judge.by[found] = how_much
    return found + 1


@outlined
def restand(desk: Desk, judge: Judge, seat: Int, card: Int, copies: Int) -> None:
    """Write how much better a seat would stand with so many cards more in area and hand."""
    cards, watch, tallies, owned, standing = desk.cards, desk.watch, desk.tallies, desk.owned, judge.standing
    players, clans = np.int64(cards[at.PLAYERS]), shows_clan(cards, card)
    for which in range(STANDINGS):
        standing[which] = 0.0
    for place in range(watch[card], watch[card + 1]):
        stand(cards, tallies, owned, seat, np.int64(watch[place]), standing, -1)
    count(cards, tallies, owned, seat, card, copies)
    for place in range(watch[card], watch[card + 1]):
        stand(cards, tallies, owned, seat, np.int64(watch[place]), standing, 1)
    if clans:
        standing[3] = clan_share(tallies, players, np.int64(at.ARAB), seat) - judge.sight[STANDING + 3]
        standing[4] = clan_share(tallies, players, np.int64(at.MONGOL), seat) - judge.sight[STANDING + 4]
    count(cards, tallies, owned, seat, card, -copies)


@kernel
def card_of(cards: CardTable, phase: Int, action: Int) -> Int:
    """The type of the card that an action offers, takes, plays or gains."""
    if phase == at.OFFER:
        return action
    if phase == at.TAKE:
        return action - cards[at.MARKET]
    card = action - 2 * np.int64(cards[at.MARKET])  # the types of palace and bazaar follow those of the market
    return card - cards[at.TYPES] if card >= cards[at.TYPES] else card
