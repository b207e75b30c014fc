"""The net for Aurum: what a moment of a round is worth to a seat, from what that seat may know.

An action is judged by the moment after it: `evaluate_actions` makes each move on a copy of the record, which is exact
as far as cards that lie open decide (a full trick is resolved, the end of a round is scored and not guessed), and asks
the net about the rest. So bids, bid changes, cards and the end of a round are all judged alike.

**For search and bots** there are two kernels, to be called from compiled code or from Python. Both take a *state*, a
record in which every hand is full; for a view, fill the other hands in any way first (`resample`), as nothing that the
seat cannot know is read. `net` is a NetWorkspace, which `make_net_workspace` makes of a net's weights.

| kernel                                   | writes                                                              |
|------------------------------------------|---------------------------------------------------------------------|
| `evaluate(state, seat, net, out)`        | `out[HEADS]`: one moment                                            |
| `evaluate_actions(state, seat, net, out)`| by legal action, ascending: its number in `out.actions`, its heads  |
|                                          | in `out.values`; `make_action_values` makes room for them           |

`evaluate` takes any seat at any moment, whoever is to act, and finished rounds too, which get their true result: a leaf
of a search is worth `out[WIN]` to the side of `seat`, and with three players `out[NEXT_WIN]` to the next seat clockwise
and the rest to the third. `evaluate_actions` returns how many legal actions there are; `seat` must owe one. Both keep
`state` as it was.

| head       | number | is                                                                                        |
|------------|--------|-------------------------------------------------------------------------------------------|
| WIN        | 0      | the share of the round's win for the seat's side, 0 to 1                                  |
| MARGIN     | 1      | its points less those of the best other side                                              |
| EXACTLY    | 2      | the chance that it takes exactly the tricks that it has bid in the end                    |
| AT_LEAST   | 3      | the chance that it takes at least those                                                   |
| NEXT_WIN   | 4      | the share of the win for the side that comes next clockwise                               |
| POINTS     | 5      | the points of the seat's side                                                             |
| NEXT_EXACT | 6      | as EXACTLY, for the next side                                                             |
| NEXT_POINTS| 7      | as POINTS, for the next side                                                              |

**The net.** The numbers of the whole table (features.py) go through one layer into TABLE units, and into METAL
more that are a common ground for the metals: each metal adds its own word to that ground, by the same weights for all
five, and what comes out is summed up. The table's units and that sum go through a layer of SECOND units to the heads.
Units are max(0, .). Of the first layer only columns whose number is not 0 are added, and for an action only those that
differ from the moment before it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL, count_of, lying, nth_of, options_of
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import round_winners, side_bid, side_of, side_tricks, sides
from karat.aurum.net.features import FEATURES, METAL_FEATURES, METALS, Floats, look
from karat.kernel.aligned import aligned
from karat.kernel.bits import lowest, popcount
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.rows import (
    BROAD,
    FEW,
    NARROW,
    SCANNED,
    WIDE,
    ChangedNumbers,
    Chosen,
    Columns,
    SumRow,
    add_broad_changes,
    add_few_changes,
    add_narrow_changes,
    add_rectified,
    add_wide,
)

Plain: TypeAlias = tuple[Any, ...]

TABLE, METAL, SECOND, HEADS = 128, 64, 32, 8
FIRST = TABLE + METAL
assert (FIRST % BROAD, TABLE % WIDE, METAL, SECOND, HEADS) == (0, 0, WIDE, NARROW, FEW)  # noqa: S101 -- as rows are added
WIN, MARGIN, EXACTLY, AT_LEAST, NEXT_WIN, POINTS_HEAD, NEXT_EXACT, NEXT_POINTS = range(HEADS)
IN_POINTS = np.array([head in {MARGIN, POINTS_HEAD, NEXT_POINTS} for head in range(HEADS)])
"""Which heads are points; all others are chances."""
POINT = 10.0
"""Heads of points are learned in tens."""

SHAPES = {
    "table": (FEATURES, FIRST),
    "table_bias": (FIRST,),
    "metal": (METAL_FEATURES, METAL),
    "second": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "heads": (SECOND, HEADS),
    "heads_bias": (HEADS,),
}
"""The parts of the weights, one after the other, row by row: from what, to what."""
SIZES = [math.prod(shape) for shape in SHAPES.values()]
BEGINS = dict(zip(SHAPES, np.cumsum([0, *SIZES[:-1]]).tolist(), strict=True))
NUMBERS = sum(SIZES)
"""How many weights there are."""
_TABLE, _TABLE_BIAS, _METAL, _SECOND, _SECOND_BIAS, _HEADS, _HEADS_BIAS = BEGINS.values()

ROOM = -(-FEATURES // SCANNED) * SCANNED
"""For the features of a moment, with zeros behind."""
BLOCKS, LAST_FEATURES, ALL_OF_THEM = ROOM // SCANNED, (1 << (FEATURES - (ROOM - SCANNED))) - 1, -1
"""Of the last that are compared at once, those that are features: in a position that no match comes to, such as one
seat with forty cards, counts reach into the zeros."""

# Room to work in. The first layer before max(0, .) is kept for the moment at hand and for the one looked at.
_X, _X_NEW = 0, ROOM
_SUMS = 2 * ROOM
_SUMS_NEW = _SUMS + FIRST + METALS * METAL
_UNITS = _SUMS_NEW + FIRST + METALS * METAL
_HIDDEN = _UNITS + FIRST
_FACTORS = _HIDDEN + SCANNED
_ZEROS = _FACTORS + METAL_FEATURES + 2
FLOATS = _ZEROS + max(ROOM, FIRST)
_WORDS_NEW = METALS
_RECORD = 2 * METALS
_BEGINS = _RECORD + at.WORDS
NET_WORDS = _BEGINS + METAL_FEATURES + 2


class NetWorkspace(NamedTuple):
    """The weights of a net, and what the kernels that ask it work in; one for each thread."""

    weights: Floats
    floats: Floats
    """The layers of two moments, from _X on; behind the hidden units and from _ZEROS on all stays 0."""
    words: Record
    """The metals of two moments, the record of the second, and where rows of the metals' weights begin."""


# Three arrays and no more: every kernel that is not inlined is handed all of them, word by word.


def make_net_workspace(weights: Floats) -> NetWorkspace:
    return NetWorkspace(weights, aligned(np.zeros(FLOATS, np.float32)), np.zeros(NET_WORDS, np.int64))


class ActionValues(NamedTuple):
    """The legal actions of a seat, ascending, and the heads of each."""

    actions: Record
    values: Floats


def make_action_values() -> ActionValues:
    return ActionValues(np.zeros(MOST_LEGAL, np.int64), np.zeros((MOST_LEGAL, HEADS), np.float32))


@kernel
def _add_bits(word: Int, signs: Int, net: NetWorkspace, sums: Floats, to: Int) -> None:
    """Add, for each bit of the word of a metal, what it weighs; less it, where `signs` has none."""
    begins, factors = net.words[_BEGINS:NET_WORDS], net.floats[_FACTORS:_ZEROS]
    count = np.int64(0)
    while word:
        bit = lowest(word)
        begins[count], factors[count] = _METAL + bit * METAL, 1 if signs >> bit & 1 else -1
        count += 1
        word &= word - 1
    add_wide(Chosen(net.weights, begins, factors, count), 0, sums, to)


@outlined
def _first_layer(net: NetWorkspace) -> None:
    """The first layer of the moment at hand."""
    metals, sums, weights = net.words[:METALS], net.floats[_SUMS:_SUMS_NEW], net.weights
    numbers = ChangedNumbers(net.floats[_ZEROS:], net.floats[_X:_X_NEW], BLOCKS, LAST_FEATURES)
    for shift in range(0, FIRST, BROAD):
        add_broad_changes(
            Columns(weights, _TABLE + shift, FIRST), numbers, SumRow(weights, _TABLE_BIAS + shift, sums, shift)
        )
    for place in range(FIRST, FIRST + METALS * METAL):
        sums[place] = 0
    for metal in range(METALS):
        _add_bits(metals[metal], metals[metal], net, sums, FIRST + metal * METAL)


@outlined
def _first_layer_after(net: NetWorkspace) -> Int:
    """That of the moment that is looked at, from the one at hand, which differs in little.

    Sums of metals are written if there is a difference; which those are, as bits.
    """
    before_metals, before = net.words[:METALS], net.floats[_SUMS:_SUMS_NEW]
    metals, sums = net.words[_WORDS_NEW:_RECORD], net.floats[_SUMS_NEW:_UNITS]
    numbers = ChangedNumbers(net.floats[_X:_X_NEW], net.floats[_X_NEW:_SUMS], BLOCKS, LAST_FEATURES)
    for shift in range(0, FIRST, BROAD):
        columns = Columns(net.weights, _TABLE + shift, FIRST)
        add_broad_changes(columns, numbers, SumRow(before, shift, sums, shift))
    written = np.int64(0)
    for metal in range(METALS):
        if metals[metal] != before_metals[metal]:
            begin = FIRST + metal * METAL
            for place in range(begin, begin + METAL):
                sums[place] = before[place]
            _add_bits(metals[metal] ^ before_metals[metal], metals[metal], net, sums, begin)
            written |= at.ONE << metal
    return written


@outlined
def _from_sums(begin: Int, written: Int, net: NetWorkspace, out: Floats) -> None:
    """The rest of the net, from the first layer on: the sums from `begin` on, and those of metals where written.

    The heads are written as they come out of it, for `finished`.
    """
    weights, zeros = net.weights, net.floats[_ZEROS:]
    units, hidden, places = net.floats[_UNITS:_HIDDEN], net.floats[_HIDDEN:_FACTORS], net.words[_BEGINS:NET_WORDS]
    places[0] = _ZEROS
    for shift in range(0, TABLE, WIDE):
        add_rectified(net.floats, begin + shift, _UNITS + shift, places, 1)
    for metal in range(METALS):
        places[metal] = (_SUMS_NEW if written >> metal & 1 else _SUMS) + FIRST + metal * METAL
    add_rectified(net.floats, begin + TABLE, _UNITS + TABLE, places, METALS)
    add_narrow_changes(
        Columns(weights, _SECOND, SECOND),
        ChangedNumbers(zeros, units, FIRST // SCANNED, ALL_OF_THEM),
        SumRow(weights, _SECOND_BIAS, hidden, 0),
    )
    for unit in range(SECOND):
        hidden[unit] = max(hidden[unit], np.float32(0))
    add_few_changes(
        Columns(weights, _HEADS, HEADS),
        ChangedNumbers(zeros, hidden, 1, ALL_OF_THEM),
        SumRow(weights, _HEADS_BIAS, out, 0),
    )


@kernel
def finished(head: Int, number: Int) -> Int:
    """A head from what came out of the net: points, or a chance."""
    if IN_POINTS[head]:
        return number * np.float32(POINT)
    return np.float32(1) / (np.float32(1) + np.exp(-number))


@outlined
def result(state: Record, seat: Int, out: Floats) -> None:
    """The heads as they turned out, of a finished round."""
    players = state[at.PLAYERS]
    many = sides(players)
    side = side_of(players, seat)
    after = side + 1 if side + 1 < many else np.int64(0)
    winners = round_winners(state)
    best = np.int64(-1)
    for other in range(many):
        if other != side:
            best = max(best, state[at.POINTS + other])
    share = np.float32(1) / np.float32(popcount(winners))
    out[WIN] = share * np.float32(winners >> side & 1)
    out[MARGIN] = state[at.POINTS + side] - best
    out[EXACTLY] = side_tricks(state, side) == side_bid(state, side)
    out[AT_LEAST] = side_tricks(state, side) >= side_bid(state, side)
    out[NEXT_WIN] = share * np.float32(winners >> after & 1)
    out[POINTS_HEAD] = state[at.POINTS + side]
    out[NEXT_EXACT] = side_tricks(state, after) == side_bid(state, after)
    out[NEXT_POINTS] = state[at.POINTS + after]


@kernel
def is_over(state: Record) -> bool:
    """Whether the round is finished and scored."""
    return bool(state[at.TURN] < 0 and state[at.BID] != -1)


@outlined
def evaluate(state: Record, seat: Int, net: NetWorkspace, out: Floats) -> None:
    """What the moment is worth to `seat`, as the module tells."""
    if is_over(state):
        result(state, seat, out)
        return
    prepare(state, seat, net)
    _from_sums(_SUMS, 0, net, out)
    for head in range(HEADS):
        out[head] = finished(head, out[head])


@outlined
def evaluate_actions(state: Record, seat: Int, net: NetWorkspace | Plain, out: ActionValues | Plain) -> Int:
    """What every legal action of `seat` is worth to it, as the module tells; how many there are.

    From Python, plain tuples of the same arrays are taken three microseconds faster.
    """
    workspace, answers = NetWorkspace(*net), ActionValues(*out)
    cards, means = options_of(state, seat, lying(state))
    count = count_of(cards, means)
    prepare(state, seat, workspace)
    for n in range(count):
        answers.actions[n] = nth_of(cards, means, n)
        evaluate_after(state, seat, answers.actions[n], workspace, answers.values[n])
    return count


@outlined
def prepare(state: Record, seat: Int, net: NetWorkspace) -> None:
    """The first layer of the moment itself, which `evaluate_after` starts from."""
    look(state, seat, net.floats[_X:_X_NEW], net.words[:METALS])
    _first_layer(net)


@outlined
def evaluate_after(state: Record, seat: Int, action: Int, net: NetWorkspace, out: Floats) -> None:
    """What one action is worth, after `prepare`."""
    if not judge_after(state, seat, action, net, out):
        for head in range(HEADS):
            out[head] = finished(head, out[head])


@outlined
def judge_after(state: Record, seat: Int, action: Int, net: NetWorkspace, out: Floats) -> Int:
    """The same for who does not need every head; whether they are `finished`, as they are of a round that is over."""
    after = net.words[_RECORD:_BEGINS]
    for word in range(at.WORDS):
        after[word] = state[word]
    # A3.3: the last to bid in secret has not seen the others' bids
    if state[at.PHASE] == at.BIDDING and state[at.PLAYERS] == 3:
        after[at.HAND + seat] ^= at.ONE << action
        after[at.BID + seat] = action
    else:
        apply(after, seat, action)
    if is_over(after):
        result(after, seat, out)
        return True
    look(after, seat, net.floats[_X_NEW:_SUMS], net.words[_WORDS_NEW:_RECORD])
    _from_sums(_SUMS_NEW, _first_layer_after(net), net, out)
    return False
