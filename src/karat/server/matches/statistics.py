"""What somebody has played, won and counted: by game, edition and number of players, and which bots they have beaten.

The games say what there is to count (`Kit.counts`); it is counted when a match ends. Matches from before that are
counted when somebody first asks.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.record import BadRecord, game_of
from karat.server.matches.finished import tallies
from karat.server.matches.history import LEVEL
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit
    from karat.record import Record
    from karat.server.store.card_files import CardFiles
    from karat.server.store.database import Database

COUNTED_AT_ONCE = 20
"""Matches of earlier versions that are counted for one question: replaying takes time."""
UNCOUNTED = "{}"
"""The tally of a match that no longer replays."""


@dataclass(slots=True)
class MatchTally:
    """What came of matches of one kind."""

    matches: int = 0
    won: int = 0
    """Alone or with one's side."""
    shared: int = 0
    lost: int = 0
    broken_off: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    """Rounds, points, and what the game counts beside them."""

    def add(self, share: float | None, tally: Mapping[str, int]) -> None:
        self.matches += 1
        self.won += share == 1
        self.shared += share is not None and 0 < share < 1
        self.lost += share == 0
        self.broken_off += share is None
        self.counts.update(tally)


@dataclass(frozen=True, slots=True)
class MatchKind:
    """What matches are told apart by."""

    game: str
    edition: str
    players: int


@dataclass(frozen=True, slots=True)
class Statistics:
    by_kind: Mapping[MatchKind, MatchTally]
    by_level: Mapping[tuple[str, str], MatchTally]
    """By game and level: matches in which bots of that level were on another side."""


@dataclass(frozen=True, slots=True)
class Counting:
    database: Database
    card_files: CardFiles

    async def of(self, person: str) -> Statistics:
        """All matches of a person on this server; records from elsewhere are nobody's.

        What went on from a moment of another match is practice, and does not count.
        """
        await self._count_earlier(person)
        rows = await self.database.fetch(
            "SELECT match_id, game, edition, players, side, share, tally FROM match_seats"
            " JOIN matches ON matches.id = match_id WHERE person = ? AND begun_from IS NULL"
            " ORDER BY ended, match_id",
            person,
        )
        bots = await self.database.fetch(
            "SELECT DISTINCT match_id, side, player FROM match_seats WHERE player LIKE ? AND match_id IN"
            " (SELECT match_id FROM match_seats WHERE person = ?)",
            f"{LEVEL}%",
            person,
        )
        against: dict[str, set[tuple[object, str]]] = {}
        for match, side, player in bots:
            against.setdefault(str(match), set()).add((side, str(player).removeprefix(LEVEL)))
        by_kind: dict[MatchKind, MatchTally] = {}
        by_level: dict[tuple[str, str], MatchTally] = {}
        for match, game, edition, players, side, share, tally in rows:
            kind = MatchKind(str(game), str(edition), int(str(players)))
            told = None if share is None else float(str(share))
            counts = json.loads(str(tally)) if tally is not None else {}
            by_kind.setdefault(kind, MatchTally()).add(told, counts)
            levels = {level for other, level in against.get(str(match), ()) if other != side or side is None}
            for level in levels:
                by_level.setdefault((kind.game, level), MatchTally()).add(told, counts)
        return Statistics(by_kind, by_level)

    async def _count_earlier(self, person: str) -> None:
        """Count some of the matches that nobody has counted."""
        rows = await self.database.fetch(
            "SELECT DISTINCT id, record FROM matches JOIN match_seats ON match_id = matches.id"
            " WHERE person = ? AND tally IS NULL LIMIT ?",
            person,
            COUNTED_AT_ONCE,
        )
        for match, raw in rows:
            record = json.loads(str(raw))
            games = await self.card_files.games_for(record.get("cards"))
            counted = await asyncio.to_thread(_counted, record, games)
            await self.database.write(
                *(
                    Statement(
                        "UPDATE match_seats SET tally = ? WHERE match_id = ? AND seat = ?", (tally, str(match), seat)
                    )
                    for seat, tally in enumerate(counted)
                )
            )


def _counted(record: Record, games: Mapping[str, Kit]) -> list[str]:
    try:
        kit = games[game_of(record, games)]
        return [json.dumps(tally) for tally in tallies(kit, kit.replay(record), kit.read_rules(record))]
    except BadRecord:
        return [UNCOUNTED] * int(record["players"])
