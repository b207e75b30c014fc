"""Clubs: people who play among themselves, with tables that only they see, dates and standings of their own."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from karat.server.notices.writing import Notice, NoticeKind, looked, written
from karat.server.people.accounts import AccountKind, NotPossible, new_id
from karat.server.people.names import BadName, NameFault, capital_key, clean_name, name_key, search_key
from karat.server.store.database import Statement
from karat.server.tables.entries import Config
from karat.server.tables.talk import clean_words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from karat.server.people.accounts import Person
    from karat.server.people.relations import Relations
    from karat.server.store.database import Database, Row

MOST_OWNED, MOST_JOINED, MOST_MEMBERS = 3, 30, 500
MOST_WAITING = 100
"""Who asked or was asked, of one club."""
MOST_EVENTS = 50
MOST_LISTED = 50
LONGEST_EVENT = 366 * 86400.0
"""Seconds before a date for which it may be set."""
COLUMNS = "clubs.id, clubs.name, clubs.about, clubs.entry, clubs.created"


class Entrance(StrEnum):
    """How one becomes a member."""

    OPEN = "open"
    REQUEST = "request"
    INVITATION = "invitation"


class Role(StrEnum):
    OWNER = "owner"
    OFFICER = "officer"
    MEMBER = "member"
    ASKED = "asked"
    """Wants to be a member."""
    INVITED = "invited"
    """Was asked to be one."""


INSIDE = (Role.OWNER, Role.OFFICER, Role.MEMBER)
LEADING = (Role.OWNER, Role.OFFICER)
MEMBERS = "('owner', 'officer', 'member')"


@dataclass(frozen=True, slots=True)
class Club:
    id: str
    name: str
    about: str
    entry: Entrance
    created: float

    @classmethod
    def of(cls, row: Row) -> Club:
        id_, name, about, entry, created = row
        return cls(str(id_), str(name), str(about), Entrance(str(entry)), float(str(created)))


@dataclass(frozen=True, slots=True)
class ClubMember:
    person: str
    name: str
    avatar: str
    role: Role
    at: float


@dataclass(frozen=True, slots=True)
class ClubEvent:
    id: str
    at: float
    title: str
    words: str
    config: Config | None
    """The table that is opened then, where it is one."""
    table: str | None


@dataclass(frozen=True, slots=True)
class ClubScore:
    """What came of a member's matches among members."""

    person: str
    name: str
    avatar: str
    game: str
    matches: int
    won: float
    """A shared win counts its part."""
    fair: float
    """What chance alone would have given."""


@dataclass(frozen=True, slots=True)
class Clubs:
    database: Database
    relations: Relations
    now: Callable[[], float] = time.time

    # What there is

    async def find(self, name_or_id: str) -> Club | None:
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} FROM clubs WHERE id = ? OR name_key = ? OR capital_key = ?",  # noqa: S608
            name_or_id,
            name_key(name_or_id[:100]),
            capital_key(name_or_id[:100]),
        )
        return Club.of(rows[0]) if rows else None

    async def listed(self, part: str, person: str = "") -> list[tuple[Club, int, Role | None]]:
        """Clubs whose name holds `part`, one's own first and then the largest: each with its members and one's role."""
        pattern = "%" + "".join(f"!{sign}" if sign in "!%_" else sign for sign in search_key(part)) + "%"
        rows = await self.database.fetch(
            f"SELECT {COLUMNS},"  # noqa: S608
            f" (SELECT count(*) FROM club_members WHERE club = clubs.id AND role IN {MEMBERS}) AS size,"
            " (SELECT role FROM club_members WHERE club = clubs.id AND person = ?) AS own FROM clubs"
            " WHERE search LIKE ? ESCAPE '!'"
            " ORDER BY CASE WHEN (SELECT role FROM club_members WHERE club = clubs.id AND person = ?) IS NULL"
            " THEN 1 ELSE 0 END, size DESC, clubs.id LIMIT ?",
            person,
            pattern,
            person,
            MOST_LISTED,
        )
        return [(Club.of(row[:5]), int(str(row[5])), None if row[6] is None else Role(str(row[6]))) for row in rows]

    async def role(self, club: str, person: str) -> Role | None:
        rows = await self.database.fetch("SELECT role FROM club_members WHERE club = ? AND person = ?", club, person)
        return Role(str(rows[0][0])) if rows else None

    async def members(self, club: str) -> list[ClubMember]:
        """Everybody, those who only asked or were asked at the end."""
        rows = await self.database.fetch(
            "SELECT person, people.name, people.avatar, role, at FROM club_members"
            " JOIN people ON people.id = person WHERE club = ? ORDER BY CASE role WHEN 'owner' THEN 0"
            " WHEN 'officer' THEN 1 WHEN 'member' THEN 2 ELSE 3 END, people.name, person LIMIT ?",
            club,
            MOST_MEMBERS + MOST_WAITING,
        )
        return [
            ClubMember(str(person), str(name), str(avatar), Role(str(role)), float(str(at)))
            for person, name, avatar, role, at in rows
        ]

    async def tables(self, club: str) -> list[str]:
        """The club's tables that are not over, the newest first."""
        rows = await self.database.fetch(
            "SELECT tables.id FROM club_tables JOIN tables ON tables.id = table_id"
            " WHERE club = ? AND status IN ('open', 'playing') ORDER BY created DESC, tables.id LIMIT ?",
            club,
            MOST_LISTED,
        )
        return [str(table) for (table,) in rows]

    async def events(self, club: str) -> list[ClubEvent]:
        """What is to come, and what was on the last day."""
        rows = await self.database.fetch(
            "SELECT id, at, title, words, config, table_id FROM club_events WHERE club = ? AND at >= ?"
            " ORDER BY at, id LIMIT ?",
            club,
            self.now() - 86400,
            MOST_EVENTS,
        )
        return [
            ClubEvent(
                str(id_),
                float(str(at)),
                str(title),
                str(words),
                msgspec.json.decode(str(config), type=Config) if config else None,
                None if table is None else str(table),
            )
            for id_, at, title, words, config, table in rows
        ]

    async def standings(self, club: str) -> list[ClubScore]:
        """What members have won in matches at which two of them or more sat, and no other person."""
        rows = await self.database.fetch(
            "SELECT own.person, people.name, people.avatar, matches.game, count(*), sum(own.share),"  # noqa: S608
            " sum(1.0 / (SELECT count(DISTINCT side) FROM match_seats WHERE match_id = matches.id)) FROM club_members"
            " JOIN match_seats AS own ON own.person = club_members.person AND own.share IS NOT NULL"
            " JOIN matches ON matches.id = own.match_id JOIN people ON people.id = own.person"
            f" WHERE club = ? AND role IN {MEMBERS} AND imported_by IS NULL AND begun_from IS NULL"
            " AND matches.ended >= club_members.at"
            " AND NOT EXISTS (SELECT 1 FROM match_seats AS met WHERE met.match_id = matches.id AND met.kind <> 'bot'"
            f" AND (met.person IS NULL OR met.person NOT IN (SELECT person FROM club_members WHERE club = ?"
            f" AND role IN {MEMBERS})))"
            " AND (SELECT count(DISTINCT person) FROM match_seats WHERE match_id = matches.id AND kind <> 'bot') > 1"
            " GROUP BY own.person, people.name, people.avatar, matches.game",
            club,
            club,
        )
        found = [
            ClubScore(str(who), str(name), str(avatar), str(game), int(str(n)), float(str(won)), float(str(fair)))
            for who, name, avatar, game, n, won, fair in rows
        ]
        return sorted(found, key=lambda one: (one.game, one.fair - one.won, one.person))

    # What can be done

    async def create(self, person: Person, name: str, about: str, entry: Entrance) -> Club:
        if person.kind is not AccountKind.ACCOUNT:
            raise NotPossible("account_needed")
        shown = clean_name(name)
        owned = await self.database.fetch(
            "SELECT count(*) FROM club_members WHERE person = ? AND role = 'owner'", person.id
        )
        if int(str(owned[0][0])) >= MOST_OWNED:
            raise NotPossible("too_many_clubs")
        await self._room_for_one_more(person.id)
        club = Club(new_id(), shown, said(about), entry, self.now())
        made = await self.database.write(
            Statement(
                "INSERT INTO clubs (id, name, name_key, capital_key, search, about, entry, created)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (club.id, shown, name_key(shown), capital_key(shown), search_key(shown), club.about, entry,
                 club.created),
                rows=1,
            ),
            entering(club.id, person.id, Role.OWNER, self.now()),
        )  # fmt: skip
        if not made:
            raise BadName(NameFault.TAKEN, name)
        return club

    async def change(self, club: Club, by: str, about: str, entry: Entrance) -> None:
        await self._leads(club, by)
        changed = Statement("UPDATE clubs SET about = ?, entry = ? WHERE id = ?", (said(about), entry, club.id))
        await self.database.write(changed)

    async def join(self, club: Club, person: Person) -> Role:
        """Become a member, or ask to be one; what one is then."""
        if person.kind is not AccountKind.ACCOUNT:
            raise NotPossible("account_needed")
        members = await self.members(club.id)
        leading = [one.person for one in members if one.role in LEADING]
        if await self.relations.keeps_away(person.id, leading):
            raise NotPossible("not_invited")
        own = next((one.role for one in members if one.person == person.id), None)
        if own in INSIDE:
            return own
        await self._room_for_one_more(person.id)
        if own is Role.INVITED or club.entry is Entrance.OPEN:
            await self._enter(club, person.id, members)
            return Role.MEMBER
        if club.entry is Entrance.INVITATION:
            raise NotPossible("not_invited")
        await self._wait(club, person.id, Role.ASKED, members)
        return Role.ASKED

    async def invite(self, club: Club, by: str, person: Person) -> Role:
        """Ask somebody in; who has asked already is in."""
        await self._leads(club, by)
        if person.kind is not AccountKind.ACCOUNT or await self.relations.keeps_away(person.id, [by]):
            raise NotPossible("nobody")
        members = await self.members(club.id)
        own = next((one.role for one in members if one.person == person.id), None)
        if own in INSIDE or own is Role.INVITED:
            return own
        if own is Role.ASKED:
            await self._enter(club, person.id, members)
            return Role.MEMBER
        invited = Notice(NoticeKind.INVITATION, person.id, club.id, f"/clubs/{club.id}", {"who": club.name})
        await self._wait(club, person.id, Role.INVITED, members, *written(invited, self.now()))
        return Role.INVITED

    async def remove(self, club: Club, by: str, person: str) -> None:
        """Leave, decline, or have somebody go: officers send members away, and the owner everybody."""
        own, theirs = await self.role(club.id, by), await self.role(club.id, person)
        if theirs is None:
            raise NotPossible("no_member")
        if theirs is Role.OWNER:
            raise NotPossible("owner_stays" if by == person else "not_your_club")
        if by != person and (own not in LEADING or (theirs is Role.OFFICER and own is not Role.OWNER)):
            raise NotPossible("not_your_club")
        gone = Statement(
            "DELETE FROM club_members WHERE club = ? AND person = ? AND role = ?", (club.id, person, theirs)
        )
        await self.database.write(gone, looked(person, club.id))

    async def appoint(self, club: Club, by: str, person: str, role: Role) -> None:
        """Make a member an officer, an officer a member again, or hand the club over."""
        if await self.role(club.id, by) is not Role.OWNER:
            raise NotPossible("not_your_club")
        if by == person or role not in INSIDE:
            raise NotPossible("owner_stays")
        theirs = await self.role(club.id, person)
        if theirs not in INSIDE:
            raise NotPossible("no_member")
        change = "UPDATE club_members SET role = ? WHERE club = ? AND person = ? AND role = ?"
        statements = [Statement(change, (role, club.id, person, theirs), rows=1)]
        if role is Role.OWNER:
            statements.append(Statement(change, (Role.OFFICER, club.id, by, Role.OWNER), rows=1))
        await self.database.write(*statements)

    async def delete(self, club: Club, by: str) -> None:
        """Its tables play on, as tables with a link."""
        if await self.role(club.id, by) is not Role.OWNER:
            raise NotPossible("not_your_club")
        await self.database.write(Statement("DELETE FROM clubs WHERE id = ?", (club.id,)))

    async def plan(self, club: Club, by: str, at: float, title: str, words: str, config: Config | None) -> str:
        """A date of the club; with a table to be opened for it."""
        await self._leads(club, by)
        if not self.now() - 3600 <= at <= self.now() + LONGEST_EVENT:
            raise NotPossible("bad_date")
        if len(await self.events(club.id)) >= MOST_EVENTS:
            raise NotPossible("too_many_events")
        event, told = new_id(), msgspec.json.encode(config).decode() if config else ""
        await self.database.write(
            Statement(
                "INSERT INTO club_events (id, club, at, title, words, config) VALUES (?, ?, ?, ?, ?, ?)",
                (event, club.id, at, clean_words(title)[:80], said(words), told),
                rows=1,
            )
        )
        return event

    async def cancel(self, club: Club, by: str, event: str) -> None:
        await self._leads(club, by)
        gone = Statement("DELETE FROM club_events WHERE club = ? AND id = ?", (club.id, event), rows=1)
        if not await self.database.write(gone):
            raise NotPossible("no_such_event")

    def table_of(self, club: Club, table: str, event: str | None) -> list[Statement]:
        """What makes a new table the club's, and that of one of its dates."""
        own = [Statement("INSERT INTO club_tables (table_id, club) VALUES (?, ?)", (table, club.id), rows=1)]
        if event is not None:
            first = "UPDATE club_events SET table_id = ? WHERE club = ? AND id = ? AND table_id IS NULL"
            own.append(Statement(first, (table, club.id, event), rows=1))
        return own

    async def _leads(self, club: Club, person: str) -> None:
        if await self.role(club.id, person) not in LEADING:
            raise NotPossible("not_your_club")

    async def _room_for_one_more(self, person: str) -> None:
        rows = await self.database.fetch("SELECT count(*) FROM club_members WHERE person = ?", person)
        if int(str(rows[0][0])) >= MOST_JOINED:
            raise NotPossible("too_many_clubs")

    async def _enter(self, club: Club, person: str, members: Collection[ClubMember]) -> None:
        if sum(one.role in INSIDE for one in members) >= MOST_MEMBERS:
            raise NotPossible("club_full")
        await self.database.write(entering(club.id, person, Role.MEMBER, self.now()))

    async def _wait(
        self, club: Club, person: str, role: Role, members: Collection[ClubMember], *along: Statement
    ) -> None:
        if sum(one.role not in INSIDE for one in members) >= MOST_WAITING:
            raise NotPossible("club_full")
        await self.database.write(entering(club.id, person, role, self.now()), *along)


def entering(club: str, person: str, role: Role, at: float) -> Statement:
    return Statement(
        "INSERT INTO club_members (club, person, role, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (club, person) DO UPDATE SET role = excluded.role, at = excluded.at",
        (club, person, role, at),
    )


def said(words: str) -> str:
    """Several lines at most, each clean."""
    lines = [clean_words(line) if line.strip() else "" for line in words[:1000].splitlines()[:20]]
    return "\n".join(lines).strip()
