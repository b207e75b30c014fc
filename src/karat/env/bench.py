"""How fast the environments are, beside those of other libraries that are installed, in one interleaved run."""

from __future__ import annotations

import importlib
import importlib.util
import random
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.env.batch import Batch
from karat.env.one import single
from karat.games import GAMES
from karat.kernel.bench import Contender

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.kernel.bench import Work

PLAYERS, ROWS = 4, 256
ONE, TURNS, VECTOR = "single, from Python", "PettingZoo, in turns", "vector, learner steps"
BATCH, HISTORY = "batch", "batch with history"


def stepping(game: str) -> Work:
    """One match after the other: a list of what is legal, a choice, a step."""
    one, rng, count = single(game, players=PLAYERS), random.Random(1).random, 0  # noqa: S311 -- play, not secrets

    def work(moves: int) -> tuple[int, int]:
        nonlocal count
        began = count
        for _ in range(moves):
            legal = one.legal
            one.step(legal[int(rng() * len(legal))])
            if one.done:
                count += 1
                one.reset(count)
        return moves, count - began

    return work


def batching(game: str, *, history: bool) -> Work:
    """With what each seat to act sees and may do as bytes, and if wanted with all that it knows was done."""
    batch = Batch(game, ROWS, players=PLAYERS, history=history)

    def work(moves: int) -> tuple[int, int]:
        steps, ended = -(-moves // ROWS), 0
        for _ in range(steps):
            batch.step(batch.random_actions())
            ended += int(batch.dones.sum())
        return steps * ROWS, ended

    return work


def learning(game: str, opponents: str) -> Work:
    """A learner that takes the first legal action, which costs next to nothing; in torch's tensors where it is."""
    from karat.env.vector import VectorEnv  # noqa: PLC0415 -- and below: where its library is installed

    tensors = importlib.util.find_spec("torch") is not None
    env = VectorEnv(game, ROWS, players=PLAYERS, opponents=opponents, copy=False, tensors=tensors)
    env.reset(seed=1)

    def work(moves: int) -> tuple[int, int]:
        steps, ended = -(-moves // ROWS), 0
        for _ in range(steps):
            env.step(env.masks.argmax(1))
            ended += int(env.ended.sum())
        return steps * ROWS, ended

    return work


def taking_turns(env: Any) -> Work:
    """An environment of PettingZoo's kind, without the wrappers that check: each legal action equally likely."""
    rng = random.Random(1)  # noqa: S311
    env.reset(seed=1)

    def work(moves: int) -> tuple[int, int]:
        done, ended = 0, 0
        while done < moves:
            env.reset()
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(rng.choice(np.flatnonzero(seen["action_mask"].view(np.bool_))))
                    done += 1
            ended += 1
        return done, ended

    return work


def spiel(name: str, *, deals: bool) -> Work:
    """A game of OpenSpiel from Python; without deals, from a state that was dealt once."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game, rng = pyspiel.load_game(name), random.Random(1).random  # noqa: S311

    def dealt() -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng() * len(legal))])
        return state

    first = dealt()

    def work(moves: int) -> tuple[int, int]:
        done, ended = 0, 0
        while done < moves:
            state = dealt() if deals else first.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng() * len(legal))])
                done += 1
            ended += 1
        return done, ended

    return work


def ours() -> Iterator[Contender]:
    """The environments of every game."""
    farama = all(importlib.util.find_spec(name) for name in ("gymnasium", "pettingzoo"))
    for game, kit in GAMES.items():
        if kit.kernel is None:
            continue
        yield Contender(game, PLAYERS, ONE, 1, stepping(game))
        yield Contender(game, PLAYERS, BATCH, 1, batching(game, history=False))
        yield Contender(game, PLAYERS, HISTORY, 1, batching(game, history=True))
        if farama:
            from karat.env.turns import TurnEnv  # noqa: PLC0415

            yield Contender(game, PLAYERS, TURNS, 1, taking_turns(TurnEnv(game, players=PLAYERS)))
            for name in kit.kernel.opponent_names:
                yield Contender(game, PLAYERS, f"{VECTOR}: {name}", 1, learning(game, name))


def peers() -> Iterator[Contender]:
    """The fastest card games of others, those that are installed."""
    if importlib.util.find_spec("pyspiel"):
        yield Contender("spades", 4, "OpenSpiel, from Python", 1, spiel("spades", deals=True))
        yield Contender("spades", 4, "OpenSpiel, without deals", 1, spiel("spades", deals=False))
    if all(importlib.util.find_spec(name) for name in ("pettingzoo", "rlcard", "pygame")):
        for name, players in (("leduc_holdem_v4", 2), ("texas_holdem_v4", 2)):
            env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
            yield Contender(name.partition("_")[0], players, TURNS, 1, taking_turns(env))
