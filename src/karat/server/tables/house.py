"""The house: takes what people want of tables to the log. Commit, then acknowledge, then broadcast."""

from __future__ import annotations

import contextlib
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from karat.record import STANDARD_CARDS, BadRecord
from karat.server.store.card_files import Shelf
from karat.server.store.database import Statement, Unreachable
from karat.server.tables import commands, entries, fair
from karat.server.tables.commands import Refused
from karat.server.tables.entries import Logged, Player
from karat.server.tables.live import Fold, Live, NoSuchTable
from karat.server.tables.presence import Presence
from karat.server.tables.seating import names_of
from karat.server.tables.table import read_rules

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from karat.kit import Kit
    from karat.server.store.database import Database
    from karat.server.tables.entries import AnyEntry, Config
    from karat.server.tables.live import Room
    from karat.server.tables.table import Table

ALPHABET = "0123456789abcdefghijkmnopqrstuvwxyz"
ID_LENGTH = 12
MOST_TRIES = 20
"""At an entry whose place others take first."""

INSERT_TABLE = """
    INSERT INTO tables (seq, status, facts, deadline, bot_due, changed, game, visibility, created, id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
UPDATE_TABLE = """
    UPDATE tables SET seq = ?, status = ?, facts = ?, deadline = ?, bot_due = ?, changed = ?
    WHERE id = ? AND seq = ?"""
INSERT_ENTRY = "INSERT INTO entries (table_id, seq, at, body) VALUES (?, ?, ?, ?)"


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the lobby shows of a table."""

    config: entries.Config
    host: str
    seats: tuple[str, ...]
    """Names by seat; empty where nobody sits."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Entries that a table has followed, with what has to be written before anybody may know."""

    room: Room
    fold: Fold
    logged: list[Logged]
    now: float
    statements: list[Statement]


class House:
    """Tables, opened and changed. Everything that is decided here was asked of a table that the log gave."""

    def __init__(self, database: Database, games: Mapping[str, Kit]) -> None:
        self.database = database
        self.games = games
        self.shelf = Shelf(database, games)
        self.offered: set[str] = set()
        """Card files that whoever runs the server wants to be played with, by their identity."""
        self.live = Live(database, self.shelf)
        self.changed: list[Callable[[Table], None]] = []
        """Called after each change that this worker committed."""
        self.ended: list[Callable[[Table], Awaitable[Sequence[Statement]]]] = []
        """Asked for more statements in the unit that ends a match: ratings, history."""
        self.along: list[Callable[[Table, Sequence[Logged]], Sequence[Statement]]] = []
        """Asked for more statements in the unit of any entries, which the table has followed by then."""
        self.along.append(names_of)
        self.hidden_from: Callable[[str], Awaitable[frozenset[str]]] = nobody
        """Whose words a person, by their id, is not sent."""
        self.presence = Presence(self)

    async def open(self, config: Config, host: Player, *, seat: int | None, salt: str = "", password: str = "") -> str:
        """A new table with its host seated, unless `seat` is None; its id."""
        games = await self.check(config, seat)
        opened = entries.Opened(config, host, fair.fresh_secret(), password)
        first: list[AnyEntry] = [opened]
        if seat is not None:
            first += [entries.Sat(seat, host), *([entries.Salted(seat, salt)] if salt else [])]
        now = time.time()
        table_id = fresh_id()
        room = self.live.room(table_id)
        async with room.lock:
            fold, statements = self._new_table(table_id, first, now, games)
            if not await self.database.write(*statements):
                raise Unreachable(f"the id {table_id} is taken")
            room.fold, room.told = fold, fold.table.seq
        self._tell_changed(fold.table)
        return table_id

    async def check(self, config: Config, seat: int | None) -> Mapping[str, Kit]:
        """Refuse what no table can be; the games as they are played with its cards."""
        if config.game not in self.games:
            raise Refused("no_such_game", params={"game": config.game})
        if config.cards != STANDARD_CARDS and not self.games[config.game].card_files:
            raise Refused("no_card_files", params={"game": config.game})
        games = await self.shelf.games_for(config.cards)
        try:
            read_rules(config, games[config.game])
        except BadRecord as bad:
            raise Refused("bad_rules", params={"reason": bad.reason}) from None
        for level in (*config.bots.values(), *([config.bot_level] if config.bot_level else [])):
            if level not in self.games[config.game].levels:
                raise Refused("no_such_bot", params={"level": level})
        seats = [str(number) for number in range(config.players)]
        if not set(config.bots) <= set(seats) or len(config.bots) >= config.players:
            raise Refused("bad_seats")
        if seat is not None and (str(seat) not in seats or str(seat) in config.bots):
            raise Refused("seat_taken", params={"seat": str(seat)})
        return games

    async def change(
        self,
        table_id: str,
        decide: Callable[[Table], list[AnyEntry]],
        acknowledge: Callable[[Fold], None] | None = None,
    ) -> Room:
        """Write what `decide` makes of the table as it is; asked again where somebody else was quicker.

        `acknowledge` is called once it is committed, before anybody is told; also where nothing had to be done.
        Refused passes through.
        """
        room = self.live.room(table_id)
        async with room.lock:
            for _ in range(MOST_TRIES):
                fold = await self.live.ready(room)
                new = decide(fold.table)
                if not new:
                    if acknowledge:
                        acknowledge(fold)
                    return room
                if await self._write(room, fold, new, acknowledge):
                    return room
        raise Unreachable(f"table {table_id} is too busy")

    async def table(self, table_id: str) -> Table:
        """The table as it is committed, to be read before the next await."""
        room = self.live.room(table_id)
        async with room.lock:
            return (await self.live.ready(room)).table

    async def lobby(self, limit: int = 50, status: str = "open") -> list[tuple[str, Facts, float]]:
        """The public tables that wait for players, or that play; the newest first."""
        rows = await self.database.fetch(
            "SELECT id, facts, created FROM tables WHERE visibility = 'public' AND status = ?"
            " ORDER BY created DESC LIMIT ?",
            status,
            limit,
        )
        return [
            (str(table_id), msgspec.json.decode(str(facts), type=Facts), float(created or 0))
            for table_id, facts, created in rows
        ]

    async def change_together(
        self,
        decide: Mapping[str, Callable[[Table], list[AnyEntry]]],
        more: Callable[[], Awaitable[Sequence[Statement]]],
        words: Sequence[str] = (),
    ) -> bool:
        """Write what is decided of several tables in one unit, with more that is asked for while none of them moves.

        False, and nothing changed, where somebody else was quicker. Refused passes through.
        """
        rooms = [self.live.room(table_id) for table_id in sorted(decide)]
        async with contextlib.AsyncExitStack() as stack:
            for room in rooms:
                await stack.enter_async_context(room.lock)
            folds = [await self.live.ready(room) for room in rooms]
            new = [decide[room.id](fold.table) for room, fold in zip(rooms, folds, strict=True)]
            drafts = [
                await self._draft(room, fold, entries)
                for room, fold, entries in zip(rooms, folds, new, strict=True)
                if entries
            ]
            if not await self._commit(drafts, await more(), words):
                return False
            for draft in drafts:
                self._told(draft, None)
        return True

    async def _write(
        self, room: Room, fold: Fold, new: list[AnyEntry], acknowledge: Callable[[Fold], None] | None
    ) -> bool:
        """Commit entries and what follows from them; False, and the fold forgotten, where their place was taken."""
        draft = await self._draft(room, fold, new)
        if not await self._commit([draft]):
            return False
        self._told(draft, acknowledge)
        return True

    async def _draft(self, room: Room, fold: Fold, new: list[AnyEntry]) -> Draft:
        """Follow entries and what follows from them, and say what has to be written."""
        table, now = fold.table, time.time()
        before, was = table.seq, table.status
        logged: list[Logged] = []
        room.fold = None  # until it is committed, this fold is nobody's
        while new:
            for entry in new:
                logged.append(Logged(table.seq + 1, now, entry))
                fold.follow(logged[-1])
            new = commands.consequence(table)
        more: list[Statement] = []
        if table.wants_rematch:
            more = self._rematch(fold, logged, now)
        if table.status != was and table.status in ("finished", "closed"):
            more += [statement for hook in self.ended for statement in await hook(table)]
        more += [statement for hook in self.along for statement in hook(table, logged)]
        update = Statement(UPDATE_TABLE, (*head(table, now), table.id, before), rows=1)
        inserts = [Statement(INSERT_ENTRY, (table.id, one.seq, one.at, entries.encode(one.entry))) for one in logged]
        return Draft(room, fold, logged, now, [update, *inserts, *more])

    async def _commit(self, drafts: Sequence[Draft], more: Sequence[Statement] = (), words: Sequence[str] = ()) -> bool:
        statements = [statement for draft in drafts for statement in draft.statements]
        for draft in drafts:
            draft.room.writing = draft.fold.table.seq
        told = [*(f"{draft.room.id} {draft.fold.table.seq}" for draft in drafts), *words]
        try:
            return await self.database.write(*statements, *more, notify="\n".join(told) or None)
        except Unreachable:
            return False  # the log will tell whether it was committed
        finally:
            for draft in drafts:
                draft.room.writing = 0

    def _told(self, draft: Draft, acknowledge: Callable[[Fold], None] | None) -> None:
        """What was committed is acknowledged, then told."""
        draft.room.fold = draft.fold
        if acknowledge:
            acknowledge(draft.fold)
        draft.room.publish(draft.logged, draft.now)
        self._tell_changed(draft.fold.table)

    def _rematch(self, fold: Fold, logged: list[Logged], now: float) -> list[Statement]:
        """A new table for the same people, in the same unit as the entry that leads to it."""
        table = fold.table
        bots = {str(seat): chair.bot for seat, chair in enumerate(table.chairs) if chair.bot}
        config = msgspec.structs.replace(table.config, bots=bots)
        first: list[AnyEntry] = [
            entries.Opened(config, table.host, fair.fresh_secret(), table.password, previous=table.id)
        ]
        for seat in table.people:
            player = table.chairs[seat].player
            if player is not None:
                first.append(entries.Sat(seat, player))
        other = fresh_id()
        logged.append(Logged(table.seq + 1, now, entries.Rematched(other)))
        fold.follow(logged[-1])
        return self._new_table(other, first, now, fold.games)[1]

    def _new_table(
        self, table_id: str, first: list[AnyEntry], now: float, games: Mapping[str, Kit]
    ) -> tuple[Fold, list[Statement]]:
        log = [Logged(seq, now, entry) for seq, entry in enumerate(first, start=1)]
        fold = Fold(table_id, log, games)
        while follows := commands.consequence(fold.table):
            for entry in follows:
                log.append(Logged(fold.table.seq + 1, now, entry))
                fold.follow(log[-1])
        table = fold.table
        values = (*head(table, now), table.config.game, table.config.visibility, now, table_id)
        inserts = [Statement(INSERT_ENTRY, (table_id, one.seq, one.at, entries.encode(one.entry))) for one in log]
        more = [statement for hook in self.along for statement in hook(table, log)]
        return fold, [Statement(INSERT_TABLE, values), *inserts, *more]

    def _tell_changed(self, table: Table) -> None:
        for hear in self.changed:
            hear(table)


def head(table: Table, now: float) -> tuple[int, str, str, float | None, float | None, float]:
    """The columns of a table's row that change with its log: seq, status, facts, deadline, bot_due, changed."""
    names = tuple(chair.player.name if chair.player else "" for chair in table.chairs)
    facts = msgspec.json.encode(Facts(table.config, table.host.name, names)).decode()
    bot_due = now if table.bots_to_act else None
    return table.seq, table.status, facts, table.deadline, bot_due, now


async def nobody(person: str) -> frozenset[str]:  # noqa: ARG001 -- whoever it is
    return frozenset()


def fresh_id() -> str:
    """An id that nobody can guess: it is the link to the table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


__all__ = ["Facts", "House", "NoSuchTable", "Refused"]
