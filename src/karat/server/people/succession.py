"""Who directs a tournament on when its director no longer can."""

from __future__ import annotations

from karat.server.store.database import Statement

IS_SUSPENDED = (
    "({who}.suspended = 1 OR EXISTS (SELECT 1 FROM sanctions WHERE sanctions.person IN ({who}.id, {who}.owner)"
    " AND sanctions.kind = 'suspension' AND lifted IS NULL AND (until IS NULL OR until > CAST(? AS DOUBLE PRECISION))))"
)
"""Whether a row of `people` is of somebody who may not play now, in the words of a query that gives the time."""
HEIRS = f"""
    WITH heirs AS (
        SELECT tournament, heir.id AS person, ROW_NUMBER() OVER (PARTITION BY tournament
            ORDER BY CASE heir.kind WHEN 'account' THEN 0 ELSE 1 END, entrant, place) AS rank
        FROM tournament_members JOIN people AS heir ON heir.id = tournament_members.person
        WHERE heir.id <> ? AND heir.kind <> 'bot' AND NOT {IS_SUSPENDED.format(who="heir")}
    )"""  # noqa: S608 -- our own words
TOLD = f"""{HEIRS}
    INSERT INTO notices (person, topic, kind, id, link, slots, made, due)
    SELECT heirs.person, id || '-' || seq, 'directing', id || '-' || seq, '/tournaments/' || id, '{{}}',
        CAST(? AS DOUBLE PRECISION), CAST(? AS DOUBLE PRECISION)
    FROM tournaments JOIN heirs ON tournament = id AND rank = 1 WHERE director = ? AND status <> 'finished'
    ON CONFLICT (person, topic, kind) DO NOTHING"""  # noqa: S608
HANDED_ON = f"""{HEIRS}
    UPDATE tournaments SET seq = seq + 1,
        director = (SELECT person FROM heirs WHERE tournament = tournaments.id AND rank = 1)
    WHERE director = ? AND status <> 'finished'
        AND EXISTS (SELECT 1 FROM heirs WHERE tournament = tournaments.id)"""  # noqa: S608


def handing_on(director: str, now: float) -> tuple[Statement, Statement]:
    """What they direct goes to who entered first, of those with an account before guests, who is told.

    It stays where nobody is.
    """
    return (
        Statement(TOLD, (director, now, now, now, director)),
        Statement(HANDED_ON, (director, now, director)),
    )
