"""Is this a record? What comes from outside is asked here once; the kernels that work on it trust it."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.layout import CardTable, Record, Room, State
from karat.amul.kernel.observe import deck_top
from karat.amul.kernel.order import of_type
from karat.amul.kernel.resample import unseen
from karat.amul.rules.rules import Rules
from karat.kernel.jit import Int, kernel, outlined

PROBLEMS = (
    "",
    "a round, phase or seat is none that there is",
    "the turn order is none, or nobody's turn is next in it",
    "a secret choice is no card, or there when it cannot be",
    "a hand is not sorted, holds what is no market card, or has the wrong size",
    "the market holds what is no market card, or fewer cards than are to be taken",
    "what was done holds what is no market card, or does not fit the round",
    "an effect is carried out that nobody played, or nothing lies where it takes from",
    "a count of cards is negative",
    "valour or letters do not fit the areas",
    "the deck holds what is no market card, or not as many as the round leaves",
    "there are more cards of a type than in this match, or some are missing",
    "a state was wanted, not a view",
    "a view was wanted, not a state",
    "what was done in earlier rounds is missing, so no world can be drawn",
    "somebody used cards that they cannot have had",
)
(
    FINE, BAD_HEAD, BAD_ORDER, BAD_CHOICE, BAD_HAND, BAD_WARES, BAD_HISTORY, BAD_ERRAND, BAD_COUNT, BAD_VALOUR,
    BAD_DECK, BAD_CARDS, NOT_STATE, NOT_VIEW, NO_HISTORY, NO_WORLD,
) = range(16)  # fmt: skip


_INT16, _INT64 = np.dtype(np.int16), np.dtype(np.int64)  # made once: numpy takes longer to make them than to compare


class BadArray(ValueError):
    """What is no record of a match by its rules, or not the kind of record that was wanted."""


def check_state(state: Record) -> CardTable:
    """Raise BadArray unless this is the record of a state; the cards that it is played with."""
    cards, words = check_array(state), state.words
    code = problem(cards, words, np.empty(cards[at.ROOM], _INT64))
    if code == FINE and words[at.SEAT] != at.NOTHING:
        code = NOT_STATE
    if code != FINE:
        raise BadArray(f"no record of Amul: {PROBLEMS[code]}")
    return cards


def check_view(view: Record) -> CardTable:
    """Raise BadArray unless this is a view from which worlds can be drawn; the cards that are played with."""
    cards, words = check_array(view), view.words
    room = np.empty(cards[at.ROOM], _INT64)
    code = problem(cards, words, room)
    if code == FINE and words[at.SEAT] == at.NOTHING:
        code = NOT_VIEW
    if code == FINE and not has_history(cards, words):
        code = NO_HISTORY
    if code == FINE and not has_world(cards, words, room):
        code = NO_WORLD
    if code != FINE:
        raise BadArray(f"no view of Amul: {PROBLEMS[code]}")
    return cards


def check_states(rules: Rules, states: State) -> None:
    """Raise BadArray, with its row, unless every row holds the words of a state."""
    if not isinstance(states, np.ndarray) or states.ndim != 2:
        raise BadArray("states of several matches are an array of two dimensions, a row each")
    for number, words in enumerate(states):
        try:
            check_state(Record(rules, words))
        except BadArray as bad:
            raise BadArray(f"row {number}: {bad}") from None


def check_array(record: Record) -> CardTable:
    """Raise BadArray unless this is a record whose words have the shape that its rules ask for; their cards."""
    if not isinstance(record, Record) or not isinstance(record.rules, Rules):
        raise BadArray(f"a record is a Record of rules and words, not {type(record).__name__}")
    rules, words = record
    cards = compile_cards(rules)
    size = int(cards[at.STATE])
    if not isinstance(words, np.ndarray) or words.dtype != _INT16 or words.shape != (size,):
        what = f"{words.dtype} {words.shape}" if isinstance(words, np.ndarray) else type(words).__name__
        raise BadArray(f"a record by these rules has an array of {size} words of int16, not {what}")
    if not words.flags.carray:  # in one piece, aligned, and can be written: asked in one go
        raise BadArray("the words of a record lie in one piece of memory and can be written")
    return cards


@outlined
def problem(cards: CardTable, record: State, room: Room) -> Int:
    """The first thing that is wrong with a record, any record at all; FINE if nothing is."""
    players, phase = np.int64(cards[at.PLAYERS]), record[at.PHASE]
    if not (1 <= record[at.NUMBER] <= at.ROUNDS and at.OFFER <= phase <= at.OVER and 0 <= record[at.EMIR] < players):
        return FINE if _awaits_deal(cards, record) else BAD_HEAD
    seat = record[at.SEAT]
    if not at.NOTHING <= seat <= at.ONLOOKER or players <= seat < at.ONLOOKER:
        return BAD_HEAD
    code = _bad_order(cards, record)  # each trusts what those before it have found to be sound
    if code == FINE:
        code = _bad_choices(cards, record)
    if code == FINE:
        code = _bad_hands(cards, record)
    if code == FINE:
        code = _bad_wares(cards, record)
    if code == FINE:
        code = _bad_history(cards, record)
    for word in range(at.AREAS, cards[at.DECK_IN]):
        if code == FINE and record[word] < 0:
            code = BAD_COUNT
    if code == FINE:
        code = _bad_errand(cards, record)
    if code == FINE:
        code = _bad_valour(cards, record)
    if code == FINE:
        code = _bad_deck(cards, record)
    return _bad_cards(cards, record, room) if code == FINE else code


@kernel
def _awaits_deal(cards: CardTable, record: State) -> bool:
    """Whether this is what `match.start` writes."""
    found = record[at.SEAT] == at.NOTHING
    for word in range(cards[at.STATE]):
        found &= word == at.SEAT or record[word] == 0
    return bool(found)


@kernel
def _is_card(cards: CardTable, word: Int) -> bool:
    """Whether a word is the number of a market type."""
    return bool(0 <= word < cards[at.MARKET])


@outlined
def _bad_order(cards: CardTable, record: State) -> Int:
    """Every seat once, and in turn somebody who is to act; a bare row at the end."""
    players, phase = np.int64(cards[at.PLAYERS]), record[at.PHASE]
    seats = np.int64(0)
    for place in range(at.SEATS):
        seat = np.int64(record[at.ORDER + place])
        if place >= players or phase == at.OVER:
            if seat != at.NOTHING:
                return BAD_ORDER
        elif not 0 <= seat < players or seats >> seat & 1:
            return BAD_ORDER
        else:
            seats |= np.int64(1) << seat
    in_turn = phase in (at.TAKE, at.GAIN)
    return FINE if 0 <= record[at.AT] < players and (in_turn or record[at.AT] == 0) else BAD_ORDER


@outlined
def _bad_choices(cards: CardTable, record: State) -> Int:
    """M13, M16: choices only in their phases, and never all of them."""
    players, phase = np.int64(cards[at.PLAYERS]), record[at.PHASE]
    laid = np.int64(0)
    for seat in range(at.SEATS):
        card = record[at.CHOSEN + seat]
        if card == at.NOTHING:
            continue
        hidden = record[at.SEAT] not in (at.NOTHING, seat)
        if seat >= players or (card != at.HIDDEN if hidden else not _is_card(cards, card)):
            return BAD_CHOICE
        laid += 1
    secret = phase in (at.OFFER, at.PLAY)
    fits = laid == record[at.LAID] and laid < players and (secret or laid == 0)
    return FINE if fits else BAD_CHOICE


@outlined
def _bad_hands(cards: CardTable, record: State) -> Int:
    """Sorted market cards, and room for those that will come."""
    players, phase = np.int64(cards[at.PLAYERS]), record[at.PHASE]
    most = at.HAND_SIZE if phase in (at.OFFER, at.PLAY) else at.HAND_SIZE - 1
    for seat in range(at.SEATS):
        size = np.int64(record[at.HELD + seat])
        if not 0 <= size <= at.HAND_SIZE or (size and (seat >= players or phase == at.OVER)):
            return BAD_HAND
        hidden = record[at.SEAT] not in (at.NOTHING, seat)
        before = np.int64(0)
        for place in range(at.HAND_SIZE):
            card = np.int64(record[at.HANDS + at.HAND_SIZE * seat + place])
            if place >= size:
                if card != at.NOTHING:
                    return BAD_HAND
            elif hidden:
                if card != at.HIDDEN:
                    return BAD_HAND
            elif not _is_card(cards, card) or card < before:
                return BAD_HAND
            before = card
        if seat < players:
            laid = record[at.CHOSEN + seat] != at.NOTHING
            secret = phase in (at.OFFER, at.PLAY)
            if (secret and not laid and size == 0) or (laid and size == at.HAND_SIZE):
                return BAD_HAND
            if phase == at.TAKE:  # M14: six for those who have taken
                continue
            if size > most:
                return BAD_HAND
    if phase == at.TAKE:
        for place in range(record[at.AT], players):
            if record[at.HELD + record[at.ORDER + place]] == at.HAND_SIZE:
                return BAD_HAND
    return FINE


@outlined
def _bad_wares(cards: CardTable, record: State) -> Int:
    """Market cards, as many as LYING says, and enough for those who are to take."""
    players, phase, lying = np.int64(cards[at.PLAYERS]), record[at.PHASE], record[at.LYING]
    if not 0 <= lying <= at.WARES or (phase == at.OFFER and lying + players > at.WARES):
        return BAD_WARES
    if (phase == at.TAKE and lying < players - record[at.AT]) or (phase == at.OVER and lying):
        return BAD_WARES
    for place in range(at.WARES):
        card, owner = record[at.WARE + place], record[at.OWNER + place]
        if place >= lying:
            if card != at.NOTHING or owner != at.NOTHING:
                return BAD_WARES
        elif not _is_card(cards, card) or not at.NOTHING <= owner < players:
            return BAD_WARES
    return FINE


@outlined
def _bad_history(cards: CardTable, record: State) -> Int:
    """Market cards, or nothing; nothing for seats that nobody has and for rounds and phases to come."""
    phase, number = record[at.PHASE], np.int64(record[at.NUMBER])
    for part, since in ((at.OFFERED, at.TAKE), (at.TAKEN, at.TAKE), (at.PLAYED, at.GAIN)):
        for past in range(at.ROUNDS):
            for seat in range(at.SEATS):
                card = record[part + at.SEATS * past + seat]
                if card == at.NOTHING:
                    continue
                to_come = past >= number or (past == number - 1 and phase < since)
                if seat >= cards[at.PLAYERS] or to_come or not _is_card(cards, card):
                    return BAD_HISTORY
    return FINE


@outlined
def _bad_errand(cards: CardTable, record: State) -> Int:
    """M21, M22: while effects are carried out, the played cards are known and the next one finds something."""
    phase = record[at.PHASE]
    if phase != at.GAIN:
        return FINE if record[at.ERRAND] == 0 and record[at.LEFT] == 0 else BAD_ERRAND
    now = at.PLAYED + at.SEATS * (record[at.NUMBER] - 1)
    for seat in range(cards[at.PLAYERS]):
        if record[now + seat] == at.NOTHING:
            return BAD_ERRAND
    played = np.int64(record[now + record[at.ORDER + record[at.AT]]])
    places, left = np.int64(record[at.ERRAND]), record[at.LEFT]
    if places <= 0 or places & ~of_type(cards, played, at.PLACES) or not 1 <= left <= of_type(cards, played, at.TAKES):
        return BAD_ERRAND
    palace, bazaar = False, False
    for stock in range(cards[at.STOCK_IN], cards[at.DECK_IN]):
        if stock < cards[at.STOCK_IN] + cards[at.PALACE]:
            palace |= record[stock] > 0
        else:
            bazaar |= record[stock] > 0
    found = at.PALACE_BIT * palace + at.BAZAAR_BIT * bazaar + at.MARKET_BIT * (record[at.LYING] > 0)
    return BAD_ERRAND if places & ~found else FINE


@outlined
def _bad_valour(cards: CardTable, record: State) -> Int:
    """M29, M31"""
    for seat in range(at.SEATS):
        strength, best = np.int64(0), np.int64(0)
        if seat < cards[at.PLAYERS]:
            for card in range(cards[at.TYPES]):
                copies = np.int64(record[at.AREAS + seat * cards[at.TYPES] + card])
                letter = of_type(cards, card, at.LETTER)
                strength += copies * of_type(cards, card, at.VALOUR)
                if copies and letter and (best == 0 or letter < best):
                    best = letter
        if record[at.STRENGTH + seat] != strength or record[at.BEST + seat] != best:
            return BAD_VALOUR
    return FINE


@outlined
def _bad_deck(cards: CardTable, record: State) -> Int:
    """What has left the deck is gone; the cards of the rounds to come are there."""
    players, top = np.int64(cards[at.PLAYERS]), deck_top(cards, record)
    needed = (at.ROUNDS - np.int64(record[at.NUMBER])) * (players + cards[at.TURNED_UP])
    ended = False
    for place in range(cards[at.DECK_IN], cards[at.STATE]):
        card = record[place]
        if place < top:
            if card != at.NOTHING:
                return BAD_DECK
        elif record[at.SEAT] != at.NOTHING:
            if card != at.HIDDEN:
                return BAD_DECK
        elif card == at.NOTHING:  # a position may leave out cards that nobody will see
            ended = True
            if place - top < needed:
                return BAD_DECK
        elif ended or not _is_card(cards, card):
            return BAD_DECK
    return FINE


@outlined
def _bad_cards(cards: CardTable, record: State, room: Room) -> Int:
    """M3: no more of a type than there are; in a view, as many unseen as there are places for them."""
    players, market = np.int64(cards[at.PLAYERS]), np.int64(cards[at.MARKET])
    counts = room[:market]
    for card in range(market, cards[at.TYPES]):
        copies = np.int64(record[cards[at.STOCK_IN] + card - market])
        for seat in range(players):
            copies += record[at.AREAS + seat * cards[at.TYPES] + card]
        if copies > of_type(cards, card, at.COPIES):
            return BAD_CARDS
    if record[at.SEAT] != at.NOTHING:
        unseen(cards, record, counts)
        total = np.int64(0)
        for card in range(market):
            total += counts[card]
            if counts[card] < 0:
                return BAD_CARDS
        places = cards[at.STATE] - deck_top(cards, record)
        if record[at.PHASE] != at.OVER:
            others = players if record[at.SEAT] == at.ONLOOKER else players - 1
            places += others * (at.START_SIZE + record[at.NUMBER])
        return FINE if total == places or not has_history(cards, record) else BAD_CARDS
    for card in range(market):
        counts[card] = of_type(cards, card, at.COPIES) - record[cards[at.REMOVED_IN] + card]
        for seat in range(players):
            counts[card] -= record[at.AREAS + seat * cards[at.TYPES] + card]
    for place in range(cards[at.STATE]):
        held = at.CHOSEN <= place < at.STRENGTH or at.HANDS <= place < at.OWNER or place >= cards[at.DECK_IN]
        if held and record[place] != at.NOTHING:
            counts[record[place]] -= 1
    for card in range(market):
        if counts[card] < 0:
            return BAD_CARDS
    return FINE


@outlined
def has_history(cards: CardTable, record: State) -> bool:
    """Whether all that was done stands in the record."""
    number, phase = np.int64(record[at.NUMBER]), record[at.PHASE]
    for seat in range(cards[at.PLAYERS]):
        for past in range(number):
            entry = at.SEATS * past + seat
            now = past == number - 1
            if record[at.OFFERED + entry] == at.NOTHING and not (now and phase == at.OFFER):
                return False
            if record[at.PLAYED + entry] == at.NOTHING and not (now and phase <= at.PLAY):
                return False
            if record[at.TAKEN + entry] == at.NOTHING and not (now and phase <= at.TAKE):
                return False
    if phase == at.TAKE:
        for place in range(record[at.AT]):
            if record[at.TAKEN + at.SEATS * (number - 1) + record[at.ORDER + place]] == at.NOTHING:
                return False
    return True


@outlined
def has_world(cards: CardTable, view: State, room: Room) -> bool:
    """Whether any deal fits a view that has its history: sizes of hands, and what others must have been dealt."""
    if view[at.PHASE] == at.OVER:
        return True
    market = np.int64(cards[at.MARKET])
    counts, known = room[:market], room[market : 2 * market]
    unseen(cards, view, counts)
    for seat in range(cards[at.PLAYERS]):
        known[:] = 0
        held, needed = np.int64(at.START_SIZE), np.int64(0)
        for past in range(view[at.NUMBER]):
            held += 1
            for part in (at.OFFERED, at.TAKEN, at.PLAYED):
                card = np.int64(view[part + at.SEATS * past + seat])
                if card == at.NOTHING:
                    continue
                held += 1 if part == at.TAKEN else -1
                if part == at.TAKEN:
                    known[card] += 1
                elif known[card] > 0:
                    known[card] -= 1
                elif seat != view[at.SEAT]:
                    counts[card] -= 1
                    needed += 1
                    if counts[card] < 0 or needed > at.START_SIZE + past + 1:
                        return False
        if held != view[at.HELD + seat] + (view[at.CHOSEN + seat] != at.NOTHING):
            return False
    return True
