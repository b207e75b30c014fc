"""Everything that is stored about a person: handed over on request, and forgotten on request.

What others were part of stays for them: a finished match keeps its cards and its result, but no longer says who it was.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.server.people.live_sessions import out
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
    "person": "SELECT id, kind, name, created, suspended, password IS NOT NULL AS has_password FROM people"
    " WHERE id = ?",
    "bots": "SELECT id, name, created FROM people WHERE owner = ? ORDER BY created, id",
    "sessions": "SELECT created, used, expires FROM sessions WHERE person = ? ORDER BY created",
    "devices": "SELECT used FROM devices WHERE person = ? ORDER BY used",
    "passkeys": "SELECT id, label, public_key, sign_count, created, used FROM passkeys WHERE person = ?"
    " ORDER BY created",
    "tokens": "SELECT id, label, scopes, created, used FROM tokens WHERE owner = ? ORDER BY created",
    "relations": "SELECT other, kind, at FROM relations WHERE person = ? ORDER BY at",
    "reports": "SELECT id, about, table_id, reason, words, at, settled FROM reports WHERE person = ? ORDER BY at",
    "ratings": "SELECT pool, game, players, mu, sigma, matches, changed FROM ratings WHERE player = ?"
    " ORDER BY pool, game, players",
    "matches": "SELECT matches.id, seat, match_seats.name, side, place, share, mu, sigma, mu_after, sigma_after,"
    " game, players, started, ended, rated, outcome, record FROM match_seats JOIN matches ON matches.id = match_id"
    " WHERE person = ? ORDER BY ended, matches.id",
    "imports": "SELECT id, game, players, ended, record FROM matches WHERE imported_by = ? ORDER BY ended, id",
}
"""Each gives its rows under the names of its columns."""
TOUCH = "UPDATE people SET kind = kind WHERE id = ?"
"""Changes nothing, and keeps every other unit off that person until this one is over."""
JSON_COLUMNS = frozenset({"outcome", "record"})


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
            await self.database.write(*forgetting(one), notify=f"{out(one)}\n{others_now(one)}")


def forgetting(person: str) -> list[Statement]:
    """One unit. People, sessions, passkeys, tokens and relations go with the person, by their foreign keys.

    The logs of tables stay as they are: what they hold is a pseudonym, and who it was is nobody's from now on.
    """
    return [
        Statement(TOUCH, (person,)),  # first: whatever still names the person is committed before this, or not at all
        Statement(
            "UPDATE match_seats SET person = NULL, player = NULL, name = '', name_key = '' WHERE person = ?",
            (person,),
        ),
        Statement("DELETE FROM matches WHERE imported_by = ?", (person,)),
        Statement("DELETE FROM ratings WHERE player = ?", (person,)),
        Statement("UPDATE reports SET person = NULL, words = '' WHERE person = ?", (person,)),
        Statement("UPDATE reports SET about = NULL, context = '[]' WHERE about = ?", (person,)),
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
        Statement("UPDATE identities SET person = NULL, name = '' WHERE person = ?", (person,)),
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
    return bool(value) if name in {"has_password", "suspended", "rated"} else value
