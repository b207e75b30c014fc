"""So many at once, and who waits is let in by turns: one of each person's, however many each of them wants."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class FairQueue:
    """Places that are given out by turns. Somebody who wants a hundred keeps another waiting for one."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._wanted: Counter[str] = Counter()
        """How many places each person has or waits for."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Whose turn it is next stands first."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def enter(self, people: Sequence[str]) -> str:
        """Wait for a place; for whom it is, to be said to `leave`.

        What several people wait for together goes by the one of them who wants least: nobody waits the longer for
        the company.
        """
        person = min(people, key=lambda one: self._wanted[one], default="")
        self._wanted[person] += 1
        if self._free:
            self._free -= 1
            return person
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._drop(person, turn)
            else:
                self.leave(person)  # it was given in the same moment
            raise
        return person

    def leave(self, person: str) -> None:
        """Give a place to whoever is next."""
        self._forget(person)
        if not self._waiting:
            self._free += 1
            return
        following = next(iter(self._waiting))
        turns = self._waiting.pop(following)
        turns.popleft().set_result(None)
        if turns:
            self._waiting[following] = turns  # behind all others

    def _drop(self, person: str, turn: asyncio.Future[None]) -> None:
        self._forget(person)
        self._waiting[person].remove(turn)
        if not self._waiting[person]:
            del self._waiting[person]

    def _forget(self, person: str) -> None:
        self._wanted[person] -= 1
        if not self._wanted[person]:
            del self._wanted[person]
