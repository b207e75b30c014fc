"""What tests of people among each other share: a house, and somebody's browser in it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
from people import GOOD_PASSWORD

from karat.server.http.app import App, ServerSettings

HERE = "http://karat.example"


@dataclass
class Visitor:
    """Somebody at the house."""

    http: httpx.AsyncClient
    id: str = ""
    name: str = ""

    async def get(self, path: str, status: int = 200, /, **query: Any) -> Any:
        return self._read(await self.http.get(path, params=query), status)

    async def post(self, path: str, status: int = 200, /, **body: Any) -> Any:
        return self._read(await self.http.post(path, json=body), status)

    async def delete(self, path: str, status: int = 200, /) -> Any:
        return self._read(await self.http.delete(path), status)

    def _read(self, response: httpx.Response, status: int) -> Any:
        assert response.status_code == status, response.text
        return response.json()


@contextlib.asynccontextmanager
async def house(database: str) -> AsyncIterator[App]:
    """A worker on that database; several on PostgreSQL."""
    made = App(ServerSettings(database, public_url=HERE, limit_factor=1000, fast_sync=True))
    served = made.asgi()
    async with served.router.lifespan_context(served):
        made.served = served  # type: ignore[attr-defined]
        yield made


@contextlib.asynccontextmanager
async def visitors(app: App, *names: str) -> AsyncIterator[tuple[Visitor, ...]]:
    """People of these names, each with an account."""
    async with contextlib.AsyncExitStack() as stack:
        found = []
        for name in names:
            visitor = await stack.enter_async_context(stranger(app))
            me = await visitor.post("/api/accounts", name=name, password=GOOD_PASSWORD)
            visitor.id, visitor.name = me["id"], me["name"]
            found.append(visitor)
        yield tuple(found)


@contextlib.asynccontextmanager
async def stranger(app: App) -> AsyncIterator[Visitor]:
    transport = httpx.ASGITransport(app.served, raise_app_exceptions=False)  # type: ignore[attr-defined]
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        yield Visitor(client)


async def at_another(app: App, visitor: Visitor) -> Visitor:
    """The same person at another worker."""
    transport = httpx.ASGITransport(app.served, raise_app_exceptions=False)  # type: ignore[attr-defined]
    client = httpx.AsyncClient(transport=transport, base_url=HERE, cookies=visitor.http.cookies)
    return Visitor(client, visitor.id, visitor.name)


async def made_moderator(app: App, visitor: Visitor) -> None:
    found = await app.people.accounts.find(visitor.id)
    await app.database.write(app.people.accounts.appointing(found, moderator=True))
