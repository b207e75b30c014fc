"""Compiled kernels that came with a platform wheel: found by what they were made from, checked before they are run.

`scripts/kernels` fills the folder `machine_code/`, and a wheel packs it. A checkout and a pure wheel have none, and
everything is compiled there.

| file            | holds                                                                                   |
|-----------------|-----------------------------------------------------------------------------------------|
| `__init__.py`   | the hash of the manifest: whoever can change a module of ours runs code here anyway     |
| `manifest.json` | what the code was made from; for each kernel and signature, its file and that one's hash |
| `*.nbc`         | what numba keeps of one kernel, as a pickle                                             |

Asking needs the standard library only: what was brought counts as compiled (claims.py) before numba is loaded.

A pickle is code. So nothing is read from a place that others can write, a file is unpickled only if its hash is the
one of the manifest, and whatever is wrong ends in compiling, as on any other machine.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import platform
import stat
import sys
import sysconfig
import warnings
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

from karat.kernel.cache_folder import PACKAGE, PORTABLE, layer_of, source_digest

FOLDER = PACKAGE / "machine_code"
MANIFEST = "manifest.json"

FAMILY = "x86-64-v3"
"""The processors that prebuilt code is for, by LLVM's name: x86-64 with AVX2 and BMI2, since about 2013."""
FEATURES = (
    *("64bit", "avx", "avx2", "bmi", "bmi2", "cmov", "cx16", "cx8", "f16c", "fma", "fxsr", "lzcnt", "mmx", "movbe"),
    *("popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1", "sse4.2", "ssse3", "xsave"),
)
"""All that a processor of the family has, and all that the code may use."""
FLAGS = (
    *(
        "abm",
        "avx",
        "avx2",
        "bmi1",
        "bmi2",
        "cmov",
        "cx16",
        "cx8",
        "f16c",
        "fma",
        "fxsr",
        "lahf_lm",
        "lm",
        "mmx",
        "movbe",
    ),
    *("pni", "popcnt", "sse", "sse2", "sse4_1", "sse4_2", "ssse3", "xsave"),
)
"""The same as Linux writes them."""
BUILD_SETTINGS = {
    "NUMBA_CPU_NAME": FAMILY,
    "NUMBA_CPU_FEATURES": ",".join(f"+{feature}" for feature in FEATURES),
}
"""The variables under which numba compiles for the family and not for the machine it runs on."""


CPUINFO = Path("/proc/cpuinfo")


def family() -> str | None:
    """The processor's family if kernels that were compiled for it are as good here as our own, else None.

    Where the bit deposit of BMI2 is slow, on AMD before Zen 3, they would run, and every draw of a card would be slow
    for ever: better to compile once. And who tells numba what to compile for means it.
    """
    if PORTABLE:
        return None
    asked = {name: os.environ[name] for name in BUILD_SETTINGS if os.environ.get(name)}
    if asked:
        return FAMILY if asked == BUILD_SETTINGS else None
    about = processor()
    slow = about.get("vendor_id") == "HygonGenuine" or (
        about.get("vendor_id") == "AuthenticAMD" and int(about.get("cpu family", "0")) < ZEN_3
    )
    return FAMILY if not slow and set(FLAGS) <= set(about.get("flags", "").split()) else None


ZEN_3 = 25
"""AMD's number of that family of processors."""


def processor() -> dict[str, str]:
    """What Linux tells of the first processor; nothing elsewhere, as wheels with kernels are for Linux."""
    try:
        lines = CPUINFO.read_text("utf-8").partition("\n\n")[0].splitlines()
    except OSError:
        return {}
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


class Unusable(ValueError):
    """The prebuilt code is not for this machine, or not to be trusted; the message says why."""


class Untrusted(Unusable):
    """It is not what the wheel held, or others could make it so."""


def made_for(family: str | None) -> dict[str, str]:
    """All that compiled code depends on but sources, as it is here; `family` is that of the processor.

    Kernels make no arrays, so numpy counts by the version that its binary interface may change with.
    """
    return {
        "python": f"{sys.implementation.cache_tag}{sys.abiflags}",
        "platform": sysconfig.get_platform(),
        "numba": version("numba"),
        "llvmlite": version("llvmlite"),
        "numpy": ".".join(version("numpy").split(".")[:2]),
        "processor": family or platform.machine(),
    }


class Prebuilt:
    """The code in a folder, for the machine that `here` tells; Unusable if it is for another, or not to be trusted."""

    def __init__(self, folder: Path, digest: str, here: Mapping[str, str]) -> None:
        self.folder = folder
        for place in (folder, *folder.parents):
            check_owner(os.stat(place), place)  # noqa: PTH116 -- as fstat, below
            if place == PACKAGE:
                break
        manifest = json.loads(self._read(MANIFEST, digest))
        for name, wanted in manifest["made_for"].items():
            if here.get(name) != wanted:
                raise Unusable(
                    f"the compiled kernels in {folder} are for {name} {wanted}, and this is {here.get(name)}"
                )
        self._sources: dict[str, str] = manifest["sources"]
        self._pieces: dict[str, str] = manifest["pieces"]
        self._files: dict[str, dict[str, list[str]]] = manifest["kernels"]
        self._fresh: dict[str, bool] = {}

    def find(self, module: str, function: str, signature: str) -> bytes | None:
        """What numba kept of a kernel, or None where it has to be compiled."""
        found = self._files.get(f"{module}.{function}", {}).get(signature)
        if found is None or not self._is_fresh(module):
            return None
        try:
            return self._read(*found)
        except (OSError, Untrusted) as wrong:
            warnings.warn(f"{wrong}; compiling instead", RuntimeWarning, stacklevel=2)
            return None

    def covers(self, path: str, calls: bytes) -> bool:
        """Whether all is here that a piece of work, `module:function`, compiles; `calls` is the module's source."""
        return self._pieces.get(path) == hashlib.sha256(calls).hexdigest() and self._is_fresh(path.partition(":")[0])

    def _is_fresh(self, module: str) -> bool:
        """Whether the kernels of a module, and those they call, still are what was compiled."""
        layer = layer_of(module)
        if layer.name not in self._fresh:
            self._fresh[layer.name] = self._sources.get(layer.name) == source_digest(layer)
        return self._fresh[layer.name]

    def _read(self, name: str, digest: str) -> bytes:
        """A file of the folder, if it is the one that was packed."""
        path = self.folder / name
        with path.open("rb") as file:
            check_owner(os.fstat(file.fileno()), path)
            content = file.read()
        if hashlib.sha256(content).hexdigest() != digest:
            raise Untrusted(f"{path} is not the file that was packed: install karat-games again")
        return content


def check_owner(about: os.stat_result, path: Path) -> None:
    """Untrusted if anybody but the user and root may write there."""
    if os.name != "posix":
        return
    if about.st_uid not in {0, os.geteuid()}:
        raise Untrusted(f"{path} belongs to another user")
    if about.st_mode & stat.S_IWOTH or (about.st_mode & stat.S_IWGRP and not is_private(about.st_gid, about.st_uid)):
        raise Untrusted(f"{path} can be written by others")


@cache
def is_private(group: int, user: int) -> bool:
    """Whether a group has one member, this user: many systems give each user one, and let it write by default."""
    import grp  # noqa: PLC0415 -- these two are on POSIX alone
    import pwd  # noqa: PLC0415

    try:
        owner, members = pwd.getpwuid(user), grp.getgrgid(group).gr_mem
    except KeyError:
        return False
    first = {one.pw_name for one in pwd.getpwall() if one.pw_gid == group}
    return owner.pw_gid == group and {*members, *first} == {owner.pw_name}


def installed() -> Prebuilt:
    """What came with this installation; Unusable if there is nothing, or it cannot be used here."""
    if not (FOLDER / MANIFEST).exists():
        raise Unusable("no compiled kernels came with this installation")
    try:
        digest: str = importlib.import_module(f"{PACKAGE.name}.{FOLDER.name}").DIGEST
        return Prebuilt(FOLDER, digest, made_for(family()))
    except OSError as error:
        raise Unusable(f"{error.filename}: {error.strerror}") from None


@cache
def prebuilt() -> Prebuilt | None:
    """The same, or None: whoever asks compiles then. It is said aloud only if what there is cannot be trusted."""
    try:
        return installed()
    except Untrusted as wrong:
        warnings.warn(f"{wrong}; compiling instead", RuntimeWarning, stacklevel=2)
    except Unusable:
        pass
    return None
