"""Everything that one recipient can get to hear of a table, through the app itself but without a network.

A world is a whole server: its app is called as uvicorn would call it. Sockets and streams listen while a log grows;
then every GET there is, what is refused, what fails inside, and every line of the log are heard too.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import json
import logging
import re
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import structlog
from otherworlds import TABLE, Known, dealt_games, decided_at_once, follow, otherwise

from karat.server.house import advice
from karat.server.house.house import INSERT_TABLE, head
from karat.server.house.live import Fold, Live
from karat.server.house.log import insert_log
from karat.server.http.app import App, ServerSettings
from karat.server.http.logs import set_up_logs
from karat.server.people.sessions import token_hash
from karat.server.store.database import Statement
from karat.server.tables.commands import Refused
from karat.server.tables.entries import Logged, Player
from karat.server.wire.projection import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from karat.server.house.live import LiveTable
    from karat.server.tables.table import Table
    from karat.shuffle import Stream

IDLE = 25
"""Turns of the event loop in which nothing is sent, after which nothing will be: no thread or network is waited for."""
RESUMES = 3
"""Numbers before the last from which each stream is also resumed."""
TIMES = re.compile(r'"(?:(ts)":\s*\d{6,}[\d.e+]*|(made|used|ms|timestamp)":\s*(?:"[^"]*"|[\d.e+]+))')
"""What the clock on the wall says, which is not ours to compare; times of the log are, which begin at 1000."""
LOG = io.StringIO()
"""What a server would write to standard error."""
WATCHER = Player("watcher", "Watcher")
TRIED = ("end", "keep", "play B1", "bid Z9", "offer camel", "take gold", "gain palace palace_gem", "??")
FRAMES = ("", "[]", '{"v":2,"t":"nonsense"}', '{"v":1,"t":"ping"}', '{"v":2,"t":"act","d":{}}')


@contextlib.contextmanager
def logging_here() -> Iterator[None]:
    """Have all that is logged in LOG."""
    gc.collect()  # what others in this process left behind complains now, and not in the middle of a world
    root, before = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers, root.level
    with contextlib.redirect_stderr(LOG):
        set_up_logs()
    structlog.configure(cache_logger_on_first_use=False)
    try:
        yield
    finally:
        structlog.configure(**before)
        root.handlers = handlers
        root.setLevel(level)


def person(recipient: int) -> Player:
    """Who sits there; the first seat is a bot from outside, whose streams tell it where it plays."""
    if recipient == SPECTATOR:
        return WATCHER
    return Player(f"person{recipient}", f"Guest {recipient}", "guest" if recipient else "bot")


def token_of(recipient: int) -> str:
    return f"token-of-{recipient}"


def frame(kind: str, **inside: object) -> str:
    return json.dumps({"v": 2, "t": kind, "table": TABLE, "d": inside})


@dataclass
class Line:
    """A call to the app that goes on for a while: a socket, or a stream of lines."""

    heard: list[str] = field(default_factory=list)
    incoming: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    task: asyncio.Task[None] | None = None
    ponged: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    spoke: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, message: dict[str, Any]) -> None:
        self.answered.set()
        text = message.get("text") or message.get("body", b"").decode() or str(message.get("code", ""))
        if '"t":"pong"' in text:
            self.ponged.set()
        elif '"t":"ping"' in text or text == "\n":
            pass  # to measure the way to the client, or to keep it open: by the clock, and says nothing else
        elif text.strip():  # an empty line says that the server is still there, by the clock on the wall
            self.heard.append(text)
            self.spoke.set()

    async def ask(self, *frames: str) -> None:
        """Send frames and wait until all of them are answered."""
        assert self.task is not None
        self.ponged.clear()
        for text in (*frames, '{"v":2,"t":"ping","d":{"n":1}}'):
            self.incoming.put_nowait({"type": "websocket.receive", "text": text})
        ponged = asyncio.ensure_future(self.ponged.wait())
        await asyncio.wait([ponged, self.task], return_when=asyncio.FIRST_COMPLETED)
        ponged.cancel()

    async def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        if self.task:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task


class World:
    """A server with people and one table, whose log is given to it."""

    def __init__(self, folder: Path, players: int) -> None:
        self.games = dealt_games()
        self.app = App(ServerSettings(str(folder / "karat.sqlite"), fast_sync=True, limit_factor=1e9))
        self.served = self.app.asgi()
        self.players = players
        self.pages = False

    async def open(self, *, pages: bool) -> None:
        """With `pages`, sockets are also sent what a page draws; it takes long to make."""
        self.pages = pages
        await self.app.database.open()
        for recipient in range(SPECTATOR, self.players):
            who = person(recipient)
            await self.app.database.write(
                Statement(
                    "INSERT INTO people (id, kind, name, search, created, suspended) VALUES (?, ?, ?, '', 1, 0)",
                    (who.id, who.kind, who.name),
                ),
                Statement(
                    "INSERT INTO sessions (hash, person, created, used, expires) VALUES (?, ?, 1, 1e11, 1e12)",
                    (token_hash(token_of(recipient)), who.id),
                ),
            )

    async def close(self) -> None:
        await self.app.database.close()

    async def begin(self, log: list[Logged], deals: list[Any]) -> LiveTable:
        """Forget the table that was there and have the one of this log."""
        game = log[0].entry.config.game  # type: ignore[union-attr]
        self.games[game].game.deals = deals  # type: ignore[attr-defined]
        self.app.house.card_files.standard = self.games
        self.app.house.live = Live(self.app.database, self.app.house.card_files)
        fold = Fold(TABLE, log, self.games)
        inserts = insert_log(TABLE, log, fold.identities, begun=True)
        values = (*head(fold, 1.0), game, fold.table.config.visibility, 1.0, TABLE)
        await self.app.database.write(
            Statement("DELETE FROM tables"),
            Statement(INSERT_TABLE, values),
            *inserts,
            Statement("INSERT INTO seats (person, table_id) VALUES (?, ?)", (person(0).id, TABLE)),
        )
        return self.app.house.live.table(TABLE)

    async def store(self, fold: Fold, log: list[Logged]) -> None:
        """Have in the database what the fold has followed."""
        inserts = insert_log(TABLE, log, fold.identities, begun=True)
        seq, status, facts, *_ = head(fold, 1.0)
        await self.app.database.write(
            Statement("UPDATE tables SET seq = ?, status = ?, facts = ? WHERE id = ?", (seq, status, facts, TABLE)),
            *inserts,
        )

    # Calls, as uvicorn makes them

    def scope(self, kind: str, recipient: int, method: str, path: str) -> dict[str, Any]:
        path, _, query = path.partition("?")
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        if kind == "http":
            headers.append((b"authorization", f"Bearer {token_of(recipient)}".encode()))
        return {
            "type": kind, "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "method": method,
            "scheme": "http" if kind == "http" else "ws", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "root_path": "", "headers": headers, "client": ("192.0.2.1", 1),
            "server": ("karat.example", 80), "subprotocols": [], "state": {},
        }  # fmt: skip

    async def rest(self, recipient: int, method: str, path: str, body: object = None) -> str:
        """One request: its status, headers and body."""
        told: list[str] = []
        sent = [{"type": "http.request", "body": b"" if body is None else json.dumps(body).encode()}]

        async def receive() -> dict[str, Any]:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            headers = [(name, value) for name, value in message.get("headers", ()) if name != b"content-length"]
            told.append(f"{message.get('status', '')} {headers} {message.get('body', b'').decode()}")

        with self.noting():
            await self.served(self.scope("http", recipient, method, path), receive, send)  # type: ignore[arg-type]
        return f"{method} {path} " + " ".join(told)

    def socket(self) -> Line:
        line = Line()
        line.incoming.put_nowait({"type": "websocket.connect"})
        line.task = asyncio.create_task(self._call(self.scope("websocket", 0, "GET", "/ws"), line))
        return line

    def stream(self, recipient: int, path: str) -> Line:
        line = Line()
        line.incoming.put_nowait({"type": "http.request", "body": b""})
        line.task = asyncio.create_task(self._call(self.scope("http", recipient, "GET", path), line))
        return line

    async def _call(self, scope: dict[str, Any], line: Line) -> None:
        with self.noting():
            await self.served(scope, line.incoming.get, line.send)  # type: ignore[arg-type]

    @contextlib.contextmanager
    def noting(self) -> Iterator[None]:
        """Log what the app does not catch, as uvicorn does."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 -- all of them are what is looked at
            LOG.write("".join(traceback.format_exception(error)))


@dataclass
class Ears:
    """The socket and the stream of one recipient, from before the first card on."""

    recipient: int
    socket: Line
    stream: Line

    @classmethod
    async def at(cls, world: World, recipient: int) -> Ears:
        ears = cls(recipient, world.socket(), world.stream(recipient, f"/api/bot/tables/{TABLE}/stream"))
        await ears.socket.ask(frame("hello", token=token_of(recipient), views=world.pages))
        await ears.stream.spoke.wait()
        return ears

    async def hang_up(self) -> None:
        await self.socket.hang_up()
        await self.stream.hang_up()


async def quiet(lines: list[Line]) -> None:
    """Until nothing more is sent."""
    idle, before = 0, -1
    while idle < IDLE:
        await asyncio.sleep(0)
        now = sum(len(line.heard) for line in lines)
        idle, before = (idle + 1, now) if now == before else (0, now)


async def grow(
    world: World, live: LiveTable, log: list[Logged], known: Known | None, recipient: int, rng: Stream
) -> None:
    """Let a table's log grow while people listen; with `known` given, otherwise than it was."""
    grown = []
    if known is not None and rng.below(2):
        log = decided_at_once(log, known, recipient)
    for logged in log:
        fold = await world.app.house.live.ready(live)
        one = logged if known is None else otherwise(logged, fold.table, known, recipient, rng)
        one = Logged(fold.table.seq + 1, one.at, one.entry)
        follow(fold, one)
        grown.append(one)
        live.publish([one], one.at)
        await asyncio.sleep(0)
    fold = await world.app.house.live.ready(live)
    await world.store(fold, grown)


async def heard(world: World, live: LiveTable, ears: Ears) -> list[str]:
    """Every byte that a recipient has been sent so far and can ask for now, and every line of the log about it."""
    await quiet([ears.socket, ears.stream])
    told = [*ears.socket.heard, *ears.stream.heard]
    LOG.seek(0)
    LOG.truncate()
    told += await on_another_socket(world, live, ears.recipient)
    told += [
        await world.rest(ears.recipient, method, path, body)
        for method, path, body in calls(world, live, ears.recipient)
    ]
    told += await events(world, ears.recipient)
    told += await with_a_broken_disk(world, live, ears.recipient)
    told += sorted(LOG.getvalue().splitlines())
    return [TIMES.sub(r'"\1\2":0', text) for text in told]


async def on_another_socket(world: World, live: LiveTable, recipient: int) -> list[str]:
    """Every way to resume, and every way to be refused."""
    fold = live.fold if recipient != SPECTATOR else live.late
    assert fold is not None
    table, last = fold.table, fold.story.seq(recipient)
    decision = table.running.decision if table.running else ""
    frames = [
        frame("hello", token=token_of(recipient), since=since, views=bool(since % 2))
        for since in sorted({0, last // 2, *range(max(0, last - RESUMES), last + 1)})
    ]
    frames += [frame("act", cid="tried", decision=decision, action=tried) for tried in illegal(table, recipient)]
    frames += [frame("act", cid="old", decision="0", action="end"), frame("salt", salt="s")]
    frames += [frame("why", cid="why", action=tried) for tried in TRIED]
    frames += [frame("say", cid="n", phrase="nonsense"), frame("hello", token="forged"), *FRAMES]
    if table.status == "playing":
        frames += [frame("ask", cid="r", wish="rematch"), frame("answer", cid="a", wish="rematch", yes=True)]
    if own := [key for key in table.cids if key.startswith(f"{recipient}/")]:  # done before: acknowledged once more
        cid = min(own).partition("/")[2]
        frames.append(frame("act", cid=cid, decision="0", action="end"))
    line = world.socket()
    await line.ask(*frames)
    await line.hang_up()
    return line.heard + hint(table, recipient)


def hint(table: Table, recipient: int) -> list[str]:
    """All that a bot is told which is asked for a hint."""
    try:
        return [] if recipient == SPECTATOR else [repr(advice.consideration(table, recipient))]
    except Refused as refused:
        return [repr(refused)]


def illegal(table: Table, recipient: int) -> list[str]:
    """What the recipient cannot do; a seat for which a bot stands in would be taken back by what it can."""
    legal = [str(action) for action in table.running.legal(recipient)] if table.running else []
    return [tried for tried in TRIED if tried not in legal]


def calls(world: World, live: LiveTable, recipient: int) -> list[tuple[str, str, object]]:
    """Every GET that there is, with this table in the place of any id, and what is refused at a table in play."""
    assert live.fold is not None
    table = live.fold.table
    found: list[tuple[str, str, object]] = []
    for row in world.app.rows:
        path = re.sub(r"{(table|match)}", TABLE, row.path)
        path = re.sub(r"{\w+}", person(0).id, path)
        told_to_all = table.status != "playing" and path.endswith("/record")
        if row.method == "GET" and "ndjson" not in row.media and not told_to_all:
            needed = (
                "?" + f"game={table.config.game}&players={world.players}" if row.asks and "leaderboard" in path else ""
            )
            found.append(("GET", path + needed, None))
    decision = table.running.decision if table.running else ""
    at, at_bot = f"/api/tables/{TABLE}", f"/api/bot/tables/{TABLE}"
    found += [("POST", f"{at}/kick", {"seat": 1}), ("POST", f"{at}/fill", {}), ("POST", f"{at}/invite", {"bot": "x"})]
    found += [("POST", f"{at}/join", {"seat": "x"}), ("POST", f"{at}/nothing", {})]
    if recipient == SPECTATOR or not table.chairs[recipient].stand_in:
        found.append(("POST", f"{at}/join", {"seat": 1}))
    for tried in illegal(table, recipient):
        found.append(("POST", f"{at_bot}/act", {"cid": "tried", "decision": decision, "action": tried}))
    return [*found, ("POST", f"{at_bot}/act", {"cid": "r", "decision": "0", "action": "end"})]


async def events(world: World, recipient: int) -> list[str]:
    """What a bot is told of where it plays; nobody else is told anything."""
    line = world.stream(recipient, "/api/bot/events")
    await line.answered.wait()
    playing = await world.app.database.fetch("SELECT 1 FROM tables WHERE status = 'playing'")
    if recipient == 0 and playing:
        await line.spoke.wait()
    await line.hang_up()
    return line.heard


async def with_a_broken_disk(world: World, live: LiveTable, recipient: int) -> list[str]:
    """What is told, and logged, when an action cannot be stored."""
    running = live.fold.table.running if live.fold else None
    if running is None or recipient not in running.to_act:
        return []
    act = {"cid": "x", "decision": running.decision, "action": str(running.legal(recipient)[0])}

    async def broken(*_: object, **__: object) -> bool:
        raise RuntimeError("the disk is full")

    database: Any = world.app.database
    database.write = broken
    try:
        told = [await world.rest(recipient, "POST", f"/api/bot/tables/{TABLE}/act", act)]
        line = world.socket()
        await line.ask(frame("hello", token=token_of(recipient), views=world.pages), frame("act", **act))
        await line.hang_up()
    finally:
        del database.write
    await world.app.house.live.ready(live)
    return told + line.heard
