"""The one place that knows numba: where compiled code is kept, and how a kernel is declared.

Nothing compiles at import: a kernel compiles when it is first called, or comes from the cache. numba does not
notice that a kernel in another file has changed, and it refuses a folder that cannot be written; so the cache lies
in a folder of our choice, named after everything that is frozen into compiled code. What is built on the kernels has
a folder of its own, so that a change in a bot does not make the rules compile again.

| setting             | meaning                                                                             |
|---------------------|-------------------------------------------------------------------------------------|
| `KARAT_CACHE`       | the folder to keep compiled code under, tried before all others                     |
| `KARAT_PORTABLE`    | `1`: do without the instructions that only some processors have (see bits.py)       |
| `NUMBA_DISABLE_JIT` | `1`: run the kernels as plain Python, slowly, with the same results                 |
"""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

Int: TypeAlias = Any
"""A whole number inside a kernel. numba settles its width; mypy knows no type that is int and np.uint64 at once."""

PACKAGE = Path(__file__).resolve().parent.parent
PORTABLE = os.environ.get("KARAT_PORTABLE", "0") not in {"", "0"}


KERNEL_SOURCES = ("shuffle.py", "kernel/**/*.py", "*/kernel/**/*.py", "*/rules/**/*.py")
LAYERS = {
    # Constants of the rules are frozen into kernels too.
    "kernel": KERNEL_SOURCES,
    "above": (*KERNEL_SOURCES, "search/**/*.py", "*/solver/**/*.py", "*/net/**/*.py", "*/search/**/*.py"),
}
"""The sources of the kernels, and of what is compiled on top of them."""


def fingerprint(layer: str = "kernel") -> str:
    """A name that changes with every source and version that compiled code of a layer depends on."""
    told = [platform.python_version(), version("numba"), version("numpy"), version("llvmlite"), str(PORTABLE)]
    sources = [source for pattern in LAYERS[layer] for source in PACKAGE.glob(pattern) if source.name != "warm.py"]
    digest = hashlib.sha256("\0".join(told).encode())
    for source in sorted(sources):
        digest.update(hashlib.sha256(str(source.relative_to(PACKAGE)).encode() + b"\0" + source.read_bytes()).digest())
    return f"{layer}-{digest.hexdigest()[:32]}"


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


def cache_folder(layer: str = "kernel") -> Path:
    """The folder for compiled code: a lasting one if any can be had, else a temporary one."""
    name = fingerprint(layer)
    for root in cache_roots():
        if is_ours(root / name):
            return root / name
    shared = Path(tempfile.gettempdir()) / f"karat-{os.geteuid() if os.name == 'posix' else 'cache'}"
    return shared / name if is_ours(shared) and is_ours(shared / name) else Path(tempfile.mkdtemp(prefix="karat-"))


CACHE = cache_folder()
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)  # numba reads it when it is imported

import numba  # noqa: E402
import numpy as np  # noqa: E402
from llvmlite import binding, ir  # type: ignore[import-untyped]  # noqa: E402
from numba.core import config as numba_config  # noqa: E402
from numba.core import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

config = cast("Any", numba_config)  # its names are made when it is loaded
config.CACHE_DIR = str(CACHE)  # should somebody have imported numba before us; see also `declared`

COMPILED = not config.DISABLE_JIT
"""Whether kernels are compiled at all."""


OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": True, "_nrt": False}


@cache
def cache_of(layer: str) -> Path:
    """Where the compiled code of a layer lies; found out when its first kernel is declared."""
    return CACHE if layer == "kernel" else cache_folder(layer)


def declared(function: FunctionT, **options: Any) -> FunctionT:
    """Hand a function to numba, which asks for the folder at this moment."""
    config.CACHE_DIR = str(cache_of("kernel" if ".kernel." in function.__module__ else "above"))
    return cast("FunctionT", numba.njit(**OPTIONS | options)(function))


def kernel(function: FunctionT) -> FunctionT:
    """Declare a kernel: compiled on first use and cached; it runs without Python's lock and raises nothing.

    It may not make arrays, only take and slice them, and takes its arguments by place. For that it is spared counting
    references, and becomes part of the kernels that call it: both together are worth a factor of five.
    """
    if not COMPILED:
        wrapping: FunctionT = np.errstate(over="ignore")(function)  # words wrap around, as in compiled code
        return wrapping
    return declared(function)


def outlined(function: FunctionT) -> FunctionT:
    """As `kernel`, for a long function that is called seldom: it stays a function of its own."""
    return declared(function, forceinline=False) if COMPILED else kernel(function)


def instruction(name: str, words: int, flags: tuple[bool, ...] = ()) -> Callable[..., Any]:
    """A kernel that is one LLVM intrinsic from `words` 64-bit words (and constant flags) to a word."""

    def typing(_: Any, *arguments: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            given = [
                context.cast(builder, value, kind, types.uint64)
                for value, kind in zip(values, signature.args, strict=True)
            ]
            word, bit = ir.IntType(64), ir.IntType(1)
            kind = ir.FunctionType(word, [word] * words + [bit] * len(flags))
            function = builder.module.declare_intrinsic(name, fnty=kind)
            return builder.call(function, [*given, *(ir.Constant(bit, int(flag)) for flag in flags)])

        return types.uint64(*arguments), generate

    # numba reads the number of arguments off the function it is given.
    def of_one(context: Any, a: Any) -> Any:
        return typing(context, a)

    def of_two(context: Any, a: Any, b: Any) -> Any:
        return typing(context, a, b)

    return cast("Callable[..., Any]", intrinsic(of_one if words == 1 else of_two))


def _store_word() -> Callable[..., Any]:
    """A kernel that writes a word over the eight bytes from a place on, lowest first, wherever they lie."""

    def typing(_: Any, out: Any, begin: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kind, place, value = signature.args
            array = context.make_array(kind)(context, builder, values[0])
            index = context.cast(builder, values[1], place, types.intp)
            pointer = builder.gep(array.data, [index])
            aimed = builder.bitcast(pointer, ir.IntType(64).as_pointer())
            builder.store(context.cast(builder, values[2], value, types.uint64), aimed, align=1)
            return context.get_dummy_value()

        return types.void(out, begin, word), generate

    return cast("Callable[..., Any]", intrinsic(typing))


store_word = _store_word()


def _store_turned() -> Callable[..., Any]:
    """A kernel for AVX2 that writes four words, `a | b << at_b | c << at_c` of three rows of four, in another order.

    The order is eight words of int32, from `begin` on in `orders`: which halves of words come one after the other.
    """

    def typing(_: Any, record: Any, a: Any, b: Any, at_b: Any, c: Any, at_c: Any, orders: Any, begin: Any, out: Any,
               to: Any) -> Any:  # fmt: skip
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            four, eight = ir.VectorType(ir.IntType(64), 4), ir.VectorType(ir.IntType(32), 8)

            def word(number: int) -> Any:
                return context.cast(builder, values[number], signature.args[number], types.int64)

            def aimed(array: int, place: int, kind: Any) -> Any:
                made = context.make_array(signature.args[array])(context, builder, values[array])
                return builder.bitcast(builder.gep(made.data, [word(place)]), kind.as_pointer())

            def row(place: int) -> Any:
                return builder.load(aimed(0, place, four), align=8)

            def shift(number: int) -> Any:
                one = builder.insert_element(ir.Constant(four, ir.Undefined), word(number), ir.IntType(32)(0))
                lanes = ir.Constant(ir.VectorType(ir.IntType(32), 4), [0, 0, 0, 0])
                return builder.shuffle_vector(one, ir.Constant(four, ir.Undefined), lanes)

            words = builder.or_(row(1), builder.shl(row(2), shift(3)))
            words = builder.bitcast(builder.or_(words, builder.shl(row(4), shift(5))), eight)
            turn = builder.module.declare_intrinsic("llvm.x86.avx2.permd", fnty=ir.FunctionType(eight, [eight, eight]))
            turned = builder.call(turn, [words, builder.load(aimed(6, 7, eight), align=4)])
            builder.store(builder.bitcast(turned, four), aimed(8, 9, four), align=8)
            return context.get_dummy_value()

        return types.void(record, a, b, at_b, c, at_c, orders, begin, out, to), generate

    return cast("Callable[..., Any]", intrinsic(typing))


store_turned = _store_turned()

SLOW_DEPOSIT = ("znver1", "znver2", "bdver4")
"""Processors that have BMI2 but take hundreds of cycles for its bit deposit."""


def has(feature: str) -> bool:
    """Whether compiled code may use it: asked of what numba compiles for, not of a list of models."""
    if PORTABLE or not COMPILED or platform.machine().lower() not in {"x86_64", "amd64"}:
        return False
    if config.CPU_FEATURES is not None:  # set by the user, as for a cluster of unlike machines
        return f"+{feature}" in config.CPU_FEATURES.split(",")
    return bool(binding.get_host_cpu_features().get(feature))


def has_bmi2() -> bool:
    """Whether compiled code should use BMI2."""
    return has("bmi2") and (config.CPU_NAME or binding.get_host_cpu_name()) not in SLOW_DEPOSIT
