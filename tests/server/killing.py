"""Servers that are killed: processes as `karat serve` starts them, on either database."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from karat.server.store.database import Database
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite

STARTS_WITHIN = 120.0


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@dataclass
class Child:
    """A server as a process, to be killed."""

    folder: Path
    database: str = ""
    """A PostgreSQL in place of a file in the folder."""
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        serve = [sys.executable, "-m", "karat", "serve", "--no-open", "--quiet", "--fast-sync", "--thinkers", "1"]
        more = ["--port", str(self.port), "--data", str(self.folder), "--limit-factor", "1000"]
        where = ["--database", self.database] if self.database else []
        # Nothing of what is played needs a compiler.
        env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([*serve, *more, *where], stdout=log, stderr=log, env=env)  # noqa: ASYNC220 -- at once
        async with asyncio.timeout(STARTS_WITHIN), httpx.AsyncClient() as http:
            while True:
                try:
                    if (await http.get(f"{self.url}/readyz")).is_success:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


@dataclass
class Workers:
    """All servers of a database: one of a file, two of a PostgreSQL."""

    children: tuple[Child, ...]
    place: str

    @classmethod
    def on(cls, place: str, folder: Path) -> "Workers":
        """`place` as a server is told of its database; a file lies in the folder."""
        if place.startswith("postgresql"):
            return cls((Child(folder, place), Child(folder, place)), place)
        return cls((Child(folder),), str(folder / "karat.sqlite"))

    @property
    def urls(self) -> tuple[str, str]:
        """Of the first, and of another where there is one."""
        return self.children[0].url, self.children[-1].url

    async def start(self) -> None:
        await asyncio.gather(*(child.start() for child in self.children))

    def kill(self) -> None:
        for child in self.children:
            child.kill()

    @contextlib.asynccontextmanager
    async def database(self) -> AsyncIterator[Database]:
        """A way into the same database, beside the servers."""
        made: Database = Postgres(self.place) if self.place.startswith("postgresql") else Sqlite(Path(self.place))
        await made.open()
        yield made
        await made.close()
