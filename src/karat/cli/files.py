"""Files that users name: read with clear errors, written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

import click

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
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise click.UsageError(f"cannot write {path!r}: it is a folder")
        with target.open("w", encoding="utf-8") as file:
            yield file
        return
    if not target.parent.is_dir():
        raise click.UsageError(f"cannot write {path!r}: there is no folder {str(target.parent)!r}")
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with open(handle, "w", encoding="utf-8") as file:  # noqa: PTH123 -- from the handle, not a path
            yield file
            file.flush()
            os.fsync(handle)
        Path(temporary).chmod(_mode(target))
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """The permissions that the file has or, when it is new, would have had."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
