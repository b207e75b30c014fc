"""What searches of any game share: when to stop, and what came of each action.

A search is given a `Limit` and hands back `Tried`, the best first. What is tried is asked in compiled code, in chunks;
between two chunks the limit is asked how large the next may be.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

CHUNK = 8
"""Worlds at once, when tries are counted."""
MOST_WORLDS = 64
"""Worlds at once, however fast they are."""
SLICE = 0.002
"""Seconds between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop: at a time of `time.perf_counter`, or after so many tries. Where both are given, tries count alone.

    >>> Limit(tries=100).part(0.25), Limit(tries=100).less(30)
    (Limit(deadline=None, tries=25), Limit(deadline=None, tries=70))
    """

    deadline: float | None = None
    tries: int | None = None

    def __post_init__(self) -> None:
        if self.deadline is None and self.tries is None:
            raise ValueError("a limit is a deadline or a number of tries, and this one is neither")

    @classmethod
    def from_now(cls, seconds: float | None, tries: int | None) -> Limit:
        """So many tries, or if there is no such number, so many seconds from now on."""
        return cls(None if tries is not None else time.perf_counter() + (seconds or 0.0), tries)

    @property
    def by_time(self) -> bool:
        """Whether the clock decides."""
        return self.tries is None

    def left(self) -> float:
        """The seconds to the deadline, below 0 when it has passed; 0 where tries are counted."""
        return 0.0 if self.tries is not None or self.deadline is None else self.deadline - time.perf_counter()

    def is_past(self) -> bool:
        """Whether the clock has passed the deadline; never where tries are counted."""
        return self.by_time and self.left() < 0

    def worlds(self, spent: float, done: int, tries: int, alive: int) -> int:
        """How many worlds to try next; 0 to stop.

        `done` worlds took `spent` seconds and `tries` tries; each of the next takes a try for each of `alive` actions.
        The first world is always tried.
        """
        if self.tries is not None:
            left = (self.tries - tries) // alive
            return min(CHUNK, left) if done else max(1, min(CHUNK, left))
        if spent == 0.0:
            return 1
        left_over = self.left()
        if left_over <= 0:
            return 0
        return max(1, min(MOST_WORLDS, int(min(SLICE, left_over) * done / spent)))

    def part(self, share: float) -> Limit:
        """A share of what is left from now on."""
        if self.tries is not None:
            return Limit(tries=int(self.tries * share))
        return Limit(time.perf_counter() + self.left() * share)

    def times(self, many: int) -> Limit:
        """So many for each try, where something smaller than tries is counted; a deadline stays."""
        return self if self.tries is None else Limit(tries=self.tries * many)

    def less(self, tries: int) -> Limit:
        """What is left after so many tries; a deadline stays."""
        return self if self.tries is None else Limit(self.deadline, self.tries - tries)


@dataclass(frozen=True, slots=True)
class Tried:
    """An action that a search tried, and what came of it: means over all tries."""

    action: int
    """By the game's codec."""
    tries: int
    value: float
    """What the search goes by: the more, the better."""
    win: float | None
    """The chance to win, from 0 to 1, where it is known: of the round in Aurum, of the match in Amul."""
    points: float | None
    """The points of the acting seat's side, where they are known."""
