"""Two checkouts of our server in turns: short pieces of play at the one and at the other, over and over.

Both are up all the time and never played at together, so that what else the machine does falls on both alike. A piece
begins and ends with a server at rest. What counts is the processor time of an action, and the median of the ratios.
"""

from __future__ import annotations

import contextlib
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bench.server.load import Window
from bench.server.measure import Load, Plan, Start, playing, rest

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.server.servers import Server

AT_REST = 0.1
"""Seconds after the last answer in which everybody else is told."""


@dataclass
class Side:
    """One of the two."""

    server: Server
    load: Load
    actions: list[int] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    received: int = 0
    refused: int = 0

    def play(self, seconds: float) -> None:
        before, now = self.server.cpu(), time.time()
        self.load.tell(Window(now, now + seconds))
        counted = self.load.counted()
        time.sleep(AT_REST)
        self.cpu.append(self.server.cpu() - before)
        self.actions.append(counted.actions)
        self.received += counted.received
        self.refused += counted.refused

    @property
    def microseconds(self) -> list[float]:
        """Of the processor, for each action, by piece."""
        return [1e6 * cpu / actions for cpu, actions in zip(self.cpu, self.actions, strict=True)]


@dataclass(frozen=True)
class Compared:
    old_us: float
    """Processor time of an action: the median of all pieces."""
    new_us: float
    ratio: float
    """Actions for each second of the processor, new by old: the median of all pairs."""
    quartiles: tuple[float, float]
    whole: float
    """The same of all pieces together."""
    best: float
    """The same of the best tenth of the pieces of each: what others do only ever slows one down."""
    old_bytes: float
    """Sent to those who play, for each action."""
    new_bytes: float
    actions: int
    refused: int
    pairs: tuple[tuple[float, float], ...]


def compared(old: Side, new: Side) -> Compared:
    ratios = sorted(was / now for was, now in zip(old.microseconds, new.microseconds, strict=True))
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    tenth = len(ratios) // 10
    per_cpu = {side.server.pid: sum(side.actions) / sum(side.cpu) for side in (old, new)}
    return Compared(
        old_us=statistics.median(old.microseconds),
        new_us=statistics.median(new.microseconds),
        ratio=statistics.median(ratios),
        quartiles=(low, high),
        whole=per_cpu[new.server.pid] / per_cpu[old.server.pid],
        best=sorted(old.microseconds)[tenth] / sorted(new.microseconds)[tenth],
        old_bytes=old.received / sum(old.actions),
        new_bytes=new.received / sum(new.actions),
        actions=sum(old.actions) + sum(new.actions),
        refused=old.refused + new.refused,
        pairs=tuple(zip(old.microseconds, new.microseconds, strict=True)),
    )


def in_turns(plan: Plan, old: Start, new: Start, tell: Callable[[str], None]) -> Compared:
    """So many pairs of pieces, of so many seconds each; in every second pair the new one comes first."""
    with contextlib.ExitStack() as stack:
        sides = []
        for start in (old, new):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="karat-bench-")))
            server = stack.enter_context(start(folder))
            rest(server)
            sides.append(Side(server, stack.enter_context(playing(plan, server, rate=0, seed=1))))
        for side in sides:
            side.play(plan.seconds)  # what is done once, is done now
            side.actions.clear()
            side.cpu.clear()
            side.received = 0
        for number in range(plan.rounds):
            for side in sides if number % 2 else sides[::-1]:
                side.play(plan.seconds)
            was, now = (side.microseconds[-1] for side in sides)
            tell(f"pair {number + 1}: old {was:.0f} us, new {now:.0f} us an action, ratio {was / now:.3f}")
        return compared(*sides)
