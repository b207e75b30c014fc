"""The first so many words of a memory, as a list for Python."""

from __future__ import annotations

from collections.abc import Callable


class FirstWords(dict[int, Callable[[], list[int]]]):
    """By how many, what makes the list: cutting a piece out of a memory takes longer than the list, and is done once.

    >>> words = FirstWords(memoryview(bytes([5, 6, 7])))
    >>> words[2]()
    [5, 6]
    """

    def __init__(self, memory: memoryview) -> None:
        super().__init__()
        self.memory = memory

    def __missing__(self, count: int) -> Callable[[], list[int]]:
        made: Callable[[], list[int]] = self.memory[:count].tolist
        self[count] = made
        return made
