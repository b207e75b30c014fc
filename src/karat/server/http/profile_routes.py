"""Who somebody is to others, over REST: the session, profiles with statistics, and a way back into an account."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from karat.server.house import handover
from karat.server.http.calls import Call, Row
from karat.server.http.history_routes import counted, shown
from karat.server.http.people import player
from karat.server.http.people_routes import Given, Secret, me_of, need_proof, person, signed_in
from karat.server.http.problems import Failed
from karat.server.http.table_routes import Me
from karat.server.matches.ratings import Pool
from karat.server.matches.statistics import MatchTally, Statistics
from karat.server.people.accounts import AccountKind, Person, Shown
from karat.server.people.names import name_key
from karat.server.people.relations import Reason
from karat.server.people.sanctions import SanctionKind

Avatar = Annotated[str, Meta(pattern="^([a-z][a-z0-9-]{0,23}/[a-z]{1,12})?$")]
"""An emblem and a colour, as the page calls them: `moon/red`; empty for none."""


# What goes in


class WhoseProfile(Struct, frozen=True, forbid_unknown_fields=True):
    name: Given


class OwnProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """What is not given stays as it is."""

    avatar: Avatar | None = None
    shows: Annotated[list[Shown], Meta(max_length=len(Shown))] | None = None
    """What others see of one's profile, beside the name."""


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    name: Given
    code: Annotated[str, Meta(max_length=100)]
    password: Secret
    """The new one."""


# What comes out


class StandingSanction(Struct, frozen=True):
    reason: Reason
    words: str
    """Of the moderator."""
    until: float | None
    """Null for until further notice."""


class Session(Struct, frozen=True, omit_defaults=True):
    me: Me | None
    """Null for who is not known here yet."""
    moderator: bool = False
    suspension: StandingSanction | None = None
    """That one may not play, why, and until when."""
    mute: StandingSanction | None = None
    mail: bool = False
    """Whether this house sends mail, so that a lost password can be mended by it."""


class ShownRating(Struct, frozen=True):
    pool: Pool
    game: str
    players: int
    points: int
    error: int
    """The strength lies so far from `points`, up or down, in 19 of 20 cases."""
    matches: int


class PlayedKind(Struct, frozen=True):
    """What came of all matches of a game, in one edition and with so many players."""

    game: str
    edition: str
    players: int
    matches: int
    won: int
    shared: int
    lost: int
    broken_off: int
    counts: dict[str, int]
    """`rounds` and `points`, and what the game counts beside them, such as bids that were made."""


class PlayedLevel(Struct, frozen=True):
    """What came of all matches in which bots of one level were on another side."""

    game: str
    level: str
    matches: int
    won: int


class ShownStatistics(Struct, frozen=True):
    kinds: list[PlayedKind]
    levels: list[PlayedLevel]


class Profile(Struct, frozen=True):
    id: str
    name: str
    kind: Literal["guest", "account", "bot"]
    created: float
    look_alike: bool
    """Whether the name looks like that of somebody who was there before."""
    ratings: list[ShownRating]
    """Empty where the person keeps them to themself; statistics are null then."""
    avatar: str
    shows: list[Shown]
    """What others see here."""
    statistics: ShownStatistics | None


class RecoveryState(Struct, frozen=True):
    left: int
    """How many codes are still good."""
    made: float | None


class RecoveryCodes(Struct, frozen=True):
    codes: list[str]
    """They are never told again."""


async def session(call: Call) -> Session:
    """Who asks, be it nobody: unlike `GET /api/me` it is no error to be a stranger."""
    ways = call.worker.notices.ways
    mail = ways is not None and ways.mail is not None
    if call.player is None:
        return Session(None, mail=mail)
    who = person(call)
    return Session(
        me_of(who),
        who.moderator,
        standing(call, SanctionKind.SUSPENSION),
        standing(call, SanctionKind.MUTE),
        mail,
    )


def standing(call: Call, kind: SanctionKind) -> StandingSanction | None:
    found = call.people.sanctions.on(call.known().id, kind)
    return StandingSanction(found.reason, found.words, found.until) if found else None


async def profile(call: Call) -> Profile:
    await counted(call, "search")
    found = await call.people.accounts.find(call.place("person"))
    if found is None or await kept_apart(call, found):
        raise Failed(404, "nobody", "there is nobody of that id")
    return await shown_profile(call, found)


async def profile_by_name(call: Call) -> Profile:
    await counted(call, "search")
    found = await call.people.accounts.named(call.asked.name)
    if found is None or found.suspended or await kept_apart(call, found):
        raise Failed(404, "nobody", "there is nobody of that name")
    return await shown_profile(call, found)


async def kept_apart(call: Call, who: Person) -> bool:
    return call.player is not None and await call.people.keep_apart(call.player, [who.id])


async def shown_profile(call: Call, who: Person) -> Profile:
    """What a person lets others see; to themself all of it."""
    people = call.people
    own = call.player is not None and call.player.id == who.id
    shows = frozenset(Shown) if own else who.shows
    ratings = await people.ratings.all_of(who.id) if Shown.RATINGS in shows else []
    statistics = await people.counting.of(who.id) if Shown.STATISTICS in shows else None
    return Profile(
        id=who.id,
        name=who.name,
        kind=who.kind.value,
        created=who.created,
        look_alike=who.look_alike,
        ratings=[ShownRating(pool, game, players, *shown(rating)) for pool, game, players, rating in ratings],
        avatar=who.avatar,
        shows=[part for part in Shown if part in who.shows],
        statistics=None if statistics is None else shown_statistics(statistics),
    )


def shown_statistics(statistics: Statistics) -> ShownStatistics:
    def kind(played: MatchTally) -> tuple[int, int, int, int, int, dict[str, int]]:
        return played.matches, played.won, played.shared, played.lost, played.broken_off, dict(played.counts)

    return ShownStatistics(
        kinds=[
            PlayedKind(of.game, of.edition, of.players, *kind(played))
            for of, played in sorted(
                statistics.by_kind.items(), key=lambda one: (one[0].game, one[0].edition, one[0].players)
            )
        ],
        levels=[
            PlayedLevel(game, level, played.matches, played.won)
            for (game, level), played in sorted(statistics.by_level.items())
        ],
    )


async def change_profile(call: Call) -> Profile:
    people, who, wanted = call.people, person(call, AccountKind.GUEST, AccountKind.ACCOUNT), call.body
    await people.quotas.take("profile", who.id)
    avatar = who.avatar if wanted.avatar is None else wanted.avatar
    kept = await people.accounts.show(who, avatar, who.shows if wanted.shows is None else wanted.shows)
    if kept.avatar != who.avatar:
        await handover.signed_up(call.house, player(kept))
    return await shown_profile(call, kept)


async def recovery_state(call: Call) -> RecoveryState:
    left = await call.people.recovery.left(person(call, AccountKind.ACCOUNT))
    return RecoveryState(left.count, left.made)


async def make_recovery_codes(call: Call) -> RecoveryCodes:
    people, who = call.people, person(call, AccountKind.ACCOUNT)
    await people.quotas.take("token", who.id)
    await need_proof(call)
    return RecoveryCodes(await people.recovery.make(who))


async def recover(call: Call) -> Me:
    """In again with a code: it is used up, the password is new, and all other sessions are over."""
    people, wanted = call.people, call.body
    await people.quotas.take("recover", call.address)
    await people.quotas.take("recover-name", name_key(wanted.name[:100]))
    return await signed_in(call, await people.recovery.use(wanted.name, wanted.code, wanted.password))


PROFILE_ROUTES = (
    Row("GET", "/api/session", "Who this session is, if anybody", session, None, Session),
    Row("GET", "/api/people", "A person by their name", profile_by_name, None, Profile, (404,), WhoseProfile),
    Row("GET", "/api/people/{person}", "A person, their ratings and statistics", profile, None, Profile, (404,)),
    Row("POST", "/api/me/profile", "How one is drawn, and what others see", change_profile, OwnProfile, Profile,
        (401,)),
    Row("GET", "/api/me/recovery", "How many recovery codes are left", recovery_state, None, RecoveryState, (401,)),
    Row("POST", "/api/me/recovery", "Make new recovery codes", make_recovery_codes, None, RecoveryCodes, (401, 409)),
    Row("POST", "/api/recover", "Sign in with a recovery code", recover, Recover, Me, (409,)),
)  # fmt: skip
