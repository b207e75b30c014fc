"""How a seat talks to each server, as plain text frames: what it says first, and what it makes of what it hears."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx
import msgspec

from karat.client.following import VERSION
from karat.games import GAMES

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table, with what lets one act there."""

    table: str
    seat: int
    token: str


@dataclass(slots=True)
class Heard:
    """What a frame means to who plays: an answer, a question, the end."""

    reply: str = ""
    """To be sent at once."""
    acked: bool = False
    """Whether it answers one's own action."""
    refused: str = ""
    move: str = ""
    """A frame that answers the question which is now open."""
    over: bool = False
    synced: bool = False
    """Whether one knows all there is to know now."""


class Voice(Protocol):
    """One seat's side of the conversation."""

    def first(self) -> str:
        """What is said as soon as the socket is open; empty to be spoken to first."""

    def hear(self, frame: str) -> Heard: ...


class Speech(Protocol):
    """A server's language."""

    name: str

    def socket(self, url: str) -> str:
        """The address of a socket."""

    async def open_table(self, http: httpx.AsyncClient) -> list[Place]:
        """A new table with everybody seated and the match begun."""

    def voice(self, place: Place, chance: random.Random) -> Voice: ...


# Karat's own


class _Turn(msgspec.Struct, frozen=True):
    decision: str = ""
    legal: list[str] = []
    chosen: str = ""


class _Inside(msgspec.Struct, frozen=True):
    """Of a snapshot, of events, or of a turn that stands alone."""

    turn: _Turn = _Turn()
    events: list[msgspec.Raw] = []
    decision: str = ""
    legal: list[str] = []
    code: str = ""


class _Frame(msgspec.Struct):
    t: str
    seq: int = 0
    d: _Inside = _Inside()


_FRAMES = msgspec.json.Decoder(_Frame)


@dataclass
class KaratVoice:
    place: Place
    chance: random.Random
    version: int = VERSION
    seq: int = 0
    moves: int = 0
    _asked: str = ""

    def first(self) -> str:
        hello = {"token": self.place.token, "since": self.seq}
        return json.dumps({"v": self.version, "t": "hello", "table": self.place.table, "d": hello})

    def hear(self, frame: str) -> Heard:
        told = _FRAMES.decode(frame)
        match told.t:
            case "ok":
                return Heard(acked=True)
            case "rejected":
                return Heard(acked=True, refused=told.d.code)
            case "ping":
                return Heard(reply=frame.replace('"ping"', '"pong"', 1))
            case "snapshot" | "events":
                self.seq = told.seq
                over = any(b'"finished"' in bytes(event) for event in told.d.events)
                return Heard(move=self._move(told.d.turn), over=over, synced=told.t == "snapshot")
            case "turn":
                return Heard(move=self._move(_Turn(told.d.decision, told.d.legal)), synced=True)
        return Heard()

    def _move(self, turn: _Turn) -> str:
        if not turn.decision or turn.chosen or turn.decision == self._asked:
            return ""
        self._asked = turn.decision
        self.moves += 1
        said = {"cid": f"m{self.moves}", "decision": turn.decision, "action": self.chance.choice(turn.legal)}
        return json.dumps({"v": self.version, "t": "act", "table": self.place.table, "d": said})


@dataclass
class Karat:
    """The first game of the table of games, for four, on our own server."""

    name: str = "karat"
    version: int = VERSION
    no_salt: dict[str, str] = field(default_factory=lambda: {"pledge": ""})
    """How one says that one leaves the shuffle to the others."""
    _tokens: list[str] = field(default_factory=list)

    def socket(self, url: str) -> str:
        return url.replace("http", "ws", 1) + "/ws"

    async def open_table(self, http: httpx.AsyncClient) -> list[Place]:
        while len(self._tokens) < PLAYERS:
            guest = await _post(http, "/api/guests", {"name": f"bench {len(self._tokens)}"})
            self._tokens.append(str(guest["token"]))
        config = {"game": next(iter(GAMES)), "players": PLAYERS}
        table = str((await _post(http, "/api/tables", {"config": config, **self.no_salt}, self._tokens[0]))["table"])
        for seat, token in enumerate(self._tokens[1:], start=1):
            await _post(http, f"/api/tables/{table}/join", {"seat": seat, **self.no_salt}, token)
        return [Place(table, seat, token) for seat, token in enumerate(self._tokens)]

    def voice(self, place: Place, chance: random.Random) -> Voice:
        return KaratVoice(place, chance, self.version)


# boardgame.io's, over socket.io (engine.io 4)

_NAMESPACE = "/trick,"


class _G(msgspec.Struct):
    legal: list[str] = []


class _Ctx(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer", default="")


class _State(msgspec.Struct):
    G: _G
    ctx: _Ctx
    id: int = msgspec.field(name="_stateID")


class _Sync(msgspec.Struct):
    state: _State


_SYNCS = msgspec.json.Decoder(tuple[str, str, _Sync])
_UPDATES = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])


@dataclass
class BoardgameIoVoice:
    place: Place
    chance: random.Random
    _sent: int = -1

    def first(self) -> str:
        return ""  # the server opens the conversation

    def hear(self, frame: str) -> Heard:
        if frame == "2":
            return Heard(reply="3")
        if frame.startswith("0"):
            return Heard(reply="40" + _NAMESPACE)
        if frame.startswith("40"):
            return Heard(reply=self._emit("sync", self.place.table, str(self.place.seat), self.place.token, PLAYERS))
        if not frame.startswith("42" + _NAMESPACE):
            return Heard()
        told = frame[2 + len(_NAMESPACE) :]
        if told.startswith('["sync"'):
            return Heard(move=self._move(_SYNCS.decode(told)[2].state), synced=True)
        if told.startswith('["update"'):
            state = _UPDATES.decode(told)[2]
            acked = self._sent >= 0 and state.id > self._sent
            if acked:
                self._sent = -1
            return Heard(acked=acked, move=self._move(state))
        return Heard()

    def _move(self, state: _State) -> str:
        if state.ctx.current != str(self.place.seat):
            return ""
        self._sent = state.id
        payload = {"type": "lay", "args": [self.chance.choice(state.G.legal)], "playerID": str(self.place.seat)}
        action = {"type": "MAKE_MOVE", "payload": payload | {"credentials": self.place.token}}
        return self._emit("update", action, state.id, self.place.table, str(self.place.seat))

    def _emit(self, *event: Any) -> str:
        return f"42{_NAMESPACE}{json.dumps(event)}"


@dataclass
class BoardgameIo:
    """A trick game of the same shape on boardgame.io's server."""

    name: str = "boardgame.io"
    lobby: str = ""

    def socket(self, url: str) -> str:
        return url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"

    async def open_table(self, http: httpx.AsyncClient) -> list[Place]:
        table = str((await _post(http, f"{self.lobby}/games/trick/create", {"numPlayers": PLAYERS}))["matchID"])
        places = []
        for seat in range(PLAYERS):
            who = {"playerID": str(seat), "playerName": f"bench {seat}"}
            joined = await _post(http, f"{self.lobby}/games/trick/{table}/join", who)
            places.append(Place(table, seat, str(joined["playerCredentials"])))
        return places

    def voice(self, place: Place, chance: random.Random) -> Voice:
        return BoardgameIoVoice(place, chance)


def speech(name: str, lobby: str) -> Speech:
    match name:
        case "karat":
            return Karat()
        case "karat 1":  # what it was before the wire had versions
            return Karat(name, version=1, no_salt={})
    return BoardgameIo(lobby=lobby)


async def _post(http: httpx.AsyncClient, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    response = await http.post(path, json=body, headers=headers)
    response.raise_for_status()
    told: dict[str, Any] = response.json()
    return told
