"""The time of day for what outlives a process, on machines whose clocks are set while a server runs.

A jump of the clock is not followed at once: for an hour time goes on as it went, and only if the clock still says so
is it believed. So a clock that is wrong for a moment neither locks anybody out nor ends what was to last.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

DRIFT = 60.0
"""Seconds by which a clock may be put right at a time; more is a jump."""
BELIEVED_AFTER = 3600.0
"""Seconds after which a clock that has jumped, or that this process has just met, is believed."""


def running() -> float:
    """Seconds that go on whatever the clock is set to, also while the machine sleeps where it can tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


@dataclass(slots=True)
class SteadyClock:
    wall: Callable[[], float] = time.time
    running: Callable[[], float] = running
    _offset: float = field(init=False)
    _since: float = field(init=False)
    _jump: tuple[float, float] | None = field(init=False, default=None)
    """Another offset that the clock has now, and since when."""

    def __post_init__(self) -> None:
        self._since = self.running()
        self._offset = self.wall() - self._since

    def now(self) -> float:
        """Seconds since 1970."""
        running = self.running()
        offset = self.wall() - running
        if abs(offset - self._offset) <= DRIFT:
            self._offset, self._jump = offset, None
        elif self._jump is None or abs(offset - self._jump[0]) > DRIFT:
            self._jump = offset, running
        elif running - self._jump[1] >= BELIEVED_AFTER:
            self._offset, self._since, self._jump = offset, running, None
        return running + self._offset

    def is_settled(self) -> bool:
        """Whether the clock is sure enough to delete by: no jump, and no start, for an hour."""
        self.now()
        return self._jump is None and self.running() - self._since >= BELIEVED_AFTER
