"""A cache for values that never change and take long to hash: one is known again by being the same object."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")
Part = TypeVar("Part")


def kept_for_same(most: int) -> Callable[[Callable[..., Made]], Callable[..., Made]]:
    """Keep what a function gave for its last `most` different arguments, which must never change.

    Whoever builds one value after another from parts that mostly stay as they were, such as the tuples of a match,
    pays for the parts that are new.

    >>> @kept_for_same(100)
    ... def shout(words: tuple[str, ...]) -> str:
    ...     print("asked")
    ...     return " ".join(words).upper()
    >>> words = ("no", "rush")
    >>> shout(words), shout(words)
    asked
    ('NO RUSH', 'NO RUSH')
    """

    def decorate(make: Callable[..., Made]) -> Callable[..., Made]:
        # Arguments are kept along, so that as long as a key is here no other object has its id.
        kept: dict[tuple[int, ...], tuple[tuple[Any, ...], Made]] = {}
        lock = threading.Lock()

        @wraps(make)
        def find(*args: Any) -> Made:
            key = tuple(map(id, args))
            found = kept.get(key)
            if found is None:
                found = args, make(*args)
                with lock:
                    if len(kept) >= most:
                        del kept[next(iter(kept))]
                    kept[key] = found
            return found[1]

        return find

    return decorate


class GrowingRow(Generic[Part, Made]):
    """What is made of each part of a row that only ever grows at its end, such as all that was done in a match.

    The row of a moment ago is known by its last part, so that only what came since is made anew.

    >>> row = GrowingRow(str.upper, most=100)
    >>> row(("b", "c")), row(("b", "c", "d"))
    (('B', 'C'), ('B', 'C', 'D'))
    """

    def __init__(self, make: Callable[[Part], Made], most: int, look_back: int = 24) -> None:
        self._make, self._most, self._look_back = make, most, look_back
        self._kept: dict[int, tuple[tuple[Part, ...], tuple[Made, ...]]] = {}
        self._lock = threading.Lock()

    def __call__(self, row: tuple[Part, ...]) -> tuple[Made, ...]:
        for length in range(len(row), max(len(row) - self._look_back, 0), -1):
            known, made = self._kept.get(id(row[length - 1]), ((), ()))
            # Of parts that are the very same objects it is seen at a glance that they are equal.
            if len(known) == length and (known == row if length == len(row) else known == row[:length]):
                break
        else:
            length, made = 0, ()
        if length < len(row):
            made = (*made, *map(self._make, row[length:]))
            with self._lock:
                if len(self._kept) >= self._most:
                    del self._kept[next(iter(self._kept))]
                self._kept[id(row[-1])] = row, made
        return made
