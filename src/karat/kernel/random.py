"""Chance for kernels: a fast generator, and the twin of `karat.shuffle` for deals.

Both keep their state in an array of uint64 that the caller owns and hands in.

| array        | words | holds                                                                              |
|--------------|-------|------------------------------------------------------------------------------------|
| a generator  | 4     | the state of xoshiro256++ (Blackman and Vigna), for playouts and sampled worlds    |
| a stream     | 76    | 0-7 key, 8-9 number (low, high), 10 next block, 11 words used, 12-75 four blocks   |
"""

from __future__ import annotations

import hashlib
import struct

import numpy as np
from numpy.typing import NDArray

from karat.kernel.jit import Int, kernel, outlined
from karat.shuffle import key

Words = NDArray[np.uint64]

GENERATOR_WORDS = 4
STREAM_WORDS = 76
BLOCKS = 4
"""Blocks of a stream that are made at once: enough for a deal. Word w of block b lies at 12 + 4 w + b."""

_U32 = np.uint64(0xFFFFFFFF)
_U64 = np.uint64


def generator(seed: str, number: int = 0) -> Words:
    """The state of a generator, named by a text and a number; other names give unrelated generators."""
    text = f"karat kernel 1\0{number}\0{seed}".encode("utf-8", "surrogatepass")
    return np.array(struct.unpack("<4Q", hashlib.sha256(text).digest()), np.uint64)


def generators(seed: str, count: int) -> Words:
    """One generator for each of `count` games or threads, as rows."""
    return np.array([generator(seed, number) for number in range(count)], np.uint64).reshape(count, GENERATOR_WORDS)


@kernel
def word(rng: Words) -> Int:
    """The next 64 bits (xoshiro256++)."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    mixed = a + d
    drawn = ((mixed << _U64(23)) | (mixed >> _U64(41))) + a
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ (b << _U64(17))
    rng[3] = (d << _U64(45)) | (d >> _U64(19))
    return drawn


@kernel
def below(rng: Words, bound: Int) -> Int:
    """A whole number from 0 to bound-1, each equally likely (Lemire's method, exact); bound < 2**32."""
    size = _U64(bound)
    product = (word(rng) >> _U64(32)) * size
    if product & _U32 < size:
        threshold = ((_U32 - size) + _U64(1)) % size
        while product & _U32 < threshold:
            product = (word(rng) >> _U64(32)) * size
    return np.int64(product >> _U64(32))


@kernel
def shuffle(rng: Words, pile: NDArray[np.int64], size: Int) -> None:
    """The first `size` entries of `pile`, in an order in which each is equally likely."""
    for last in range(size - 1, 0, -1):
        other = below(rng, last + 1)
        pile[last], pile[other] = pile[other], pile[last]


# The twin of karat.shuffle: must agree with it for ever.


def key_words(seed: str) -> Words:
    """The eight words of a seed's key."""
    return np.array(struct.unpack("<8I", key(seed)), np.uint64)


def stream(seed: str, number: int = 0) -> Words:
    """The twin of `karat.shuffle.Stream(seed, number)`."""
    words = np.zeros(STREAM_WORDS, np.uint64)
    words[:8] = key_words(seed)
    words[8], words[9] = number & 0xFFFFFFFF, number >> 32 & 0xFFFFFFFF
    words[11] = 16 * BLOCKS
    return words


@kernel
def open_stream(stream: Words, key: Words, number: Int) -> None:
    """Make `stream` the run of that number under a key: 8 words, as `key_words` gives them."""
    for place in range(8):
        stream[place] = key[place]
    stream[8] = _U64(number) & _U32
    stream[9] = _U64(number) >> _U64(32)
    stream[10] = _U64(0)
    stream[11] = _U64(16 * BLOCKS)


@kernel
def _quarter(a: Int, b: Int, c: Int, d: Int) -> tuple[Int, Int, Int, Int]:
    """The quarter round of ChaCha, on words of 32 bits."""
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32((d << np.uint32(16)) | (d >> np.uint32(16)))
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32((b << np.uint32(12)) | (b >> np.uint32(20)))
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32((d << np.uint32(8)) | (d >> np.uint32(24)))
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32((b << np.uint32(7)) | (b >> np.uint32(25)))
    return a, b, c, d


@kernel
def _double_round(words: tuple[Int, ...]) -> tuple[Int, ...]:
    """Two rounds of ChaCha, on the sixteen words of a block."""
    a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q = words
    a, e, i, n = _quarter(a, e, i, n)  # the columns
    b, f, j, o = _quarter(b, f, j, o)
    c, g, k, p = _quarter(c, g, k, p)
    d, h, m, q = _quarter(d, h, m, q)
    a, f, k, q = _quarter(a, f, k, q)  # the diagonals
    b, g, m, n = _quarter(b, g, m, n)
    c, h, i, o = _quarter(c, h, i, o)
    d, e, j, p = _quarter(d, e, j, p)
    return a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q


@outlined
def chacha_blocks(stream: Words) -> None:
    """The stream's next four blocks of sixteen words, by eight rounds of ChaCha.

    Written for the compiler to do all four at once: rounds without a loop, and what the blocks have at the same
    place side by side.
    """
    s00, s01 = np.uint32(0x61707865), np.uint32(0x3320646E)
    s02, s03 = np.uint32(0x79622D32), np.uint32(0x6B206574)
    s04, s05, s06, s07 = np.uint32(stream[0]), np.uint32(stream[1]), np.uint32(stream[2]), np.uint32(stream[3])
    s08, s09, s10, s11 = np.uint32(stream[4]), np.uint32(stream[5]), np.uint32(stream[6]), np.uint32(stream[7])
    s13, s14, s15 = np.uint32(stream[8]), np.uint32(stream[9]), np.uint32(0)
    first = np.uint32(stream[10])
    for block in range(BLOCKS):
        s12 = np.uint32(first + np.uint32(block))
        words = (s00, s01, s02, s03, s04, s05, s06, s07, s08, s09, s10, s11, s12, s13, s14, s15)
        words = _double_round(_double_round(_double_round(_double_round(words))))
        a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q = words
        stream[12 + block], stream[16 + block] = _sum(a, s00), _sum(b, s01)
        stream[20 + block], stream[24 + block] = _sum(c, s02), _sum(d, s03)
        stream[28 + block], stream[32 + block] = _sum(e, s04), _sum(f, s05)
        stream[36 + block], stream[40 + block] = _sum(g, s06), _sum(h, s07)
        stream[44 + block], stream[48 + block] = _sum(i, s08), _sum(j, s09)
        stream[52 + block], stream[56 + block] = _sum(k, s10), _sum(m, s11)
        stream[60 + block], stream[64 + block] = _sum(n, s12), _sum(o, s13)
        stream[68 + block], stream[72 + block] = _sum(p, s14), _sum(q, s15)
    stream[10] += _U64(BLOCKS)
    stream[11] = _U64(0)


@kernel
def _sum(one: Int, other: Int) -> Int:
    return _U64(np.uint32(one + other))


@kernel
def stream_word(stream: Words) -> Int:
    """The next 32 bits of the stream."""
    if stream[11] == _U64(16 * BLOCKS):
        chacha_blocks(stream)
    used = stream[11]
    stream[11] = used + _U64(1)
    return stream[_U64(12) + ((used & _U64(15)) << _U64(2)) + (used >> _U64(4))]


@kernel
def stream_below(stream: Words, bound: Int) -> Int:
    """As `below`, from a stream: the numbers that `karat.shuffle` draws."""
    size = _U64(bound)
    product = stream_word(stream) * size
    if product & _U32 < size:
        threshold = ((_U32 - size) + _U64(1)) % size
        while product & _U32 < threshold:
            product = stream_word(stream) * size
    return np.int64(product >> _U64(32))


@kernel
def stream_shuffle(stream: Words, pile: NDArray[np.int64], size: Int) -> None:
    """The first `size` entries of `pile` in the order that `karat.shuffle` gives them."""
    for last in range(size - 1, 0, -1):
        other = stream_below(stream, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
