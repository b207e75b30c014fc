"""What tests about people share: a clock that is moved by hand, passwords that hash in a moment, accounts at hand."""

from __future__ import annotations

from dataclasses import dataclass

from karat.server.people.accounts import Accounts, Person
from karat.server.people.passwords import Cost, Passwords
from karat.server.store.database import Database

QUICK = Passwords(Cost(passes=1, kibibytes=8, lanes=1))
GOOD_PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody


@dataclass
class Clock:
    time: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        self.time += seconds


def accounts_in(database: Database) -> Accounts:
    return Accounts(database, QUICK)


async def register(database: Database, *names: str) -> list[Person]:
    accounts = accounts_in(database)
    return [await accounts.register(name, GOOD_PASSWORD) for name in names]
