"""RLCard: its environments stepped from Python."""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import Any

from bench.peers.contest import Count, Play


def stepping(name: str) -> Play:
    env: Any = import_module("rlcard").make(name, config={"seed": 1})
    rng = random.Random(1)  # noqa: S311 -- play, not secrets

    def play(seconds: float) -> Count:
        moves, games, began = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or not games:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                moves += 1
            games += 1
        return Count(moves, games, spent)

    return play
