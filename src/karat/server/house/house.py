"""The house: takes what is wanted of tables to the log. Commit, then acknowledge, then broadcast."""

from __future__ import annotations

import contextlib
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import msgspec
import structlog

from karat.record import STANDARD_CARDS, BadRecord
from karat.server.house.live import Fold, Live
from karat.server.house.log import insert_log
from karat.server.store.database import Statement, Unreachable, Unwritable
from karat.server.tables import entries, fair
from karat.server.tables.commands import Refused
from karat.server.tables.decide import consequence, decide
from karat.server.tables.entries import Logged, Player
from karat.server.tables.identities import Identities
from karat.server.tables.orders import due_orders
from karat.server.tables.table import read_rules

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from karat.kit import Kit
    from karat.server.house.live import LiveTable
    from karat.server.store.card_files import CardFiles
    from karat.server.store.database import Database, Value
    from karat.server.tables.commands import Command, Sender
    from karat.server.tables.entries import AnyEntry, Config, EventTable, MomentBefore
    from karat.server.tables.table import Table

    Along: TypeAlias = Callable[[Table, Sequence[Logged]], Sequence[Statement]]
    """Asked for more statements in the unit of any entries, which the table has followed by then."""
    Ended: TypeAlias = Callable[[Table], Awaitable[Sequence[Statement]]]
    """Asked for more statements in the unit that ends a match."""
    Changed: TypeAlias = Callable[[Table], None]
    """Called after each change that this worker committed."""
    Acknowledge: TypeAlias = Callable[[Fold], None]
    """Called once a command is committed, before anybody is told; also where nothing had to be done."""

ALPHABET = "0123456789abcdefghijkmnopqrstuvwxyz"
ID_LENGTH = 12
MOST_TRIES = 20
"""At an entry whose place others take first."""

INSERT_TABLE = """
    INSERT INTO tables (seq, status, facts, deadline, bot_due, changed, game, visibility, created, id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
log = structlog.get_logger()
UPDATE_TABLE = """
    UPDATE tables SET seq = ?, status = ?, facts = ?, deadline = ?, bot_due = ?, changed = ?
    WHERE id = ? AND seq = ?"""


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the lobby needs to know of a table."""

    config: entries.Config
    host: str
    """By pseudonym, as in the log."""
    seats: tuple[str, ...]
    """By seat: a person's pseudonym, or the level of a bot; empty where nobody sits."""


def read_facts(table_id: str, raw: Value) -> Facts | None:
    """What the row of a table says; None where it cannot be read, which is logged: the others are shown."""
    try:
        return msgspec.json.decode(str(raw), type=Facts)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        log.warning("table.bad_row", table=table_id, error=str(error))
        return None


@dataclass(frozen=True, slots=True)
class Draft:
    """Entries that a table has followed, with what has to be written before anybody may know."""

    live: LiveTable
    fold: Fold
    logged: list[Logged]
    now: float
    statements: list[Statement]


class House:
    """Tables, opened and changed. Everything that is decided here was asked of a table that the log gave.

    What is written along with entries, what is written when a match ends, and who hears of changes is said when the
    house is built, each called in that order.
    """

    def __init__(
        self,
        database: Database,
        card_files: CardFiles,
        live: Live,
        *,
        along: Sequence[Along] = (),
        ended: Sequence[Ended] = (),
        changed: Sequence[Changed] = (),
    ) -> None:
        self.database = database
        self.card_files = card_files
        self.live = live
        self.offered: set[str] = set()
        """Card files that whoever runs the server wants to be played with, by their identity."""
        self._along, self._ended, self._changed = tuple(along), tuple(ended), tuple(changed)

    @property
    def games(self) -> Mapping[str, Kit]:
        return self.card_files.standard

    # What is wanted

    async def submit(
        self, table_id: str, by: Sender | None, command: Command, acknowledge: Acknowledge | None = None
    ) -> Fold:
        """Carry out a command at the table as it is; decided again where somebody else was quicker.

        `by` is None for what the server does by itself. Refused passes through.
        """
        live, now = self.live.table(table_id), time.time()  # whoever waits for their turn here loses no time by it
        async with live.lock:
            for _ in range(MOST_TRIES):
                fold = await self.live.ready(live)
                new = decide(fold.table, by, command, now)
                if not new:
                    if acknowledge:
                        acknowledge(fold)
                    return fold
                draft = await self._draft(live, fold, new)
                if await self._commit([draft]):
                    self._tell(draft, acknowledge)
                    return fold
        raise Unreachable(f"table {table_id} is too busy")

    async def submit_together(
        self,
        commands: Mapping[str, Command],
        more: Callable[[], Awaitable[Sequence[Statement]]],
        words: Sequence[str] = (),
    ) -> bool:
        """Carry out commands of the server's own at several tables in one unit.

        `more` is written with them, and asked for while none of the tables moves.
        False, and nothing changed, where somebody else was quicker. Refused passes through.
        """
        tables = [self.live.table(table_id) for table_id in sorted(commands)]
        async with contextlib.AsyncExitStack() as stack:
            for live in tables:
                await stack.enter_async_context(live.lock)
            decided = []
            for live in tables:
                fold = await self.live.ready(live)
                decided.append((live, fold, decide(fold.table, None, commands[live.id], time.time())))
            drafts = [await self._draft(live, fold, new) for live, fold, new in decided if new]
            if not await self._commit(drafts, await more(), words):
                return False
            for draft in drafts:
                self._tell(draft, None)
        return True

    async def open(
        self,
        config: Config,
        host: Player,
        *,
        seat: int | None,
        pledge: str | None = None,
        password: str = "",
        moment: MomentBefore | None = None,
    ) -> str:
        """A new table with its host seated, unless `seat` is None; its id. With a moment it goes on from there."""
        games = await self.check(config, seat)
        first: list[AnyEntry] = [entries.Opened(config, host, fair.fresh_secret(), password, moment=moment)]
        if seat is not None:
            first += [entries.Sat(seat, host), *([] if pledge is None else [entries.Pledged(seat, pledge)])]
        if not await self._open(table_id := fresh_id(), first, games):
            raise Unreachable(f"the id {table_id} is taken")
        return table_id

    async def open_together(
        self,
        config: Config,
        players: Mapping[int, tuple[Player, str | None]],
        agreed: Callable[[str], Sequence[Statement]],
        words: str | None = None,
    ) -> str:
        """A new table at which these people sit already, the first of them as host; its id.

        By seat, who it is and what they pledge. What they agreed by is written in the same unit, given the id.
        Empty, and nothing changed, where that no longer fits.
        """
        games = await self.check(config, None)
        host = next(iter(players.values()))[0]
        first: list[AnyEntry] = [entries.Opened(config, host, fair.fresh_secret(), "")]
        for seat, (player, pledge) in players.items():
            first += [entries.Sat(seat, player), *([] if pledge is None else [entries.Pledged(seat, pledge)])]
        table_id = fresh_id()
        return table_id if await self._open(table_id, first, games, agreed(table_id), words) else ""

    async def _open(
        self,
        table_id: str,
        first: list[AnyEntry],
        games: Mapping[str, Kit],
        more: Sequence[Statement] = (),
        words: str | None = None,
    ) -> bool:
        live = self.live.table(table_id)
        async with live.lock:
            fold, statements = self._new_table(table_id, first, time.time(), games)
            if not await self.database.write(*statements, *more, notify=words):
                return False
            live.fold, live.told = fold, fold.table.seq
        self._tell_changed(fold.table)
        return True

    async def open_event(
        self,
        config: Config,
        event: EventTable,
        secret: str,
        players: Mapping[int, Player],
        more: Callable[[str], Sequence[Statement]],
    ) -> str | None:
        """A table of an event, which starts at once; None where `more`, for its id, does not fit: it is there already.

        Nobody's salt is in its cards: they are the same at every table of that deal.
        """
        games = await self.check(config, min(players))
        host = players[min(players)]
        first: list[AnyEntry] = [entries.Opened(config, host, secret, event=event)]
        for seat, player in sorted(players.items()):
            first += [entries.Sat(seat, player), entries.Pledged(seat)]
        table_id = fresh_id()
        live = self.live.table(table_id)
        async with live.lock:
            fold, statements = self._new_table(table_id, first, time.time(), games)
            if not await self.database.write(*more(table_id), *statements):
                self.live.drop(live)
                return None
            live.fold, live.told = fold, fold.table.seq
        self._tell_changed(fold.table)
        return table_id

    async def check(self, config: Config, seat: int | None) -> Mapping[str, Kit]:
        """Refuse what no table can be; the games as they are played with its cards."""
        if config.game not in self.games:
            raise Refused("no_such_game", params={"game": config.game})
        if config.cards != STANDARD_CARDS and not self.games[config.game].card_files:
            raise Refused("no_card_files", params={"game": config.game})
        games = await self.card_files.games_for(config.cards)
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

    # What is there

    async def table(self, table_id: str) -> Table:
        """The table as it is committed, to be read before the next await."""
        live = self.live.table(table_id)
        async with live.lock:
            return (await self.live.ready(live)).table

    # From entries to the disk, and from there to everyone

    async def _draft(self, live: LiveTable, fold: Fold, new: list[AnyEntry]) -> Draft:
        """Follow entries and what follows from them, and say what has to be written."""
        table, now = fold.table, time.time()
        before, was = table.seq, table.status
        logged: list[Logged] = []
        live.fold = None  # until it is committed, this fold is nobody's
        while new:
            for entry in new:
                logged.append(Logged(table.seq + 1, now, entry))
                fold.follow(logged[-1])
            new = consequence(table)
        more: list[Statement] = []
        if table.wants_rematch:
            more = self._rematch(fold, logged, now)
        if table.status != was and table.status in ("finished", "closed"):
            more += [statement for write in self._ended for statement in await write(table)]
        more += [statement for write in self._along for statement in write(table, logged)]
        inserts = insert_log(table.id, logged, fold.identities, begun=table.status != "open")
        update = Statement(UPDATE_TABLE, (*head(fold, now), table.id, before), rows=1)
        return Draft(live, fold, logged, now, [update, *inserts, *more])

    async def _commit(self, drafts: Sequence[Draft], more: Sequence[Statement] = (), words: Sequence[str] = ()) -> bool:
        """Write drafts in one unit; False, and their folds forgotten, where a place was taken."""
        statements = [statement for draft in drafts for statement in draft.statements]
        for draft in drafts:
            draft.live.writing = draft.fold.table.seq
        grown = [*(f"{draft.live.id} {draft.fold.table.seq}" for draft in drafts), *words]
        try:
            return await self.database.write(*statements, *more, notify="\n".join(grown) or None)
        except Unwritable:
            raise
        except Unreachable:
            return False  # the log will tell whether it was committed
        finally:
            for draft in drafts:
                draft.live.writing = 0

    def _tell(self, draft: Draft, acknowledge: Acknowledge | None) -> None:
        """What was committed is acknowledged, then told."""
        draft.live.fold = draft.fold
        if acknowledge:
            acknowledge(draft.fold)
        draft.live.publish(draft.logged, draft.now)
        self._tell_changed(draft.fold.table)

    def _tell_changed(self, table: Table) -> None:
        for hear in self._changed:
            hear(table)

    def _rematch(self, fold: Fold, logged: list[Logged], now: float) -> list[Statement]:
        """A new table for those who wanted it, in the same unit as the entry that leads to it.

        Whoever did not say yes is not seated: their place is free, for them or for somebody else.
        """
        table = fold.table
        wanted = sorted(table.consent.yes) if table.consent else []
        players = {seat: player for seat in wanted if (player := table.chairs[seat].player) is not None}
        host = table.host if table.host in players.values() else next(iter(players.values()))
        bots = {str(seat): chair.bot for seat, chair in enumerate(table.chairs) if chair.bot}
        config = msgspec.structs.replace(table.config, bots=bots)
        first: list[AnyEntry] = [entries.Opened(config, host, fair.fresh_secret(), table.password, previous=table.id)]
        first += [entries.Sat(seat, player) for seat, player in players.items()]
        other = fresh_id()
        logged.append(Logged(table.seq + 1, now, entries.Rematched(other)))
        fold.follow(logged[-1])
        return self._new_table(other, first, now, fold.games)[1]

    def _new_table(
        self, table_id: str, first: list[AnyEntry], now: float, games: Mapping[str, Kit]
    ) -> tuple[Fold, list[Statement]]:
        log = [Logged(seq, now, entry) for seq, entry in enumerate(first, start=1)]
        fold = Fold(table_id, log, games, Identities())
        while follows := consequence(fold.table):
            for entry in follows:
                log.append(Logged(fold.table.seq + 1, now, entry))
                fold.follow(log[-1])
        table = fold.table
        inserts = insert_log(table_id, log, fold.identities, begun=table.status != "open")
        values = (*head(fold, now), table.config.game, table.config.visibility, now, table_id)
        more = [statement for write in self._along for statement in write(table, log)]
        return fold, [Statement(INSERT_TABLE, values), *inserts, *more]


def head(fold: Fold, now: float) -> tuple[int, str, str, float | None, float | None, float]:
    """The columns of a table's row that change with its log: seq, status, facts, deadline, bot_due, changed."""
    table = fold.table
    seated = (table.host, *[chair.player for chair in table.chairs])
    if fold.seated != seated:  # most entries leave it as it was
        fold.seated, fold.facts = seated, facts_of(fold)
    ordered = min((order.at for order in due_orders(table)), default=None)
    bot_due = now if table.bots_to_act else ordered
    # When a table changed is public, so what only one seat may know of does not move it.
    return table.seq, table.status, fold.facts, table.deadline, bot_due, table.changed_at


def facts_of(fold: Fold) -> str:
    table, pseudonyms = fold.table, {player.id: name for name, player in fold.identities.known.items()}
    seats = tuple(chair.bot or (pseudonyms.get(chair.player.id, "") if chair.player else "") for chair in table.chairs)
    return msgspec.json.encode(Facts(table.config, pseudonyms.get(table.host.id, ""), seats)).decode()


def fresh_id() -> str:
    """An id that nobody can guess: it is the link to the table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
