"""Writing a record to a file so that nobody ever finds half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from karat.record import Record, dump_line


def save_as(record: Record, path: Path, *, own: Path | None) -> str | None:
    """Save to a new file, or again to `own`; why not, in a sentence, or None when it is saved."""
    if path.is_dir():
        return f"{path} is a folder."
    if path.exists() and path != own:
        return f"{path} is there already; choose another name."
    try:
        save_record(record, path)
    except OSError as error:
        return f"{path} cannot be written: {error.strerror}."
    return None


def file_name(game: str, seed: str) -> Path:
    """A name to offer."""
    return Path(f"{game}-{''.join(letter if letter.isalnum() else '-' for letter in seed)[:40]}.jsonl")


def save_record(record: Record, path: Path) -> None:
    """Put the record into `path` as its only line, replacing what was there; OSError when that cannot be."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(dump_line(record) + "\n")
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(0o666 & ~_umask())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The process's mask, which can be read only by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
