"""The search of `expert`: a race over likely worlds, with the others' secret choices by regret matching (stage.py).

Before anything is tried, the policy's opinion in a few worlds says which choices are hopeless; these are tried only
often enough to say what they lead to. The same opinion counts as much as a few worlds when the rest is compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.kernel.amul.layout import MARKET, NUMBER, ROUNDS, SEATS
from karat.search.amul.race import Limit, Sums, Tried, race
from karat.search.amul.stage import foresee, try_stage
from karat.search.amul.worlds import prepare

if TYPE_CHECKING:
    from karat.kernel.amul.layout import State
    from karat.kernel.random import Words
    from karat.search.amul.desk import Desk, Floats

DRAWN, EVERY = 4, 4
"""Of how many worlds one is drawn; in every how many another seat is asked. In the last round in all of them: its
choices are the last that there are, and cost next to nothing to try to the end."""
FORESEEN = 12
"""Worlds in which the policy is asked."""
GAP = 4.0
"""Points by which a choice must be behind in the policy's eyes to be hopeless."""
KEPT = 3
"""So many are never taken for hopeless."""
FIRST = 2
"""Worlds in which all choices are tried."""
CREDIT = 8.0
"""Worlds that the policy's opinion counts for."""
POINT = 0.03
"""What a point counts as a payoff, near enough."""


def aims_in(number: int) -> Floats:
    """What an end is worth (flat.py): late in the match the win alone, early also by how much, which shows sooner."""
    win = 0.3 + 0.65 * (number / ROUNDS) ** 2
    return np.array([win, 1.0 - win, 6.0, 0.0])


def stage_race(desk: Desk, view: State, seat: int, actions: list[int], rng: Words, limit: Limit) -> list[Tried]:
    """Compare actions, by their numbers, from a view; the best first."""
    prepare(desk.cards, view, desk.worlds, 0)
    number = int(view[NUMBER])
    aims, plan = aims_in(number), np.array([DRAWN, 1 if number == ROUNDS else EVERY], np.int64)
    found = Sums(actions)
    thought = np.zeros(len(actions))
    foresee(
        desk.cards, desk.watch, desk.habits, view, seat, found.actions, thought, desk.world, desk.tallies, desk.owned,
        desk.worths, desk.worlds, rng, FORESEEN,
    )  # fmt: skip
    thought /= FORESEEN
    found.lean = POINT * (thought - thought.max())
    found.credit = CREDIT
    regrets, chosen = np.zeros((SEATS, int(desk.cards[MARKET]))), np.zeros(SEATS, np.int64)

    def attempt(found: Sums, worlds: int) -> None:
        try_stage(
            desk.cards, desk.watch, desk.habits, aims, plan, view, seat, found.actions, found.alive, found.sums,
            found.squares, found.payoffs, regrets, chosen, desk.world, desk.state, desk.tallies, desk.owned,
            desk.tallies_first, desk.owned_first, desk.worths, desk.scores, desk.room, desk.worlds, rng, worlds,
        )  # fmt: skip

    attempt(found, FIRST)
    for place in sorted(range(len(actions)), key=lambda choice: -thought[choice])[KEPT:]:
        found.alive[place] = thought[place] > thought.max() - GAP
    return race(found, attempt, limit)
