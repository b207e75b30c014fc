"""How much one address or one session may ask for: buckets that fill again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_KEYS = 50_000
"""Buckets that are remembered; the one unused for longest is forgotten, and is full again then."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many more each second."""

    burst: float
    per_second: float


REQUESTS = Rate(60, 20)
"""REST calls, for each address and each session."""
CARD_FILES = Rate(10, 0.02)
"""Card files of one's own, for each address."""
FRAMES = Rate(60, 20)
"""Frames of one socket."""
HELLOS = Rate(100, 5)
"""Tables that one person begins to follow, on all sockets together; each is sent a snapshot."""
ENTRIES = Rate(60, 20)
"""What one person brings to the logs of tables, on all sockets and calls together."""
WISHES = Rate(20, 0.5)
"""The same of what is no move: preferences, proposals, coming back."""
HINTS = Rate(5, 0.2)
"""Questions of one person what to do."""
REPLAYS = Rate(60, 4)
"""Records replayed for one address, some twenty milliseconds each; a review shows seven places of one at once."""
SAYING = Rate(5, 0.5)
"""What one person says, at all tables together."""
SOCKETS = 100
"""Open at the same time from one address."""


class TooMuch(ValueError):
    """More than is allowed; `retry_after` in seconds says when there is room again."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"too much; there is room again in {retry_after:.1f} s")
        self.retry_after = retry_after


class Limits:
    """The buckets of one worker. `factor` widens all of them."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._sockets: dict[str, int] = {}

    def take(self, key: str, rate: Rate) -> None:
        """Take one from a bucket; TooMuch when it is empty."""
        now = time.monotonic()
        burst, per_second = rate.burst * self.factor, rate.per_second * self.factor
        level, then = self._buckets.pop(key, (burst, now))
        level = min(burst, level + (now - then) * per_second)
        self._buckets[key] = (level - 1, now) if level >= 1 else (level, now)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        if level < 1:
            raise TooMuch((1 - level) / per_second)

    def enter(self, address: str, most: int = SOCKETS) -> None:
        """Open a socket or stream; TooMuch when that address, or whatever is counted, has as many as it may."""
        if self._sockets.get(address, 0) >= most * self.factor:
            raise TooMuch(10)
        self._sockets[address] = self._sockets.get(address, 0) + 1

    def leave(self, address: str) -> None:
        left = self._sockets.get(address, 0) - 1
        if left > 0:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)
