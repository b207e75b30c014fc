"""Attacks on the house itself: to keep it busy, to fill its memory and its disk, to lock others out.

They come from an address of their own, so that what is limited by address does not hide what is not.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.attack.target import PASSWORD, Attack, Target, Verdict
from karat.amul.rules.cardfile import standard_bytes
from karat.client import Problem

FROM = "127.0.0.66"
USUAL: tuple[str, ...] = ()
"""The limits that a server has unless told otherwise."""
MEGABYTE = 1024 * 1024
MOST_MEMORY = 64 * MEGABYTE
"""By which a server may grow while it is attacked."""
SLOWEST_BOT = 1.0
"""Seconds for a quick bot to answer somebody else; by itself it takes a hundredth."""
PATIENCE = 30.0
"""Seconds for a connection that only drips."""
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: {}:{}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def attacker(target: Target) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=target.url, timeout=60, transport=httpx.AsyncHTTPTransport(local_address=FROM))


async def guest(http: httpx.AsyncClient, name: str) -> str:
    token: str = (await http.post("/api/guests", json={"name": name})).json()["token"]
    http.headers["Authorization"] = f"Bearer {token}"
    return token


def memory(target: Target) -> int:
    """Of the server itself, in bytes."""
    pages = int(Path(f"/proc/{target.pid}/statm").read_text("ascii").split()[1])
    return pages * 4096


async def line(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(*target.host, local_addr=(FROM, 0))


async def socket(target: Target) -> ClientConnection:
    return await connect(target.url.replace("http", "ws") + "/ws", compression=None, local_addr=(FROM, 0))


def frame(kind: str, table: str, **inside: object) -> str:
    return json.dumps({"v": 2, "t": kind, "table": table, "d": inside})


async def many_tables(target: Target) -> Verdict:
    """Tables with bots that search, as many as there may be, and somebody else who plays with quick ones."""
    wanted = 25 if target.short else 55
    async with attacker(target) as http, target.guest("Victim") as victim:
        await guest(http, "Greedy")
        play = {"game": "aurum", "players": 4, "level": "strong", "pledge": ""}
        told = await asyncio.gather(*(http.post("/api/play", json=play) for _ in range(wanted)))
        opened = sum(one.status_code == 200 for one in told)
        bots = {"1": "casual", "2": "casual", "3": "casual"}
        table = await victim.open_table({"game": "aurum", "players": 4, "bots": bots})
        waits: list[float] = []
        acted = None
        async with victim.follow(table) as followed:
            async for _ in followed:
                if not followed.owes:
                    continue
                if acted is not None:
                    waits.append(time.perf_counter() - acted)
                if len(waits) >= (5 if target.short else 20):
                    break
                await followed.act(followed.legal[0])
                acted = time.perf_counter()
    slowest = max(waits, default=99.0)
    return Verdict(
        opened < wanted and slowest < SLOWEST_BOT,
        f"{opened} of {wanted} tables, others' quick bots answer within {1000 * slowest:.0f} ms",
    )


async def endless_head(target: Target) -> Verdict:
    before, sent, most = memory(target), 0, (8 if target.short else 150) * MEGABYTE
    reader, writer = await line(target)
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    answer = b""
    with contextlib.suppress(OSError):
        while sent < most and not reader.at_eof():
            block = b"".join(b"X-%d: %s\r\n" % (number, b"y" * 1000) for number in range(60))
            writer.write(block)
            sent += len(block)
            await asyncio.wait_for(writer.drain(), 10)
            await asyncio.sleep(0)
        writer.write(b"\r\n")
        answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    grown = memory(target) - before
    return Verdict(
        b" 200 " not in answer[:20] and grown < MOST_MEMORY,
        f"{sent / MEGABYTE:.1f} MB sent, answered {answer[9:12].decode() or 'by closing'},"
        f" grown by {grown / MEGABYTE:.0f} MB",
    )


async def dripped_head(target: Target) -> Verdict:
    reader, writer = await line(target)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.readuntil(b"}")
    began = time.perf_counter()
    with contextlib.suppress(OSError):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        while time.perf_counter() - began < PATIENCE and not reader.at_eof():
            writer.write(b"X: y\r\n")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1000), 0.5)
    seconds = time.perf_counter() - began
    writer.close()
    return Verdict(seconds < PATIENCE, f"ended after {seconds:.0f} s")


async def empty_pieces(target: Target) -> Verdict:
    reader, writer = await line(target)
    writer.write(UPGRADE.format(*target.host).encode())
    await reader.readuntil(b"\r\n\r\n")
    piece, sent, most = b"\x00\x80\0\0\0\0", 0, 20_000 if target.short else 500_000
    ended = False
    try:
        writer.write(b"\x01\x80\0\0\0\0")
        while sent < most and not reader.at_eof():
            writer.write(piece * 1000)
            sent += 1000
            await asyncio.wait_for(writer.drain(), 10)
            await asyncio.sleep(0)
        told = await asyncio.wait_for(reader.read(), 5)
        ended = b"pieces" in told
    except OSError:
        ended = True
    writer.close()
    return Verdict(ended, f"{sent} pieces sent until it was closed" if ended else f"{sent} pieces taken")


async def endless_deck(target: Target) -> Verdict:
    text = standard_bytes().decode()
    first = text.index('\ndeck = "palace"')
    start = text.index("copies = { ", first)
    many = text[:start] + "copies = { 3 = 900 }" + text[text.index("\n", start) :]
    grown = many.replace("palace_cards = { 3 = 6", "palace_cards = { 3 = 905")
    async with attacker(target) as http:
        await guest(http, "Greedy")
        config = {"game": "amul", "players": 3}
        told = await http.post("/api/tables", json={"config": config, "card_file": grown})
    problems = told.json().get("problems", [])
    said = any("a deck has at most" in one for one in problems)
    return Verdict(told.status_code == 409 and said, f"{told.status_code}, {problems[:1]}")


async def unread_frames(target: Target) -> Verdict:
    """Sockets that ask for snapshots and read nothing."""
    sockets, hellos, before = (10 if target.short else 60), (60 if target.short else 400), memory(target)
    async with attacker(target) as http:
        token = await guest(http, "Greedy")
        table = (await http.post("/api/play", json={"game": "amul", "players": 8, "pledge": ""})).json()["table"]
        lines = []
        with contextlib.suppress(OSError):
            for _ in range(sockets):
                reader, writer = await line(target)
                writer.write(UPGRADE.format(*target.host).encode())
                await reader.readuntil(b"\r\n\r\n")
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                lines.append(writer)
        hello = masked(frame("hello", table, token=token))
        for _ in range(hellos // 10):
            for writer in lines:
                with contextlib.suppress(OSError):
                    writer.write(hello * 10)
            await asyncio.sleep(0.05)
        grown = memory(target) - before
        for writer in lines:
            writer.close()
    return Verdict(
        grown < 2 * MOST_MEMORY, f"{len(lines)} sockets that read nothing: grown by {grown / MEGABYTE:.0f} MB"
    )


def masked(text: str) -> bytes:
    """A text as a frame of a socket, with a mask that changes nothing."""
    raw = text.encode()
    return bytes([0x81, 0x80 | 126]) + len(raw).to_bytes(2, "big") + bytes(4) + raw


async def endless_preferences(target: Target) -> Verdict:
    seconds = 2 if target.short else 10
    async with attacker(target) as http:
        token = await guest(http, "Greedy")
        play = {"game": "aurum", "players": 3, "level": "casual", "pledge": ""}
        table = (await http.post("/api/play", json=play)).json()["table"]

        async def toggle() -> int:
            stored, forced = 0, False
            until = time.perf_counter() + seconds
            async with await socket(target) as one:
                await one.send(frame("hello", table, token=token))
                with contextlib.suppress(ConnectionClosed):
                    while time.perf_counter() < until:
                        forced = not forced
                        await one.send(frame("prefer", table, forced=forced))
                        while (answer := json.loads(await one.recv()))["t"] not in ("ok", "rejected"):
                            pass
                        stored += answer["t"] == "ok"
                        await asyncio.sleep(0.01)
            return stored

        stored = sum(await asyncio.gather(*(toggle() for _ in range(10))))
    return Verdict(stored <= 25 + seconds, f"{stored} preferences taken in {seconds} s")


async def locked_out(target: Target) -> Verdict:
    """Wrong passwords for somebody's name, from the owner's address too; the owner has signed in before."""
    async with httpx.AsyncClient(base_url=target.url, timeout=60) as owner, attacker(target) as http:
        login: dict[str, Any] = {"name": "Owner", "password": PASSWORD}
        (await owner.post("/api/accounts", json=login)).raise_for_status()
        await owner.post("/api/logout", json={})
        tries = 12 if target.short else 40
        refused = 0
        async with httpx.AsyncClient(base_url=target.url, timeout=60) as beside:
            for one in (http, beside):
                for number in range(tries):
                    told = await one.post("/api/login", json=login | {"password": f"guess number {number}"})
                    refused += told.status_code == 429
        back = await owner.post("/api/login", json=login)
    return Verdict(
        back.status_code == 200 and refused > 0,
        f"{refused} of {2 * tries} guesses slowed down, the owner is answered {back.status_code}",
    )


async def endless_tournaments(target: Target) -> Verdict:
    """Each is looked at all the time once it runs, and has the secrets of all its deals from the beginning."""
    async with target.account("Host") as host:
        opened, code = 0, ""
        while opened < 40 and not code:
            try:
                await host.open_tournament("Cup", {"game": "aurum", "players": 4, "rounds": 40, "deals": 16})
                opened += 1
            except Problem as problem:
                code = problem.code
    return Verdict(code == "too_many_tournaments", f"{opened} tournaments, then {code or 'no end'}")


ATTACKS = (
    Attack(11, "tournaments without end", endless_tournaments),
    Attack(8, "tables with strong bots, left at once", many_tables, USUAL, searches=True),
    Attack(9, "a head without an end", endless_head, USUAL, again=True),
    Attack(9, "a second head that drips", dripped_head, USUAL),
    Attack(9, "a message of empty pieces", empty_pieces, USUAL, again=True),
    Attack(10, "a deck without an end", endless_deck, USUAL),
    Attack(10, "snapshots that nobody reads", unread_frames, USUAL),
    Attack(11, "preferences to and fro", endless_preferences, USUAL),
    Attack(12, "guesses that lock the owner out", locked_out, USUAL),
)
