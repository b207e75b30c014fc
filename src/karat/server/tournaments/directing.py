"""What people and the director do with a tournament: open, enter, start, substitute, hand over, correct, finish.

Every change is one unit that begins by moving the tournament's number on, so of two at the same moment one happens,
and the other is tried on what that has left.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from karat.server.house.house import fresh_id
from karat.server.notices.writing import Notice, NoticeKind, written
from karat.server.people.names import BadName, NameFault, capital_key, clean_name, name_key
from karat.server.store.database import Statement, Unreachable
from karat.server.tables import fair
from karat.server.tables.commands import EndEvent, Refused, Relieve, Replace
from karat.server.tables.talk import clean_words
from karat.server.tournaments.kept import plan_of, read
from karat.tournaments.plan import BadPlan, DrawSystem, EventSeat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.house.house import House
    from karat.server.tables.commands import Command
    from karat.server.tables.entries import Player
    from karat.server.tournaments.kept import KeptTournament, TournamentConfig

T = TypeVar("T")
MOST_ENTRANTS = 2000
MOST_TIMES = 20
"""That a change is tried while others are quicker."""
MOST_DIRECTED = 10
"""Tournaments that one person directs and that are not over: all of them are looked at all the time."""
OPEN = (
    "INSERT INTO tournaments (id, name, director, plan, secrets, status, round, seq, created)"
    " SELECT ?, ?, CAST(? AS TEXT), ?, ?, 'open', -1, 0, CAST(? AS DOUBLE PRECISION)"
    " WHERE (SELECT count(*) FROM tournaments WHERE director = ? AND status <> 'finished') < ?"
)
ENTER = "INSERT INTO tournament_entrants (tournament, number, name) VALUES (?, ?, ?)"
GONE = "DELETE FROM tournament_entrants WHERE tournament = ? AND number = ?"
JOIN = "INSERT INTO tournament_members (tournament, entrant, place, person, name) VALUES (?, ?, ?, ?, ?)"


class NoSuchTournament(LookupError):
    """A tournament that was never opened."""


@dataclass(frozen=True, slots=True)
class Directing:
    house: House
    changed: Callable[[str], None]
    """Called with a tournament of which something may be due now."""

    async def find(self, tournament: str) -> KeptTournament:
        found = await read(self.house.database, tournament)
        if found is None or found.config.game not in self.house.games:
            raise NoSuchTournament(tournament)
        return found

    async def open(self, name: str, config: TournamentConfig, director: str) -> str:
        """Bound to every deal before anybody enters."""
        await self.house.check(config.table({}), None)
        tournament = fresh_id()
        drawn = json.dumps([fair.fresh_secret() for _ in range(config.most_deals)])
        plan = msgspec.json.encode(config).decode()
        row = (tournament, clean_words(name), director, plan, drawn, time.time(), director, MOST_DIRECTED)
        opened = await self.house.database.write(
            Statement(OPEN, row, rows=1), Statement("INSERT INTO sealed_events (event) VALUES (?)", (tournament,))
        )
        if not opened:
            raise Refused("too_many_tournaments", params={"most": str(MOST_DIRECTED)})
        return tournament

    async def enter(self, tournament: str, player: Player, entrant: int | None, name: str) -> int:
        """Enter alone, or take a free place of an entrant; the entrant's number. BadName for a name like another's."""

        def wanted(found: KeptTournament) -> tuple[int, list[Statement]]:
            _needs(found, "open")
            people = plan_of(found, self.house.games).people
            if any(one.person == player.id for one in found.members.values()):
                raise Refused("already_entered")
            if entrant is None:
                if len(found.entrants) >= MOST_ENTRANTS:
                    raise Refused("tournament_full", params={"most": str(MOST_ENTRANTS)})
                number = max(found.entrants, default=-1) + 1
                shown = _entrant_name(name, found) if people > 1 else ""  # who is alone goes by their own
                joins = [
                    Statement(ENTER, (tournament, number, shown)),
                    Statement(JOIN, (tournament, number, 0, player.id, player.name)),
                ]
                return number, joins
            if entrant not in found.entrants:
                raise Refused("no_such_entrant", params={"entrant": str(entrant)})
            free = [place for place in range(people) if (entrant, place) not in found.members]
            if not free:
                raise Refused("entrant_full", params={"entrant": str(entrant)})
            return entrant, [Statement(JOIN, (tournament, entrant, free[0], player.id, player.name))]

        return await self._change(tournament, wanted)

    async def withdraw(self, tournament: str, person: str) -> None:
        """Before it starts; afterwards the director substitutes."""

        def wanted(found: KeptTournament) -> tuple[None, list[Statement]]:
            _needs(found, "open")
            mine = [one for one in found.members.values() if one.person == person]
            if not mine:
                return None, []
            left = [one for one in found.members.values() if one.entrant == mine[0].entrant and one.person != person]
            gone = [
                Statement("DELETE FROM tournament_members WHERE tournament = ? AND person = ?", (tournament, person))
            ]
            if not left:
                gone.append(Statement(GONE, (tournament, mine[0].entrant)))
            return None, gone

        await self._change(tournament, wanted)

    async def start(self, tournament: str, director: str) -> None:
        def wanted(found: KeptTournament) -> tuple[None, list[Statement]]:
            check_directs(found, director)
            if found.status == "running":
                return None, []
            _needs(found, "open")
            try:
                plan_of(found, self.house.games).check(len(found.entrants))
            except BadPlan as bad:
                raise Refused("too_few_entrants", params={"reason": str(bad)}) from None
            return None, [Statement("UPDATE tournaments SET status = 'running' WHERE id = ?", (tournament,))]

        await self._change(tournament, wanted)
        self.changed(tournament)

    async def substitute(self, tournament: str, director: str, entrant: int, place: int, by: Player | None) -> None:
        """Somebody else, or a bot, from the next table on. Before the start nobody in their place takes them out.

        At one that is played a bot stands in, in the same unit, and who sat there does not come back.
        """

        def wanted(found: KeptTournament) -> tuple[None, list[Statement]]:
            check_directs(found, director)
            if found.status == "finished":
                raise Refused("tournament_over")
            if entrant not in found.entrants or place not in range(plan_of(found, self.house.games).people):
                raise Refused("no_such_entrant", params={"entrant": str(entrant)})
            if by is not None and any(one.person == by.id for one in found.members.values()):
                raise Refused("already_entered")
            changes = [
                Statement(
                    "DELETE FROM tournament_members WHERE tournament = ? AND entrant = ? AND place = ?",
                    (tournament, entrant, place),
                )
            ]
            others = [one for one in found.members.values() if one.entrant == entrant and one.place != place]
            if by is not None:
                changes.append(Statement(JOIN, (tournament, entrant, place, by.id, by.name)))
            elif found.status == "open" and not others:  # as if they had withdrawn
                changes.append(Statement(GONE, (tournament, entrant)))
            return None, changes

        for _ in range(MOST_TIMES):
            found = await self.find(tournament)
            _, statements = wanted(found)
            before = found.members.get((entrant, place))
            played = [one.id for one in found.tables if one.id is not None and one.result.points is None]
            gone = before.person if before else None
            leaves: dict[str, Command] = {} if gone is None else {table: Replace(gone) for table in played}
            unit = partial(_together, move_on(found), *statements)
            if await self.house.submit_together(leaves, unit):
                self.changed(tournament)
                return
        raise Unreachable(f"tournament {tournament} is too busy")

    async def stand_in(self, tournament: str, director: str, entrant: int, place: int) -> None:
        """Have a bot play for one of an entrant's people where they are waited for, until they are back."""
        found = await self.find(tournament)
        check_directs(found, director)
        if found.status == "finished":
            raise Refused("tournament_over")
        member = found.members.get((entrant, place))
        if member is None or member.person is None:
            raise Refused("no_such_entrant", params={"entrant": str(entrant)})
        seat = EventSeat(entrant, place)
        for one in found.tables:
            if one.id is not None and one.result.points is None and seat in one.result.table.seats:
                await self.house.submit(one.id, None, Relieve(member.person))

    async def hand_over(self, tournament: str, director: str, to: Player) -> None:
        """Somebody else directs from now on."""

        def wanted(found: KeptTournament) -> tuple[None, list[Statement]]:
            check_directs(found, director)
            if found.status == "finished":
                raise Refused("tournament_over")
            if to.id == director:
                return None, []
            change = Statement("UPDATE tournaments SET director = ? WHERE id = ?", (to.id, tournament))
            topic = f"{tournament}-{found.seq}"
            notice = Notice(NoticeKind.DIRECTING, to.id, topic, f"/tournaments/{tournament}")
            return None, [change, *written(notice, time.time())]

        rows = await self.house.database.fetch(
            "SELECT count(*) FROM tournaments WHERE director = ? AND status <> 'finished' AND id <> ?",
            to.id,
            tournament,
        )
        if int(str(rows[0][0])) >= MOST_DIRECTED:
            raise Refused("directs_too_many", params={"name": to.name})
        await self._change(tournament, wanted)

    async def correct(
        self, tournament: str, director: str, key: tuple[int, int, int], points: Sequence[int] | None, reason: str
    ) -> None:
        """Count other points at a table; none for a table that counts for nobody, None for what was played."""

        def wanted(found: KeptTournament) -> tuple[None, list[Statement]]:
            check_directs(found, director)
            table = next((one for one in found.tables if one.key == key), None)
            if table is None:
                raise Refused("no_such_result")
            if found.config.system is DrawSystem.KNOCKOUT and key[0] != found.round:
                raise Refused("round_is_over")  # who went on has gone on
            if points and len(points) != len(plan_of(found, self.house.games).sides):
                raise Refused("bad_points")
            counts = None if points is None else json.dumps(list(points))
            wanted = "UPDATE tournament_tables SET corrected = ?, reason = ? WHERE tournament = ? AND round = ?"
            values = (counts, reason, tournament, *key)
            return None, [Statement(f"{wanted} AND number = ? AND deal = ?", values, rows=1)]

        await self._change(tournament, wanted)
        self.changed(tournament)

    async def finish(self, tournament: str, director: str) -> None:
        """End it now: what is not played counts for nobody, and everything can be seen."""

        def wanted(found: KeptTournament) -> tuple[None, list[Statement]]:
            check_directs(found, director)
            return None, [] if found.status == "finished" else finishing(found)

        await self._change(tournament, wanted)
        for one in (await self.find(tournament)).tables:
            if one.id is not None and one.result.points == ():
                await self.house.submit(one.id, None, EndEvent())

    async def _change(self, tournament: str, wanted: Callable[[KeptTournament], tuple[T, list[Statement]]]) -> T:
        """Write what is wanted of it as it is; asked again where somebody else was quicker. Refused passes through."""
        for _ in range(MOST_TIMES):
            found = await self.find(tournament)
            given, statements = wanted(found)
            if not statements or await self.house.database.write(move_on(found), *statements):
                return given
        raise Unreachable(f"tournament {tournament} is too busy")


def move_on(found: KeptTournament) -> Statement:
    """First in every unit: of two changes to the same state one happens."""
    return Statement("UPDATE tournaments SET seq = seq + 1 WHERE id = ? AND seq = ?", (found.id, found.seq), rows=1)


def finishing(found: KeptTournament) -> list[Statement]:
    """What ends a tournament, beside the number that moves on."""
    return [
        Statement("UPDATE tournaments SET status = 'finished', ended = ? WHERE id = ?", (time.time(), found.id)),
        Statement("UPDATE tournament_tables SET points = '[]' WHERE tournament = ? AND points IS NULL", (found.id,)),
        Statement("DELETE FROM sealed_events WHERE event = ?", (found.id,)),
    ]


def _entrant_name(given: str, found: KeptTournament) -> str:
    """By which a pair or a team goes: a name as people have, that looks like no other entrant's."""
    if not given.strip():
        return ""
    shown = clean_name(given)
    others = list(filter(None, found.entrants.values()))
    if name_key(shown) in map(name_key, others) or capital_key(shown) in map(capital_key, others):
        raise BadName(NameFault.TAKEN, given)
    return shown


async def _together(*statements: Statement) -> Sequence[Statement]:
    return statements


def _needs(found: KeptTournament, status: str) -> None:
    if found.status != status:
        raise Refused("tournament_over" if found.status == "finished" else "tournament_started")


def check_directs(found: KeptTournament, person: str) -> None:
    """Refused for everybody but the director."""
    if found.director != person:
        raise Refused("director_only")
