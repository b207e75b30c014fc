"""`karat tournament` for a club on its own server: everything that a director does, from a terminal."""

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import click
import pytest
from entering import play_through, sign_up, until, when_seated

from karat.cli.tournament import tournament
from karat.client import Client
from karat.games import GAMES
from karat.server.tables.fair import check
from karat.server.tournaments import waiting


@pytest.fixture
def command(server: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Awaitable[str]]:
    said: list[str] = []
    monkeypatch.setattr(click, "echo", lambda text="", **_: said.append(text))

    async def run(*arguments: str, fails: str = "") -> str:
        """What it says; a refusal says `fails`."""
        said.clear()
        given = [*arguments, "--server", server.url]
        refused = pytest.raises(click.ClickException, match=fails) if fails else contextlib.nullcontext()
        with refused:
            await asyncio.to_thread(tournament.main, given, "karat tournament", standalone_mode=False)
        return "\n".join(said)

    return run


AGREED = ("-p", "3", "--rounds", "1", "--deals", "2", "--level", "novice", "--tries", "20")


async def test_a_club_is_directed_from_a_terminal(server, command):
    async with (
        Client(server.url) as dan,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bob") as bob,
    ):
        await sign_up(dan, "Dan")
        token = (await dan.call("POST", "/api/tokens", {"bot": "Club", "scopes": ["play"]}))["token"]
        own = ("--token", token)
        agreed = (*AGREED, "--days", "2")
        await command("create", "x", "aurum", *agreed, "--minutes", "10", *own, fails="not both")
        club = (await command("create", "Tuesday club", "aurum", *agreed, *own)).strip()
        told = await dan.tournament(club)
        assert told["config"]["clock"] == {"kind": "days", "days": 2.0}
        assert (told["config"]["level"], told["config"]["tries"]) == ("novice", 20)
        assert told["config"].get("stand_in_after", 600) == 600
        assert "Tuesday club" in await command("list")
        await command("start", club, *own, fails="too_few_entrants")
        await command("start", club, fails="directing needs a token")
        await command("standings", "no/such\nthing", fails="refuses")
        await ada.enter(club)
        await bob.enter(club)
        await command("start", club, *own)
        while not await when_seated(ada, club):  # noqa: ASYNC110 -- the server's keeper opens it
            await asyncio.sleep(0.05)
        rows = (await command("standings", club)).splitlines()
        assert [row.split()[1:3] for row in rows[2:4]] == [["0", "Ada"], ["1", "Bob"]]
        assert "2 of 2 tables are not over" in rows[-1]
        await command("records", club, fails="not_finished")
        await command("substitute", club, "1", *own)
        await play_through(ada, club, "a")
        assert [table["state"] for table in (await dan.tournament(club))["tables"]] == ["over", "over"]
        rows = [row.split() for row in (await command("tables", club)).splitlines()[1:3]]
        assert {row[0] for row in rows} == {"0"}
        where = rows[0][:3]
        await command("correct", club, *where, "9", "1", "1", "--reason", "misread", *own)
        assert "corrected: misread" in await command("tables", club)
        await command("correct", club, *where, "--as-played", *own)
        records = [json.loads(line) for line in (await command("records", club)).splitlines()]
        assert len(records) == 2
        commitments = (await dan.tournament(club))["commitments"]
        assert sorted(check(record, GAMES, known) for record, known in zip(records, commitments, strict=True)) == [1, 1]
        early = (await command("create", "Early", "aurum", *agreed, *own)).strip()
        await command("finish", early, *own)
        assert (await dan.tournament(early))["status"] == "finished"


async def test_a_director_in_a_terminal_sees_who_is_waited_for_and_hands_over(server, command, monkeypatch):
    monkeypatch.setattr(waiting, "QUIET", -60.0)
    async with Client(server.url) as dan, Client(server.url, name="Ada") as ada, Client(server.url) as cyd:
        await sign_up(dan, "Dan")
        await sign_up(cyd, "Cyd")
        own = ("--token", (await dan.call("POST", "/api/tokens", {"bot": "Club", "scopes": ["play"]}))["token"])
        club = (await command("create", "Club", "aurum", *AGREED, "--away", "3", *own)).strip()
        assert (await dan.tournament(club))["config"]["stand_in_after"] == 180
        for one in (ada, cyd):
            await one.enter(club)
        await command("start", club, *own)
        await until(lambda: when_seated(ada, club))

        async def told() -> str:
            said = await command("tables", club, *own)
            return said if "waits for" in said else ""

        first = (await until(told)).splitlines()[-1]
        assert re.fullmatch(r"table 0 [01] 0 waits for (Ada|Cyd) \(entrant [01], (here|away)\), for 0 min", first)
        assert "waits for" not in await command("tables", club)  # nobody but the director is told
        await command("stand-in", club, "0", *own)
        await command("stand-in", club, "0", fails="directing needs a token")
        await command("hand-over", club, "Nobody", *own, fails="no_such_person")
        await command("hand-over", club, "Cyd", *own)
        await command("finish", club, *own, fails="director_only")
        await cyd.direct(club, "finish")
        never = (await command("create", "Never", "aurum", *AGREED, "--away", "0", *own, fails="")).strip()
        assert (await dan.tournament(never))["config"]["stand_in_after"] is None
