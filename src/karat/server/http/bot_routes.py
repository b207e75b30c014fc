"""What programs that play can ask for over REST, beside all that people can: streams of lines, and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from starlette.responses import StreamingResponse

from karat.server.house.external_bots import StreamEnd
from karat.server.http.calls import Call, Done, Row, media_for
from karat.server.http.streams import Lines
from karat.server.http.table_routes import check_password
from karat.server.tables.commands import Act
from karat.server.tables.decide import own_seat
from karat.server.wire import frames, projection

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from karat.server.tables.table import Table

NDJSON = "application/x-ndjson"
MOST_STREAMS = 50
"""Open at the same time for one bot."""


class Invite(Struct, frozen=True, forbid_unknown_fields=True):
    bot: Annotated[str, Meta(min_length=1, max_length=64)]
    """Its name or its id."""


class From(Struct, frozen=True):
    since: Annotated[int, Meta(ge=0)] = 0
    """The `seq` of the last line that was read; 0 for the table as it is."""


class Hearing(Struct, frozen=True):
    open: bool = False
    """Whether challenges that anybody may accept are told too."""


class ActionTaken(Struct, frozen=True):
    seq: int | None
    """Of the last frame to one's seat."""


class OnlineBot(Struct, frozen=True):
    id: str
    name: str


class OnlineBots(Struct, frozen=True):
    bots: tuple[OnlineBot, ...]


async def bots_online(call: Call) -> OnlineBots:
    apart = await call.people.relations.apart_from(call.player.id) if call.player else ()
    found = await call.worker.external_bots.online()
    return OnlineBots(tuple(OnlineBot(bot, name) for bot, name in found if bot not in apart))


async def invite(call: Call) -> Done:
    table = await call.house.table(call.table_id)
    await call.worker.external_bots.invite(table, call.known(), call.body.bot)
    return Done()


async def decline(call: Call) -> Done:
    await call.worker.external_bots.decline(call.known(), call.table_id)
    return Done()


async def bot_events(call: Call) -> StreamingResponse:
    ending = StreamEnd()
    return stream(call, ending, call.worker.external_bots.events(call.known(), ending, wants_open=call.asked.open))


async def bot_snapshot(call: Call) -> frames.Snapshot:
    table = await call.house.table(call.table_id)
    return projection.snapshot(table, own_seat(table, call.known()))


async def bot_table(call: Call) -> StreamingResponse:
    ending = StreamEnd()
    lines = Lines(ending)
    hello = frames.Hello(since=call.asked.since, decisions=True)

    async def check(table: Table) -> None:
        await check_password(call.people, call.address, table, "")

    listeners = call.worker.listeners
    following = await listeners.begin(call.known(), call.table_id, hello, lines.send, check)
    return stream(call, ending, lines.all(listeners, following))


async def bot_act(call: Call) -> ActionTaken:
    fold = await call.submit(call.body)
    return ActionTaken(fold.story.seq(own_seat(fold.table, call.known())))


def stream(call: Call, ending: StreamEnd, lines: AsyncIterator[str]) -> StreamingResponse:
    """Lines as they come; proxies are asked not to keep them back."""
    key, bots = f"stream {call.known().id}", call.worker.external_bots
    call.limits.enter(key, MOST_STREAMS)

    async def counted() -> AsyncIterator[str]:
        try:
            with bots.until_the_end(ending, call.people.credential(call.request)):
                async for line in lines:
                    yield line
        finally:
            call.limits.leave(key)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(counted(), media_type=media_for(call, NDJSON), headers=headers)


BOT_ROUTES = (
    Row("POST", "/api/tables/{table}/invite", "Ask a bot to one's table", invite, Invite, Done,
        (401, 404, 409)),
    Row("GET", "/api/bots", "The bots from outside that listen for invitations now", bots_online, None, OnlineBots),
    Row("POST", "/api/bot/tables/{table}/decline", "Decline an invitation", decline, None, Done, (401, 404)),
    Row("GET", "/api/bot/events", "Where one is wanted and plays, as lines", bot_events, None, None, (401,),
        Hearing, media=NDJSON, line="BotLine"),
    Row("GET", "/api/bot/tables/{table}", "A table as one's seat sees it now, with its open decision", bot_snapshot,
        None, frames.Snapshot, (401, 403, 404)),
    Row("GET", "/api/bot/tables/{table}/stream", "A table, as lines", bot_table, None, None, (401, 404, 409), From,
        media=NDJSON, line="TableLine"),
    Row("POST", "/api/bot/tables/{table}/act", "Answer a decision", bot_act, Act, ActionTaken, (401, 404, 409)),
)  # fmt: skip
