"""What an attack is, and the server that it is tried on: a process of its own on a fresh database."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from bench.server.servers import free_port, running
from karat.client import Client, Problem, Rejected
from karat.client.calls import problem_in
from karat.server.people.sessions import COOKIE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

WIDE = ("--limit-factor", "100000")
"""For attacks that are not about limits."""
CLICK_EVERY = 0.05
"""Seconds between two clicks of the bystander."""
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

    @property
    def host(self) -> tuple[str, int]:
        """Where to open a bare connection."""
        address = httpx.URL(self.url)
        return address.host, address.port or 80

    def guest(self, name: str) -> Client:
        """Somebody new, to be entered with `async with`."""
        return Client(self.url, name=name)

    @contextlib.asynccontextmanager
    async def account(self, name: str) -> AsyncIterator[Client]:
        """Somebody new with an account, which is what ratings are for."""
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:
            answer = await http.post("/api/accounts", json={"name": name, "password": PASSWORD})
            if not answer.is_success:
                raise problem_in(answer)
        async with Client(self.url, token=answer.cookies[COOKIE]) as client:
            client.id, client.name = answer.json()["id"], name
            yield client


@dataclass
class Bystander:
    """Somebody who plays at another table meanwhile; others' attacks are not to be felt there."""

    target: Target
    seconds: list[float] = field(default_factory=list)
    """Each click, until it was acknowledged."""

    async def play(self) -> None:
        """One match after the other, until cancelled."""
        async with self.target.guest("Bystander") as client:
            while True:
                config = {"game": "aurum", "players": 4, "bots": {"1": "random", "2": "random", "3": "random"}}
                table = await client.open_table(config)
                async with client.follow(table) as followed:
                    async for _ in followed:
                        if not followed.owes:
                            continue
                        await asyncio.sleep(CLICK_EVERY)
                        began = time.perf_counter()
                        with contextlib.suppress(Rejected):
                            await followed.act(followed.legal[0])
                            self.seconds.append(time.perf_counter() - began)

    def p95(self) -> float:
        """In milliseconds; 0 where nobody clicked."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[int(0.95 * len(ordered))] if ordered else 0.0


@contextlib.contextmanager
def served(folder: Path, database: str, more: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """A real server with its data in `folder`, or on the PostgreSQL at the address `database`."""
    port = free_port()
    where = ["--data", str(folder)] if database == "sqlite" else ["--database", database]
    command = [sys.executable, "-m", "karat", "serve", "--no-open", "--port", str(port), *where, *more]
    with running("karat", command, folder, port, {}) as pid:
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


async def attempt(attack: Attack, target: Target) -> tuple[Verdict, Bystander]:
    """Try one attack while somebody else plays. What an attack did not expect is not held."""
    await ready(target.url)
    bystander = Bystander(target)
    playing = asyncio.create_task(bystander.play())
    try:
        verdict = await attack.run(target)
    except (Problem, Rejected, httpx.HTTPError, OSError, TimeoutError, AssertionError, KeyError) as error:
        verdict = Verdict(False, f"the attack broke off: {type(error).__name__}: {error}")
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError, Problem, Rejected, httpx.HTTPError, OSError):
            await playing
    return verdict, bystander
