# ruff: noqa: T201 -- a script that reports
"""The first minute: from `git clone` to the first card, measured in fresh clones with an empty home.

    python bench/first_minute.py
    python bench/first_minute.py --times 1 --skip-levels
    python bench/first_minute.py --wheel dist/karat_games-0.1.0-….whl

Prints a table of medians beside what was promised. Each time a new clone of this repository (what is committed) is made
in a folder that is removed afterwards; nothing that was downloaded or compiled before is found, but the network is
needed. The machine should have nothing else to do: the load is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.client import Client

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 900.0
"""Seconds after which something is given up."""
LOOK = 0.05
"""Seconds between looks at a page."""

GOALS = {
    "fresh clone: ./karat --help": 20.0,
    "fresh clone: ./karat, page answers": 30.0,
    "fresh clone: a match against three casual bots is over": None,
    "fresh clone: all levels of both games ready": 100.0,
    "while compiling: click to event, p95": 0.150,
    "later start: page answers": 3.0,
    "later: ./karat --version": 0.3,
    "wheel: karat, page answers": 5.0,
    "wheel: arena plays its first deal": 3.0,
    "wheel: files compiled": 0.0,
}
"""What is measured, and what was promised of it, in seconds; of the last, in files."""


@dataclass
class Figures:
    """What came out, by the names of GOALS."""

    taken: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.taken.setdefault(name, []).append(value)
        print(f"    {name}: {value:.3f}", file=sys.stderr)

    def table(self) -> str:
        """A line for each: median, range, goal, whether that was held."""
        lines = [f"{'':56} {'median':>8} {'range':>16} {'goal':>6}"]
        for name, goal in GOALS.items():
            values = self.taken.get(name)
            if not values:
                continue
            middle = statistics.median(values)
            kept = "" if goal is None else "held" if middle <= goal else "MISSED"
            span = f"{min(values):.2f} to {max(values):.2f}"
            lines.append(f"{name:56} {middle:8.2f} {span:>16} {'' if goal is None else f'{goal:g}':>6}  {kept}")
        return "\n".join(lines)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of them does not exceed.

    >>> percentile([0.1, 0.2, 0.3, 0.4], 0.95), percentile([3.0, 1.0, 2.0], 0.5)
    (0.4, 2.0)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share) - 1)]


def not_ready(games: dict[str, Any]) -> list[str]:
    """Levels that `GET /api/games` says are still getting ready, as `game level`.

    >>> not_ready({"games": [{"name": "aurum", "bots": ["casual", "strong"], "ready": ["casual"]}]})
    ['aurum strong']
    >>> not_ready({"games": [{"name": "aurum", "bots": ["casual"]}]})  # a server that knows of no waiting
    []
    """
    return [
        f"{game['name']} {level}"
        for game in games["games"]
        for level in game["bots"]
        if level not in game.get("ready", game["bots"])
    ]


def empty_home(folder: Path) -> dict[str, str]:
    """The environment of somebody who has never used any of it: a home without files, and no caches elsewhere."""
    home = folder / "home"
    home.mkdir()
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(
            ("KARAT_", "XDG_", "VIRTUAL_ENV", "PYTHONPATH", "UV_CACHE", "PIP_CACHE", "npm_config_cache")
        )
    }
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        kept.pop(name, None)  # no browser is opened
    return {**kept, "HOME": str(home)}


def clone(folder: Path) -> Path:
    """A fresh clone of what is committed here."""
    target = folder / "karat"
    git = shutil.which("git") or "git"
    subprocess.run([git, "-c", "safe.directory=*", "clone", "-q", str(ROOT), str(target)], check=True)
    return target


def seconds(command: Sequence[str | Path], **settings: Any) -> float:
    """How long a command takes that must succeed."""
    began = time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL, timeout=LONGEST, **settings)
    return time.perf_counter() - began


@dataclass
class Running:
    """A server that was started, and when."""

    process: subprocess.Popen[bytes]
    url: str
    began: float

    def answers(self) -> float:
        """Seconds until the page came."""
        while time.perf_counter() - self.began < LONGEST:
            if self.process.poll() is not None:
                raise SystemExit(f"the server ended with {self.process.returncode} before its page came")
            with (
                contextlib.suppress(OSError, urllib.error.URLError),
                urllib.request.urlopen(self.url, timeout=5) as page,  # noqa: S310 -- our own
            ):
                if page.status == 200 and b"<html" in page.read():
                    return time.perf_counter() - self.began
            time.sleep(LOOK)
        raise SystemExit(f"no page after {LONGEST:.0f} s")


@contextlib.contextmanager
def running(command: Sequence[str | Path], env: dict[str, str], cwd: Path) -> Iterator[Running]:
    """A server of its own port; it and all that it started are ended."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    began = time.perf_counter()
    log = cwd / "server.log"
    with log.open("ab") as told:
        process = subprocess.Popen(
            [*map(str, command), "serve", "--no-open", "--quiet", "--port", str(port), "--limit-factor", "50"],
            env=env,
            cwd=cwd,
            stdout=told,
            stderr=told,
            start_new_session=True,  # a group of its own, so that none of them outlives us
        )
    try:
        yield Running(process, f"http://127.0.0.1:{port}/", began)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def play(url: str, *, clicks: int | None = None) -> list[float]:
    """A match of Aurum against three casual bots, or its first clicks: from each action to the event that shows it."""
    waited: list[float] = []
    async with Client(url.rstrip("/"), name="Ada") as ada:
        table = await ada.open_table({"game": "aurum", "players": 4})
        await ada.fill(table, "casual")
        async with ada.follow(table) as followed:
            began, stored = 0.0, -1
            async for update in followed:
                if 0 <= stored <= update.seq:
                    waited.append(time.perf_counter() - began)
                    stored = -1
                if len(waited) == clicks:
                    break
                if followed.owes:
                    began = time.perf_counter()
                    stored = await followed.act(followed.legal[0])
    return waited


def levels_of(url: str) -> list[str]:
    """Levels that are still getting ready."""
    with urllib.request.urlopen(f"{url}api/games", timeout=30) as answer:  # noqa: S310 -- our own
        return not_ready(json.load(answer))


def measure_clone(figures: Figures, *, levels: bool) -> None:
    """Everything about one fresh clone; two of them, as help and page are both to be fresh."""
    with tempfile.TemporaryDirectory(prefix="karat-first-") as place:
        folder = Path(place)
        figures.add("fresh clone: ./karat --help", seconds([clone(folder) / "karat", "--help"], env=empty_home(folder)))
    with tempfile.TemporaryDirectory(prefix="karat-first-") as place:
        folder = Path(place)
        root, env = clone(folder), empty_home(folder)
        with running([root / "karat"], env, folder) as server:
            figures.add("fresh clone: ./karat, page answers", server.answers())
            waited = asyncio.run(play(server.url))
            now = time.perf_counter() - server.began
            figures.add("fresh clone: a match against three casual bots is over", now)
            while levels and (waiting := levels_of(server.url)):
                if time.perf_counter() - server.began > LONGEST:
                    raise SystemExit(f"not ready after {LONGEST:.0f} s: {', '.join(waiting)}")
                waited += asyncio.run(play(server.url, clicks=20))
            if levels:
                figures.add("fresh clone: all levels of both games ready", time.perf_counter() - server.began)
            figures.add("while compiling: click to event, p95", percentile(waited, 0.95))
        with running([root / "karat"], env, folder) as server:
            figures.add("later start: page answers", server.answers())
        figures.add("later: ./karat --version", seconds([root / "karat", "--version"], env=env))


def measure_wheel(figures: Figures, wheel: Path) -> None:
    """A wheel in a new environment."""
    with tempfile.TemporaryDirectory(prefix="karat-first-") as place:
        folder = Path(place)
        env = empty_home(folder) | {"KARAT_CACHE": str(folder / "compiled")}
        venv.create(folder / "venv", with_pip=True)
        python, karat = folder / "venv" / "bin" / "python", folder / "venv" / "bin" / "karat"
        subprocess.run([python, "-m", "pip", "install", "-q", f"{wheel}[client]"], check=True, env=env)
        with running([karat], env, folder) as server:
            figures.add("wheel: karat, page answers", server.answers())
        figures.add("wheel: arena plays its first deal", first_deal(karat, env, folder))
        compiled = [file for file in (folder / "compiled").rglob("*") if re.search(r"\.nb[ic]$", file.name)]
        figures.add("wheel: files compiled", len(compiled))


def first_deal(karat: Path, env: dict[str, str], folder: Path) -> float:
    """Seconds until a tournament has written its first deal to its journal."""
    games = folder / "games"
    command = [karat, "arena", "aurum", "--bots", "strong,casual", "--deals", "5", "-o", games]
    began = time.perf_counter()
    with subprocess.Popen(list(map(str, command)), env=env, cwd=folder, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and time.perf_counter() - began < LONGEST:
            journal = games / "journal.jsonl"
            if journal.exists() and journal.stat().st_size:
                break
            time.sleep(LOOK)
        taken = time.perf_counter() - began
        process.terminate()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3, help="fresh clones, of which the median counts")
    parser.add_argument("--skip-levels", action="store_true", help="do not wait for everything to be compiled")
    parser.add_argument("--skip-clone", action="store_true", help="only the wheel")
    parser.add_argument("--wheel", type=Path, help="also measure this wheel, in a new environment")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    if asked.times < 1:
        parser.error(f"--times is at least 1, not {asked.times}")
    if asked.wheel and not asked.wheel.is_file():
        parser.error(f"there is no wheel {str(asked.wheel)!r}")
    figures, load = Figures(), os.getloadavg()[0]
    for turn in range(asked.times):
        print(f"{turn + 1} of {asked.times}", file=sys.stderr)
        if not asked.skip_clone:
            measure_clone(figures, levels=not asked.skip_levels)
        if asked.wheel:
            measure_wheel(figures, asked.wheel.resolve())
    if asked.json:
        print(json.dumps({"load": load, "cores": os.cpu_count(), "figures": figures.taken, "goals": GOALS}))
        return
    print(f"{asked.times} times on {os.cpu_count()} cores, load {load:.1f} before and {os.getloadavg()[0]:.1f} after\n")
    print(figures.table())


if __name__ == "__main__":
    main()
