"""For moderators: reports with their matches, mutes and suspensions, signals, and the audit log."""

from __future__ import annotations

from typing import Any, Literal

from karat.client.calling import Caller, asked


class Moderating(Caller):
    """The calls of moderators."""

    async def reports(self, *, settled: bool = False) -> list[dict[str, Any]]:
        """What people asked the house to look at."""
        query = asked(settled="true" if settled else None)
        found: list[dict[str, Any]] = (await self.call("GET", f"/api/moderation/reports{query}"))["reports"]
        return found

    async def settle(self, report: str, verdict: str) -> list[dict[str, Any]]:
        """Put a report aside; those that are left."""
        left = await self.call("POST", f"/api/moderation/reports/{report}", {"verdict": verdict})
        return list(left["reports"])

    async def reported_record(self, match: str) -> dict[str, Any]:
        """The record of a match that a report names, whoever else may see it."""
        record: dict[str, Any] = await self.call("GET", f"/api/moderation/matches/{match}/record")
        return record

    async def moderated(self, person: str) -> dict[str, Any]:
        """Somebody by id, with reports, mutes and suspensions."""
        told: dict[str, Any] = await self.call("GET", f"/api/moderation/people/{person}")
        return told

    async def sanction(
        self,
        person: str,
        kind: Literal["mute", "suspension"],
        reason: str,
        *,
        words: str = "",
        days: float | None = None,
    ) -> dict[str, Any]:
        """Mute or suspend somebody, for some days or until further notice; they are told why."""
        wanted = {"kind": kind, "reason": reason, "words": words, "days": days}
        told: dict[str, Any] = await self.call("POST", f"/api/moderation/people/{person}/sanctions", wanted)
        return told

    async def lift(self, sanction: str) -> dict[str, Any]:
        """End a mute or a suspension, by its id."""
        told: dict[str, Any] = await self.call("POST", f"/api/moderation/sanctions/{sanction}/lift")
        return told

    async def audit(self, *, before: int | None = None) -> dict[str, Any]:
        """What moderators did, the newest first, and whether the log is `intact`."""
        told: dict[str, Any] = await self.call("GET", f"/api/moderation/audit{asked(before=before)}")
        return told

    async def signals(self, game: str) -> dict[str, Any]:
        """`pairs` that win more than ratings explain, and shared `addresses`; none of it proves anything."""
        told: dict[str, Any] = await self.call("GET", f"/api/moderation/signals{asked(game=game)}")
        return told

    async def ask_agreement(self, person: str, game: str) -> dict[str, Any]:
        """Have somebody's newest matches reviewed, and told how often they chose what is best."""
        told: dict[str, Any] = await self.call("POST", f"/api/moderation/people/{person}/agreement", {"game": game})
        return told

    async def agreement(self, person: str, game: str) -> dict[str, Any]:
        """The same as far as it is; it is done where `progress` is 1."""
        told: dict[str, Any] = await self.call("GET", f"/api/moderation/people/{person}/agreement{asked(game=game)}")
        return told
