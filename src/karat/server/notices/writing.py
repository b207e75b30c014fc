"""A notice is written into the outbox in the unit of what caused it, and sent once that is committed.

Whoever has something to tell puts `*written(Notice(...), now)` among the statements of their own unit. There is at most
one notice of a kind about a topic for a person: the same again changes nothing until the person has looked, which
`looked` tells. Nothing secret belongs into one: no card, no choice, nothing that only one seat may know.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

KEPT_FOR = 30 * 86400.0
"""Seconds for which a notice that was sent is remembered, at the longest."""

# Of people who are known and are no programs: what is kept about a person goes when the person goes.
INSERT = (
    "INSERT INTO notices (person, topic, kind, id, link, slots, made, due, until)"
    " SELECT id, ?, ?, ?, ?, ?, CAST(? AS DOUBLE PRECISION), CAST(? AS DOUBLE PRECISION), CAST(? AS DOUBLE PRECISION)"
    " FROM people WHERE id = ? AND kind <> 'bot' ON CONFLICT (person, topic, kind) DO NOTHING"
)
TOLD = "UPDATE notices SET told = CAST(? AS DOUBLE PRECISION) WHERE person = ? AND topic = ? AND kind = ?"
STALE = "DELETE FROM notices WHERE person = ? AND topic = ? AND kind = ? AND until <> ?"


class NoticeKind(StrEnum):
    """What somebody may be told; each can be turned off by itself."""

    YOUR_TURN = "your_turn"
    REMINDER = "reminder"
    """The clock of an open question runs out soon."""
    MATCH_BEGUN = "match_begun"
    MATCH_ENDED = "match_ended"
    INVITATION = "invitation"
    CHALLENGE = "challenge"
    TOURNAMENT_ROUND = "tournament_round"
    DIRECTING = "directing"
    """Somebody has left a tournament to one, who directs it from now on; `people/succession.py` writes it, too."""
    TEST = "test"
    """Asked for by the person, to see whether anything arrives."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person is to be told; its words are in `words.toml`, by the kind."""

    kind: NoticeKind
    person: str
    """By id."""
    topic: str
    """What it is about, by id: the table, the challenge, the round. What a person mutes, and looks at, is a topic."""
    link: str
    """Where it leads: a path of our page, `/t/ID`."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """What the words of its kind name: `game`, `who`."""
    due: float | None = None
    """When to tell; at once where it is not said."""
    until: float | None = None
    """From when on it is worth nothing: the clock has run out. Told again if that has moved since."""


def written(notice: Notice, now: float) -> list[Statement]:
    """For the unit of what caused it."""
    slots = json.dumps(dict(notice.slots), ensure_ascii=False)
    due = now if notice.due is None else notice.due
    values = (notice.topic, notice.kind.value, secrets.token_hex(12), notice.link, slots, now, due, notice.until)
    insert = Statement(INSERT, (*values, notice.person))
    if notice.until is None:
        return [insert]
    return [Statement(STALE, (notice.person, notice.topic, notice.kind.value, notice.until)), insert]


def told_otherwise(notice: Notice, now: float) -> list[Statement]:
    """For the unit of what says the same in other words: this one is as good as told, until the person has looked."""
    done = Statement(TOLD, (now, notice.person, notice.topic, notice.kind.value))
    return [*written(notice, now), done]


def looked(person: str, topic: str, kinds: Iterable[NoticeKind] = NoticeKind) -> Statement:
    """For the unit of what shows that a person has looked: what waits is not sent, and the next one is told again."""
    named = [kind.value for kind in kinds]
    marks = ", ".join("?" * len(named))
    sql = f"DELETE FROM notices WHERE person = ? AND topic = ? AND kind IN ({marks})"  # noqa: S608 -- marks alone
    return Statement(sql, (person, topic, *named))
