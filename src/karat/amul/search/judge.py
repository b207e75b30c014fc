"""Judging and choosing by the net: what a seat may expect at the end, and the action after which it expects most.

An action is judged by the moment after it, before anybody else has moved. Of the first layer only what it changes is
added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.legal import legal_list, next_seat
from karat.amul.net.features import BEGINS, SIGHT, STANDARD_TYPES, card_of, changes, see, see_before
from karat.amul.net.net import FIRST, SECOND
from karat.amul.search.rollout import advance
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, word

if TYPE_CHECKING:
    from karat.amul.net.net import Judge
    from karat.amul.search.workspace import Desk, Real, Singles

LOW = -1e9
NONE = np.float32(0)


@outlined
def judged(desk: Desk, judge: Judge, seat: Int) -> Real:
    """The points that a seat may expect at the end, as a round begins."""
    number = np.int64(desk.state[at.NUMBER])
    see(desk, judge, seat, np.int64(BEGINS))
    light(judge, number)
    return conclude(judge, number, judge.before)


@outlined
def choose_by_net(desk: Desk, judge: Judge, seat: Int) -> Int:
    """The action of `seat`, which must owe one, after which it expects most."""
    number, phase = np.int64(desk.state[at.NUMBER]), desk.state[at.PHASE]
    rows = judge.layers.first[number]
    see_before(desk, judge, seat)
    light(judge, number)
    best, most = np.int64(at.NOTHING), LOW
    for place in range(legal_list(desk.cards, desk.state, seat, judge.options)):
        action = judge.options[place]
        many = changes(desk, judge, seat, action)
        for unit in range(FIRST):
            judge.after[unit] = judge.before[unit]
        for change in range(many):
            add(judge.after, rows[judge.changed[change]], judge.by[change])
        taste = judge.tastes[seat, card_of(desk.cards, phase, action)]
        points = conclude(judge, number, judge.after) + (-taste if phase == at.OFFER else taste)
        if points > most:
            best, most = action, np.float64(points)
    judge.thought[0] = most
    return best


@outlined
def play_on_by_net(desk: Desk, judge: Judge, last: Int) -> None:
    """To the end of a round, or of the match, all seats by the net."""
    seat = next_seat(desk.cards, desk.state)
    while seat >= 0 and desk.state[at.NUMBER] <= last:
        action = choose_by_net(desk, judge, seat)
        advance(desk.cards, desk.world, desk.state, desk.tallies, desk.owned, seat, action)
        seat = next_seat(desk.cards, desk.state)


@outlined
def draw_tastes(desk: Desk, judge: Judge, seat: Int, spread: Real, rng: Words) -> None:
    """Let the others like cards somewhat more or less than the net would, by so many points.

    Nobody plays quite as the net does. Whoever counts on it is let down; and in one world a seat is of one mind.
    """
    for other in range(desk.cards[at.PLAYERS]):
        for card in range(STANDARD_TYPES):
            drawn, taste = word(rng), 0.0
            for part in range(4):  # four numbers from 0 to 1: their sum is close to normal, and varies by a third
                taste += np.float64(drawn >> np.uint64(16 * part) & np.uint64(0xFFFF)) / 0xFFFF - 0.5
            judge.tastes[other, card] = 0.0 if other == seat else spread * 1.7320508 * taste


@kernel
def light(judge: Judge, number: Int) -> None:
    """Write the units of the first layer for what the judge sees."""
    rows, bias, units = judge.layers.first[number], judge.layers.first_bias[number], judge.before
    sight, seen, many = judge.sight, judge.seen, np.int64(0)
    for row in range(SIGHT):
        seen[many] = row
        many += sight[row] != 0
    for unit in range(FIRST):
        units[unit] = bias[unit]
    by_four = many - many % 4
    for place in range(0, by_four, 4):  # less is fetched and put back
        one, two, three, four = seen[place], seen[place + 1], seen[place + 2], seen[place + 3]
        times_one, times_two, times_three, times_four = sight[one], sight[two], sight[three], sight[four]
        row_one, row_two, row_three, row_four = rows[one], rows[two], rows[three], rows[four]
        for unit in range(FIRST):
            units[unit] += (times_one * row_one[unit] + times_two * row_two[unit]) + (
                times_three * row_three[unit] + times_four * row_four[unit]
            )
    for place in range(by_four, many):
        add(units, rows[seen[place]], sight[seen[place]])


@kernel
def add(units: Singles, row: Singles, times: Real) -> None:
    """Add a row of the first layer so many times."""
    for unit in range(FIRST):
        units[unit] += times * row[unit]


@kernel
def conclude(judge: Judge, number: Int, units: Singles) -> Real:
    """The points, from the units of the first layer."""
    layers, inner = judge.layers, judge.inner
    second, bias, last = layers.second[number], layers.second_bias[number], layers.last[number]
    for unit in range(SECOND):
        inner[unit] = bias[unit]
    for unit in range(0, FIRST, 4):  # four at a time: less is fetched and put back
        one, two = max(units[unit], NONE), max(units[unit + 1], NONE)
        three, four = max(units[unit + 2], NONE), max(units[unit + 3], NONE)
        by_one, by_two, by_three, by_four = second[unit], second[unit + 1], second[unit + 2], second[unit + 3]
        for target in range(SECOND):
            inner[target] += (one * by_one[target] + two * by_two[target]) + (
                three * by_three[target] + four * by_four[target]
            )
    points = layers.last_bias[number]
    for unit in range(SECOND):
        points += max(inner[unit], NONE) * last[unit]
    return points
