"""WebAuthn (WebAuthn): a key pair whose private half never leaves the person's device.

A challenge is stored once, for one purpose and a few minutes, and is gone with the first answer to it, right or wrong.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from karat.server.people.accounts import AccountKind, Accounts, NotPossible, Person, Suspended
from karat.server.people.names import BadName, NameFault, clean_name
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.store.database import Database

CHALLENGE_LASTS = 300.0
"""In seconds."""
CHALLENGE_BYTES = 32
MOST_EACH = 20
"""WebAuthn of one account."""
LONGEST_LABEL = 40
LONGEST_ANSWER = 64 * 1024


class BadPasskey(ValueError):
    """An answer that does not prove what it should; the message is for logs, not for the person."""


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Where this server stands, as browsers see it: `rp_id` is the domain that keys are for."""

    rp_id: str
    origins: tuple[str, ...]
    name: str = "Karat"


@dataclass(frozen=True, slots=True)
class WebAuthn:
    database: Database
    accounts: Accounts
    site: RelyingParty
    now: Callable[[], float] = time.time

    async def registration_options(self, person: Person, name: str | None = None) -> dict[str, Any]:
        """What the browser needs to make a key: for an account, or for a guest who wants to become one by `name`."""
        if person.kind is AccountKind.BOT:
            raise NotPossible("account_needed")
        if person.kind is AccountKind.GUEST:
            name = clean_name(name or person.name)
            if await self.accounts.named(name):
                raise BadName(NameFault.TAKEN, name)
        else:
            name = person.name
        keys = await self.database.fetch("SELECT id FROM passkeys WHERE person = ?", person.id)
        if len(keys) >= MOST_EACH:
            raise NotPossible("too_many_passkeys")
        options = generate_registration_options(
            rp_id=self.site.rp_id,
            rp_name=self.site.name,
            user_id=person.id.encode(),
            user_name=name,
            challenge=await self._challenge("register", person.id, name),
            timeout=int(CHALLENGE_LASTS * 1000),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(str(key))) for (key,) in keys],
        )
        return _plain(options_to_json(options))

    async def register(self, person: Person, answer: dict[str, Any], label: str = "") -> Person:
        """Keep the key that the browser made; a guest is an account from then on."""
        challenge, name = await self._consumed("register", person.id, answer)
        try:
            proven = verify_registration_response(
                credential=_bounded(answer),
                expected_challenge=challenge,
                expected_rp_id=self.site.rp_id,
                expected_origin=list(self.site.origins),
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
            raise BadPasskey(f"registration refused: {type(wrong).__name__}") from wrong
        statements = [
            Statement(
                "INSERT INTO passkeys (id, person, public_key, sign_count, label, created) VALUES (?, ?, ?, ?, ?, ?)",
                (
                    bytes_to_base64url(proven.credential_id),
                    person.id,
                    bytes_to_base64url(proven.credential_public_key),
                    proven.sign_count,
                    " ".join(label.split())[:LONGEST_LABEL],
                    self.now(),
                ),
                rows=1,
            )
        ]
        if person.kind is AccountKind.GUEST:
            statements.append(self.accounts.promotion(person, clean_name(name), None))
        if not await self.database.write(*statements):
            raise BadName(NameFault.TAKEN, name)
        found = await self.accounts.find(person.id)
        if found is None:
            raise NotPossible("gone")
        return found

    async def login_options(self) -> dict[str, Any]:
        """What the browser needs to offer the keys it has for us; no name is asked for, so none can be tried."""
        options = generate_authentication_options(
            rp_id=self.site.rp_id,
            challenge=await self._challenge("login", None, ""),
            timeout=int(CHALLENGE_LASTS * 1000),
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return _plain(options_to_json(options))

    async def login(self, answer: dict[str, Any]) -> Person:
        """The account whose key signed the challenge."""
        challenge, _ = await self._consumed("login", None, answer)
        try:
            credential = parse_authentication_credential_json(_bounded(answer))
        except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
            raise BadPasskey("not an answer") from wrong
        key = bytes_to_base64url(credential.raw_id)
        rows = await self.database.fetch("SELECT person, public_key, sign_count FROM passkeys WHERE id = ?", key)
        if not rows:
            raise BadPasskey("no such key")
        person, public_key, count = rows[0]
        try:
            proven = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.site.rp_id,
                expected_origin=list(self.site.origins),
                credential_public_key=base64url_to_bytes(str(public_key)),
                credential_current_sign_count=int(str(count)),
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
            raise BadPasskey(f"login refused: {type(wrong).__name__}") from wrong
        counted = Statement(
            "UPDATE passkeys SET sign_count = ?, used = ? WHERE id = ? AND sign_count = ?",
            (proven.new_sign_count, self.now(), key, int(str(count))),
            rows=1,
        )
        if not await self.database.write(counted):  # the same count twice at once: one of them is a copy
            raise BadPasskey("the key was used at the same time")
        found = await self.accounts.find(str(person))
        if found is None:
            raise BadPasskey("no such person")
        if found.suspended:
            raise Suspended("suspended")
        return found

    async def listed(self, person: Person) -> list[tuple[str, str, float, float | None]]:
        """Id, label, when made and when last used."""
        rows = await self.database.fetch(
            "SELECT id, label, created, used FROM passkeys WHERE person = ? ORDER BY created, id", person.id
        )
        return [
            (str(id_), str(label), float(str(created)), None if used is None else float(str(used)))
            for id_, label, created, used in rows
        ]

    async def remove(self, person: Person, key: str) -> bool:
        """Forget a key, unless that would lock the account."""
        others = "SELECT 1 FROM passkeys WHERE person = ? AND id <> ?"
        return await self.database.write(
            Statement(
                "DELETE FROM passkeys WHERE person = ? AND id = ? AND (EXISTS "  # noqa: S608
                f"(SELECT 1 FROM people WHERE id = ? AND password IS NOT NULL) OR EXISTS ({others}))",
                (person.id, key, person.id, person.id, key),
                rows=1,
            )
        )

    async def _challenge(self, purpose: str, person: str | None, name: str) -> bytes:
        challenge, now = secrets.token_bytes(CHALLENGE_BYTES), self.now()
        await self.database.write(
            Statement("DELETE FROM challenges WHERE expires <= ?", (now,)),
            Statement(
                "INSERT INTO challenges (id, purpose, person, name, expires) VALUES (?, ?, ?, ?, ?)",
                (bytes_to_base64url(challenge), purpose, person or "", name, now + CHALLENGE_LASTS),
                rows=1,
            ),
        )
        return challenge

    async def _consumed(self, purpose: str, person: str | None, answer: dict[str, Any]) -> tuple[bytes, str]:
        """The challenge that an answer is for, which nobody can answer again, and the name it was for."""
        try:
            signed = base64url_to_bytes(str(answer["response"]["clientDataJSON"]))
            challenge = parse_client_data_json(signed).challenge
        except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
            raise BadPasskey("not an answer") from wrong
        key = (bytes_to_base64url(challenge), purpose, person or "", self.now())
        where = "WHERE id = ? AND purpose = ? AND person = ? AND expires > ?"
        rows = await self.database.fetch(f"SELECT name FROM challenges {where}", *key)  # noqa: S608
        if not rows or not await self.database.write(Statement(f"DELETE FROM challenges {where}", key, rows=1)):  # noqa: S608
            raise BadPasskey("no such challenge")
        return challenge, str(rows[0][0])


def _bounded(answer: dict[str, Any]) -> str:
    text = json.dumps(answer)
    if len(text) > LONGEST_ANSWER:
        raise ValueError("the answer is too long")
    return text


def _plain(options: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options)
    return plain
