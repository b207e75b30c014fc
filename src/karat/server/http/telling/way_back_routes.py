"""A code by mail for who has lost their password, over REST."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from msgspec import Struct

from karat.server.http.calls import Call, Done, Row
from karat.server.http.people_routes import Given
from karat.server.http.problems import Failed
from karat.server.http.telling.channel_routes import ways
from karat.server.notices.channels import ChannelKind
from karat.server.notices.mail import NoSuchAddress, NotMailed
from karat.server.notices.messages import way_back_letter
from karat.server.people.accounts import AccountKind
from karat.server.people.names import name_key

if TYPE_CHECKING:
    from karat.server.notices.mail import Mail

log = structlog.get_logger()


class LostPassword(Struct, frozen=True, forbid_unknown_fields=True):
    name: Given


async def mail_code(call: Call) -> Done:
    """Whether there is such an account, and whether it has an address, is told to nobody but its mailbox."""
    name, mail = call.body.name[:100], ways(call).mail
    await call.people.count("recover", call.address)
    await call.people.count("mail", f"back {name_key(name)}")
    if mail is None:
        raise Failed(409, "no_mail", "this house sends no mail")
    call.worker.notices.aside(send(call, name, mail))
    return Done()


async def send(call: Call, name: str, mail: Mail) -> None:
    person = await call.people.accounts.named(name)
    if person is None or person.kind is not AccountKind.ACCOUNT or person.suspended:
        return
    channels = await call.worker.notices.channels.of(person.id)
    known = [one for one in channels if one.kind is ChannelKind.MAIL and one.confirmed is not None]
    if not known:
        return
    code = await call.people.recovery.in_letter(person)
    try:
        await mail.send(way_back_letter(known[0], person.name, code, ways(call).home))
    except (NoSuchAddress, NotMailed):
        log.warning("way_back.not_mailed", person=person.id)


WAY_BACK_ROUTES = (
    Row("POST", "/api/recover/mail", "Have a code for a new password sent by mail", mail_code, LostPassword, Done,
        (409,)),
)  # fmt: skip
