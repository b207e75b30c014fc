"""Bots from outside: tokens, invitations, streams, decisions, and the example of the docs as a process of its own."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import GOOD_PASSWORD

from bench.server.servers import free_port, running
from karat.arena.match import play_match
from karat.client import BotRunner, Client, Decision, Followed, Problem, Rejected
from karat.games import GAMES
from karat.server.tables import decide as decide_module
from karat.server.tables import fair
from karat.server.tables import table as table_module
from karat.shuffle import Stream

DOCS = Path(__file__).resolve().parents[3] / "docs"


async def test_anybody_can_ask_for_their_own_seat_and_nobody_for_another(
    serve: Callable[..., Awaitable[Any]], place: str
):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await ada.open_table(
            {"game": "aurum", "players": 4, "bots": {"1": "random", "2": "random", "3": "random"}}
        )
        shown = await ada.call("GET", f"/api/bot/tables/{table}")
        assert (shown["you"], shown["status"], len(shown["view"]["hand"]) >= 11) == (0, "playing", True)
        assert shown["talk"]["manner"] == "phrases"
        with pytest.raises(Problem, match="not_seated") as refused:
            await eve.call("GET", f"/api/bot/tables/{table}")
        assert refused.value.status == 403


async def token_for(url: str, bot: str, *scopes: str, owner: str = "") -> str:
    async with httpx.AsyncClient(base_url=url) as http:
        login = {"name": owner or f"{bot}Owner", "password": GOOD_PASSWORD}
        made = await http.post("/api/accounts", json=login)
        assert made.is_success, made.text
        given = await http.post("/api/tokens", json={"bot": bot, "scopes": scopes or ("play",)})
        assert given.is_success, given.text
        return str(given.json()["token"])


def first(decision: Decision) -> str:
    return decision.legal[0]


@dataclass
class Started:
    url: str
    pid: int
    log: Path


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Started]:
    """A server as users start it, without what only bots that search need."""
    port = free_port()
    command = [sys.executable, "-m", "karat", "serve", "--no-open", "--port", str(port), "--limit-factor", "1000"]
    with running("karat", [*command, "--data", str(tmp_path)], tmp_path, port, {"NUMBA_DISABLE_JIT": "1"}) as pid:
        yield Started(f"http://127.0.0.1:{port}", pid, tmp_path / "log")


async def lines(url: str, path: str, token: str, count: int) -> list[dict[str, Any]]:
    """The first lines of a stream."""
    headers, found = {"Authorization": f"Bearer {token}"}, []
    async with (
        httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as http,
        http.stream("GET", path) as response,
    ):
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("application/x-ndjson")
        async for line in response.aiter_lines():
            if line:
                found.append(json.loads(line))
            if len(found) == count:
                break
    return found


async def test_the_bot_of_the_docs_joins_a_table_and_plays(process: Started, tmp_path: Path):
    example, *_ = re.findall(r"```python\n(.*?)```", (DOCS / "bots.md").read_text("utf-8"), re.DOTALL)
    assert len(example.splitlines()) <= 32
    (tmp_path / "lowest.py").write_text(example)
    token = await token_for(process.url, "Lowest")
    async with Client(process.url, name="Ada") as ada:
        config = {"game": "aurum", "players": 4, "bots": {"2": "random", "3": "random"}}
        table = await ada.open_table(config)
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(tmp_path / "lowest.py"), process.url, table,
            env=os.environ | {"KARAT_TOKEN": token}, stdout=subprocess.PIPE,
        )  # fmt: skip
        async with ada.follow(table) as followed:
            await play_first(followed)
        out, _ = await asyncio.wait_for(bot.communicate(), 30)
        assert (bot.returncode, out) == (0, b"1 match played\n")
        record = await ada.record(table)
    assert record["names"][1] == "Lowest"
    assert fair.check(record, GAMES) >= 1
    assert token not in process.log.read_text()


async def play_first(followed: Followed) -> None:
    async for _ in followed:
        if followed.owes:
            await followed.act(followed.legal[0])


@pytest.mark.parametrize("game", ["aurum", "amul"])
async def test_a_bot_goes_where_it_is_invited(serve: Callable[..., Awaitable[Any]], place: str, game: str):
    server = await serve(place)
    token = await token_for(server.url, "Goosebot")
    asked: list[Decision] = []

    def choose(decision: Decision) -> str:
        asked.append(decision)
        return decision.legal[-1]

    bot = BotRunner(choose, server.url, token, matches=1)
    playing = asyncio.create_task(bot.run())
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table({"game": game, "players": 3, "bots": {"2": "random"}})
        await ada.invite(table, "goosebot")
        async with ada.follow(table) as followed:
            await asyncio.wait_for(play_first(followed), 120)
        assert await asyncio.wait_for(playing, 60) == 1
        record = await ada.record(table)
    assert fair.check(record, GAMES) >= 1
    assert {(one.table, one.game, one.seat) for one in asked} == {(table, game, 1)}
    assert len({one.name for one in asked}) == len(asked)
    assert all(one.view and one.legal and one.deadline is None for one in asked)


class Fickle:
    """A bot in five lines, which goes by chance and by what it sees."""

    def choose(self, seen: Any, legal: Any, rng: Stream) -> Any:
        return legal[(rng.below(len(legal)) + len(seen.hand)) % len(legal)]


@dataclass
class WithChance:
    """A bot with a run of chance of its own, which keeps what it was shown."""

    bot: Any
    rng: Stream
    shown: list[tuple[Any, tuple[Any, ...]]] = field(default_factory=list)

    def choose(self, seen: Any, legal: Any, rng: Stream) -> Any:  # noqa: ARG002 -- the arena's own chance
        self.shown.append((seen, tuple(legal)))
        return self.bot.choose(seen, legal, self.rng)


@dataclass
class Scripted:
    """Does what a record says."""

    actions: list[Any]

    def choose(self, seen: Any, legal: Any, rng: Stream) -> Any:  # noqa: ARG002 -- it is all written down
        return self.actions.pop(0)


class Remembering(WithChance):
    """The same bot online: with the chance that it is given there."""

    def choose(self, seen: Any, legal: Any, rng: Stream) -> Any:
        self.rng = rng
        return super().choose(seen, legal, rng)


def own_cards() -> str:
    """Amul's cards as a file of one's own."""
    files = GAMES["amul"].card_files
    assert files is not None
    return files.usual_bytes().decode() + "\n# corrected\n"


@pytest.mark.parametrize(
    ("game", "players", "level"), [("aurum", 4, "casual"), ("aurum", 4, ""), ("amul", 3, "casual"), ("amul", 3, "")]
)
async def test_the_same_bot_makes_the_same_choices_online_and_in_the_arena(
    serve: Callable[..., Awaitable[Any]], tmp_path: Path, game: str, players: int, level: str
):
    """Online the bot sits among bots of the house; in the arena the others do again what they did there."""
    server = await serve(str(tmp_path / "karat.sqlite"))
    token = await token_for(server.url, "Goosebot")
    kit = GAMES[game]
    bot = kit.make_bot(level) if level else Fickle()
    online = Remembering(bot, Stream("none"))
    others = {str(seat): "random" for seat in range(1, players)}
    mine = own_cards() if game == "amul" and not level else ""
    async with Client(server.url, token=token) as client:
        table = await client.open_table({"game": game, "players": players, "bots": others}, card_file=mine)
        runner = BotRunner(online, server.url, token, matches=1, seed="7")
        assert await asyncio.wait_for(runner.run(), 120) == 1
        record = await client.record(table)
    if mine:
        assert kit.card_files is not None
        kit = kit.with_cards(kit.card_files.read(mine.encode(), "mine"))
    done = [(one.seat, one.action) for one in kit.taken(record) if one.seat is not None]
    again = WithChance(bot, Stream(f"7/{table}/seat 0"))
    scripts = [Scripted([action for seat, action in done if seat == other]) for other in range(1, players)]
    match = play_match(kit.game, kit.read_rules(record), [again, *scripts], record["fair"]["seed"])
    assert [(one.seat, one.action) for one in kit.taken(kit.to_record(match)) if one.seat is not None] == done
    if game == "aurum":  # in Amul others may have chosen face down before, or not yet: that much can be seen
        assert online.shown == again.shown
    assert [legal for _, legal in online.shown] == [legal for _, legal in again.shown]


async def test_events_tell_what_is_so_and_what_changes(serve: Callable[..., Awaitable[Any]], tmp_path: Path):
    server = await serve(str(tmp_path / "karat.sqlite"))
    token = await token_for(server.url, "Goosebot")
    bot = Client(server.url, token=token)
    async with Client(server.url, name="Ada") as ada, bot:
        first_table = await ada.open_table({"game": "aurum", "players": 3, "bots": {"2": "random"}})
        other = await ada.open_table({"game": "aurum", "players": 3, "bots": {"2": "random"}})
        for table in (first_table, other):
            await ada.invite(table, "Goosebot")
        hearing = asyncio.create_task(lines(server.url, "/api/bot/events", token, 5))
        await asyncio.sleep(0.3)
        await bot.call("POST", f"/api/bot/tables/{other}/decline")
        await asyncio.sleep(0.3)
        await bot.join(first_table)
        told = await asyncio.wait_for(hearing, 60)
        assert [(line["t"], line["table"]) for line in told[:3]] == [
            ("invited", first_table),
            ("invited", other),
            ("withdrawn", other),
        ]
        assert {(line["t"], line["table"]) for line in told[3:]} == {
            ("started", first_table),
            ("withdrawn", first_table),
        }
        assert told[0]["d"]["by"] == "Ada"
        assert told[0]["d"]["config"]["game"] == "aurum"
        # whoever comes later is told the same
        assert [line["t"] for line in await lines(server.url, "/api/bot/events", token, 1)] == ["started"]
        for wrong, code in (("Nobody", "no_such_bot"), ("Ada", "no_such_bot")):
            with pytest.raises(Problem, match=code):
                await ada.invite(other, wrong)
        with pytest.raises(Problem, match="host_only"):
            await bot.invite(other, "Goosebot")


async def test_a_stream_resumes_after_what_was_read(serve: Callable[..., Awaitable[Any]], tmp_path: Path):
    server = await serve(str(tmp_path / "karat.sqlite"))
    token = await token_for(server.url, "Goosebot")
    bot = Client(server.url, token=token)
    async with Client(server.url, name="Ada") as ada, bot:
        table = await ada.open_table(
            {
                "game": "aurum",
                "players": 4,
                "bots": {"2": "random", "3": "random"},
                "clock": {"kind": "live", "bank": 600},
            }
        )
        await bot.join(table)
        path = f"/api/bot/tables/{table}/stream"
        snapshot, *_ = await lines(server.url, path, token, 1)
        assert (snapshot["t"], snapshot["d"]["you"]) == ("snapshot", 1)
        followed = ada.follow(table)
        async with followed:
            async for _ in followed:
                if followed.owes:
                    await followed.act(followed.legal[0])
                if followed.turn.get("to_act") == [1]:
                    break
        told = []
        while not told or told[-1]["t"] != "decision":
            told = await lines(server.url, f"{path}?since={snapshot['seq']}", token, len(told) + 1)
        seqs = [line["seq"] for line in told if line["t"] == "events"]
        assert seqs == list(range(snapshot["seq"] + 1, snapshot["seq"] + 1 + len(seqs)))
        decision = told[-1]["d"]
        assert decision["deadline"] > time.time()
        assert len(decision["view"]["hand"]) >= 11
        said = {"cid": "c1", "decision": decision["decision"], "action": "play G99"}
        with pytest.raises(Problem, match="no_such_action"):
            await bot.call("POST", f"/api/bot/tables/{table}/act", said)
        said["action"] = decision["legal"][0]
        done = await bot.call("POST", f"/api/bot/tables/{table}/act", said)
        again = await bot.call("POST", f"/api/bot/tables/{table}/act", said)  # the same cid: it counts once
        assert again["seq"] >= done["seq"] > snapshot["seq"]
        with pytest.raises(Problem, match=r"stale_decision|not_your_turn"):
            await bot.call("POST", f"/api/bot/tables/{table}/act", said | {"cid": "c2"})


async def test_scopes_are_kept_to_over_rest_and_sockets(serve: Callable[..., Awaitable[Any]], tmp_path: Path):
    server = await serve(str(tmp_path / "karat.sqlite"))
    reader = await token_for(server.url, "Reader", "read")
    player = await token_for(server.url, "Player", "play")
    async with (
        Client(server.url, name="Ada") as ada,
        Client(server.url, token=reader) as reading,
        Client(server.url, token=player) as playing,
    ):
        table = await ada.open_table({"game": "aurum", "players": 3, "bots": {"2": "random"}})
        with pytest.raises(Problem, match="not_in_scope"):
            await reading.join(table)
        await ada.invite(table, "Reader")
        assert (await lines(server.url, "/api/bot/events", reader, 1))[0]["t"] == "invited"
        await playing.join(table)
        async with playing.follow(table, decisions=True) as followed:
            async for _ in followed:
                if followed.decision or followed.turn.get("to_act") == [0]:
                    break
            with pytest.raises(Rejected, match="not_in_scope"):
                await followed.say("hello")
        for wrong in ("", "karat_nonsense"):
            async with Client(server.url, token=wrong) as nobody:
                with pytest.raises(Problem) as refused:
                    await nobody.call("GET", "/api/bot/events")
                assert refused.value.status == 401


async def test_decisions_over_a_socket(serve: Callable[..., Awaitable[Any]], tmp_path: Path):
    server = await serve(str(tmp_path / "karat.sqlite"))
    token = await token_for(server.url, "Goosebot")
    async with Client(server.url, token=token) as bot:
        table = await bot.open_table({"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}})
        names = []
        async with bot.follow(table, decisions=True) as followed:
            async for _ in followed:
                if followed.owes and followed.decision.get("decision") == followed.turn["decision"]:
                    assert followed.decision["legal"] == followed.legal
                    names.append(followed.decision["decision"])
                    await followed.act(followed.legal[0])
                if len(names) == 4:
                    break
        assert len(set(names)) == 4
        assert (await bot.table(table))["seats"][0]["kind"] == "bot"


async def test_told_to_stop_it_sends_everyone_away_and_loses_nothing(process: Started):
    token = await token_for(process.url, "Goosebot")
    async with Client(process.url, name="Ada") as ada, Client(process.url, token=token) as bot:
        table = await ada.open_table({"game": "aurum", "players": 4, "bots": {"2": "random", "3": "random"}})
        hearing = asyncio.create_task(until_the_end(process.url, token))
        await asyncio.sleep(0.5)
        await bot.join(table)
        frames: list[dict[str, Any]] = []
        async with ada.follow(table) as followed:
            hear = followed._hear

            async def keep(frame: dict[str, Any]) -> None:
                frames.append(frame)
                await hear(frame)

            followed._hear = keep
            await until(lambda: bool(frames))
            os.kill(process.pid, signal.SIGTERM)
            told = await asyncio.wait_for(hearing, 60)
            await until(lambda: followed.reconnects > 0)
    assert told[-1]["t"] == "restart"
    assert any(frame["t"] == "restart" for frame in frames)
    await until(lambda: "server.stopped" in process.log.read_text())
    log = [json.loads(line) for line in process.log.read_text().splitlines() if line.startswith("{")]
    assert [one["event"] for one in log if one["event"].startswith("server.")] == [
        "server.started",
        "server.draining",
        "server.stopped",
    ]


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(300):
        if is_so():
            return
        await asyncio.sleep(0.05)
    pytest.fail("it took too long")


async def until_the_end(url: str, token: str) -> list[dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as http,
        http.stream("GET", "/api/bot/events") as response,
    ):
        return [json.loads(line) async for line in response.aiter_lines() if line]


async def test_bots_that_listen_are_listed(serve: Callable[..., Awaitable[Any]], tmp_path: Path):
    server = await serve(str(tmp_path / "karat.sqlite"))
    token = await token_for(server.url, "Goosebot")

    async def online() -> list[str]:
        async with Client(server.url) as anybody:
            return [one["name"] for one in (await anybody.call("GET", "/api/bots"))["bots"]]

    async def within(seconds: float, wanted: list[str]) -> None:
        async with asyncio.timeout(seconds):
            while await online() != wanted:  # noqa: ASYNC110 -- somebody else's
                await asyncio.sleep(0.05)

    assert await online() == []
    listening = asyncio.create_task(lines(server.url, "/api/bot/events", token, 1))
    await within(60, ["Goosebot"])
    listening.cancel()
    await within(60, [])


FIRST_MOVES = {
    "curl": r"With curl:\n\n```sh\n(.*?)```",
    "python": r"With Python .*?```python\n(.*?)```",
}


@pytest.mark.parametrize("tool", FIRST_MOVES)
async def test_a_first_move_as_the_docs_tell_it(
    serve: Callable[..., Awaitable[Any]], tmp_path: Path, tool: str, monkeypatch: pytest.MonkeyPatch
):
    """A guest who gives no salt moves at once: a table waited ten seconds for it before, and here it would an hour."""
    for module in (table_module, decide_module):
        monkeypatch.setattr(module, "SALT_PATIENCE", 3600.0)
    server = await serve(str(tmp_path / "karat.sqlite"))
    found = re.search(FIRST_MOVES[tool], (DOCS / "bots.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    script = found[1].replace("http://127.0.0.1:8000", server.url)
    command = ["bash", "-c", script] if tool == "curl" else [sys.executable, "-c", script, server.url]
    ran = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = await asyncio.wait_for(ran.communicate(), 60)
    assert ran.returncode == 0, err.decode()
    assert (b'"seq":' if tool == "curl" else b"moved: bid") in out, (out, err)
