"""Finished matches: found, told with or without their result, shared or kept private, taken away as records."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from karat.record import dump_line
from karat.server.matches.finished import Sharing
from karat.server.matches.ratings import POINTS_EACH
from karat.server.people.names import search_key
from karat.server.people.relations import Relations
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.record import Record
    from karat.server.store.database import Database, Row, Value

LEVEL = "bot:"
"""Begins the id by which a level of bots is rated."""
MOST_LISTED = 50
MOST_DOWNLOADED = 200


class BadCursor(ValueError):
    """A place to go on from that no list has given."""


class NotShared(ValueError):
    """A match that cannot be opened to others: somebody else who played it keeps it private."""


class Against(StrEnum):
    """Whom the person that is searched for, or the reader, played against or with."""

    PEOPLE = "people"
    """At least one other person."""
    BOTS = "bots"
    """Bots alone."""


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
    edition: str | None = None
    against: Against | None = None


@dataclass(frozen=True, slots=True)
class SeatResult:
    name: str
    """Empty for who has deleted their account."""
    level: str
    """Of a bot of the house; empty for everybody else."""
    avatar: str
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
    edition: str
    sharing: Sharing
    yours: bool
    """Whether the reader played it or brought it in, and so may say who else sees it."""


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


MINE = "EXISTS (SELECT 1 FROM match_seats WHERE match_id = matches.id AND person = ?)"
OWN = f"(imported_by = ? OR {MINE})"
"""Whether a match is the reader's: their id is asked for twice."""
UNSEALED = (
    "(event IS NULL OR event NOT IN (SELECT event FROM sealed_events)"
    " OR event IN (SELECT deal FROM daily_attempts WHERE person = ? AND score IS NOT NULL))"
)
"""Others play the same cards: nobody sees the match before that is over, or before they have played the day's deal."""
LISTED = f"((visibility = 'public' AND private_by IS NULL AND {UNSEALED}) OR {OWN})"
OPEN = f"((visibility <> 'private' AND private_by IS NULL AND {UNSEALED}) OR {OWN})"
"""Whether a reader may see a match: their id is asked for three times."""
COLUMNS = "id, game, players, started, ended, rated, imported_by, outcome, edition, visibility, private_by"


@dataclass(frozen=True, slots=True)
class History:
    database: Database
    bot_names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By game and seat: matches of earlier versions call a bot by its level alone."""

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
        where.add(LISTED, *(reader or "",) * 3)
        await self._keep_apart(where, reader)
        if cursor is not None:
            ended, match = read_cursor(cursor)
            where.add("(ended < ? OR (ended = ? AND matches.id < ?))", ended, ended, match)
        limit = max(1, min(limit, MOST_LISTED))
        rows = await self.database.fetch(
            f"SELECT {COLUMNS}, {OWN} FROM matches"  # noqa: S608
            f" WHERE {' AND '.join(where.conditions)} ORDER BY ended DESC, id DESC LIMIT ?",
            reader or "",
            reader or "",
            *where.values,
            limit + 1,
        )
        seats = await self._seats([str(row[0]) for row in rows[:limit]], spoilers=spoilers)
        matches = tuple(_listed(row, seats.get(str(row[0]), ()), spoilers=spoilers) for row in rows[:limit])
        more = len(rows) > limit
        return MatchPage(matches, f"{matches[-1].ended!r}~{matches[-1].id}" if more else None)

    async def one(self, match: str, reader: str | None, *, spoilers: bool = True) -> Listed | None:
        """A match that the reader may see: theirs, or one to which they have the address."""
        who, where = reader or "", _Where()
        where.add(OPEN, *(who,) * 3)
        where.add("id = ?", match)
        await self._keep_apart(where, reader)
        rows = await self.database.fetch(
            f"SELECT {COLUMNS}, {OWN} FROM matches WHERE {' AND '.join(where.conditions)}",  # noqa: S608
            who,
            who,
            *where.values,
        )
        seats = await self._seats([match], spoilers=spoilers)
        return _listed(rows[0], seats.get(match, ()), spoilers=spoilers) if rows else None

    async def _keep_apart(self, where: _Where, reader: str | None) -> None:
        """Leave out what people have played whom the reader does not meet, unless the reader played there too."""
        apart = sorted(await Relations(self.database).apart_from(reader)) if reader else []
        if apart:
            met = f"SELECT 1 FROM match_seats WHERE match_id = matches.id AND person IN ({', '.join('?' * len(apart))})"  # noqa: S608
            where.add(f"(NOT EXISTS ({met}) OR {OWN})", *apart, reader, reader)

    async def record_of(self, match: str) -> Record | None:
        """The record of any match that is over, for who looks into a report."""
        rows = await self.database.fetch("SELECT record FROM matches WHERE id = ?", match)
        if not rows:
            return None
        seats = await self._seats([match], spoilers=True)
        return _told(match, str(rows[0][0]), seats.get(match, ()))

    async def is_over(self, match: str) -> bool:
        return bool(await self.database.fetch("SELECT 1 FROM matches WHERE id = ?", match))

    async def is_open(self, match: str) -> bool:
        """Whether anybody who has the address may see that match."""
        rows = await self.database.fetch(f"SELECT 1 FROM matches WHERE {OPEN} AND id = ?", *("",) * 3, match)  # noqa: S608
        return bool(rows)

    async def share(self, match: str, person: str, *, private: bool) -> None:
        """Keep a match of one's own private, or open it to whoever has its address.

        It stays private for as long as somebody who played it wants that: NotShared for who is not the one.
        """
        own = f" WHERE id = ? AND {OWN}"
        if private:
            wanted = f"UPDATE matches SET private_by = ?{own} AND private_by IS NULL"  # noqa: S608
            await self.database.write(Statement(wanted, (person, match, person, person)))
            return
        wanted = (
            "UPDATE matches SET private_by = NULL,"  # noqa: S608
            f" visibility = CASE visibility WHEN 'private' THEN 'link' ELSE visibility END{own}"
            " AND (private_by IS NULL OR private_by IN (?, ''))"
        )
        if not await self.database.write(Statement(wanted, (match, person, person, person), rows=1)):
            raise NotShared("somebody else who played keeps this match private")

    async def records(self, matches: Iterable[str], reader: str | None) -> list[Record]:
        """The records of those matches that the reader may see, in the order asked for, with who sat there."""
        wanted = list(dict.fromkeys(matches))[:MOST_DOWNLOADED]
        if not wanted:
            return []
        where = _Where()
        where.add(OPEN, *(reader or "",) * 3)
        await self._keep_apart(where, reader)
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
            "SELECT match_id, game, seat, match_seats.name, match_seats.kind, person, player, people.avatar, side,"  # noqa: S608
            " place, mu, mu_after, forfeited FROM match_seats JOIN matches ON matches.id = match_id"
            " LEFT JOIN people ON people.id = match_seats.person"
            f" WHERE match_id IN ({', '.join('?' * len(matches))}) ORDER BY match_id, seat",
            *matches,
        )
        found: dict[str, tuple[SeatResult, ...]] = {}
        for match, game, seat, *rest in rows:
            called = self.bot_names.get(str(game), ())[int(str(seat)) :][:1]
            seated = _seated(tuple(rest), called[0] if called else "", spoilers=spoilers)
            found[str(match)] = (*found.get(str(match), ()), seated)
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
    if search.game is not None:
        where.add("game = ?", search.game)
    if search.players is not None:
        where.add("players = ?", search.players)
    if search.person is not None:
        where.add(MINE, search.person)
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
    if search.edition is not None:
        where.add("edition = ?", search.edition)
    if search.against is not None:
        others = seat.format("kind <> 'bot' AND (person IS NULL OR person <> ?)")
        where.add(others if search.against is Against.PEOPLE else f"NOT {others}", search.person or reader or "")
    shares = {Result.WON: "share = 1", Result.SHARED: "share > 0 AND share < 1", Result.LOST: "share = 0"}
    if search.result in shares:
        where.add(seat.format(f"person = ? AND {shares[search.result]}"), search.person or reader or "")
    elif search.result is not None:
        where.add(f"outcome IS {'NOT ' if search.result is Result.FINISHED else ''}NULL")
    return where


def _listed(row: Row, seats: tuple[SeatResult, ...], *, spoilers: bool) -> Listed:
    id_, game, players, started, ended, rated, imported_by, outcome, edition, visibility, private_by, yours = row
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
        edition=str(edition),
        sharing=Sharing(str(visibility)) if private_by is None else Sharing.PRIVATE,
        yours=bool(yours),
    )


def _seated(row: Row, called: str, *, spoilers: bool) -> SeatResult:
    name, kind, person, player, avatar, side, place, mu, mu_after, forfeited = row
    level = str(player).removeprefix(LEVEL) if person is None and str(player).startswith(LEVEL) else ""
    moved = None if mu is None or mu_after is None else round(POINTS_EACH * (float(str(mu_after)) - float(str(mu))))
    return SeatResult(
        name=called if level and called and name == level else str(name),
        level=level,
        avatar=str(avatar or ""),
        kind=str(kind),
        person=None if person is None else str(person),
        side=None if side is None else int(str(side)),
        place=int(str(place)) if place is not None and spoilers else None,
        points=moved if spoilers else None,
        forfeited=bool(forfeited) and spoilers,
    )


def _told(match: str, record: str, seats: tuple[SeatResult, ...]) -> Record:
    kept: Record = json.loads(record)
    bots = [seat.level for seat in seats]
    return kept | {"table": match, "names": [seat.name for seat in seats], "bots": bots}
