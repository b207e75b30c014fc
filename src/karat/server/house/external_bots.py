"""Bots from outside: what a program is told of the tables where it is wanted or plays.

Where bots sit and where they were invited stands in the database, committed with the entry that says so. A stream
looks there when something may have changed, so it tells the same on every worker and after every restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

from karat.server.house.house import read_facts
from karat.server.people.challenges import WORD as CHALLENGE
from karat.server.people.relations import Relations
from karat.server.store.database import Statement
from karat.server.tables import entries
from karat.server.tables.commands import Refused
from karat.server.tables.decide import still_open
from karat.server.wire import frames

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from karat.server.house.presence import Presence
    from karat.server.people.challenges import Challenges
    from karat.server.people.live_sessions import Credential, LiveSessions
    from karat.server.store.database import Database
    from karat.server.tables.entries import Logged, Player
    from karat.server.tables.table import Table

LOOK_EVERY = 2.0
"""Seconds after which a stream looks again by itself: another worker may have seated the bot."""
HEARTBEAT = 10.0
"""Seconds after which an empty line says that the server is still there."""
ONLINE = "bots"
"""Where bots are present that listen for invitations; no table has that id."""
MOST_LISTED = 200
LATELY = 60.0
"""Seconds for which a stream tells what became of a challenge, so that no connection that was lost hides it."""
ENDS = {"invited": "withdrawn", "started": "finished"}
"""What is told when something is no longer so; the end of a challenge is a fact of its own."""
WORD = "bot"
"""What workers tell each other when a bot was invited: this and its id."""

LINES = {name: kind for kind, name in frames.BOT_NAMES.items()}


class StreamEnd:
    """The end of a stream from the server's side, and the last frame that says why."""

    def __init__(self) -> None:
        self.happened = asyncio.Event()
        self.frame: frames.Restart | frames.Rejected = frames.Restart()

    def sign_out(self) -> None:
        self.frame = frames.Rejected("signed_out")
        self.happened.set()


class ExternalBots:
    """The bots of this worker's streams, and what the database knows of all of them."""

    def __init__(
        self, database: Database, live_sessions: LiveSessions, presence: Presence, challenges: Challenges
    ) -> None:
        self._database = database
        self._challenges = challenges
        self._presence = presence
        self._live_sessions = live_sessions
        self._endings: set[StreamEnd] = set()
        self._stopped = False
        self._streams: dict[str, set[asyncio.Event]] = {}
        self.streams = 0
        """Open now: those of tables and those of events."""
        database.listen(self._hear)

    def stop(self) -> None:
        """Let streams end by themselves: the server stops."""
        self._stopped = True
        self.end_streams()

    def end_streams(self) -> None:
        """Ask those who listen now to come back."""
        for ending in tuple(self._endings):
            ending.happened.set()

    @contextlib.contextmanager
    def until_the_end(self, ending: StreamEnd, credential: Credential | None) -> Iterator[None]:
        """Have `ending` happen when the server stops, or when what let somebody in no longer does."""
        self._endings.add(ending)
        session = self._live_sessions.enter(credential, ending.sign_out) if credential else None
        self.streams += 1
        if self._stopped:
            ending.happened.set()
        try:
            yield
        finally:
            self.streams -= 1
            self._live_sessions.leave(session)
            self._endings.discard(ending)

    async def invite(self, table: Table, by: Player, name_or_id: str) -> None:
        """Ask a bot to a table. Whoever may open a table may ask, as the bot can decline."""
        if table.host.id != by.id:
            raise Refused("host_only")
        still_open(table)
        rows = await self._database.fetch(
            "SELECT id FROM people WHERE kind = 'bot' AND suspended = 0 AND (id = ? OR lower(name) = lower(?))",
            name_or_id,
            name_or_id,
        )
        if not rows or await Relations(self._database).keeps_away(by.id, [str(rows[0][0])]):
            raise Refused("no_such_bot", params={"bot": name_or_id})
        bot = str(rows[0][0])
        wanted = Statement(
            "INSERT INTO invitations (person, table_id, host, at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (person, table_id) DO NOTHING",
            (bot, table.id, by.name, time.time()),
        )
        await self._database.write(wanted, notify=f"{WORD} {bot}")

    async def decline(self, bot: Player, table_id: str) -> None:
        await self._database.write(withdrawal(bot.id, table_id), notify=f"{WORD} {bot.id}")

    async def online(self) -> list[tuple[str, str]]:
        """The ids and names of the bots whose streams are open, on whatever worker, by name."""
        rows = await self._database.fetch(
            "SELECT DISTINCT people.id, people.name FROM presence JOIN workers ON workers.id = worker"
            " JOIN people ON people.id = presence.person WHERE table_id = ? AND seen >= ?"
            " AND people.kind = 'bot' AND people.suspended = 0 ORDER BY people.name, people.id LIMIT ?",
            ONLINE,
            time.time() - self._presence.dead_after,
            MOST_LISTED,
        )
        return [(str(bot), str(name)) for bot, name in rows]

    async def events(self, bot: Player, ending: StreamEnd, *, wants_open: bool = False) -> AsyncIterator[str]:
        """Lines about where the bot is wanted and plays, all there is first and then all that changes.

        With `wants_open` also about challenges that anybody may accept.
        """
        woken = asyncio.Event()
        streams = self._streams.setdefault(bot.id, set())
        streams.add(woken)
        before: tuple[tuple[str, str], ...] = ()
        spoke = time.monotonic()
        self._presence.came(ONLINE, bot.id)
        try:
            while not ending.happened.is_set():
                woken.clear()
                now = await self._now(bot) | await self._challenged(bot, wants_open=wants_open)
                for (kind, own), (table_id, inside) in now.items():
                    if (kind, own) not in before:
                        yield line(kind, table_id, inside)
                        spoke = time.monotonic()
                for kind, own in before:
                    if (kind, own) not in now and kind in ENDS:
                        yield line(ENDS[kind], own, {})
                        spoke = time.monotonic()
                before = tuple(now)
                if time.monotonic() - spoke >= HEARTBEAT or not spoke:
                    yield "\n"
                    spoke = time.monotonic()
                await either(woken, ending.happened, LOOK_EVERY)
            yield frames.write(ending.frame) + "\n"
        finally:
            self._presence.went(ONLINE, bot.id)
            streams.discard(woken)
            if not streams:
                self._streams.pop(bot.id, None)

    async def _now(self, bot: Player) -> dict[tuple[str, str], tuple[str, dict[str, Any]]]:
        """Everything that can be told now of tables, by its kind and table: the table and what is said of it."""
        asked = await self._database.fetch(
            "SELECT tables.id, facts, host FROM invitations JOIN tables ON tables.id = table_id"
            " WHERE person = ? AND status = 'open' ORDER BY at, tables.id",
            bot.id,
        )
        playing = await self._database.fetch(
            "SELECT tables.id, facts FROM seats JOIN tables ON tables.id = table_id"
            " WHERE person = ? AND status = 'playing' ORDER BY created, tables.id",
            bot.id,
        )
        found: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}
        for kind, rows in (("invited", asked), ("started", playing)):
            for table_id, raw, *host in rows:
                facts = read_facts(str(table_id), raw)
                if facts is not None:
                    inside = {"config": facts.config} | ({"by": host[0]} if host else {})
                    found[kind, str(table_id)] = str(table_id), inside
        return found

    async def _challenged(self, bot: Player, *, wants_open: bool) -> dict[tuple[str, str], tuple[str, dict[str, Any]]]:
        """The same of challenges: who asks the bot now, and what became of those by it and to it lately."""
        found, lately = {}, time.time() - LATELY
        asked = [one for one in await self._challenges.of(bot.id) if not one.waits or one.by.id != bot.id]
        if wants_open:
            asked += await self._challenges.open_to_all({bot.id})
        for one in reversed(asked):
            if one.waits or (one.ended or 0) > lately:
                kind = "challenged" if one.waits else "challenge_over"
                found[kind, one.id] = one.table, {"challenge": one.shown()}
        return found

    def changed(self, table: Table) -> None:
        """Hear of a change: the bots that sit there are told by their streams."""
        for chair in table.chairs if self._streams else ():
            if chair.player is not None and chair.player.id in self._streams:
                self._wake(chair.player.id)

    def _hear(self, word: str) -> None:
        kind, _, bot = word.partition(" ")
        if kind in (WORD, CHALLENGE):
            self._wake(bot)

    def _wake(self, bot: str) -> None:
        for woken in self._streams.get(bot, ()):
            woken.set()


def invitations_met(table: Table, logged: Sequence[Logged]) -> list[Statement]:
    """A bot that sits down is no longer invited; for the unit that commits the entries."""
    return [
        withdrawal(player.id, table.id)
        for one in logged
        if isinstance(one.entry, entries.Sat) and not one.entry.bot and (player := one.entry.player).kind == "bot"
    ]


def withdrawal(person: str, table_id: str) -> Statement:
    return Statement("DELETE FROM invitations WHERE person = ? AND table_id = ?", (person, table_id))


def line(kind: str, table_id: str, inside: dict[str, Any]) -> str:
    """One line of a stream, in the wire's own envelope."""
    return frames.write(LINES[kind](**inside), table_id, ts=time.time()) + "\n"


async def either(first: asyncio.Event, second: asyncio.Event, seconds: float) -> None:
    """Until one of the two happens, or the time is over."""
    waits = [asyncio.ensure_future(event.wait()) for event in (first, second)]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
