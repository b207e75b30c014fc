"""What the solver answers, and what it says when it cannot."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import aurum_matches

from karat import aurum
from karat.aurum.kernel import edge
from karat.aurum.rules import round as one_round
from karat.aurum.rules.cards import gold
from karat.aurum.rules.deal import base_cards, first_supply
from karat.aurum.rules.notation import parse_round
from karat.aurum.rules.scoring import score_round
from karat.aurum.solver.solve import Goal, NotSolvable, Solution, Worth, solve
from karat.aurum.solver.table import forget, make_solver_workspace

HARD = (
    "B9 B2 / C8 C3 / P7 P2 / S6 S3, bids Z1 / Z2 / C1 / P4, "
    "gold G0 G1 / G2 G3 / G0 / G0 G4, tricks 1 2 1 4, leader 0, asked 0 1 2 3"
)


def told(solution: Solution) -> dict[str, str]:
    return {str(action): str(worth) for action, worth in solution.by_action.items()}


def final_worth(rules: aurum.Rules, ended: aurum.Round, side: int) -> int:
    """By the readable scoring alone."""
    scored = score_round(rules, ended.tricks, tuple(bid for bid in ended.bids if bid), ended.stocks)
    rival = max(points for other, points in enumerate(scored.points) if other != side)
    alone = scored.nuggets[side] and sum(scored.nuggets) == 1
    return 2 * (scored.points[side] - rival) + (1 if alone else 0 if scored.nuggets[side] else -1)


def readable_worth(rules: aurum.Rules, state: aurum.Round, side: int) -> int:
    """Everything tried, in the readable rules."""
    if not state.to_act:
        return final_worth(rules, state, side)
    seat = state.to_act[0]
    after = (one_round.apply(state, seat, action).state for action in one_round.legal_actions(state, seat))
    best = max if seat in rules.sides[side] else min
    return best(readable_worth(rules, state, side) for state in after)


def test_ending_the_round_at_once_wins_it():
    """Seat 1 cannot follow; gold would take a fourth trick, and the side has bid three and taken three (A7.1)."""
    ending = "C9 / B7 B8 / P4 P5 / S1 S2, bids Z4 / Z3 / Z1 / Z2, gold - / G7 / - / -, tricks 2 2 1 1, trick B3 from 0"
    solution = solve(parse_round(ending))
    assert told(solution) == {"gold G7": "loses by 3", "end": "wins by 9"}
    assert [(seat, str(action)) for seat, action in solution.line] == [(1, "end")]


def test_ending_the_round_at_once_loses_it():
    """The same cards, but the side has bid four: the gold 7 takes the trick that it needs."""
    ending = "C9 / B7 B8 / P4 P5 / S1 S2, bids Z3 / Z4 / Z1 / Z2, gold - / G7 / - / -, tricks 2 2 1 1, trick B3 from 0"
    assert told(solve(parse_round(ending))) == {"gold G7": "wins by 7", "end": "loses by 3"}


def test_a_changed_bid_turns_the_round():
    """Five tricks taken, four bid. With S5 for a bid they make ten, and P4, then in hand, cannot follow P7 (A4.4)."""
    ending = "B9 / C8 / P7 / S5, bids Z3 / Z2 / C1 / P4, gold G8 / - / - / G0, tricks 1 2 1 3, leader 0, asked 3"
    solution = solve(parse_round(ending))
    assert told(solution)["keep"] == "loses by 2"
    assert told(solution)["swap G0 3 S5"] == "wins by 7"
    assert str(solution.line[0][1]) == "swap G0 3 S5"


def test_a_tie_in_points_goes_by_the_edition():
    """Nobody has a point (A8.1): the highest gold decides but for three players in the Russian edition (A8.5)."""
    ending = parse_round("B9 / S8 / P7, bids Z9 / Z8 / Z7, gold - / G0 / -, supply -, tricks 3 4 3, leader 0")
    results = {edition: solve(ending, rules=aurum.Rules(3, edition)).value for edition in aurum.Edition}
    assert {edition: str(value) for edition, value in results.items()} == {"de": "loses", "fr": "loses", "ru": "shares"}


@settings(deadline=None, max_examples=40)
@given(aurum_matches)
def test_every_legal_action_has_a_worth_and_the_best_is_the_positions(state: aurum.Match):
    """Whatever the position and however small the budget: bounds hold, and say so."""
    if not state.round or None in state.round.bids:
        with pytest.raises(NotSolvable):
            solve(state)
        return
    solution = solve(state, nodes=500)
    assert tuple(solution.by_action) == aurum.legal_actions(state, solution.seat)
    worths = solution.by_action.values()
    assert all(worth.least <= worth.most for worth in worths)
    assert max(worth.most for worth in worths) >= solution.value.least
    assert max(worth.least for worth in worths) <= solution.value.most
    if solution.exact:
        assert max(worth.least for worth in worths) == solution.value.least


@settings(deadline=None, max_examples=40)
@given(st.sampled_from((3, 4)), st.randoms(use_true_random=False))
def test_the_readable_rules_come_to_the_same(players: int, rng: random.Random):
    """Endings of one card each, with gold enough to change some bids."""
    rules = aurum.Rules(players)
    cards = rng.sample(base_cards(players), 2 * players)
    stocks = [
        tuple(rng.sample((gold(0), gold(seat + 1)), rng.randrange(3) if seat < 2 else 0)) for seat in range(players)
    ]
    supply = list(first_supply(players))
    for card in [card for stock in stocks for card in stock if card.rank]:
        supply.remove(card)
    state = aurum.Round(
        hands=tuple((card,) for card in cards[:players]),
        stocks=tuple(tuple(sorted(stock)) for stock in stocks),
        supply=tuple(supply),
        bids=tuple(cards[players:]),
        tricks=tuple(rng.randrange(4) for _ in range(players)),
        leader=0,
        asked=tuple(seat for seat in range(players) if stocks[seat]),
    )
    seat = state.to_act[0]
    side = next(side for side, seats in enumerate(rules.sides) if seat in seats)
    solution = solve(state)
    assert solution.value.least == readable_worth(rules, state, side)
    for _, action in solution.line:
        state = one_round.apply(state, state.to_act[0], action).state
    assert final_worth(rules, state, side) == solution.value.least


def test_a_budget_that_runs_out_is_admitted_and_its_bounds_hold():
    ending = parse_round(HARD)
    whole = solve(ending)
    assert whole.exact
    short = solve(ending, nodes=20)
    assert not short.exact
    assert short.value.least <= whole.value.least <= short.value.most
    assert short.value.least < short.value.most
    assert short.line == ()
    for action, worth in short.by_action.items():
        assert worth.least <= whole.by_action[action].least <= worth.most


def test_a_time_that_is_long_enough_gives_the_same_answer():
    assert solve(parse_round(HARD), seconds=60).by_action == solve(parse_round(HARD)).by_action


def test_who_wins_is_the_sign_of_the_worth():
    by_margin, by_win = solve(parse_round(HARD)), solve(parse_round(HARD), goal=Goal.WIN)
    assert by_win.exact
    assert by_win.nodes < by_margin.nodes
    for action, worth in by_margin.by_action.items():
        assert by_win.by_action[action].results == worth.results


def test_what_the_table_remembers_saves_work_until_it_forgets():
    workspace = make_solver_workspace()
    first, again = (solve(parse_round(HARD), workspace=workspace) for _ in range(2))
    assert first.by_action == again.by_action
    assert again.nodes < first.nodes / 2
    forget(workspace)
    assert solve(parse_round(HARD), workspace=workspace) == first


def test_a_forgetful_array_gives_what_a_new_one_gives_within_any_budget():
    workspace = make_solver_workspace()
    solve(parse_round(HARD), workspace=workspace)
    for nodes in (10, 300, 1000, 3000):
        forget(workspace)
        assert solve(parse_round(HARD), nodes=nodes, workspace=workspace) == solve(parse_round(HARD), nodes=nodes)


def test_both_sides_agree_what_a_position_is_worth():
    """The seat after the next sits opposite: it keeps what the side had, and the rivals have the negative."""
    state, worth = parse_round(HARD), None
    for seat, action in solve(state).line[:4]:
        value = solve(state).value.least * (1 if seat % 2 == 0 else -1)
        assert worth in {None, value}
        worth, state = value, one_round.apply(state, seat, action).state


def test_what_cannot_be_solved_is_refused_with_the_reason():
    state = edge.start(aurum.Rules(4))
    with pytest.raises(NotSolvable, match="nobody is to act"):
        solve(state)
    edge.deal(state, "7")
    with pytest.raises(NotSolvable, match="bids are not all laid"):
        solve(state)
    with pytest.raises(ValueError, match="not a view"):
        solve(edge.view(state, 0))
    with pytest.raises(ValueError, match="entries"):
        make_solver_workspace(40)
    with pytest.raises(ValueError, match="no record of Aurum"):
        solve(np.zeros(56, np.int64))


def test_a_worth_reads_as_people_say_it():
    assert [str(Worth(worth, worth)) for worth in (-5, -1, 0, 1, 7)] == [
        "loses by 2",
        "loses",
        "shares",
        "wins",
        "wins by 3",
    ]
    assert str(Worth(-1, 3)) == "between 'loses' and 'wins by 1'"
    assert Worth(-5, 3).results == (-1, 1)
    assert Worth(-5, 3).margins == (-2, 1)
