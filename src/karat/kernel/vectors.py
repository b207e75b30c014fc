"""Kernels that are written in LLVM's language: many numbers at once, and what is summed up stays in registers.

What numba makes of such loops reads and writes memory for each number. These do the same in the same order, so that a
result is the same to its last bit. `rows.py` has them once more in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from karat.kernel.jit import cgutils


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
