"""Deals of a day, and duplicate tournaments: what many play on the same cards."""

from __future__ import annotations

import json
from typing import Any

from karat.client.calling import Caller, asked, part


class SameCards(Caller):
    """The calls about them."""

    async def today(self) -> dict[str, Any]:
        """The deals of today, one's own attempts at them, and what the server is bound to for the days to come."""
        told: dict[str, Any] = await self.call("GET", "/api/daily")
        return told

    async def play_daily(self, deal: str) -> str:
        """The id of the table of one's attempt at a deal of today: a new one, or the one that is there."""
        table = str((await self.call("POST", f"/api/daily/{part(deal)}/play", {}))["table"])
        self._salts[table] = ""
        return table

    async def daily_result(self, deal: str) -> dict[str, Any]:
        """How one did at a deal of a day; `field` is null until one has finished it or the day is over."""
        told: dict[str, Any] = await self.call("GET", f"/api/daily/{part(deal)}")
        return told

    async def daily_archive(self, before: str | None = None) -> dict[str, Any]:
        """The deals of past days, the newest first, before that day; `before` tells where the next page begins."""
        told: dict[str, Any] = await self.call("GET", f"/api/daily/archive{asked(before=before)}")
        return told

    async def tournaments(self) -> list[dict[str, Any]]:
        """Those of this house, the newest first, and those that are over at the end."""
        found: list[dict[str, Any]] = (await self.call("GET", "/api/tournaments"))["tournaments"]
        return found

    async def open_tournament(self, name: str, config: dict[str, Any]) -> dict[str, Any]:
        """A new tournament that one directs, as `tournament` tells it."""
        made: dict[str, Any] = await self.call("POST", "/api/tournaments", {"name": name, "config": config})
        return made

    async def tournament(self, tournament: str) -> dict[str, Any]:
        """How it stands: entrants, the best first, its tables, and in `next` the one that waits for oneself."""
        told: dict[str, Any] = await self.call("GET", f"/api/tournaments/{part(tournament)}")
        return told

    async def enter(self, tournament: str, *, entrant: int | None = None, name: str = "") -> int:
        """Enter, or take a free place of an entrant; the entrant's number."""
        body = {"entrant": entrant, "name": name}
        return int((await self.call("POST", f"/api/tournaments/{part(tournament)}/enter", body))["entered"])

    async def direct(self, tournament: str, what: str, wanted: dict[str, Any] | None = None) -> None:
        """`start`, `substitute`, `stand-in`, `correct`, `hand-over` or `finish` a tournament that one directs.

        And `withdraw` from one that one has entered.
        """
        await self.call("POST", f"/api/tournaments/{part(tournament)}/{what}", wanted)

    async def tournament_records(self, tournament: str) -> list[dict[str, Any]]:
        """The records of all its tables, round by round, once it is over."""
        lines = (await self._answer("GET", f"/api/tournaments/{part(tournament)}/records")).text.splitlines()
        return [json.loads(line) for line in lines]
