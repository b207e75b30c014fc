"""Who someone is: guests at once, accounts with a password or a passkey, and bots that belong to an account.

A person keeps one id for ever. A guest who becomes an account therefore keeps every match without anything being
moved, and a name can change without anything being lost.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from karat.server.people.live_sessions import out
from karat.server.people.names import (
    BadName,
    NameFault,
    capital_key,
    clean_name,
    kept_key,
    name_key,
    plain,
    search_key,
)
from karat.server.people.passwords import Passwords, check_password
from karat.server.people.succession import handing_on
from karat.server.store.database import Row, Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from karat.server.store.database import Database, Value

MOST_LISTED = 200
COLUMNS = "id, kind, name, created, suspended, owner, look_alike, avatar, shows, moderator"


class Shown(StrEnum):
    """A part of a profile that a person may keep to themself."""

    RATINGS = "ratings"
    STATISTICS = "statistics"
    MATCHES = "matches"
    ONLINE = "online"
    """Whether one is there and at which public table one plays; for friends alone."""


EVERYTHING_SHOWN = frozenset(Shown)


class AccountKind(StrEnum):
    GUEST = "guest"
    ACCOUNT = "account"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    kind: AccountKind
    name: str
    created: float
    """In seconds since 1970, as all times here."""
    suspended: bool
    owner: str | None
    """The account that a bot belongs to."""
    look_alike: bool = False
    """Whether the name looks like somebody's who was there before; such names are no longer given."""
    avatar: str = ""
    """An emblem and a colour, `moon/red`; empty where none was chosen."""
    shows: frozenset[Shown] = EVERYTHING_SHOWN
    """What others see in the profile."""
    moderator: bool = False

    @classmethod
    def of(cls, row: Row) -> Person:
        id_, kind, name, created, suspended, owner, look_alike, avatar, shows, moderator = row
        return cls(
            str(id_),
            AccountKind(str(kind)),
            str(name),
            float(str(created)),
            bool(suspended),
            None if owner is None else str(owner),
            bool(look_alike),
            str(avatar),
            frozenset(map(Shown, str(shows).split())),
            bool(moderator),
        )


class WrongLogin(ValueError):
    """No account has this name and this password; which of the two is wrong is not told."""


class Suspended(ValueError):
    """The account may not be used; it was the right password."""


class NotPossible(ValueError):
    """Something that this kind of person cannot do; the message is a word that a client can translate."""


def new_id() -> str:
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True)
class Accounts:
    database: Database
    passwords: Passwords = field(default_factory=Passwords)
    now: Callable[[], float] = time.time

    async def find(self, person: str) -> Person | None:
        rows = await self.database.fetch(f"SELECT {COLUMNS} FROM people WHERE id = ?", person)  # noqa: S608
        return Person.of(rows[0]) if rows else None

    async def named(self, name: str) -> Person | None:
        """The account or bot of that name, however it is written; of several that look alike, the one that is meant."""
        rows = await self._rows_named(name)
        return Person.of(rows[0][:-1]) if rows else None

    async def _rows_named(self, name: str) -> list[Row]:
        """Their columns and their password, whoever is written just so first."""
        keys = (name_key(name), kept_key(name), capital_key(name))
        rows = await self.database.fetch(
            f"SELECT {COLUMNS}, password FROM people WHERE name_key IN (?, ?) OR capital_key = ?",  # noqa: S608
            *keys,
        )
        return sorted(rows, key=lambda row: (plain(str(row[2])) != plain(name), str(row[0])))

    async def make_keys(self) -> int:
        """Work out the keys of names from before there were two; how many had none.

        Everybody keeps their name. Of those that look alike the eldest has the keys, and the others are marked.
        """
        rows = await self.database.fetch(
            "SELECT id, name FROM people WHERE kind <> ? AND capital_key IS NULL AND look_alike = 0"
            " ORDER BY created, id",
            AccountKind.GUEST,
        )
        if not rows:
            return 0
        known = await self.database.fetch("SELECT name_key, capital_key FROM people WHERE capital_key IS NOT NULL")
        small, capital = {str(row[0]) for row in known}, {str(row[1]) for row in known}
        # Old keys make way first: one of them may be what a new one is now.
        statements = [
            Statement("UPDATE people SET name_key = ? WHERE id = ?", (f"{row[0]!s}?", row[0])) for row in rows
        ]
        for id_, name in rows:
            keys = name_key(str(name)), capital_key(str(name))
            alike = keys[0] in small or keys[1] in capital
            statements.append(
                Statement(
                    "UPDATE people SET name_key = ?, capital_key = ?, look_alike = ? WHERE id = ?",
                    (kept_key(str(name)), None, 1, id_) if alike else (*keys, 0, id_),
                )
            )
            small.add(keys[0])
            capital.add(keys[1])
        await self.database.write(*statements)
        return len(rows)

    async def listed(self, part: str = "", after: str = "", limit: int = MOST_LISTED) -> list[Person]:
        """Everybody whose name holds `part`, by id from `after` on."""
        pattern = "%" + "".join(f"!{sign}" if sign in "!%_" else sign for sign in search_key(part)) + "%"
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} FROM people WHERE id > ? AND search LIKE ? ESCAPE '!' ORDER BY id LIMIT ?",  # noqa: S608
            after,
            pattern,
            min(limit, MOST_LISTED),
        )
        return [Person.of(row) for row in rows]

    async def guest(self, name: str) -> Person:
        """Somebody new without an account. Several guests may share a name, but not that of an account."""
        shown = clean_name(name)
        await self._free(shown, name)
        return await self._added(AccountKind.GUEST, shown, unique=False)

    async def register(self, name: str, password: str) -> Person:
        shown = clean_name(name)
        check_password(password, shown)
        await self._free(shown, name)
        return await self._added(
            AccountKind.ACCOUNT, shown, unique=True, password=await self.passwords.hashed(password)
        )

    async def _free(self, shown: str, name: str) -> None:
        """BadName for a name that is an account's: asked before a password is hashed, which costs far more."""
        if await self.named(shown):
            raise BadName(NameFault.TAKEN, name)

    async def bot(self, owner: Person, name: str) -> Person:
        """The bot of that name, made when it is new; BadName when the name is somebody else's."""
        if owner.kind is not AccountKind.ACCOUNT:
            raise NotPossible("account_needed")
        found = await self.named(name)
        if found is None:
            shown = clean_name(name)
            return await self._added(AccountKind.BOT, shown, unique=True, owner=owner.id)
        if found.owner != owner.id:
            raise BadName(NameFault.TAKEN, name)
        return found

    async def keep(self, guest: Person, name: str, password: str) -> Person:
        """The guest as an account, with the same id."""
        shown = clean_name(name)
        check_password(password, shown)
        if guest.kind is AccountKind.GUEST:  # anybody else is told so by what follows
            await self._free(shown, name)
        await self._write_name(self.promotion(guest, shown, await self.passwords.hashed(password)), name)
        return await self._known(guest.id)

    def promotion(self, guest: Person, name: str, password: str | None) -> Statement:
        """What makes a guest an account, to be committed with whatever lets them in again."""
        if guest.kind is not AccountKind.GUEST:
            raise NotPossible("already_account")
        return Statement(
            "UPDATE people SET kind = ?, name = ?, name_key = ?, capital_key = ?, search = ?, password = ?"
            " WHERE id = ? AND kind = ?",
            (
                AccountKind.ACCOUNT,
                name,
                name_key(name),
                capital_key(name),
                search_key(name),
                password,
                guest.id,
                AccountKind.GUEST,
            ),
            rows=1,
        )

    async def login(self, name: str, password: str) -> Person:
        """The account of that name and password. An unknown name takes as long as a wrong password."""
        rows = [row for row in await self._rows_named(name[: 4 * 24]) if row[1] == AccountKind.ACCOUNT]
        hashed = str(rows[0][-1]) if rows and rows[0][-1] is not None else None
        if not await self.passwords.fits(password, hashed) or hashed is None:
            raise WrongLogin("wrong_login")
        person = Person.of(rows[0][:-1])
        if person.suspended:
            raise Suspended("suspended")
        if self.passwords.outdated(hashed):
            renewed = await self.passwords.hashed(password)
            await self.database.write(
                Statement(
                    "UPDATE people SET password = ? WHERE id = ? AND password = ?", (renewed, person.id, hashed), rows=1
                )
            )
        return person

    async def change_password(self, person: Person, old: str | None, new: str) -> None:
        """A new password for who knows the old one, or has none yet and came with a passkey."""
        if person.kind is not AccountKind.ACCOUNT:
            raise NotPossible("account_needed")
        check_password(new, person.name)
        if not await self.proven(person, old or ""):
            raise WrongLogin("wrong_login")
        await self.database.write(
            Statement(
                "UPDATE people SET password = ? WHERE id = ?", (await self.passwords.hashed(new), person.id), rows=1
            )
        )

    async def proven(self, person: Person, password: str) -> bool:
        """Whether it is the person's password; also true where there is none to know."""
        rows = await self.database.fetch("SELECT password FROM people WHERE id = ?", person.id)
        hashed = rows[0][0] if rows else None
        return hashed is None or await self.passwords.fits(password, str(hashed))

    async def has_password(self, person: Person) -> bool:
        return bool(await self.database.fetch("SELECT 1 FROM people WHERE id = ? AND password IS NOT NULL", person.id))

    async def rename(self, person: Person, name: str) -> Person:
        """Matches played before show the name of their day."""
        shown = clean_name(name)
        guest = person.kind is AccountKind.GUEST
        if guest and await self.named(shown):
            raise BadName(NameFault.TAKEN, name)
        keys = (None, None) if guest else (name_key(shown), capital_key(shown))
        statement = Statement(
            "UPDATE people SET name = ?, name_key = ?, capital_key = ?, look_alike = 0, search = ? WHERE id = ?",
            (shown, *keys, search_key(shown), person.id),
            rows=1,
        )
        await self._write_name(statement, name)
        return await self._known(person.id)

    async def show(self, person: Person, avatar: str, shows: Iterable[Shown]) -> Person:
        """How a person is drawn, and what others see of them."""
        shown = " ".join(part for part in Shown if part in set(shows))
        await self.database.write(
            Statement("UPDATE people SET avatar = ?, shows = ? WHERE id = ?", (avatar, shown, person.id), rows=1)
        )
        return await self._known(person.id)

    def appointing(self, person: Person, *, moderator: bool) -> Statement:
        """What makes somebody with an account a moderator, or no longer, for the unit that also notes it."""
        if person.kind is not AccountKind.ACCOUNT:
            raise NotPossible("account_needed")
        return Statement("UPDATE people SET moderator = ? WHERE id = ?", (int(moderator), person.id), rows=1)

    async def moderators(self) -> list[Person]:
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} FROM people WHERE moderator = 1 ORDER BY name, id"  # noqa: S608
        )
        return [Person.of(row) for row in rows]

    async def suspend(self, person: Person, *, suspended: bool = True) -> None:
        """Shut somebody and their bots out, at once and everywhere, or let them in again."""
        statements = [
            Statement(
                "UPDATE people SET suspended = ? WHERE id = ? OR owner = ?", (int(suspended), person.id, person.id)
            )
        ]
        if suspended:
            own = "person IN (SELECT id FROM people WHERE id = ? OR owner = ?)"
            statements += [Statement(f"DELETE FROM sessions WHERE {own}", (person.id, person.id))]  # noqa: S608
            statements += handing_on(person.id, self.now())
        await self.database.write(*statements, notify=out(person.id))

    async def _added(
        self, kind: AccountKind, name: str, *, unique: bool, password: str | None = None, owner: str | None = None
    ) -> Person:
        person = Person(new_id(), kind, name, self.now(), suspended=False, owner=owner)
        keys = (name_key(name), capital_key(name)) if unique else (None, None)
        values: tuple[Value, ...] = (
            *(person.id, kind, name, *keys, search_key(name), password, owner, person.created),
            " ".join(Shown),
        )
        statement = Statement(
            "INSERT INTO people (id, kind, name, name_key, capital_key, search, password, owner, created, suspended,"
            " shows) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
            values,
            rows=1,
        )
        await self._write_name(statement, name)
        return person

    async def _write_name(self, statement: Statement, name: str) -> None:
        """The unique key of names is the judge: asking before would leave room for two at once."""
        if not await self.database.write(statement):
            raise BadName(NameFault.TAKEN, name)

    async def _known(self, person: str) -> Person:
        found = await self.find(person)
        if found is None:
            raise NotPossible("gone")
        return found
