# ruff: noqa: T201 -- a script that reports
"""Fit the weights of Amul's outlook (karat.amul.search.outlook) to matches in which all seats play by the policy.

    python bench/fit_amul.py --deals 4000

What is counted for a seat is read off `expect` itself, with a weight of 1 for one thing and 0 for the rest. Counts and
final points are taken less their mean over the seats of a match, as only differences between seats decide; the row for
`ALWAYS` then makes the means right. Printed are the rows of `FITTED`, and by number of players what part of the
differences in points they explain at the beginning of rounds two to nine.
"""

from __future__ import annotations

import argparse

import numpy as np

from karat.amul.kernel import edge
from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Record
from karat.amul.kernel.scoring import POINTS_IN
from karat.amul.rules.rules import Rules
from karat.amul.search.outlook import FITTED, expect, terms_of, weights_for
from karat.amul.search.policy import CHANGING, forget
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import play_on
from karat.amul.search.workspace import Floats, Position, Workspace, make_workspace

COUNTED = len(FITTED)
ONE_EACH = np.eye(COUNTED)
ONE_EACH.setflags(write=False)


def counts(workspace: Workspace, number: int, players: int) -> list[list[float]]:
    """By seat, what is counted at the beginning of a round."""
    position = Position(workspace.cards, workspace.watch, workspace.state, workspace.prospect, workspace.worths)
    return [
        [expect(position, workspace.habits[number], weights, seat) for weights in ONE_EACH] for seat in range(players)
    ]


def gather(players: int, deals: int, seed: str) -> tuple[Floats, Floats]:
    """By match, round from two on, and seat, what is counted; by match and seat, the final points."""
    rules = Rules(players)
    workspace = make_workspace(rules, CHANGING, weights_for(players))
    counted, points = np.zeros((deals, at.ROUNDS - 1, players, COUNTED)), np.zeros((deals, players))
    for deal in range(deals):
        state = edge.start(rules)
        edge.deal(state, seed, deal)
        workspace.world[:] = workspace.state[:] = state.words
        survey(workspace.cards, workspace.state, workspace.prospect)
        for last in range(1, at.ROUNDS + 1):
            play_on(workspace, last)
            if last < at.ROUNDS:
                forget(workspace.worths)
                counted[deal, last - 1] = counts(workspace, last + 1, players)
        points[deal] = edge.score(Record(rules, workspace.state))[:, POINTS_IN]
    return counted, points


def less_mean(values: Floats, axis: int) -> Floats:
    return values - values.mean(axis, keepdims=True)


def fit(gathered: dict[int, tuple[Floats, Floats]]) -> Floats:
    """The rows of FITTED: least squares in which every round and number of players counts the same."""
    left_side, right_side, levels, level_terms = 0.0, 0.0, [], []
    for players, (counted, points) in gathered.items():
        ahead = less_mean(points, 1).ravel()
        for place, terms in enumerate(terms_of(players).T[2:]):
            given = less_mean(counted[:, place], 1)[:, :, 1:].reshape(len(ahead), -1)
            rows = (given[:, :, None] * terms).reshape(len(ahead), -1) / np.sqrt(len(ahead) * ahead.var())
            left_side = left_side + rows.T @ rows
            right_side = right_side + rows.T @ ahead / np.sqrt(len(ahead) * ahead.var())
    slopes = np.linalg.lstsq(np.asarray(left_side), np.asarray(right_side), rcond=None)[0].reshape(COUNTED - 1, -1)
    for players, (counted, points) in gathered.items():
        for place, terms in enumerate(terms_of(players).T[2:]):
            levels.append(points.mean() - counted[:, place, :, 1:].mean((0, 1)) @ slopes @ terms)
            level_terms.append(terms)
    level = np.linalg.lstsq(np.array(level_terms), np.array(levels), rcond=None)[0]
    return np.vstack([level, slopes])


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--players", type=int, action="append", help="3, 4, 5, 6 and 8 unless given")
    parser.add_argument("--seed", default="fit")
    options = parser.parse_args()
    tables = options.players or (3, 4, 5, 6, 8)
    gathered = {players: gather(players, options.deals, options.seed) for players in tables}
    fitted = fit(gathered)
    for row in fitted:
        print("    [" + ", ".join(f"{factor:.3f}" for factor in row) + "],")
    for players, (counted, points) in gathered.items():
        ahead, weights = less_mean(points, 1), (fitted @ terms_of(players)).T[2:]
        errors = [
            ahead - less_mean(counted[:, place] @ weights[place], 1) for place in range(at.ROUNDS - 1)
        ]  # fmt: skip
        print(players, "players:", *(f"{1 - (error**2).sum() / (ahead**2).sum():.2f}" for error in errors))


if __name__ == "__main__":
    main()
