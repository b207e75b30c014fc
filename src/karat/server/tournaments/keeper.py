"""What happens in a tournament without anybody's doing: rounds are drawn, tables opened, results counted.

It all follows from the rows, and every step is a unit that fits once: so whichever worker does it, and wherever one
was killed, no table is opened twice and none is left out.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING, Any

import structlog

from karat.server.house.bot_match import BotMatch
from karat.server.house.house import fresh_id
from karat.server.matches.finished import Finished, Sitter, closing, tallies
from karat.server.notices.writing import Notice, NoticeKind, told_otherwise, written
from karat.server.store.database import Statement, Unreachable
from karat.server.tables.table import points_of
from karat.server.tournaments.directing import finishing, move_on
from karat.server.tournaments.kept import apart, plan_of, read
from karat.tournaments.drawing import draw

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from karat.server.house.bot_pool import Study
    from karat.server.house.house import House
    from karat.server.store.database import Database
    from karat.server.tables.table import Table
    from karat.server.tournaments.kept import KeptTable, KeptTournament

    Think = Callable[[Study, Sequence[str], Callable[[Any], None]], Awaitable[Any]]

LOOK_EVERY = 2.0
"""Seconds between two looks at all tournaments that run; what this worker hears of is looked at sooner."""
TOGETHER = 0.05
"""Seconds for which ends of tables are gathered before a tournament is looked at."""
CLAIMED_FOR = 300.0
"""Seconds after which another worker may have bots play a table that one has begun with."""
ADD = (
    "INSERT INTO tournament_tables (tournament, round, number, deal, seats, claimed, reason)"
    " VALUES (?, ?, ?, ?, ?, 0, '')"
)
WHICH = "tournament = ? AND round = ? AND number = ? AND deal = ?"

log = structlog.get_logger()


async def count(table: Table) -> Sequence[Statement]:
    """For the unit that ends a table: its points, if it is one of a tournament; none where it was not played out."""
    if table.event is None or table.event.kind != "tournament" or table.running is None:
        return []
    played = table.outcome is not None
    points = points_of(table.kit, table.rules, table.running.state) if played else ()
    told = json.dumps(list(points))
    return [
        Statement("UPDATE tournament_tables SET points = ? WHERE table_id = ? AND points IS NULL", (told, table.id))
    ]


def round_begins(found: KeptTournament, number: int, person: str) -> Notice:
    """What somebody is told who plays in a round."""
    slots = {"who": found.name, "game": found.config.game.capitalize()}
    return Notice(NoticeKind.TOURNAMENT_ROUND, person, f"{found.id}-{number}", f"/tournaments/{found.id}", slots)


class TournamentKeeper:
    """Runs on every worker."""

    def __init__(self, house: House, think: Think) -> None:
        self._house = house
        self._think = think
        self._wanted: set[str] = set()
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._alone: dict[tuple[str, int, int, int], asyncio.Task[None]] = {}
        """Tables that bots play among themselves."""

    @property
    def database(self) -> Database:
        return self._house.database

    def hear(self, table: Table) -> None:
        """Hear of a change at a table."""
        if table.event is not None and table.event.kind == "tournament" and table.status in ("finished", "closed"):
            self.look_at(table.event.event)

    def look_at(self, tournament: str) -> None:
        self._wanted.add(tournament)
        self._woken.set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        tasks = [*([self._task] if self._task else []), *self._alone.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def advance(self, tournament: str) -> None:
        """Do all that is due now."""
        while (found := await read(self.database, tournament)) is not None and found.status == "running":
            if found.config.game not in self._house.games:
                return
            if any(one.result.points is None for one in found.tables):
                await self._open_tables(found)
                return
            await self._draw(found)

    async def _draw(self, found: KeptTournament) -> None:
        """The next round as one unit, or the end."""
        plan = plan_of(found, self._house.games)
        blocked = await apart(self.database, found.id)
        tables = await asyncio.to_thread(draw, plan, list(found.entrants), found.results, found.id, blocked)
        if tables is None:
            await self.database.write(move_on(found), *finishing(found))
            return
        number = found.round + 1
        rows = [
            Statement(ADD, (found.id, number, table.number, deal, json.dumps(table.seats)))
            for table in tables
            for deal in range(plan.deals)
        ]
        begun = Statement("UPDATE tournaments SET round = ? WHERE id = ?", (number, found.id))
        playing = {seat for table in tables for seat in table.seats}
        people = sorted(player.id for seat in playing if (player := found.sitting(seat)) is not None)
        told = [word for person in people for word in written(round_begins(found, number, person), time.time())]
        await self.database.write(move_on(found), begun, *rows, *told)

    async def _open_tables(self, found: KeptTournament) -> None:
        """At every table of the round, the first deal that is not played."""
        waiting: dict[int, KeptTable] = {}
        for one in found.tables:
            if one.result.points is None:
                waiting.setdefault(one.result.table.number, one)
        for one in waiting.values():
            if one.id is None:
                await self._open(found, one)

    async def _open(self, found: KeptTournament, one: KeptTable) -> None:
        kit = self._house.games[found.config.game]
        level = found.config.level or kit.usual_level
        sitting = [found.sitting(seat) for seat in one.result.table.seats]
        players = {seat: player for seat, player in enumerate(sitting) if player is not None}
        bots = {str(seat): level for seat, player in enumerate(sitting) if player is None}
        if not players:
            self._play_alone(found, one, level)
            return
        taken = f"UPDATE tournament_tables SET table_id = ? WHERE {WHICH} AND table_id IS NULL AND points IS NULL"  # noqa: S608

        def along(table: str) -> list[Statement]:
            # As it was read: of who is substituted at the same moment, no table is opened any more.
            same = Statement("UPDATE tournaments SET seq = seq WHERE id = ? AND seq = ?", (found.id, found.seq), rows=1)
            return [same, Statement(taken, (table, found.id, *one.key), rows=1), *known(table)]

        def known(table: str) -> list[Statement]:
            """Of the first table of a round everybody was told with the round."""
            if one.result.deal:
                return []
            notices = [Notice(NoticeKind.MATCH_BEGUN, player.id, table, f"/t/{table}") for player in players.values()]
            return [word for notice in notices for word in told_otherwise(notice, time.time())]

        secret = found.secret(one.result)
        await self._house.open_event(found.config.table(bots), found.event, secret, players, along)

    def _play_alone(self, found: KeptTournament, one: KeptTable, level: str) -> None:
        key = (found.id, *one.key)
        if key not in self._alone:
            self._alone[key] = asyncio.create_task(self._let_bots_play(found, one, level))
            self._alone[key].add_done_callback(lambda _: self._alone.pop(key, None))

    async def _let_bots_play(self, found: KeptTournament, one: KeptTable, level: str) -> None:
        """A table at which nobody sits, as one study; its match is kept like any other."""
        now, kit = time.time(), self._house.games[found.config.game]
        claim = f"UPDATE tournament_tables SET claimed = ? WHERE {WHICH} AND points IS NULL AND claimed < ?"  # noqa: S608
        if not await self.database.write(Statement(claim, (now, found.id, *one.key, now - CLAIMED_FOR), rows=1)):
            return
        config = found.config.table({})
        levels = (level,) * found.config.players
        played = await self._think(
            BotMatch(kit, config, levels, found.secret(one.result), found.config.tries),
            (found.director or found.id,),  # by turns: one director's many bots keep nobody else's waiting
            lambda _: None,
        )
        table = fresh_id()
        sitters = tuple(Sitter(kit.bot_names[seat], level=level) for seat in range(found.config.players))
        state = kit.replay(played.record)
        finished = Finished(
            table, played.record, played.outcome, sitters, now, time.time(), event=found.id,
            tallies=tallies(kit, state, state.rules),
        )  # fmt: skip
        write = f"UPDATE tournament_tables SET points = ?, table_id = ? WHERE {WHICH} AND points IS NULL"  # noqa: S608
        counted = Statement(write, (json.dumps(list(played.points)), table, found.id, *one.key), rows=1)
        if await self.database.write(counted, *await closing(self.database, finished)):
            self.look_at(found.id)

    async def _run(self) -> None:
        seen = 0.0
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK_EVERY)
                await asyncio.sleep(TOGETHER)
            self._woken.clear()
            wanted, self._wanted = self._wanted, set()
            try:
                if time.monotonic() - seen >= LOOK_EVERY:
                    seen = time.monotonic()
                    rows = await self.database.fetch("SELECT id FROM tournaments WHERE status = 'running'")
                    wanted |= {str(one) for (one,) in rows}
                for tournament in sorted(wanted):
                    await self.advance(tournament)
            except Unreachable:
                log.warning("tournament.unreachable")
            except Exception:  # a fault of ours is told, and does not end what looks after all others
                log.exception("tournament.failed")
