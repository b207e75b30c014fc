"""OpenSpiel: its C++ rollouts, whole games between its C++ bots, and its states stepped from Python."""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import Any

from bench.peers.contest import Count, Play

DEALS = 8  # positions to roll out from, in turn
SAMPLES = 100  # games to measure a position's mean length by
ROLLOUTS = 1000  # in one call, about 10 ms


def rollouts(name: str) -> Play:
    """Random games from the first decision on, as its search plays them: no Python, no deal, only copies.

    A RandomRolloutEvaluator cannot be called from Python, but a search of one simulation is exactly one call of it
    from the root. It does not count moves: they are the games times their mean length from that deal, by sampling.
    """
    pyspiel: Any = import_module("pyspiel")
    game, rng = pyspiel.load_game(name), random.Random(1)  # noqa: S311 -- play, not secrets
    states = [_dealt(game, rng) for _ in range(DEALS)]
    lengths = [sum(_play_on(state.clone(), rng) for _ in range(SAMPLES)) / SAMPLES for state in states]
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)

    def play(seconds: float) -> Count:
        moves, games, began = 0.0, 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or not games:
            number = games // ROLLOUTS % DEALS
            search.mcts_search(states[number])
            moves += ROLLOUTS * lengths[number]
            games += ROLLOUTS
        return Count(moves, games, spent)

    return play


def with_deals(name: str) -> Play:
    """Whole games between its uniformly random C++ bots, the deal included; one call from Python a game."""
    pyspiel: Any = import_module("pyspiel")
    game, rng = pyspiel.load_game(name), random.Random(1)  # noqa: S311
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    length = sum(_play_on(_dealt(game, rng), rng) for _ in range(SAMPLES)) / SAMPLES
    seed = 0

    def play(seconds: float) -> Count:
        nonlocal seed
        games, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or not games:
            for _ in range(100):
                seed += 1
                pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
            games += 100
        return Count(games * length, games, spent)

    return play


def stepping(name: str) -> Play:
    """States stepped from Python, from the first decision on: the legal actions, one at random, apply."""
    pyspiel: Any = import_module("pyspiel")
    game, rng = pyspiel.load_game(name), random.Random(1)  # noqa: S311
    states = [_dealt(game, rng) for _ in range(DEALS)]

    def play(seconds: float) -> Count:
        moves, games, began = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or not games:
            moves += _play_on(states[games % DEALS].clone(), rng)
            games += 1
        return Count(moves, games, spent)

    return play


def _dealt(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        _chance(state, rng)
    return state


def _play_on(state: Any, rng: random.Random) -> int:
    """Play to the end; the number of decisions."""
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _chance(state, rng)
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves


def _chance(state: Any, rng: random.Random) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, weights)[0])
