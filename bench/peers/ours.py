"""Karat's own kernels as entrants: the ways into them that karat.kernel.bench measures."""

from __future__ import annotations

import time

from bench.peers.contest import Count
from karat.kernel import bench

PIECE = 0.02  # seconds, by which the clock is looked at
SHARED_PIECE = 0.25  # on several cores, where each waits for the last


class Playing:
    """One way into the kernel of one game."""

    def __init__(self, game: str, players: int, interface: str, threads: int) -> None:
        if game not in bench.MODULES:
            raise ValueError(f"no kernel for {game!r}")
        found = [
            way for way in bench.contenders([game], [threads]) if (way.players, way.interface) == (players, interface)
        ]
        if len(found) != 1:
            raise ValueError(f"{game} with {players} players has no {interface!r}")
        self.work, self.moves = found[0].work, bench.calibrate(found[0], PIECE if threads == 1 else SHARED_PIECE)

    def __call__(self, seconds: float) -> Count:
        moves, rounds, began = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or not moves:
            done, ended = self.work(self.moves)
            moves += done
            rounds += ended
        return Count(moves, rounds, spent)
