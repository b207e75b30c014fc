"""The log of a table in the database, and what stands beside it: who its pseudonyms are, and what was said.

Entries are only ever inserted. What may have to change later stands in rows of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from karat.server.store.database import Statement
from karat.server.tables import entries
from karat.server.tables.entries import Logged, Player
from karat.server.tables.identities import FORGOTTEN, Identities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.server.store.database import Database

INSERT_ENTRY = "INSERT INTO entries (table_id, seq, at, body) VALUES (?, ?, ?, ?)"
IDENTIFY = (
    "INSERT INTO identities (table_id, pseudonym, person, name, kind, avatar) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (table_id, pseudonym)"
    " DO UPDATE SET person = excluded.person, name = excluded.name, kind = excluded.kind, avatar = excluded.avatar"
)
KINDS: dict[str, Literal["guest", "account", "bot"]] = {"guest": "guest", "account": "account", "bot": "bot"}
INSERT_WORDS = "INSERT INTO words (table_id, seq, pseudonym, body) VALUES (?, ?, ?, ?)"


class NoSuchTable(LookupError):
    """A table that was never opened."""


class BadLog(ValueError):
    """A log that this version cannot read: it is corrupt, or a newer version's."""


async def read_log(database: Database, table_id: str, after: int, identities: Identities) -> list[Logged]:
    """The entries after number `after`, with whom they name; `identities` learns of people on the way."""
    rows = await database.fetch(
        "SELECT seq, at, body FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq", table_id, after
    )
    try:
        stored = [Logged(int(seq or 0), float(at or 0), entries.decode(str(body))) for seq, at, body in rows]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadLog(f"the log of table {table_id} cannot be read: {error}") from error
    known, words = identities.known, dict[int, str]()
    if any(identities.is_news(one.entry) for one in stored):
        known = await read_identities(database, table_id)
    if any(isinstance(one.entry, entries.Said) and not one.entry.phrase for one in stored):
        found = await database.fetch("SELECT seq, body FROM words WHERE table_id = ? AND seq > ?", table_id, after)
        words = {int(seq or 0): str(body) for seq, body in found}
    return [Logged(one.seq, one.at, identities.reveal(one.entry, known, words.get(one.seq, ""))) for one in stored]


async def read_identities(database: Database, table_id: str) -> dict[str, Player]:
    """The people whom a table's log names, by pseudonym; who was forgotten is nobody, and another at each seat."""
    rows = await database.fetch(
        "SELECT pseudonym, person, name, kind, avatar FROM identities WHERE table_id = ?", table_id
    )
    found = {}
    for pseudonym, person, name, kind, avatar in rows:
        known = FORGOTTEN + str(pseudonym) if person is None else str(person)
        found[str(pseudonym)] = Player(known, str(name), KINDS[str(kind)], str(avatar))
    return found


async def said_at(database: Database, table_id: str, most: int) -> list[str]:
    """The last lines that were said at a table, by whom, as the log has them; NoSuchTable where there is none."""
    log = await read_log(database, table_id, 0, Identities())
    if not log:
        raise NoSuchTable(table_id)
    said = [one.entry for one in log if isinstance(one.entry, entries.Said)]
    return [f"{one.player.name} ({one.player.id}): {one.text or one.phrase}" for one in said[-most:]]


def insert_log(table_id: str, logged: Sequence[Logged], identities: Identities, *, begun: bool) -> list[Statement]:
    """What writes entries, and beside them who they name and what was said."""
    statements = []
    for one in logged:
        stored, pseudonym = identities.hide(one.entry, begun=begun)
        statements.append(Statement(INSERT_ENTRY, (table_id, one.seq, one.at, entries.encode(stored))))
        if not pseudonym:
            continue
        player = identities.known[pseudonym]
        statements.append(
            Statement(IDENTIFY, (table_id, pseudonym, player.id, player.name, player.kind, player.avatar))
        )
        if isinstance(one.entry, entries.Said) and one.entry.text:
            statements.append(Statement(INSERT_WORDS, (table_id, one.seq, pseudonym, one.entry.text)))
    return statements
