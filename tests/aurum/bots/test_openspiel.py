"""OpenSpiel's own search at our table, and what is said where it is not installed."""

import sys
import time

import numpy as np
import pytest

from karat import aurum
from karat.arena.deals import Job, Plan, Unit
from karat.arena.entrants import BadTournament, parse_entrants
from karat.arena.play import play_job
from karat.aurum.bots import openspiel
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack, pack_view
from karat.bots.bot import Budget, UnknownBot
from karat.games import GAMES, make_bot
from karat.kernel.random import generator
from karat.shuffle import Stream


def positions(players, variants=()):
    """Decisions of a random round, with the seat that is to act."""
    rng, state = Stream("positions"), aurum.start(aurum.Rules(players, variants=variants))
    state = aurum.deal(state, aurum.shuffled(state, Stream("deal"))).state
    while not state.played:
        for seat in aurum.to_act(state):
            yield state, seat
            state = aurum.apply(state, seat, rng.choice(aurum.legal_actions(state, seat))).state


def test_it_sits_at_no_table():
    assert "openspiel" not in GAMES["aurum"].bots
    with pytest.raises(UnknownBot):
        make_bot("aurum", "openspiel")


def test_who_has_no_open_spiel_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)  # as if it were not there
    with pytest.raises(BadTournament, match="pip install open-spiel"):
        parse_entrants(GAMES["aurum"], "openspiel,casual", Budget())


@pytest.mark.parametrize("players", [3, 4])
def test_a_sampled_state_looks_to_the_seat_to_act_as_what_it_saw(players):
    chance = generator("chance")
    for state, seat in positions(players):
        view = pack_view(aurum.observe(state, seat))
        sampled = openspiel.resampled(None, view, chance)
        assert sampled.current_player() == seat
        assert sampled.information_state_string() == view.tobytes()
        assert len(sampled.legal_actions()) == len(aurum.legal_actions(state, seat))


@pytest.mark.parametrize(("players", "variants"), [(3, ()), (4, ()), (4, ("three-round-total",))])
def test_returns_are_the_shares_of_the_round(players, variants):
    *_, (state, seat) = positions(players, variants)
    record = pack(state)
    told = openspiel.AurumState(None, record, seat, record[at.NUGGETS : at.NUGGETS + 3].tolist())
    rollouts = openspiel.Rollouts(generator("chance"))
    for _ in range(20):
        returns = rollouts.evaluate(told)
        assert len(returns) == players
        assert sum(returns) == pytest.approx(0 if players == 4 else -1)
    assert np.array_equal(record, pack(state))  # a rollout leaves the state as it was


@pytest.mark.parametrize("players", [3, 4])
def test_its_search_plays_whole_rounds_the_same_way_for_the_same_seed(players):
    entrants = parse_entrants(GAMES["aurum"], "openspiel@20,random", Budget())
    plan = Plan(GAMES["aurum"], aurum.Rules(players), entrants, "seed", Unit.ROUNDS)
    one, other = play_job(plan, Job(0, 0)), play_job(plan, Job(0, 0))
    assert [game.record for game in one] == [game.record for game in other]
    for game in one:
        GAMES["aurum"].replay(game.record)


def test_it_keeps_to_a_time():
    state, seat = next(positions(4))
    bot = openspiel.OpenSpiel.thinking(Budget(0.05))
    bot.choose(aurum.observe(state, seat), aurum.legal_actions(state, seat), Stream("warm"))
    began = time.perf_counter()
    action = bot.choose(aurum.observe(state, seat), aurum.legal_actions(state, seat), Stream("chance"))
    assert action in aurum.legal_actions(state, seat)
    assert 0.05 <= time.perf_counter() - began < 5  # the machine may be busy; without a limit it would think for ever


def test_its_search_beats_chance():
    """Ten rounds, of which chance would win five."""
    entrants = parse_entrants(GAMES["aurum"], "openspiel@60,random", Budget())
    plan = Plan(GAMES["aurum"], aurum.Rules(4), entrants, "seed", Unit.ROUNDS)
    shares = [game.shares[game.seats.index(0)] for deal in range(5) for game in play_job(plan, Job(0, deal))]
    assert sum(shares) > 7
