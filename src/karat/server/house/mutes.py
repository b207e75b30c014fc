"""Who is muted or blocked while both are at a table is not heard there from that moment on, on every worker."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from karat.server.people.relations import WORD
from karat.server.store.database import Unreachable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from karat.server.house.live import Live, Subscriber
    from karat.server.store.database import Database

log = structlog.get_logger()


class Mutes:
    """Keeps what listeners do not want to hear as the database has it."""

    def __init__(self, database: Database, live: Live, hidden_from: Callable[[str], Awaitable[frozenset[str]]]) -> None:
        self._live = live
        self._hidden_from = hidden_from
        self._tasks: set[asyncio.Task[None]] = set()
        database.listen(self._hear)

    def _hear(self, word: str) -> None:
        kind, *people = word.split(" ") if word else (WORD,)
        if kind == WORD:  # without names, some words may have been missed: everybody is looked at
            affected = [one for one in self._listeners() if one.player_id and (not people or one.player_id in people)]
            if affected:
                task = asyncio.ensure_future(self._renew(affected))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _listeners(self) -> Collection[Subscriber]:
        return [subscriber for table in self._live.tables for subscriber in table.subscribers]

    async def _renew(self, affected: Collection[Subscriber]) -> None:
        try:
            hidden = {person: await self._hidden_from(person) for person in {one.player_id for one in affected}}
        except Unreachable:
            log.warning("mutes.unreachable")
            return
        for subscriber in affected:
            subscriber.hidden = hidden[subscriber.player_id]
