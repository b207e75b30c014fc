"""How fast the kernels are, in moves and rounds a second, by every way into them.

A `Contender` is one of those ways. All run in turn, several times over, so that a busy moment of the machine hits
them alike, and the best of each counts. A game takes part with the `contenders` of its kit's kernel. Other
engines can be measured in the same run: `measure` takes any contenders.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from karat.kernel.threads import cores, spread

FUSED, STEPS, BATCH, SINGLE = "fused playout", "step loop", "batch with observations", "single step from Python"

Work = Callable[[int], tuple[int, int]]
"""Does about so many moves; how many moves and finished rounds it was."""


def together(workers: Sequence[Work]) -> Work:
    """All at once, each on a thread of its own with its share of the moves: kernels run without Python's lock."""
    if len(workers) == 1:
        return workers[0]

    def work(moves: int) -> tuple[int, int]:
        done = [(0, 0)] * len(workers)

        def share(first: int, last: int) -> None:
            for number in range(first, last):
                done[number] = workers[number](moves // len(workers))

        spread(share, len(workers), len(workers))
        return sum(moves for moves, _ in done), sum(rounds for _, rounds in done)

    return work


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to play at random as fast as can be."""

    game: str
    players: int
    interface: str
    threads: int
    work: Work


@dataclass(frozen=True, slots=True)
class Measure:
    """How fast a contender was at its best."""

    game: str
    players: int
    interface: str
    threads: int
    moves_per_second: float
    rounds_per_second: float


Ways = Callable[[int], Iterable[Contender]]
"""Every way into the kernel of one game, on so many threads."""


def contenders(ways: Iterable[Ways], threads: Iterable[int] | None = None) -> list[Contender]:
    """Every way into these kernels, on one core and on all."""
    counts = sorted(set(threads or (1, cores())))
    return [contender for one in ways for count in counts for contender in one(count)]


def measure(
    taking_part: Iterable[Contender], seconds: float, repeats: int, clock: Callable[[], float] = time.perf_counter
) -> Iterator[Measure]:
    """The best of `repeats` turns of about `seconds` each; yields when the last turn is over.

    By `time.process_time` only the time that this process was given counts, for contenders on one thread.
    """
    field = list(taking_part)
    moves = [calibrate(contender, seconds, clock) for contender in field]
    best = [(0.0, 0.0)] * len(field)
    for _ in range(repeats):
        for number, contender in enumerate(field):
            began = clock()
            done, rounds = contender.work(moves[number])
            took = clock() - began
            best[number] = max(best[number], (done / took, rounds / took))
    for contender, (speed, rounds_speed) in zip(field, best, strict=True):
        yield Measure(contender.game, contender.players, contender.interface, contender.threads, speed, rounds_speed)


def calibrate(contender: Contender, seconds: float, clock: Callable[[], float] = time.perf_counter) -> int:
    """How many moves take about that long; compiles on the way."""
    moves = 1000
    contender.work(moves)
    while True:
        began = clock()
        contender.work(moves)
        took = clock() - began
        if took > seconds / 8:
            return max(1, int(moves * seconds / took))
        moves *= 4
