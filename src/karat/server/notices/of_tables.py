"""What tables tell: who is waited for, and whom to send word. Written in the unit of the entries that cause it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from karat.server.notices.writing import Notice, NoticeKind, looked, written
from karat.server.store.database import Statement
from karat.server.tables import entries
from karat.server.tables.rests import awake

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.game import Seat
    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Table

PATIENCE = 10.0
"""Seconds for somebody who is just coming back, before word is sent."""
JUST_NOW = 30.0
"""Seconds after a question was put in which who turns out to be gone has not seen it."""
LAST_PART, LONGEST_LEAD = 0.25, 12 * 3600.0
"""A reminder comes when a quarter of the time for an answer is left, and at most so many seconds before its end."""
ON_SIGHT = (NoticeKind.YOUR_TURN, NoticeKind.MATCH_BEGUN, NoticeKind.MATCH_ENDED)
"""What is settled by looking at the table; the clock is not."""
ON_ANSWER = (NoticeKind.YOUR_TURN, NoticeKind.REMINDER)
WAIT = (
    "INSERT INTO waits (table_id, person, since, deadline)"
    " SELECT ?, id, CAST(? AS DOUBLE PRECISION), CAST(? AS DOUBLE PRECISION) FROM people WHERE id = ?"
    " ON CONFLICT (table_id, person) DO UPDATE SET since = excluded.since, deadline = excluded.deadline"
)
NO_WAIT = "DELETE FROM waits WHERE table_id = ? AND person = ?"
NO_WAITS = "DELETE FROM waits WHERE table_id = ?"
CALM = (entries.Said, entries.Preferred, entries.Ordered, entries.Pledged, entries.Salted, entries.Fixed)
"""Entries that change nothing about who is waited for."""


class Wait(NamedTuple):
    """Somebody whom a table waits for."""

    seat: Seat
    since: float
    deadline: float | None


class TableNotices:
    """Hears of entries, and remembers of each table whom it last waited for, so that it writes only what differs."""

    def __init__(self) -> None:
        self._before: WeakKeyDictionary[Table, tuple[int, dict[str, Wait]]] = WeakKeyDictionary()

    def along(self, table: Table, logged: Sequence[Logged]) -> Sequence[Statement]:
        """What else belongs into the unit of these entries."""
        if table.status == "open":
            return ()
        at = logged[-1].at
        seq, before = self._before.get(table, (-1, {}))
        # A fold that this worker has moved on from entry to entry; one whose unit failed is thrown away with its table.
        follows_on = seq == logged[0].seq - 1
        calm = follows_on and all(isinstance(one.entry, CALM) for one in logged)
        if calm:
            self._before[table] = table.seq, before
            return ()
        # Where all are there and play at one sitting, nobody is told of anything: so it is with nearly every card.
        quiet = not table.is_slow and not [chair for chair in table.chairs if chair.away is not None]
        if quiet and follows_on and not before:
            self._before[table] = table.seq, before
            return tuple(seen(table, logged))
        now = {} if quiet else waited_for(table)
        listed = {person: wait for person, wait in now.items() if is_listed(table, wait)}
        self._before[table] = table.seq, listed
        statements = []
        if not follows_on:
            before = {}
            statements += [Statement(NO_WAITS, (table.id,))]
            statements += [looked(person, table.id, ON_ANSWER) for person in people_of(table) if person not in now]
        for person in before.keys() - listed.keys():
            statements += [Statement(NO_WAIT, (table.id, person)), looked(person, table.id, ON_ANSWER)]
        for person, wait in listed.items():
            if before.get(person) != wait:
                statements.append(Statement(WAIT, (table.id, wait.since, wait.deadline, person)))
        statements += seen(table, logged)
        return [*statements, *(one for notice in told(table, logged, now, at) for one in written(notice, at))]


def waited_for(table: Table) -> dict[str, Wait]:
    """The people from whom the match wants something now, by id; nobody waits for who plays against bots alone."""
    if table.status != "playing" or table.running is None or not (table.keeps_others_waiting or table.is_slow):
        return {}
    found = {}
    for seat in table.running.owing:
        chair = table.chairs[seat]
        if chair.is_person and not chair.stand_in and chair.player is not None and chair.asked_at is not None:
            found[chair.player.id] = Wait(seat, chair.asked_at, table.deadline_of(seat))
    return found


def is_listed(table: Table, wait: Wait) -> bool:
    """Whether it is written down who is waited for: not at a table that one plays at right now.

    Who is there sees it; and it would be two more statements in the unit of every card that is played.
    """
    return table.is_slow or table.chairs[wait.seat].away is not None


def people_of(table: Table) -> Iterator[str]:
    """The people who sit there, by id."""
    for seat in table.people:
        player = table.chairs[seat].player
        if player is not None:
            yield player.id


def person_at(table: Table, seat: Seat) -> str | None:
    """The person who sits there, by id; None for a bot."""
    player = table.chairs[seat].player
    return player.id if player is not None and not table.chairs[seat].bot else None


def seen(table: Table, logged: Sequence[Logged]) -> Iterator[Statement]:
    """Who has looked at the table: they came, or did something there themselves."""
    there = set()
    for one in logged:
        match one.entry:
            case entries.Here(seat) | entries.Returned(seat):
                there.add(person_at(table, seat))
            case entries.Acted(seat, by="") if table.chairs[seat].away is not None:
                there.add(person_at(table, seat))
    for person in there - {None}:
        yield looked(str(person), table.id, ON_SIGHT)


def told(table: Table, logged: Sequence[Logged], waits: dict[str, Wait], at: float) -> Iterator[Notice]:
    """Whom to send word of these entries."""
    gone = {one.entry.seat for one in logged if isinstance(one.entry, entries.Away)}
    ended = has_ended(table, logged)
    for seat in table.people:
        person, chair = person_at(table, seat), table.chairs[seat]
        if person is None:
            continue
        wait = waits.get(person)
        if wait is not None and wait.deadline is not None and table.is_slow:
            yield reminder(table, person, wait)
        if chair.away is None:
            continue
        if ended:
            yield about(table, NoticeKind.MATCH_ENDED, person, at)
        elif seat in gone and at - table.started_at <= JUST_NOW:
            yield about(table, NoticeKind.MATCH_BEGUN, person, at + PATIENCE)
        elif wait is not None and table.keeps_others_waiting and is_news(wait, missed=seat in gone, at=at):
            yield about(table, NoticeKind.YOUR_TURN, person, awake(at + PATIENCE, chair.rests))


def is_news(wait: Wait, *, missed: bool, at: float) -> bool:
    """Whether a question waits for somebody that they have not seen: it is new, or was put as they went."""
    return wait.since == at or (missed and at - wait.since <= JUST_NOW)


def has_ended(table: Table, logged: Sequence[Logged]) -> bool:
    """Whether the match ended with these entries."""
    return table.status in ("finished", "closed") and any(
        isinstance(one.entry, (entries.Acted, entries.Closed, entries.StoodIn))
        or (isinstance(one.entry, entries.Answered) and one.entry.wish == "abort")
        for one in logged
    )


def about(table: Table, kind: NoticeKind, person: str, due: float, until: float | None = None) -> Notice:
    """A notice about a table, which is called by its game and the others who play there."""
    others = [
        chair.player.name
        for chair in table.chairs
        if chair.player is not None and chair.player.id != person and chair.player.name
    ]
    slots = {"game": table.config.game.capitalize(), "who": ", ".join(others)}
    return Notice(kind, person, table.id, f"/t/{table.id}", slots, due, until)


def reminder(table: Table, person: str, wait: Wait) -> Notice:
    assert wait.deadline is not None  # noqa: S101 -- asked by who reminds
    lead = min(LONGEST_LEAD, LAST_PART * (wait.deadline - wait.since))
    due = awake(wait.deadline - lead, table.chairs[wait.seat].rests)
    return about(table, NoticeKind.REMINDER, person, due, wait.deadline)
