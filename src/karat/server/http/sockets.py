"""One WebSocket, on which somebody follows tables and acts at them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from karat.server.house import advice
from karat.server.house.log import BadLog, NoSuchTable
from karat.server.house.outbox import Outbox
from karat.server.http.calls import limit_entries
from karat.server.http.table_routes import check_password
from karat.server.people.limits import FRAMES, HELLOS, HINTS, SAYING, TooMuch
from karat.server.people.quotas import address_key
from karat.server.store.database import Unreachable
from karat.server.tables.commands import Act, Refused, Say, Sender
from karat.server.tables.decide import own_seat
from karat.server.wire import frames

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.house.listeners import Following
    from karat.server.house.live import Fold
    from karat.server.http.calls import Worker
    from karat.server.people.live_sessions import LiveSession
    from karat.server.tables.entries import Player
    from karat.server.tables.table import Table

MOST_TABLES = 50
"""That one socket follows."""
PING_EVERY = 10.0
TRY_AGAIN_LATER, SERVICE_RESTART, SIGNED_OUT = 1013, 1012, 4401
"""Why a socket is closed; the last is of our own, after HTTP's 401."""
BACK_SOON = TRY_AGAIN_LATER, "the database cannot be reached"
OUR_FAULT = 1011, "the server made a mistake; it is in its log"
AT_ONCE = "karat.write_at_once"
"""The extension of a scope that writes a text to its socket, and says whether it could."""
GOODBYE = 2.0
"""Seconds for the last frames of a socket that is closed for such a reason."""

log = structlog.get_logger()


class Connection:
    """A socket with who is on it and what they follow."""

    def __init__(self, socket: WebSocket, worker: Worker) -> None:
        self._socket = socket
        self._house = worker.house
        self._listeners = worker.listeners
        self._people = worker.people
        self._limits = worker.limits
        self._consider = worker.consider
        self._live_sessions = worker.live_sessions
        self._metrics = worker.metrics
        self._live_session: LiveSession | None = None
        self._thinking: set[asyncio.Task[None]] = set()
        self._address = address_key(socket.client.host if socket.client else None)
        self._key = f"frames {id(self)}"
        self._player: Player | None = None
        self._followed: dict[str, Following] = {}
        self._outgoing = Outbox()
        self._something_to_send = asyncio.Event()
        self._write_at_once: Callable[[str], bool] = socket.scope.get("extensions", {}).get(AT_ONCE, never)
        self._lag = 0.0
        self._pinged = (0, 0.0)
        self._pinger: asyncio.Task[None] | None = None
        self._closing: tuple[int, str] | None = None

    async def run(self) -> None:
        """Until the other side is gone, or too slow, or the server stops."""
        writer = asyncio.create_task(self._write())
        try:
            await self._recognise()
            while True:
                await self._hear(await self._receive())
        except WebSocketDisconnect:
            pass
        except Unreachable:
            self._close(*BACK_SOON)
            await asyncio.wait([writer], timeout=GOODBYE)
        except Exception:  # a fault of ours ends this connection, and the client hears so
            log.exception("socket.failed")
            self._close(*OUR_FAULT)
            await asyncio.wait([writer], timeout=GOODBYE)
        finally:
            self._live_sessions.leave(self._live_session)
            self._stop_following_all()
            for task in (*self._thinking, *([self._pinger] if self._pinger else [])):
                task.cancel()
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    def send_away(self) -> None:
        """Say that the server stops, and close once that is sent; nothing more is taken from here."""
        self._send(frames.write(frames.Restart()))
        self._close(SERVICE_RESTART, "the server stops; connect again")

    def sign_out(self) -> None:
        """Say that what let this person in no longer does, and close; they are told nothing more from here."""
        self._player = None
        self._stop_following_all()
        self._send(frames.write(frames.Rejected("signed_out")))
        self._close(SIGNED_OUT, "signed out")

    def _close(self, code: int, why: str) -> None:
        self._closing = self._closing or (code, why)
        self._something_to_send.set()

    async def _recognise(self, token: str = "") -> None:
        """Know who is on this socket, and hear of it when they are signed out.

        A socket is one identity's for as long as it is open: what it follows was let in by one session or token and
        ends with it. Who is somebody else opens another socket.
        """
        person = self._people.recognised(self._socket)
        player = await self._people.who(self._socket, token)
        credential = self._people.credential(self._socket)
        if self._live_session is not None and credential != self._live_session.credential:
            self._people.recognise(self._socket, person)
            raise Refused("bad_token" if player is None else "one_identity")
        self._player = player
        if self._live_session is None and credential is not None:
            self._live_session = self._live_sessions.enter(credential, self.sign_out)

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    def _send(self, frame: str) -> None:
        """Send at once if nothing waits and the other side keeps up; else when it is its turn."""
        if self._something_to_send.is_set() or not self._write_at_once(frame):
            self._outgoing.put(frame)
            self._something_to_send.set()

    async def _write(self) -> None:
        """Send what waits to be sent, in order."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not self._outgoing.is_full:
                if (frame := self._outgoing.take()) is not None:
                    await self._socket.send_text(frame)
                elif self._closing:
                    await self._socket.close(*self._closing)
                    return
                else:
                    self._something_to_send.clear()
                    await self._something_to_send.wait()
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(TRY_AGAIN_LATER, "too slow")

    async def _hear(self, raw: str | bytes) -> None:
        """Do what a frame says and answer it once."""
        table_id, cid = "", ""
        try:
            self._limits.take(self._key, FRAMES)
            table_id, frame = frames.read(raw)
            cid = getattr(frame, "cid", "")
            began = time.perf_counter()
            await self._do(table_id, frame)
            if isinstance(frame, Act):
                self._metrics.action_seconds.observe(time.perf_counter() - began)
        except frames.BadFrame as bad:
            self._reject(table_id, frames.Rejected("bad_frame", cid, params={"reason": str(bad)[:200]}))
        except TooMuch as much:
            self._reject(table_id, frames.Rejected("too_much", cid, retry_after=round(much.retry_after, 2)))
        except NoSuchTable:
            self._reject(table_id, frames.Rejected("no_such_table", cid))
        except Refused as refused:
            self._metrics.refused(refused)
            rejected = frames.Rejected(refused.code, cid, refused.law, refused.params, refused.legal)
            self._reject(table_id, rejected)
        except Unreachable:
            self._reject(table_id, frames.Rejected("unreachable", cid, retry_after=1))
        except BadLog as bad:
            log.warning("table.bad_log", table=table_id, error=str(bad))
            self._reject(table_id, frames.Rejected("failed", cid))

    def _reject(self, table_id: str, rejected: frames.Rejected) -> None:
        self._send(frames.write(rejected, table_id))

    async def _do(self, table_id: str, frame: frames.FromClient) -> None:
        match frame:
            case frames.Ping(n):
                self._send(frames.write(frames.Pong(n)))
                return
            case frames.Pong(n):
                number, sent = self._pinged
                if n == number and sent:
                    self._lag = (time.monotonic() - sent) / 2
                return
        if not table_id:
            raise frames.BadFrame("the frame names no table")
        if isinstance(frame, frames.Hello):
            await self._follow(table_id, frame)
            return
        if self._player is None:
            raise Refused("who_are_you")
        if not self._people.may(self._socket, "chat" if isinstance(frame, Say) else "play"):
            raise Refused("not_in_scope")
        self._people.sanctions.check_play(self._player.id)
        if isinstance(frame, Say):
            self._people.sanctions.check_talk(self._player.id)
            self._limits.take(f"say {self._player.id}", SAYING)
        if isinstance(frame, (frames.Why, frames.HintPlease)):
            await self._advise(table_id, self._player, frame)
            return
        limit_entries(self._limits, self._player.id, frame)
        await self._submit(table_id, Sender(self._player, self._lag, table_id in self._followed), frame)

    async def _submit(self, table_id: str, by: Sender, command: frames.FrameCommand) -> None:
        """Take a command to the house; what is answered before anybody else is told is that it is stored."""
        cid = getattr(command, "cid", "")

        def acknowledge(fold: Fold) -> None:
            seat = fold.table.seat_of(by.player.id)
            seq = None if seat is None else fold.story.seq(seat)
            self._send(frames.write(frames.Ok(cid), table_id, seq))

        await self._house.submit(table_id, by, command, acknowledge)

    async def _advise(self, table_id: str, player: Player, frame: frames.Why | frames.HintPlease) -> None:
        table = await self._house.table(table_id)
        seat = own_seat(table, player)
        if isinstance(frame, frames.Why):
            self._send(frames.write(advice.why(table, seat, frame.cid, frame.action), table_id))
            return
        decision, asked = advice.consideration(table, seat)
        self._limits.take(f"hint {player.id}", HINTS)

        async def answer() -> None:
            try:
                found = await self._consider(asked, (player.id,))
            except RuntimeError:
                log.exception("hint.failed", table=table_id)
                self._reject(table_id, frames.Rejected("failed", frame.cid))
            else:
                self._send(frames.write(advice.hint(frame.cid, decision, asked.level, found), table_id))

        # Beside the socket, so that nothing which is sent in the meantime waits for a bot.
        task = asyncio.create_task(answer())
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _follow(self, table_id: str, hello: frames.Hello) -> None:
        """Begin to follow a table, as who sits there or as a spectator."""
        is_known = self._player is not None
        if is_known:
            self._limit_hellos()  # before anything is looked up in the database
        if hello.token:
            await self._recognise(hello.token)
            if self._player is None:
                raise Refused("bad_token")
        if not self._people.may(self._socket, "read"):
            raise Refused("not_in_scope")
        if not is_known:
            self._limit_hellos()
        if table_id not in self._followed and len(self._followed) >= MOST_TABLES:
            raise Refused("too_many_tables")

        async def check(table: Table) -> None:
            await check_password(self._people, self._address, table, hello.password)

        self._stop_following(table_id)
        following = await self._listeners.begin(self._player, table_id, hello, self._send, check)
        if self._closing:  # it happened while the table was loaded
            self._listeners.end(following)
            return
        self._followed[table_id] = following
        fold = following.live.fold
        if fold is not None and fold.table.config.clock is not None and self._pinger is None:
            self._pinger = asyncio.create_task(self._ping())

    def _limit_hellos(self) -> None:
        self._limits.take(f"hello {self._player.id if self._player else self._address}", HELLOS)

    def _stop_following_all(self) -> None:
        for table_id in tuple(self._followed):
            self._stop_following(table_id)

    def _stop_following(self, table_id: str) -> None:
        if table_id in self._followed:
            self._listeners.end(self._followed.pop(table_id))

    async def _ping(self) -> None:
        """Measure the way to the client and back, for the clock's sake."""
        number = 0
        while True:
            number += 1
            self._pinged = (number, time.monotonic())
            self._send(frames.write(frames.Ping(number)))
            await asyncio.sleep(PING_EVERY)


def never(_frame: str) -> bool:
    """What writes to a socket of a server that knows no other way than to wait."""
    return False
