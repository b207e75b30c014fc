"""Is this array a record? What comes from outside is asked here once; the kernels that work on it trust it."""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record, gold_word
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


def check_state(state: Record) -> None:
    """Raise BadArray unless this is the record of a state."""
    _check(state, wants_view=False)


def check_view(view: Record) -> None:
    """Raise BadArray unless this is the view of a seat or of an onlooker."""
    _check(view, wants_view=True)


def check_states(states: Record) -> None:
    """Raise BadArray, with its row, unless every row is the record of a state."""
    if not isinstance(states, np.ndarray) or states.ndim != 2:
        raise BadArray("states of several matches are an array of two dimensions, a row each")
    for number, state in enumerate(states):
        try:
            check_state(state)
        except BadArray as bad:
            raise BadArray(f"row {number}: {bad}") from None


def _check(record: Record, *, wants_view: bool) -> None:
    # Anything may come from outside: mypy's word for it is not enough.
    if not isinstance(record, np.ndarray) or record.dtype != _INT64 or record.shape != (at.WORDS,):
        what = f"{record.dtype} {record.shape}" if isinstance(record, np.ndarray) else type(record).__name__
        raise BadArray(f"a record is an array of {at.WORDS} words of int64, not {what}")
    if not record.flags.carray:  # in one piece, aligned, and can be written: asked in one go
        raise BadArray("a record lies in one piece of memory and can be written")
    code = misfit(record, wants_view)
    if code != FINE:
        raise BadArray(f"no record of Aurum: {PROBLEMS[code]}")


@outlined
def misfit(record: Record, wants_view: bool) -> Int:
    """As `problem`, and that it is the kind of record that was wanted: one call from Python."""
    code = problem(record)
    if code == FINE and wants_view != (record[at.SEAT] >= 0):
        return NOT_VIEW if wants_view else NOT_STATE
    return code


@outlined
def problem(record: Record) -> Int:
    """The first thing that is wrong with a record, any record at all; FINE if nothing is."""
    if not (3 <= record[at.PLAYERS] <= 4 and 0 <= record[at.EDITION] <= 2 and 0 <= record[at.VARIANTS] <= 3):
        return BAD_RULES
    if not at.AWAITS_DEAL <= record[at.PHASE] <= at.OVER:
        return BAD_RULES
    players, running = record[at.PLAYERS], at.BIDDING <= record[at.PHASE] <= at.PLAYING
    for word in (at.FIRST, at.TURN, at.ENDED_BY):
        if not -1 <= record[word] < players:
            return BAD_SEAT
    if not (0 <= record[at.LEADER] < players and -1 <= record[at.SEAT] <= at.ONLOOKER):
        return BAD_SEAT
    if players == 3 and record[at.SEAT] == 3:
        return BAD_SEAT
    if players == 3:
        for row in (at.HAND, at.KNOWN, at.STOCK, at.OUT, at.TRICKS, at.SIZES):
            if record[row + 3] != 0:
                return NOT_EMPTY
        if record[at.BID + 3] != -1:
            return NOT_EMPTY
    elif record[at.NUGGETS + 2] != 0 or record[at.TOTALS + 2] != 0 or record[at.POINTS + 2] != 0:
        return NOT_EMPTY
    for row in (at.NUGGETS, at.TOTALS, at.POINTS):
        for side in range(3):
            if not 0 <= record[row + side] < LARGEST:
                return BAD_COUNT
    for seat in range(4):
        if not (0 <= record[at.TRICKS + seat] <= 12 and 0 <= record[at.SIZES + seat] <= 12):
            return BAD_COUNT
    if not 0 <= record[at.ROUNDS] < LARGEST:
        return BAD_COUNT
    all_sides = 3 if players == 4 else 7
    if (record[at.WINNERS] != 0) != (record[at.PHASE] == at.OVER) or not 0 <= record[at.WINNERS] <= all_sides:
        return BAD_WINNERS
    if running and (record[at.ENDED_BY] != -1 or record[at.FIRST] < 0):
        return BAD_SEAT
    if not running and record[at.TURN] != -1:
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
    players = record[at.PLAYERS]
    deck = np.int64(at.ALL_4 if players == 4 else at.ALL_3)
    seen, count = record[at.ASIDE], popcount(record[at.ASIDE])
    if record[at.ASIDE] & ~deck:
        return np.int64(BAD_SET)
    unbid = hidden = np.int64(0)
    for seat in range(players):
        for row in (at.HAND, at.OUT, at.KNOWN):
            if record[row + seat] & ~deck:
                return np.int64(BAD_SET)
        bid = record[at.BID + seat]
        if not at.HIDDEN <= bid < BASE or (bid >= 0 and not deck >> bid & 1):
            return np.int64(BAD_BID)
        if bid == at.HIDDEN:
            hidden += 1
            if record[at.SEAT] < 0 or record[at.SEAT] == seat or players == 4 or record[at.PHASE] != at.BIDDING:
                return np.int64(BAD_BID)
        elif bid >= 0:
            seen |= at.ONE << bid
            count += 1
        else:
            unbid += 1
        seen |= record[at.HAND + seat] | record[at.OUT + seat]
        count += popcount(record[at.HAND + seat]) + popcount(record[at.OUT + seat])
        if record[at.KNOWN + seat] & ~record[at.HAND + seat]:
            return np.int64(BAD_KNOWN)
    if (record[at.PHASE] == at.BIDDING) != (running and unbid > 0) or (not running and 0 < unbid < players):
        return np.int64(BAD_BID)
    if count != popcount(seen):
        return np.int64(BAD_CARDS)
    dealt = running or record[at.ROUNDS] > 0
    if record[at.SEAT] < 0 and seen != (deck if dealt else 0):
        return np.int64(BAD_CARDS)
    return _bad_trick(record)


@outlined
def _bad_trick(record: Record) -> Int:
    """A5: a base card in front, no metal twice, nothing behind the last card."""
    players, played = record[at.PLAYERS], record[at.PLAYED]
    if not 0 <= played < players or (played > 0 and record[at.PHASE] != at.PLAYING):
        return np.int64(BAD_TRICK)
    bars = np.int64(0)
    for place in range(4):
        card = record[at.TRICK + place]
        if place >= played:
            if card != -1:
                return np.int64(BAD_TRICK)
            continue
        if not 0 <= card < BASE + 9 or (place == 0 and card >= BASE):
            return np.int64(BAD_TRICK)
        if card < BASE:
            seat = (record[at.LEADER] + place) % players
            if bars >> card & 1 or not record[at.OUT + seat] >> card & 1:
                return np.int64(BAD_TRICK)
            bars |= at.BARS[card]
    return np.int64(FINE)


@outlined
def _bad_gold(record: Record) -> Int:
    """A1.2: no more of a rank than there is."""
    every = record[at.SUPPLY]
    if every < 0 or every >> 36:
        return np.int64(BAD_SET)
    for seat in range(record[at.PLAYERS]):
        if record[at.STOCK + seat] < 0 or record[at.STOCK + seat] >> 36:
            return np.int64(BAD_SET)
    for rank in range(9):
        copies = record[at.SUPPLY] >> 4 * rank & 15
        for seat in range(record[at.PLAYERS]):
            copies += record[at.STOCK + seat] >> 4 * rank & 15
        for place in range(record[at.PLAYED]):
            copies += record[at.TRICK + place] == BASE + rank
        if copies > _COPIES >> 4 * rank & 15:
            return np.int64(BAD_GOLD)
    return np.int64(FINE)


@outlined
def _bad_turn(record: Record) -> Int:
    """Whose turn it is, and who may yet change a bid."""
    players, asked, turn = record[at.PLAYERS], record[at.ASKED], record[at.TURN]
    if (asked != 0) != (record[at.PHASE] == at.CHANGING) or asked >> players:
        return np.int64(BAD_ASKED)
    expected = (record[at.LEADER] + record[at.PLAYED]) % players
    if record[at.PHASE] == at.BIDDING:
        expected = record[at.LEADER] if players == 4 else np.int64(0)
        while record[at.BID + expected] != -1:
            expected = (expected + 1) % players
    elif record[at.PHASE] == at.CHANGING:
        for seat in range(players):
            holds = record[at.HAND + seat] if record[at.SEAT] < 0 else record[at.SIZES + seat]
            if asked >> seat & 1 and (holds == 0 or record[at.STOCK + seat] == 0):
                return np.int64(BAD_ASKED)
        while not asked >> expected & 1:
            expected = (expected + 1) % players
    return np.int64(FINE if turn == expected else BAD_TURN)


@outlined
def _bad_sizes(record: Record) -> Int:
    """In a view, as many cards are unseen as there are places for them."""
    places = np.int64(0)
    for seat in range(record[at.PLAYERS]):
        if record[at.SEAT] < 0:
            if record[at.SIZES + seat] != 0:
                return np.int64(BAD_SIZES)
            continue
        wanted = record[at.SIZES + seat] - popcount(record[at.HAND + seat])
        if wanted < 0 or (seat == record[at.SEAT] and wanted != 0):
            return np.int64(BAD_SIZES)
        places += wanted + (record[at.BID + seat] == at.HIDDEN)
    bare = not at.BIDDING <= record[at.PHASE] <= at.PLAYING and record[at.BID] == -1
    return np.int64(FINE if record[at.SEAT] < 0 or bare or places == popcount(unseen(record)) else BAD_SIZES)
