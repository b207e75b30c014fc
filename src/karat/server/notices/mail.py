"""Mail by SMTP, where whoever runs the house has given it a way: plain text, one at a time, beside the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

PASSWORD = "KARAT_SMTP_PASSWORD"  # noqa: S105 -- a variable's name
SECONDS = 20.0
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
PORTS = {"smtp": 587, "smtps": 465}


class NoSuchAddress(ValueError):
    """The other side knows no such address."""


class NotMailed(OSError):
    """The mail could not be handed over; it may work later."""


class BadMailSettings(ValueError):
    """How mail is to be sent makes no sense; the message says why."""


class Letter(NamedTuple):
    to: str
    subject: str
    text: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Mail:
    """A server that takes mail from us. Threads of its own: one that is slow keeps nobody waiting but other mail."""

    host: str
    port: int
    user: str
    password: str
    sender: str
    """Who it is from."""
    encrypted: bool
    """From the first byte on; otherwise as soon as the other side can."""
    _threads: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(2, "karat-mail"), compare=False, repr=False
    )

    @classmethod
    def at(cls, url: str, sender: str, password_file: str = "") -> Mail:
        """From `smtp://USER@HOST:PORT` or `smtps://…`; the password comes from a file or the environment."""
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/"):
            raise BadMailSettings(f"mail goes to smtp://HOST or smtps://HOST, not {url!r}")
        if parts.password is not None:
            raise BadMailSettings(f"a password does not belong into the address: put it into {PASSWORD} or a file")
        if not ADDRESS.fullmatch(sender) and not re.fullmatch(r"[^@\s]+@localhost", sender):
            raise BadMailSettings(f"mail is from an address, not {sender!r}")
        try:
            password = Path(password_file).read_text("utf-8").strip() if password_file else os.environ.get(PASSWORD, "")
        except OSError as error:
            raise BadMailSettings(f"the password of the mail server cannot be read: {error.strerror}") from None
        user = unquote(parts.username or "")
        return cls(parts.hostname, parts.port or PORTS[parts.scheme], user, password, sender, parts.scheme == "smtps")

    async def send(self, letter: Letter) -> None:
        """Hand a letter over; NoSuchAddress where nobody is there, NotMailed where it went wrong otherwise."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._send, letter)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, letter: Letter) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, letter.to, letter.subject
        for name, value in letter.headers.items():
            message[name] = value
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        try:
            with self._connected() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as refused:
            codes = [code for code, _ in refused.recipients.values()]
            if all(500 <= code < 600 for code in codes):
                raise NoSuchAddress(letter.to) from refused
            raise NotMailed(f"not taken: {codes}") from refused
        except (smtplib.SMTPException, OSError) as error:
            raise NotMailed(f"{type(error).__name__}: {error}") from error

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        try:
            server.ehlo_or_helo_if_needed()
            if not self.encrypted and server.has_extn("starttls"):
                server.starttls(context=context)
                server.ehlo()
            elif not self.encrypted and self.password:
                raise smtplib.SMTPNotSupportedError("a password is not sent in the clear")  # noqa: TRY301 -- closed as by others
            if self.user:
                server.login(self.user, self.password)
        except BaseException:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                server.close()
            raise
        return server
