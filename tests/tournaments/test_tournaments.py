"""Movements, scoring and standings, by values."""

import doctest
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.shuffle import Stream
from karat.tournaments import drawing, plan, scoring, standings
from karat.tournaments.drawing import draw
from karat.tournaments.plan import BadPlan, DrawSystem, EntryForm, TableResult, TournamentPlan
from karat.tournaments.scoring import Scoring, matchpoints, swing, swings

PAIRS = ((0, 2), (1, 3))
THREE = ((0,), (1,), (2,))
FIVE = ((0,), (1,), (2,), (3,), (4,))


@pytest.mark.parametrize("module", [plan, drawing, scoring])
def test_the_examples_are_true(module):
    assert doctest.testmod(module).failed == 0


def play(agreed, entrants, seed="x", apart=frozenset()):
    """A whole tournament of random points; the tables of each round, and all results."""
    rng, results, rounds = Stream(seed), [], []
    while (tables := draw(agreed, entrants, results, seed, apart)) is not None:
        number = len(rounds)
        rounds.append(tables)
        for deal in range(agreed.deals):
            results += [
                TableResult(number, deal, table, tuple(rng.below(60) for _ in agreed.sides)) for table in tables
            ]
    return rounds, results


@given(
    st.integers(2, 23),
    st.sampled_from([PAIRS, THREE, FIVE]),
    st.sampled_from(EntryForm),
    st.sampled_from(DrawSystem),
    st.integers(1, 5),
)
def test_any_number_of_entrants_can_play(many, sides, form, system, rounds):
    agreed = TournamentPlan(sides=sides, form=form, system=system, rounds=rounds, deals=2)
    entrants = list(range(many))
    played, results = play(agreed, entrants)
    assert len(played) == agreed.rounds_for(many)
    assert len({(one.round, one.deal, one.table.number) for one in results}) == len(results)
    for tables in played:
        chairs = Counter(chair for table in tables for chair in table.seats if chair.entrant is not None)
        assert set(chairs.values()) == {1}  # nobody sits on two seats at once
        inside = {chair.entrant for chair in chairs}
        if system is not DrawSystem.KNOCKOUT:
            assert inside == set(entrants)
        by_entrant = Counter(chair.entrant for chair in chairs)
        assert set(by_entrant.values()) == {agreed.people}
        for table in tables:
            assert len(table.seats) == agreed.players
            assert any(chair.entrant is not None for chair in table.seats)
    table = standings.standings(agreed, entrants, results)
    assert sorted(one.entrant for one in table) == entrants
    assert [one.place for one in table] == sorted(one.place for one in table)
    if system is DrawSystem.KNOCKOUT:
        assert len(standings.gone_on(agreed, entrants, results)) == 1


@given(st.data(), st.sampled_from([PAIRS, THREE, FIVE]), st.sampled_from(EntryForm), st.sampled_from(DrawSystem))
def test_who_does_not_want_to_meet_does_not(data, sides, form, system):
    """In a knock-out only where there are too few left to change places with."""
    many = data.draw(st.integers(2, 17))
    pairs = list(combinations(range(many), 2))
    apart = frozenset(data.draw(st.lists(st.sampled_from(pairs), max_size=6)))
    agreed = TournamentPlan(sides=sides, form=form, system=system, rounds=4, deals=1)
    played, _ = play(agreed, list(range(many)), apart=apart)
    assert len(played) == agreed.rounds_for(many)
    for tables in played:
        assert len({table.number for table in tables}) == len(tables)
        chairs = Counter(chair for table in tables for chair in table.seats if chair.entrant is not None)
        assert set(chairs.values()) == {1}
        met = [set(combinations(sorted({one.entrant for one in table.seats} - {None}), 2)) for table in tables]
        together = set().union(*met) & apart
        if system is not DrawSystem.KNOCKOUT:
            assert together == set()
            assert {chair.entrant for chair in chairs} == set(range(many))
        elif len(tables) > 1 and len(apart) == 1 and form is not EntryForm.TEAMS:
            assert together == set()


def test_everybody_plays_everybody_before_anybody_meets_twice():
    agreed = TournamentPlan(sides=PAIRS, form=EntryForm.SIDES, rounds=7)
    played, _ = play(agreed, list(range(8)))
    met = Counter(tuple(sorted({chair.entrant for chair in table.seats})) for tables in played for table in tables)
    assert met == Counter(combinations(range(8), 2))


def test_single_players_change_partners_and_sit_on_both_sides():
    agreed = TournamentPlan(sides=PAIRS, rounds=6)
    played, results = play(agreed, list(range(16)))
    met = drawing.Met(agreed, results)
    assert max(met.partners.values()) <= 2
    assert all(abs(met.sat[who, 0] - met.sat[who, 1]) <= 2 for who in range(16))
    assert len(played) == 6


def test_a_swiss_round_brings_together_who_is_level():
    agreed = TournamentPlan(sides=PAIRS, form=EntryForm.SIDES, system=DrawSystem.SWISS, rounds=3)
    tables = draw(agreed, list(range(8)), [], "x")
    won = [TableResult(0, 0, table, (30, 10)) for table in tables]
    winners = {table.seats[0].entrant for table in tables}
    for table in draw(agreed, list(range(8)), won, "x"):
        assert len({chair.entrant in winners for chair in table.seats}) == 1


def test_a_team_holds_every_side_of_a_deal():
    agreed = TournamentPlan(sides=PAIRS, form=EntryForm.TEAMS)
    tables = draw(agreed, [0, 1], [], "x")
    assert [[(chair.entrant, chair.place) for chair in table.seats] for table in tables] == [
        [(0, 0), (1, 0), (0, 1), (1, 1)],
        [(1, 2), (0, 2), (1, 3), (0, 3)],
    ]
    # Ten ahead at one table, four behind at the other: six in all, for the one team and against the other.
    results = [TableResult(0, 0, tables[0], (30, 20)), TableResult(0, 0, tables[1], (24, 20))]
    found = standings.standings(agreed, [0, 1], results)
    assert [(one.entrant, one.lead) for one in found] == [(0, 6), (1, -6)]
    half = standings.standings(agreed, [0, 1], results[:1])
    assert [one.deals for one in half] == [0, 0]  # a team's deal counts when all its tables are over


def test_what_is_not_played_counts_as_average_and_not_against_others():
    agreed = TournamentPlan(sides=PAIRS, form=EntryForm.SIDES, scoring=Scoring.MATCHPOINTS)
    tables = draw(agreed, list(range(6)), [], "x")
    results = [
        TableResult(0, 0, tables[0], (9, 1)),
        TableResult(0, 0, tables[1], ()),
        TableResult(0, 0, tables[2], None),
    ]
    found = {one.entrant: one for one in standings.standings(agreed, list(range(6)), results)}
    assert {found[who].total for who in (tables[1].seats[0].entrant, tables[1].seats[1].entrant)} == {0.5}
    assert {found[who].deals for who in (tables[2].seats[0].entrant, tables[2].seats[1].entrant)} == {0}


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=30))
def test_comparing_gives_as_much_as_it_takes(leads):
    assert sum(matchpoints(leads)) == pytest.approx(len(leads) / 2)
    assert sum(swings(leads)) == pytest.approx(0)
    slowly = [sum(swing(one - other) for other in leads) / (len(leads) - 1) for one in leads]
    assert swings(leads) == pytest.approx(slowly)


def test_one_entrant_is_no_tournament():
    with pytest.raises(BadPlan, match="two entrants"):
        TournamentPlan(sides=THREE).check(1)
