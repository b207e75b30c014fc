"""What each recipient is sent of a table, built by naming it: an entry that is not named here is shown to nobody.

A recipient is a seat, or SPECTATOR. Everything that an entry shows a recipient is one frame; those are numbered for
each recipient by itself, so a number that is left out cannot tell of something hidden.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeGuard

import msgspec
from msgspec import Raw

from karat.server.tables import entries
from karat.server.tables.entries import LiveClock
from karat.server.wire import frames, views
from karat.shapes.plain import event, plain

if TYPE_CHECKING:
    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Chair, Table

Recipient: TypeAlias = int
SPECTATOR: Recipient = -1
Audience: TypeAlias = frozenset[Recipient] | None
"""Who is shown a fact; None for everyone."""

MOST_MISSED = 40
"""Frames; who missed more is better served with a snapshot."""

_ENCODER = msgspec.json.Encoder()
_AUDIENCES: dict[frozenset[Recipient], frozenset[Recipient]] = {}
"""Each only once: there are few, and every table in memory tells of them again and again."""


MOST_ASIDES = 50
"""Lines of the spectators' talk that are kept for who comes later."""
NOBODY: frozenset[str] = frozenset()


class Fact(NamedTuple):
    audience: Audience
    told: Raw
    speaker: str = ""
    """Who said it, if it is something said."""


class Aside(NamedTuple):
    """What a spectator said to the others."""

    n: int
    speaker: str
    told: Raw


class Moment(NamedTuple):
    """All that one entry shows."""

    at: float
    facts: tuple[Fact, ...]
    renewed: bool = False
    """Whether events cannot tell it and everyone needs a snapshot: something was taken back."""

    def for_(self, recipient: Recipient, hidden: frozenset[str] = NOBODY) -> list[Raw]:
        """What a recipient is shown; without the words of those whom somebody there does not want to hear."""
        return [
            fact.told
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

    def add(self, table: Table, logged: Logged, events: tuple[Any, ...]) -> Moment:
        """Tell of an entry that `table` has just followed and of what happened in the match because of it."""
        facts = [*told_of(table, logged.entry), *(of_game(table, happened) for happened in events)]
        if is_aside(logged.entry, table):
            number = self.asides[-1].n + 1 if self.asides else 1
            self.asides.append(aside(number, logged.at, logged.entry))
        undos = table.running.undos if table.running else 0
        if undos != self._undos:
            facts.append(fact("undone"))
        if table.status != self._status and table.status in ("finished", "closed"):
            facts.append(fact(table.status, **ending(table)))
        # A host who signed in is another one only for who was here; those who read the log later count the frame too.
        if table.host.id != self._host or (isinstance(logged.entry, entries.Handed) and not facts):
            facts.append(fact("host", id=table.host.id))
        moment = Moment(logged.at, tuple(facts), undos != self._undos)
        self._status, self._host, self._undos = table.status, table.host.id, undos
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
        if not self.asides or self.asides[-1].n <= after:
            return None
        heard = [one.told for one in self.asides if one.n > after and one.speaker not in hidden]
        return frames.Asides(self.asides[-1].n, heard)

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


def fact(name: str, audience: Audience = None, /, **told: Any) -> Fact:
    return Fact(audience, Raw(_ENCODER.encode({"e": name, **told})))


def of_game(table: Table, happened: Any) -> Fact:
    """An event of the match, for whom the game says."""
    seen_by = table.running.game.seen_by if table.running else None
    everyone = recipients(table)
    seeing = frozenset(who for who in everyone if seen_by and seen_by(happened, None if who == SPECTATOR else who))
    audience = None if len(seeing) == len(everyone) else _AUDIENCES.setdefault(seeing, seeing)
    return Fact(audience, Raw(_ENCODER.encode(event(happened))))


def told_of(table: Table, entry: entries.AnyEntry) -> list[Fact]:
    """What an entry shows beside the events of the match."""
    match entry:
        case entries.Opened():
            return [fact("opened")]
        case entries.Sat(seat):
            return [fact("sat", seat=seat, who=shown_seat(table.chairs[seat]))]
        case entries.Rose(seat, kicked):
            return [fact("rose", seat=seat, kicked=kicked)]
        case entries.Salted(seat, salt):
            return [fact("salted", seat=seat, salt=salt)]
        case entries.Started():
            return [fact("started")]
        case entries.Acted(seat=seat, by=by):
            # That a move was forced is not told: it would say something about the hand.
            late = [fact("timed_out", seat=seat)] if by == "clock" else []
            chosen = table.running.sealed.get(seat) if table.running else None
            own = [fact("chosen", frozenset({seat}), action=str(chosen))] if chosen is not None else []
            return late + own
        case entries.Asked(seat, wish):
            return [fact("asked", seat=seat, wish=wish)]
        case entries.Answered(seat, wish, yes):
            return [fact("answered", seat=seat, wish=wish, yes=yes)]
        case entries.StoodIn(seat, level, why):
            return [fact("stood_in", seat=seat, level=level, why=why)]
        case entries.Returned(seat):
            return [fact("returned", seat=seat)]
        case entries.Handed(player):
            seat_now = table.seat_of(player.id)
            return [] if seat_now is None else [fact("sat", seat=seat_now, who=shown_seat(table.chairs[seat_now]))]
        case entries.Away(seat):
            return [fact("away", seat=seat)]
        case entries.Here(seat):
            return [fact("here", seat=seat)]
        case entries.Preferred(seat, forced):
            return [fact("preferred", frozenset({seat}), forced=forced)]
        case entries.Said(player, text, phrase, seat):
            if is_aside(entry, table):
                return []
            said = {"text": text} if text else {"phrase": phrase}
            where = {} if seat is None else {"seat": seat}
            return [fact("said", **where, name=player.name, id=player.id, **said)._replace(speaker=player.id)]
        case entries.Rematched(other):
            return [fact("rematched", table=other)]
        case entries.Closed():
            return []  # the change of status tells


def is_aside(entry: entries.AnyEntry, table: Table) -> TypeGuard[entries.Said]:
    """Whether an entry is what a spectator says to the others, and players do not hear: as long as they play."""
    return isinstance(entry, entries.Said) and entry.seat is None and table.status in ("open", "playing")


def aside(number: int, at: float, entry: entries.Said) -> Aside:
    said = {"text": entry.text} if entry.text else {"phrase": entry.phrase}
    told = {"n": number, "at": round(at, 3), "name": entry.player.name, "id": entry.player.id, **said}
    return Aside(number, entry.player.id, Raw(_ENCODER.encode(told)))


def ending(table: Table) -> dict[str, Any]:
    """How a table came to its end."""
    result = outcome(table)
    return {"outcome": result} if result else {"why": table.why_closed}


def outcome(table: Table) -> Any:
    if table.running is None:
        return None
    ended = table.running.game.outcome(table.running.state)
    return None if ended is None else plain(ended)


def shown_seat(chair: Chair) -> frames.ShownSeat:
    player = chair.player
    if player is None:
        return frames.ShownSeat()
    away = chair.away is not None
    return frames.ShownSeat(player.name, player.id, player.kind, chair.bot, chair.stand_in, chair.salt or "", away)


def turn(table: Table, recipient: Recipient) -> frames.Turn:
    """Whom the match waits for; to a seat also its own question."""
    running = table.running
    if running is None or table.status != "playing":
        return frames.Turn()
    clock = table.config.clock
    deadlines = {str(seat): time for seat in running.owing if (time := table.deadline_of(seat)) is not None}
    banks = tuple(round(chair.bank, 3) for chair in table.chairs) if isinstance(clock, LiveClock) else ()
    if recipient not in running.to_act or table.chairs[recipient].level:
        return frames.Turn(to_act=running.owing, banks=banks, deadlines=deadlines)
    return frames.Turn(
        to_act=running.owing,
        decision=running.decision,
        legal=tuple(map(str, running.legal(recipient))),
        chosen=str(running.sealed.get(recipient, "")),
        banks=banks,
        deadlines=deadlines,
    )


def decision(table: Table, recipient: Recipient) -> frames.Decision | None:
    """The question that waits for the recipient's answer, if there is one."""
    running = table.running
    if running is None or table.status != "playing" or recipient not in running.owing or table.chairs[recipient].level:
        return None
    return frames.Decision(
        decision=running.decision,
        legal=tuple(map(str, running.legal(recipient))),
        view=plain(running.game.observe(running.shown, recipient)),
        deadline=table.deadline_of(recipient),
    )


def view(table: Table, recipient: Recipient) -> views.View | None:
    """What a page draws of the match for one recipient."""
    return views.of_table(table, None if recipient == SPECTATOR else recipient)


def snapshot(table: Table, recipient: Recipient, *, drawn: bool = False) -> frames.Snapshot:
    """The table as it is for one recipient; `drawn` with a view in place of the bare observation."""
    seat = None if recipient == SPECTATOR else recipient
    running, consent = table.running, table.consent
    shown: Any = view(table, recipient) if drawn else None
    if running and not drawn:
        shown = plain(running.game.observe(running.shown, seat))
    return frames.Snapshot(
        status=table.status,
        config=table.config,
        host=table.host.id,
        seats=tuple(map(shown_seat, table.chairs)),
        commitment=table.commitment,
        you=seat,
        view=shown,
        turn=turn(table, recipient),
        consent=frames.ShownConsent(consent.wish, consent.by, tuple(sorted(consent.yes))) if consent else None,
        forced=seat is not None and table.chairs[seat].forced,
        why=table.why_closed,
        rematch=table.rematch,
        previous=table.previous,
        outcome=outcome(table),
    )
