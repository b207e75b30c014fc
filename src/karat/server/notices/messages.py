"""A notice in the form of each channel; each carries its id, by which the other side knows it when it comes twice."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import TYPE_CHECKING, NamedTuple

from karat.server.notices.mail import Letter
from karat.server.notices.words import part, said
from karat.server.notices.writing import NoticeKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.server.notices.channels import Channel

KEPT_DAYS = 3
"""For which a push service keeps what a browser that is off has not taken."""
LONGEST_SLOT = 120


class Due(NamedTuple):
    """A notice on its way to one channel."""

    id: str
    kind: NoticeKind
    topic: str
    link: str
    """With the address of this house in front."""
    slots: Mapping[str, str]
    made: float
    until: float | None
    quietly: bool
    """Without a sound: it is a quiet hour, and later would be too late."""

    @classmethod
    def of(cls, row: tuple[object, ...], home: str) -> Due:
        id_, kind, topic, link, slots, made, until, quietly = row
        named = {name: str(value)[:LONGEST_SLOT] for name, value in json.loads(str(slots)).items()}
        ends = None if until is None else float(str(until))
        return cls(
            str(id_), NoticeKind(str(kind)), str(topic), f"{home}{link}", named, float(str(made)), ends, bool(quietly)
        )

    @property
    def tag(self) -> str:
        """The same for all notices of a kind about a topic: the later takes the earlier one's place. 32 letters."""
        return hashlib.sha256(f"{self.kind} {self.topic}".encode()).hexdigest()[:32]


def pushed(due: Due, channel: Channel) -> bytes:
    """What the page's worker is told (web/public/sw.js)."""
    text = said(due.kind, channel.language, due.slots)
    told = {
        "id": due.id, "kind": due.kind.value, "tag": due.tag, "title": text.title, "line": text.line,
        "link": due.link, "language": channel.language, "quietly": due.quietly,
    }  # fmt: skip
    return json.dumps(told, ensure_ascii=False).encode()


def push_headers(due: Due, authorization: str, now: float) -> dict[str, str]:
    kept = KEPT_DAYS * 86400 if due.until is None else max(0, min(KEPT_DAYS * 86400, int(due.until - now)))
    return {
        "Authorization": authorization,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(kept),
        "Topic": due.tag,
        "Urgency": "high" if due.kind is NoticeKind.REMINDER else "normal",
    }


def called(due: Due, channel: Channel) -> bytes:
    """The body of a call to a program; `text` is what Slack shows, `content` what Discord shows."""
    text = said(due.kind, channel.language, due.slots)
    line = f"{text.title}: {text.line}\n{due.link}"
    told = {
        "id": due.id, "kind": due.kind.value, "topic": due.topic, "title": text.title, "line": text.line,
        "game": due.slots.get("game", ""), "link": due.link, "at": due.made, "text": line, "content": line,
    }  # fmt: skip
    return json.dumps(told, ensure_ascii=False).encode()


def call_headers(due: Due, secret: str, body: bytes, now: float) -> dict[str, str]:
    """With a signature over the time and the body, so that nobody else can send it, nor send it again much later."""
    at = str(int(now))
    return {
        "Content-Type": "application/json",
        "User-Agent": "karat",
        "Karat-Notice": due.id,
        "Karat-Signature": f"t={at},v1={signature(secret, at, body)}",
    }


def signature(secret: str, at: str, body: bytes) -> str:
    return hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


def mailed(due: Due, channel: Channel, home: str) -> Letter:
    text, language = said(due.kind, channel.language, due.slots), channel.language
    stop = f"{home}/stop/{channel.stop}"
    lines = (text.line, part("mail", "open", language, {"link": due.link}))
    body = "\n\n".join((*lines, "-- \n" + part("mail", "stop", language, {"link": stop})))
    headers = {
        "Message-ID": f"<{due.id}.{channel.id}@{home.partition('://')[2].partition(':')[0]}>",
        "List-Unsubscribe": f"<{home}/api/notices/stop/{channel.stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Letter(channel.address, f"{text.title} ({due.slots['game']})" if due.slots.get("game") else text.title,
                  body + "\n", headers)  # fmt: skip


def code_letter(channel: Channel, code: str) -> Letter:
    text = said("code", channel.language, {"code": code})
    return Letter(channel.address, text.title, text.line + "\n", {})


def way_back_letter(channel: Channel, name: str, code: str, home: str) -> Letter:
    text = said("way_back", channel.language, {"name": name, "code": code, "link": f"{home}/me"})
    return Letter(channel.address, text.title, text.line + "\n", {})
