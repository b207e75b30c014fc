"""The parts that search for Amul is made of, against the kernel and the rules."""

import numpy as np
import pytest
from amul.kernel.dealing import dealt
from hypothesis import given, settings
from strategies import amul_walk, running_amul_matches, seeds

from bench.lockstep.odd_cards import odd_cards
from karat import amul
from karat.amul.kernel import check, edge, layout
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.layout import Record
from karat.amul.kernel.legal import is_legal, next_seat
from karat.amul.kernel.pack import pack, pack_view
from karat.amul.kernel.scoring import POINTS_IN, score
from karat.amul.rules.match import Match
from karat.amul.search import worlds
from karat.amul.search.outlook import expect, weights_for
from karat.amul.search.policy import CHANGING, HABITS, STEADY, choose, forget
from karat.amul.search.prospect import CLAN, CLAN_STEP, HOPE_ONE, HOPE_TWO, lift, survey
from karat.amul.search.rollout import advance, copy, play_on
from karat.amul.search.workspace import Position, Prospect, Workspace, make_workspace
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
    workspace = make_workspace(state.rules, STEADY, weights_for(state.rules.players))
    seat = amul.to_act(state)[0]
    view = pack_view(amul.observe(state, seat)).words
    rng = random.generator(seed)
    for loose in (0, 1):
        worlds.prepare(cards, view, workspace.worlds, loose)
        for _ in range(5):
            worlds.draw(cards, view, rng, workspace.world, workspace.worlds)
            world = Record(state.rules, workspace.world)
            check.check_state(world)
            assert (with_others_back(edge.view(world, seat).words) == with_others_back(view)).all()


def fresh(workspace: Workspace, state: Record) -> None:
    copy(state.words, workspace.world, len(state.words))
    copy(state.words, workspace.state, len(state.words))
    survey(workspace.cards, workspace.state, workspace.prospect)
    forget(workspace.worths)


def position_of(workspace: Workspace) -> Position:
    return Position(workspace.cards, workspace.watch, workspace.state, workspace.prospect, workspace.worths)


def points_of(workspace: Workspace, rules: amul.Rules) -> np.ndarray:
    return edge.score(Record(rules, workspace.state))[:, POINTS_IN]


def test_what_a_card_adds_is_what_the_score_sheet_adds():
    """With odd cards too: every kind of effect, every scope."""
    for cards, players in ((amul.load_standard(), 5), (odd_cards("lift"), 3), (odd_cards("more"), 8)):
        rules = amul.Rules(players, cards=cards)
        record = pack(amul_walk(rules, "lift", 1000))
        workspace = make_workspace(rules, STEADY, weights_for(players))
        fresh(workspace, record)
        before = edge.score(record)[:, POINTS_IN]
        for card in range(workspace.cards[layout.TYPES]):
            for seat in range(players):
                more = record.words.copy()
                more[layout.AREAS + workspace.cards[layout.TYPES] * seat + card] += 1
                score(workspace.cards, more, workspace.scores, workspace.room)
                added = lift(workspace.cards, workspace.watch, SOBER, workspace.prospect, seat, card, 1)
                assert added == workspace.scores[seat, POINTS_IN] - before[seat], (card, seat)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("odd", ["", "policy"])
def test_the_policy_plays_legally_to_the_end_and_keeps_its_books(players: int, odd: str):
    rules = amul.Rules(players, tea=2, cards=odd_cards(odd) if odd else amul.load_standard())
    workspace = make_workspace(rules, STEADY, weights_for(rules.players))
    fresh(workspace, dealt(rules, "policy"))
    books, kept = Prospect(*map(np.zeros_like, workspace.prospect)), workspace.prospect
    seat = next_seat(workspace.cards, workspace.state)
    while seat >= 0:
        action = choose(position_of(workspace), HABITS, seat)
        assert is_legal(workspace.cards, workspace.state, seat, action)
        advance(workspace.cards, workspace.world, workspace.state, workspace.prospect, seat, action)
        survey(workspace.cards, workspace.state, books)
        if workspace.state[layout.PHASE] != layout.OVER:
            assert (books.tallies == kept.tallies).all()
            assert (books.owned == kept.owned).all()
        seat = next_seat(workspace.cards, workspace.state)


def test_the_policy_scores_much_more_than_random_play():
    rules = amul.Rules(4)
    workspace = make_workspace(rules, STEADY, weights_for(rules.players))
    points = []
    for number in range(20):
        state = dealt(rules, "twice", number)
        by_chance = edge.playouts(state, random.generator("twice", number))[0]
        fresh(workspace, state)
        play_on(workspace, layout.ROUNDS)
        points.append([points_of(workspace, rules).mean(), edge.score(by_chance)[:, POINTS_IN].mean()])
    ours, theirs = np.mean(points, 0)
    assert ours > 1.4 * theirs


def expected(workspace: Workspace) -> list[float]:
    number, position = workspace.state[layout.NUMBER], position_of(workspace)
    return [
        expect(position, workspace.habits[number], workspace.weights[number], seat)
        for seat in range(workspace.cards[layout.PLAYERS])
    ]


@pytest.mark.parametrize("players", [3, 5, 8])
def test_what_is_expected_tells_more_of_the_end_the_later_it_is(players: int):
    rules = amul.Rules(players)
    workspace = make_workspace(rules, CHANGING, weights_for(players))
    rounds = (4, 8)
    told: list[list[list[float]]] = [[] for _ in rounds]
    ends = []
    for number in range(150):
        fresh(workspace, dealt(rules, "outlook", number))
        for place, last in enumerate(rounds):
            play_on(workspace, last)
            assert workspace.state[layout.NUMBER] == last + 1
            told[place].append(expected(workspace))
        play_on(workspace, layout.ROUNDS)
        ends.append(points_of(workspace, rules))
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
    workspace = make_workspace(rules, STEADY, weights_for(8))
    ahead = []
    for number in range(120):
        fresh(workspace, dealt(rules, "habits", number))
        seat = next_seat(workspace.cards, workspace.state)
        while seat >= 0:
            habits = (CHANGING if seat == number % 8 else STEADY)[workspace.state[layout.NUMBER]]
            action = choose(position_of(workspace), habits, seat)
            advance(workspace.cards, workspace.world, workspace.state, workspace.prospect, seat, action)
            seat = next_seat(workspace.cards, workspace.state)
        points = points_of(workspace, rules)
        ahead.append(points[number % 8] - points.mean())
    assert np.mean(ahead) > 0.3
