"""Challenges: a person or a bot asks another, or whoever likes, to a match under stated rules.

A challenge waits until it is accepted, declined with a reason, withdrawn, or expires. It is no table: that is opened
when it is accepted, in the same unit, with both seated (`karat.server.house.house.House.open_together`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from karat.server.people.accounts import AccountKind, NotPossible, new_id
from karat.server.store.database import Statement
from karat.server.tables.entries import Config, Player
from karat.server.wire.frames import DeclineReason, ShownChallenge, ShownPerson

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from karat.server.store.database import Database, Row, Value

WORD = "challenge"
"""What workers tell each other when something changed for somebody: this and their id."""
MOST_SENT, MOST_RECEIVED = 20, 50
"""Of one person, that wait."""
MOST_LISTED = 100
KEPT = 86400.0
"""Seconds for which it is told what became of one."""

COLUMNS = (
    "c.id, c.config, c.seat, c.other_seat, c.pledge, c.made, c.expires, c.state, c.reason, c.ended, c.table_id,"
    " one.id, one.name, one.kind, one.avatar, two.id, two.name, two.kind, two.avatar"
)
FROM = "FROM match_challenges c JOIN people one ON one.id = c.person LEFT JOIN people two ON two.id = c.other"


class NoSuchChallenge(LookupError):
    """Nobody sent it, or it is none of the asker's business, which is not told apart."""


@dataclass(frozen=True, slots=True)
class Challenge:
    id: str
    config: Config
    """Complete: who is a bot of the house is said in it."""
    by: Player
    to: Player | None
    """None for whoever likes."""
    seat: int
    other_seat: int
    pledge: str | None
    """Of who challenges, as when a table is opened."""
    made: float
    expires: float
    state: str
    """As it is now."""
    reason: str = ""
    ended: float | None = None
    table: str = ""

    @classmethod
    def of(cls, row: Row, now: float) -> Challenge:
        id_, config, seat, other_seat, pledge, made, expires, state, reason, ended, table, *people = row
        late = state == "waits" and float(str(expires)) <= now
        return cls(
            str(id_),
            msgspec.json.decode(str(config), type=Config),
            _player(people[:4]),
            None if people[4] is None else _player(people[4:]),
            int(str(seat)),
            int(str(other_seat)),
            None if pledge is None else str(pledge),
            float(str(made)),
            float(str(expires)),
            "expired" if late else str(state),
            str(reason),
            float(str(expires)) if late else None if ended is None else float(str(ended)),
            "" if table is None else str(table),
        )

    @property
    def waits(self) -> bool:
        return self.state == "waits"

    def shown(self) -> ShownChallenge:
        """As both sides may know it; of salts nothing is told."""
        to = None if self.to is None else ShownPerson(self.to.id, self.to.name, self.to.kind)
        return ShownChallenge(
            id=self.id,
            config=self.config,
            by=ShownPerson(self.by.id, self.by.name, self.by.kind),
            to=to,
            seat=self.seat,
            other_seat=self.other_seat,
            expires=self.expires,
            state=self.state,  # type: ignore[arg-type]  # the column holds nothing else
            reason=self.reason,  # type: ignore[arg-type]  # nor does this one
            table=self.table,
        )


@dataclass(frozen=True, slots=True)
class Sent:
    """A challenge as it is sent."""

    id: str
    by: Player
    to: str | None
    """By id; None for whoever likes."""
    game: str
    expires: float


@dataclass(frozen=True, slots=True)
class Seats:
    """Where both will sit, and the pledge of who challenges."""

    own: int
    other: int
    pledge: str | None


@dataclass(frozen=True, slots=True)
class Challenges:
    database: Database
    sent: Callable[[Sent, float], Sequence[Statement]] = lambda _sent, _now: ()
    """What else is written when one is sent, and"""
    over: Callable[[str, str], Sequence[Statement]] = lambda _person, _challenge: ()
    """when one is declined or withdrawn, about whom it was for."""
    now: Callable[[], float] = time.time

    async def send(self, by: Player, to: str | None, config: Config, seats: Seats, lasts: float) -> Challenge:
        """Ask somebody by their id, or None for whoever likes; it waits for so many seconds."""
        if by.id == to:
            raise NotPossible("yourself")
        now = self.now()
        waiting = await self._waiting("c.person = ?", by.id)
        if any((None if one.to is None else one.to.id) == to for one in waiting):
            raise NotPossible("already_challenged")
        if len(waiting) >= MOST_SENT or (to and len(await self._waiting("c.other = ?", to)) >= MOST_RECEIVED):
            raise NotPossible("too_many_challenges")
        own = new_id()
        # Rows of people who are forgotten in this moment are not written: the statement finds nobody.
        added = Statement(
            "INSERT INTO match_challenges (id, person, other, config, seat, other_seat, pledge, made, expires, state)"
            " SELECT ?, id, ?, ?, ?, ?, ?, ?, ?, 'waits' FROM people WHERE id = ?",
            (own, to, msgspec.json.encode(config).decode(), seats.own, seats.other, seats.pledge, now, now + lasts,
             by.id),
            rows=1,
        )  # fmt: skip
        swept = Statement(
            "DELETE FROM match_challenges WHERE expires < ? AND coalesce(ended, 0) < ?", (now - KEPT,) * 2
        )
        along = self.sent(Sent(own, by, to, config.game, now + lasts), now)
        if not await self.database.write(swept, added, *along, notify=words(to)):
            raise NotPossible("nobody")
        return await self.find(own)

    async def find(self, challenge: str) -> Challenge:
        found = await self._all("c.id = ?", challenge)
        if not found:
            raise NoSuchChallenge(challenge)
        return found[0]

    async def seen_by(self, person: str | None, challenge: str) -> Challenge:
        """One that somebody may know of: their own, one to them, or one to whoever likes."""
        found = await self.find(challenge)
        if found.to is not None and person not in (found.by.id, found.to.id):
            raise NoSuchChallenge(challenge)
        return found

    async def of(self, person: str) -> list[Challenge]:
        """Those by and to a person: all that wait, and what became of others lately, the newest first."""
        return await self._all("(c.person = ? OR c.other = ?) AND c.made > ?", person, person, self.now() - 8 * KEPT)

    async def open_to_all(self, without: Collection[str] = ()) -> list[Challenge]:
        """Those that anybody may accept, but of these people; the newest first."""
        return [one for one in await self._waiting("c.other IS NULL") if one.by.id not in without]

    async def decline(self, person: Player, challenge: str, reason: DeclineReason) -> Challenge:
        """Say no to one that was sent to oneself."""
        found = await self.seen_by(person.id, challenge)
        if found.to is None or found.to.id != person.id:
            raise NotPossible("not_for_you")
        return await self._end(found, "declined", reason)

    async def withdraw(self, person: Player, challenge: str) -> Challenge:
        found = await self.seen_by(person.id, challenge)
        if found.by.id != person.id:
            raise NotPossible("not_yours")
        return await self._end(found, "withdrawn", "")

    async def _end(self, challenge: Challenge, state: str, reason: str) -> Challenge:
        ended = Statement(
            "UPDATE match_challenges SET state = ?, reason = ?, ended = ?"
            " WHERE id = ? AND state = 'waits' AND expires > ?",
            (state, reason, self.now(), challenge.id, self.now()),
            rows=1,
        )
        others = [one.id for one in (challenge.by, challenge.to) if one is not None]
        along = self.over(challenge.to.id, challenge.id) if challenge.to else ()
        if not await self.database.write(ended, *along, notify=words(*others)):
            raise NotPossible("challenge_over")
        return await self.find(challenge.id)

    def accepted(self, challenge: Challenge, by: Player, table: str) -> Statement:
        """For the unit that opens the table: it fails where the challenge no longer waits."""
        now = self.now()
        return Statement(
            "UPDATE match_challenges SET state = 'accepted', ended = ?, taken_by = ?, table_id = ?"
            " WHERE id = ? AND state = 'waits' AND expires > ?",
            (now, by.id, table, challenge.id, now),
            rows=1,
        )

    async def _waiting(self, condition: str, *values: str) -> list[Challenge]:
        return await self._all(f"{condition} AND c.state = 'waits' AND c.expires > ?", *values, self.now())

    async def _all(self, condition: str, *values: str | float) -> list[Challenge]:
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} {FROM} WHERE {condition} ORDER BY c.made DESC, c.id LIMIT ?",
            *values,
            MOST_LISTED,
        )
        return [Challenge.of(row, self.now()) for row in rows]


def _player(row: Sequence[Value]) -> Player:
    id_, name, kind, avatar = row
    return Player(str(id_), str(name), AccountKind(str(kind)).value, str(avatar))


def words(*people: str | None) -> str | None:
    """What tells workers that something changed for these people."""
    return "\n".join(f"{WORD} {person}" for person in people if person) or None
