"""Attacks on rated play and hidden cards: to know, to win or to be somebody that one should not."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect

from bench.attack.target import Attack, Verdict
from karat.client import Client, Problem, Rejected
from karat.client.salts import fresh_salt, pledge
from karat.games import GAMES
from karat.record import parse_line
from karat.server.tables import fair

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from websockets.asyncio.client import ClientConnection

    from bench.attack.target import Target
    from karat.client.following import Followed

BOTS = {"1": "random", "2": "random", "3": "random"}
AGAINST_BOTS = {"game": "aurum", "players": 4, "bots": BOTS, "rated": True}
LOOK_ALIKES = (
    "Magnus\ufe00",
    "Magn\u3164us",
    "M\u0251gnus",
    "Ｍagnus",
    "Mаgnus",
    "Magnu\u0455",
    "Ma\u0301\u0301\u0301\u0301gnus",
    "МАGNUS",
    "Magnus\U000e0100",
    "Маgпus",
    "\u3164\u3164\u3164",
    "\ufe00\ufe01\ufe02",
    "दे\u0902\u0902\u0902\u0902",
)
"""Magnus once more, to the eye; names of nothing; and a stack of marks."""


async def play_for(followed: Followed, actions: int) -> None:
    """Always the first legal action, so often or to the end."""
    async for _ in followed:
        if followed.owes:
            await followed.act(followed.legal[0])
            actions -= 1
        if actions == 0:
            return


async def is_undone(followed: Followed) -> bool:
    """Whether a wish to take the last move back comes true: everybody is sent the table anew."""
    with contextlib.suppress(Rejected, TimeoutError):
        await followed.ask("undo")
        async with asyncio.timeout(1):
            async for update in followed:
                if update.snapshot is not None:
                    return True
    return False


async def take_cards_back(target: Target) -> Verdict:
    """1: alone against bots in a rated match, and beside a person who has left: act, look, take it back."""
    undone = []
    async with target.account("Ada") as ada, target.guest("Bea") as bea:
        table = await ada.open_table(AGAINST_BOTS)
        async with ada.follow(table) as followed:
            await play_for(followed, 3)
            if await is_undone(followed):
                undone.append("alone in a rated match")
        table = await ada.open_table({"game": "aurum", "players": 4, "bots": {"2": "random", "3": "random"}})
        await bea.join(table)
        await bea.leave(table)
        async with ada.follow(table) as followed:
            await play_for(followed, 3)
            if await is_undone(followed):
                undone.append("beside a stand-in")
    return Verdict(not undone, f"undone {' and '.join(undone) or 'nothing'}")


async def draft_for_a_rematch(target: Target) -> Verdict:
    """2: somebody left; the others play again, and see whether they can seat who was not asked."""
    async with target.guest("Ada") as ada, target.guest("Bea") as bea, target.guest("Cleo") as cleo:
        table = await ada.open_table({"game": "aurum", "players": 3, "variants": ["three-round-total"]})
        await bea.join(table)
        await cleo.join(table)
        await cleo.leave(table)

        async def play(client: Client) -> None:
            async with client.follow(table) as followed:
                await play_for(followed, -1)

        await asyncio.gather(play(ada), play(bea))
        await ada.rematch(table)
        await bea.rematch(table)
        again = (await ada.table(table))["rematch"]
        seats = [seat.get("id", "") for seat in (await ada.table(again))["seats"]]
        return Verdict(cleo.id not in seats and ada.id in seats, f"seated are {seats.count('')} of 3 nobody")


async def points_of(client: Client) -> list[int]:
    profile = await client.call("GET", f"/api/people/{client.id}")
    return [rating["points"] for rating in profile["ratings"]]


async def break_off_alone(target: Target) -> Verdict:
    """3: a rated match that goes badly is broken off; and one is left, to let a bot win it."""
    async with target.account("Ada") as ada:
        table = await ada.open_table(AGAINST_BOTS)
        async with ada.follow(table) as followed:
            await play_for(followed, 2)
            await followed.ask("abort")
        points = await points_of(ada)
        (match,) = (await ada.call("GET", "/api/matches"))["matches"]
        table = await ada.open_table(AGAINST_BOTS)
        await ada.leave(table)
        seat = (await ada.table(table))["seats"][0]
        lost = points != [] and points[0] < 1500 and match["seats"][0]["forfeited"]
        alone = not seat.get("stand_in") and seat.get("back_by", 0) > time.time() + 60
        return Verdict(lost and alone, f"rated {points} after breaking off; no bot stands in at once: {alone}")


async def farm_the_clock(target: Target) -> Verdict:
    """4: change a choice that lies face down, forty times; and watch what others see of it."""
    clock = {"kind": "live", "bank": 60, "increment": 5}
    async with target.guest("Ada") as ada, target.guest("Bea") as bea:
        table = await ada.open_table({"game": "amul", "players": 3, "bots": {"2": "random"}, "clock": clock})
        await bea.join(table)
        async with speaking(target, ada, table) as (one, first), speaking(target, bea, table) as (other, _):
            turn = first["d"]["turn"]

            async def choose(number: int) -> None:
                legal = turn["legal"][number % 2]
                said = {"cid": f"c{number}", "decision": turn["decision"], "action": legal}
                await ask(one, "act", table, **said)

            await choose(0)
            before = await seen_by(bea, table, other)
            while json.loads(before[0])["turn"]["to_act"] != [1]:  # the bot chooses too
                await asyncio.sleep(0.2)
                before = await seen_by(bea, table, other)
            for number in range(1, 41):
                await choose(number)
            after = await seen_by(bea, table, other)
            bank = json.loads(after[0])["turn"]["banks"][0]
            moved = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
            return Verdict(not moved and bank <= 65, f"a bank of {bank} s; {len(moved)} public texts moved {moved[:1]}")


async def seen_by(client: Client, table: str, socket: ClientConnection) -> list[str]:
    """All that somebody at the table is told of it now, without the time of day."""
    whole = await ask(socket, "hello", table, token=client.token)
    mine = (await client.call("GET", "/api/me/tables"))["tables"]
    return [json.dumps(whole["d"]), str(whole["seq"]), json.dumps(mine)]


async def pass_for_somebody(target: Target) -> Verdict:
    """5: register names that look like that of an account."""
    through = []
    async with target.account("Magnus"):
        for name in LOOK_ALIKES:
            for entry in (target.account, target.guest):
                try:
                    async with entry(name):
                        through.append(name)
                except Problem:
                    continue
    return Verdict(not through, f"{len(through)} of {2 * len(LOOK_ALIKES)} tries with look-alikes went through")


async def outlive_a_session(target: Target) -> Verdict:
    """6: follow a table, say hello as somebody else on the same socket, and be signed out as the first."""
    async with target.guest("Ada") as ada, target.guest("Bea") as bea:
        table = await ada.open_table({"game": "aurum", "players": 3})
        async with speaking(target, ada, table) as (socket, _):
            await ask(socket, "hello", table, token=bea.token)
            await ada.call("POST", "/api/logout", {"everywhere": False})
            await asyncio.sleep(0.5)
            await bea.join(table)
            heard = []
            with contextlib.suppress(TimeoutError, Exception):
                async with asyncio.timeout(2):
                    heard = [json.loads(frame) async for frame in socket]
        told = [frame for frame in heard if frame["t"] == "events" and "sat" in str(frame)]
        return Verdict(not told and socket.close_code == 4401, f"{len(told)} frames after signing out")


async def choose_the_cards(target: Target) -> Verdict:
    """7: know others' salts before choosing one's own, tell another than was pledged, or keep it back."""
    wrong = []
    async with target.guest("Ada") as ada, target.guest("Eve") as eve:
        config = {"game": "aurum", "players": 3, "bots": {"2": "random"}}
        honest, ground = fresh_salt(), fresh_salt()
        table = await ada.open_table(config, salt=honest)
        before = (await ada.table(table))["commitment"]
        await eve.join(table, salt=ground)
        async with speaking(target, eve, table) as (socket, _), ada.follow(table) as followed:
            await asyncio.wait_for(anext(followed), 5)
            await asyncio.sleep(0.3)
            if honest not in json.dumps(await ada.table(table)):
                wrong.append("a salt is not told though all are bound")
            for said in ({"pledge": pledge("another")}, {"salt": "another"}):
                kind = next(iter(said))
                if (await ask(socket, kind, table, **said))["t"] == "ok":
                    wrong.append(f"another {kind} was taken after the others' salts were known")
            if (await ada.table(table))["status"] != "open":
                wrong.append("the cards were dealt without a pledged salt")
            await ask(socket, "salt", table, salt=ground)
            if (await ada.table(table))["status"] != "playing":
                wrong.append("the match does not start")
            await followed.ask("abort")
            await ask(socket, "answer", table, cid="a", wish="abort", yes=True)
            record = await ada.record(table)
            fair.check(parse_line(json.dumps(record).encode()), GAMES, before)
        if not target.short:
            table = await ada.open_table(config, salt=honest)
            await eve.join(table, salt=ground)
            async with ada.follow(table):
                await asyncio.sleep(12)  # Eve keeps hers back
            seats = (await ada.table(table))["seats"]
            if seats[1].get("id") or (await ada.table(table))["status"] != "open":
                wrong.append("who keeps a salt back still sits there")
    return Verdict(not wrong, "; ".join(wrong) or "no salt could be chosen after another was known")


async def ask(socket: ClientConnection, kind: str, table: str, **inside: object) -> dict[str, Any]:
    """Send a frame; the answer to it."""
    await socket.send(json.dumps({"v": 2, "t": kind, "table": table, "d": inside}))
    async with asyncio.timeout(10):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if frame["t"] in ("ok", "rejected") or (kind == "hello" and frame["t"] == "snapshot"):
                return frame


@contextlib.asynccontextmanager
async def speaking(
    target: Target, client: Client, table: str
) -> AsyncIterator[tuple[ClientConnection, dict[str, Any]]]:
    """A bare socket of somebody's, and the first frame that it was sent."""
    async with connect(target.url.replace("http", "ws", 1) + "/ws", compression=None) as socket:
        yield socket, await ask(socket, "hello", table, token=client.token)


ATTACKS = (
    Attack(1, "take moves back to see cards", take_cards_back),
    Attack(2, "seat somebody at a rematch", draft_for_a_rematch),
    Attack(3, "break off or leave a rated match", break_off_alone),
    Attack(4, "change a choice face down", farm_the_clock),
    Attack(5, "names that look alike", pass_for_somebody),
    Attack(6, "two identities on a socket", outlive_a_session),
    Attack(7, "choose the cards", choose_the_cards),
)
