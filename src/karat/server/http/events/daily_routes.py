"""Today's deal over REST: what it is, one attempt at it, and how one did against the field."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.json import encode
from starlette.responses import Response

from karat.review.values import CLEAR
from karat.server.daily.attempts import Attempt, attempt_of, begin
from karat.server.daily.days import later
from karat.server.daily.deals import AHEAD, BotScore
from karat.server.daily.origins import COOKIE, new_token, origin_of, set_cookie
from karat.server.http.calls import Call, Row
from karat.server.http.history_routes import counted
from karat.server.http.play_routes import newcomer
from karat.server.http.problems import Failed
from karat.server.http.table_routes import Seated
from karat.server.reviews.kept import part_of
from karat.server.reviews.studies import ReviewedSeat
from karat.server.tables.entries import Name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.server.daily.deals import DailyDeal
    from karat.server.daily.field import DailyFinisher, SharedChoice

Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
ARCHIVED_DAYS = 14
"""On one page of the archive."""
MOST_CHOICES = 5


class PlayDaily(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None
    """For who is no guest yet."""


class WhichDays(Struct, frozen=True, forbid_unknown_fields=True):
    before: Day | None = None
    """The days before that one; before today unless given."""


class MyDaily(Struct, frozen=True):
    """One's own attempt."""

    table: str
    finished: bool
    missed: bool
    """Whether it was not finished in time."""
    score: int | None
    """By how many points one's side was ahead of the best of the others, below 0 where it was behind."""
    points: int | None
    better: float | None
    """The part of the others that one did better than, who did the same counted half; from 0 to 1."""
    place: int | None
    counts: bool
    """Whether it is one of the field. It is not where these cards were begun before under another name: in the same
    browser, or by eight guests from the same address."""


class ShownDaily(Struct, frozen=True):
    """A deal of a day. Nothing is told of its cards before one has played it or the day is over."""

    id: str
    day: str
    game: str
    players: int
    seat: int
    """That everybody plays."""
    level: str
    """Of the bots on all others."""
    begins: float
    ends: float
    commitment: str
    """The SHA-256 of the server's secret, from which the cards are dealt."""
    committed: float
    """When that was published."""
    finishers: int
    mine: MyDaily | None


class ComingDaily(Struct, frozen=True):
    """A deal of a day to come, to which the server is bound already."""

    id: str
    day: str
    game: str
    players: int
    commitment: str
    committed: float


class Streak(Struct, frozen=True):
    days: int
    """In a row on which one finished a deal of the day, up to today or yesterday."""
    longest: int


class Today(Struct, frozen=True):
    day: str
    ends: float
    deals: tuple[ShownDaily, ...]
    streak: Streak
    coming: tuple[ComingDaily, ...]


class ScoreCount(Struct, frozen=True):
    score: int
    people: int


class ListedFinisher(Struct, frozen=True):
    name: str
    avatar: str
    person: str
    score: int
    match: str
    """To be replayed, unless who played it keeps it private."""
    you: bool


class ChosenCount(Struct, frozen=True):
    action: str
    people: int


class FieldChoice(Struct, frozen=True):
    """What everybody did who stood before the same choice, having done the same until then."""

    step: int
    """Of the record, as a review counts them."""
    action: str
    """One's own."""
    lost: float | None
    """What it cost in chances to win, from 0 to 1, by the review; null where nothing is known to be lost."""
    actions: tuple[ChosenCount, ...]


class ShownField(Struct, frozen=True):
    """Everybody who has finished a deal."""

    scores: tuple[ScoreCount, ...]
    """The lowest first."""
    bots: tuple[BotScore, ...] | None
    """What each level made of it on the same seat; null until they have played it."""
    best: tuple[ListedFinisher, ...]
    choices: tuple[FieldChoice, ...]
    """One's own that cost most by the review, then those in which people differ most."""
    reviewed: bool
    """Whether a review of one's own match is kept."""
    secret: str
    """From which the cards were dealt, once the day is over; empty until then."""


class DailyResult(Struct, frozen=True):
    deal: ShownDaily
    streak: Streak
    field: ShownField | None
    """Null for who has not finished it, as long as the day is not over."""


class DailyArchive(Struct, frozen=True):
    deals: tuple[ShownDaily, ...]
    before: str | None
    """The day before which the next page begins; null on the last."""


async def today(call: Call) -> Today:
    deals = call.events.deals
    day = deals.today
    found = await deals.between(day, later(day, AHEAD))
    coming = tuple(
        ComingDaily(one.id, one.day, one.game, one.players, one.commitment, one.committed)
        for one in found
        if one.day > day
    )
    now = [one for one in found if one.day == day]
    ends = now[0].ends if now else 0.0
    return Today(day, ends, await shown(call, now), await streak(call), coming)


async def play_daily(call: Call) -> Response:
    deals, deal = call.events.deals, await wanted(call)
    if deal.day != deals.today:
        raise Failed(409, "day_is_over", f"the day of {deal.id} is over: its deal is in the archive")
    kit = call.house.games[deal.game]
    if deal.level not in kit.ready_levels:
        raise Failed(503, "compiling", "what the bots of this deal think with is still being compiled; try in a minute")
    player = await call.known_or(call.body.name or newcomer())
    if player.kind == "bot":
        raise Failed(403, "people_only", "today's deal is for people; programs play in tournaments")
    known = await attempt_of(call.house.database, deal.id, player.id)
    if known is not None:
        return seated(call, known.table, deal.seat)
    await call.people.count("table", call.address)
    token = call.request.cookies.get(COOKIE, "") or ("" if keeps_no_cookies(call) else new_token())
    origin = await origin_of(call.people.addresses, token, call.address, is_guest=player.kind == "guest")
    async with call.worker.running_tables.one_more(player.id):
        table = await begin(call.house, deal, player, origin)
    return seated(call, table, deal.seat, token)


def keeps_no_cookies(call: Call) -> bool:
    """Whether a program asks: it says who it is with every call."""
    return "authorization" in call.request.headers


def seated(call: Call, table: str, seat: int, token: str = "") -> Response:
    """The table, and with it what the browser keeps for a while to be known again."""
    headers = {"Set-Cookie": set_cookie(token, https=call.request.url.scheme == "https")} if token else {}
    body = encode(Seated(table, seat, call.token or ""))
    return Response(body, headers=headers, media_type="application/json")


async def daily_result(call: Call) -> DailyResult:
    await counted(call, "search")
    deal = await wanted(call)
    told = (await shown(call, [deal]))[0]
    may_see = deal.day < call.events.deals.today or (told.mine is not None and told.mine.finished)
    return DailyResult(told, await streak(call), await field(call, deal) if may_see else None)


async def archive(call: Call) -> DailyArchive:
    await counted(call, "search")
    deals = call.events.deals
    try:
        before = min(call.asked.before or deals.today, deals.today)
        found = await deals.before(before, ARCHIVED_DAYS)
        first = later(before, -ARCHIVED_DAYS)
        more = await deals.before(first, 366)
    except (ValueError, OverflowError):
        raise Failed(409, "bad_day", "there is no such day") from None
    return DailyArchive(await shown(call, found), first if more else None)


async def wanted(call: Call) -> DailyDeal:
    deal = await call.events.deals.find(call.place("deal"))
    if deal is None:
        raise Failed(404, "no_such_deal", "there is no such deal of a day, or its day has not begun")
    return deal


async def streak(call: Call) -> Streak:
    if call.player is None:
        return Streak(0, 0)
    return Streak(*await call.events.field.streak(call.player.id, call.events.deals.today))


async def shown(call: Call, deals: Sequence[DailyDeal]) -> tuple[ShownDaily, ...]:
    finishers = await call.events.field.finishers([deal.id for deal in deals])
    return tuple([await one_shown(call, deal, finishers.get(deal.id, 0)) for deal in deals])


async def one_shown(call: Call, deal: DailyDeal, finishers: int) -> ShownDaily:
    known = await attempt_of(call.house.database, deal.id, call.player.id) if call.player else None
    return ShownDaily(
        id=deal.id,
        day=deal.day,
        game=deal.game,
        players=deal.players,
        seat=deal.seat,
        level=deal.level,
        begins=deal.begins,
        ends=deal.ends,
        commitment=deal.commitment,
        committed=deal.committed,
        finishers=finishers,
        mine=await my_daily(call, deal, known) if known else None,
    )


async def my_daily(call: Call, deal: DailyDeal, known: Attempt) -> MyDaily:
    if known.score is None:
        missed = known.ended is not None or deal.day < call.events.deals.today
        return MyDaily(known.table, False, missed, None, None, None, None, known.counts)
    stands = await call.events.field.standing(deal.id, known.score, counts=known.counts)
    return MyDaily(known.table, True, False, known.score, known.points, stands.better, stands.place, known.counts)


async def field(call: Call, deal: DailyDeal) -> ShownField:
    found, me = call.events.field, call.player.id if call.player else ""
    mine = await attempt_of(call.house.database, deal.id, me) if me else None
    apart = await call.people.relations.apart_from(me) if me else frozenset()
    choices, reviewed = await key_choices(call, deal, mine) if mine and mine.line else ((), False)
    return ShownField(
        scores=tuple(ScoreCount(score, people) for score, people in await found.distribution(deal.id)),
        bots=deal.bots,
        best=tuple(listed(one, me) for one in await found.best(deal.id, apart)),
        choices=choices,
        reviewed=reviewed,
        secret=deal.secret if deal.day < call.events.deals.today else "",
    )


def listed(one: DailyFinisher, me: str) -> ListedFinisher:
    return ListedFinisher(one.name, one.avatar, one.person, one.score, one.table, one.person == me)


async def key_choices(call: Call, deal: DailyDeal, mine: Attempt) -> tuple[tuple[FieldChoice, ...], bool]:
    """One's own choices that cost most, then those in which the field differs most; and whether a review is kept."""
    shared = await call.events.field.choices(deal.id, mine.line)
    records = await call.people.history.records([mine.table], call.known().id)
    if not records:
        return (), False
    kit = call.house.games[deal.game]
    taken = await asyncio.to_thread(lambda: tuple(kit.taken(records[0])))
    steps = [step for step, one in enumerate(taken) if one.seat == deal.seat]
    kept = await call.worker.studies.reviewer.find(mine.table, part_of(deal.seat))
    review = kept.body.review if kept is not None and isinstance(kept.body, ReviewedSeat) else None
    lost = {one.step: one.loss.mean for one in review.choices if one.verdict == CLEAR} if review else {}

    def weight(one: SharedChoice) -> tuple[float, float]:
        return lost.get(steps[one.index], 0.0), one.apart

    telling = [one for one in shared if len(one.people) > 1 or steps[one.index] in lost]
    found = sorted(telling, key=weight, reverse=True)[:MOST_CHOICES]
    told = tuple(
        FieldChoice(
            steps[one.index],
            one.action,
            lost.get(steps[one.index]),
            tuple(ChosenCount(action, people) for action, people in one.people),
        )
        for one in found
    )
    return told, kept is not None and kept.is_done


DAILY_ROUTES = (
    Row("GET", "/api/daily", "The deals of today", today, None, Today),
    Row("GET", "/api/daily/archive", "Deals of past days", archive, None, DailyArchive, (409,), WhichDays),
    Row("POST", "/api/daily/{deal}/play", "Begin one's attempt, or go on with it", play_daily, PlayDaily, Seated,
        (403, 404, 409), greets=True),
    Row("GET", "/api/daily/{deal}", "A deal of a day, and the field once one may see it", daily_result, None,
        DailyResult, (404,)),
)  # fmt: skip
