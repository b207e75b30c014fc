from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from bench.oracles.endings import TABLES, draw_endings
from bench.oracles.reply_brute_force import plain_replies
from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL
from karat.aurum.rules.codec import decode
from karat.aurum.rules.notation import parse_round
from karat.aurum.search.ending import all_worlds, count_worlds, solved
from karat.aurum.search.policy import choose
from karat.aurum.search.reply import replies
from karat.aurum.solver.root import solve_root
from karat.aurum.solver.solve import record_of
from karat.aurum.solver.table import NODES, STOPPED, SolverWorkspace, make_solver_workspace
from karat.search.limit import Limit


def by_thumb(state: Record) -> int:
    return int(choose(state, int(state[at.TURN])))


def worlds_of(state: Record) -> Record:
    return all_worlds(edge.view(state, int(state[at.TURN])))


@pytest.mark.parametrize("players", [3, 4])
def test_replies_are_those_of_plain_search(players: int):
    """One choice for all worlds that look the same, found by trying everything."""
    compared = 0
    for state in islice(draw_endings(Rules(players), "plain", 2), 40):
        seat, worlds = int(state[at.TURN]), worlds_of(state)
        if not 1 < len(worlds) <= 90:
            continue
        weights = np.arange(1, len(worlds) + 1) / sum(range(len(worlds) + 1))
        found = replies(worlds, weights, seat, Limit(tries=1500))
        if found is not None:
            compared += 1
            assert found == pytest.approx(
                plain_replies(list(zip(weights.tolist(), worlds, strict=True)), seat, by_thumb)
            )
    assert compared > 8


def test_replies_do_not_depend_on_how_often_the_clock_is_looked_at(monkeypatch: pytest.MonkeyPatch):
    state = next(state for state in draw_endings(Rules(4), "chunks", 2) if 6 < len(worlds_of(state)) <= 90)
    worlds, seat = worlds_of(state), int(state[at.TURN])
    weights = np.full(len(worlds), 1 / len(worlds))
    at_once = replies(worlds, weights, seat, Limit(tries=1_000_000))
    monkeypatch.setattr("karat.aurum.search.reply.CHUNK_STEPS", 7)
    assert at_once
    assert replies(worlds, weights, seat, Limit(tries=1_000_000)) == at_once


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_solver_stops_where_its_positions_end(rules: Rules):
    """Early positions with much gold, that would take hours: the bound is the budget and one for each action."""
    solver, found, stopped = make_solver_workspace(10), np.zeros((3, MOST_LEGAL), np.int64), 0
    for state in islice(draw_endings(rules, "bound", 6), 30):
        solve_root(state, solver, 1, 500, found)
        stopped += int(solver.control[STOPPED])
        assert solver.control[NODES] <= 500 + MOST_LEGAL
    assert stopped


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_solving_worlds_keeps_to_its_positions(rules: Rules, monkeypatch: pytest.MonkeyPatch):
    """All worlds together, however many are cut short."""
    spent: list[int] = []

    def counted(world: Record, solver: SolverWorkspace, *more: object) -> int:
        count = int(solve_root(world, solver, *more))
        spent[-1] += int(solver.control[NODES])
        return count

    monkeypatch.setattr("karat.aurum.search.ending.solve_root", counted)
    solver, given_up = make_solver_workspace(10), 0
    for state in islice(draw_endings(rules, "worlds", 3), 60):
        if count_worlds(edge.view(state, int(state[at.TURN]))) > 90:
            continue
        worlds = worlds_of(state)
        spent.append(0)
        given_up += solved(worlds, np.full(len(worlds), 1 / len(worlds)), Limit(tries=2000), solver) is None
        assert spent[-1] <= 2000 + MOST_LEGAL
    assert given_up
    assert int(state[at.PLAYERS]) == rules.players


def test_what_is_cut_short_goes_by_the_likeliest_worlds():
    """With positions for one world, one that has nine tenths of the weight decides; ten that are alike do not."""
    solver = make_solver_workspace(10)
    state = next(state for state in draw_endings(Rules(4), "short", 2) if 6 < len(worlds_of(state)) <= 90)
    worlds = worlds_of(state)
    likeliest = len(worlds) // 2
    alone = solved(worlds[[likeliest]], np.ones(1), Limit(tries=100_000), solver)
    needed = int(solver.control[NODES])
    weights = np.full(len(worlds), 0.1 / (len(worlds) - 1))
    weights[likeliest] = 0.9
    assert solved(worlds, weights, Limit(tries=needed + 2), solver) == pytest.approx(alone)
    assert solved(worlds, np.full(len(worlds), 1 / len(worlds)), Limit(tries=needed + 2), solver) is None


ENDING = "B9 / C8 / P7 / S5, bids Z3 / Z2 / C1 / P4, gold G8 / - / - / G0, tricks 1 2 1 3, leader 0, asked 3"
"""Seat 3 loses by 2 if it keeps, wins by 7 with its own bid changed and by 2 with its partner's."""


@pytest.mark.parametrize(
    ("rounds", "parts"),
    [
        (0, {"keep": 0.325, "swap G0 3 S5": 0.55, "swap G0 1 S5": 0.425}),  # by a lead of -7, 2 and -3 of 20
        (2, {"keep": 0.0, "swap G0 3 S5": 1.0, "swap G0 1 S5": 0.0}),  # the last: to win by 2 is not enough
    ],
)
def test_where_totals_decide_a_round_is_worth_its_points(rounds: int, parts: dict[str, float]):
    """Its side is five points behind; who wins the round is nothing (AV.2)."""
    world = record_of(parse_round(ENDING))
    world[at.VARIANTS], world[at.ROUNDS], world[at.TOTALS] = at.THREE_ROUND_TOTAL, rounds, 5
    found = solved(world[None], np.ones(1), Limit(tries=100_000), make_solver_workspace(10))
    assert found is not None
    assert {str(decode(action, 3, 4)): part for action, part in found.items()} == pytest.approx(parts)
