"""Numbers of a run as TensorBoard reads them: a file of events, written without TensorBoard.

An event is a protocol buffer with the time, the step and named numbers; in the file it stands between its length and
checksums (CRC-32C, turned as TensorFlow's records have it).
"""

from __future__ import annotations

import os
import socket
import struct
import time
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

POLYNOMIAL = 0x82F63B78
VERSION = b"brain.Event:2"


@cache
def crc_table() -> tuple[int, ...]:
    """By byte."""
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ POLYNOMIAL * (crc & 1)
        table.append(crc)
    return tuple(table)


def crc32c(content: bytes) -> int:
    """The Castagnoli checksum.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    crc, table = 0xFFFFFFFF, crc_table()
    for byte in content:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def masked(content: bytes) -> bytes:
    crc = crc32c(content)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def of_bytes(field: int, content: bytes) -> bytes:
    """A field of a protocol buffer that holds bytes, or another buffer."""
    return varint(field << 3 | 2) + varint(len(content)) + content


def event(when: float, step: int, numbers: Mapping[str, float]) -> bytes:
    """The protocol buffer of one event."""
    values = b"".join(
        of_bytes(1, of_bytes(1, name.encode()) + varint(2 << 3 | 5) + struct.pack("<f", value))
        for name, value in numbers.items()
    )
    return varint(1 << 3 | 1) + struct.pack("<d", when) + varint(2 << 3) + varint(step) + of_bytes(5, values)


class EventFile:
    """One file in a folder that TensorBoard is pointed at; a run that goes on begins another, as is usual."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time())}.{socket.gethostname()}.{os.getpid()}"
        self._path = folder / name
        self._write(varint(1 << 3 | 1) + struct.pack("<d", time.time()) + of_bytes(3, VERSION))

    def add(self, step: int, numbers: Mapping[str, float]) -> None:
        """What was measured at a step; on the disk when this returns, so that it can be watched."""
        self._write(event(time.time(), step, numbers))

    def _write(self, content: bytes) -> None:
        length = struct.pack("<Q", len(content))
        with self._path.open("ab") as file:
            file.write(length + masked(length) + content + masked(content))
