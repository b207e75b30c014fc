"""Many matches of the same bots, on as many processes as are wanted, in the order of their numbers.

Match i is dealt from the seed "SEED/i", whoever plays it: how many processes there are changes nothing but the time,
as long as bots are given tries and not time.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.arena.match import play_match
from karat.arena.workers import hold_to_one_thread
from karat.record import dump_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.bots.bot import Budget
    from karat.game import Outcome
    from karat.kit import Kit

AT_ONCE = 16
"""Matches that a process plays before it hands them over."""
AHEAD = 3
"""Such portions for each process that may wait for one before them."""


class LostWorker(RuntimeError):
    """A process that ended before its matches."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Which matches are played."""

    kit: Kit
    rules: Any
    bots: tuple[str, ...]
    """By seat."""
    think: Budget
    seed: str

    def play(self, numbers: range) -> Iterator[tuple[Outcome, str]]:
        """Those matches: how each ended, and its record as a line."""
        seated = [self.kit.make_bot(name, self.think) for name in self.bots]
        for number in numbers:
            state = play_match(self.kit.game, self.rules, seated, f"{self.seed}/{number}")
            outcome = self.kit.game.outcome(state)
            assert outcome is not None  # noqa: S101 -- play_match goes on until there is one
            yield outcome, dump_line(self.kit.to_record(state))


def simulated(simulation: Simulation, matches: int, workers: int) -> Iterator[tuple[Outcome, str]]:
    """Every match from number 0 on: how it ended, and its record as a line."""
    if min(workers, matches) == 1:
        yield from simulation.play(range(matches))
        return
    hold_to_one_thread()
    each = max(1, min(AT_ONCE, matches // (2 * workers)))
    portions = iter([range(first, min(first + each, matches)) for first in range(0, matches, each)])
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_begin) as pool:
        waiting: deque[Future[list[tuple[Outcome, str]]]] = deque()
        try:
            for portion in portions:
                waiting.append(pool.submit(_played, simulation, portion))
                if len(waiting) >= AHEAD * workers:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool:
            raise LostWorker("a process of the simulation was ended before its matches were played") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _played(simulation: Simulation, numbers: range) -> list[tuple[Outcome, str]]:
    return list(simulation.play(numbers))


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started it
