"""How long a click waits while ten thousand notices are due.

    python -m bench.notices [--notices 10000] [--clicks 300]

A server on a file of its own, a push service beside it that takes everything, and somebody who plays: first in peace,
then while the notices go out. Told are the delays of clicks, from sending one to its acknowledgement, and how long the
notices took.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

import click
import uvicorn
from cryptography.hazmat.primitives.asymmetric import ec

from karat.client import Client
from karat.server.http.app import App, ServerSettings
from karat.server.http.logs import set_up_logs
from karat.server.notices.web_push import base64url, encoded
from karat.server.notices.writing import Notice, NoticeKind, written

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PAUSE = 0.05
"""Seconds between clicks, so that they are spread over the time in which notices go out."""
PEOPLE = 20


@contextlib.asynccontextmanager
async def server(folder: Path) -> AsyncIterator[tuple[App, str]]:
    """A whole one in this process, so that what sends shares the loop with what answers."""
    app = App(ServerSettings(str(folder / "karat.sqlite"), limit_factor=1e6, private_endpoints=True, quiet=True))
    config = uvicorn.Config(app.asgi(), port=0, log_config=None, access_log=False, ws="websockets-sansio")
    runner = uvicorn.Server(config)
    runner.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(runner.serve())
    while not runner.started:  # noqa: ASYNC110 -- uvicorn tells nobody
        await asyncio.sleep(0.01)
    try:
        yield app, f"http://127.0.0.1:{runner.servers[0].sockets[0].getsockname()[1]}"
    finally:
        runner.should_exit = True
        await task


async def clicks(url: str, count: int) -> list[float]:
    """Play against quick bots; the milliseconds from each click to its acknowledgement."""
    delays: list[float] = []
    async with Client(url, name="Clicking") as client:
        while len(delays) < count:
            seated = await client.call("POST", "/api/play", {"game": "aurum", "players": 3, "level": "random"})
            async with client.follow(seated["table"]) as followed:
                async for _ in followed:
                    if followed.owes:
                        began = time.perf_counter()
                        await followed.act(followed.legal[0])
                        delays.append(1000 * (time.perf_counter() - began))
                        await asyncio.sleep(PAUSE)
                    if len(delays) >= count or followed.status != "playing":
                        break
            await client.leave(seated["table"])
    return delays


@dataclass
class PushService:
    """Takes whatever is pushed, and counts it."""

    received: int = 0
    url: str = ""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await reader.readexactly(int(length.partition(b":")[2]))
                self.received += 1
                writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[PushService]:
        listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        yield self
        listening.close()


def subscription(endpoint: str) -> dict[str, str]:
    """As a browser makes one that nobody will read."""
    key = base64url(encoded(ec.generate_private_key(ec.SECP256R1()).public_key()))
    return {"endpoint": endpoint, "p256dh": key, "auth": base64url(os.urandom(16))}


async def fill(app: App, url: str, push: PushService, count: int) -> None:
    """People with a browser each, and notices that are all due now."""
    people = []
    for number in range(PEOPLE):
        async with Client(url, name=f"Told {number}") as told:
            await told.call("POST", "/api/me/notices/push", subscription(f"{push.url}/{number}"))
            people.append(told.id)
    now = time.time()
    notices = [Notice(NoticeKind.YOUR_TURN, people[n % PEOPLE], f"topic {n}", "/") for n in range(count)]
    for start in range(0, count, 500):
        statements = [one for notice in notices[start : start + 500] for one in written(notice, now + 2)]
        await app.database.write(*statements)


def told(name: str, delays: list[float]) -> str:
    cuts = quantiles(delays, n=100)
    return (
        f"{name:28} median {cuts[49]:6.1f} ms   p95 {cuts[94]:6.1f} ms   worst {max(delays):6.1f} ms   ({len(delays)})"
    )


async def measure(notices: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with PushService().open() as push, server(Path(folder)) as (app, url):
            await clicks(url, 20)
            peace = await clicks(url, count)
            click.echo(told("clicks in peace", peace))
            await fill(app, url, push, notices)
            began = time.monotonic()
            while not push.received and time.monotonic() - began < 60:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            under_way = await clicks(url, count)
            sent = push.received
            click.echo(told(f"clicks with {notices} due", under_way) + f"  {sent} sent meanwhile")
            processor = time.process_time()
            while push.received < notices and time.monotonic() - began < 600:  # noqa: ASYNC110
                await asyncio.sleep(0.5)
            seconds = time.monotonic() - began
            each = 1000 * (time.process_time() - processor) / max(1, push.received - sent)
            click.echo(f"{push.received} of {notices} sent in {seconds:.0f} s, {push.received / seconds:.0f} a second")
            click.echo(f"{each:.2f} ms of processor time for each, with the push service's own part")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("--notices", type=int, default=10_000)
    parser.add_argument("--clicks", type=int, default=300)
    wanted = parser.parse_args()
    set_up_logs(logging.WARNING)
    asyncio.run(measure(wanted.notices, wanted.clicks))


if __name__ == "__main__":
    main()
