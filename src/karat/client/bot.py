"""A bot at tables online: goes where it is invited, answers every decision, and comes back after any disconnection.

It is the same value that plays in the arena: `choose(seen, legal, rng)`. What it is shown comes as a View; from that
its observation is made again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx
import msgspec

from karat.client.calling import Problem, problem_in
from karat.client.calls import Client
from karat.games import GAMES
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from karat.bots.bot import Bot
    from karat.kit import Kit

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
SILENCE = 30.0
"""Seconds without a line, not even an empty one, after which a stream is opened again."""
STALE = frozenset({"stale_decision", "not_your_turn", "time_is_up", "table_over", "not_started"})
"""Refusals of an answer that came too late: the next question is under way."""


@dataclass(frozen=True)
class Decision:
    """A question to the bot, with all that it may know."""

    table: str
    game: str
    seat: int
    name: str
    """Of the question."""
    legal: list[str]
    """The answers that the rules allow, as texts."""
    view: dict[str, Any]
    """What the game shows to this seat, as it shows it to a page."""
    deadline: float | None
    """In seconds since 1970, with a clock."""
    events: list[dict[str, Any]]
    """What happened at the table since the bot was last asked."""


@dataclass(frozen=True)
class OnlineSeat:
    """A bot of the arena on a seat online: it sees and chooses as it does there."""

    bot: Bot
    kit: Kit
    rng: Stream
    lock: threading.Lock = field(default_factory=threading.Lock)
    """One for all seats of a bot: it is asked one thing at a time, as it is in the arena."""

    def __call__(self, decision: Decision) -> str:
        seen = self.kit.observation(msgspec.convert(decision.view, self.kit.view_type.load()))
        legal = tuple(map(self.kit.game.parse_action, decision.legal))
        with self.lock:
            return str(self.bot.choose(seen, legal, self.rng))


Choose: TypeAlias = Callable[[Decision], str]
Accept: TypeAlias = Callable[[dict[str, Any]], bool | str]
"""Asked about an invitation or a challenge, with `config` and `by`: True, or why not, as `Client.decline` takes it."""


def run_bot(
    bot: Bot | Choose,
    url: str,
    token: str,
    *,
    join: Sequence[str] = (),
    accept: Accept = lambda _invitation: True,
    matches: int | None = None,
    seed: str | None = None,
    open_challenges: bool = False,
) -> int:
    """Play as the bot of that token until `matches` of its matches are over, or for ever; how many were.

    `bot` is what plays in the arena too, or a function that is given a Decision and gives one of its `legal` texts. It
    sits down at the tables of `join`, and wherever it is invited or challenged if `accept` says so; with
    `open_challenges` also to challenges that anybody may accept.
    """
    return asyncio.run(BotRunner(bot, url, token, accept, matches, seed, open_challenges).run(join))


@dataclass
class BotRunner:
    """The same for who has an event loop already: `await BotRunner(bot, url, token).run()`."""

    bot: Bot | Choose
    url: str
    token: str
    accept: Accept = lambda _invitation: True
    matches: int | None = None
    seed: str | None = None
    """Of the chance that a bot is given: at every table `Stream(f"{seed}/{table}/seat {seat}")`. Fresh if None."""
    open_challenges: bool = False
    """Whether it looks for challenges that anybody may accept, too."""
    games: Mapping[str, Kit] = field(default_factory=lambda: GAMES)
    finished: int = 0
    _at: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _enough: asyncio.Event = field(default_factory=asyncio.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    async def run(self, join: Sequence[str] = ()) -> int:
        async with Client(self.url, token=self.token) as client, asyncio.TaskGroup() as group:
            hearing = group.create_task(self._hear(client, group))
            for table in join:
                await client.join(table)
                self._play(client, group, table)
            await self._enough.wait()
            hearing.cancel()
            for playing in self._at.values():
                playing.cancel()
        return self.finished

    async def _hear(self, client: Client, group: asyncio.TaskGroup) -> None:
        """Follow where the bot is wanted and where its matches begin."""
        async for told in self._lines("/api/bot/events", {"open": int(self.open_challenges)}):
            table = told.get("table", "")
            match told["t"]:
                case "challenged":
                    with contextlib.suppress(Problem):  # it was withdrawn, or somebody else was quicker
                        await self._consider(client, told["d"]["challenge"])
                case "invited" if self.accept(told["d"]) is True:
                    with contextlib.suppress(Problem):  # somebody else took the seat
                        await client.join(table)
                case "invited":
                    await client.call("POST", f"/api/bot/tables/{table}/decline")
                case "started":
                    self._play(client, group, table)

    async def _consider(self, client: Client, challenge: dict[str, Any]) -> None:
        said = self.accept({"config": challenge["config"], "by": challenge["by"]["name"], "challenge": challenge})
        if said is True:
            await client.accept(challenge["id"])
        elif challenge.get("to"):
            await client.decline(challenge["id"], said or "no_reason")

    def _play(self, client: Client, group: asyncio.TaskGroup, table: str) -> None:
        if table not in self._at:
            self._at[table] = group.create_task(self._match(client, table))

    async def _match(self, client: Client, table: str) -> None:
        """Answer every decision at a table until its match is over."""
        at = {"since": 0}  # what was read, for when the stream has to be opened again
        seat, game = 0, ""
        choose: Choose | None = None
        events: list[dict[str, Any]] = []
        async for told in self._lines(f"/api/bot/tables/{table}/stream", at):
            inside, over = told.get("d") or {}, False
            match told["t"]:
                case "snapshot":
                    at["since"], seat, game = told["seq"], inside["you"], inside["config"]["game"]
                    over = inside["status"] in ("finished", "closed")
                    choose = choose or await self._chooser(client, table, inside)
                case "events" if told["seq"] > at["since"]:
                    at["since"] = told["seq"]
                    events += inside["events"]
                    over = any(event["e"] in ("finished", "closed") for event in inside["events"])
                case "decision" if choose:
                    question = Decision(
                        table, game, seat, inside["decision"], inside["legal"], inside["view"],
                        inside.get("deadline"), events,
                    )  # fmt: skip
                    events = []
                    await self._answer(client, question, await asyncio.to_thread(choose, question))
                case "rejected":  # the seat is somebody else's now
                    return
            if over:
                self.finished += 1
                if self.matches is not None and self.finished >= self.matches:
                    self._enough.set()
                return

    async def _chooser(self, client: Client, table: str, snapshot: dict[str, Any]) -> Choose:
        """What answers the questions of one table."""
        if not hasattr(self.bot, "choose"):
            return self.bot
        config, seed = snapshot["config"], self.seed or secrets.token_hex(16)
        kit = self.games[config["game"]]
        if kit.card_files and config.get("cards", kit.card_files.usual) != kit.card_files.usual:
            kit = kit.with_cards(kit.card_files.read(await client.card_file(config["cards"]), config["cards"]))
        return OnlineSeat(self.bot, kit, Stream(f"{seed}/{table}/seat {snapshot['you']}"), self._lock)

    async def _answer(self, client: Client, question: Decision, action: str) -> None:
        said = {"cid": secrets.token_hex(8), "decision": question.name, "action": action}
        pause = FIRST_PAUSE
        while True:
            try:
                await client.call("POST", f"/api/bot/tables/{question.table}/act", said)
            except httpx.TransportError:  # the same cid again, so that it counts once
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except Problem as problem:
                if problem.code not in STALE:
                    raise
                return
            else:
                return

    async def _lines(self, path: str, query: dict[str, int]) -> AsyncIterator[dict[str, Any]]:
        """The lines of a stream, which is opened again whenever it ends; Problem where it is refused."""
        pause = FIRST_PAUSE
        timeout = httpx.Timeout(SILENCE, connect=10)
        headers = {"Authorization": f"Bearer {self.token}"}
        async with httpx.AsyncClient(base_url=self.url, timeout=timeout, headers=headers) as http:
            while True:
                try:
                    async with http.stream("GET", path, params=query) as response:
                        if response.status_code not in (200, 429, 503):
                            await response.aread()
                            raise problem_in(response)
                        async for line in response.aiter_lines():
                            if line and response.status_code == 200:
                                pause = FIRST_PAUSE
                                yield json.loads(line)
                except httpx.TransportError:
                    pass
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
