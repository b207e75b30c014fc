"""Writing a record to a file so that nobody ever finds half of one."""

from __future__ import annotations

from pathlib import Path

from karat.atomic_file import replacing
from karat.record import Record, dump_line
from karat.words.texts import TextFile

TEXTS = TextFile("karat.screen", "table.toml")


def save_as(record: Record, path: Path, language: str, *, own: Path | None) -> str | None:
    """Save to a new file, or again to `own`; why not, in a sentence, or None when it is saved."""
    if path.is_dir():
        return TEXTS.say("write.folder", language, path=str(path))
    if path.exists() and path != own:
        return TEXTS.say("write.taken", language, path=str(path))
    try:
        save_record(record, path)
    except OSError as error:
        return TEXTS.say("write.failed", language, path=str(path), reason=str(error.strerror))
    return None


def file_name(game: str, seed: str) -> Path:
    """A name to offer."""
    return Path(f"{game}-{''.join(letter if letter.isalnum() else '-' for letter in seed)[:40]}.jsonl")


def save_record(record: Record, path: Path) -> None:
    """Put the record into `path` as its only line, replacing what was there; OSError when that cannot be."""
    with replacing(path) as file:
        file.write(dump_line(record) + "\n")
