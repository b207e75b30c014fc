"""Passwords, hashed with argon2id beside the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from karat.kernel.threads import cores

SHORTEST, LONGEST = 8, 256
"""In characters; what is longer would only cost time."""
FEWEST_DIFFERENT = 4


class BadPassword(ValueError):
    """A password that is not taken; `why` is a word that a client can translate."""

    def __init__(self, why: PasswordFault) -> None:
        super().__init__(why.value)
        self.why = why


class PasswordFault(StrEnum):
    TOO_SHORT = "password_too_short"
    TOO_LONG = "password_too_long"
    TOO_SIMPLE = "password_too_simple"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a guess costs whoever makes it: by default two passes over 19 MiB."""

    passes: int = 2
    kibibytes: int = 19 * 1024
    lanes: int = 1

    def hasher(self) -> PasswordHasher:
        return PasswordHasher(time_cost=self.passes, memory_cost=self.kibibytes, parallelism=self.lanes)


@dataclass(slots=True)
class Passwords:
    """Hashes and checks, at most `threads` at a time: a flood of logins takes neither all memory nor every core."""

    cost: Cost = field(default_factory=Cost)
    threads: int = field(default_factory=lambda: min(4, max(1, cores() - 1)))
    _hasher: PasswordHasher = field(init=False)
    _nobodys: str = field(init=False)
    _pool: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self._hasher = self.cost.hasher()
        self._nobodys = self._hasher.hash("the password of nobody")
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="argon2")

    async def hashed(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._hasher.hash, password)

    async def fits(self, password: str, hashed: str | None) -> bool:
        """Whether it is the password; without a hash it takes just as long, and is not."""
        known = hashed is not None
        fits = await asyncio.get_running_loop().run_in_executor(
            self._pool, self._verify, hashed or self._nobodys, password if len(password) <= LONGEST else ""
        )
        return fits and known

    def outdated(self, hashed: str) -> bool:
        """Whether it was hashed at another cost than today's."""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def check_password(password: str, name: str) -> None:
    """BadPassword where it is too short, too long, or too easily guessed beside that name."""
    if len(password) < SHORTEST:
        raise BadPassword(PasswordFault.TOO_SHORT)
    if len(password) > LONGEST:
        raise BadPassword(PasswordFault.TOO_LONG)
    beside = password.casefold().replace(name.casefold(), "")
    if len(set(password)) < FEWEST_DIFFERENT or not beside or beside.isdecimal():
        raise BadPassword(PasswordFault.TOO_SIMPLE)
