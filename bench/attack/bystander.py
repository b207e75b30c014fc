"""Others who play while a server is attacked: `python -m bench.attack.bystander URL` prints a line a click, in seconds.

They are a process of their own: what the attacker's process is busy with is not what they feel.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from karat.client import Client, Rejected

if TYPE_CHECKING:
    from types import TracebackType

BYSTANDERS = 3
CLICK_EVERY = 0.03
"""Seconds between two clicks of one of them."""
ENOUGH = 60
"""Clicks that a 95th percentile is told from."""
CALM, CALM_CLICKS = 0.03, 30
"""So many clicks in a row take less than so many seconds before an attack begins."""
PATIENCE = 20.0
"""Seconds for that; a busy machine is never calm."""
ROOT = Path(__file__).resolve().parents[2]


def p95(seconds: list[float]) -> float:
    """In milliseconds; of no clicks at all it is nothing that can be held."""
    ordered = sorted(seconds)
    return 1000 * ordered[int(0.95 * len(ordered))] if ordered else math.inf


@dataclass
class Bystanders:
    """What they feel of an attack; to be entered with `async with`."""

    url: str
    seconds: list[float] = field(default_factory=list)
    """Each click, until it was acknowledged."""

    async def __aenter__(self) -> Self:
        command = (sys.executable, "-m", "bench.attack.bystander", self.url)
        self._process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        await self._process.wait()
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 -- it is a pipe
        async for line in self._process.stdout:
            self.seconds.append(float(line))

    async def settle(self) -> None:
        """Until they play and, for some time, until it is calm: a server that has just started loads its bots."""
        until = time.perf_counter() + PATIENCE
        while len(self.seconds) < CALM_CLICKS or (
            max(self.seconds[-CALM_CLICKS:]) > CALM and time.perf_counter() < until
        ):
            if time.perf_counter() > until + 30:
                raise TimeoutError("bystanders cannot play")
            await asyncio.sleep(0.02)
        self.seconds.clear()


async def play(url: str, name: str) -> None:
    """One match after the other, until ended."""
    async with Client(url, name=name) as client:
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
                        sys.stdout.write(f"{time.perf_counter() - began:.6f}\n")
                        sys.stdout.flush()


async def main(url: str) -> None:
    await asyncio.gather(*(play(url, f"Bystander {number}") for number in range(1, BYSTANDERS + 1)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
