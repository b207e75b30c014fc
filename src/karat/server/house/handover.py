"""A guest who signs up or signs in: what was the guest's is the account's from then on.

Signing up keeps the id, so only tables that are not over have to be told. Signing in to an account that there was
before moves everything in one unit: seats, matches, imports, words, whom one muted. It is refused where both sit at a
table that is not over. No log changes: it holds pseudonyms, and who they are stands beside it.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from karat.server.people.live_sessions import out
from karat.server.store.database import Statement, Unreachable
from karat.server.tables.commands import HandOver
from karat.server.tables.identities import others_now

if TYPE_CHECKING:
    from karat.server.house.house import House
    from karat.server.tables.entries import Player

STILL_SHOWN = 86400.0
"""Seconds for which people may come back to a table that is over, for a rematch or to talk."""
MOST_TRIES = 20


async def signed_up(house: House, account: Player) -> None:
    """Tell the tables of who was a guest until now that they are an account, by its name."""
    for table_id, (status, _) in (await tables_naming(house, account.id)).items():
        if status in ("open", "playing"):
            await house.submit(table_id, None, HandOver(account.id, account))


async def signed_in(house: House, guest: str, account: Player) -> None:
    """Make everything of a guest's the account's, and forget the guest. Refused where both sit at one table."""
    for _ in range(MOST_TRIES):
        if not await house.database.fetch("SELECT 1 FROM people WHERE id = ?", guest):
            return  # done, though the answer of the database was lost
        found = await tables_naming(house, guest)
        shown = [
            table_id
            for table_id, (status, changed) in found.items()
            if status in ("open", "playing") or (status == "finished" and changed > time.time() - STILL_SHOWN)
        ]
        commands = dict.fromkeys(shown, HandOver(guest, account))
        move = partial(moved, house, guest, account.id, set(found) - set(shown))
        if await house.submit_together(commands, move, [out(guest), others_now(guest)]):
            return
    raise Unreachable("the tables of the guest are too busy")


async def tables_naming(house: House, person: str) -> dict[str, tuple[str, float]]:
    """The tables whose log names a person, with their status and when they last changed."""
    rows = await house.database.fetch(
        "SELECT id, status, changed FROM tables WHERE id IN (SELECT table_id FROM identities WHERE person = ?)", person
    )
    return {str(table_id): (str(status), float(changed or 0)) for table_id, status, changed in rows}


async def moved(house: House, guest: str, account: str, over: set[str]) -> list[Statement]:
    """Everything that is the guest's as the account's. Tables of `over` must not move in the meantime."""
    statements = []
    for table_id in sorted(over):
        rows = await house.database.fetch("SELECT seq FROM tables WHERE id = ?", table_id)
        still = Statement("UPDATE tables SET seq = seq WHERE id = ? AND seq = ?", (table_id, rows[0][0]), rows=1)
        statements.append(still)
    both = (account, guest, account)
    return [
        *statements,
        Statement("UPDATE identities SET person = ? WHERE person = ?", (account, guest)),
        Statement("UPDATE match_seats SET person = ? WHERE person = ?", (account, guest)),
        Statement("UPDATE matches SET private_by = ? WHERE private_by = ?", (account, guest)),
        Statement("UPDATE matches SET imported_by = ? WHERE imported_by = ?", (account, guest)),
        Statement("UPDATE reports SET person = ? WHERE person = ?", (account, guest)),
        Statement("UPDATE reports SET about = ? WHERE about = ?", (account, guest)),
        Statement(
            "INSERT INTO relations (person, other, kind, at) SELECT ?, other, kind, at FROM relations"
            " WHERE person = ? AND other <> ? ON CONFLICT (person, other) DO NOTHING",
            both,
        ),
        Statement(
            "INSERT INTO relations (person, other, kind, at) SELECT person, ?, kind, at FROM relations"
            " WHERE other = ? AND person <> ? ON CONFLICT (person, other) DO NOTHING",
            both,
        ),
        *(
            Statement(
                f"UPDATE {rows} SET person = ? WHERE person = ?"  # noqa: S608 -- our own names
                f" AND {what} NOT IN (SELECT {what} FROM {rows} WHERE person = ?)",
                both,
            )
            for rows, what in (("daily_attempts", "deal"), ("tournament_members", "tournament"))
        ),
        Statement("UPDATE tournaments SET director = ? WHERE director = ?", (account, guest)),
        Statement(
            "INSERT INTO seats (person, table_id) SELECT ?, table_id FROM seats WHERE person = ?"
            " ON CONFLICT (person, table_id) DO NOTHING",
            (account, guest),
        ),
        Statement("DELETE FROM people WHERE id = ? AND kind = 'guest'", (guest,), rows=1),
    ]
