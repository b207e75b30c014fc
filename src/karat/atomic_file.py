"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def replacing(target: Path) -> Iterator[TextIO]:
    """A text file that takes the place of `target` when all was written; whatever goes wrong, `target` is as it was."""
    with _room_beside(target) as temporary, temporary.open("x", encoding="utf-8") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def replacing_bytes(target: Path) -> Iterator[BinaryIO]:
    """The same for a file of bytes."""
    with _room_beside(target) as temporary, temporary.open("xb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _room_beside(target: Path) -> Iterator[Path]:
    """Where a file is written that then takes the place of `target`."""
    # The name is ours before the file is there, so that whatever stops us finds it and clears it away.
    temporary = target.with_name(f".karat-{secrets.token_hex(8)}")
    try:
        yield temporary
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
