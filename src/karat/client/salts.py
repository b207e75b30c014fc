"""One's own part in a shuffle (docs/shuffle.md): a salt that nobody else chose, pledged before any is told."""

from __future__ import annotations

import hashlib
import secrets


def fresh_salt() -> str:
    return secrets.token_hex(16)


def pledge(salt: str) -> str:
    """What is told of a salt before anybody tells theirs; empty of none."""
    return hashlib.sha256(f"karat salt 1\n{salt}".encode()).hexdigest() if salt else ""
