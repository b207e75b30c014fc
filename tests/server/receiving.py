"""The other side of notices, as it is in the world: a push service with a browser behind it, and a mail server.

What arrives is decrypted and its signature checked by the two standards' own steps, written here a second time and
from the receiver's side.
"""

import asyncio
import base64
import contextlib
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(told: str) -> bytes:
    return base64.urlsafe_b64decode(told + "=" * (-len(told) % 4))


def keyed(key: bytes, *parts: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    for part in parts:
        made.update(part)
    return made.finalize()


@dataclass
class Browser:
    """Somebody's browser: it alone can read what is pushed to it."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str, language: str = "en") -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": text(self.public), "auth": text(self.auth), "language": language}

    def read(self, body: bytes) -> bytes:
        """RFC 8291, 3.4, and RFC 8188: one record that is the last."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = keyed(keyed(self.auth, shared), b"WebPush: info\x00", self.public, sender, b"\x01")
        key = keyed(keyed(salt, secret), b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = keyed(keyed(salt, secret), b"Content-Encoding: nonce\x00\x01")[:12]
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert padded[-1:] == b"\x02"
        return padded[:-1]


def signed_by(authorization: str, origin: str) -> str:
    """The key that signed a word to this push service (RFC 8292), as text; wrong signatures and claims fail."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(raw(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(raw(claims))
    assert said["aud"] == origin
    assert time.time() < said["exp"] <= time.time() + 24 * 3600
    assert said["sub"].startswith(("https://", "mailto:"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(parts["k"]))
    r, s = (int.from_bytes(half, "big") for half in (raw(signature)[:32], raw(signature)[32:]))
    try:
        key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise AssertionError("the push service would refuse this signature") from None
    return parts["k"]


@contextlib.asynccontextmanager
async def listening(
    serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[int]:
    """A port of this machine; whoever is still connected at the end is sent away."""
    tasks: set[asyncio.Task[None]] = set()

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(task := asyncio.current_task())
        try:
            await serve(reader, writer)
        except asyncio.CancelledError:
            pass
        finally:
            tasks.discard(task)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    server = await asyncio.start_server(one, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Endpoint:
    """A server that takes whatever is posted to it, and answers with `statuses` in turn, the last for good."""

    statuses: list[int] = field(default_factory=lambda: [201])
    received: list[Received] = field(default_factory=list)
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    held: asyncio.Event | None = None
    """While it is not set, nothing is answered."""
    url: str = ""

    async def wait(self, count: int, within: float = 20.0) -> list[Received]:
        async with asyncio.timeout(within), self.arrived:
            await self.arrived.wait_for(lambda: len(self.received) >= count)
        return self.received

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while line := (await reader.readline()).decode().strip():
                path, headers = line.split()[1], {}
                while header := (await reader.readline()).decode().strip():
                    name, _, value = header.partition(":")
                    headers[name.lower()] = value.strip()
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                async with self.arrived:
                    self.received.append(Received(path, headers, body))
                    self.arrived.notify_all()
                if self.held is not None:
                    await self.held.wait()
                status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
                more = "Location: http://127.0.0.1:1/elsewhere\r\n" if status == 302 else ""
                writer.write(f"HTTP/1.1 {status} So\r\n{more}Content-Length: 0\r\n\r\n".encode())
                await writer.drain()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator["Endpoint"]:
        async with listening(self._serve) as port:
            self.url = f"http://127.0.0.1:{port}"
            yield self


@dataclass
class Seen:
    """What a person sees: the page's worker shows a notice once, however often it is pushed (web/public/sw.js)."""

    shown: list[dict[str, Any]] = field(default_factory=list)

    def push(self, told: dict[str, Any]) -> None:
        if told["id"] not in [one["id"] for one in self.shown]:
            self.shown.append(told)


@dataclass
class MailServer:
    """Takes letters by SMTP, as RFC 5321 has it, without a word more than needed."""

    letters: list[str] = field(default_factory=list)
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    refuse: bool = False
    port: int = 0

    async def wait(self, count: int, within: float = 20.0) -> list[str]:
        async with asyncio.timeout(within), self.arrived:
            await self.arrived.wait_for(lambda: len(self.letters) >= count)
        return self.letters

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 here")
        while line := (await reader.readline()).decode().strip():
            match line.split(" ")[0].upper():
                case "RCPT" if self.refuse:
                    say("550 nobody of that name")
                case "DATA":
                    say("354 go on")
                    lines = []
                    while (part := (await reader.readline()).decode()) != ".\r\n":
                        lines.append(part.removeprefix(".") if part.startswith("..") else part)
                    async with self.arrived:
                        self.letters.append("".join(lines))
                        self.arrived.notify_all()
                    say("250 taken")
                case "QUIT":
                    say("221 bye")
                    break
                case _:
                    say("250 yes")
            await writer.drain()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator["MailServer"]:
        async with listening(self._serve) as port:
            self.port = port
            yield self
