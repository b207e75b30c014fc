"""What an attack is, and the server that it is tried on: a process of its own on a fresh database."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from bench.attack.bystander import ENOUGH, Bystanders
from bench.server.servers import free_port, running
from karat.client import Client, Problem, Rejected
from karat.client.calling import problem_in
from karat.server.people.sessions import COOKIE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

WIDE = ("--limit-factor", "100000")
"""For attacks that are not about limits."""
PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody


@dataclass(frozen=True)
class Verdict:
    """What came of an attack."""

    held: bool
    told: str
    """In one sentence, with the figures."""


@dataclass(frozen=True)
class Attack:
    """Something that an attacker tries; `item` is its number in the list of what has to hold."""

    item: int
    name: str
    run: Callable[[Target], Awaitable[Verdict]]
    serve: tuple[str, ...] = WIDE
    """More arguments for `karat serve`."""
    again: bool = False
    """Whether it is over so soon that it is tried over and over, for others to feel it."""
    searches: bool = False
    """Whether bots of its server must search; in the tests the other servers need not load what that takes."""


@dataclass(frozen=True)
class Target:
    """A server under attack."""

    url: str
    pid: int
    folder: Path
    """Of its data, with its log in the file `log`."""
    database: str
    """The kind: sqlite or postgresql."""
    short: bool = False
    """Whether the attack is to be a short one, for the tests."""
    suffix: str = ""
    """Of everybody's name, where several attacks share a server."""

    @property
    def host(self) -> tuple[str, int]:
        """Where to open a bare connection."""
        address = httpx.URL(self.url)
        return address.host, address.port or 80

    def guest(self, name: str) -> Client:
        """Somebody new, to be entered with `async with`."""
        return Client(self.url, name=name + self.suffix)

    @contextlib.asynccontextmanager
    async def account(self, name: str) -> AsyncIterator[Client]:
        """Somebody new with an account, which is what ratings are for."""
        name += self.suffix
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:
            answer = await http.post("/api/accounts", json={"name": name, "password": PASSWORD})
            if not answer.is_success:
                raise problem_in(answer)
        async with Client(self.url, token=answer.cookies[COOKIE]) as client:
            client.id, client.name = answer.json()["id"], name
            yield client


@contextlib.contextmanager
def served(folder: Path, database: str, more: tuple[str, ...], *, searches: bool) -> Iterator[tuple[str, int]]:
    """A real server with its data in `folder`, or on the PostgreSQL at the address `database`."""
    port = free_port()
    where = ["--data", str(folder)] if database == "sqlite" else ["--database", database]
    command = [sys.executable, "-m", "karat", "serve", "--no-open", "--port", str(port), *where, *more]
    with running("karat", command, folder, port, {"NUMBA_DISABLE_JIT": "0"} if searches else {}) as pid:
        yield f"http://127.0.0.1:{port}", pid


async def ready(url: str) -> None:
    """Until the server says that it is."""
    async with httpx.AsyncClient() as http:
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                if (await http.get(f"{url}/readyz")).status_code == 200:
                    return
            await asyncio.sleep(0.05)
    raise TimeoutError(f"the server at {url} is not ready")


async def attempt(attack: Attack, target: Target) -> Verdict:
    """What comes of an attack; one that met what it did not expect is not held."""
    await ready(target.url)
    try:
        return await attack.run(target)
    except (Problem, Rejected, httpx.HTTPError, OSError, TimeoutError, AssertionError, KeyError) as error:
        return Verdict(False, f"the attack broke off: {type(error).__name__}: {error}")


async def watched(attack: Attack, target: Target) -> tuple[Verdict, list[float]]:
    """The same while others play, and how long their clicks took."""
    await ready(target.url)
    async with Bystanders(target.url) as others:
        try:
            await others.settle()
        except TimeoutError as error:
            return Verdict(False, str(error)), []
        verdict = await attempt(attack, target)
        while attack.again and not target.short and verdict.held and len(others.seconds) < ENOUGH:
            verdict = await attempt(attack, target)
        return verdict, list(others.seconds)
