"""The tables that this worker has at hand, and who listens at them. All of it can be forgotten: the log has it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.server.house.log import NoSuchTable, read_log
from karat.server.tables import entries
from karat.server.tables.identities import WORD, Identities
from karat.server.tables.table import Table
from karat.server.wire import frames, projection
from karat.server.wire.projection import NOBODY, SPECTATOR, Story

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from karat.kit import Kit
    from karat.server.store.card_files import CardFiles
    from karat.server.store.database import Database
    from karat.server.tables.entries import Logged, Player
    from karat.server.wire.projection import Moment, Recipient

KEEP_FOR = 60.0
"""Seconds after which a table that nobody touched is forgotten until it is wanted again."""
MOST_UNHEARD = 200
"""Tables that are kept so long although nobody listens; more than that make way at once, the oldest first."""


class Fold:
    """A table, the story of it, and the people whom its log names, side by side."""

    def __init__(
        self,
        table_id: str,
        log: Sequence[Logged],
        games: Mapping[str, Kit],
        identities: Identities | None = None,
    ) -> None:
        self.identities = identities or Identities()
        self.seated: tuple[Player | None, ...] = ()
        self.facts = ""
        """What the lobby was last told, and of whom: the host, and who sits where."""
        self.table = Table(table_id, log[0], games)
        self.story = Story()
        self.story.add(self.table, log[0], ())
        for logged in log[1:]:
            self.follow(logged)

    @property
    def games(self) -> Mapping[str, Kit]:
        """The game of this table, with the cards that it is played with."""
        return {self.table.config.game: self.table.kit}

    def follow(self, logged: Logged) -> Moment:
        return self.story.add(self.table, logged, self.table.follow(logged))


@dataclass(eq=False, slots=True)
class Subscriber:
    """Somebody who is sent what happens; `send` never waits."""

    recipient: Recipient
    player_id: str
    """Of who sits there; nobody else is sent what that seat may see."""
    send: Callable[[str], None]
    decisions: bool = False
    """Whether it also wants each of its questions in a frame of its own."""
    views: bool = False
    """Whether it wants the view with what happened."""
    past: bool = False
    """Whether it wants to be told what happened before a snapshot."""
    hidden: frozenset[str] = NOBODY
    """Whose words it is not sent."""
    asked: str = ""
    """The last question that was put to it so."""


@dataclass(slots=True)
class LiveTable:
    """A table with its listeners. Whoever uses the fold holds the lock."""

    id: str
    fold: Fold | None = None
    late: Fold | None = None
    """The same table as spectators see it, who are behind."""
    waiting: deque[Logged] = field(default_factory=deque)
    """What they have not been shown yet."""
    told: int = 0
    """How much of the log the seats that listen have been told of."""
    asides_told: int = 0
    """How many of the spectators' words those who listen have been told of."""
    writing: int = 0
    """How long the log will be once what is being written here is committed; who writes it also tells of it."""
    subscribers: set[Subscriber] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    touched: float = field(default_factory=time.monotonic)

    def subscribe(self, subscriber: Subscriber, since: int) -> None:
        """Listen from after `since` on: what was missed, or a snapshot, is sent at once."""
        fold = self._fold_of(subscriber.recipient)
        table, story, who = fold.table, fold.story, subscriber.recipient
        missed = story.missed(who, since)
        if missed is None:
            past = story.past(who, subscriber.hidden) if subscriber.past else None
            whole = projection.snapshot(table, who, past)
            subscriber.send(frames.write(whole, self.id, story.seq(who), time.time()))
        else:
            for number, moment in missed:
                view = projection.view(table, who) if subscriber.views and number == story.seq(who) else None
                talk = projection.new_talk(table, who, moment)
                missing = frames.Events(moment.for_(who, subscriber.hidden), view=view, talk=talk)
                subscriber.send(frames.write(missing, self.id, number, moment.at))
            subscriber.send(frames.write(projection.turn(table, who), self.id, story.seq(who), time.time()))
        self._put_question(subscriber, fold)
        self.subscribers.add(subscriber)
        if who == SPECTATOR and self.fold is not None:
            self._tell_asides(subscriber, self.fold, after=0)

    def _put_question(self, subscriber: Subscriber, fold: Fold) -> None:
        """Put an open question to who wants it in a frame of its own, once."""
        running = fold.table.running
        if not subscriber.decisions or subscriber.recipient == SPECTATOR or running is None:
            return
        if running.decision == subscriber.asked:
            return
        question = projection.decision(fold.table, subscriber.recipient)
        if question is not None:
            subscriber.asked = question.decision
            seq = fold.story.seq(subscriber.recipient)
            subscriber.send(frames.write(question, self.id, seq, time.time()))

    def tell(self, moments: Sequence[Moment], fold: Fold, who: Callable[[Recipient], bool]) -> None:
        """Send these moments, the last ones of `fold`, to everyone of whom `who` is true."""
        written: dict[tuple[Recipient, bool, bool, frozenset[str]], list[str]] = {}
        speakers = frozenset[str]().union(*(moment.speakers for moment in moments))
        renewed = any(moment.renewed for moment in moments)
        for subscriber in tuple(self.subscribers):
            recipient = subscriber.recipient
            if not who(recipient):
                continue
            if recipient != SPECTATOR and not fold.table.sits(subscriber.player_id, recipient):
                self.subscribers.discard(subscriber)
                subscriber.send(frames.write(frames.Rejected("seat_lost"), self.id))
                continue
            past = subscriber.past and renewed
            hidden = subscriber.hidden if past else subscriber.hidden & speakers
            kind = recipient, subscriber.views, past, hidden
            if kind not in written:
                written[kind] = self._frames(moments, fold, *kind)
            for frame in written[kind]:
                subscriber.send(frame)
            self._put_question(subscriber, fold)

    def _frames(
        self,
        moments: Sequence[Moment],
        fold: Fold,
        recipient: Recipient,
        drawn: bool,
        past: bool,
        hidden: frozenset[str],
    ) -> list[str]:
        # A frame of which nothing is left is sent all the same: numbers have no gaps.
        shown = [(moment, facts) for moment in moments if (facts := moment.for_(recipient))]
        if hidden:
            shown = [(moment, moment.for_(recipient, hidden)) for moment, _ in shown]
        last = fold.story.seq(recipient)
        if any(moment.renewed for moment, _ in shown):
            told = fold.story.past(recipient, hidden) if past else None
            whole = projection.snapshot(fold.table, recipient, told)
            return [frames.write(whole, self.id, last, shown[-1][0].at)]
        written = []
        for place, (moment, facts) in enumerate(shown, start=1 - len(shown)):
            turn = projection.turn(fold.table, recipient) if place == 0 else None
            view = projection.view(fold.table, recipient) if drawn and place == 0 else None
            talk = projection.new_talk(fold.table, recipient, moment)
            written.append(frames.write(frames.Events(facts, turn, view, talk), self.id, last + place, moment.at))
        return written

    def publish(self, logged: Sequence[Logged], now: float) -> None:
        """Tell the seats at once what is new, and spectators when it is time."""
        assert self.fold is not None  # noqa: S101 -- it has just followed them
        # Every entry is one moment, so the story's length is the log's.
        self.tell(self.fold.story.moments[self.told :], self.fold, lambda recipient: recipient != SPECTATOR)
        self.told = self.fold.table.seq
        if self.fold.story.asides and self.fold.story.asides[-1].event.n > self.asides_told:
            for subscriber in self.subscribers:
                if subscriber.recipient == SPECTATOR:
                    self._tell_asides(subscriber, self.fold, after=self.asides_told)
            self.asides_told = self.fold.story.asides[-1].event.n
        if self.fold.table.status != "open" and self.fold.table.config.spectators == "off":
            self._send_spectators_away()
        if self.late is not None:
            known = self.late.table.seq + len(self.waiting)
            self.waiting.extend(one for one in logged if one.seq > known)
            if not self.fold.table.private.issuperset(one.seq for one in logged):  # nobody is shown sooner for it
                self.release(now)

    def _send_spectators_away(self) -> None:
        """Who looked on while people sat down sees nothing of a match that is not to be watched."""
        for subscriber in [one for one in self.subscribers if one.recipient == SPECTATOR]:
            self.subscribers.discard(subscriber)
            subscriber.send(frames.write(frames.Rejected("no_spectators"), self.id))

    def _tell_asides(self, subscriber: Subscriber, fold: Fold, after: int) -> None:
        asides = fold.story.asides_for(subscriber.hidden, after)
        if asides is not None:
            subscriber.send(frames.write(asides, self.id, ts=time.time()))

    def release(self, now: float) -> None:
        """Show spectators what is old enough."""
        late, fold = self.late, self.fold
        if late is None or fold is None:
            return
        moments = []
        while self.waiting and self._is_due(self.waiting[0], late, fold, now):
            moments.append(late.follow(self.waiting.popleft()))
        if moments:
            self.tell(moments, late, lambda recipient: recipient == SPECTATOR)

    def _is_due(self, logged: Logged, late: Fold, fold: Fold, now: float) -> bool:
        config = fold.table.config
        if late.table.running is None and (
            not isinstance(logged.entry, entries.Started) or config.spectators == "delayed"
        ):
            return True  # that cards were dealt tells nobody's: they need not wait before an empty table
        if fold.table.status in ("finished", "closed") and config.spectators != "off":
            return True
        if config.spectators != "delayed":
            return False
        if config.delay_moves:
            private = fold.table.private
            if logged.seq in private:
                return True  # it shows them nothing, and holds up nothing that does
            behind = sum(isinstance(one.entry, entries.Acted) and one.seq not in private for one in self.waiting)
            return behind > config.delay_moves or not isinstance(logged.entry, entries.Acted)
        return now - logged.at >= config.delay_seconds

    def _fold_of(self, recipient: Recipient) -> Fold:
        assert self.fold is not None  # noqa: S101 -- whoever subscribes has asked for it
        if recipient != SPECTATOR:
            return self.fold
        assert self.late is not None  # noqa: S101
        return self.late


class Live:
    """The tables of this worker. Words from the database tell that a log has grown elsewhere."""

    def __init__(self, database: Database, card_files: CardFiles) -> None:
        self._database = database
        self._card_files = card_files
        self._at_hand: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        database.listen(self._hear)

    def __len__(self) -> int:
        return len(self._at_hand)

    @property
    def tables(self) -> tuple[LiveTable, ...]:
        return tuple(self._at_hand.values())

    def table(self, table_id: str) -> LiveTable:
        """The table of that id, which may not be there; `ready` finds out."""
        live = self._at_hand.get(table_id)
        if live is None:
            live = self._at_hand[table_id] = LiveTable(table_id)
        live.touched = time.monotonic()
        return live

    def drop(self, live: LiveTable) -> None:
        """Forget a table that was not opened after all."""
        self._at_hand.pop(live.id, None)

    async def ready(self, live: LiveTable) -> Fold:
        """The fold of all that is committed, loaded if it was forgotten. The caller holds the lock."""
        if live.fold is None:
            identities = Identities()
            log = await read_log(self._database, live.id, 0, identities)
            if not log:
                self._at_hand.pop(live.id, None)
                raise NoSuchTable(live.id)
            opened = log[0].entry
            cards = opened.config.cards if isinstance(opened, entries.Opened) else ""
            live.fold = Fold(live.id, log, await self._card_files.games_for(cards), identities)
            self._at_hand[live.id] = live
            if not live.subscribers:
                live.told = live.fold.table.seq
            live.publish(log, time.time())
        return live.fold

    async def ready_for_spectators(self, live: LiveTable) -> None:
        """Have also the fold that is behind. The caller holds the lock."""
        fold = await self.ready(live)
        if live.late is None:
            await self._read_late(live, fold, 1)
            live.release(time.time())

    async def catch_up(self, live: LiveTable, *, seq: int | None = None) -> None:
        """Follow what others have added and pass it on. With `seq` given, only if the log is longer than known."""
        async with live.lock:
            if live.fold is None:
                if live.subscribers:
                    await self.ready(live)
                return
            if seq is not None and live.fold.table.seq >= seq:
                return
            log = await read_log(self._database, live.id, live.fold.table.seq, live.fold.identities)
            for logged in log:
                live.fold.follow(logged)
            live.publish(log, time.time())

    async def read_again(self, live: LiveTable) -> None:
        """Follow what others have added, and know people as they are known now: some are others, or forgotten."""
        async with live.lock:
            if live.fold is None and not live.subscribers:
                return
            live.fold = None
            fold = await self.ready(live)
            if live.late is not None:
                await self._read_late(live, fold, live.late.table.seq)

    def forget_idle(self) -> None:
        """Drop what nobody uses. Who listens stays listed; the fold is made again when something happens."""
        before = time.monotonic() - KEEP_FOR
        unheard = sorted(live.touched for live in self.tables if not live.subscribers)
        before_unheard = max(before, unheard[-MOST_UNHEARD]) if len(unheard) > MOST_UNHEARD else before
        for live in self.tables:
            if live.touched >= (before if live.subscribers else before_unheard) or live.lock.locked():
                continue
            if not live.subscribers:
                del self._at_hand[live.id]
            elif live.late is None:
                live.fold = None

    async def _read_late(self, live: LiveTable, fold: Fold, shown: int) -> None:
        """Have the fold for spectators, who have been shown so many entries."""
        identities = Identities()
        log = await read_log(self._database, live.id, 0, identities)
        live.late = Fold(live.id, log[:shown], fold.games, identities)
        live.waiting = deque(log[shown:])

    def _hear(self, word: str) -> None:
        if not word:  # some may have been missed, of whatever kind
            for live in self.tables:
                self._start(self.read_again(live))
            return
        table_id, _, seq = word.partition(" ")
        if table_id == WORD:
            for live in self.tables:
                if live.fold and not live.fold.identities.people.isdisjoint(seq.split(" ")):
                    self._start(self.read_again(live))
            return
        known = self._at_hand.get(table_id)
        if known is None or not seq.isdigit() or int(seq) <= known.writing:
            return
        if known.fold is None or known.fold.table.seq < int(seq):
            self._start(self.catch_up(known, seq=int(seq)))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
