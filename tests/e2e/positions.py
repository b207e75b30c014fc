"""Tables at chosen moments, told to the page over a socket of our own: no match has to be played to look at one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from karat.arena.match import play_match
from karat.games import GAMES, make_bot
from karat.kit import Settings
from karat.server.tables.entries import Config
from karat.server.wire.events import ShownSeat
from karat.server.wire.frames import VERSION, Snapshot, TableTalk, Turn

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

TABLE = "positions"
NAMES = ("Ada", "Bartholomäus", "Cleo", "Святослав", "Maximilienne", "Finn", "Gwendolyn", "Hu")
"""Short ones and long ones."""


@dataclass(frozen=True)
class Position:
    """A moment of a match, as one of its players is shown it."""

    game: str
    players: int
    moment: str
    snapshot: Snapshot


@lru_cache
def positions(game: str, players: int, seed: str = "windows") -> tuple[Position, ...]:
    """Each kind of decision, once early in a match and once as late as it comes."""
    kit = GAMES[game]
    rules = kit.agree(Settings(players))
    chance = [make_bot(game, "random")] * players
    record = kit.to_record(play_match(kit.game, rules, chance, seed=seed))
    asked: dict[str, list[tuple[int, Any, int]]] = {}
    for step in kit.steps(record):
        for seat in kit.game.to_act(step.state):
            legal = kit.game.legal_actions(step.state, seat)
            phase = kit.view(kit.game.observe(step.state, seat), legal).aids.phase
            asked.setdefault(phase, []).append((len(legal), step.state, seat))
    found = []
    for phase, moments in asked.items():
        early = max(moments[: len(moments) // 2 or 1], key=lambda one: one[0])
        late = max(moments[-2 * players :], key=lambda one: one[0])
        for when, (_, state, seat) in (("early", early), ("late", late)):
            found.append(Position(game, players, f"{phase} {when}", asked_of(kit, state, seat)))
    return tuple(found)


def asked_of(kit: Any, state: Any, seat: int) -> Snapshot:
    """The table as the server would tell it to that seat."""
    legal = kit.game.legal_actions(state, seat)
    players = state.rules.players
    level = kit.usual_level
    seats = tuple(
        ShownSeat(NAMES[one], f"p{one}", "guest" if one == seat else "bot", "" if one == seat else level)
        for one in range(players)
    )
    return Snapshot(
        status="playing",
        config=Config(game=kit.name, players=players),
        host=f"p{seat}",
        seats=seats,
        commitment="0" * 64,
        talk=TableTalk("free", None, ()),
        you=seat,
        hints=True,
        view=kit.view(kit.game.observe(state, seat), legal),
        turn=Turn(to_act=tuple(kit.game.to_act(state)), decision="1", legal=tuple(map(str, legal))),
    )


class Stand:
    """A page at a table that is where we say."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._socket: WebSocketRoute | None = None
        self._now: Snapshot | None = None
        self._seq = 0
        page.route_web_socket("**/ws", self._open)

    def show(self, position: Position) -> None:
        """Put a position before the page; another game is another table."""
        before, self._now = self._now, position.snapshot
        if before is not None and self._socket and before.config.game == position.game:
            self._tell()
        else:
            self.page.goto(f"/t/{TABLE}")
        moment = position.snapshot.view.aids.phase
        self.page.wait_for_selector(f"[data-phase={moment}]")
        self.page.wait_for_selector("[data-hand]")
        # Another round than before: its score sheet opens, as it does at a table.
        self.page.evaluate("document.querySelectorAll('dialog[open]').forEach(one => one.close())")

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if json.loads(message)["t"] == "hello":
            self._tell()

    def _tell(self) -> None:
        assert self._socket
        self._seq += 1
        frame = {"v": VERSION, "t": "snapshot", "table": TABLE, "seq": self._seq, "ts": 0, "d": self._now}
        self._socket.send(msgspec.json.encode(frame).decode())
