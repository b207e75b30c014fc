"""Who follows a table from here: as who sits there, or as a spectator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from karat.server.house.live import LiveTable, Subscriber
from karat.server.tables.commands import Refused
from karat.server.wire.projection import NOBODY, SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from karat.server.house.house import House
    from karat.server.house.presence import Presence
    from karat.server.tables.entries import Player
    from karat.server.tables.table import Table
    from karat.server.wire import frames


class Following(NamedTuple):
    """Somebody who is sent what happens at a table, until they stop."""

    live: LiveTable
    subscriber: Subscriber


@dataclass(frozen=True, slots=True)
class Listeners:
    """The way to a table's frames. Who sits there is present for as long as they listen."""

    house: House
    presence: Presence
    hidden_from: Callable[[str], Awaitable[frozenset[str]]]
    """Whose words a person, by their id, is not sent."""
    is_open: Callable[[str], Awaitable[bool]]
    """Whether others may see a match that is over."""
    admit: Callable[[Player | None, Table], Awaitable[None]]
    """Refused for who may not look at a table at all."""

    async def begin(
        self,
        player: Player | None,
        table_id: str,
        hello: frames.Hello,
        send: Callable[[str], None],
        check: Callable[[Table], Awaitable[None]],
    ) -> Following:
        """Follow a table from here on; who does not sit there is checked first."""
        table = await self.house.table(table_id)
        seat = table.seat_of(player.id) if player else None
        if seat is None:
            await self.admit(player, table)
            await check(table)
        tables = self.house.live
        live = tables.table(table_id)
        async with live.lock:
            table = (await tables.ready(live)).table
            now_on = table.seat_of(player.id) if player else None
            if now_on is None and seat is not None:
                raise Refused("seat_lost")
            if now_on is None and not await self._may_watch(table):
                raise Refused("no_spectators")
            if now_on is None:
                await tables.ready_for_spectators(live)
            recipient = SPECTATOR if now_on is None else now_on
            subscriber = Subscriber(
                recipient, player.id if player else "", send, hello.decisions, hello.views, hello.past
            )
            subscriber.hidden = await self.hidden_from(player.id) if player else NOBODY
            live.subscribe(subscriber, hello.since)
            if recipient != SPECTATOR:
                self.presence.came(table_id, subscriber.player_id)
        return Following(live, subscriber)

    async def _may_watch(self, table: Table) -> bool:
        """While people sit down anybody may look, then whom the table lets, afterwards whom the players let, too."""
        if table.status == "open" or table.config.spectators == "off":
            return table.status == "open"
        return table.status == "playing" or await self.is_open(table.id)

    def end(self, following: Following) -> None:
        following.live.subscribers.discard(following.subscriber)
        if following.subscriber.recipient != SPECTATOR:
            self.presence.went(following.live.id, following.subscriber.player_id)
