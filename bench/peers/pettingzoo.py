"""PettingZoo: its classic card environments, without the wrappers that check and warn, stepped from Python."""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import Any

from bench.peers.contest import Count, Play


def stepping(name: str) -> Play:
    np: Any = import_module("numpy")
    env: Any = import_module(f"pettingzoo.classic.{name}").raw_env()
    rng = random.Random(1)  # noqa: S311 -- play, not secrets
    env.reset(seed=1)

    def play(seconds: float) -> Count:
        moves, games, began = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or not games:
            env.reset()
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
                    moves += 1
            games += 1
        return Count(moves, games, spent)

    return play
