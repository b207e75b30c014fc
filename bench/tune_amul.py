# ruff: noqa: T201 -- a script that reports
"""Find habits for Amul's policy (karat.amul.search.policy, AT_FIRST and AT_LAST) by letting variants meet.

    python bench/tune_amul.py --minutes 60

A variant is sixteen numbers: the habits of the first round and those of the last. It sits on each seat in turn among
copies of the policy with the steady habits of `strong`, and what counts are its points less the mean of theirs, over
tables of three, five and eight. All variants of a generation meet the same deals. They come from CMA-ES, begun at the
steady habits. At the end the best guess is printed, with its share of the wins on deals that it was not tuned on, and a
95 % interval over deals.
"""

from __future__ import annotations

import argparse
import math
import time
import warnings
from typing import Any

import numpy as np

from karat.amul.kernel import edge
from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import State
from karat.amul.kernel.legal import next_seat
from karat.amul.kernel.scoring import POINTS_IN, WON_IN, score
from karat.amul.rules.rules import Rules
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import HABITS, STEADY, choose, forget, through
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, copy
from karat.amul.search.workspace import Floats, Position, Workspace, make_workspace
from karat.kernel.jit import Int, outlined

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that there will be no pictures
    import cma

SPREAD = np.array([0.2, 0.15, 0.3, 0.6, 0.4, 2.0, 0.6, 0.8])
"""How far each habit may sensibly be from where it is."""
FIRST_STEP = 0.5
"""Of the above."""


@outlined
def meet(workspace: Workspace, own: Floats, others: Floats, hero: Int, world: State) -> None:
    """Play a deal to its end, one seat by its own habits, and score it."""
    cards, state, prospect = workspace.cards, workspace.state, workspace.prospect
    position = Position(cards, workspace.watch, state, prospect, workspace.worths)
    copy(world, state, world.size)
    survey(cards, state, prospect)
    forget(workspace.worths)
    seat = next_seat(cards, state)
    while seat >= 0:
        number = np.int64(state[at.NUMBER])
        action = choose(position, own[number] if seat == hero else others[number], seat)
        advance(cards, world, state, prospect, seat, action)
        seat = next_seat(cards, state)
    score(cards, state, workspace.scores, workspace.room)


def dealt(rules: Rules, seed: str, number: int) -> State:
    """The words of a deal."""
    state = edge.start(rules)
    edge.deal(state, seed, number)
    return state.words


class Tables:
    """Deals for so many players."""

    def __init__(self, players: int, deals: int, seed: str) -> None:
        rules = Rules(players)
        self.players, self.workspace = players, make_workspace(rules, STEADY, weights_for(players))
        self.deals = [dealt(rules, seed, number) for number in range(deals)]

    def some(self, matches: int, chance: np.random.Generator) -> slice:
        """Deals for about so many matches, anywhere among these."""
        many = min(max(1, matches // self.players), len(self.deals))
        begin = int(chance.integers(len(self.deals) - many + 1))
        return slice(begin, begin + many)

    def results(self, habits: Floats, deals: slice) -> Floats:
        """By deal, over all seats in turn: points less the mean of the others', and the share of the win."""
        found, workspace = [], self.workspace
        for deal in self.deals[deals]:
            ahead = share = 0.0
            for hero in range(self.players):
                meet(workspace, habits, STEADY, hero, deal)
                points, won = workspace.scores[:, POINTS_IN], workspace.scores[:, WON_IN]
                ahead += points[hero] - (points.sum() - points[hero]) / (self.players - 1)
                share += won[hero] / won.sum()
            found.append((ahead / self.players, share / self.players))
        return np.array(found)


def ends_of(numbers: Any) -> Floats:
    """The habits of the first round and of the last that sixteen numbers in units of SPREAD stand for."""
    ends: Floats = np.reshape(numbers, (2, -1)) * SPREAD + HABITS
    return ends


def tune(tables: list[Tables], matches: int, minutes: float, seed: int) -> Any:
    """The sixteen numbers that the search ends with."""
    chance = np.random.default_rng(seed)
    search = cma.CMAEvolutionStrategy(
        np.zeros(2 * len(HABITS)), FIRST_STEP, {"seed": seed, "verbose": -9, "maxiter": math.inf}
    )
    until = time.monotonic() + 60 * minutes
    while True:
        variants, misses = search.ask(), []
        wanted = [table.some(matches, chance) for table in tables]
        for variant in variants:
            habits = through(*ends_of(variant))
            ahead = [table.results(habits, some)[:, 0].mean() for table, some in zip(tables, wanted, strict=True)]
            misses.append(-np.mean(ahead))
        search.tell(variants, misses)
        if search.countiter % 10 == 0:
            print(
                f"generation {search.countiter}: {-np.mean(misses):.2f} points ahead, step {search.sigma:.2f}",
                flush=True,
            )
        if time.monotonic() > until:
            return search.mean


def main() -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--matches", type=int, default=300, help="for a variant at each size of table")
    parser.add_argument("--players", type=int, action="append", help="3, 5 and 8 unless given")
    parser.add_argument("--deals", type=int, default=6000, help="of which each generation meets some")
    parser.add_argument("--test", type=int, default=6000, help="matches at each size of table for the last word")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    players = options.players or (3, 5, 8)
    numbers = tune(
        [Tables(many, options.deals, "tune") for many in players], options.matches, options.minutes, options.seed
    )
    first, last = ends_of(numbers)
    print("AT_FIRST = np.array([" + ", ".join(f"{habit:.3f}" for habit in first) + "])")
    print("AT_LAST = np.array([" + ", ".join(f"{habit:.3f}" for habit in last) + "])")
    for many in players:
        deals = max(2, options.test // many)
        shares = Tables(many, deals, "fresh").results(through(first, last), slice(None))[:, 1]
        error = 1.96 * shares.std(ddof=1) / math.sqrt(deals)
        print(f"{many} players: {shares.mean():.1%} ± {error:.1%} of the wins, fair {1 / many:.1%}, {deals} deals")


if __name__ == "__main__":
    main()
