"""Who compiles what: of each piece of work, whether it is done, and whether somebody is at it.

Both are files in the folder of what is compiled (cache_folder.py), so that all processes of this machine know. Who is
at a piece holds a lock, which the system takes back from a process that dies in any way: what it left undone is found
undone. Needs the standard library only, as whoever asks for a bot asks this first.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import platform
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from karat.kernel.cache_folder import folder_of_layer, layer_of
from karat.kernel.prebuilt import prebuilt

fcntl: Any = None  # Windows has none: two processes may do the same twice there, and the second result is kept
with suppress(ImportError):
    fcntl = importlib.import_module("fcntl")

TOLD_BY = ("model name", "flags", "Features", "CPU implementer", "CPU part")
"""Lines of /proc/cpuinfo that say what code the processor runs."""


@cache
def processor() -> str:
    """What code is compiled for: all that numba looks at is told by it, without loading numba."""
    chosen = [os.environ.get(name, "") for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")]
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").partition("\n\n")[0].splitlines()
    except OSError:
        lines = [platform.processor()]
    return "\0".join([platform.machine(), *chosen, *(line for line in lines if line.startswith(TOLD_BY))])


def is_compiling() -> bool:
    """Whether kernels are compiled here at all; as numba reads it."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}


class Claim:
    """A piece of work, named by `module:function`, that calls all that is to be compiled."""

    def __init__(self, path: str) -> None:
        module, _, function = path.partition(":")
        found = importlib.util.find_spec(module)
        # The folder is not named after modules that only call kernels, so the mark is.
        calls = Path(found.origin).read_bytes() if found and found.origin else b""
        digest = hashlib.sha256(processor().encode() + b"\0" + calls).hexdigest()[:16]
        brought = prebuilt()
        self.is_brought = brought is not None and brought.covers(path, calls)
        folder = folder_of_layer(layer_of(module)) / "pieces"
        self.mark = folder / f"{module}.{function}-{digest}"
        self.lock = self.mark.with_name(f"{self.mark.name}.lock")
        self._was_done = False

    @property
    def is_done(self) -> bool:
        return not is_compiling() or self.is_brought or self._is_marked()

    def _is_marked(self) -> bool:
        """What was done once stays so: a server asks before every move of a bot, and the disk would answer slowly."""
        self._was_done = self._was_done or self.mark.exists()
        return self._was_done

    def finish(self) -> None:
        """Say that all of it was compiled and kept."""
        with suppress(OSError):  # where nothing can be kept, nothing is, and the next process compiles again
            self.mark.touch()

    def held(self, *, wait: bool = True) -> AbstractContextManager[bool]:
        """Be at it, and nobody else; whether that is so. Without `wait`, False where somebody is."""
        return locked(self.lock, wait=wait)


@contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold the lock of a file; whether that is so. Without `wait`, False where somebody else holds it."""
    if fcntl is None:
        yield True
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # nothing can be kept there, so nobody has to wait for it either
        yield True
        return
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            held = True
        except BlockingIOError:
            held = False
        yield held
    finally:
        os.close(file)


@cache
def claim(path: str) -> Claim:
    """The claim of a piece; sources are read once, as those of kernels are."""
    return Claim(path)
