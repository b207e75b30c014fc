"""Whom one meets: challenges, friends, the finder, clubs, leaderboards, and whom one does not want to meet."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from karat.client.calling import Caller, Problem, asked, part
from karat.client.salts import pledge

WAIT_AGAIN = 2.0
"""Seconds between two questions of who waits for a table; whoever does not ask for long waits no longer."""
NOT_FOUND = 404
Entrance = Literal["open", "request", "invitation"]


class Meeting(Caller):
    """The calls about other people."""

    async def challenge(self, to: str | None, config: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Ask a person or a bot, by name or id, to a match; with None whoever likes. It has an `id` and a `state`.

        More is `seat`, one's own; `other_seat`; and `lasts`, the seconds for which it waits. The seats that are left
        are bots of the house::

            sent = await ada.challenge("Goosebot", {"game": "aurum", "players": 4}, other_seat=2)
        """
        sent: dict[str, Any] = await self.call("POST", "/api/challenges", {"to": to, "config": config, **more})
        return sent

    async def challenges(self) -> dict[str, Any]:
        """Those `received`, those `sent`, and those `open` to all."""
        found: dict[str, Any] = await self.call("GET", "/api/challenges")
        return found

    async def see_challenge(self, challenge: str) -> dict[str, Any]:
        """A challenge, and what became of it."""
        told: dict[str, Any] = await self.call("GET", f"/api/challenges/{challenge}")
        return told

    async def accept(self, challenge: str, *, salt: str = "") -> str:
        """Say yes, perhaps with a salt as in `open_table`: the id of the table at which both sit."""
        taken = await self.call("POST", f"/api/challenges/{challenge}/accept", {"pledge": pledge(salt)})
        self._salts[taken["table"]] = salt
        return str(taken["table"])

    async def decline(self, challenge: str, reason: str = "no_reason") -> None:
        """Say no, and why: later, game, rules, players, clock, rated, casual, no_bots, only_bots or no_reason."""
        await self.call("POST", f"/api/challenges/{challenge}/decline", {"reason": reason})

    async def withdraw(self, challenge: str) -> None:
        """Take back one's own."""
        await self.call("POST", f"/api/challenges/{challenge}/withdraw")

    async def friends(self) -> list[dict[str, Any]]:
        """Whom one follows and is followed by; of friends, whether they are there and what they play."""
        people: list[dict[str, Any]] = (await self.call("GET", "/api/friends"))["people"]
        return people

    async def follow_person(self, person: str, *, follow: bool = True) -> None:
        """Follow somebody by id or name, or no longer; two who follow each other are friends."""
        await self.call("POST", "/api/friends", {"person": person, "follow": follow})

    async def person(self, name_or_id: str) -> dict[str, Any]:
        """Somebody's profile, by their id or else by their name: `id`, `ratings`, `statistics` and more."""
        try:
            told: dict[str, Any] = await self.call("GET", f"/api/people/{part(name_or_id)}")
        except Problem as problem:
            if problem.status != NOT_FOUND:
                raise
            told = await self.call("GET", f"/api/people{asked(name=name_or_id)}")
        return told

    async def relations(self) -> dict[str, Any]:
        """Whom one has muted or blocked."""
        told: dict[str, Any] = await self.call("GET", "/api/relations")
        return told

    async def block(self, person: str) -> None:
        """Meet somebody, by their id, nowhere any more."""
        await self.call("POST", "/api/relations", {"person": person, "relation": "block"})

    async def mute(self, person: str) -> None:
        """Hear nothing of what somebody says."""
        await self.call("POST", "/api/relations", {"person": person, "relation": "mute"})

    async def make_peace(self, person: str) -> None:
        """Neither block nor mute somebody any more."""
        await self.call("POST", "/api/relations", {"person": person, "relation": None})

    async def report(self, reason: str, *, about: str | None = None, table: str | None = None, words: str = "") -> None:
        """Ask the moderators to look at somebody, by id, and at the match at a table."""
        await self.call("POST", "/api/reports", {"reason": reason, "about": about, "table": table, "words": words})

    async def who_waits(self) -> list[dict[str, Any]]:
        """How many wait for each game, and for how long others did lately: `game`, `waiting`, `about`."""
        counts: list[dict[str, Any]] = (await self.call("GET", "/api/finder"))["games"]
        return counts

    async def find_table(self, wish: dict[str, Any]) -> str:
        """Wait for others who want the same, and be seated with them; the table. Cancelling ends the wish.

        For example::

            table = await ada.find_table({"game": "aurum", "players": [3, 4]})
        """
        try:
            state = await self.call("POST", "/api/finder", {"wish": wish})
            while not state["table"]:
                await asyncio.sleep(WAIT_AGAIN)
                state = await self.call("POST", "/api/finder/wait")
        finally:
            await self.call("POST", "/api/finder/leave")
        return str(state["table"])

    async def clubs(self, name: str | None = None) -> list[dict[str, Any]]:
        """Clubs whose name has this in it, one's own first."""
        found: list[dict[str, Any]] = (await self.call("GET", f"/api/clubs{asked(name=name)}"))["clubs"]
        return found

    async def make_club(self, name: str, *, about: str = "", entry: Entrance = "request") -> dict[str, Any]:
        """A new club of one's own; it is joined at once, by asking, or by invitation alone."""
        made: dict[str, Any] = await self.call("POST", "/api/clubs", {"name": name, "about": about, "entry": entry})
        return made

    async def change_club(self, club: str, *, about: str, entry: Entrance) -> dict[str, Any]:
        """Say anew what a club is about, and how it is joined."""
        told: dict[str, Any] = await self.call("POST", f"/api/clubs/{part(club)}", {"about": about, "entry": entry})
        return told

    async def delete_club(self, club: str) -> None:
        await self.call("DELETE", f"/api/clubs/{part(club)}")

    async def club(self, club: str) -> dict[str, Any]:
        """A club by its name or id: members, and for who is one its tables, dates and standings."""
        shown: dict[str, Any] = await self.call("GET", f"/api/clubs/{part(club)}")
        return shown

    async def join_club(self, club: str) -> dict[str, Any]:
        """Join a club, or ask to, as it says."""
        shown: dict[str, Any] = await self.call("POST", f"/api/clubs/{part(club)}/join")
        return shown

    async def invite_to_club(self, club: str, person: str) -> dict[str, Any]:
        """Ask somebody in, by name or id, or let in who asked."""
        told: dict[str, Any] = await self.call("POST", f"/api/clubs/{part(club)}/invite", {"person": person})
        return told

    async def leave_club(self, club: str, person: str) -> None:
        """Leave or decline, by one's own name or id, or have somebody go."""
        await self.call("POST", f"/api/clubs/{part(club)}/leave", {"person": person})

    async def appoint(self, club: str, person: str, role: Literal["owner", "officer", "member"]) -> dict[str, Any]:
        """Make somebody an officer or a member again, or hand the club over."""
        wanted = {"person": person, "role": role}
        told: dict[str, Any] = await self.call("POST", f"/api/clubs/{part(club)}/roles", wanted)
        return told

    async def set_date(
        self, club: str, at: float, title: str, *, words: str = "", config: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """A date of a club, in seconds since 1970, perhaps with a table that members open for it; the club."""
        wanted = {"at": at, "title": title, "words": words, "config": config}
        told: dict[str, Any] = await self.call("POST", f"/api/clubs/{part(club)}/events", wanted)
        return told

    async def call_off(self, club: str, event: str) -> dict[str, Any]:
        """A date of a club is not to be."""
        told: dict[str, Any] = await self.call("DELETE", f"/api/clubs/{part(club)}/events/{event}")
        return told

    async def open_club_table(self, club: str, config: dict[str, Any], *, event: str | None = None) -> str:
        """The id of a new table for its members alone, perhaps for one of its dates."""
        body = {"config": config, "event": event}
        table = str((await self.call("POST", f"/api/clubs/{part(club)}/tables", body))["table"])
        self._salts[table] = ""
        return table

    async def leaderboard(self, game: str, players: int, **more: Any) -> dict[str, Any]:
        """The strongest, with how sure that is; more is `pool`, `limit`, `offset` and `least`."""
        query = asked(game=game, players=players, **more)
        told: dict[str, Any] = await self.call("GET", f"/api/leaderboard{query}")
        return told

    async def ladder(self, game: str, players: int, level: str) -> dict[str, Any]:
        """Who beats that level of bots how often, with an interval."""
        query = asked(game=game, players=players, level=level)
        told: dict[str, Any] = await self.call("GET", f"/api/ladder{query}")
        return told
