"""A message for a browser's push service: encrypted for the browser alone (RFC 8291), signed by the house (RFC 8292).

The two standards are a page of steps on primitives of `cryptography`, and their own examples are tests of ours.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from karat.server.store.database import Statement

if TYPE_CHECKING:
    from karat.server.store.database import Database

RECORD_SIZE = 4096
LAST_RECORD = b"\x02"
PUBLIC_BYTES, AUTH_BYTES = 65, 16
GOOD_FOR, RENEWED_AFTER = 12 * 3600, 6 * 3600
"""Seconds for which a signed word to a push service is good, and after which a new one is made; a day is allowed."""
KEY = "vapid"


class BadSubscription(ValueError):
    """What a browser gave is no key to encrypt with."""


class BrowserKeys(NamedTuple):
    """What a browser's subscription tells about itself: its public key and a secret, both as bytes."""

    public: bytes
    auth: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> BrowserKeys:
        """From the texts that browsers give; BadSubscription where they are none."""
        try:
            keys = cls(unbase64(p256dh), unbase64(auth))
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
        except (ValueError, binascii.Error):
            raise BadSubscription("p256dh is not a public key on the curve P-256, in base64url") from None
        if len(keys.public) != PUBLIC_BYTES or len(keys.auth) != AUTH_BYTES:
            raise BadSubscription(f"p256dh has {PUBLIC_BYTES} bytes and auth {AUTH_BYTES}")
        return keys


def encrypt(
    message: bytes, browser: BrowserKeys, *, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a request with `Content-Encoding: aes128gcm`, one record; the key and the salt are new each time."""
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    public = encoded(own.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser.public)
    secret = derived(
        own.exchange(ec.ECDH(), theirs), browser.auth, b"WebPush: info\x00" + browser.public + public, length=32
    )
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\x00", length=16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\x00", length=12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + len(public).to_bytes(1, "big") + public
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def derived(secret: bytes, salt: bytes, info: bytes, *, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encoded(public: ec.EllipticCurvePublicKey) -> bytes:
    return public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


@dataclass(slots=True)
class Signer:
    """The house's own key, and what it has signed for each push service."""

    key: ec.EllipticCurvePrivateKey
    contact: str
    """Where a push service reaches whoever runs the house: an https or mailto address."""
    _signed: dict[str, tuple[float, str]] = field(default_factory=dict)

    @property
    def public(self) -> str:
        """As browsers want it when they subscribe."""
        return base64url(encoded(self.key.public_key()))

    def authorization(self, endpoint: str, now: float) -> str:
        """The header for a request to that endpoint."""
        parts = urlsplit(endpoint)
        service = f"{parts.scheme}://{parts.netloc}"
        made, token = self._signed.get(service, (0.0, ""))
        if not token or not 0 <= now - made < RENEWED_AFTER:
            token = self.signed({"aud": service, "exp": int(now) + GOOD_FOR, "sub": self.contact})
            if len(self._signed) > 100:  # there are four or five push services in the world
                self._signed.clear()
            self._signed[service] = now, token
        return f"vapid t={token}, k={self.public}"

    def signed(self, claims: dict[str, str | int]) -> str:
        """A JSON web token, ES256."""
        said = ".".join(base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self.key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{said}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


async def house_key(database: Database) -> ec.EllipticCurvePrivateKey:
    """The key of this house, made at the first start; all workers have the same."""
    fresh = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    await database.write(
        Statement(
            "INSERT INTO house_keys (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (KEY, fresh.decode())
        )
    )
    rows = await database.fetch("SELECT value FROM house_keys WHERE name = ?", KEY)
    key = serialization.load_pem_private_key(str(rows[0][0]).encode(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("the key of this house is not one for ES256")
    return key


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    return base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
