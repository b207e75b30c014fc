"""Matches to look at again over REST: finished ones of this server, and any record that somebody has."""

from __future__ import annotations

import asyncio
import io
import json
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from karat.game import BadCardFile
from karat.record import BadRecord, Form, game_of, lines, parse_line
from karat.server.http.calls import Call, CardText, Row
from karat.server.http.history_routes import LONGEST_BODY, LONGEST_IMPORT, counted, reader
from karat.server.http.problems import Failed
from karat.server.matches.replaying import Replay, make_replay
from karat.server.matches.story import MatchStory, tell_story
from karat.server.people.limits import REPLAYS

if TYPE_CHECKING:
    from karat.record import Record

SeatSeen = Annotated[int, Meta(ge=0, le=11)]
RoundNumber = Annotated[int, Meta(ge=1, le=1000)]


class WhichPart(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatSeen | None = None
    """Whose eyes to look through; with open cards unless given."""
    round: RoundNumber = 1


class GivenRecord(Struct, frozen=True, forbid_unknown_fields=True):
    record: str | dict[str, Any]
    """A karat/1 record as it is, or as the text of a file with one on each line."""
    match: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """Which of the file."""
    seat: SeatSeen | None = None
    round: RoundNumber = 1
    card_file: CardText = ""
    """The card file that it was played with, where this server does not have it."""


async def replay_match(call: Call) -> Replay:
    call.limits.take(f"replay {call.address}", REPLAYS)
    await counted(call, "search")
    found = await call.people.history.records([call.place("match")], reader(call))
    if not found:
        raise no_such_match()
    return await replayed(call, found[0], call.asked.seat, call.asked.round)


async def story_of_match(call: Call) -> MatchStory:
    call.limits.take(f"replay {call.address}", REPLAYS)
    await counted(call, "search")
    match, who = call.place("match"), reader(call)
    found, listed = await call.people.history.records([match], who), await call.people.history.one(match, who)
    if not found or listed is None:
        raise no_such_match()
    games = await call.house.card_files.games_for(found[0].get("cards"))
    ahead = tuple(listed.outcome["winners"]) if listed.outcome else None
    return await asyncio.to_thread(tell_story, found[0], games[game_of(found[0], games)], ahead)


def no_such_match() -> Failed:
    return Failed(404, "no_such_match", "there is no such match, it is not over, or it is not for you")


async def replay_given(call: Call) -> Replay:
    call.limits.take(f"replay {call.address}", REPLAYS)
    given: GivenRecord = call.body
    if given.card_file:
        try:
            await call.house.card_files.check(given.card_file)
        except BadCardFile as bad:
            raise Failed(409, "bad_card_file", str(bad)) from None
    record, many, where = await given_match(given.record, given.match)
    return await replayed(call, record, given.seat, given.round, (given.match, many), where)


async def given_match(given: str | dict[str, Any], which: int) -> tuple[Record, int, int | None]:
    """A record out of what was sent, how many there are in it, and its line where there are several."""
    text = given if isinstance(given, str) else json.dumps(given)
    if len(text) > LONGEST_IMPORT:
        raise Failed(413, "too_large", f"a file has at most {LONGEST_IMPORT} bytes")
    numbered = list(lines(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    if not numbered:
        raise bad_record(BadRecord(Form.ONE_LINE, "there is no record in it"))
    if which > len(numbered):
        raise Failed(404, "no_such_match", f"the file has {len(numbered)} records, and no record {which}")
    line, raw = numbered[which - 1]
    # Of one record there is no line worth telling.
    where = line if len(numbered) > 1 else None
    try:
        return await asyncio.to_thread(parse_line, raw), len(numbered), where
    except BadRecord as bad:
        raise bad_record(bad, where) from None


async def replayed(
    call: Call, record: Record, seat: int | None, number: int, which: tuple[int, int] = (1, 1), line: int | None = None
) -> Replay:
    """The round as the rules tell it, worked out beside the loop."""
    games = await call.house.card_files.games_for(record.get("cards"))
    try:
        kit = games[game_of(record, games)]
        return await asyncio.to_thread(make_replay, record, kit, seat=seat, number=number, which=which)
    except BadRecord as bad:
        raise bad_record(bad, line) from None


def bad_record(bad: BadRecord, line: int | None = None) -> Failed:
    """What `karat verify` would print, as an answer."""
    where = {"line": line, "round": bad.round, "action": bad.action}
    params = {name: str(value) for name, value in where.items() if value is not None} | {"reason": bad.reason}
    message = str(bad) if line is None else f"line {line}{', ' if bad.round else ': '}{bad}"
    return Failed(409, "bad_record", message, law=bad.law.value, params=params)


REPLAY_ROUTES = (
    Row("GET", "/api/matches/{match}/replay", "A finished match, step by step", replay_match, None, Replay, (404,),
        WhichPart),
    Row("GET", "/api/matches/{match}/story", "How a finished match came about", story_of_match, None, MatchStory,
        (404,)),
    Row("POST", "/api/replay", "Any record, step by step", replay_given, GivenRecord, Replay, (404,),
        longest=LONGEST_BODY),
)  # fmt: skip
