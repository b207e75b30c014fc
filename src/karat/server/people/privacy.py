"""Everything that is stored about a person: handed over on request, and forgotten on request.

What others were part of stays for them: a finished match keeps its cards and its result, but no longer says who it was.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.server.people.live_sessions import out
from karat.server.people.succession import handing_on
from karat.server.store.database import Statement
from karat.server.tables import entries
from karat.server.tables.identities import FORGOTTEN, named_in, others_now

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.people.accounts import Person
    from karat.server.store.database import Database, Row, Value
    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Table

FORMAT = "karat-export/1"
SECTIONS = {
    "person": "SELECT id, kind, name, created, suspended, password IS NOT NULL AS has_password, avatar, shows,"
    " moderator"
    " FROM people WHERE id = ?",
    "bots": "SELECT id, name, created FROM people WHERE owner = ? ORDER BY created, id",
    "sessions": "SELECT created, used, expires FROM sessions WHERE person = ? ORDER BY created",
    "devices": "SELECT used FROM devices WHERE person = ? ORDER BY used",
    "passkeys": "SELECT id, label, public_key, sign_count, created, used FROM passkeys WHERE person = ?"
    " ORDER BY created",
    "recovery_codes": "SELECT made FROM recovery_codes WHERE person = ? ORDER BY made",
    "tokens": "SELECT id, label, scopes, created, used FROM tokens WHERE owner = ? ORDER BY created",
    "relations": "SELECT other, kind, at FROM relations WHERE person = ? ORDER BY at",
    "follows": "SELECT other, at FROM follows WHERE person = ? ORDER BY at",
    "seen": "SELECT at FROM online WHERE person = ?",
    "sanctions": "SELECT kind, reason, words, at, until, lifted FROM sanctions WHERE person = ? ORDER BY at",
    "addresses": "SELECT hash, first, last FROM addresses WHERE person = ? ORDER BY last",
    "clubs": "SELECT club, clubs.name, role, at FROM club_members JOIN clubs ON clubs.id = club WHERE person = ?"
    " ORDER BY at",
    "seeking": "SELECT game, wish, since, seen, table_id FROM seekers WHERE person = ?",
    "reports": "SELECT id, about, table_id, reason, words, at, settled, verdict FROM reports WHERE person = ?"
    " ORDER BY at",
    "challenges": "SELECT id, other, config, seat, other_seat, made, expires, state, reason, ended, table_id"
    " FROM match_challenges WHERE person = ? ORDER BY made",
    "ratings": "SELECT pool, game, players, mu, sigma, matches, changed FROM ratings WHERE player = ?"
    " ORDER BY pool, game, players",
    "matches": "SELECT matches.id, seat, match_seats.name, side, place, share, mu, sigma, mu_after, sigma_after,"
    " game, players, started, ended, rated, outcome, record FROM match_seats JOIN matches ON matches.id = match_id"
    " WHERE person = ? ORDER BY ended, matches.id",
    "retries": "SELECT match_id, step, action, verdict, at FROM retries WHERE person = ? ORDER BY at",
    "puzzle_ratings": "SELECT game, mu, sigma, tries, streak, best FROM puzzle_players WHERE person = ? ORDER BY game",
    "puzzles": "SELECT puzzle, game, action, is_right, at FROM puzzle_tries WHERE person = ? ORDER BY at",
    "channels": "SELECT kind, address, label, language, made, confirmed, used FROM channels WHERE person = ?"
    " ORDER BY made",
    "notices": "SELECT kind, topic, link, slots, made, due, told FROM notices WHERE person = ? ORDER BY made",
    "notice_choices": "SELECT body FROM notice_choices WHERE person = ?",
    "notice_mutes": "SELECT topic, at, kinds FROM notice_mutes WHERE person = ? ORDER BY at",
    "vacations": "SELECT begins, ends, made FROM vacations WHERE person = ? ORDER BY begins",
    "vacation_years": "SELECT year, days FROM vacation_years WHERE person = ? ORDER BY year",
    "waits": "SELECT table_id, since, deadline FROM waits WHERE person = ? ORDER BY since",
    "daily": "SELECT deal, table_id, began, ended, score, points, counts FROM daily_attempts WHERE person = ?"
    " ORDER BY began",
    "tournaments": "SELECT tournament, entrant, place, name FROM tournament_members WHERE person = ?"
    " ORDER BY tournament",
    "tournaments_directed": "SELECT id, name, created, ended FROM tournaments WHERE director = ? ORDER BY created",
    "imports": "SELECT id, game, players, ended, record FROM matches WHERE imported_by = ? ORDER BY ended, id",
}
"""Each gives its rows under the names of its columns."""
CLUBS_HANDED_ON = """
    UPDATE club_members SET role = 'owner'
    WHERE club IN (SELECT club FROM club_members WHERE person = ? AND role = 'owner')
    AND person = (SELECT heir.person FROM club_members AS heir WHERE heir.club = club_members.club AND heir.person <> ?
        AND heir.role IN ('officer', 'member') ORDER BY CASE heir.role WHEN 'officer' THEN 0 ELSE 1 END, heir.at,
        heir.person LIMIT 1)"""
"""The clubs of who is forgotten go to the officer, or else the member, who has been there longest."""
CLUBS_LEFT_EMPTY = """
    DELETE FROM clubs WHERE id IN (SELECT club FROM club_members WHERE person = ? AND role = 'owner')
    AND NOT EXISTS (SELECT 1 FROM club_members AS other WHERE other.club = clubs.id AND other.role = 'owner'
        AND other.person <> ?)"""
TOURNAMENTS_LEFT = """
    DELETE FROM tournament_entrants WHERE tournament IN (SELECT id FROM tournaments WHERE status = 'open')
    AND EXISTS (SELECT 1 FROM tournament_members AS own WHERE own.person = ?
        AND own.tournament = tournament_entrants.tournament AND own.entrant = number)
    AND NOT EXISTS (SELECT 1 FROM tournament_members AS other WHERE other.person <> ?
        AND other.tournament = tournament_entrants.tournament AND other.entrant = number)"""
"""Who is forgotten before a tournament starts has withdrawn."""
TOURNAMENTS_WITHDRAWN = """
    DELETE FROM tournament_members
    WHERE person = ? AND tournament IN (SELECT id FROM tournaments WHERE status = 'open')"""
TOURNAMENTS_LEFT_ALONE = (
    "UPDATE tournaments SET seq = seq + 1, director = NULL WHERE director = ? AND status <> 'finished'"
)
TOURNAMENTS_OPENED = (
    "DELETE FROM sealed_events WHERE event IN (SELECT id FROM tournaments WHERE director IS NULL AND status = 'open')"
)
TOURNAMENTS_ENDED = "UPDATE tournaments SET status = 'finished', ended = ? WHERE director IS NULL AND status = 'open'"
"""Nobody is left who could start it."""
TOUCH = "UPDATE people SET kind = kind WHERE id = ?"
"""Changes nothing, and keeps every other unit off that person until this one is over."""
JSON_COLUMNS = frozenset({"outcome", "record", "config", "slots", "body", "wish"})


@dataclass(frozen=True, slots=True)
class Privacy:
    database: Database
    now: Callable[[], float] = time.time

    async def export(self, person: Person) -> dict[str, Any]:
        """All that is stored about a person, as plain JSON; hashes of passwords and tokens are not theirs to leak."""
        sections: dict[str, Any] = {"format": FORMAT, "made": self.now()}
        for section, sql in SECTIONS.items():
            names = _columns(sql)
            rows = await self.database.fetch(sql, person.id)
            sections[section] = [_entry(names, row) for row in rows]
        sections["person"] = sections["person"][0] if sections["person"] else None
        sections["said"] = await self._said(person.id)
        return sections

    async def _said(self, person: str) -> list[dict[str, Any]]:
        """What a person has said at tables, in words of their own or as a set phrase."""
        rows = await self.database.fetch(
            "SELECT entries.table_id, entries.at, entries.body, words.body, identities.pseudonym FROM identities"
            " JOIN entries ON entries.table_id = identities.table_id"
            " LEFT JOIN words ON words.table_id = entries.table_id AND words.seq = entries.seq"
            " WHERE person = ? AND entries.body LIKE ? ORDER BY entries.table_id, entries.seq",
            person,
            '%"said"%',
        )
        said = []
        for table, at, body, words, pseudonym in rows:
            entry = entries.decode(str(body))
            if isinstance(entry, entries.Said) and entry.player.id == pseudonym:
                spoken = {"phrase": entry.phrase} if entry.phrase else {"text": str(words)} if words else {}
                said.append({"table": str(table), "at": at, **spoken})
        return said

    async def tables_of(self, person: str) -> list[str]:
        """The tables that are not over and whose log names the person."""
        rows = await self.database.fetch(
            "SELECT id FROM tables WHERE id IN (SELECT table_id FROM identities WHERE person = ?)"
            " AND status IN ('open', 'playing')",
            person,
        )
        return [str(table) for (table,) in rows]

    async def forget(self, person: Person) -> None:
        """Delete a person and their bots; what was played stays, by nobody."""
        bots = await self.database.fetch("SELECT id FROM people WHERE owner = ?", person.id)
        for one in [str(bot) for (bot,) in bots] + [person.id]:
            await self.database.write(*forgetting(one, self.now()), notify=f"{out(one)}\n{others_now(one)}")


def forgetting(person: str, now: float) -> list[Statement]:
    """One unit. Sessions, passkeys, tokens, relations and notices go with the person, by their foreign keys.

    The logs of tables stay as they are: what they hold is a pseudonym, and who it was is nobody's from now on.
    """
    return [
        Statement(TOUCH, (person,)),  # first: whatever still names the person is committed before this, or not at all
        Statement(
            "UPDATE match_seats SET person = NULL, player = NULL, name = '', name_key = '' WHERE person = ?",
            (person,),
        ),
        Statement("UPDATE matches SET private_by = '' WHERE private_by = ?", (person,)),
        Statement("DELETE FROM matches WHERE imported_by = ?", (person,)),
        Statement("DELETE FROM ratings WHERE player = ?", (person,)),
        Statement("UPDATE reports SET person = NULL, words = '' WHERE person = ?", (person,)),
        Statement("UPDATE reports SET about = NULL, context = '[]' WHERE about = ?", (person,)),
        Statement(TOURNAMENTS_LEFT, (person, person)),
        Statement(TOURNAMENTS_WITHDRAWN, (person,)),
        *handing_on(person, now),
        Statement(TOURNAMENTS_LEFT_ALONE, (person,)),
        Statement(TOURNAMENTS_OPENED),
        Statement(TOURNAMENTS_ENDED, (now,)),
        Statement(
            "UPDATE tournament_entrants SET name = '' WHERE EXISTS (SELECT 1 FROM tournament_members AS member"
            " WHERE person = ? AND member.tournament = tournament_entrants.tournament AND entrant = number)",
            (person,),
        ),
        Statement("UPDATE tournament_members SET person = NULL, name = '' WHERE person = ?", (person,)),
        Statement("DELETE FROM challenges WHERE person = ?", (person,)),
        Statement("DELETE FROM presence WHERE person = ?", (person,)),
        Statement(
            "UPDATE invitations SET host = '' WHERE EXISTS (SELECT 1 FROM identities WHERE person = ?"
            " AND identities.table_id = invitations.table_id AND identities.name = invitations.host)",
            (person,),
        ),
        Statement(
            "DELETE FROM words WHERE EXISTS (SELECT 1 FROM identities WHERE person = ?"
            " AND identities.table_id = words.table_id AND identities.pseudonym = words.pseudonym)",
            (person,),
        ),
        Statement("UPDATE identities SET person = NULL, name = '', avatar = '' WHERE person = ?", (person,)),
        Statement(CLUBS_HANDED_ON, (person, person)),
        Statement(CLUBS_LEFT_EMPTY, (person, person)),
        Statement("DELETE FROM people WHERE id = ?", (person,)),
    ]


def still_known(_table: Table, logged: Sequence[Logged]) -> list[Statement]:
    """For the unit that commits entries: nothing of it stays where it names somebody who was forgotten meanwhile."""
    named = {player.id for one in logged if (player := named_in(one.entry)) and not player.id.startswith(FORGOTTEN)}
    return [Statement(TOUCH, (person,), rows=1) for person in sorted(named)]


def _columns(sql: str) -> list[str]:
    chosen = sql.removeprefix("SELECT ").split(" FROM ")[0]
    return [column.split(" AS ")[-1].split(".")[-1].strip() for column in chosen.split(",")]


def _entry(names: list[str], row: Row) -> dict[str, Any]:
    return {name: _plain(name, value) for name, value in zip(names, row, strict=True)}


def _plain(name: str, value: Value) -> Any:
    if name in JSON_COLUMNS and isinstance(value, str):
        return json.loads(value)
    return bool(value) if name in {"has_password", "suspended", "rated", "is_right", "moderator", "counts"} else value
