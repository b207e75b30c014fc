"""Sends what the outbox holds, after it was committed: one such task on every worker.

First a notice becomes deliveries, one for each channel of its person, in a unit that also says that it is told: so it
becomes them once, whichever worker is quicker. Then a worker claims deliveries for a while, sends them, and deletes
those that arrived. Who is killed in between leaves a claim that ends, and another sends it again: at least once. The
receiver knows by its id what it has had before. It works in small portions with pauses, so that no click waits for it.

Who has us call a program that answers late keeps nobody else waiting: a portion goes on without what takes long, and
nothing more is claimed for its person until that is settled.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import structlog

from karat.server.notices import messages
from karat.server.notices.channels import COLUMNS, MOST_FAILURES, Channel, ChannelKind, Channels
from karat.server.notices.choices import EVERYTHING, NoticeChoices, kinds_in, quiet_until
from karat.server.notices.mail import NoSuchAddress, NotMailed
from karat.server.notices.messages import Due
from karat.server.notices.reach import NotReached, Unwelcome
from karat.server.notices.web_push import BadSubscription, encrypt
from karat.server.notices.writing import KEPT_FOR, NoticeKind
from karat.server.store.database import Statement, Unreachable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from karat.server.notices.choices import Preferences
    from karat.server.notices.mail import Mail
    from karat.server.notices.reach import Reach, Reply
    from karat.server.notices.web_push import Signer
    from karat.server.store.database import Database, Row

LOOK_EVERY = 1.0
PAUSE = 0.05
"""Seconds between two portions: what else the worker has to do comes first."""
MOST_TOLD, MOST_SENT = 40, 16
"""Notices and deliveries in one portion; those that are sent go side by side."""
MOST_OF_ONE, LOOKED_AT = 4, 256
"""Deliveries of one person in a portion, and how many are looked at to find those of others."""
UNHURRIED = 1.0
"""Seconds that a portion waits for an answer."""
MOST_LATE = 64
"""Deliveries that may be under way longer than that."""
LEASE = 60.0
"""Seconds for which a claim holds: longer than the slowest portion takes."""
MOST_TRIES, FIRST_PAUSE, LONGEST_PAUSE = 8, 10.0, 6 * 3600.0
SWEEP_EVERY = 3600.0

FIND = "SELECT id, person, topic, kind, until FROM notices WHERE told IS NULL AND due <= ? ORDER BY due, id LIMIT ?"
DELIVER = (
    "INSERT INTO deliveries (notice, channel, due, quietly)"
    " SELECT ?, id, CAST(? AS DOUBLE PRECISION), CAST(? AS INTEGER) FROM channels WHERE id = ?"
)
CLAIMED = (
    "SELECT notices.id, notices.kind, topic, link, slots, notices.made, until, quietly, tries, "  # noqa: S608
    + ", ".join(f"channels.{column.strip()}" for column in COLUMNS.split(","))
    + " FROM deliveries JOIN notices ON notices.id = notice JOIN channels ON channels.id = channel WHERE claim = ?"
)
PERSON = 9 + COLUMNS.split(", ").index("person")
"""Where a row that was claimed says whose it is."""
DONE = "DELETE FROM deliveries WHERE notice = ? AND channel = ?"
LATER = "UPDATE deliveries SET tries = tries + 1, due = ?, claim = '', lease = 0 WHERE notice = ? AND channel = ?"
TOOK = "UPDATE channels SET used = ?, failures = 0 WHERE id = ?"
FAILED = "UPDATE channels SET failures = failures + 1 WHERE id = ?"

log = structlog.get_logger()


Muted: TypeAlias = dict[tuple[str, str], tuple[NoticeKind, ...]]
"""By person and topic, the kinds that are not told; none for all of them."""


def is_muted(muted: Muted, row: Sequence[object]) -> bool:
    """Whether somebody is not to be told this, of what it is about."""
    off = muted.get((str(row[1]), str(row[2])))
    return off is not None and (not off or row[3] in off)


class Fate(Enum):
    """What became of a delivery."""

    ARRIVED = auto()
    LATER = auto()
    REFUSED = auto()
    """And will be whenever it is tried."""
    NOBODY = auto()
    """The channel is no more."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How notices leave the house."""

    home: str
    """Where browsers find it."""
    signer: Signer
    reach: Reach
    mail: Mail | None = None


class NoticeSender:
    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self.channels, self.choices = Channels(database, now), NoticeChoices(database, now)
        self.ways: Ways | None = None
        self.lease = LEASE
        self._now = now
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._late: dict[asyncio.Task[None], str] = {}
        """What is waited for beside the portions, and for whom it is."""
        self._aside = set[asyncio.Task[None]]()
        self._swept = 0.0

    def start(self, ways: Ways) -> None:
        self.ways = ways
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        tasks = [*([self._task] if self._task else []), *self._late, *self._aside]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.ways:
            await self.ways.reach.close()
            if self.ways.mail:
                self.ways.mail.close()

    def aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done that nobody waits for: how long it takes would tell whether there is somebody."""
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    def wake(self) -> None:
        """There is something to send now."""
        self._woken.set()

    async def _run(self) -> None:
        while True:
            busy = False
            try:
                busy = await self.portion()
                await self._sweep()
            except Unreachable:
                log.warning("notices.unreachable")
            except Exception:  # a fault of ours is told, and does not end what looks after all others
                log.exception("notices.failed")
            if busy:
                await asyncio.sleep(PAUSE)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._woken.wait()
            self._woken.clear()

    async def portion(self) -> bool:
        """Take up and send a few of what is due; whether there may be more."""
        told = await self.take_up()
        sent = await self.send()
        return told == MOST_TOLD or sent > 0

    # From notices to deliveries

    async def take_up(self) -> int:
        now = self._now()
        rows = [tuple(map(_text, row)) for row in await self.database.fetch(FIND, now, MOST_TOLD)]
        if not rows:
            return 0
        people = sorted({str(row[1]) for row in rows})
        choices, channels = await self.choices.all_of(people), await self.channels.all_of(people)
        muted = await self._muted(people)
        units = [
            taken_up(
                row,
                choices.get(str(row[1]), EVERYTHING),
                [] if is_muted(muted, row) else channels.get(str(row[1]), []),
                now,
            )
            for row in rows
        ]
        if not await self.database.write(*(statement for unit in units for statement in unit)):
            for unit in units:  # somebody looked, or another worker was quicker with one of them
                await self.database.write(*unit)
        return len(rows)

    async def _muted(self, people: Sequence[str]) -> Muted:
        marks = ", ".join("?" * len(people))
        rows = await self.database.fetch(
            f"SELECT person, topic, kinds FROM notice_mutes WHERE person IN ({marks})",  # noqa: S608 -- marks alone
            *people,
        )
        return {(str(person), str(topic)): kinds_in(kinds) for person, topic, kinds in rows}

    # From deliveries to the world

    async def send(self) -> int:
        now, claim = self._now(), secrets.token_hex(8)
        room, slow = min(MOST_SENT, MOST_LATE - len(self._late)), sorted(set(self._late.values()))
        due = "SELECT 1 FROM deliveries WHERE due <= ? AND lease < ? LIMIT 1"
        if room < 1 or not await self.database.fetch(due, now, now):
            return 0
        claimed: tuple[str | float, ...] = (
            claim, now + self.lease, now, now, now, *slow, LOOKED_AT, MOST_OF_ONE, room
        )  # fmt: skip
        await self.database.write(Statement(claiming(len(slow)), claimed))
        rows = await self.database.fetch(CLAIMED, claim)
        if rows:
            await self._send_side_by_side(rows)
        return len(rows)

    async def _send_side_by_side(self, rows: Sequence[Row]) -> None:
        """Send all of them, and write down what came of those that are settled soon; of the others when they are."""
        people = {asyncio.create_task(self._deliver(row)): str(row[PERSON]) for row in rows}
        try:
            done, late = await asyncio.wait(people, timeout=UNHURRIED)
        except asyncio.CancelledError:
            for task in people:
                task.cancel()
            raise
        for task in late:
            self._late[asyncio.create_task(self._settle(task))] = people[task]
        await self.database.write(*(statement for task in done for statement in task.result()))

    async def _settle(self, delivery: asyncio.Task[list[Statement]]) -> None:
        """Write down what came of a delivery that took its time."""
        try:
            await self.database.write(*await delivery)
        except Unreachable:  # it is sent once more when the claim has ended
            log.warning("notices.unreachable")
        except Exception:  # nobody waits for this task: what is not told here is told nowhere
            log.exception("notices.failed")
        finally:
            self._late.pop(cast("asyncio.Task[None]", asyncio.current_task()), None)
            self.wake()

    async def _deliver(self, row: tuple[object, ...]) -> list[Statement]:
        """Send one, and say what has to be written then."""
        assert self.ways is not None  # noqa: S101 -- it has been started
        due, tries, channel = Due.of(row[:8], self.ways.home), int(str(row[8])), Channel.of(row[9:])  # type: ignore[arg-type]
        now = self._now()
        if due.until is not None and due.until <= now:
            return [Statement(DONE, (due.id, channel.id))]
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 4**tries)
        try:
            fate, wanted_pause = await self._sent(due, channel, self.ways)
            pause = max(pause, wanted_pause)
        except (NotReached, NotMailed) as error:
            log.info("notice.not_sent", channel=channel.kind.value, error=str(error))
            fate = Fate.LATER
        except (Unwelcome, BadSubscription) as error:
            log.info("notice.refused", channel=channel.kind.value, error=str(error))
            fate = Fate.REFUSED
        except NoSuchAddress:
            fate = Fate.NOBODY
        if fate is Fate.ARRIVED:
            return [Statement(DONE, (due.id, channel.id)), Statement(TOOK, (now, channel.id))]
        if fate is Fate.NOBODY or channel.failures + 1 >= MOST_FAILURES:
            log.info("notice.channel_gone", channel=channel.kind.value)
            return Channels.giving_up(channel)
        failed = Statement(FAILED, (channel.id,))
        if fate is Fate.REFUSED or tries + 1 >= MOST_TRIES:
            return [Statement(DONE, (due.id, channel.id)), failed]
        return [Statement(LATER, (now + min(LONGEST_PAUSE, pause), due.id, channel.id)), failed]

    async def _sent(self, due: Due, channel: Channel, ways: Ways) -> tuple[Fate, float]:
        now = self._now()
        match channel.kind:
            case ChannelKind.PUSH:
                body = encrypt(messages.pushed(due, channel), channel.browser)
                headers = messages.push_headers(due, ways.signer.authorization(channel.address, now), now)
                return fate_of(await ways.reach.post(channel.address, headers, body))
            case ChannelKind.WEBHOOK:
                body = messages.called(due, channel)
                headers = messages.call_headers(due, channel.secret, body, now)
                return fate_of(await ways.reach.post(channel.address, headers, body))
            case ChannelKind.MAIL:
                if ways.mail is None:
                    return Fate.REFUSED, 0.0
                await ways.mail.send(messages.mailed(due, channel, ways.home))
                return Fate.ARRIVED, 0.0

    async def _sweep(self) -> None:
        """Forget what was told long ago."""
        if time.monotonic() - self._swept < SWEEP_EVERY and self._swept:
            return
        self._swept = time.monotonic()
        await self.database.write(Statement("DELETE FROM notices WHERE told < ?", (self._now() - KEPT_FOR,)))


def claiming(apart_from: int) -> str:
    """What claims deliveries for this worker, by turns of people, without those of so many of them."""
    marks = ", ".join("?" * apart_from) or "''"
    return (
        "UPDATE deliveries SET claim = ?, lease = ? WHERE lease < ? AND (notice, channel) IN"  # noqa: S608 -- marks
        " (SELECT notice, channel FROM (SELECT notice, channel, due, row_number() OVER"
        " (PARTITION BY person ORDER BY due, notice) AS nth FROM (SELECT notice, channel, due, person FROM deliveries"
        f" JOIN channels ON channels.id = channel WHERE due <= ? AND lease < ? AND person NOT IN ({marks})"
        " ORDER BY due LIMIT ?) AS first) AS by_person WHERE nth <= ? ORDER BY due, notice LIMIT ?)"
    )


def taken_up(
    row: tuple[str | None, ...], choices: Preferences, channels: Sequence[Channel], now: float
) -> list[Statement]:
    """The unit that makes a notice deliveries, or has it wait for the end of quiet hours."""
    id_, _person, _topic, kind, until = row
    ends = None if until is None else float(until)
    asked = kind == NoticeKind.TEST  # by the person, just now
    wanted = (asked or kind not in choices.off) and (ends is None or ends > now)
    held = quiet_until(choices.quiet, now) if choices.quiet is not None and wanted and channels and not asked else None
    quietly = held is not None and ends is not None and ends <= held
    if held is not None and not quietly:
        return [Statement("UPDATE notices SET due = ? WHERE id = ? AND told IS NULL", (held, id_), rows=1)]
    taken = Statement("UPDATE notices SET told = ? WHERE id = ? AND told IS NULL", (now, id_), rows=1)
    each = [Statement(DELIVER, (id_, now, int(quietly), channel.id)) for channel in (channels if wanted else ())]
    return [taken, *each]


def fate_of(reply: Reply) -> tuple[Fate, float]:
    """What an answer means, and how long to wait at least before it is tried again."""
    status = reply.status
    if 200 <= status < 300:
        return Fate.ARRIVED, 0.0
    if status in (404, 410):
        return Fate.NOBODY, 0.0
    if status in (408, 425, 429) or status >= 500:
        return Fate.LATER, float(reply.retry_after) if reply.retry_after.isdecimal() else 0.0
    return Fate.REFUSED, 0.0


def _text(value: object) -> str | None:
    return None if value is None else str(value)
