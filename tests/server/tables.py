"""Tables in memory for tests: a log that grows by commands, without database or sockets."""

from typing import Any

from karat.games import GAMES
from karat.server.tables import commands, entries
from karat.server.tables.entries import AnyEntry, Config, Logged, Player
from karat.server.tables.live import Fold
from karat.server.wire import frames

ADA, BEA, CLEO, DORA = (Player(f"guest:{name}", name) for name in ("Ada", "Bea", "Cleo", "Dora"))
PEOPLE = (ADA, BEA, CLEO, DORA)
SECRET = "ab" * 32


class Growing(Fold):
    """A fold that keeps its log and the time."""

    def __init__(self, config: Config, people: int | None = None) -> None:
        self.now = 1000.0
        self.log = [Logged(1, self.now, entries.Opened(config, ADA, SECRET))]
        super().__init__("t" * 12, self.log, GAMES)
        count = config.players if people is None else people
        for seat in range(count):
            self.add([entries.Sat(seat, PEOPLE[seat]), entries.Salted(seat, f"salt{seat}")])
        if self.table.may_start:
            self.add(commands.consequence(self.table))

    def add(self, new: list[AnyEntry]) -> None:
        for entry in new:
            logged = Logged(self.table.seq + 1, self.now, entry)
            self.log.append(logged)
            self.follow(logged)

    @property
    def running(self) -> Any:
        assert self.table.running is not None
        return self.table.running

    def act(self, seat: int, action: object = None, **said: Any) -> None:
        """The seat's first legal action, unless another is named."""
        chosen = str(self.running.legal(seat)[0]) if action is None else str(action)
        frame = frames.Act(said.pop("cid", f"c{len(self.log)}"), said.pop("decision", self.running.decision), chosen)
        self.add(commands.act(self.table, seat, frame, now=self.now, lag=said.pop("lag", 0.0)))

    def finish(self) -> None:
        """Play on to the end, always the first legal action."""
        while self.table.status == "playing":
            self.act(self.running.owing[0])
