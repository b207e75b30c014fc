"""What tests of reviews, moments and puzzles share: browsers, finished matches of the third game, studies made here."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
from people import GOOD_PASSWORD
from thirdgame.kit import make_kit

from karat.arena.match import play_match
from karat.kit import Settings
from karat.server.matches.finished import Finished, Sharing, Sitter, close
from karat.server.people.accounts import AccountKind

HERE = "http://karat.example"
KIT = make_kit()


class Thinking:
    """In place of a process: studies are made here, and told when a test says so."""

    def __init__(self) -> None:
        self.studies: list[Any] = []
        self.may_end = asyncio.Event()

    async def __call__(self, study: Any, _people: Any, hear: Callable[[Any], None] = lambda _: None) -> Any:
        self.studies.append(study)
        parts: list[Any] = []
        found = await asyncio.to_thread(study.find, parts.append)
        for part in parts:
            hear(part)
        await self.may_end.wait()
        return found


@contextlib.asynccontextmanager
async def browser(app: Any) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app.served, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        yield client


async def done(client: httpx.AsyncClient, method: str, path: str, status: int = 200, /, **body: object) -> Any:
    asked: dict[str, Any] = {"json": body} if method == "POST" else {"params": body}
    response = await client.request(method, path, **asked)
    assert response.status_code == status, response.text
    return response.json()


def opal_record(seed: str = "1") -> dict[str, Any]:
    bots = [KIT.make_bot("random") for _ in range(3)]
    return KIT.to_record(play_match(KIT.game, KIT.agree(Settings(3)), bots, seed))


async def keep_match(app: Any, id_: str, person: str, *, seed: str = "1", **more: Any) -> dict[str, Any]:
    """A finished match of a person on seat 1 with two bots."""
    record = opal_record(seed)
    outcome = KIT.game.outcome(KIT.replay(record))
    sitters = (Sitter("A", level="careful"), Sitter("Anna", person, AccountKind.ACCOUNT), Sitter("B", level="careful"))
    settings = {"started": 1.0, "ended": 2.0, "sharing": Sharing.LINK} | more
    await close(app.database, Finished(id_, record, outcome, sitters, **settings))
    return record


async def account(client: httpx.AsyncClient, name: str) -> str:
    return str((await done(client, "POST", "/api/accounts", name=name, password=GOOD_PASSWORD))["id"])
