"""The parts that search for Amul is made of, against the kernel and the rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import amul_walk, running_amul_matches, seeds

from bench.lockstep.odd_cards import odd_cards
from karat import amul
from karat.amul.kernel import check, edge, layout
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.legal import is_legal, next_seat
from karat.amul.kernel.pack import pack, pack_view
from karat.amul.kernel.scoring import POINTS_IN, score
from karat.amul.rules.match import Match
from karat.amul.search import worlds
from karat.amul.search.outlook import expect, weights_for
from karat.amul.search.policy import CHANGING, HABITS, STEADY, choose, forget
from karat.amul.search.prospect import CLAN, CLAN_STEP, HOPE_ONE, HOPE_TWO, lift, survey
from karat.amul.search.rollout import advance, copy, play_on
from karat.amul.search.workspace import Desk, make_desk
from karat.kernel import random

SOBER = HABITS.copy()
SOBER[[HOPE_ONE, HOPE_TWO, CLAN_STEP]] = 0
SOBER[CLAN] = 1
"""Habits that hope for nothing: points as they are scored."""


def with_others_back(view: layout.State) -> layout.State:
    """A view without what shows that others have chosen already."""
    cleared = view.copy()
    cleared[layout.LAID] = 0
    for part in (layout.CHOSEN, layout.HELD):
        cleared[part : part + layout.SEATS] = 0
    cleared[layout.HANDS : layout.WARE] = 0
    return cleared


@settings(max_examples=25)
@given(running_amul_matches, seeds)
def test_a_drawn_world_fits_what_the_seat_knows_whether_drawn_strictly_or_not(state: Match, seed: str):
    cards = compile_cards(state.rules)
    desk = make_desk(state.rules, STEADY, weights_for(state.rules.players))
    seat = amul.to_act(state)[0]
    view = pack_view(amul.observe(state, seat))
    rng = random.generator(seed)
    for loose in (0, 1):
        worlds.prepare(cards, view, desk.worlds, loose)
        for _ in range(5):
            worlds.draw(cards, view, rng, desk.world, desk.worlds)
            check.check_state(cards, desk.world)
            assert (with_others_back(edge.view(state.rules, desk.world, seat)) == with_others_back(view)).all()


def fresh(desk: Desk, state: layout.State) -> None:
    copy(state, desk.world, len(state))
    copy(state, desk.state, len(state))
    survey(desk.cards, desk.state, desk.tallies, desk.owned)
    forget(desk.worths)


def play_to(desk: Desk, last: int) -> None:
    play_on(
        desk.cards, desk.watch, desk.habits, desk.world, desk.state, desk.tallies, desk.owned, desk.worths, last
    )  # fmt: skip


def test_what_a_card_adds_is_what_the_score_sheet_adds():
    """With odd cards too: every kind of effect, every scope."""
    for cards, players in ((amul.load_standard(), 5), (odd_cards("lift"), 3), (odd_cards("more"), 8)):
        rules = amul.Rules(players, cards=cards)
        record = pack(amul_walk(rules, "lift", 1000))
        desk = make_desk(rules, STEADY, weights_for(players))
        fresh(desk, record)
        before = edge.score(rules, record)[:, POINTS_IN]
        for card in range(desk.cards[layout.TYPES]):
            for seat in range(players):
                more = record.copy()
                more[layout.AREAS + desk.cards[layout.TYPES] * seat + card] += 1
                score(desk.cards, more, desk.scores, desk.room)
                added = lift(desk.cards, desk.watch, SOBER, desk.tallies, desk.owned, seat, card, 1)
                assert added == desk.scores[seat, POINTS_IN] - before[seat], (card, seat)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("odd", ["", "policy"])
def test_the_policy_plays_legally_to_the_end_and_keeps_its_books(players: int, odd: str):
    rules = amul.Rules(players, tea=2, cards=odd_cards(odd) if odd else amul.load_standard())
    desk = make_desk(rules, STEADY, weights_for(rules.players))
    fresh(desk, edge.deal(rules, "policy"))
    books = np.zeros_like(desk.tallies), np.zeros_like(desk.owned)
    seat = next_seat(desk.cards, desk.state)
    while seat >= 0:
        action = choose(desk.cards, desk.watch, HABITS, desk.state, desk.tallies, desk.owned, desk.worths, seat)
        assert is_legal(desk.cards, desk.state, seat, action)
        advance(desk.cards, desk.world, desk.state, desk.tallies, desk.owned, seat, action)
        survey(desk.cards, desk.state, *books)
        if desk.state[layout.PHASE] != layout.OVER:
            assert (books[0] == desk.tallies).all()
            assert (books[1] == desk.owned).all()
        seat = next_seat(desk.cards, desk.state)


def test_the_policy_scores_much_more_than_random_play():
    rules = amul.Rules(4)
    desk = make_desk(rules, STEADY, weights_for(rules.players))
    points = []
    for number in range(20):
        fresh(desk, edge.deal(rules, "twice", number))
        by_chance = edge.playouts(rules, desk.world, random.generator("twice", number))[0]
        play_to(desk, layout.ROUNDS)
        points.append([edge.score(rules, end)[:, POINTS_IN].mean() for end in (desk.state, by_chance)])
    ours, theirs = np.mean(points, 0)
    assert ours > 1.4 * theirs


def expected(desk: Desk) -> list[float]:
    number = desk.state[layout.NUMBER]
    return [
        expect(
            desk.cards, desk.watch, desk.habits[number], desk.weights[number], desk.state, desk.tallies, desk.owned,
            desk.worths, seat,
        )
        for seat in range(desk.cards[layout.PLAYERS])
    ]  # fmt: skip


@pytest.mark.parametrize("players", [3, 5, 8])
def test_what_is_expected_tells_more_of_the_end_the_later_it_is(players: int):
    rules = amul.Rules(players)
    desk = make_desk(rules, CHANGING, weights_for(players))
    rounds = (4, 8)
    told: list[list[list[float]]] = [[] for _ in rounds]
    ends = []
    for number in range(150):
        fresh(desk, edge.deal(rules, "outlook", number))
        for place, last in enumerate(rounds):
            play_to(desk, last)
            assert desk.state[layout.NUMBER] == last + 1
            told[place].append(expected(desk))
        play_to(desk, layout.ROUNDS)
        ends.append(edge.score(rules, desk.state)[:, POINTS_IN])
    final = np.array(ends, float)
    ahead = (final - final.mean(1, keepdims=True)).ravel()
    fits = []
    for guess in map(np.array, told):
        assert abs(guess.mean() - final.mean()) < 3
        fits.append(np.corrcoef((guess - guess.mean(1, keepdims=True)).ravel(), ahead)[0, 1])
    assert 0.3 < fits[0] < fits[1]
    assert fits[1] > 0.75


def test_habits_that_change_from_round_to_round_beat_steady_ones():
    rules = amul.Rules(8)
    desk = make_desk(rules, STEADY, weights_for(8))
    ahead = []
    for number in range(120):
        fresh(desk, edge.deal(rules, "habits", number))
        seat = next_seat(desk.cards, desk.state)
        while seat >= 0:
            habits = (CHANGING if seat == number % 8 else STEADY)[desk.state[layout.NUMBER]]
            action = choose(desk.cards, desk.watch, habits, desk.state, desk.tallies, desk.owned, desk.worths, seat)
            advance(desk.cards, desk.world, desk.state, desk.tallies, desk.owned, seat, action)
            seat = next_seat(desk.cards, desk.state)
        points = edge.score(rules, desk.state)[:, POINTS_IN]
        ahead.append(points[number % 8] - points.mean())
    assert np.mean(ahead) > 0.3
