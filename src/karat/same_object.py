"""A cache for values that never change and take long to hash: one is known again by being the same object."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Made = TypeVar("Made")


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
