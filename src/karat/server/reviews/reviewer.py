"""Reviews that are being made by this worker, and those that are kept.

A review goes on whether or not somebody looks at it; what is known is at hand here at once, and in the database a
second later, so that any worker can tell it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import structlog

from karat.server.house.bot_pool import NoAnswer
from karat.server.reviews.kept import Found, KeptReviews
from karat.server.reviews.studies import ReviewedSeat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from karat.server.house.bot_pool import Study
    from karat.server.store.database import Database

    Think = Callable[[Study, Sequence[str], Callable[[Any], None]], Awaitable[Any]]

KEPT_EVERY = 1.0
"""Seconds between two writings of one that is not finished."""

log = structlog.get_logger()


class Reviewer:
    """`think` has a study made in a process of its own."""

    def __init__(self, database: Database, think: Think) -> None:
        self.kept = KeptReviews(database)
        self._think = think
        self._found: dict[tuple[str, str], Found] = {}
        """Those that this worker is at."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def find(self, match: str, part: str) -> Found | None:
        """What is known of it by now."""
        return self._found.get((match, part)) or await self.kept.find(match, part)

    async def begin(self, match: str, part: str, study: Study, person: str) -> Found:
        """Have it made for that person, unless it is there or somebody is at it."""
        found = await self.find(match, part)
        if found is not None:
            return found
        if not await self.kept.claim(match, part):
            return await self.find(match, part) or Found(0.0)
        self._found[match, part] = Found(0.0)
        task = asyncio.create_task(self._make(match, part, study, person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return self._found[match, part]

    async def stop(self) -> None:
        """What is not finished is given up: the next server begins it anew when it is asked for."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make(self, match: str, part: str, study: Study, person: str) -> None:
        done = False
        keeping = asyncio.create_task(self._keep_meanwhile(match, part))
        try:
            body = await self._think(study, [person], lambda told: self._hear(match, part, told))
            await self.kept.keep(match, part, Found(1.0, body))
            done = True
        except (NoAnswer, OSError):
            log.exception("review.failed", match=match, part=part)
        finally:
            keeping.cancel()
            self._found.pop((match, part), None)
            if not done:
                with contextlib.suppress(OSError):
                    await self.kept.give_up(match, part)

    def _hear(self, match: str, part: str, told: Any) -> None:
        if (match, part) in self._found and isinstance(told, ReviewedSeat):
            self._found[match, part] = Found(told.review.progress, told)

    async def _keep_meanwhile(self, match: str, part: str) -> None:
        """Also while it waits for its turn, so that nobody takes it for given up."""
        kept = time.monotonic()
        while True:
            await asyncio.sleep(KEPT_EVERY)
            found = self._found.get((match, part))
            if found is None:
                return
            if found.body is not None or time.monotonic() - kept > 20:
                kept = time.monotonic()
                with contextlib.suppress(OSError):
                    await self.kept.keep(match, part, found)
