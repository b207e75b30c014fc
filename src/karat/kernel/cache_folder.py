"""Where compiled code is kept: a folder for each layer, named after all that is frozen into what lies in it.

numba does not notice that a kernel in another file has changed, and refuses a folder that cannot be written. So the
folder is of our choice, and its name has the sources and versions in it. Inside it a file's place follows from its
module: checkouts with the same sources share what was compiled.

| layer          | holds kernels of                | its name changes with                                         |
|----------------|---------------------------------|---------------------------------------------------------------|
| `tools`        | `karat.kernel`                  | `shuffle.py`, `kernel/`                                       |
| `aurum-kernel` | a game's `kernel/`              | the same, and the game's `kernel/` and `rules/`               |
| `aurum-above`  | its `solver/`, `net/`, `search/` | the same, and these three, and `search/`                     |
| `aurum-lab`    | its other rooms                 | the same, and its `judge/` and `lab/`                         |
| `outside`      | everybody else's modules        | all of these, of every game                                   |
"""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent
PORTABLE = os.environ.get("KARAT_PORTABLE", "0") not in {"", "0"}

TOOLS = ("shuffle.py", "kernel/**/*.py")
KERNEL = ("kernel", "rules")  # constants of the rules are frozen into kernels too
ABOVE = ("solver", "net", "search")
OTHERS = ("judge", "lab")
NOT_FROZEN = ("warm.py", "claims.py", "prebuilt.py")  # what has kernels compiled, or loads them, is a part of none


class Layer(NamedTuple):
    """Kernels that are compiled again together."""

    name: str
    sources: tuple[str, ...]
    """Patterns of files in the package."""


def layer_of(module: str) -> Layer:
    """The layer that the kernels of a module belong to."""
    package, part, room = (*module.split("."), "", "")[:3]
    if (package, part) == (PACKAGE.name, "kernel"):
        return Layer("tools", TOOLS)
    if package != PACKAGE.name or not (PACKAGE / part / "rules").is_dir():  # it may call kernels of any game
        part, room = "*", ""
    kernel = TOOLS + patterns(part, KERNEL)
    if room == "kernel":
        return Layer(f"{part}-kernel", kernel)
    above = (*kernel, "search/**/*.py", *patterns(part, ABOVE))
    if room in ABOVE:
        return Layer(f"{part}-above", above)
    return Layer("outside" if part == "*" else f"{part}-lab", above + patterns(part, OTHERS))


def patterns(game: str, rooms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{game}/{room}/**/*.py" for room in rooms)


def fingerprint(layer: Layer) -> str:
    """A name that changes with every source and version that compiled code of a layer depends on."""
    versions = [platform.python_version(), version("numba"), version("numpy"), version("llvmlite"), str(PORTABLE)]
    digest = hashlib.sha256("\0".join([*versions, source_digest(layer)]).encode())
    return f"{layer.name}-{digest.hexdigest()[:32]}"


def source_digest(layer: Layer) -> str:
    """A hash that changes with every source of a layer."""
    sources = {path for pattern in layer.sources for path in PACKAGE.glob(pattern) if path.name not in NOT_FROZEN}
    digest = hashlib.sha256()
    for source in sorted(sources):
        name = source.relative_to(PACKAGE).as_posix()
        digest.update(hashlib.sha256(name.encode() + b"\0" + source.read_bytes()).digest())
    return digest.hexdigest()


def cache_roots() -> Iterator[Path]:
    """Where compiled code may be kept, best place first."""
    if chosen := os.environ.get("KARAT_CACHE"):
        yield Path(chosen)
    if sys.prefix != sys.base_prefix:  # goes when the environment goes, and every user of it finds it warm
        yield Path(sys.prefix) / "cache" / "karat"
    if xdg := os.environ.get("XDG_CACHE_HOME"):
        yield Path(xdg) / "karat"
    if home := os.environ.get("HOME"):
        yield Path(home) / ".cache" / "karat"


def is_ours(folder: Path) -> bool:
    """Whether `folder` can be written, and by nobody whom we should not trust: cached code is run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        about = folder.stat()
    except OSError:
        return False
    return os.name != "posix" or (about.st_uid == os.geteuid() and not about.st_mode & stat.S_IWOTH)


def cache_folder(layer: Layer) -> Path:
    """The folder for compiled code: a lasting one if any can be had, else a temporary one."""
    name = fingerprint(layer)
    for root in cache_roots():
        if is_ours(root / name):
            return root / name
    shared = Path(tempfile.gettempdir()) / f"karat-{os.geteuid() if os.name == 'posix' else 'cache'}"
    return shared / name if is_ours(shared) and is_ours(shared / name) else Path(tempfile.mkdtemp(prefix="karat-"))


folder_of_layer = cache(cache_folder)
"""The same, found out when the first kernel of a layer is declared: what is loaded is what the sources were then."""


def place_of(module: str, file: str) -> Path:
    """Where the compiled code of a module lies; its file tells apart those of others that have the same name."""
    folder = folder_of_layer(layer_of(module))
    package, *inside = module.split(".")
    if package == PACKAGE.name:
        return folder.joinpath(*inside[:-1])
    return folder / f"{module}-{hashlib.sha256(os.path.realpath(file).encode()).hexdigest()[:16]}"
