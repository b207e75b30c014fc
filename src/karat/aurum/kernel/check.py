"""Is this array a record? What comes from outside is asked here once; the kernels that work on it trust it."""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel.layout import (
    ALL_3,
    ALL_4,
    ASIDE,
    ASKED,
    AWAITS_DEAL,
    BARS,
    BID,
    BIDDING,
    CHANGING,
    EDITION,
    ENDED_BY,
    FIRST,
    HAND,
    HIDDEN,
    KNOWN,
    LEADER,
    NUGGETS,
    ONE,
    ONLOOKER,
    OUT,
    OVER,
    PHASE,
    PLAYED,
    PLAYERS,
    PLAYING,
    POINTS,
    ROUNDS,
    SEAT,
    SIZES,
    STOCK,
    SUPPLY,
    TOTALS,
    TRICK,
    TRICKS,
    TURN,
    VARIANTS,
    WINNERS,
    WORDS,
    Record,
    gold_word,
)
from karat.aurum.kernel.resample import unseen
from karat.aurum.rules.cards import GOLD_COPIES
from karat.aurum.rules.codec import BASE
from karat.kernel.bits import popcount
from karat.kernel.jit import Int, outlined

PROBLEMS = (
    "",
    "players, edition, variants or phase are none that there are",
    "a seat is none of the table's",
    "the last seat or side is not empty, though nobody sits there",
    "a count is negative or too large",
    "the winners do not fit the phase",
    "a set holds what is no card of this game",
    "a bid is no card, or there when it cannot be",
    "the trick does not fit the phase or the rules (A5)",
    "a base card lies in two places, or in none",
    "a known card is not in its hand",
    "there is more gold of a rank than in the box (A1.2)",
    "who is asked to change a bid does not fit the table (A4)",
    "it is not that seat's turn",
    "the hidden cards do not fit the sizes of the hands",
    "a state was wanted, not a view",
    "a view was wanted, not a state",
)
(
    FINE, BAD_RULES, BAD_SEAT, NOT_EMPTY, BAD_COUNT, BAD_WINNERS, BAD_SET, BAD_BID, BAD_TRICK, BAD_CARDS,
    BAD_KNOWN, BAD_GOLD, BAD_ASKED, BAD_TURN, BAD_SIZES, NOT_STATE, NOT_VIEW,
) = range(17)  # fmt: skip

LARGEST = 1 << 40
_COPIES = gold_word(GOLD_COPIES)
_INT64 = np.dtype(np.int64)  # made once: numpy takes longer to make it than to compare it


class BadArray(ValueError):
    """An array that is no record of a match of Aurum, or not the kind of record that was wanted."""


def check_state(record: Record) -> None:
    """Raise BadArray unless this is the record of a state."""
    _check(record, wants_view=False)


def check_view(record: Record) -> None:
    """Raise BadArray unless this is the view of a seat or of an onlooker."""
    _check(record, wants_view=True)


def check_states(records: Record) -> None:
    """Raise BadArray, with its row, unless every row is the record of a state."""
    if not isinstance(records, np.ndarray) or records.ndim != 2:
        raise BadArray("records of several matches are an array of two dimensions, a row each")
    for number, record in enumerate(records):
        try:
            check_state(record)
        except BadArray as bad:
            raise BadArray(f"row {number}: {bad}") from None


def _check(record: Record, *, wants_view: bool) -> None:
    # Anything may come from outside: mypy's word for it is not enough.
    if not isinstance(record, np.ndarray) or record.dtype != _INT64 or record.shape != (WORDS,):
        what = f"{record.dtype} {record.shape}" if isinstance(record, np.ndarray) else type(record).__name__
        raise BadArray(f"a record is an array of {WORDS} words of int64, not {what}")
    if not record.flags.carray:  # in one piece, aligned, and can be written: asked in one go
        raise BadArray("a record lies in one piece of memory and can be written")
    code = misfit(record, wants_view)
    if code != FINE:
        raise BadArray(f"no record of Aurum: {PROBLEMS[code]}")


@outlined
def misfit(record: Record, wants_view: bool) -> Int:
    """As `problem`, and that it is the kind of record that was wanted: one call from Python."""
    code = problem(record)
    if code == FINE and wants_view != (record[SEAT] >= 0):
        return NOT_VIEW if wants_view else NOT_STATE
    return code


@outlined
def problem(record: Record) -> Int:
    """The first thing that is wrong with a record, any record at all; FINE if nothing is."""
    if not (3 <= record[PLAYERS] <= 4 and 0 <= record[EDITION] <= 2 and 0 <= record[VARIANTS] <= 3):
        return BAD_RULES
    if not AWAITS_DEAL <= record[PHASE] <= OVER:
        return BAD_RULES
    players, running = record[PLAYERS], BIDDING <= record[PHASE] <= PLAYING
    for word in (FIRST, TURN, ENDED_BY):
        if not -1 <= record[word] < players:
            return BAD_SEAT
    if not (0 <= record[LEADER] < players and -1 <= record[SEAT] <= ONLOOKER):
        return BAD_SEAT
    if players == 3 and record[SEAT] == 3:
        return BAD_SEAT
    if players == 3:
        for row in (HAND, KNOWN, STOCK, OUT, TRICKS, SIZES):
            if record[row + 3] != 0:
                return NOT_EMPTY
        if record[BID + 3] != -1:
            return NOT_EMPTY
    elif record[NUGGETS + 2] != 0 or record[TOTALS + 2] != 0 or record[POINTS + 2] != 0:
        return NOT_EMPTY
    for row in (NUGGETS, TOTALS, POINTS):
        for side in range(3):
            if not 0 <= record[row + side] < LARGEST:
                return BAD_COUNT
    for seat in range(4):
        if not (0 <= record[TRICKS + seat] <= 12 and 0 <= record[SIZES + seat] <= 12):
            return BAD_COUNT
    if not 0 <= record[ROUNDS] < LARGEST:
        return BAD_COUNT
    if (record[WINNERS] != 0) != (record[PHASE] == OVER) or not 0 <= record[WINNERS] < 1 << (2 if players == 4 else 3):
        return BAD_WINNERS
    if running and (record[ENDED_BY] != -1 or record[FIRST] < 0):
        return BAD_SEAT
    if not running and record[TURN] != -1:
        return BAD_TURN
    code = _bad_cards(record, running)
    if code != FINE:
        return code
    code = _bad_gold(record)
    if code != FINE:
        return code
    code = _bad_turn(record) if running else np.int64(FINE)
    if code != FINE:
        return code
    return _bad_sizes(record)


@outlined
def _bad_cards(record: Record, running: bool) -> Int:
    """Base cards: each in one place, and none missing while a round is played."""
    players = record[PLAYERS]
    deck = np.int64(ALL_4 if players == 4 else ALL_3)
    seen, count = record[ASIDE], popcount(record[ASIDE])
    if record[ASIDE] & ~deck:
        return np.int64(BAD_SET)
    unbid = hidden = np.int64(0)
    for seat in range(players):
        for row in (HAND, OUT, KNOWN):
            if record[row + seat] & ~deck:
                return np.int64(BAD_SET)
        bid = record[BID + seat]
        if not HIDDEN <= bid < BASE or (bid >= 0 and not deck >> bid & 1):
            return np.int64(BAD_BID)
        if bid == HIDDEN:
            hidden += 1
            if record[SEAT] < 0 or record[SEAT] == seat or players == 4 or record[PHASE] != BIDDING:
                return np.int64(BAD_BID)
        elif bid >= 0:
            seen |= ONE << bid
            count += 1
        else:
            unbid += 1
        seen |= record[HAND + seat] | record[OUT + seat]
        count += popcount(record[HAND + seat]) + popcount(record[OUT + seat])
        if record[KNOWN + seat] & ~record[HAND + seat]:
            return np.int64(BAD_KNOWN)
    if (record[PHASE] == BIDDING) != (running and unbid > 0) or (not running and 0 < unbid < players):
        return np.int64(BAD_BID)
    if count != popcount(seen):
        return np.int64(BAD_CARDS)
    dealt = running or record[ROUNDS] > 0
    if record[SEAT] < 0 and seen != (deck if dealt else 0):
        return np.int64(BAD_CARDS)
    return _bad_trick(record)


@outlined
def _bad_trick(record: Record) -> Int:
    """A5: a base card in front, no metal twice, nothing behind the last card."""
    players, played = record[PLAYERS], record[PLAYED]
    if not 0 <= played < players or (played > 0 and record[PHASE] != PLAYING):
        return np.int64(BAD_TRICK)
    bars = np.int64(0)
    for place in range(4):
        card = record[TRICK + place]
        if place >= played:
            if card != -1:
                return np.int64(BAD_TRICK)
            continue
        if not 0 <= card < BASE + 9 or (place == 0 and card >= BASE):
            return np.int64(BAD_TRICK)
        if card < BASE:
            seat = (record[LEADER] + place) % players
            if bars >> card & 1 or not record[OUT + seat] >> card & 1:
                return np.int64(BAD_TRICK)
            bars |= BARS[card]
    return np.int64(FINE)


@outlined
def _bad_gold(record: Record) -> Int:
    """A1.2: no more of a rank than there is."""
    every = record[SUPPLY]
    if every < 0 or every >> 36:
        return np.int64(BAD_SET)
    for seat in range(record[PLAYERS]):
        if record[STOCK + seat] < 0 or record[STOCK + seat] >> 36:
            return np.int64(BAD_SET)
    for rank in range(9):
        copies = record[SUPPLY] >> 4 * rank & 15
        for seat in range(record[PLAYERS]):
            copies += record[STOCK + seat] >> 4 * rank & 15
        for place in range(record[PLAYED]):
            copies += record[TRICK + place] == BASE + rank
        if copies > _COPIES >> 4 * rank & 15:
            return np.int64(BAD_GOLD)
    return np.int64(FINE)


@outlined
def _bad_turn(record: Record) -> Int:
    """Whose turn it is, and who may yet change a bid."""
    players, asked, turn = record[PLAYERS], record[ASKED], record[TURN]
    if (asked != 0) != (record[PHASE] == CHANGING) or asked >> players:
        return np.int64(BAD_ASKED)
    expected = (record[LEADER] + record[PLAYED]) % players
    if record[PHASE] == BIDDING:
        expected = record[LEADER] if players == 4 else np.int64(0)
        while record[BID + expected] != -1:
            expected = (expected + 1) % players
    elif record[PHASE] == CHANGING:
        for seat in range(players):
            holds = record[HAND + seat] if record[SEAT] < 0 else record[SIZES + seat]
            if asked >> seat & 1 and (holds == 0 or record[STOCK + seat] == 0):
                return np.int64(BAD_ASKED)
        while not asked >> expected & 1:
            expected = (expected + 1) % players
    return np.int64(FINE if turn == expected else BAD_TURN)


@outlined
def _bad_sizes(record: Record) -> Int:
    """In a view, as many cards are unseen as there are places for them."""
    places = np.int64(0)
    for seat in range(record[PLAYERS]):
        if record[SEAT] < 0:
            if record[SIZES + seat] != 0:
                return np.int64(BAD_SIZES)
            continue
        wanted = record[SIZES + seat] - popcount(record[HAND + seat])
        if wanted < 0 or (seat == record[SEAT] and wanted != 0):
            return np.int64(BAD_SIZES)
        places += wanted + (record[BID + seat] == HIDDEN)
    bare = not BIDDING <= record[PHASE] <= PLAYING and record[BID] == -1
    return np.int64(FINE if record[SEAT] < 0 or bare or places == popcount(unseen(record)) else BAD_SIZES)
