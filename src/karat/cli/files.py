"""Files that users name: read with clear errors, written whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

import click

from karat.atomic_file import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def reading(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file; '-' is standard input. A file that cannot be opened is wrong use."""
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 -- closed below; only opening it is the user's mistake
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise click.UsageError(f"cannot read {path!r}: {reason}") from None
    with file:
        if file.peek(2)[:2] == b"\x1f\x8b":
            raise click.UsageError(f"cannot read {path!r}: it is compressed with gzip; unpack it first")
        yield file


@contextmanager
def writing(path: str) -> Iterator[TextIO]:
    """A file that takes its place only when all was written; '-' is standard output.

    Devices and pipes are written straight: there is nothing in them to lose.
    """
    if path == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
    except (OSError, ValueError) as error:  # the folder we are in is gone, or a name that none can have
        raise click.UsageError(f"cannot write {path!r}: {error}") from None
    if path.endswith(os.sep):
        raise click.UsageError(f"cannot write {path!r}: that is the name of a folder")
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise click.UsageError(f"cannot write {path!r}: it is a folder")
        with target.open("w", encoding="utf-8") as file:
            yield file
        return
    if not target.parent.is_dir():
        raise click.UsageError(f"cannot write {path!r}: there is no folder {str(target.parent)!r}")
    with replacing(target) as file:
        yield file
