"""Finished matches: found, told with or without their result, and taken away as `karat/1` records."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from karat.record import dump_line
from karat.server.matches.ratings import POINTS_EACH
from karat.server.people.names import search_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.record import Record
    from karat.server.store.database import Database, Row, Value

MOST_LISTED = 50
MOST_DOWNLOADED = 200


class BadCursor(ValueError):
    """A place to go on from that no list has given."""


class Result(StrEnum):
    FINISHED = "finished"
    BROKEN_OFF = "broken_off"
    WON = "won"
    """By the person that is searched for, alone or with their side."""
    SHARED = "shared"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for; what is not given does not matter."""

    game: str | None = None
    players: int | None = None
    person: str | None = None
    """By id."""
    name: str | None = None
    """Part of the name of somebody who sat there."""
    result: Result | None = None
    since: float | None = None
    until: float | None = None
    rated: bool | None = None
    imported: bool | None = None


@dataclass(frozen=True, slots=True)
class SeatResult:
    name: str
    """Empty for who has deleted their account."""
    kind: str
    person: str | None
    side: int | None
    place: int | None
    points: int | None
    """By which the rating moved."""
    forfeited: bool
    """Whether they lost a rated match by leaving it or breaking it off."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list. Without spoilers there is no outcome, and no place or points at the seats."""

    id: str
    game: str
    players: int
    started: float
    ended: float
    rated: bool
    imported: bool
    finished: bool
    outcome: dict[str, Any] | None
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    matches: tuple[Listed, ...]
    cursor: str | None
    """Where the next page begins; None on the last."""


@dataclass(slots=True)
class _Where:
    """Conditions and their values, joined by AND."""

    conditions: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)

    def add(self, condition: str, *values: Value) -> None:
        self.conditions.append(condition)
        self.values += values


@dataclass(frozen=True, slots=True)
class History:
    database: Database

    async def find(
        self,
        search: Search,
        reader: str | None,
        cursor: str | None = None,
        limit: int = MOST_LISTED,
        *,
        spoilers: bool = True,
    ) -> MatchPage:
        """A page of the newest matches that `reader` may see: public ones, and those they sat at or brought in."""
        where = _where(search, reader)
        if cursor is not None:
            ended, match = read_cursor(cursor)
            where.add("(ended < ? OR (ended = ? AND matches.id < ?))", ended, ended, match)
        limit = max(1, min(limit, MOST_LISTED))
        rows = await self.database.fetch(
            "SELECT id, game, players, started, ended, rated, imported_by, outcome FROM matches"  # noqa: S608
            f" WHERE {' AND '.join(where.conditions)} ORDER BY ended DESC, id DESC LIMIT ?",
            *where.values,
            limit + 1,
        )
        seats = await self._seats([str(row[0]) for row in rows[:limit]], spoilers=spoilers)
        matches = tuple(_listed(row, seats.get(str(row[0]), ()), spoilers=spoilers) for row in rows[:limit])
        more = len(rows) > limit
        return MatchPage(matches, f"{matches[-1].ended!r}~{matches[-1].id}" if more else None)

    async def one(self, match: str, reader: str | None, *, spoilers: bool = True) -> Listed | None:
        where = _where(Search(), reader)
        rows = await self.database.fetch(
            "SELECT id, game, players, started, ended, rated, imported_by, outcome FROM matches"  # noqa: S608
            f" WHERE id = ? AND {' AND '.join(where.conditions)}",
            match,
            *where.values,
        )
        seats = await self._seats([match], spoilers=spoilers)
        return _listed(rows[0], seats.get(match, ()), spoilers=spoilers) if rows else None

    async def records(self, matches: Iterable[str], reader: str | None) -> list[Record]:
        """The records of those matches that the reader may see, in the order asked for, with who sat there."""
        wanted = list(dict.fromkeys(matches))[:MOST_DOWNLOADED]
        if not wanted:
            return []
        where = _where(Search(), reader)
        where.add(f"id IN ({', '.join('?' * len(wanted))})", *wanted)
        rows = await self.database.fetch(
            f"SELECT id, record FROM matches WHERE {' AND '.join(where.conditions)}",  # noqa: S608
            *where.values,
        )
        seats = await self._seats([str(match) for match, _ in rows], spoilers=True)
        found = {str(match): _told(str(match), str(record), seats[str(match)]) for match, record in rows}
        return [found[match] for match in wanted if match in found]

    async def jsonl(self, matches: Iterable[str], reader: str | None) -> str:
        return "".join(dump_line(record) + "\n" for record in await self.records(matches, reader))

    async def _seats(self, matches: list[str], *, spoilers: bool) -> dict[str, tuple[SeatResult, ...]]:
        if not matches:
            return {}
        rows = await self.database.fetch(
            "SELECT match_id, name, kind, person, side, place, mu, mu_after, forfeited FROM match_seats"  # noqa: S608
            f" WHERE match_id IN ({', '.join('?' * len(matches))}) ORDER BY match_id, seat",
            *matches,
        )
        found: dict[str, tuple[SeatResult, ...]] = {}
        for match, *rest in rows:
            found[str(match)] = (*found.get(str(match), ()), _seated(tuple(rest), spoilers=spoilers))
        return found


def read_cursor(cursor: str) -> tuple[float, str]:
    try:
        ended, match = cursor.split("~")
        return float(ended), match
    except ValueError:
        raise BadCursor(f"no list has given the cursor {cursor[:60]!a}") from None


def _where(search: Search, reader: str | None) -> _Where:
    where = _Where()
    seat = "EXISTS (SELECT 1 FROM match_seats WHERE match_id = matches.id AND {})"
    mine = seat.format("person = ?")
    where.add(f"(visibility = 'public' OR imported_by = ? OR {mine})", reader or "", reader or "")
    if search.game is not None:
        where.add("game = ?", search.game)
    if search.players is not None:
        where.add("players = ?", search.players)
    if search.person is not None:
        where.add(mine, search.person)
    if search.name is not None:
        pattern = "".join(f"!{sign}" if sign in "!%_" else sign for sign in search_key(search.name))
        where.add(seat.format("name_key LIKE ? ESCAPE '!'"), f"%{pattern}%")
    if search.since is not None:
        where.add("ended >= ?", search.since)
    if search.until is not None:
        where.add("ended < ?", search.until)
    if search.rated is not None:
        where.add("rated = ?", int(search.rated))
    if search.imported is not None:
        where.add(f"imported_by IS {'NOT ' if search.imported else ''}NULL")
    shares = {Result.WON: "share = 1", Result.SHARED: "share > 0 AND share < 1", Result.LOST: "share = 0"}
    if search.result in shares:
        where.add(seat.format(f"person = ? AND {shares[search.result]}"), search.person or reader or "")
    elif search.result is not None:
        where.add(f"outcome IS {'NOT ' if search.result is Result.FINISHED else ''}NULL")
    return where


def _listed(row: Row, seats: tuple[SeatResult, ...], *, spoilers: bool) -> Listed:
    id_, game, players, started, ended, rated, imported_by, outcome = row
    return Listed(
        id=str(id_),
        game=str(game),
        players=int(str(players)),
        started=float(str(started)),
        ended=float(str(ended)),
        rated=bool(rated),
        imported=imported_by is not None,
        finished=outcome is not None,
        outcome=json.loads(str(outcome)) if outcome is not None and spoilers else None,
        seats=seats,
    )


def _seated(row: Row, *, spoilers: bool) -> SeatResult:
    name, kind, person, side, place, mu, mu_after, forfeited = row
    moved = None if mu is None or mu_after is None else round(POINTS_EACH * (float(str(mu_after)) - float(str(mu))))
    return SeatResult(
        name=str(name),
        kind=str(kind),
        person=None if person is None else str(person),
        side=None if side is None else int(str(side)),
        place=int(str(place)) if place is not None and spoilers else None,
        points=moved if spoilers else None,
        forfeited=bool(forfeited) and spoilers,
    )


def _told(match: str, record: str, seats: tuple[SeatResult, ...]) -> Record:
    kept: Record = json.loads(record)
    bots = [seat.name if seat.kind == "bot" and seat.person is None else "" for seat in seats]
    return kept | {"table": match, "names": [seat.name for seat in seats], "bots": bots}
