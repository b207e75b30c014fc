"""Who may look at a table and sit down there: the one function that everything asks which leads to one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.tables.commands import Refused

if TYPE_CHECKING:
    from karat.server.people.relations import Relations
    from karat.server.store.database import Database
    from karat.server.tables.entries import Player
    from karat.server.tables.table import Table

MEMBER = (
    "SELECT EXISTS (SELECT 1 FROM club_members WHERE club_members.club = club_tables.club AND person = ?"
    " AND role IN ('owner', 'officer', 'member')) FROM club_tables WHERE table_id = ?"
)


@dataclass(frozen=True, slots=True)
class Admission:
    database: Database
    relations: Relations

    async def check(self, player: Player | None, table: Table) -> None:
        """Refused for who does not meet somebody at the table, and for strangers where it is a club's.

        Who sits there has been let in.
        """
        if player is not None and table.seat_of(player.id) is not None:
            return
        rows = await self.database.fetch(MEMBER, player.id if player else "", table.id)
        if rows and not rows[0][0]:
            raise Refused("members_only")
        if player is not None:
            there = {chair.player.id for chair in table.chairs if chair.player is not None and not chair.bot}
            if await self.relations.keeps_away(player.id, [*there, table.host.id]):
                raise Refused("kept_apart")
