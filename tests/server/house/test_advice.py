"""Asking changes nothing: which rule forbids an action, and what a bot would do."""

import asyncio
import json
from typing import Any

import pytest
from growing import Growing
from websockets.asyncio.client import connect

from karat.bots.bot import Candidate, candidates
from karat.bots.random import Random
from karat.client import Client
from karat.games import GAMES
from karat.server.house import advice, bot_pool
from karat.server.tables.commands import Refused
from karat.server.tables.entries import Config
from karat.shuffle import Stream


def test_why_tells_the_rule_and_changes_nothing():
    table = Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    before = table.table.seq, table.running.decision
    legal = str(table.running.legal(seat)[0])
    assert advice.why(table.table, seat, "a", legal) == advice.Because("a", legal=True)
    assert advice.why(table.table, seat, "b", "keep") == advice.Because("b", law="A0.1", params={"action": "keep"})
    assert advice.why(table.table, (seat + 1) % 4, "c", legal).law == "A0.1"
    with pytest.raises(Refused, match="no_such_action"):
        advice.why(table.table, seat, "d", "dance")
    assert (table.table.seq, table.running.decision) == before


def test_a_hint_is_what_the_strongest_bot_does_with_what_the_seat_sees():
    table = Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    decision, asked = advice.consideration(table.table, seat)
    assert (decision, asked.level) == (table.running.decision, GAMES["aurum"].levels[-1])
    assert asked.seen == table.running.game.observe(table.running.state, seat)
    told = advice.hint("x", decision, asked.level, asked.answer())
    assert {one.action for one in told.candidates} <= set(map(str, table.running.legal(seat)))
    assert told.candidates


@pytest.mark.parametrize(
    ("config", "seat", "code"),
    [
        (Config("aurum", 4, rated=True), 0, "no_hints_when_rated"),
        (Config("aurum", 4, hints=False), 0, "no_hints"),
        (Config("aurum", 4), 1, "not_your_turn"),
    ],
)
def test_hints_are_refused_where_they_would_be_unfair(config: Config, seat: int, code: str):
    table = Growing(config)
    with pytest.raises(Refused, match=code):
        advice.consideration(table.table, (table.running.owing[0] + seat) % 4)


class Explains(Random):
    def candidates(self, _seen: Any, legal: Any, _rng: Stream) -> list[Candidate]:
        return [Candidate(action, points=2.5, win=0.4, tries=7) for action in legal]


def test_a_bot_that_explains_itself_is_heard():
    found = candidates(Explains(), None, ["a", "b"], Stream("s"))
    assert [one.action for one in found] == ["a", "b"]
    told = advice.hint("x", "3", "search", found).candidates[1]
    assert (told.points, told.win, told.tries) == (2.5, 0.4, 7)


async def test_one_legal_action_needs_no_thought():
    thinkers = bot_pool.BotPool(1)
    asked = bot_pool.Consideration("aurum", "casual", None, ("end",), "seed")
    assert await thinkers.consider(asked) == (Candidate("end"),)
    thinkers.close()


async def test_both_are_answered_on_the_socket(server: Any):
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table({"game": "amul", "players": 3})
        await ada.fill(table, "random")

        async with connect(server.url.replace("http", "ws") + "/ws", compression=None) as socket:

            async def until(kind: str) -> dict[str, Any]:
                while (frame := json.loads(await asyncio.wait_for(socket.recv(), 60)))["t"] != kind:
                    pass
                return frame["d"]

            async def say(kind: str, **inside: Any) -> None:
                await socket.send(json.dumps({"v": 2, "t": kind, "table": table, "d": inside}))

            await say("hello", token=ada.token, views=True)
            await until("snapshot")
            await say("pledge", pledge="")
            while not (told := await until("events")).get("view"):
                pass
            await say("why", cid="w", action="take gem")
            assert await until("because") == {"cid": "w", "law": "M0.1", "params": {"action": "take gem"}}
            await say("hint", cid="h")
            hint = await until("hint")
            actions = [choice["action"] for choice in told["view"]["aids"]["choices"]]
            assert hint["candidates"][0]["action"] in actions
            assert (hint["cid"], hint["level"], hint["decision"]) == (
                "h",
                GAMES["amul"].levels[-1],
                told["turn"]["decision"],
            )
