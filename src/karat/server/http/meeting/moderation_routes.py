"""For moderators, over REST: reports with their matches, mutes and suspensions, signals, and the audit log.

Every act is written into the audit log in the unit that does it. Nothing here acts by itself.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Raw, Struct

from karat.record import BadRecord, dump_line, game_of
from karat.server.http.calls import Call, MatchRecord, Row
from karat.server.http.people_routes import person
from karat.server.http.problems import Failed
from karat.server.http.studying.review_routes import reviewable
from karat.server.moderation.audit import AuditLine, ModerationAct
from karat.server.moderation.signals import MOST_TOLD, agreement, pairs
from karat.server.people.relations import Reason, ReportVerdict
from karat.server.people.sanctions import WORD, Sanction, SanctionKind
from karat.server.people.succession import handing_on
from karat.server.reviews.kept import part_of
from karat.server.reviews.studies import ReviewStudy
from karat.server.tables.commands import Remove

if TYPE_CHECKING:
    from karat.server.people.accounts import Person
    from karat.server.people.relations import Complaint

Days = Annotated[float, Meta(gt=0, le=3650)]
DAY = 86400.0
REVIEWED = 5
"""Matches that are looked through when a moderator asks after agreement."""
ACTS = {SanctionKind.MUTE: ModerationAct.MUTED, SanctionKind.SUSPENSION: ModerationAct.SUSPENDED}


class WhichReports(Struct, frozen=True, forbid_unknown_fields=True):
    settled: bool = False


class SettleReport(Struct, frozen=True, forbid_unknown_fields=True):
    verdict: ReportVerdict


class NewSanction(Struct, frozen=True, forbid_unknown_fields=True):
    kind: SanctionKind
    reason: Reason
    words: Annotated[str, Meta(max_length=300)] = ""
    """What the person is told beside the reason."""
    days: Days | None = None
    """Null for until further notice."""


class AuditPage(Struct, frozen=True, forbid_unknown_fields=True):
    before: Annotated[int, Meta(ge=1)] | None = None
    """The number of the last line that was read."""


class OfGame(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=20)]


class NamedPerson(Struct, frozen=True):
    id: str
    name: str


class ShownReport(Struct, frozen=True):
    id: str
    by: NamedPerson | None
    """Null where the account is gone."""
    about: NamedPerson | None
    table: str | None
    match_over: bool
    """Whether the match at that table is over, and so has a record to look at."""
    reason: Reason
    words: str
    context: list[str]
    """What was said there before, as it was then."""
    at: float
    settled: float | None
    verdict: str


class ReportList(Struct, frozen=True):
    reports: list[ShownReport]


class ShownSanction(Struct, frozen=True):
    id: str
    kind: SanctionKind
    reason: Reason
    words: str
    at: float
    until: float | None
    lifted: float | None
    stands: bool


class ModeratedPerson(Struct, frozen=True):
    id: str
    name: str
    kind: str
    created: float
    matches: int
    sanctions: list[ShownSanction]
    reports: list[ShownReport]
    """About this person, open ones first."""


class ShownAuditLine(Struct, frozen=True):
    seq: int
    at: float
    moderator: str
    """An id, or `operator` for who runs the server."""
    moderator_name: str
    act: ModerationAct
    about: str
    about_name: str
    details: dict[str, str]


class ShownAudit(Struct, frozen=True):
    lines: list[ShownAuditLine]
    intact: bool
    """Whether every line seals the one before, from the first on."""


class ShownPairSignal(Struct, frozen=True):
    first: NamedPerson
    second: NamedPerson
    matches: int
    together: int
    """Of these on the same side."""
    won: float
    expected: float
    """By their ratings of the day and those of the others."""
    excess: float
    """Wins a match more than expected."""
    error: float
    """It lies so far from the truth, up or down, in 19 of 20 cases."""
    chance: float
    """That fair play brings as much by chance alone, corrected for how many pairs were looked at."""


class ShownAddressSignal(Struct, frozen=True):
    first: NamedPerson
    second: NamedPerson
    accounts: int
    """That came from the same address in all: a household, a school or a café may have many."""
    last: float
    matches: int


class FairPlaySignals(Struct, frozen=True):
    """To be looked at; none of it proves anything, and nothing follows by itself."""

    looked_at: int
    """Pairs that have played enough together."""
    pairs: list[ShownPairSignal]
    addresses: list[ShownAddressSignal]


class ShownAgreement(Struct, frozen=True):
    """How often somebody chose what a review finds best; strong people do so often, and so do lucky ones."""

    progress: float
    """Of the reviews that it needs."""
    matches: int
    choices: int
    rate: float | None
    error: float | None
    others: int
    """Seats of other people that it is compared with."""
    expected: float | None
    """Of somebody of that strength; null where there is too little to compare with."""
    excess: float | None
    excess_error: float | None


def moderator(call: Call) -> Person:
    found = person(call)
    if not found.moderator:
        raise Failed(403, "moderators_only", "this is for moderators")
    return found


async def acting(call: Call, quota: str = "moderate") -> Person:
    who = moderator(call)
    await call.people.quotas.take(quota, who.id)
    return who


async def somebody(call: Call) -> Person:
    found = await call.people.accounts.find(call.place("person"))
    if found is None:
        raise Failed(404, "nobody", "there is nobody of that id")
    return found


async def reports(call: Call) -> ReportList:
    moderator(call)
    return ReportList(await shown_reports(call, await call.people.relations.reports(settled=call.asked.settled)))


async def shown_reports(call: Call, found: list[Complaint]) -> list[ShownReport]:
    names = await call.worker.society.signals.names(
        who for one in found for who in (one.person, one.about) if who is not None
    )
    over = {one.table for one in found if one.table and await call.people.history.is_over(one.table)}

    def named(who: str | None) -> NamedPerson | None:
        return NamedPerson(who, names[who]) if who is not None and who in names else None

    return [
        ShownReport(
            id=one.id,
            by=named(one.person),
            about=named(one.about),
            table=one.table,
            match_over=one.table in over,
            reason=one.reason,
            words=one.words,
            context=list(one.context),
            at=one.at,
            settled=one.settled,
            verdict=one.verdict,
        )
        for one in found
    ]


async def settle(call: Call) -> ReportList:
    who, report, verdict = await acting(call), call.place("report"), call.body.verdict
    done = await call.worker.society.audit.note(
        who.id, ModerationAct.SETTLED, report, {"verdict": verdict},
        along=[call.people.relations.settling(report, verdict)],
    )  # fmt: skip
    if not done:
        raise Failed(404, "no_such_report", "there is no such open report")
    return ReportList(await shown_reports(call, await call.people.relations.reports()))


async def moderated(call: Call) -> ModeratedPerson:
    moderator(call)
    return await shown_person(call, await somebody(call))


async def shown_person(call: Call, who: Person) -> ModeratedPerson:
    relations = call.people.relations
    about = [*await relations.reports(about=who.id), *await relations.reports(about=who.id, settled=True)]
    rows = await call.house.database.fetch("SELECT count(*) FROM match_seats WHERE person = ?", who.id)
    return ModeratedPerson(
        id=who.id,
        name=who.name,
        kind=who.kind,
        created=who.created,
        matches=int(str(rows[0][0])),
        sanctions=[shown_sanction(call, one) for one in await call.people.sanctions.of(who.id)],
        reports=await shown_reports(call, about),
    )


def shown_sanction(call: Call, one: Sanction) -> ShownSanction:
    stands = one.stands(call.people.sanctions.now())
    return ShownSanction(one.id, one.kind, one.reason, one.words, one.at, one.until, one.lifted, stands)


async def sanction(call: Call) -> ModeratedPerson:
    """A mute or a suspension, at once on every worker; who is suspended leaves their tables, and directs nothing."""
    who, about, wanted, sanctions = await acting(call), await somebody(call), call.body, call.people.sanctions
    if about.moderator:
        raise Failed(409, "not_a_moderator", "who runs the server decides about moderators")
    seconds = None if wanted.days is None else wanted.days * DAY
    one = sanctions.new(about.id, wanted.kind, wanted.reason, wanted.words, seconds)
    details = {"sanction": one.id, "reason": one.reason, "until": "" if one.until is None else str(int(one.until))}
    along = [sanctions.giving(one)]
    if one.kind is SanctionKind.SUSPENSION:
        along += handing_on(about.id, sanctions.now())
    given = await call.worker.society.audit.note(who.id, ACTS[one.kind], about.id, details, along=along, notify=WORD)
    if not given:
        raise Failed(404, "nobody", "there is nobody of that id")
    await sanctions.load()
    if one.kind is SanctionKind.SUSPENSION:
        await call.worker.society.finder.leave(about.id)
        for table in await call.people.privacy.tables_of(about.id):
            await call.house.submit(table, None, Remove(about.id))
    return await shown_person(call, about)


async def lift(call: Call) -> ModeratedPerson:
    who, sanctions = await acting(call), call.people.sanctions
    found = await sanctions.find(call.place("sanction"))
    about = await call.people.accounts.find(found.person) if found else None
    if found is None or about is None:
        raise Failed(404, "no_such_sanction", "there is no such mute or suspension")
    details = {"sanction": found.id}
    along = [sanctions.lifting(found.id)]
    await call.worker.society.audit.note(
        who.id, ModerationAct.LIFTED, about.id, details, along=along, notify=WORD
    )  # fmt: skip
    await sanctions.load()
    return await shown_person(call, about)


async def reported_record(call: Call) -> Raw:
    """The record of a match that a report names, whoever else may see it."""
    who, match = await acting(call), call.place("match")
    found = await call.people.history.record_of(match) if await call.people.relations.is_reported(match) else None
    if found is None:
        raise Failed(404, "no_such_match", "no report names a match of that id that is over")
    await call.worker.society.audit.note(who.id, ModerationAct.READ_RECORD, match)
    return Raw(dump_line(found).encode())


async def audit(call: Call) -> ShownAudit:
    moderator(call)
    log = call.worker.society.audit
    lines = await log.listed(call.asked.before)
    names = await call.worker.society.signals.names(who for one in lines for who in (one.moderator, one.about))

    def shown(one: AuditLine) -> ShownAuditLine:
        known = names.get(one.moderator, ""), names.get(one.about, "")
        return ShownAuditLine(
            one.seq, one.at, one.moderator, known[0], one.act, one.about, known[1], dict(one.details)
        )  # fmt: skip

    return ShownAudit([shown(one) for one in lines], await log.first_broken() is None)


async def fair_play(call: Call) -> FairPlaySignals:
    who, signals, game = await acting(call, "signals"), call.worker.society.signals, call.kit(call.asked.game).name
    matches = await signals.rated_matches(game)
    found = await asyncio.to_thread(pairs, matches)
    shared = await signals.addresses()
    await call.worker.society.audit.note(who.id, ModerationAct.LOOKED_AT_SIGNALS, "", {"game": game})
    told = found[:MOST_TOLD]
    met = [(one.first, one.second) for one in told] + [(one.first, one.second) for one in shared]
    names = await signals.names(who for pair in met for who in pair)

    def named(who: str) -> NamedPerson:
        return NamedPerson(who, names.get(who, ""))

    return FairPlaySignals(
        len(found),
        [ShownPairSignal(**asdict(one) | {"first": named(one.first), "second": named(one.second)}) for one in told],
        [ShownAddressSignal(named(one.first), named(one.second), one.accounts, one.last, one.matches)
         for one in shared],
    )  # fmt: skip


async def ask_agreement(call: Call) -> ShownAgreement:
    """Have the newest matches reviewed, in processes of the lowest priority; told as far as it is."""
    who, about, game = await acting(call, "signals"), await somebody(call), call.kit(call.body.game).name
    seats = await call.worker.society.signals.newest_seats(about.id, game, REVIEWED)
    await call.worker.society.audit.note(who.id, ModerationAct.ASKED_AGREEMENT, about.id, {"game": game})
    for match, seat in seats:
        record = await call.people.history.record_of(match)
        if record is None:
            continue
        games = await call.house.card_files.games_for(record.get("cards"))
        try:
            kit = games[game_of(record, games)]
        except BadRecord:
            continue
        reviewable(kit)
        await call.worker.studies.reviewer.begin(match, part_of(seat), ReviewStudy(kit, record, seat), who.id)
    return await shown_agreement(call, about.id, game)


async def agreement_so_far(call: Call) -> ShownAgreement:
    moderator(call)
    return await shown_agreement(call, (await somebody(call)).id, call.kit(call.asked.game).name)


async def shown_agreement(call: Call, about: str, game: str) -> ShownAgreement:
    signals, reviewer = call.worker.society.signals, call.worker.studies.reviewer
    seats = await signals.newest_seats(about, game, REVIEWED)
    found = [await reviewer.find(match, part_of(seat)) for match, seat in seats]
    progress = sum(one.progress for one in found if one) / len(seats) if seats else 1.0
    told = agreement(about, await signals.reviewed(game))
    if told is None:
        return ShownAgreement(progress, 0, 0, None, None, 0, None, None, None)
    return ShownAgreement(progress, **asdict(told))


MODERATION_ROUTES = (
    Row("GET", "/api/moderation/reports", "What people asked the house to look at", reports, None, ReportList,
        (401, 403), WhichReports),
    Row("POST", "/api/moderation/reports/{report}", "Put a report aside, with a verdict", settle, SettleReport,
        ReportList, (401, 403, 404)),
    Row("GET", "/api/moderation/matches/{match}/record", "The record of a reported match", reported_record, None,
        MatchRecord, (401, 403, 404)),
    Row("GET", "/api/moderation/people/{person}", "A person, with reports, mutes and suspensions", moderated, None,
        ModeratedPerson, (401, 403, 404)),
    Row("POST", "/api/moderation/people/{person}/sanctions", "Mute or suspend somebody", sanction, NewSanction,
        ModeratedPerson, (401, 403, 404, 409)),
    Row("POST", "/api/moderation/sanctions/{sanction}/lift", "Lift a mute or suspension", lift, None,
        ModeratedPerson, (401, 403, 404)),
    Row("GET", "/api/moderation/audit", "What moderators did", audit, None, ShownAudit, (401, 403), AuditPage),
    Row("GET", "/api/moderation/signals", "Who wins more than ratings explain, and shared addresses", fair_play, None,
        FairPlaySignals, (401, 403, 404), OfGame),
    Row("POST", "/api/moderation/people/{person}/agreement", "Have somebody's choices compared with the best",
        ask_agreement, OfGame, ShownAgreement, (401, 403, 404, 409)),
    Row("GET", "/api/moderation/people/{person}/agreement", "That comparison, as far as it is", agreement_so_far,
        None, ShownAgreement, (401, 403, 404), OfGame),
)  # fmt: skip
