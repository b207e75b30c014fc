"""Processes that are killed between the commit and the sending, and while they send."""

import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import Any

from people import register
from receiving import Browser, Endpoint, Seen

from karat.server.notices import sender
from karat.server.notices.channels import Channels
from karat.server.notices.sender import NoticeSender
from karat.server.store.database import Database
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite

NOTICES = 40
SCRIPT = """
import asyncio, sys, time
from pathlib import Path
from karat.server.notices.reach import Reach
from karat.server.notices.sender import NoticeSender, Ways
from karat.server.notices.web_push import Signer, house_key
from karat.server.notices.writing import Notice, NoticeKind, written
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite

async def main(what, place, person):
    database = Postgres(place) if place.startswith("postgresql") else Sqlite(Path(place))
    await database.open()
    if what == "write":
        for number in range(NOTICES):
            notice = Notice(NoticeKind.YOUR_TURN, person, f"table {number}", "/t/x", {"game": "Aurum", "who": "Bea"})
            assert await database.write(*written(notice, time.time()))
        print("committed", flush=True)
    else:
        sender, home = NoticeSender(database), "https://karat.example"
        sender.lease = 2.0
        sender.start(Ways(home, Signer(await house_key(database), home), Reach(private=True)))
    await asyncio.sleep(300)

asyncio.run(main(*sys.argv[1:]))
""".replace("NOTICES", str(NOTICES))


async def process(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", SCRIPT, *arguments, stdout=asyncio.subprocess.PIPE
    )


async def kill(running: asyncio.subprocess.Process) -> None:
    running.send_signal(signal.SIGKILL)
    await running.communicate()


async def test_kills_lose_no_notice_and_show_none_twice(place: str, tmp_path: Path):
    database: Database = Postgres(place) if place.startswith("postgresql") else Sqlite(tmp_path / "karat.sqlite")
    await database.open()
    (ada,) = await register(database, "Ada")
    browser, seen = Browser(), Seen()
    async with Endpoint().open() as push:
        keys = browser.subscription(push.url + "/ada")
        await Channels(database).add_browser(ada.id, keys["endpoint"], (keys["p256dh"], keys["auth"]), "en", "")

        writing = await process("write", place, ada.id)
        assert await asyncio.wait_for(writing.stdout.readline(), 60) == b"committed\n"
        await kill(writing)  # between the commit and the sending
        assert push.received == []

        push.held = asyncio.Event()
        sending = await process("send", place, ada.id)
        await push.wait(sender.MOST_SENT, within=60)
        await kill(sending)  # the push service has them, and nobody has written that down
        push.held.set()

        last = await process("send", place, ada.id)
        await push.wait(NOTICES + sender.MOST_SENT, within=60)
        await settled(database)
        await kill(last)
    told: list[dict[str, Any]] = [json.loads(browser.read(one.body)) for one in push.received]
    assert len(told) == NOTICES + sender.MOST_SENT
    for one in told:
        seen.push(one)
    assert len(seen.shown) == NOTICES
    assert {one["tag"] for one in seen.shown} == {one.headers["topic"] for one in push.received}
    assert await NoticeSender(database).take_up() == 0
    await database.close()


async def settled(database: Database) -> None:
    """Wait until nothing is left to be sent."""
    async with asyncio.timeout(60):
        while await database.fetch("SELECT 1 FROM deliveries LIMIT 1"):  # noqa: ASYNC110 -- another process writes
            await asyncio.sleep(0.05)
