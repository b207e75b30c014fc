"""Challenges over REST: sent to a person or a bot, or to whoever likes; accepted, declined with a reason, withdrawn."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from karat.server.http.calls import Call, Row
from karat.server.http.problems import Failed
from karat.server.http.table_routes import Seated, SeatNumber
from karat.server.people.challenges import NoSuchChallenge, Seats, words
from karat.server.tables.commands import Refused
from karat.server.tables.entries import Config, Name, Pledge
from karat.server.wire.frames import DeclineReason, ShownChallenge

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from karat.server.people.accounts import Person
    from karat.server.tables.entries import Player

WEEK = 7 * 86400


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that is wanted. Seats that nobody of the two takes are bots of the house."""

    config: Config
    to: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """The name or the id of a person or a bot; left out, anybody may accept."""
    seat: SeatNumber = 0
    """One's own."""
    other_seat: SeatNumber | None = None
    """Of who accepts: the first that is free, unless one is named."""
    pledge: Pledge | None = ""
    """As when a table is opened."""
    name: Name | None = None
    """For who is no guest yet."""
    lasts: Annotated[float, Meta(ge=5, le=WEEK)] = 300
    """Seconds for which it waits."""


class Acceptance(Struct, frozen=True, forbid_unknown_fields=True):
    pledge: Pledge | None = ""
    """As when a table is joined."""


class ChallengeDecline(Struct, frozen=True, forbid_unknown_fields=True):
    reason: DeclineReason = "no_reason"


class ShownChallenges(Struct, frozen=True):
    received: tuple[ShownChallenge, ...]
    """To who asks: those that wait, and what became of others lately. The newest first, as in all three."""
    sent: tuple[ShownChallenge, ...]
    open: tuple[ShownChallenge, ...]
    """Of others, that anybody may accept."""


async def challenge(call: Call) -> ShownChallenge:
    wanted: NewChallenge = call.body
    if wanted.config.visibility == "password":
        raise Failed(409, "bad_password", "a match that was agreed on needs no password")
    config, seats = await agreed(call, wanted)
    to = None if wanted.to is None else await addressee(call, wanted.to)
    player = await call.known_or(wanted.name)
    if to is not None and await call.people.keep_apart(player, [to.id]):
        raise Refused("kept_apart")
    await call.people.count("challenge", player.id)
    sent = await call.people.challenges.send(player, to.id if to else None, config, seats, wanted.lasts)
    return sent.shown()


async def agreed(call: Call, wanted: NewChallenge) -> tuple[Config, Seats]:
    """The whole table, with bots of the house on the seats that are left; Refused where there is no such table."""
    config = wanted.config
    await call.house.check(config, wanted.seat)
    free = [seat for seat in range(config.players) if str(seat) not in config.bots and seat != wanted.seat]
    other = wanted.other_seat if wanted.other_seat is not None else next(iter(free), -1)
    if other not in free:
        raise Refused("seat_taken", params={"seat": str(other)})
    level = config.bot_level or call.house.games[config.game].usual_level
    bots = config.bots | {str(seat): level for seat in free if seat != other}
    return replace(config, bots=bots), Seats(wanted.seat, other, wanted.pledge)


async def addressee(call: Call, name_or_id: str) -> Person:
    """Whom a challenge is for; guests are found by their id alone, as others may have the same name."""
    accounts = call.people.accounts
    found = await accounts.find(name_or_id) or await accounts.named(name_or_id)
    if found is None or found.suspended:
        raise Failed(404, "nobody", "nobody here has this name or id", params={"name": name_or_id})
    return found


async def challenges(call: Call) -> ShownChallenges:
    """Who is not known here has none; what anybody may accept is shown to everybody."""
    own = call.player.id if call.player else ""
    apart = await call.people.relations.apart_from(own) if own else frozenset()
    mine = [one for one in await call.people.challenges.of(own) if one.by.id not in apart] if own else []
    hidden = (await call.people.hidden_from(own) | apart | {own}) if own else ()
    return ShownChallenges(
        tuple(one.shown() for one in mine if one.by.id != own),
        tuple(one.shown() for one in mine if one.by.id == own),
        tuple(one.shown() for one in await call.people.challenges.open_to_all(hidden)),
    )


async def show_challenge(call: Call) -> ShownChallenge:
    found = await call.people.challenges.seen_by(call.player.id if call.player else None, call.place("challenge"))
    if call.player is not None and await call.people.keep_apart(call.player, [found.by.id]):
        raise NoSuchChallenge(found.id)
    return found.shown()


async def accept_challenge(call: Call) -> Seated:
    player, known = call.known(), call.people.challenges
    found = await known.seen_by(player.id, call.place("challenge"))
    if found.by.id == player.id:
        raise Refused("own_challenge")
    if await call.people.keep_apart(player, [found.by.id]):
        raise Refused("kept_apart")
    if not found.waits:
        raise Refused("challenge_over", params={"state": found.state})
    await call.people.count("table", call.address)
    players = {found.seat: (found.by, found.pledge), found.other_seat: (player, call.body.pledge)}
    async with room_for(call, player, found.by):
        table = await call.house.open_together(
            found.config,
            players,
            lambda table_id: [known.accepted(found, player, table_id)],
            words(found.by.id, player.id),
        )
    if not table:  # somebody was quicker, or it was withdrawn in this moment
        raise Refused("challenge_over", params={"state": (await known.find(found.id)).state})
    return Seated(table, found.other_seat)


@contextlib.asynccontextmanager
async def room_for(call: Call, player: Player, by: Player) -> AsyncIterator[None]:
    """Seats for both, in one order everywhere: two who accept each other's challenges do not wait for ever."""
    async with contextlib.AsyncExitStack() as stack:
        for one in sorted((player, by), key=lambda each: each.id):
            try:
                await stack.enter_async_context(call.worker.running_tables.one_more(one.id))
            except Refused:
                if one is player:
                    raise
                raise Refused("challenger_busy") from None
        yield


async def decline_challenge(call: Call) -> ShownChallenge:
    given = call.place("challenge")
    return (await call.people.challenges.decline(call.known(), given, call.body.reason)).shown()


async def withdraw_challenge(call: Call) -> ShownChallenge:
    return (await call.people.challenges.withdraw(call.known(), call.place("challenge"))).shown()


CHALLENGE_ROUTES = (
    Row("POST", "/api/challenges", "Challenge somebody, or whoever likes", challenge, NewChallenge, ShownChallenge,
        (401, 403, 404, 409), greets=True),
    Row("GET", "/api/challenges", "Challenges by and to oneself, and those open to all", challenges, None,
        ShownChallenges),
    Row("GET", "/api/challenges/{challenge}", "A challenge, and what became of it", show_challenge, None,
        ShownChallenge, (404,)),
    Row("POST", "/api/challenges/{challenge}/accept", "Accept a challenge: the match begins", accept_challenge,
        Acceptance, Seated, (401, 403, 404, 409)),
    Row("POST", "/api/challenges/{challenge}/decline", "Decline a challenge, and say why", decline_challenge,
        ChallengeDecline, ShownChallenge, (401, 404, 409)),
    Row("POST", "/api/challenges/{challenge}/withdraw", "Take a challenge back", withdraw_challenge, None,
        ShownChallenge, (401, 404, 409)),
)  # fmt: skip
