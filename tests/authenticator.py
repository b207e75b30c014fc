"""A passkey in software: it answers a browser's options as a phone or a security key would (WebAuthn, ES256)."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

USER_PRESENT, USER_VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    origin: str = "https://karat.example"
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to options for a new key."""
        numbers = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        about_key = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        data = self._data(options["rp"]["id"], HAS_KEY) + about_key
        return self._answer(
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
            clientDataJSON=self._client_data("webauthn.create", options),
        )

    def sign(self, options: dict[str, Any], person: str = "") -> dict[str, Any]:
        """The answer to options for a login."""
        self.count += 1
        data, client = self._data(options["rpId"], 0), self._client_data("webauthn.get", options)
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(authenticatorData=data, clientDataJSON=client, signature=signed, userHandle=person.encode())

    def _data(self, rp_id: str, flags: int) -> bytes:
        flagged = USER_PRESENT | USER_VERIFIED | flags
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flagged]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        key = bytes_to_base64url(self.id)
        told = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": key, "rawId": key, "type": "public-key", "response": told, "clientExtensionResults": {}}
