"""How a kernel is declared, and where numba is to keep it. Nothing but this and compiler.py knows numba.

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
    """A kernel for AVX2 that writes four words, `a | b << by` of two rows of four, in another order.

    `rows` is where the two begin in the record, and by how much the second is shifted: `(a, b, by)`. The order is eight
    words of int32, from `begin` on in `orders`: which halves of words come one after the other.
    """

    def typing(_: Any, record: Any, rows: Any, orders: Any, begin: Any, out: Any, to: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            four, eight = ir.VectorType(ir.IntType(64), 4), ir.VectorType(ir.IntType(32), 8)

            def word(value: Any, kind: Any) -> Any:
                return context.cast(builder, value, kind, types.int64)

            def of_rows(number: int) -> Any:
                return word(builder.extract_value(values[1], number), signature.args[1][number])

            def aimed(array: int, place: Any, kind: Any) -> Any:
                made = context.make_array(signature.args[array])(context, builder, values[array])
                return builder.bitcast(builder.gep(made.data, [place]), kind.as_pointer())

            def row(number: int) -> Any:
                return builder.load(aimed(0, of_rows(number), four), align=8)

            one = builder.insert_element(ir.Constant(four, ir.Undefined), of_rows(2), ir.IntType(32)(0))
            lanes = ir.Constant(ir.VectorType(ir.IntType(32), 4), [0, 0, 0, 0])
            shift = builder.shuffle_vector(one, ir.Constant(four, ir.Undefined), lanes)
            words = builder.bitcast(builder.or_(row(0), builder.shl(row(1), shift)), eight)
            turn = builder.module.declare_intrinsic("llvm.x86.avx2.permd", fnty=ir.FunctionType(eight, [eight, eight]))
            order = builder.load(aimed(2, word(values[3], signature.args[3]), eight), align=4)
            turned = builder.bitcast(builder.call(turn, [words, order]), four)
            builder.store(turned, aimed(4, word(values[5], signature.args[5]), four), align=8)
            return context.get_dummy_value()

        return types.void(record, rows, orders, begin, out, to), generate

    return cast("Callable[..., Any]", intrinsic(typing))


store_turned = _store_turned()


def _narrow_words() -> Callable[..., Any]:
    """A kernel that writes 32 words of int16, none below 0, as bytes, from a place on to another array."""

    def typing(_: Any, words: Any, begin: Any, out: Any, to: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            wide, slim = ir.VectorType(ir.IntType(16), 32), ir.VectorType(ir.IntType(8), 32)

            def aimed(array: int, kind: Any) -> Any:
                made = context.make_array(signature.args[array])(context, builder, values[array])
                place = context.cast(builder, values[array + 1], signature.args[array + 1], types.intp)
                return builder.bitcast(builder.gep(made.data, [place]), kind.as_pointer())

            row, most = builder.load(aimed(0, wide), align=2), ir.Constant(wide, [255] * 32)
            least = builder.select(builder.icmp_unsigned("<", row, most), row, most)
            builder.store(builder.trunc(least, slim), aimed(2, slim), align=1)
            return context.get_dummy_value()

        return types.void(words, begin, out, to), generate

    return cast("Callable[..., Any]", intrinsic(typing))


narrow_words = _narrow_words()


def row_adder(width: int) -> Callable[..., Any]:
    """A kernel that adds rows of `width` float32, each times a factor, one after the other, to a place of `sums`.

    What is summed up stays in registers: numba's own loops would read and write it for each row.
    """
    row = ir.VectorType(ir.FloatType(), width)

    def typing(_: Any, weights: Any, begins: Any, factors: Any, count: Any, shift: Any, sums: Any, to: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            def data(array: int) -> Any:
                return context.make_array(signature.args[array])(context, builder, values[array]).data

            def word(number: int) -> Any:
                return context.cast(builder, values[number], signature.args[number], types.int64)

            def as_row(pointer: Any) -> Any:
                return builder.bitcast(pointer, row.as_pointer())

            many, lanes = word(3), ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
            place = as_row(builder.gep(data(5), [word(6)]))
            total = cgutils.alloca_once_value(builder, builder.load(place, align=4))
            with cgutils.for_range(builder, many) as loop:
                begin = builder.add(builder.load(builder.gep(data(1), [loop.index])), word(4))
                weight = builder.load(as_row(builder.gep(data(0), [begin])), align=4)
                factor = builder.load(builder.gep(data(2), [loop.index]))
                one = builder.insert_element(ir.Constant(row, ir.Undefined), factor, ir.IntType(32)(0))
                times = builder.shuffle_vector(one, ir.Constant(row, ir.Undefined), lanes)
                builder.store(builder.fadd(builder.load(total), builder.fmul(times, weight)), total)
            builder.store(builder.load(total), place, align=4)
            return context.get_dummy_value()

        return types.void(weights, begins, factors, count, shift, sums, to), generate

    return cast("Callable[..., Any]", intrinsic(typing))


def matrix_adder(width: int) -> Callable[..., Any]:
    """A kernel that adds rows of a matrix of `width` float32 to `sums`, each times the factor with its number.

    Four rows become one before they are added, the last few one after the other. It works through pieces of a row that
    any processor keeps in registers, together with what is summed up.
    """
    lanes = min(width, 16)
    piece, pieces = ir.VectorType(ir.FloatType(), lanes), range(0, width, lanes)
    word, half = ir.IntType(64), ir.IntType(32)

    def typing(_: Any, weights: Any, begin: Any, numbers: Any, factors: Any, count: Any, sums: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            def data(array: int) -> Any:
                return context.make_array(signature.args[array])(context, builder, values[array]).data

            def as_piece(pointer: Any, offset: int) -> Any:
                return builder.bitcast(builder.gep(pointer, [ir.Constant(word, offset)]), piece.as_pointer())

            def row(place: Any) -> tuple[Any, Any]:
                """Where a row begins, and its factor in all lanes."""
                number = builder.load(builder.gep(data(2), [place]))
                pointer = builder.gep(data(0), [builder.add(first, builder.mul(number, ir.Constant(word, width)))])
                factor = builder.load(builder.gep(data(3), [number]))
                one = builder.insert_element(ir.Constant(piece, ir.Undefined), factor, half(0))
                everywhere = ir.Constant(ir.VectorType(half, lanes), [0] * lanes)
                return pointer, builder.shuffle_vector(one, ir.Constant(piece, ir.Undefined), everywhere)

            def product(one: tuple[Any, Any], offset: int) -> Any:
                return builder.fmul(one[1], builder.load(as_piece(one[0], offset), align=4))

            first = context.cast(builder, values[1], signature.args[1], types.int64)
            many = context.cast(builder, values[4], signature.args[4], types.int64)
            fours = builder.lshr(many, word(2))
            targets = [as_piece(data(5), offset) for offset in pieces]
            totals = [cgutils.alloca_once_value(builder, builder.load(target, align=4)) for target in targets]
            with cgutils.for_range(builder, fours) as loop:
                place = builder.shl(loop.index, word(2))
                rows = [row(builder.add(place, word(number))) for number in range(4)]
                for total, offset in zip(totals, pieces, strict=True):
                    one, two, three, four = (product(each, offset) for each in rows)
                    added = builder.fadd(builder.fadd(one, two), builder.fadd(three, four))
                    builder.store(builder.fadd(builder.load(total), added), total)
            with cgutils.for_range(builder, builder.and_(many, word(3))) as loop:
                last = row(builder.add(builder.shl(fours, word(2)), loop.index))
                for total, offset in zip(totals, pieces, strict=True):
                    builder.store(builder.fadd(builder.load(total), product(last, offset)), total)
            for total, target in zip(totals, targets, strict=True):
                builder.store(builder.load(total), target, align=4)
            return context.get_dummy_value()

        return types.void(weights, begin, numbers, factors, count, sums), generate

    return cast("Callable[..., Any]", intrinsic(typing))


def changes_adder(width: int) -> Callable[..., Any]:
    """A kernel that adds a row of `width` float32 for each number that differs, times by how much, in their order.

    It takes the rows as `(weights, begin, stride)`, the numbers as `(before, now, blocks, last)`, blocks of 64 and a
    bit for each of the last block that counts, and `(sums, begin, out, to)`: what is added to, and where it is written.
    All of it is one loop over the bits of a word, with what is summed up in registers.
    """
    many = ir.VectorType(ir.FloatType(), 64)
    row = many if width > 64 else ir.VectorType(ir.FloatType(), width)
    shifts = range(0, width, 64)
    """No wider than that in one piece, which the compiler would not keep in registers."""

    def typing(_: Any, rows: Any, numbers: Any, sums: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            bit, word = ir.IntType(1), ir.IntType(64)

            def part(value: int, place: int) -> Any:
                kind, found = signature.args[value][place], builder.extract_value(values[value], place)
                if isinstance(kind, types.Array):
                    return context.make_array(kind)(context, builder, found).data
                return context.cast(builder, found, kind, types.int64)

            def aimed(pointer: Any, place: Any, kind: Any) -> Any:
                return builder.bitcast(builder.gep(pointer, [place]), kind.as_pointer())

            weights, begin, stride = (part(0, place) for place in range(3))
            before, now, blocks, last = (part(1, place) for place in range(4))
            given, source, out, target = (part(2, place) for place in range(4))
            lanes = ir.Constant(ir.VectorType(ir.IntType(32), row.count), [0] * row.count)

            def piece(pointer: Any, place: Any, shift: int) -> Any:
                return aimed(pointer, builder.add(place, word(shift)), row)

            begun = [builder.load(piece(given, source, shift), align=4) for shift in shifts]
            totals = [cgutils.alloca_once_value(builder, first) for first in begun]
            left = cgutils.alloca_once(builder, word)
            lowest = builder.module.declare_intrinsic("llvm.cttz.i64", fnty=ir.FunctionType(word, [word, bit]))
            with cgutils.for_range(builder, blocks) as loop:
                base = builder.mul(loop.index, word(64))
                blocked = [builder.load(aimed(array, base, many), align=4) for array in (before, now)]
                differing = builder.bitcast(builder.fcmp_unordered("!=", *blocked), word)
                at_last = builder.icmp_signed("==", loop.index, builder.sub(blocks, word(1)))
                builder.store(builder.and_(differing, builder.select(at_last, last, word(-1))), left)
                asked, found, done = (builder.append_basic_block(name) for name in ("asked", "found", "done"))
                builder.branch(asked)
                builder.position_at_end(asked)
                bits = builder.load(left)
                builder.cbranch(builder.icmp_unsigned("!=", bits, word(0)), found, done)
                builder.position_at_end(found)
                place = builder.add(base, builder.call(lowest, [bits, bit(1)]))
                builder.store(builder.and_(bits, builder.sub(bits, word(1))), left)
                factor = builder.fsub(*(builder.load(builder.gep(array, [place])) for array in (now, before)))
                one = builder.insert_element(ir.Constant(row, ir.Undefined), factor, ir.IntType(32)(0))
                times = builder.shuffle_vector(one, ir.Constant(row, ir.Undefined), lanes)
                column = builder.add(begin, builder.mul(place, stride))
                for total, shift in zip(totals, shifts, strict=True):
                    weight = builder.load(piece(weights, column, shift), align=4)
                    builder.store(builder.fadd(builder.load(total), builder.fmul(times, weight)), total)
                builder.branch(asked)
                builder.position_at_end(done)
            for total, shift in zip(totals, shifts, strict=True):
                builder.store(builder.load(total), piece(out, target, shift), align=4)
            return context.get_dummy_value()

        return types.void(rows, numbers, sums), generate

    return cast("Callable[..., Any]", intrinsic(typing))


def rectified_adder(width: int) -> Callable[..., Any]:
    """A kernel that writes the sum of `max(0, ground + own)` over rows of `width` float32 of one array.

    It takes where the ground begins in the array and where what is written, the places where the rows begin, and how
    many of these there are.
    """
    row = ir.VectorType(ir.FloatType(), width)

    def typing(_: Any, floats: Any, ground: Any, to: Any, begins: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data, places = (context.make_array(signature.args[n])(context, builder, values[n]).data for n in (0, 3))
            zeros = ir.Constant(row, [0.0] * width)

            def word(number: int) -> Any:
                return context.cast(builder, values[number], signature.args[number], types.int64)

            def aimed(place: Any) -> Any:
                return builder.bitcast(builder.gep(data, [place]), row.as_pointer())

            total, base = cgutils.alloca_once_value(builder, zeros), builder.load(aimed(word(1)), align=4)
            with cgutils.for_range(builder, word(4)) as loop:
                own = builder.load(aimed(builder.load(builder.gep(places, [loop.index]))), align=4)
                both = builder.fadd(base, own)
                lit = builder.select(builder.fcmp_ordered(">", both, zeros), both, zeros)
                builder.store(builder.fadd(builder.load(total), lit), total)
            builder.store(builder.load(total), aimed(word(2)), align=4)
            return context.get_dummy_value()

        return types.void(floats, ground, to, begins, count), generate

    return cast("Callable[..., Any]", intrinsic(typing))


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
