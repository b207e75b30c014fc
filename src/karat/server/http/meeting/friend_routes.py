"""Friends over REST: whom one follows, who is there, and who beats the bots how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from karat.server.http.calls import Call, Row
from karat.server.http.history_routes import counted
from karat.server.http.people_routes import person
from karat.server.http.problems import Failed
from karat.server.matches.ladders import LEAST_MATCHES, ladder
from karat.server.people.accounts import AccountKind

if TYPE_CHECKING:
    from karat.server.people.accounts import Person
    from karat.server.social.friends import Acquaintance

Whom = Annotated[str, Meta(min_length=1, max_length=200)]


class Follow(Struct, frozen=True, forbid_unknown_fields=True):
    person: Whom
    """Their id or their name."""
    follow: bool = True


class WhichLadder(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=20)]
    players: Annotated[int, Meta(ge=2, le=12)]
    level: Annotated[str, Meta(max_length=20)]


class FriendsTable(Struct, frozen=True):
    """A public table that may be joined or watched."""

    table: str
    game: str
    players: int
    status: Literal["open", "playing"]


class Friend(Struct, frozen=True):
    id: str
    name: str
    kind: Literal["account", "bot"]
    avatar: str
    follows: bool
    """Whether one follows them."""
    follows_back: bool
    """Two who follow each other are friends."""
    online: bool
    """Told of friends who let it be seen."""
    playing: list[FriendsTable]


class FriendList(Struct, frozen=True):
    people: list[Friend]
    """Everybody one follows or is followed by."""


class LadderLine(Struct, frozen=True):
    person: str
    name: str
    avatar: str
    matches: int
    won: int
    low: float
    """The true rate lies between this and `high` in 19 of 20 cases; the ladder goes by it."""
    high: float


class BotLadder(Struct, frozen=True):
    least: int
    """Matches before somebody is listed."""
    lines: list[LadderLine]


async def found_person(call: Call, who: str) -> Person:
    """Somebody by id or name whom the reader may meet; Failed for nobody."""
    accounts = call.people.accounts
    found = await accounts.find(who) or await accounts.named(who)
    if found is None or found.suspended or (call.player and await call.people.keep_apart(call.player, [found.id])):
        raise Failed(404, "nobody", "there is nobody of that name or id")
    return found


async def friends(call: Call) -> FriendList:
    who = person(call)
    return FriendList([shown_friend(one) for one in await call.worker.society.friends.around(who.id)])


def shown_friend(one: Acquaintance) -> Friend:
    known = one.person
    playing = [FriendsTable(at.table, at.game, at.players, "open" if at.status == "open" else "playing")
               for at in one.playing]  # fmt: skip
    kind: Literal["account", "bot"] = "bot" if known.kind == AccountKind.BOT else "account"
    return Friend(
        known.id, known.name, kind, known.avatar, known.follows, known.follows_back, one.online, playing
    )  # fmt: skip


async def follow(call: Call) -> FriendList:
    who, wanted, follows = person(call, AccountKind.ACCOUNT), call.body, call.worker.society.friends.follows
    await call.people.quotas.take("follow", who.id)
    if wanted.follow:
        await follows.follow(who, await found_person(call, wanted.person))
    else:
        found = await call.people.accounts.find(wanted.person) or await call.people.accounts.named(wanted.person)
        await follows.unfollow(who.id, found.id if found else wanted.person)
    return await friends(call)


async def bot_ladder(call: Call) -> BotLadder:
    await counted(call, "search")
    asked: WhichLadder = call.asked
    kit = call.kit(asked.game)
    if asked.level not in kit.levels:
        there_are = f"{kit.name} has no bot {asked.level!r}; there are {', '.join(kit.levels)}"
        raise Failed(404, "no_such_bot", there_are, params={"level": asked.level})
    hidden = await call.people.relations.apart_from(call.player.id) if call.player else ()
    lines = await ladder(call.house.database, asked.game, asked.players, asked.level, hidden)
    told = [LadderLine(one.person, one.name, one.avatar, one.matches, one.won, *one.interval) for one in lines]
    return BotLadder(LEAST_MATCHES, told)


FRIEND_ROUTES = (
    Row("GET", "/api/friends", "Whom one follows and is followed by, and which friends are there", friends, None,
        FriendList, (401,)),
    Row("POST", "/api/friends", "Follow somebody, or no longer", follow, Follow, FriendList, (401, 403, 404, 409)),
    Row("GET", "/api/ladder", "Who beats a level of bots how often", bot_ladder, None, BotLadder, (404,),
        WhichLadder),
)  # fmt: skip
