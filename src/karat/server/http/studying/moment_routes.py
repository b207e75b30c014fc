"""Playing on from a moment over REST: a table of one's own against bots, from any step of any replay."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from karat.record import BadRecord, game_of
from karat.server.http.calls import Call, Row
from karat.server.http.history_routes import LONGEST_BODY
from karat.server.http.play_routes import newcomer
from karat.server.http.problems import Failed
from karat.server.http.replay_routes import SeatSeen, bad_record, given_match
from karat.server.http.studying.review_routes import StepNumber, finished_match
from karat.server.http.table_routes import Seated
from karat.server.people.limits import REPLAYS
from karat.server.reviews.moments import going_on
from karat.server.tables.entries import Name, Text

if TYPE_CHECKING:
    from karat.kit import Kit
    from karat.record import Record


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """From where somebody plays on, and as whom."""

    step: StepNumber
    """As a replay counts them: what it shows there lies on the table."""
    seat: SeatSeen
    level: Text | None = None
    """Of the bots in the place of people; the usual one, unless another is named."""
    name: Name | None = None
    """For who is no guest yet."""


class PlayOnRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The same, from any record."""

    record: str | dict[str, Any]
    """A karat/1 record as it is, or as the text of a file with one on each line."""
    step: StepNumber
    seat: SeatSeen
    match: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """Which of the file."""
    level: Text | None = None
    name: Name | None = None


async def play_on(call: Call) -> Seated:
    call.limits.take(f"replay {call.address}", REPLAYS)
    match, record, kit = await finished_match(call)
    return await opened(call, kit, record, call.body, match)


async def play_on_record(call: Call) -> Seated:
    call.limits.take(f"replay {call.address}", REPLAYS)
    record, _, line = await given_match(call.body.record, call.body.match)
    games = await call.house.card_files.games_for(record.get("cards"))
    try:
        return await opened(call, games[game_of(record, games)], record, call.body, "")
    except BadRecord as bad:
        raise bad_record(bad, line) from None


async def opened(call: Call, kit: Kit, record: Record, wanted: PlayOn | PlayOnRecord, match: str) -> Seated:
    """A table that only its link leads to, at which every other seat is a bot's: nobody can join it."""
    level = wanted.level or kit.usual_level
    if level not in kit.levels:
        raise Failed(409, "no_such_bot", f"no bot {level!r} plays {kit.name}", params={"level": level})
    config, moment = await asyncio.to_thread(going_on, kit, record, wanted.step, wanted.seat, level, match)
    await call.house.check(config, wanted.seat)
    player = await call.known_or(wanted.name or newcomer())
    await call.people.count("table", call.address)
    async with call.worker.running_tables.one_more(player.id):
        table = await call.house.open(config, player, seat=wanted.seat, pledge="", moment=moment)
    return Seated(table, wanted.seat, call.token or "")


MOMENT_ROUTES = (
    Row("POST", "/api/matches/{match}/play-on", "Play on from a moment of a finished match, against bots", play_on,
        PlayOn, Seated, (404, 409), greets=True),
    Row("POST", "/api/replay/play-on", "Play on from a moment of any record, against bots", play_on_record,
        PlayOnRecord, Seated, (404, 409), longest=LONGEST_BODY, greets=True),
)  # fmt: skip
