"""Clients that play tournaments, and a computation of the standings that shares no code with the server's."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from karat.client import Client, Problem, Rejected
from karat.games import GAMES
from karat.server.people.sessions import COOKIE
from karat.shuffle import Stream

PASSWORD = "a long enough password"  # noqa: S105
LOOK_AGAIN = 0.1
SELDOM = 10
"""How many looks there are between two at the whole tournament."""


async def until(look: Callable[[], Awaitable[Any]]) -> Any:
    """What a look finds, as soon as it finds something; a minute is more than any of it takes."""
    async with asyncio.timeout(60):
        while not (found := await look()):  # noqa: ASYNC110 -- it happens in another process
            await asyncio.sleep(LOOK_AGAIN)
    return found


async def when_seated(client: Client, tournament: str) -> Any:
    """The tournament, once a table of it waits for somebody."""
    told = await client.tournament(tournament)
    return told if told["next"] else None


async def sign_up(client: Client, name: str) -> None:
    """An account for who has none, or for a guest."""
    await client.call("POST", "/api/accounts", {"name": name, "password": PASSWORD})
    client.token = client._http.cookies[COOKIE]


async def play_through(client: Client, tournament: str, seed: str) -> None:
    """Play wherever a table waits, at random, through any crash, until the tournament is over."""
    rng, looks = Stream(seed), 0
    while True:
        with contextlib.suppress(httpx.TransportError, Problem):
            if looks % SELDOM == SELDOM - 1 and (await client.tournament(tournament))["status"] == "finished":
                return
            mine = (await client.call("GET", "/api/me/tables"))["tables"]
            for table in mine:
                await play(client, table["id"], rng)
        looks += 1
        await asyncio.sleep(LOOK_AGAIN)


async def play(client: Client, table: str, rng: Stream) -> None:
    async with client.follow(table) as followed:
        async for _ in followed:
            if followed.owes:
                # A late answer after a reconnection: the next question is under way.
                with contextlib.suppress(Rejected):
                    await followed.act(followed.legal[rng.below(len(followed.legal))])


async def points_by_records(client: Client, told: dict[str, Any]) -> dict[tuple[int, int, int], list[int]]:
    """What every table scored, by replaying the record that anybody can have after the end."""
    found = {}
    kit = GAMES[told["config"]["game"]]
    for table in told["tables"]:
        record = await client.call("GET", f"/api/matches/{table['match']}/record")
        rounds = [scored.points for scored in kit.scored(kit.replay(record))]
        found[table["round"], table["table"], table["deal"]] = [sum(points) for points in zip(*rounds, strict=True)]
    return found


def naively(told: dict[str, Any], points: dict[tuple[int, int, int], list[int]], sides: Any) -> dict[int, float]:
    """By entrant the mean of matchpoints, table against table, as one would do it on paper."""
    worth = defaultdict(list)
    for one in told["tables"]:
        for side, seats in enumerate(sides):

            def ahead(table: dict[str, Any], side: int = side) -> int:
                scored = points[table["round"], table["table"], table["deal"]]
                return scored[side] - max(scored[:side] + scored[side + 1 :])

            others = [
                other
                for other in told["tables"]
                if (other["round"], other["deal"]) == (one["round"], one["deal"]) and other["table"] != one["table"]
            ]
            got = sum(1 if ahead(one) > ahead(other) else 0.5 if ahead(one) == ahead(other) else 0 for other in others)
            for seat in seats:
                if one["entrants"][seat] is not None:
                    worth[one["entrants"][seat]].append(got / len(others) if others else 0.5)
    return {entrant: sum(parts) / len(parts) for entrant, parts in worth.items()}
