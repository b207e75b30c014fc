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
    from karat.amul.net.net import NetWorkspace
    from karat.amul.search.workspace import Prospect, Real, Singles, Watch, Workspace

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
FEATURES = TABLE_OF + 6
"""How many numbers there are."""
MOST_CHANGED = 2 + PLACES_TO_FETCH_FROM + STANDINGS
"""More of them are not changed by an action."""


def scales() -> Singles:
    """By number, what brings it to about the size of the others: what a net learns from is to be even."""
    found = np.ones(FEATURES, np.float32)
    found[STOCK:WARES] = 0.5
    found[GONE:MOST] = 0.5
    found[MOST:AROUND] = 0.25
    found[AROUND:PENDING] = 0.1
    found[BRAVE:STANDING] = 0.3
    found[STANDING : STANDING + 3] = 0.1
    found[STANDING + 3 : MOMENT] = 0.2
    return found


@outlined
def look(workspace: Workspace, seat: Int, net: NetWorkspace, moment: Int) -> None:
    """Write what the net is told of a seat."""
    cards, state, prospect, features = workspace.cards, workspace.state, workspace.prospect, net.features
    players, types, market = np.int64(cards[at.PLAYERS]), np.int64(cards[at.TYPES]), np.int64(cards[at.MARKET])
    for number in range(FEATURES):
        features[number] = 0.0
    for card in range(types):
        features[AREA + card] = state[at.AREAS + types * seat + card]
    for place in range(state[at.HELD + seat]):
        features[IN_HAND + state[at.HANDS + at.HAND_SIZE * seat + place]] += 1
    for number in range(types - market):
        features[STOCK + number] = state[cards[at.STOCK_IN] + number]
    for place in range(state[at.LYING]):
        features[WARES + state[at.WARE + place]] += 1
    if state[at.PHASE] == at.OFFER and state[at.CHOSEN + seat] >= 0:
        features[WARES + state[at.CHOSEN + seat]] += 1
    look_at_gone(cards, state, seat, features)
    look_at_others(cards, state, prospect.tallies, seat, features)
    features[PLACE] = before_it(cards, state, seat, np.int64(state[at.NUMBER]) + (moment == PLAYED))
    for number in range((cards[at.DECK_AT] - cards[at.EFFECTS_AT]) // at.EFFECT):
        stand(cards, prospect, seat, number, features[STANDING:MOMENT], 1)
    features[STANDING + 3] = clan_share(prospect.tallies, players, np.int64(at.ARAB), seat)
    features[STANDING + 4] = clan_share(prospect.tallies, players, np.int64(at.MONGOL), seat)
    features[MOMENT + moment] = 1
    features[TABLE_OF + players - 3] = 1


@outlined
def look_at_gone(cards: CardTable, state: State, seat: Int, features: Singles) -> None:
    """Write what will not come to the seat any more: such cards have left the game, or others have them for good."""
    types, market, removed = np.int64(cards[at.TYPES]), np.int64(cards[at.MARKET]), np.int64(cards[at.REMOVED_IN])
    gone, away = features[GONE:MOST], state[removed : removed + market]  # slices, so that many are added at once
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
def look_at_others(cards: CardTable, state: State, tallies: Room, seat: Int, features: Singles) -> None:
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
        features[MOST + number] = most
        features[BESIDE + number] = tallies[row + before] + tallies[row + after]
        features[AROUND + number] = around
    own, bravest, no_less = np.int64(state[at.STRENGTH + seat]), np.int64(0), np.int64(-1)
    for other in range(players):
        valour = np.int64(state[at.STRENGTH + other])
        no_less += valour >= own
        if other != seat:
            bravest = max(bravest, valour)
    features[BRAVE] = own
    features[BRAVE + 1] = bravest
    features[BRAVE + 2] = no_less


@kernel
def stand(cards: CardTable, prospect: Prospect, seat: Int, number: Int, standing: Singles, times: Int) -> None:
    """Add what an effect brings a seat as things stand, so many times, to its points and to those of traders."""
    tallies, owned = prospect
    players = np.int64(cards[at.PLAYERS])
    copies = owned[players * number + seat]
    if copies:
        effect = cards[at.EFFECTS_AT] + at.EFFECT * number
        if cards[effect + at.GROUPED]:
            copies = 1
        points = worth(cards, effect, tallies, players, seat)
        standing[0] += times * copies * points
        if cards[effect + at.KIND] == at.COMBO and points == 0:
            begin, length = np.int64(cards[effect + at.LIST]), np.int64(cards[effect + at.LENGTH_OF])
            missing = np.int64(0)
            for place in range(begin, begin + length):
                missing += max(np.int64(0), cards[place + length] - tallies[players * cards[place] + seat])
            if missing in (1, 2):
                standing[missing] += times * copies * cards[effect + at.POINTS]


@outlined
def look_before(workspace: Workspace, seat: Int, net: NetWorkspace) -> None:
    """Write what the net is told of a seat as it will be after its action, but for the card that it is about."""
    phase = workspace.state[at.PHASE]
    moment = OFFERED if phase == at.OFFER else TOOK if phase == at.TAKE else PLAYED
    look(workspace, seat, net, np.int64(moment))
    if phase == at.GAIN:
        for place in range(PLACES_TO_FETCH_FROM):
            if workspace.state[at.ERRAND] >> place & 1:
                net.features[PENDING + place] = workspace.state[at.LEFT] - 1


@kernel
def changes(workspace: Workspace, seat: Int, action: Int, net: NetWorkspace) -> Int:
    """Write what an action changes of what `look_before` shows: which numbers, and by how much; how many there are."""
    cards, phase, market = workspace.cards, workspace.state[at.PHASE], np.int64(workspace.cards[at.MARKET])
    card = card_of(cards, phase, action)
    found = np.int64(0)
    if phase != at.GAIN:
        found = note(net, found, IN_HAND + card, 1 if phase == at.TAKE else -1)
    if phase == at.OFFER:
        found = note(net, found, WARES + card, 1)
    elif phase == at.TAKE or (phase == at.GAIN and card < market):
        found = note(net, found, WARES + card, -1)
    stays = phase == at.PLAY and of_type(cards, card, at.ZONE) != at.HAND
    if stays or phase == at.GAIN:
        found = note(net, found, AREA + card, 1)
    if phase == at.GAIN and card >= market:
        found = note(net, found, STOCK + card - market, -1)
    if stays:  # it was in hand before: area and hand together stand as they did
        places, takes = of_type(cards, card, at.PLACES), of_type(cards, card, at.TAKES)
        for place in range(PLACES_TO_FETCH_FROM):
            if places >> place & 1:
                found = note(net, found, PENDING + place, takes)
        return found
    if phase == at.PLAY:  # thrown away
        found = note(net, found, GONE + card, 1)
    copies = np.int64(1) if phase in (at.TAKE, at.GAIN) else np.int64(-1)
    restand(cards, workspace.watch, workspace.prospect, seat, card, copies, net.features, net.standing)
    for which in range(STANDINGS):
        if net.standing[which] != 0:
            found = note(net, found, STANDING + which, net.standing[which])
    return found


@kernel
def note(net: NetWorkspace, found: Int, number: Int, how_much: Real) -> Int:
    """Write one more change; how many there are now."""
    net.changed[found] = number
    net.by[found] = how_much
    return found + 1


@outlined
def restand(
    cards: CardTable, watch: Watch, prospect: Prospect, seat: Int, card: Int, copies: Int, features: Singles,
    standing: Singles,
) -> None:  # fmt: skip
    """Write how much better than `features` tell a seat would stand with so many cards more in area and hand.

    It is called for every choice, and a call hands over each array of a workspace: so it takes no more than it needs.
    """
    players, clans = np.int64(cards[at.PLAYERS]), shows_clan(cards, card)
    for which in range(STANDINGS):
        standing[which] = 0.0
    for place in range(watch[card], watch[card + 1]):
        stand(cards, prospect, seat, np.int64(watch[place]), standing, -1)
    count(cards, prospect, seat, card, copies)
    for place in range(watch[card], watch[card + 1]):
        stand(cards, prospect, seat, np.int64(watch[place]), standing, 1)
    if clans:
        standing[3] = clan_share(prospect.tallies, players, np.int64(at.ARAB), seat) - features[STANDING + 3]
        standing[4] = clan_share(prospect.tallies, players, np.int64(at.MONGOL), seat) - features[STANDING + 4]
    count(cards, prospect, seat, card, -copies)


@kernel
def card_of(cards: CardTable, phase: Int, action: Int) -> Int:
    """The type of the card that an action offers, takes, plays or gains."""
    if phase == at.OFFER:
        return action
    if phase == at.TAKE:
        return action - cards[at.MARKET]
    card = action - 2 * np.int64(cards[at.MARKET])  # the types of palace and bazaar follow those of the market
    return card - cards[at.TYPES] if card >= cards[at.TYPES] else card
