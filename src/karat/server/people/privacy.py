"""Everything that is stored about a person: handed over on request, and forgotten on request.

What others were part of stays for them: a finished match keeps its cards and its result, but no longer says who it was.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.server.people.visits import out
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from karat.server.people.accounts import Person
    from karat.server.store.database import Database, Row, Value

FORMAT = "karat-export/1"
NOBODY = "gone:"
"""Begins what stands in a table's log for who has asked to be forgotten; another at each table."""

SECTIONS = {
    "person": "SELECT id, kind, name, created, suspended, password IS NOT NULL AS has_password FROM people"
    " WHERE id = ?",
    "bots": "SELECT id, name, created FROM people WHERE owner = ? ORDER BY created, id",
    "sessions": "SELECT created, used, expires FROM sessions WHERE person = ? ORDER BY created",
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
JSON_COLUMNS = frozenset({"outcome", "record"})


@dataclass(frozen=True, slots=True)
class Privacy:
    database: Database
    now: Callable[[], float] = time.time

    async def export(self, person: Person) -> dict[str, Any]:
        """All that is stored about a person, as plain JSON; hashes of passwords and tokens are not theirs to leak."""
        told: dict[str, Any] = {"format": FORMAT, "made": self.now()}
        for section, sql in SECTIONS.items():
            names = _columns(sql)
            rows = await self.database.fetch(sql, person.id)
            told[section] = [_entry(names, row) for row in rows]
        told["person"] = told["person"][0] if told["person"] else None
        told["said"] = [
            {"table": str(table), "at": at, **{key: entry[key] for key in ("text", "phrase") if entry.get(key)}}
            for table, _, at, entry in await self._entries(person.id)
            if entry.get("e") == "said"
        ]
        return told

    async def tables_of(self, person: str) -> list[str]:
        """The tables that are not over and whose log names the person."""
        rows = await self.database.fetch(
            "SELECT table_id FROM named JOIN tables ON tables.id = table_id"
            " WHERE person = ? AND status IN ('open', 'playing')",
            person,
        )
        return [str(table) for (table,) in rows]

    async def forget(self, person: Person) -> None:
        """Delete a person and their bots; what was played stays, by nobody."""
        bots = await self.database.fetch("SELECT id FROM people WHERE owner = ?", person.id)
        for one in [str(bot) for (bot,) in bots] + [person.id]:
            while not await self.database.write(*await self._forgetting(one), notify=out(one)):
                pass  # a table moved on in the meantime

    async def _forgetting(self, person: str) -> list[Statement]:
        """One unit. People, sessions, passkeys, tokens and relations go with the person, by their foreign keys."""
        statements = [
            Statement(
                "UPDATE match_seats SET person = NULL, player = NULL, name = '', name_key = '' WHERE person = ?",
                (person,),
            ),
            Statement("DELETE FROM matches WHERE imported_by = ?", (person,)),
            Statement("DELETE FROM ratings WHERE player = ?", (person,)),
            Statement("UPDATE reports SET person = NULL, words = '' WHERE person = ?", (person,)),
            Statement("UPDATE reports SET about = NULL, context = '[]' WHERE about = ?", (person,)),
            Statement("DELETE FROM challenges WHERE person = ?", (person,)),
            Statement("DELETE FROM named WHERE person = ?", (person,)),
            Statement("DELETE FROM presence WHERE person = ?", (person,)),
        ]
        aliases: dict[str, str] = {}
        names: set[str] = set()
        for table, seq, _, entry in await self._entries(person):
            alias = aliases.setdefault(table, NOBODY + secrets.token_hex(4))
            names |= set(_names(entry, person))
            body = json.dumps(forgotten(entry, person, alias), separators=(",", ":"), ensure_ascii=False)
            statements.append(
                Statement("UPDATE entries SET body = ? WHERE table_id = ? AND seq = ?", (body, table, seq))
            )
        for table in aliases:
            ((facts,),) = await self.database.fetch("SELECT facts FROM tables WHERE id = ?", table)
            shown = json.loads(str(facts))
            shown |= {
                "host": _unnamed(shown["host"], names),
                "seats": [_unnamed(name, names) for name in shown["seats"]],
            }
            body = json.dumps(shown, separators=(",", ":"), ensure_ascii=False)
            fits = (body, table, str(facts))
            statements.append(Statement("UPDATE tables SET facts = ? WHERE id = ? AND facts = ?", fits, rows=1))
        return [*statements, Statement("DELETE FROM people WHERE id = ?", (person,))]

    async def _entries(self, person: str) -> list[tuple[str, int, float, dict[str, Any]]]:
        """The entries of tables' logs that name a person: table, number, time and what they say."""
        rows = await self.database.fetch(
            "SELECT entries.table_id, seq, at, body FROM named JOIN entries ON entries.table_id = named.table_id"
            " WHERE person = ? AND body LIKE ? ORDER BY entries.table_id, seq",
            person,
            f'%"{person}"%',
        )
        found = [(str(table), int(str(seq)), float(str(at)), json.loads(str(body))) for table, seq, at, body in rows]
        return [entry for entry in found if forgotten(entry[3], person, "") != entry[3]]


def forgotten(value: Any, person: str, alias: str) -> Any:
    """The same with `alias` for the person, without their name and their words."""
    match value:
        case str():
            return alias if value == person else value
        case list():
            return [forgotten(inner, person, alias) for inner in value]
        case dict():
            told = {key: forgotten(inner, person, alias) for key, inner in value.items()}
            if value.get("id") == person and "name" in told:
                told["name"] = ""
            speaker = value.get("player")
            if isinstance(speaker, dict) and speaker.get("id") == person and "text" in told:
                told["text"] = ""
            return told
    return value


def _names(value: Any, person: str) -> Iterator[str]:
    """The names that the person goes by somewhere in it."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for inner in inside:
        yield from _names(inner, person)
    if isinstance(value, dict) and value.get("id") == person and isinstance(value.get("name"), str):
        yield value["name"]


def _unnamed(name: str, names: set[str]) -> str:
    return "" if name in names else name


def _columns(sql: str) -> list[str]:
    chosen = sql.removeprefix("SELECT ").split(" FROM ")[0]
    return [column.split(" AS ")[-1].split(".")[-1].strip() for column in chosen.split(",")]


def _entry(names: list[str], row: Row) -> dict[str, Any]:
    return {name: _plain(name, value) for name, value in zip(names, row, strict=True)}


def _plain(name: str, value: Value) -> Any:
    if name in JSON_COLUMNS and isinstance(value, str):
        return json.loads(value)
    return bool(value) if name in {"has_password", "suspended", "rated"} else value
