"""A way back into an account for who has lost all others: codes that open it once, on paper or, for a while, by mail.

The codes are shown when they are made and never again; the database has their hashes. They are long and random, so a
plain hash of one cannot be searched backwards, as with the tokens of sessions.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.people.accounts import AccountKind, NotPossible, Suspended
from karat.server.people.live_sessions import out
from karat.server.people.passwords import check_password
from karat.server.people.sessions import token_hash
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.people.accounts import Accounts, Person
    from karat.server.store.database import Database

HOW_MANY = 10
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without signs that pass for others on paper."""
LENGTH, GROUP = 16, 4
"""Letters of a code, and how many stand together: 79 bits."""
IN_LETTER = "letter "
"""In front of the hash of a code that goes by mail."""
LETTER_FOR = 1800.0
"""Seconds for which such a code is good."""


class WrongCode(ValueError):
    """No account has this name and this code; which of the two is wrong is not told."""


@dataclass(frozen=True, slots=True)
class CodesLeft:
    """The codes of a person that are still good."""

    count: int
    made: float | None


@dataclass(frozen=True, slots=True)
class Recovery:
    database: Database
    accounts: Accounts
    now: Callable[[], float] = time.time

    async def make(self, person: Person) -> list[str]:
        """New codes, to be shown once; those from before are worth nothing from now on."""
        if person.kind is not AccountKind.ACCOUNT:
            raise NotPossible("account_needed")
        codes = [fresh_code() for _ in range(HOW_MANY)]
        await self.database.write(
            Statement("DELETE FROM recovery_codes WHERE person = ?", (person.id,)),
            *(
                Statement(
                    "INSERT INTO recovery_codes (hash, person, made) VALUES (?, ?, ?)",
                    (code_hash(person.id, code), person.id, self.now()),
                )
                for code in codes
            ),
        )
        return codes

    async def left(self, person: Person) -> CodesLeft:
        rows = await self.database.fetch(
            "SELECT count(*), max(made) FROM recovery_codes WHERE person = ? AND hash NOT LIKE ?",
            person.id,
            f"{IN_LETTER}%",
        )
        count, made = rows[0]
        return CodesLeft(int(str(count)), None if made is None else float(str(made)))

    async def in_letter(self, person: Person) -> str:
        """A code to be mailed, in place of one that was mailed before; those on paper stay as they are."""
        code = fresh_code()
        await self.database.write(
            Statement("DELETE FROM recovery_codes WHERE person = ? AND hash LIKE ?", (person.id, f"{IN_LETTER}%")),
            Statement(
                "INSERT INTO recovery_codes (hash, person, made) VALUES (?, ?, ?)",
                (IN_LETTER + code_hash(person.id, code), person.id, self.now()),
            ),
        )
        return code

    async def use(self, name: str, code: str, password: str) -> Person:
        """The account of that name, with a new password. The code is used up, and whoever was in is out.

        Which of name and code is wrong is not told.
        """
        person = await self.accounts.named(name[:100])
        check_password(password, person.name if person else name)
        hashed = await self.accounts.passwords.hashed(password)  # takes as long whether there is such a code or not
        if person is None or person.kind is not AccountKind.ACCOUNT:
            raise WrongCode("wrong_code")
        if person.suspended:
            raise Suspended("suspended")
        hashed_code = code_hash(person.id, code)
        used = await self.database.write(
            Statement(
                "DELETE FROM recovery_codes WHERE person = ? AND (hash = ? OR (hash = ? AND made > ?))",
                (person.id, hashed_code, IN_LETTER + hashed_code, self.now() - LETTER_FOR),
                rows=1,
            ),
            Statement("UPDATE people SET password = ? WHERE id = ?", (hashed, person.id), rows=1),
            Statement("DELETE FROM sessions WHERE person = ?", (person.id,)),
            Statement("DELETE FROM devices WHERE person = ?", (person.id,)),
            notify=out(person.id),
        )
        if not used:
            raise WrongCode("wrong_code")
        return person


def fresh_code() -> str:
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def code_hash(person: str, code: str) -> str:
    """However it was typed: capitals, spaces and hyphens make no difference."""
    return token_hash(f"{person} {''.join(sign for sign in code.lower() if sign.isalnum())}")
