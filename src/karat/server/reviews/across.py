"""What a person's reviews come to together: losses by kind and over time, and the moments to be tried again."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.store.database import Database

MOST_MATCHES = 200
MOST_LISTED = 50
SOLVED = frozenset({"best", "equal"})
"""The verdicts with which a moment was mended."""


class LostByKind(Struct, frozen=True):
    """What a kind of decision has cost."""

    kind: str
    names: dict[str, str]
    """What the kind is called, by language."""
    choices: int
    clear: int
    """How many of them cost something beyond doubt."""
    lost: float
    """A match, in parts of the match's win."""
    error: float


class LostInMatch(Struct, frozen=True):
    match: str
    ended: float
    lost: float


class LossesInGame(Struct, frozen=True):
    game: str
    matches: int
    """How many were reviewed."""
    kinds: tuple[LostByKind, ...]
    over_time: tuple[LostInMatch, ...]
    """The oldest first."""
    luck: float | None
    """A match, over those that have a ledger."""


class PastMistake(Struct, frozen=True):
    """A choice of one's own that cost something, without what was better."""

    match: str
    game: str
    seat: int
    step: int
    round: int
    kind: str
    names: dict[str, str]
    lost: float
    ended: float
    solved: bool
    """Whether it was tried again since, and went well."""


@dataclass(frozen=True, slots=True)
class AcrossReviews:
    database: Database
    now: Callable[[], float] = time.time

    async def losses(self, person: str) -> list[LossesInGame]:
        """By game, over the newest matches of a person that were reviewed for their seat."""
        by_game: dict[str, list[tuple[str, float, dict[str, Any]]]] = {}
        for match, game, _seat, ended, summary in await self._rows(person):
            by_game.setdefault(game, []).append((match, ended, summary))
        return [added_up(game, reviewed[::-1]) for game, reviewed in sorted(by_game.items())]

    async def mistakes(self, person: str, game: str | None = None) -> list[PastMistake]:
        """The newest first, those that were not mended before those that were."""
        tried = await self.database.fetch("SELECT match_id, step, verdict FROM retries WHERE person = ?", person)
        verdicts = {(str(match), int(str(step))): str(verdict) for match, step, verdict in tried}
        found = [
            PastMistake(
                match=match,
                game=of_game,
                seat=seat,
                step=one["step"],
                round=one["round"],
                kind=one["kind"],
                names=summary["kinds"][one["kind"]]["names"],
                lost=one["lost"],
                ended=ended,
                solved=verdicts.get((match, one["step"])) in SOLVED,
            )
            for match, of_game, seat, ended, summary in await self._rows(person)
            if game in (None, of_game)
            for one in summary["lost"]
        ]
        return sorted(found, key=lambda one: one.solved)[:MOST_LISTED]

    async def tried(self, person: str, match: str, step: int, action: str, verdict: str) -> None:
        """Remember what somebody chose when they tried a moment again; what went well stays."""
        await self.database.write(
            Statement(
                "INSERT INTO retries (person, match_id, step, action, verdict, at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (person, match_id, step) DO UPDATE SET action = excluded.action,"
                " verdict = excluded.verdict, at = excluded.at WHERE retries.verdict NOT IN ('best', 'equal')",
                (person, match, step, action, verdict, self.now()),
            )
        )

    async def _rows(self, person: str) -> list[tuple[str, str, int, float, dict[str, Any]]]:
        rows = await self.database.fetch(
            "SELECT matches.id, game, seat, ended, summary FROM match_seats"
            " JOIN matches ON matches.id = match_seats.match_id"
            " JOIN reviews ON reviews.match_id = matches.id AND part = 'seat ' || CAST(seat AS TEXT)"
            " WHERE person = ? AND progress = 1 ORDER BY ended DESC, matches.id LIMIT ?",
            person,
            MOST_MATCHES,
        )
        return [
            (str(match), str(game), int(str(seat)), float(str(ended)), json.loads(str(summary)))
            for match, game, seat, ended, summary in rows
        ]


def added_up(game: str, reviewed: list[tuple[str, float, dict[str, Any]]]) -> LossesInGame:
    many = len(reviewed)
    names = {kind: one["names"] for _, _, summary in reviewed for kind, one in summary["kinds"].items()}
    kinds = []
    for kind, called in names.items():
        of_kind = [summary["kinds"][kind] for _, _, summary in reviewed if kind in summary["kinds"]]
        kinds.append(
            LostByKind(
                kind=kind,
                names=called,
                choices=sum(one["choices"] for one in of_kind),
                clear=sum(one["clear"] for one in of_kind),
                lost=sum(one["lost"] for one in of_kind) / many,
                error=sum(one["error"] ** 2 for one in of_kind) ** 0.5 / many,
            )
        )
    luck = [summary["luck"] for _, _, summary in reviewed if summary["luck"] is not None]
    over_time = tuple(
        LostInMatch(match, ended, sum(one["lost"] for one in summary["kinds"].values()))
        for match, ended, summary in reviewed
    )
    return LossesInGame(game, many, tuple(kinds), over_time, sum(luck) / len(luck) if luck else None)
