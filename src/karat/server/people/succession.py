"""Who directs a tournament on when its director no longer can."""

from __future__ import annotations

from karat.server.store.database import Statement

IS_SUSPENDED = (
    "({who}.suspended = 1 OR EXISTS (SELECT 1 FROM sanctions WHERE sanctions.person IN ({who}.id, {who}.owner)"
    " AND sanctions.kind = 'suspension' AND lifted IS NULL AND (until IS NULL OR until > CAST(? AS DOUBLE PRECISION))))"
)
"""Whether a row of `people` is of somebody who may not play now, in the words of a query that gives the time."""
HANDED_ON = f"""
    WITH heirs AS (
        SELECT tournament, heir.id, ROW_NUMBER() OVER (PARTITION BY tournament
            ORDER BY CASE heir.kind WHEN 'account' THEN 0 ELSE 1 END, entrant, place) AS rank
        FROM tournament_members JOIN people AS heir ON heir.id = tournament_members.person
        WHERE heir.id <> ? AND heir.kind <> 'bot' AND NOT {IS_SUSPENDED.format(who="heir")}
    )
    UPDATE tournaments SET seq = seq + 1,
        director = (SELECT id FROM heirs WHERE tournament = tournaments.id AND rank = 1)
    WHERE director = ? AND status <> 'finished'
        AND EXISTS (SELECT 1 FROM heirs WHERE tournament = tournaments.id)"""  # noqa: S608 -- our own words


def handing_on(director: str, now: float) -> Statement:
    """What they direct goes to who entered first, of those with an account before guests; it stays where nobody is."""
    return Statement(HANDED_ON, (director, now, director))
