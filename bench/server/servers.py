"""The servers that are measured, each a process of its own, and what the system says of them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
PEER = Path(__file__).parent / "boardgame_io"
PATIENCE = 120.0
TICK = os.sysconf("SC_CLK_TCK")


class NotRunning(OSError):
    """A server that did not start; the message has the end of its log."""


@dataclass(frozen=True)
class Server:
    name: str
    url: str
    lobby: str
    """Where boardgame.io's own REST calls go."""
    pid: int

    def cpu(self) -> float:
        """Seconds of CPU so far, of the process and its children."""
        return sum(_cpu(pid) for pid in family(self.pid))

    def resident(self, *, alone: bool = False) -> int:
        """Bytes of memory now, of the process and its children, or of the process alone."""
        return sum(_resident(pid) for pid in ([self.pid] if alone else family(self.pid)))


def family(pid: int) -> list[int]:
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").iterdir():
            try:
                found += map(int, (task / "children").read_text().split())
            except OSError:  # it has ended since
                continue
    return found


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def karat(folder: Path, checkout: Path = ROOT, database: str = "") -> Iterator[Server]:
    """Our own server, of this checkout or another, on a fresh SQLite file; every action is synced to the disk.

    With `database` it is on that one, which is to be empty.
    """
    port = free_port()
    command = [sys.executable, "-P", "-m", "karat", "serve", "--no-open", "--port", str(port)]
    command += ["--limit-factor", "1000000", *(["--database", database] if database else ["--data", str(folder)])]
    with running("karat", command, folder, port, {"PYTHONPATH": str(checkout / "src")}) as pid:
        yield Server(dialect(checkout), f"http://127.0.0.1:{port}", "", pid)


def dialect(checkout: Path) -> str:
    """The name of the language that the server of a checkout speaks."""
    client = (checkout / "src" / "karat" / "client" / "following.py").read_text("utf-8")
    return "karat" if "\nVERSION = " in client else "karat 1"


@contextmanager
def boardgame_io(folder: Path, modules: Path) -> Iterator[Server]:
    """boardgame.io's server with its FlatFile storage in `folder`."""
    port, lobby = free_port(), free_port()
    node = shutil.which("node")
    if node is None:
        raise NotRunning("boardgame.io needs node, which is not installed")
    command = [node, str(PEER / "server.js"), str(folder / "matches"), str(port), str(lobby)]
    more = {"NODE_PATH": str(modules / "node_modules"), "NODE_ENV": "production"}
    with running("boardgame.io", command, folder, port, more) as pid:
        yield Server("boardgame.io", f"http://127.0.0.1:{port}", f"http://127.0.0.1:{lobby}", pid)


def install_peer() -> Path:
    """boardgame.io in a cache folder, from npm if it is not there yet; its version is pinned in package.json."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "karat" / "bench-boardgame-io"
    wanted = (PEER / "package.json").read_text("utf-8")
    stamp = cache / "installed.json"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return cache
    npm = shutil.which("npm")
    if npm is None:
        raise NotRunning("boardgame.io is installed with npm, which is not there")
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "package.json").write_text(wanted, "utf-8")
    command = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]
    done = subprocess.run(command, cwd=cache, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotRunning(f"npm could not install boardgame.io: {done.stderr.strip()[-500:]}")
    stamp.write_text(wanted, "utf-8")
    return cache


@contextmanager
def running(name: str, command: list[str], folder: Path, port: int, more: dict[str, str]) -> Iterator[int]:
    """A process that listens on `port`, ended on the way out."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=os.environ | more)
    try:
        until = time.monotonic() + PATIENCE
        while not _listens(port):
            if process.poll() is not None or time.monotonic() > until:
                raise NotRunning(f"{name} did not start: {log.read_text('utf-8', 'replace')[-500:]}")
            time.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
