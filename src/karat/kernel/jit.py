"""How a kernel is declared, and where numba is to keep it. Only this, compiler.py and vectors.py know numba.

Nothing compiles at import: a kernel compiles when it is first called, or comes from the cache (cache_folder.py). The
settings of numba and of the process stay as they are; only our own kernels have our own cache.

| setting             | meaning                                                                             |
|---------------------|-------------------------------------------------------------------------------------|
| `KARAT_CACHE`       | the folder to keep compiled code under, tried before all others                     |
| `KARAT_PORTABLE`    | `1`: do without the instructions that only some processors have (see bits.py)       |
| `NUMBA_DISABLE_JIT` | `1`: run the kernels as plain Python, slowly, with the same results                 |
"""

from __future__ import annotations

import inspect
import pickle
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba.core import caching, types
from numba.core import cgutils as numba_cgutils
from numba.core import config as numba_config
from numba.extending import intrinsic

from karat.kernel.cache_folder import PORTABLE, place_of
from karat.kernel.claims import locked
from karat.kernel.compiler import KernelCompiler, PartCompiler, of_one_width
from karat.kernel.prebuilt import prebuilt

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

Int: TypeAlias = Any
"""A whole number inside a kernel. numba settles its width; mypy knows no type that is int and np.uint64 at once."""

config = cast("Any", numba_config)  # its names are made when it is loaded
cgutils = cast("Any", numba_cgutils)  # has no types

COMPILED = not config.DISABLE_JIT
"""Whether kernels are compiled at all."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": True, "_nrt": False}
PART: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class KernelLocator(caching.UserProvidedCacheLocator):
    """Tells numba the folder for one function; a change in the function's own file is noticed as it always is."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(place_of(function.__module__, file))


class KernelCacheImpl(caching.CompileResultCacheImpl):
    """As numba's own, but asks no locator of the user's and none of numba's."""

    def __init__(self, function: Callable[..., Any]) -> None:
        file = inspect.getfile(function)
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelLocator(function, file)
        name = f"{Path(file).stem}.{function.__qualname__}"
        name_in_cache: Callable[..., str] = self.get_filename_base
        self._filename_base = name_in_cache(name, getattr(sys, "abiflags", ""))


class KernelCache(caching.FunctionCache):
    """As numba's own, but looks first among the kernels of the wheel, and is written by one process at a time."""

    _impl_class = KernelCacheImpl

    def _load_overload(self, signature: Any, target: Any) -> Any:
        known = prebuilt()
        kept = known and known.find(self._py_func.__module__, self._py_func.__qualname__, str(signature))
        if not kept:
            load_from_folder: Callable[..., Any] = super()._load_overload
            return load_from_folder(signature, target)
        rebuild: Callable[..., Any] = self._impl.rebuild
        return rebuild(target, pickle.loads(kept))  # noqa: S301 -- its hash is that of what the wheel was made with

    def save_overload(self, sig: Any, data: Any) -> None:
        # numba numbers the files of a kernel by its index: two processes that add to it at once would each give another
        # signature the same number, and the code of one would be loaded for the other.
        with locked(Path(self.cache_path) / ".lock"):
            save: Callable[..., None] = super().save_overload
            save(sig, data)


make_cache: Callable[..., Any] = KernelCache


def declared(function: FunctionT, **options: Any) -> FunctionT:
    """Hand a function to numba, with a cache of ours where it comes from a file."""
    options = OPTIONS | options
    dispatcher: Any = numba.njit(**options, pipeline_class=KernelCompiler)(function)
    part: Any = numba.njit(**options, **PART, pipeline_class=PartCompiler)(function)

    def get_call_template(kinds: Any, named: Any) -> Any:
        return part.get_call_template(of_one_width(kinds), named)

    # What numba asks when it meets the kernel in another one.
    dispatcher.get_call_template, dispatcher.get_overload = get_call_template, part.get_overload
    if Path(inspect.getfile(function)).exists():  # and not from a prompt
        dispatcher._cache = make_cache(function)  # noqa: SLF001 -- what `cache=True` sets to a cache of numba's
    return cast("FunctionT", dispatcher)


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

    def typing(_: Any, *kinds: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            arguments = [
                context.cast(builder, value, kind, types.uint64)
                for value, kind in zip(values, signature.args, strict=True)
            ]
            word, bit = ir.IntType(64), ir.IntType(1)
            kind = ir.FunctionType(word, [word] * words + [bit] * len(flags))
            function = builder.module.declare_intrinsic(name, fnty=kind)
            return builder.call(function, [*arguments, *(ir.Constant(bit, int(flag)) for flag in flags)])

        return types.uint64(*kinds), generate

    # numba reads the number of arguments off the function it is given.
    def of_one(context: Any, a: Any) -> Any:
        return typing(context, a)

    def of_two(context: Any, a: Any, b: Any) -> Any:
        return typing(context, a, b)

    return cast("Callable[..., Any]", intrinsic(of_one if words == 1 else of_two))


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
