"""From the outbox into the world: at least once, shown once, to whom it may be sent, and not at night."""

import asyncio
import email.policy
import hashlib
import hmac
import json
import re
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import GOOD_PASSWORD, Clock, register
from raw import Raw
from receiving import Browser, Endpoint, MailServer, Seen, signed_by

from karat.client import Client, Problem
from karat.server.notices import of_tables, sender
from karat.server.notices.channels import Channels
from karat.server.notices.choices import NoticeChoices, Preferences, QuietHours, quiet_until
from karat.server.notices.messages import signature
from karat.server.notices.reach import Reach
from karat.server.notices.sender import NoticeSender, Ways
from karat.server.notices.web_push import Signer, house_key
from karat.server.notices.writing import Notice, NoticeKind, looked, written
from karat.server.people.accounts import NotPossible
from karat.server.store.database import Database, Statement

ROOT = Path(__file__).resolve().parents[3]
Serve = Callable[..., Awaitable[Any]]
CONFIG = {"game": "aurum", "players": 3, "bots": {"2": "random"}, "clock": {"kind": "days", "days": 2}}


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for before word is sent."""
    monkeypatch.setattr(of_tables, "PATIENCE", 0.0)
    monkeypatch.setattr(sender, "LOOK_EVERY", 0.05)


async def sender_of(database: Database, clock: Clock) -> NoticeSender:
    made = NoticeSender(database, clock)
    home = "https://karat.example"
    made.ways = Ways(home, Signer(await house_key(database), home), Reach(private=True))
    return made


async def send_all(*senders: NoticeSender) -> None:
    """Everything that is due now, by all of them at the same time."""
    while any(await asyncio.gather(*(one.portion() for one in senders))):
        pass
    await asyncio.gather(*(one.portion() for one in senders))


def notice_for(person: str, number: int = 0, kind: NoticeKind = NoticeKind.YOUR_TURN) -> Notice:
    return Notice(kind, person, f"table{number}", f"/t/table{number}", {"game": "Aurum", "who": "Bea"})


@pytest.mark.usefixtures("soon")
async def test_a_turn_reaches_the_browser_of_who_is_gone(serve: Serve, place: str):
    """A whole way: a table, somebody who leaves, a push service that can read nothing, and the browser that can."""
    running = await serve(place, private_endpoints=True)
    running.app.presence.grace = 0.1
    browser = Browser()
    async with (
        Endpoint().open() as push,
        Client(running.url, name="Ada") as ada,
        Client(running.url, name="Bea") as bea,
    ):
        settings = await bea.call("GET", "/api/me/notices")
        await bea.call("POST", "/api/me/notices/push", browser.subscription(push.url + "/bea", "de"))
        table = await ada.open_table(CONFIG)
        await bea.join(table)
        async with Raw(running.url, ada.token, table):
            first = (await push.wait(1))[0]
        assert signed_by(first.headers["authorization"], push.url) == settings["push_key"]
        assert first.headers["content-encoding"] == "aes128gcm"
        assert int(first.headers["ttl"]) > 3600
        assert b"Ada" not in first.body
        told = json.loads(browser.read(first.body))
        assert told["title"] == "Die Partie hat begonnen"
        assert told["line"].startswith("Aurum mit Ada")
        assert told["link"].endswith(f"/t/{table}")
        assert told["tag"] == first.headers["topic"]
        assert [one["table"] for one in (await bea.call("GET", "/api/me/waiting"))["tables"]] == [table]
        await bea.call("POST", "/api/me/notices/test")
        assert json.loads(browser.read((await push.wait(2))[1].body))["title"] == "Es klappt"
        shown = (await bea.call("GET", "/api/me/notices"))["channels"]
        assert [(one["kind"], one["address"]) for one in shown] == [("push", push.url.partition("://")[2])]
        await bea.call("DELETE", f"/api/me/notices/channels/{shown[0]['id']}")
        assert (await bea.call("GET", "/api/me/notices"))["channels"] == []


async def test_whoever_sends_dies_and_nothing_is_lost_or_shown_twice(database: Database, clock: Clock):
    """Killed after the commit, and killed after the push service had it: the next one sends what is not settled."""
    (ada,) = await register(database, "Ada")
    browser, seen = Browser(), Seen()
    first, second = await sender_of(database, clock), await sender_of(database, clock)
    async with Endpoint().open() as push:
        keys = browser.subscription(push.url + "/ada")
        await first.channels.add_browser(ada.id, keys["endpoint"], (keys["p256dh"], keys["auth"]), "en", "")
        for number in range(30):
            await database.write(*written(notice_for(ada.id, number), clock()))
        assert await first.take_up() == 30
        push.held = asyncio.Event()
        dying = asyncio.create_task(first.send())
        await push.wait(sender.MOST_OF_ONE)
        dying.cancel()  # the push service has them, and nobody has written that down
        await asyncio.gather(dying, return_exceptions=True)
        push.held.set()
        await send_all(second)
        assert len({read(browser, one)["id"] for one in push.received}) == 30
        clock.pass_by(sender.LEASE + 1)
        await send_all(second)
        assert len(push.received) == 30 + sender.MOST_OF_ONE
        for one in push.received:
            seen.push(read(browser, one))
        assert len(seen.shown) == 30
        assert await database.fetch("SELECT 1 FROM deliveries") == []
    await first.ways.reach.close()
    await second.ways.reach.close()


async def test_two_workers_send_each_notice_once(database: Database, clock: Clock):
    (ada,) = await register(database, "Ada")
    browser = Browser()
    two = [await sender_of(database, clock) for _ in range(2)]
    assert two[0].ways.signer.public == two[1].ways.signer.public
    async with Endpoint().open() as push:
        keys = browser.subscription(push.url + "/ada")
        await two[0].channels.add_browser(ada.id, keys["endpoint"], (keys["p256dh"], keys["auth"]), "en", "")
        for number in range(100):
            await database.write(*written(notice_for(ada.id, number), clock()))
        await send_all(*two)
        ids = [read(browser, one)["id"] for one in push.received]
        assert len(ids) == len(set(ids)) == 100
    for one in two:
        await one.ways.reach.close()


async def test_a_program_that_answers_late_keeps_nobody_else_waiting(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sender, "UNHURRIED", 0.05)
    ada, bea = await register(database, "Ada", "Bea")
    out = await sender_of(database, clock)
    async with Endpoint().open() as late, Endpoint().open() as quick:
        late.held = asyncio.Event()
        await out.channels.add_webhook(ada.id, late.url, "en", "")
        await out.channels.add_webhook(bea.id, quick.url, "en", "")
        for number in range(20):  # all of hers were due before
            await database.write(*written(notice_for(ada.id, number), clock() - 10))
        for number in range(5):
            await database.write(*written(notice_for(bea.id, number), clock()))
        while len(quick.received) < 5:
            await out.portion()
        assert len(late.received) <= sender.MOST_OF_ONE  # and no more while these are under way
        late.held.set()
        while await database.fetch("SELECT 1 FROM deliveries"):
            await out.portion()
            await asyncio.sleep(0.01)
        assert len({one.headers["karat-notice"] for one in late.received}) == len(late.received) == 20
    await out.ways.reach.close()


def read(browser: Browser, received: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(browser.read(received.body))
    return told


@pytest.fixture
def clock() -> Clock:
    return Clock(time.time())


async def test_what_fails_is_tried_again_and_an_expired_browser_is_dropped(database: Database, clock: Clock):
    (ada,) = await register(database, "Ada")
    out = await sender_of(database, clock)
    async with Endpoint(statuses=[503, 429, 201, 410]).open() as push:
        keys = Browser().subscription(push.url + "/ada")
        await out.channels.add_browser(ada.id, keys["endpoint"], (keys["p256dh"], keys["auth"]), "en", "")
        await database.write(*written(notice_for(ada.id, 1), clock()))
        for count, pause in ((1, 1.0), (1, sender.FIRST_PAUSE), (2, 4 * sender.FIRST_PAUSE), (3, 1.0)):
            await send_all(out)
            assert len(push.received) == count
            clock.pass_by(pause)
        assert [channel.failures for channel in await out.channels.of(ada.id)] == [0]
        await database.write(*written(notice_for(ada.id, 2), clock()))
        await send_all(out)
        assert await out.channels.of(ada.id) == []
        assert await database.fetch("SELECT 1 FROM deliveries") == []
        await database.write(*written(notice_for(ada.id, 3), clock()))
        await send_all(out)
        assert len(push.received) == 4
    await out.ways.reach.close()


async def test_who_has_looked_is_not_told_and_what_is_late_is_not_sent(database: Database, clock: Clock):
    (ada,) = await register(database, "Ada")
    out = await sender_of(database, clock)
    async with Endpoint(statuses=[503]).open() as push:
        await out.channels.add_webhook(ada.id, push.url, "en", "")
        await database.write(*written(notice_for(ada.id, 1), clock()))
        await send_all(out)
        assert len(push.received) == 1
        await database.write(looked(ada.id, "table1"))
        clock.pass_by(3600)
        await send_all(out)
        assert len(push.received) == 1
        late = Notice(NoticeKind.REMINDER, ada.id, "table2", "/t/table2", until=clock() - 1)
        await database.write(*written(late, clock()))
        await send_all(out)
        assert len(push.received) == 1
    await out.ways.reach.close()


@pytest.mark.usefixtures("soon")
def function_of_the_docs() -> Callable[[str, bytes, str], bool]:
    """What docs/people.md tells programs to check a call with."""
    (code,) = re.findall(r"```python\n(def is_ours.*?)```", (ROOT / "docs" / "people.md").read_text("utf-8"), re.DOTALL)
    found: dict[str, Any] = {"hashlib": hashlib, "hmac": hmac, "time": time}
    exec(code, found)  # noqa: S102 -- our own page
    return found["is_ours"]


def test_a_zone_that_is_gone_from_the_server_keeps_nobodys_notices_back():
    """It was there when it was chosen; the hours are those of UTC then."""
    quiet = QuietHours(22 * 60, 7 * 60, "Mars/Olympus")
    assert quiet_until(quiet, datetime.fromisoformat("2025-11-18T23:30Z").timestamp()) is not None
    assert quiet_until(quiet, datetime.fromisoformat("2025-11-18T12:00Z").timestamp()) is None


async def test_a_call_to_a_program_is_signed_and_names_the_table(serve: Serve, tmp_path: Any):
    running = await serve(str(tmp_path / "karat.sqlite"), private_endpoints=True)
    async with Endpoint().open() as program, Client(running.url, name="Ada") as ada:
        with pytest.raises(Problem, match="account_needed"):
            await ada.call("POST", "/api/me/notices/webhook", {"url": program.url})
        await ada.call("POST", "/api/accounts", {"name": "Ada Lovelace", "password": GOOD_PASSWORD})
        ada.token = ""  # from here on the cookie says who she is
        hook = await ada.call("POST", "/api/me/notices/webhook", {"url": program.url + "/hook", "label": "chat"})
        notice = notice_for((await ada.call("GET", "/api/me"))["id"])
        await running.app.database.write(*written(notice, time.time()))
        received = (await program.wait(1))[0]
        told = json.loads(received.body)
        assert told["link"] == "http://localhost:8000/t/table0"
        assert told["text"] == told["content"] == "Your turn: Aurum with Bea\nhttp://localhost:8000/t/table0"
        assert received.headers["karat-notice"] == told["id"]
        is_ours = function_of_the_docs()
        assert is_ours(received.headers["karat-signature"], received.body, hook["secret"])
        assert not is_ours(received.headers["karat-signature"], received.body + b" ", hook["secret"])
        assert not is_ours(received.headers["karat-signature"], received.body, "another secret")
        late = f"t={int(time.time()) - 600}"
        old = f"{late},v1={signature(hook['secret'], late[2:], received.body)}"
        assert not is_ours(old, received.body, hook["secret"])
        assert hook["secret"] not in json.dumps(await ada.call("GET", "/api/me/notices"))


async def test_addresses_inside_our_walls_are_refused_over_rest(server: Any):
    async with Client(server.url, name="Ada") as ada:
        for endpoint in ("http://push.example/", "https://127.0.0.1/", "https://169.254.169.254/latest", "https://db/"):
            with pytest.raises(Problem, match="bad_address") as refused:
                await ada.call("POST", "/api/me/notices/push", Browser().subscription(endpoint))
            assert refused.value.status == 409
        wrong = Browser().subscription("https://push.example/") | {"p256dh": "AAAA"}
        with pytest.raises(Problem, match="bad_subscription"):
            await ada.call("POST", "/api/me/notices/push", wrong)
        with pytest.raises(Problem, match="no_such_zone"):
            await ada.call("POST", "/api/me/notices", {"quiet": {"begins": 0, "ends": 5, "zone": "Mars/Olympus"}})
        with pytest.raises(Problem, match="account_needed"):
            await ada.call("POST", "/api/me/notices/mail", {"address": "ada@example.org"})


@pytest.mark.usefixtures("soon")
async def test_mail_goes_to_an_address_that_was_confirmed_until_its_link_is_followed(serve: Serve, tmp_path: Any):
    async with MailServer().open() as mail:
        running = await serve(
            str(tmp_path / "karat.sqlite"), smtp=f"smtp://127.0.0.1:{mail.port}", mail_from="karat@karat.example"
        )
        async with Client(running.url, name="Ada") as ada:
            await ada.call("POST", "/api/accounts", {"name": "Ada Lovelace", "password": GOOD_PASSWORD})
            ada.token = ""
            with pytest.raises(Problem, match="bad_address"):
                await ada.call("POST", "/api/me/notices/mail", {"address": "nowhere\r\nBcc: all@example.org"})
            await ada.call("POST", "/api/me/notices/mail", {"address": "ada@example.org", "language": "fr"})
            await ada.call("POST", "/api/me/notices/test")  # to nobody: it is not confirmed
            code = re.findall(r"\b\d{8}\b", mail.letters[0])[0]
            with pytest.raises(Problem, match="wrong_mail_code"):
                await ada.call("POST", "/api/me/notices/mail/confirm", {"code": "0"})
            await ada.call("POST", "/api/me/notices/mail/confirm", {"code": code})
            mine = notice_for((await ada.call("GET", "/api/me"))["id"])
            await running.app.database.write(*written(mine, time.time()))
            letter = (await mail.wait(2))[1]
            assert "To: ada@example.org" in letter
            assert "Message-ID: <" in letter
            stop = letter.partition("/api/notices/stop/")[2].partition(">")[0]
        async with httpx.AsyncClient() as anybody:
            link = f"{running.url}/api/notices/stop/{stop}"
            assert (await anybody.post(link, data={"List-Unsubscribe": "One-Click"})).status_code == 200
            assert (await anybody.post(link)).status_code == 404


@pytest.mark.usefixtures("soon")
async def test_of_an_address_or_a_program_that_is_gone_its_person_hears(serve: Serve, tmp_path: Any):
    """Nobody but they can mend it, and no other channel may be left to tell them."""
    async with MailServer().open() as mail, Endpoint(statuses=[410]).open() as program:
        running = await serve(
            str(tmp_path / "karat.sqlite"), smtp=f"smtp://127.0.0.1:{mail.port}", mail_from="karat@karat.example",
            private_endpoints=True,
        )  # fmt: skip
        async with Client(running.url) as ada:
            await ada.sign_up("Ada", GOOD_PASSWORD)
            await ada.add_webhook(program.url)
            await ada.add_address("ada@example.org")
            await ada.confirm_address(re.findall(r"\b\d{8}\b", mail.letters[0])[0])
            mail.refuse = True
            await running.app.database.write(*written(notice_for(ada.id), time.time()))
            async with asyncio.timeout(20):
                while {one["gone"] for one in (await ada.notices())["channels"]} != {True}:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            assert await running.app.database.fetch("SELECT 1 FROM deliveries") == []
            assert {one["confirmed"] for one in (await ada.notices())["channels"]} == {False}
            with pytest.raises(Problem, match="no_code"):
                await ada.confirm_address("0")
            await ada.try_notices()  # to nobody
            with pytest.raises(Problem, match="not_mailed"):
                await ada.add_address("ada@example.org")
            mail.refuse = False
            await ada.add_address("ada@example.org")
            await ada.confirm_address(re.findall(r"\b\d{8}\b", mail.letters[-1])[0])
            await ada.add_webhook(program.url)  # named again, it is there once
            channels = (await ada.notices())["channels"]
            assert sorted((one["kind"], one["gone"]) for one in channels) == [("mail", False), ("webhook", False)]


async def test_of_one_table_one_may_be_told_only_of_the_clock(database: Database):
    (ada,) = await register(database, "Ada")
    clock = Clock(1_763_503_200.0)
    out, browser = await sender_of(database, clock), Browser()
    async with Endpoint().open() as push:
        keys = browser.subscription(f"{push.url}/ada")
        await out.channels.add_browser(ada.id, keys["endpoint"], (keys["p256dh"], keys["auth"]), "en", "")
        off = (NoticeKind.YOUR_TURN, NoticeKind.MATCH_ENDED)
        await out.choices.mute(ada.id, "table0", muted=False, off=off)
        assert await out.choices.muted(ada.id) == {"table0": off}
        for kind in (NoticeKind.YOUR_TURN, NoticeKind.REMINDER):
            for table in range(2):
                await database.write(*written(notice_for(ada.id, table, kind), clock()))
        await send_all(out)
        told = sorted((read(browser, one)["kind"], read(browser, one)["link"][-1]) for one in push.received)
        assert told == [("reminder", "0"), ("reminder", "1"), ("your_turn", "1")]
        await out.choices.mute(ada.id, "table0", muted=False)
        assert await out.choices.muted(ada.id) == {}
    await out.ways.reach.close()


async def test_a_lost_password_is_mended_by_mail_and_nobody_learns_who_has_an_account(serve: Serve, tmp_path: Any):
    async with MailServer().open() as mail:
        running = await serve(
            str(tmp_path / "karat.sqlite"),
            smtp=f"smtp://127.0.0.1:{mail.port}",
            mail_from="karat@karat.example",
            limit_factor=1,
        )
        async with Client(running.url, name="Ada") as ada:
            await ada.call("POST", "/api/accounts", {"name": "Ada Lovelace", "password": GOOD_PASSWORD})
            ada.token = ""
            await running.app.database.write(Statement("UPDATE sessions SET proven = 0"))
            with pytest.raises(Problem, match="prove_yourself"):  # an address is a way into the account
                await ada.call("POST", "/api/me/notices/mail", {"address": "eve@example.org"})
            await ada.call("POST", "/api/me/proof", {"password": GOOD_PASSWORD})
            await ada.call("POST", "/api/me/notices/mail", {"address": "ada@example.org", "language": "de"})
            code = re.findall(r"\b\d{8}\b", mail.letters[0])[0]
            await ada.call("POST", "/api/me/notices/mail/confirm", {"code": code})
        async with Client(running.url, name="Bea") as bea:
            await bea.call("POST", "/api/accounts", {"name": "Bea Nomail", "password": GOOD_PASSWORD})
        async with httpx.AsyncClient(base_url=running.url) as lost:
            assert (await lost.get("/api/session")).json() == {"me": None, "mail": True}
            told = [
                await lost.post("/api/recover/mail", json={"name": name})
                for name in ("Nobody at all", "Bea Nomail", "ada lovelace")
            ]
            assert {(one.status_code, one.text) for one in told} == {(200, told[0].text)}
            letters = await mail.wait(2)
            assert len(letters) == 2, "a letter to Ada alone"
            assert "To: ada@example.org" in letters[1]
            text = email.message_from_string(letters[1], policy=email.policy.default).get_content()
            assert "Passwort von Ada Lovelace" in text
            way_back = re.findall(r"\b(?:\w{4}-){3}\w{4}\b", text)[0]
            wanted = {"name": "Ada Lovelace", "code": way_back, "password": "eleven herons on a hill"}
            assert (await lost.post("/api/recover", json=wanted)).json()["name"] == "Ada Lovelace"
            assert (await lost.post("/api/recover", json=wanted)).status_code == 403
            for _ in range(5):
                last = await lost.post("/api/recover/mail", json={"name": "ada lovelace"})
            assert last.status_code == 429


async def test_quiet_hours_hold_notices_back_and_a_reminder_comes_without_a_sound(database: Database):
    ada, bea = await register(database, "Ada", "Bea")
    clock = Clock(1_763_503_200.0)  # 18 November 2025, 23:00 in Berlin
    out, browser = await sender_of(database, clock), Browser()
    quiet = QuietHours(22 * 60, 7 * 60, "Europe/Berlin")
    async with Endpoint().open() as push:
        for person in (ada, bea):
            keys = browser.subscription(f"{push.url}/{person.name}")
            await out.channels.add_browser(person.id, keys["endpoint"], (keys["p256dh"], keys["auth"]), "en", "")
        await out.choices.choose(ada.id, Preferences(off=(NoticeKind.MATCH_ENDED,), quiet=quiet))
        await out.choices.mute(bea.id, "table0", muted=True)
        for person in (ada, bea):
            await database.write(*written(notice_for(person.id), clock()))
        await database.write(*written(notice_for(ada.id, 1, NoticeKind.MATCH_ENDED), clock()))
        due = Notice(NoticeKind.REMINDER, ada.id, "table2", "/t/table2", until=clock() + 3600)
        await database.write(*written(due, clock()))
        await send_all(out)
        assert [read(browser, one)["kind"] for one in push.received] == ["reminder"]
        assert read(browser, push.received[0])["quietly"] is True
        clock.pass_by(8 * 3600 - 1)
        await send_all(out)
        assert len(push.received) == 1
        clock.pass_by(1)
        await send_all(out)
        assert [(one.path, read(browser, one)["kind"]) for one in push.received[1:]] == [("/Ada", "your_turn")]
    await out.ways.reach.close()


@pytest.mark.parametrize(
    ("begins", "ends", "now", "end"),
    [
        ((22, 0), (7, 0), "2025-11-18T23:30+01:00", "2025-11-19T07:00+01:00"),
        ((22, 0), (7, 0), "2025-11-19T06:59+01:00", "2025-11-19T07:00+01:00"),
        ((22, 0), (7, 0), "2025-11-19T07:00+01:00", ""),
        ((22, 0), (7, 0), "2025-11-19T21:59+01:00", ""),
        ((13, 0), (14, 30), "2025-07-01T13:00+02:00", "2025-07-01T14:30+02:00"),
        ((13, 0), (14, 30), "2025-07-01T14:30+02:00", ""),
        ((8, 0), (8, 0), "2025-07-01T08:00+02:00", ""),
        ((22, 0), (7, 0), "2025-10-25T23:00+02:00", "2025-10-26T07:00+01:00"),  # that night has 25 hours
        ((22, 0), (7, 0), "2026-03-28T23:00+01:00", "2026-03-29T07:00+02:00"),  # and that one 23
        # Half past two comes twice, and the second is the end of who is asked between both.
        ((22, 0), (2, 30), "2025-10-26T02:15+02:00", "2025-10-26T02:30+02:00"),
        ((22, 0), (2, 30), "2025-10-26T02:15+01:00", "2025-10-26T02:30+01:00"),
        # And here never: at three it is over, or a little later.
        ((22, 0), (2, 30), "2026-03-29T01:45+01:00", "2026-03-29T03:30+02:00"),
        ((22, 0), (2, 30), "2026-03-29T03:00+02:00", ""),
    ],
)
def test_quiet_hours_end_in_the_time_of_the_person(begins: tuple[int, int], ends: tuple[int, int], now: str, end: str):
    quiet = QuietHours(60 * begins[0] + begins[1], 60 * ends[0] + ends[1], "Europe/Berlin")
    until = datetime.fromisoformat(end).timestamp() if end else None
    assert quiet_until(quiet, datetime.fromisoformat(now).timestamp()) == until


async def test_a_code_is_guessed_at_a_few_times_only(database: Database, clock: Clock):
    (ada,) = await register(database, "Ada")
    channels = Channels(database, clock)
    _, code = await channels.add_mail(ada.id, "ada@example.org", "en")
    for _ in range(5):
        with pytest.raises(NotPossible, match="wrong_mail_code"):
            await channels.confirm(ada.id, "12345678x")
    with pytest.raises(NotPossible, match="code_expired"):
        await channels.confirm(ada.id, code)
    _, code = await channels.add_mail(ada.id, "ada@example.org", "en")
    clock.pass_by(3601)
    with pytest.raises(NotPossible, match="code_expired"):
        await channels.confirm(ada.id, code)
    assert await NoticeChoices(database).of(ada.id) == Preferences()
