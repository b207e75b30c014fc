"""Tables in memory for tests: a log that grows by commands, without database or sockets. And a house on a database."""

from typing import Any

from karat.games import GAMES
from karat.server.house.house import House
from karat.server.house.live import Fold, Live
from karat.server.store.card_files import CardFiles
from karat.server.store.database import Database
from karat.server.tables import entries
from karat.server.tables.commands import Act, Command, Sender
from karat.server.tables.decide import consequence, decide
from karat.server.tables.entries import AnyEntry, Config, EventTable, Logged, Player

ADA, BEA, CLEO, DORA = (Player(f"guest:{name}", name) for name in ("Ada", "Bea", "Cleo", "Dora"))
PEOPLE = (ADA, BEA, CLEO, DORA)
SECRET = "ab" * 32


def make_house(database: Database, **wiring: Any) -> House:
    """A house with nothing around it but what is named."""
    card_files = CardFiles(database, GAMES)
    return House(database, card_files, Live(database, card_files), **wiring)


class Growing(Fold):
    """A fold that keeps its log and the time."""

    def __init__(self, config: Config, people: int | None = None, event: EventTable | None = None) -> None:
        self.now = 1000.0
        self.log = [Logged(1, self.now, entries.Opened(config, ADA, SECRET, event=event))]
        super().__init__("t" * 12, self.log, GAMES)
        count = config.players if people is None else people
        for seat in range(count):
            self.add([entries.Sat(seat, PEOPLE[seat]), entries.Salted(seat, f"salt{seat}")])
        self.go_on()

    def add(self, new: list[AnyEntry]) -> None:
        for entry in new:
            logged = Logged(self.table.seq + 1, self.now, entry)
            self.log.append(logged)
            self.follow(logged)

    def go_on(self) -> None:
        """Add what follows by itself."""
        while new := consequence(self.table):
            self.add(new)

    def decide(self, by: int | Player | None, command: Command, lag: float = 0.0) -> list[AnyEntry]:
        """What becomes of a command of whoever sits there, of somebody else who looks on, or of the server's own."""
        player = self.table.chairs[by].player if isinstance(by, int) else by
        sender = Sender(player, lag, watching=True) if player else None
        return decide(self.table, sender, command, self.now)

    def do(self, by: int | Player | None, command: Command, lag: float = 0.0) -> None:
        self.add(self.decide(by, command, lag))
        self.go_on()

    @property
    def running(self) -> Any:
        assert self.table.running is not None
        return self.table.running

    def act(self, seat: int, action: object = None, **said: Any) -> None:
        """The seat's first legal action, unless another is named."""
        chosen = str(self.running.legal(seat)[0]) if action is None else str(action)
        meant = Act(said.pop("cid", f"c{len(self.log)}"), said.pop("decision", self.running.decision), chosen)
        self.do(seat, meant, said.pop("lag", 0.0))

    def finish(self) -> None:
        """Play on to the end, always the first legal action."""
        while self.table.status == "playing":
            self.act(self.running.owing[0])
