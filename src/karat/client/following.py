"""A table that is followed: connects again by itself, misses nothing, and sends an action until it is answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import websockets
from websockets.asyncio.client import connect

from karat.client.salts import fresh_salt, pledge

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from websockets.asyncio.client import ClientConnection

VERSION = 2
"""Of the wire that this client speaks."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
FINAL = frozenset(
    {"no_such_table", "bad_token", "signed_out", "wrong_password", "no_spectators", "seat_lost", "too_many_tables"}
)
"""Refusals of a hello that trying again would not change."""


class Rejected(Exception):
    """What the table did not let one do: a code, the rule of the game if one forbids it, and what is legal."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["code"] + (f" ({told['law']})" if told.get("law") else ""))
        self.code: str = told["code"]
        self.law: str = told.get("law", "")
        self.params: dict[str, str] = told.get("params", {})
        self.legal: list[str] = told.get("legal", [])
        self.retry_after: float = told.get("retry_after", 0.0)


@dataclass(frozen=True)
class Update:
    """Something new: what happened, or, with `snapshot`, the whole table as it is."""

    seq: int
    events: tuple[dict[str, Any], ...] = ()
    snapshot: dict[str, Any] | None = None


@dataclass
class Pending:
    frame: str
    answered: asyncio.Future[int]


@dataclass
class Followed:
    """Iterate for updates; in between, `turn` and `legal` are as of the last one."""

    url: str
    token: str
    table: str
    password: str = ""
    decisions: bool = False
    """Whether each question to one's own seat also comes with all that the seat can see."""
    salt: str = ""
    """One's part in the shuffle, told once everybody has pledged theirs."""
    decision: dict[str, Any] = field(default_factory=dict)
    """The last of those."""
    seq: int = 0
    turn: dict[str, Any] = field(default_factory=dict)
    status: str = ""
    reconnects: int = 0
    received: int = 0
    """Bytes, since the beginning."""
    _updates: asyncio.Queue[Update | Exception] = field(default_factory=asyncio.Queue)
    _pending: dict[str, Pending] = field(default_factory=dict)
    _told: bool = False
    """Whether one's salt was."""
    _answered: str | None = None
    _socket: ClientConnection | None = None
    _task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._follow())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update:
        if self.status in ("finished", "closed") and self._updates.empty():
            raise StopAsyncIteration
        update = await self._updates.get()
        if isinstance(update, Exception):
            raise update
        return update

    @property
    def legal(self) -> list[str]:
        """What one can do now, as texts; also what one has chosen face down can still be changed to."""
        legal: list[str] = self.turn.get("legal", [])
        return legal

    @property
    def owes(self) -> bool:
        """Whether the table waits for one's own action."""
        return bool(self.legal) and not self.turn.get("chosen") and self.turn.get("decision") != self._answered

    async def act(self, action: str, *, cid: str = "") -> int:
        """Do it, and wait until it is stored; Rejected where the table refuses.

        An action with the same `cid` happens once, however often it is sent; without one it gets a fresh one.
        """
        decision = self.turn.get("decision", "")
        seq = await self._ask("act", {"decision": decision, "action": action}, cid)
        self._answered = decision  # the answer comes before the events that show it
        return seq

    async def ask(self, wish: str) -> int:
        """Propose an undo, an abort or a rematch."""
        return await self._ask("ask", {"wish": wish})

    async def answer(self, wish: str, *, yes: bool) -> int:
        return await self._ask("answer", {"wish": wish, "yes": yes})

    async def say(self, text: str = "", *, phrase: str = "") -> int:
        return await self._ask("say", {"text": text, "phrase": phrase})

    async def take_back_seat(self) -> None:
        await self._send("back", {})

    async def prefer(self, *, forced: bool) -> None:
        """Have forced moves made for one, or not."""
        await self._send("prefer", {"forced": forced})

    async def order(self, *actions: str) -> int:
        """Say in advance what one does when one is asked, the most wanted first; nothing takes it back.

        What of it stands is in `turn["orders"]`, and what may be said in `turn["may_order"]`.
        """
        return await self._ask("order", {"actions": actions})

    async def _take_part(self, seat: dict[str, Any], *, fixed: bool) -> None:
        """Pledge a salt, or none, where that is not said yet; tell it where all have."""
        if seat.get("pledge") == "":
            self.salt = ""  # none is taken: one got up while salts were told
        elif not fixed and "pledge" not in seat:
            await self._send("pledge", {"pledge": pledge(self.salt)})
        elif fixed and self.salt and not seat.get("salt"):
            self._told = True
            await self._send("salt", {"salt": self.salt})

    async def _shuffle(self, event: str) -> None:
        """Do one's part when pledges are fixed, and anew when somebody came or went after that."""
        if event == "fixed":
            await self._take_part({}, fixed=True)
        elif event in ("sat", "rose") and self._told:
            self._told, self.salt = False, fresh_salt()
            await self._take_part({}, fixed=False)

    async def _ask(self, kind: str, inside: dict[str, Any], cid: str = "") -> int:
        cid = cid or secrets.token_hex(8)
        frame = self._frame(kind, {"cid": cid, **inside})
        pending = self._pending[cid] = Pending(frame, asyncio.get_running_loop().create_future())
        try:
            if self._socket is not None:
                with contextlib.suppress(websockets.ConnectionClosed):
                    await self._socket.send(frame)
            return await pending.answered
        finally:
            self._pending.pop(cid, None)

    async def _send(self, kind: str, inside: dict[str, Any]) -> None:
        if self._socket is not None:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._socket.send(self._frame(kind, inside))

    def _frame(self, kind: str, inside: dict[str, Any]) -> str:
        return json.dumps({"v": VERSION, "t": kind, "table": self.table, "d": inside})

    async def _follow(self) -> None:
        """Connect, and again whenever the connection is lost."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with connect(self.url, max_size=2**22, compression=None, ping_interval=None) as socket:
                    await socket.send(self._frame("hello", self._hello()))
                    for pending in list(self._pending.values()):
                        await socket.send(pending.frame)
                    self._socket = socket
                    async for frame in socket:
                        pause = FIRST_PAUSE
                        self.received += len(frame)
                        await self._hear(json.loads(frame))
            except Rejected as rejected:
                self._updates.put_nowait(rejected)
                return
            except (OSError, websockets.WebSocketException, TimeoutError):
                pass
            finally:
                self._socket = None
            self.reconnects += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 -- so that not all come at once
            pause = min(2 * pause, LONGEST_PAUSE)

    def _hello(self) -> dict[str, Any]:
        hello = {"token": self.token, "since": self.seq, "password": self.password}
        return hello | ({"decisions": True} if self.decisions else {})

    async def _hear(self, frame: dict[str, Any]) -> None:
        inside, seq = frame.get("d") or {}, frame.get("seq", 0)
        match frame["t"]:
            case "snapshot":
                self.seq, self.turn, self.status = seq, inside.get("turn", {}), inside["status"]
                self._updates.put_nowait(Update(seq, snapshot=inside))
                if self.status == "open" and inside.get("you") is not None:
                    await self._take_part(inside["seats"][inside["you"]], fixed=inside.get("fixed", False))
            case "events" if seq > self.seq:
                await self._take_events(seq, inside)
            case "turn":
                self.turn = inside
                self._updates.put_nowait(Update(self.seq))
            case "decision":
                self.decision = inside
                self._updates.put_nowait(Update(self.seq))
            case "ok":
                self._settle(inside.get("cid", ""), seq)
            case "rejected":
                await self._rejected(inside)
            case "ping":
                await self._send("pong", inside)

    async def _take_events(self, seq: int, inside: dict[str, Any]) -> None:
        if seq != self.seq + 1:
            raise OSError(f"a frame is missing between {self.seq} and {seq}")  # to connect and resume
        self.seq = seq
        if "turn" in inside:
            self.turn = inside["turn"]
        for event in inside["events"]:
            await self._shuffle(event["e"])
            if event["e"] in ("started", "finished", "closed"):
                self.status = "playing" if event["e"] == "started" else event["e"]
        self._updates.put_nowait(Update(seq, tuple(inside["events"])))

    def _settle(self, cid: str, seq: int) -> None:
        pending = self._pending.get(cid)
        if pending and not pending.answered.done():
            pending.answered.set_result(seq)

    async def _rejected(self, told: dict[str, Any]) -> None:
        pending = self._pending.get(told.get("cid", ""))
        if told["code"] in ("unreachable", "too_much"):
            await asyncio.sleep(told.get("retry_after", 1.0))
            if pending and self._socket:
                await self._socket.send(pending.frame)
            elif not pending:
                raise OSError(told["code"])  # it was the hello: connect again
        elif pending and not pending.answered.done():
            pending.answered.set_exception(Rejected(told))
        elif told["code"] in FINAL:
            raise Rejected(told)
