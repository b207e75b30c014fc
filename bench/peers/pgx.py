"""pgx: thousands of games stepped at once, compiled by jax."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from bench.peers.contest import Count

BATCHES = (1024, 4096, 16384, 65536)
MOVES = 1 << 18  # in one call: Python is out of the way
TRIALS = 5


class Stepping:
    """Uniformly random play with observation and mask at every step, and auto-reset, at its fastest batch size."""

    def __init__(self, name: str) -> None:
        self.jax: Any = import_module("jax")
        self.env: Any = import_module("pgx").make(name)
        found = {size: self._speed(*self._compile(size)) for size in BATCHES}
        self.size = max(found, key=lambda size: found[size])
        self.run, self.state, self.key = self._compile(self.size)
        self.detail = f"batch {self.size}"

    def __call__(self, seconds: float) -> Count:
        moves, games, began = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or not moves:
            self.state, self.key, ended = self.jax.block_until_ready(self.run(self.state, self.key))
            moves += MOVES
            games += int(ended)
        return Count(moves, games, spent)

    def _speed(self, run: Callable[..., Any], state: Any, key: Any) -> float:
        """The best of a few runs."""
        best = 0.0
        for _ in range(TRIALS):
            began = time.process_time()  # whoever else wants the core must not decide this
            state, key, _ended = self.jax.block_until_ready(run(state, key))
            best = max(best, MOVES / (time.process_time() - began))
        return best

    def _compile(self, size: int) -> tuple[Callable[..., Any], Any, Any]:
        """A compiled function of MOVES moves in `size` games, with the games and the key to begin with."""
        jax, np = self.jax, import_module("jax.numpy")
        auto_reset = import_module("pgx.experimental").auto_reset
        step = jax.vmap(auto_reset(self.env.step, self.env.init))

        def choose(key: Any, mask: Any) -> Any:
            """The n-th legal action, n drawn: twice as fast as pgx's own act_randomly, and as uniform."""
            upto = np.cumsum(mask.astype(np.int32), axis=-1)
            n = np.floor(jax.random.uniform(key, (size,)) * upto[:, -1]).astype(np.int32)
            return np.argmax(upto > n[:, None], axis=-1)

        def move(carry: Any, _: Any) -> Any:
            state, key, ended = carry  # the observation and the mask are part of the state
            key, for_choice, for_step = jax.random.split(key, 3)
            state = step(state, choose(for_choice, state.legal_action_mask), jax.random.split(for_step, size))
            return (state, key, ended + state.terminated.sum()), None

        def run(state: Any, key: Any) -> Any:
            return jax.lax.scan(move, (state, key, np.int32(0)), None, length=MOVES // size)[0]

        key = jax.random.key(1)
        compiled: Callable[..., Any] = jax.jit(run)
        state = jax.jit(jax.vmap(self.env.init))(jax.random.split(key, size))
        jax.block_until_ready(compiled(state, key))
        return compiled, state, key
