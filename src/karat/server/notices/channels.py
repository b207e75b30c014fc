"""Where people want to be told: browsers, programs that are called, an address for mail. Each is a row."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from karat.server.notices.web_push import BrowserKeys
from karat.server.people.accounts import NotPossible, new_id
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.store.database import Database, Row

MOST_EACH = 10
"""Channels of a person."""
CODE_DIGITS, CODE_FOR, CODE_TRIES = 8, 3600.0, 5
"""A code by mail: how long it is, how many seconds it is good for, and how often one may guess."""
MOST_FAILURES = 40
"""Tries in a row that fail before a channel is given up."""
GONE = "DELETE FROM channels WHERE id = ?"
LOST = "UPDATE channels SET confirmed = NULL, failures = ? WHERE id = ?"
COLUMNS = "id, person, kind, address, secret, language, label, stop, made, confirmed, used, failures"


class ChannelKind(StrEnum):
    PUSH = "push"
    WEBHOOK = "webhook"
    MAIL = "mail"


class Channel(NamedTuple):
    """One place in which a person is told."""

    id: str
    person: str
    kind: ChannelKind
    address: str
    secret: str
    """A browser's keys, or that by which calls to a program are signed, or what a code by mail must be."""
    language: str
    label: str
    stop: str
    """Who knows this may end it: the link in a mail."""
    made: float
    confirmed: float | None
    used: float | None
    """When it last took something."""
    failures: int
    """How many tries have failed since."""

    @classmethod
    def of(cls, row: Row) -> Channel:
        id_, person, kind, address, secret, language, label, stop, made, confirmed, used, failures = row
        return cls(
            str(id_), str(person), ChannelKind(str(kind)), str(address), str(secret), str(language), str(label),
            str(stop), float(str(made)), None if confirmed is None else float(str(confirmed)),
            None if used is None else float(str(used)), int(str(failures)),
        )  # fmt: skip

    @property
    def is_gone(self) -> bool:
        """Whether nobody takes anything there any more: it stays in the list, so that its person learns of it."""
        return self.confirmed is None and self.failures >= MOST_FAILURES

    @property
    def browser(self) -> BrowserKeys:
        return BrowserKeys.read(*json.loads(self.secret))


@dataclass(frozen=True, slots=True)
class Channels:
    database: Database
    now: Callable[[], float] = time.time

    async def of(self, person: str) -> list[Channel]:
        """Those of a person, the eldest first."""
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} FROM channels WHERE person = ? ORDER BY made, id",  # noqa: S608 -- our own names
            person,
        )
        return [Channel.of(row) for row in rows]

    async def all_of(self, people: Sequence[str]) -> dict[str, list[Channel]]:
        """The confirmed ones of several people."""
        marks = ", ".join("?" * len(people)) or "''"
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} FROM channels WHERE confirmed IS NOT NULL AND person IN ({marks})",  # noqa: S608
            *people,
        )
        found: dict[str, list[Channel]] = {}
        for channel in map(Channel.of, rows):
            found.setdefault(channel.person, []).append(channel)
        return found

    async def add_browser(
        self, person: str, endpoint: str, keys: tuple[str, str], language: str, label: str
    ) -> Channel:
        """A browser; whoever had it before has it no more, as two people may use the same one."""
        BrowserKeys.read(*keys)
        gone = Statement("DELETE FROM channels WHERE kind = ? AND address = ?", (ChannelKind.PUSH, endpoint))
        channel = self._new(person, ChannelKind.PUSH, endpoint, json.dumps(keys), language, label)
        return await self._add(channel, gone)

    async def add_webhook(self, person: str, url: str, language: str, label: str) -> Channel:
        """A program; its secret is told once."""
        secret = secrets.token_urlsafe(32)
        gone = Statement(
            "DELETE FROM channels WHERE person = ? AND kind = ? AND address = ? AND confirmed IS NULL",
            (person, ChannelKind.WEBHOOK, url),
        )
        return await self._add(self._new(person, ChannelKind.WEBHOOK, url, secret, language, label), gone)

    async def add_mail(self, person: str, address: str, language: str) -> tuple[Channel, str]:
        """An address that is not confirmed yet, in place of any other that is not, and the code that confirms it."""
        code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
        gone = Statement(
            "DELETE FROM channels WHERE person = ? AND kind = ? AND (confirmed IS NULL OR address = ?)",
            (person, ChannelKind.MAIL, address),
        )
        channel = self._new(person, ChannelKind.MAIL, address, code_hash(code), language, "")._replace(confirmed=None)
        return await self._add(channel, gone), code

    async def confirm(self, person: str, code: str) -> Channel:
        """The address whose code this is; NotPossible where it is none, or was guessed at too often."""
        for channel in await self.of(person):
            if channel.kind is not ChannelKind.MAIL or channel.confirmed is not None or channel.is_gone:
                continue
            if channel.failures >= CODE_TRIES or self.now() - channel.made > CODE_FOR:
                raise NotPossible("code_expired")
            if not hmac.compare_digest(code_hash(code.strip()), channel.secret):
                await self.database.write(
                    Statement("UPDATE channels SET failures = failures + 1 WHERE id = ?", (channel.id,))
                )
                raise NotPossible("wrong_mail_code")
            confirmed = Statement(
                "UPDATE channels SET confirmed = ?, secret = '', failures = 0 WHERE id = ? AND confirmed IS NULL",
                (self.now(), channel.id),
            )
            await self.database.write(confirmed)
            return channel._replace(confirmed=self.now(), secret="", failures=0)
        raise NotPossible("no_code")

    @staticmethod
    def giving_up(channel: Channel) -> list[Statement]:
        """An expired browser is forgotten; of an address or a program its person has to hear."""
        if channel.kind is ChannelKind.PUSH:
            return [Statement(GONE, (channel.id,))]
        waiting = Statement("DELETE FROM deliveries WHERE channel = ?", (channel.id,))
        return [waiting, Statement(LOST, (MOST_FAILURES, channel.id))]

    async def remove(self, person: str, channel: str) -> bool:
        gone = Statement("DELETE FROM channels WHERE id = ? AND person = ?", (channel, person), rows=1)
        return await self.database.write(gone)

    async def stop(self, token: str) -> bool:
        """End the channel whose link this is, whoever follows it."""
        return await self.database.write(Statement("DELETE FROM channels WHERE stop = ?", (token,), rows=1))

    def _new(self, person: str, kind: ChannelKind, address: str, secret: str, language: str, label: str) -> Channel:
        stop, now = secrets.token_urlsafe(24), self.now()
        return Channel(new_id(), person, kind, address, secret, language, label, stop, now, now, None, 0)

    async def _add(self, channel: Channel, *before: Statement) -> Channel:
        known = [one for one in await self.of(channel.person) if one.address != channel.address]
        if len(known) >= MOST_EACH:
            raise NotPossible("too_many_channels")
        marks = ", ".join("?" * len(channel))
        added = Statement(f"INSERT INTO channels ({COLUMNS}) VALUES ({marks})", tuple(channel), rows=1)  # noqa: S608
        await self.database.write(*before, added)
        return channel


def code_hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
