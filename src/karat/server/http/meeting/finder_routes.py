"""The table finder over REST: say what one would play, ask how it stands, go to the table."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from karat.server.http.calls import Call, Done, Row
from karat.server.http.problems import Failed
from karat.server.social.pairing import CLOCKS, ClockName, Wish
from karat.server.tables.entries import Clock, Config, Name


class NewWish(Struct, frozen=True, forbid_unknown_fields=True):
    wish: Wish
    name: Name | None = None
    """For who is no guest yet."""


class FinderState(Struct, frozen=True):
    wish: Wish | None
    """Null for who does not wait."""
    since: float | None
    waiting: int
    """How many wait for that game, oneself included."""
    about: float | None
    """Seconds that others waited lately; null where there is too little to go by."""
    table: str | None
    """Where one is seated: go there."""
    token: str = ""
    """Of a guest who was made on the way."""


class WaitingFor(Struct, frozen=True):
    game: str
    waiting: int
    about: float | None


class FinderClock(Struct, frozen=True):
    name: ClockName
    clock: Clock | None
    """What is played with where this one is wished for."""


class FinderCounts(Struct, frozen=True):
    games: list[WaitingFor]
    clocks: list[FinderClock]


async def counts(call: Call) -> FinderCounts:
    finder = call.worker.society.finder
    return FinderCounts(
        [WaitingFor(game, await finder.count(game), await finder.about(game)) for game in call.house.games],
        [FinderClock(name, clock) for name, clock in CLOCKS.items()],
    )


async def seek(call: Call) -> FinderState:
    wish = plain(call, call.body.wish)
    for players in wish.players:
        for edition in wish.editions or ("",):
            config = Config(game=wish.game, players=players, edition=edition, clock=CLOCKS[wish.clocks[0]])
            await call.house.check(config, None)
    player = await call.known_or(call.body.name)
    if wish.rated and player.kind == "guest":
        raise Failed(403, "account_needed", "rated matches are for accounts")
    await call.people.quotas.take("seek", player.id)
    async with call.worker.running_tables.one_more(player.id):
        await call.worker.society.finder.seek(player.id, wish)
    return await wait(call)


def plain(call: Call, wish: Wish) -> Wish:
    """The wish with the usual edition by its name: who leaves it open means the same as who chooses it."""
    kit = call.house.games.get(wish.game)
    usual = kit and kit.options.usual_edition
    return replace(wish, editions=tuple(each or usual for each in wish.editions or ("",))) if usual else wish


async def wait(call: Call) -> FinderState:
    """How it stands; who waits asks every few seconds, else the wish is over."""
    found = await call.worker.society.finder.look(call.known().id)
    return FinderState(found.wish, found.since, found.waiting, found.about, found.table, call.token or "")


async def stop(call: Call) -> Done:
    await call.worker.society.finder.leave(call.known().id)
    return Done()


FINDER_ROUTES = (
    Row("GET", "/api/finder", "How many wait for each game, and for how long about", counts, None, FinderCounts),
    Row("POST", "/api/finder", "Wait for others to play with", seek, NewWish, FinderState, (401, 403, 409),
        greets=True),
    Row("POST", "/api/finder/wait", "Wait on, and how it stands", wait, None, FinderState, (401,)),
    Row("POST", "/api/finder/leave", "Wait no longer", stop, None, Done, (401,)),
)  # fmt: skip
