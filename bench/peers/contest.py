"""A race of programs that take turns: A B C, A B C, and so on, so that a busy machine slows all of them alike.

Each entrant is prepared (imported, compiled, warmed up) in a process of its own, held to as many cores as it is
allowed, and sleeps until it is its turn. One that is missing or fails says so and disturbs nobody.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from karat.kernel.threads import cores


@dataclass(frozen=True, slots=True)
class Count:
    """What was played in a stretch of time. A move is a decision of a player; cards dealt are none."""

    moves: float
    games: float
    seconds: float


Play = Callable[[float], Count]
"""Play for about so many seconds."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A count, with the seconds in which a core worked for it: fewer than went by if others wanted the core too."""

    count: Count
    worked: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """`make` names a function, "module:function", that given `arguments` returns a `Play`."""

    key: str
    library: str  # the distribution on PyPI, whose version is told
    game: str
    how: str
    make: str
    arguments: tuple[str | int, ...] = ()
    cores: int = 1


@dataclass
class Result:
    """The turns of one entrant, in order; none if `trouble` says why."""

    entrant: Entrant
    version: str | None = None
    detail: str = ""
    trouble: str = ""
    turns: list[Turn] = field(default_factory=list)

    @property
    def measured(self) -> bool:
        return bool(self.turns) and not self.trouble

    def seconds(self, turn: Turn) -> float:
        """What speeds are told by: on one core the time in which it worked for us, on several the time that went by.

        On a quiet machine these are the same; on a busy one the first is nearly what it would be on a quiet one.
        """
        return turn.worked if self.entrant.cores == 1 else turn.count.seconds

    @property
    def by_the_clock(self) -> list[float]:
        """Moves by second that went by, turn by turn."""
        return [turn.count.moves / turn.count.seconds for turn in self.turns]

    @property
    def speeds(self) -> list[float]:
        """Moves a second, turn by turn."""
        return [turn.count.moves / self.seconds(turn) for turn in self.turns]

    @property
    def share(self) -> float:
        """The part of its cores that it got; below 1 the machine was busy with something else."""
        worked, went_by = sum(turn.worked for turn in self.turns), sum(turn.count.seconds for turn in self.turns)
        return worked / went_by / self.entrant.cores

    @property
    def best(self) -> float:
        return max(self.speeds)

    @property
    def median(self) -> float:
        return statistics.median(self.speeds)

    @property
    def spread(self) -> float:
        """How far the slowest turn is below the fastest, as a part of the median."""
        return (self.best - min(self.speeds)) / self.median

    @property
    def games(self) -> float:
        """Games a second in the median."""
        return statistics.median(turn.count.games / self.seconds(turn) for turn in self.turns)


def race(
    entrants: Sequence[Entrant],
    *,
    turns: int,
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Result]:
    """Every entrant's turns, `seconds` each; `tell` hears what is going on."""
    results = [Result(entrant) for entrant in entrants]
    with ExitStack() as stack:
        children: dict[str, subprocess.Popen[str]] = {}
        for result in results:  # one after the other: compilers want the same core
            tell(f"preparing {result.entrant.key}")
            if result.entrant.cores > cores():
                result.trouble = f"needs {result.entrant.cores} cores"
                continue
            children[result.entrant.key] = stack.enter_context(_child(result.entrant))
            _hear(result, children[result.entrant.key])
        for turn in range(turns):
            for result in results:
                if not result.trouble:
                    tell(f"turn {turn + 1} of {turns}: {result.entrant.key}")
                    _ask(result, children[result.entrant.key], seconds)
    return results


@contextmanager
def _child(entrant: Entrant) -> Iterator[subprocess.Popen[str]]:
    """A process that prepares the entrant and then waits for its turns; it ends with the block."""
    command = [sys.executable, "-m", "bench.peers.child", json.dumps(_order(entrant))]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _order(entrant: Entrant) -> dict[str, Any]:
    return {
        "make": entrant.make,
        "arguments": entrant.arguments,
        "library": entrant.library,
        "cores": own_cores(entrant.cores),
    }


def own_cores(count: int) -> list[int]:
    """The cores to hold a entrant to: the last of those that we may use, since systems like the first for chores."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    return sorted(os.sched_getaffinity(0))[-count:]


def _hear(result: Result, child: subprocess.Popen[str]) -> dict[str, Any]:
    """What the child says next; from then on it is in trouble if that is nothing, or trouble."""
    assert child.stdout is not None  # noqa: S101
    line = child.stdout.readline()
    said: dict[str, Any] = json.loads(line) if line else {"trouble": f"ended with status {child.wait()}"}
    result.version = said.get("version", result.version)
    result.detail = said.get("detail", result.detail)
    result.trouble = said.get("trouble", "")
    return said


def _ask(result: Result, child: subprocess.Popen[str], seconds: float) -> None:
    assert child.stdin is not None  # noqa: S101
    try:
        child.stdin.write(f"{seconds}\n")
        child.stdin.flush()
    except BrokenPipeError:
        result.trouble = f"ended with status {child.wait()}"
        return
    said = _hear(result, child)
    if not result.trouble:
        count = Count(said["moves"], said["games"], said["seconds"])
        result.turns.append(Turn(count, said["worked"]))
