"""Where and when somebody is told of something, over REST."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from karat.server.http.calls import Call, Done, Row
from karat.server.http.people_routes import need_proof, person
from karat.server.http.problems import Failed
from karat.server.notices.channels import ChannelKind
from karat.server.notices.choices import Preferences, QuietHours
from karat.server.notices.mail import ADDRESS, NoSuchAddress, NotMailed
from karat.server.notices.messages import code_letter
from karat.server.notices.reach import Unwelcome
from karat.server.notices.web_push import BadSubscription
from karat.server.notices.writing import Notice, NoticeKind, looked, written
from karat.server.people.accounts import AccountKind, Person

if TYPE_CHECKING:
    from karat.server.notices.channels import Channel
    from karat.server.notices.sender import Ways

Language = Literal["en", "de", "fr", "ru"]
Url = Annotated[str, Meta(min_length=1, max_length=2000)]
Label = Annotated[str, Meta(max_length=60)]
Key = Annotated[str, Meta(max_length=120, pattern="^[A-Za-z0-9_=-]+$")]


# What goes in


class NewBrowser(Struct, frozen=True, forbid_unknown_fields=True):
    """A subscription as a browser's `PushManager` makes it."""

    endpoint: Url
    p256dh: Key
    auth: Key
    language: Language = "en"
    label: Label = ""


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    url: Url
    language: Language = "en"
    label: Label = ""


class NewAddress(Struct, frozen=True, forbid_unknown_fields=True):
    address: Annotated[str, Meta(max_length=254)]
    language: Language = "en"


class CodeByMail(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=20)]


class NoticeWishes(Struct, frozen=True, forbid_unknown_fields=True):
    off: Annotated[tuple[NoticeKind, ...], Meta(max_length=len(NoticeKind))] = ()
    """Kinds that one is not told."""
    quiet: QuietHours | None = None
    """Hours in which nothing comes, in the person's own time zone."""


class Muting(Struct, frozen=True, forbid_unknown_fields=True):
    muted: bool
    """Whether one is told nothing at all of the table."""
    off: Annotated[tuple[NoticeKind, ...], Meta(max_length=len(NoticeKind))] = ()
    """Else the kinds that one is not told of it."""


# What comes out


class ShownChannel(Struct, frozen=True):
    id: str
    kind: ChannelKind
    address: str
    """Of a browser only the push service, of a program only the host: the rest is a secret."""
    label: str
    language: str
    made: float
    confirmed: bool
    used: float | None
    """When it last took something."""
    failures: int
    gone: bool
    """Whether nobody takes anything there any more, so that nothing is sent: remove it, or name it again."""


class NoticeSettings(Struct, frozen=True):
    channels: list[ShownChannel]
    off: tuple[NoticeKind, ...]
    quiet: QuietHours | None
    muted: list[str]
    """Tables of which one is told nothing."""
    of_tables: dict[str, tuple[NoticeKind, ...]]
    """By table, the kinds that one is not told of it."""
    push_key: str
    """What a browser needs to subscribe: the house's public key."""
    mail: bool
    """Whether this house sends mail."""


class WebhookSecret(Struct, frozen=True):
    channel: str
    secret: str
    """It signs every call, and is never told again."""


async def settings(call: Call) -> NoticeSettings:
    return await shown_settings(call, teller(call))


async def choose(call: Call) -> NoticeSettings:
    who, wanted = teller(call), call.body
    await call.people.count("profile", who.id)
    await call.worker.notices.choices.choose(who.id, Preferences(wanted.off, wanted.quiet))
    return await shown_settings(call, who)


async def add_browser(call: Call) -> ShownChannel:
    who, wanted = teller(call), call.body
    await call.people.count("channel", who.id)
    endpoint = welcome(call, wanted.endpoint)
    try:
        keys = (wanted.p256dh, wanted.auth)
        channel = await call.worker.notices.channels.add_browser(who.id, endpoint, keys, wanted.language, wanted.label)
    except BadSubscription as bad:
        raise Failed(409, "bad_subscription", str(bad)) from None
    return shown_channel(channel)


async def add_webhook(call: Call) -> WebhookSecret:
    who, wanted = person(call, AccountKind.ACCOUNT), call.body
    await call.people.count("channel", who.id)
    url = welcome(call, wanted.url)
    channel = await call.worker.notices.channels.add_webhook(who.id, url, wanted.language, wanted.label)
    return WebhookSecret(channel.id, channel.secret)


async def add_address(call: Call) -> ShownChannel:
    who, wanted = person(call, AccountKind.ACCOUNT), call.body
    mail = ways(call).mail
    if mail is None:
        raise Failed(409, "no_mail", "this house sends no mail")
    address = wanted.address.strip()
    if not ADDRESS.fullmatch(address):
        raise Failed(409, "bad_address", "this is no address for mail")
    await need_proof(call)  # a lost password is mended by a letter to it
    await call.people.count("mail", who.id)
    await call.people.count("mail", f"to {address.lower()}")
    channel, code = await call.worker.notices.channels.add_mail(who.id, address, wanted.language)
    try:
        await mail.send(code_letter(channel, code))
    except (NoSuchAddress, NotMailed):
        await call.worker.notices.channels.remove(who.id, channel.id)
        raise Failed(409, "not_mailed", "no mail could be sent to this address") from None
    return shown_channel(channel)


async def confirm_address(call: Call) -> ShownChannel:
    who = person(call, AccountKind.ACCOUNT)
    await call.people.count("channel", who.id)
    return shown_channel(await call.worker.notices.channels.confirm(who.id, call.body.code))


async def remove_channel(call: Call) -> Done:
    if not await call.worker.notices.channels.remove(teller(call).id, call.place("channel")):
        raise Failed(404, "not_found", "there is no such channel")
    return Done()


async def test_notice(call: Call) -> Done:
    """Have a notice sent to all of one's channels, also in quiet hours."""
    who = teller(call)
    await call.people.count("channel", who.id)
    notice = Notice(NoticeKind.TEST, who.id, "test", "/me")
    now = time.time()
    await call.house.database.write(looked(who.id, "test"), *written(notice, now))
    call.worker.notices.wake()
    return Done()


async def mute_table(call: Call) -> Done:
    who = teller(call)
    await call.people.count("profile", who.id)
    table = await call.house.table(call.table_id)
    if table.seat_of(who.id) is None:
        raise Failed(409, "not_seated", "only who sits there is told of it")
    await call.worker.notices.choices.mute(who.id, table.id, muted=call.body.muted, off=call.body.off)
    return Done()


async def stop_notices(call: Call) -> Done:
    """What the link in a mail leads to; nobody has to be signed in."""
    await call.people.count("recover", call.address)
    if not await call.worker.notices.channels.stop(call.place("token")):
        raise Failed(404, "not_found", "nothing more is sent there")
    return Done()


def teller(call: Call) -> Person:
    """Who can be told: guests too, as their browser can."""
    return person(call, AccountKind.GUEST, AccountKind.ACCOUNT)


def ways(call: Call) -> Ways:
    found = call.worker.notices.ways
    if found is None:
        raise Failed(503, "starting", "the server starts")
    return found


def welcome(call: Call, url: str) -> str:
    try:
        return ways(call).reach.check(url)
    except Unwelcome as unwelcome:
        raise Failed(409, "bad_address", str(unwelcome)) from None


async def shown_settings(call: Call, who: Person) -> NoticeSettings:
    notices = call.worker.notices
    choices, muted = await notices.choices.of(who.id), await notices.choices.muted(who.id)
    return NoticeSettings(
        channels=[shown_channel(channel) for channel in await notices.channels.of(who.id)],
        off=choices.off,
        quiet=choices.quiet,
        muted=[table for table, off in muted.items() if not off],
        of_tables={table: off for table, off in muted.items() if off},
        push_key=ways(call).signer.public,
        mail=ways(call).mail is not None,
    )


def shown_channel(channel: Channel) -> ShownChannel:
    address = channel.address
    if channel.kind is not ChannelKind.MAIL:
        address = address.partition("://")[2].partition("/")[0].partition("?")[0]
    return ShownChannel(
        channel.id, channel.kind, address, channel.label, channel.language, channel.made,
        channel.confirmed is not None, channel.used, channel.failures, channel.is_gone,
    )  # fmt: skip


CHANNEL_ROUTES = (
    Row("GET", "/api/me/notices", "What one is told, and where", settings, None, NoticeSettings, (401, 403)),
    Row("POST", "/api/me/notices", "Choose what one is told, and when not", choose, NoticeWishes, NoticeSettings,
        (401, 403, 409)),
    Row("POST", "/api/me/notices/push", "Be told in a browser", add_browser, NewBrowser, ShownChannel,
        (401, 403, 409)),
    Row("POST", "/api/me/notices/webhook", "Have a program called", add_webhook, NewWebhook, WebhookSecret,
        (401, 403, 409)),
    Row("POST", "/api/me/notices/mail", "Have a code sent to an address", add_address, NewAddress, ShownChannel,
        (401, 403, 409)),
    Row("POST", "/api/me/notices/mail/confirm", "Be told by mail", confirm_address, CodeByMail, ShownChannel,
        (401, 403, 409)),
    Row("POST", "/api/me/notices/test", "Send a notice to oneself", test_notice, None, Done, (401, 403)),
    Row("DELETE", "/api/me/notices/channels/{channel}", "Be told there no more", remove_channel, None, Done,
        (401, 403, 404)),
    Row("POST", "/api/tables/{table}/notices", "Be told of a table, or not", mute_table, Muting, Done,
        (401, 403, 404, 409)),
    Row("POST", "/api/notices/stop/{token}", "End mail by the link in it", stop_notices, None, Done, (404,)),
)  # fmt: skip
