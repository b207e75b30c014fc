"""What each recipient is sent of a table, built by naming it: an entry that is not named here is shown to nobody.

A recipient is a seat, or SPECTATOR. Everything that an entry shows a recipient is one frame; those are numbered for
each recipient by itself, so a number that is left out cannot tell of something hidden.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeGuard

from karat.server.tables import entries, talk
from karat.server.tables.entries import LiveClock
from karat.server.wire import events, frames, views

if TYPE_CHECKING:
    from msgspec import Raw

    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Table

Recipient: TypeAlias = int
SPECTATOR: Recipient = -1
Audience: TypeAlias = frozenset[Recipient] | None
"""Who is shown a fact; None for everyone."""

MOST_MISSED = 40
"""Frames; who missed more is better served with a snapshot."""

_AUDIENCES: dict[frozenset[Recipient], frozenset[Recipient]] = {}
"""Each only once: there are few, and every table in memory tells of them again and again."""


MOST_PAST = 300
"""Events of a table's past that are told again to who comes back."""
MOST_ASIDES = 50
"""Lines of the spectators' talk that are kept for who comes later."""
NOBODY: frozenset[str] = frozenset()


class Fact(NamedTuple):
    audience: Audience
    event: Raw
    speaker: str = ""
    """Who said it, if it is something said."""


class Aside(NamedTuple):
    """What a spectator said to the others."""

    speaker: str
    event: frames.AsideEvent


class Moment(NamedTuple):
    """All that one entry shows."""

    at: float
    facts: tuple[Fact, ...]
    renewed: bool = False
    """Whether events cannot tell it and everyone needs a snapshot: something was taken back."""
    retuned: bool = False
    """Whether from now on players may talk in another manner."""

    def for_(self, recipient: Recipient, hidden: frozenset[str] = NOBODY) -> list[Raw]:
        """What a recipient is shown; without the words of those whom somebody there does not want to hear."""
        return [
            fact.event
            for fact in self.facts
            if (fact.audience is None or recipient in fact.audience) and fact.speaker not in hidden
        ]

    @property
    def speakers(self) -> frozenset[str]:
        return frozenset(fact.speaker for fact in self.facts if fact.speaker)


@dataclass(slots=True)
class Story:
    """The moments of a table so far, and how many each recipient has been part of."""

    moments: list[Moment] = field(default_factory=list)
    counts: dict[Recipient, int] = field(default_factory=dict)
    asides: deque[Aside] = field(default_factory=lambda: deque(maxlen=MOST_ASIDES))
    """The last that spectators have said while the match was not over; the others' moments know nothing of it."""
    _status: str = "open"
    _host: str = ""
    _undos: int = 0
    _manner: talk.Manner = talk.Manner.FREE

    def add(self, table: Table, logged: Logged, happened: tuple[Any, ...]) -> Moment:
        """Tell of an entry that `table` has just followed and of what happened in the match because of it."""
        facts = [*told_of(table, logged.entry), *(of_game(table, one) for one in happened)]
        if is_aside(logged.entry, table):
            number = self.asides[-1].event.n + 1 if self.asides else 1
            self.asides.append(aside(number, logged.at, logged.entry))
        undos = table.running.undos if table.running else 0
        manner = manner_of(table, seated=True)
        if undos != self._undos:
            facts.append(fact(events.UndoneEvent(table.undone_by)))
        if table.status != self._status and table.status in ("finished", "closed"):
            facts.append(fact(ending(table)))
        # A host who signed in is another one only for who was here; those who read the log later count the frame too.
        if table.host.id != self._host or (isinstance(logged.entry, entries.Handed) and not facts):
            facts.append(fact(events.HostEvent(table.host.id)))
        moment = Moment(logged.at, tuple(facts), undos != self._undos, manner != self._manner)
        self._status, self._host, self._undos, self._manner = table.status, table.host.id, undos, manner
        self.moments.append(moment)
        open_to_all = any(fact.audience is None for fact in facts)
        for recipient in recipients(table):
            if open_to_all or moment.for_(recipient):
                self.counts[recipient] = self.counts.get(recipient, 0) + 1
        return moment

    def seq(self, recipient: Recipient) -> int:
        """The number of the recipient's last frame."""
        return self.counts.get(recipient, 0)

    def asides_for(self, hidden: frozenset[str], after: int = 0) -> frames.Asides | None:
        """What spectators have said after number `after`, for one of them; None where that is nothing."""
        if not self.asides or self.asides[-1].event.n <= after:
            return None
        heard = [one.event for one in self.asides if one.event.n > after and one.speaker not in hidden]
        return frames.Asides(self.asides[-1].event.n, heard)

    def past(self, recipient: Recipient, hidden: frozenset[str] = NOBODY) -> list[Raw]:
        """The last of what a recipient was shown, in order."""
        told: list[list[Raw]] = []
        number = 0
        for moment in reversed(self.moments):
            if number >= MOST_PAST:
                break
            told.append(moment.for_(recipient, hidden))
            number += len(told[-1])
        return [event for shown in reversed(told) for event in shown]

    def missed(self, recipient: Recipient, since: int) -> list[tuple[int, Moment]] | None:
        """The moments after number `since`, with their numbers; None where only a snapshot will do."""
        number = self.seq(recipient)
        if not 0 < since <= number or number - since > MOST_MISSED:
            return None
        found: list[tuple[int, Moment]] = []
        for moment in reversed(self.moments):
            if number == since:
                break
            if moment.for_(recipient):
                if moment.renewed:
                    return None
                found.append((number, moment))
                number -= 1
        return found[::-1]


def recipients(table: Table) -> range:
    return range(SPECTATOR, table.config.players)


def fact(event: events.TableEvent, audience: Audience = None, speaker: str = "") -> Fact:
    return Fact(audience, events.table_event(event), speaker)


def of_game(table: Table, happened: Any) -> Fact:
    """An event of the match, for whom the game says."""
    seen_by = table.running.game.seen_by if table.running else None
    everyone = recipients(table)
    seeing = frozenset(who for who in everyone if seen_by and seen_by(happened, None if who == SPECTATOR else who))
    audience = None if len(seeing) == len(everyone) else _AUDIENCES.setdefault(seeing, seeing)
    return Fact(audience, events.game_event(table.kit.name, happened))


def told_of(table: Table, entry: entries.AnyEntry) -> list[Fact]:
    """What an entry shows beside the events of the match."""
    match entry:
        case entries.Opened():
            return [fact(events.OpenedEvent())]
        case entries.Sat(seat):
            return [fact(events.SatEvent(seat, shown_seat(table, seat)))]
        case entries.Rose(seat, kicked):
            return [fact(events.RoseEvent(seat, kicked))]
        case entries.Pledged(seat, pledge):
            return [fact(events.PledgedEvent(seat, pledge))]
        case entries.Fixed():
            return [fact(events.FixedEvent())]
        case entries.Salted(seat, salt):
            return [fact(events.SaltedEvent(seat, salt))]
        case entries.Started():
            return [fact(events.StartedEvent())]
        case entries.Acted(seat=seat, by=by):
            # That a move was forced is not told: it would say something about the hand.
            late = [fact(events.TimedOutEvent(seat))] if by == "clock" else []
            chosen = table.running.sealed.get(seat) if table.running else None
            own = [fact(events.ChosenEvent(str(chosen)), frozenset({seat}))] if chosen is not None else []
            return late + own
        case entries.Asked(seat, wish):
            return [fact(events.AskedEvent(seat, wish))]
        case entries.Answered(seat, wish, yes):
            return [fact(events.AnsweredEvent(seat, wish, yes))]
        case entries.StoodIn(seat, level, why):
            return [fact(events.StoodInEvent(seat, level, why, entry.forfeits))]
        case entries.Left(seat):
            return [fact(events.LeftEvent(seat, table.back_by(seat) or 0.0))]
        case entries.Returned(seat):
            return [fact(events.ReturnedEvent(seat))]
        case entries.Handed(player):
            seat_now = table.seat_of(player.id)
            return [] if seat_now is None else [fact(events.SatEvent(seat_now, shown_seat(table, seat_now)))]
        case entries.Away(seat):
            return [fact(events.AwayEvent(seat))]
        case entries.Here(seat):
            return [fact(events.HereEvent(seat))]
        case entries.Rested(seat, begins, ends):
            return [fact(events.RestedEvent(seat, begins, ends))]
        case entries.Preferred(seat, forced):
            return [fact(events.PreferredEvent(forced), frozenset({seat}))]
        case entries.Ordered(seat, actions):
            return [fact(events.OrderedEvent(actions), frozenset({seat}))]
        case entries.Said(player, text, phrase, seat):
            if is_aside(entry, table):
                return []
            return [fact(events.SaidEvent(player.name, player.id, seat, text, phrase), speaker=player.id)]
        case entries.Rematched(other):
            return [fact(events.RematchedEvent(other))]
        case entries.Closed():
            return []  # the change of status tells


def is_aside(entry: entries.AnyEntry, table: Table) -> TypeGuard[entries.Said]:
    """Whether an entry is what a spectator says to the others, and players do not hear: as long as they play."""
    return isinstance(entry, entries.Said) and entry.seat is None and table.status in ("open", "playing")


def aside(number: int, at: float, entry: entries.Said) -> Aside:
    player = entry.player
    event = frames.AsideEvent(player.name, player.id, text=entry.text, phrase=entry.phrase, n=number, at=round(at, 3))
    return Aside(player.id, event)


def ending(table: Table) -> events.FinishedEvent | events.ClosedEvent:
    """How a table came to its end."""
    result = outcome(table)
    return events.ClosedEvent(table.why_closed) if result is None else events.FinishedEvent(result)


def outcome(table: Table) -> events.ShownOutcome | None:
    ended = table.outcome
    return None if ended is None else events.OUTCOME.make(ended)


def shown_seat(table: Table, seat: int) -> events.ShownSeat:
    """Who sits there, as everybody may know it."""
    chair = table.chairs[seat]
    if chair.player is None:
        return events.ShownSeat()
    return events.ShownSeat(
        name=chair.player.name,
        id=chair.player.id,
        kind=chair.player.kind,
        bot=chair.bot,
        stand_in=chair.stand_in,
        salt=chair.salt or "",
        away=chair.away is not None,
        pledge=chair.pledge,
        back_by=table.back_by(seat),
        forfeited=chair.forfeit is not None,
        rests_from=chair.rests[-1].begins if chair.rests else None,
        rests_until=chair.rests[-1].ends if chair.rests else None,
        avatar=chair.player.avatar,
    )


def shown_seats(table: Table) -> tuple[events.ShownSeat, ...]:
    return tuple(shown_seat(table, seat) for seat in range(len(table.chairs)))


def turn(table: Table, recipient: Recipient) -> frames.Turn:
    """Whom the match waits for; to a seat also its own question."""
    running = table.running
    if running is None or table.status != "playing":
        return frames.Turn()
    clock = table.config.clock
    banks = tuple(round(chair.bank, 3) for chair in table.chairs) if isinstance(clock, LiveClock) else ()
    if recipient == SPECTATOR:
        return frames.Turn(to_act=running.owing, banks=banks, deadlines=deadlines_for_spectators(table))
    asked = recipient in running.to_act and not table.chairs[recipient].level
    leave = table.leaving(recipient)
    return frames.Turn(
        to_act=running.owing,
        decision=running.decision if asked else "",
        legal=running.legal_texts(recipient) if asked else (),
        chosen=str(running.sealed.get(recipient, "")) if asked else "",
        banks=banks,
        deadlines=deadlines(table),
        undo=table.taking_back(recipient),
        leave=leave,
        come_back=table.come_back if leave == "forfeits" else 0.0,
        orders=tuple(table.chairs[recipient].orders),
        may_order=() if table.chairs[recipient].level else tuple(running.orderable(recipient)),
    )


def deadlines(table: Table) -> dict[str, float]:
    """When the time is up of those whom the match waits for, by seat."""
    if table.config.clock is None or table.running is None:
        return {}
    owing = table.running.owing
    return {str(seat): time for seat in owing if (time := table.deadline_of(seat)) is not None}


def deadlines_for_spectators(table: Table) -> dict[str, float]:
    """The same as late as spectators see the match, so that its clocks run as they ran then.

    How late that is with a delay by moves nobody knows before the next one: the clocks stand at what was left.
    """
    config = table.config
    late = config.delay_seconds if config.spectators == "delayed" else 0
    return {} if config.delay_moves and late else {seat: time + late for seat, time in deadlines(table).items()}


def decision(table: Table, recipient: Recipient) -> frames.Decision | None:
    """The question that waits for the recipient's answer, if there is one."""
    running = table.running
    if running is None or table.status != "playing" or recipient not in running.owing or table.chairs[recipient].level:
        return None
    return frames.Decision(
        decision=running.decision,
        legal=running.legal_texts(recipient),
        view=view(table, recipient),
        deadline=table.deadline_of(recipient),
    )


def view(table: Table, recipient: Recipient) -> views.View | None:
    """What one recipient is shown of the match."""
    return views.of_table(table, None if recipient == SPECTATOR else recipient)


def manner_of(table: Table, *, seated: bool) -> talk.Manner:
    """How somebody may talk there now: players at the table, others among spectators."""
    return talk.manner(
        talk.Room.TABLE if seated else talk.Room.SPECTATORS,
        seated=seated,
        running=table.status == "playing",
        silenced=table.kit.talk_law(table.rules) is not None,
    )


def table_talk(table: Table, recipient: Recipient) -> frames.TableTalk:
    """How a recipient may talk there now, and by which rule not freely."""
    manner = manner_of(table, seated=recipient != SPECTATOR)
    law = table.kit.talk_law(table.rules) if manner is talk.Manner.PHRASES else None
    phrases = () if manner is talk.Manner.SILENT else tuple(phrase.value for phrase in talk.Phrase)
    return frames.TableTalk(manner.value, law.value if law else None, phrases)


def new_talk(table: Table, recipient: Recipient, moment: Moment) -> frames.TableTalk | None:
    """How a recipient may talk now, where that has changed with this moment; among spectators it never does."""
    return table_talk(table, recipient) if moment.retuned and recipient != SPECTATOR else None


def snapshot(table: Table, recipient: Recipient, past: list[Raw] | None = None) -> frames.Snapshot:
    """The table as it is for one recipient, with what of its past they want to be told."""
    seat = None if recipient == SPECTATOR else recipient
    consent = table.consent
    return frames.Snapshot(
        status=table.status,
        config=table.config,
        host=table.host.id,
        seats=shown_seats(table),
        commitment=table.commitment,
        talk=table_talk(table, recipient),
        fixed=table.fixed and table.status == "open",
        you=seat,
        hints=seat is not None and not table.no_hints,
        view=view(table, recipient),
        turn=turn(table, recipient),
        consent=frames.ShownConsent(consent.wish, consent.by, tuple(sorted(consent.yes))) if consent else None,
        forced=seat is not None and table.chairs[seat].forced,
        why=table.why_closed,
        rematch=table.rematch,
        previous=table.previous,
        event=frames.ShownEvent(table.event.kind, table.event.event, table.event.until) if table.event else None,
        outcome=outcome(table),
        past=past or [],
    )
