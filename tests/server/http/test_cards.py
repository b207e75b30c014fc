"""Tables with card files of one's own: checked, kept for every worker, told again, and played to the end."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import GOOD_PASSWORD

from karat.amul.rules.cardfile import LARGEST, read_cards, standard_bytes
from karat.cli.main import status
from karat.client import Client, Problem
from karat.games import with_cards
from karat.record import dump_line
from karat.server.people.accounts import Person
from karat.server.tables import fair

Serve = Callable[..., Awaitable[Any]]

OWN = standard_bytes().decode() + "# as it stands in our box\n"
IDENTITY = hashlib.sha256(OWN.encode()).hexdigest()
CONFIG = {"game": "amul", "players": 3, "bots": {"1": "random", "2": "random"}}


async def finish(client: Client, table: str) -> None:
    async def play() -> None:
        async with client.follow(table) as followed:
            async for _ in followed:
                if followed.owes:
                    await followed.act(followed.legal[0])

    await asyncio.wait_for(play(), 60)


async def test_a_match_with_cards_of_ones_own_is_played_on_any_worker_and_after_a_restart(
    serve: Serve, place: str, tmp_path: Path
):
    one = await serve(place)
    async with Client(one.url, name="Ada") as ada:
        table = await ada.open_table(CONFIG | {"variants": ["tea"]}, card_file=OWN)
        assert (await ada.table(table))["config"]["cards"] == IDENTITY
    two = await serve(place)  # knows the table and its cards from the database alone
    async with Client(two.url, token=ada.token) as again:
        await finish(again, table)
        record = await again.record(table)
        assert (await again.call("GET", f"/api/matches/{table}/record"))["cards"] == IDENTITY
        await again.rematch(table)
        other = (await again.table(table))["rematch"]
        assert (await again.table(other))["config"]["cards"] == IDENTITY
    assert (record["cards"], record["variants"]) == (IDENTITY, ["tea"])
    assert fair.check(record, with_cards(read_cards(OWN.encode(), "own"))) == 1
    (tmp_path / "own.toml").write_bytes(OWN.encode())
    (tmp_path / "match.jsonl").write_text(dump_line(record) + "\n")
    for command in ("fair", "verify"):
        assert status([command, str(tmp_path / "match.jsonl"), "--cards", str(tmp_path / "own.toml")]) == 0


async def test_a_card_file_is_given_back_as_it_was_brought(serve: Serve, place: str):
    server = await serve(place)
    crlf = OWN.replace("\n", "\r\n")
    async with Client(server.url, name="Ada") as ada, httpx.AsyncClient(base_url=server.url) as http:
        await ada.open_table(CONFIG, card_file=crlf)
        given = await http.get(f"/api/cards/{hashlib.sha256(crlf.encode()).hexdigest()}")
        assert given.content == crlf.encode()
        assert given.headers["content-type"].startswith("application/toml")
        assert (await http.get("/api/cards/standard")).content == standard_bytes()
        for unknown in (IDENTITY, "..%2f..%2fetc%2fpasswd", "x"):
            assert (await http.get(f"/api/cards/{unknown}")).status_code == 404
        # Who knows the identity can play with the file without bringing it again.
        table = await ada.open_table(CONFIG | {"cards": hashlib.sha256(crlf.encode()).hexdigest()})
        assert (await ada.table(table))["status"] == "playing"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", None),
        ("[[card]", "not TOML"),
        (OWN.replace("rounds = 9", "rounds = 8"), "meta.rounds"),
        (OWN + '\n[[card]]\nid = "x"\n', "x"),
        ("#" * 5000, "line 1 is longer"),
        ("x = " + "[" * 3000, "not TOML"),
    ],
)
async def test_a_bad_card_file_is_refused_with_all_that_is_wrong(server: Any, text: str, told: str | None):
    body = {"config": CONFIG, "name": "Ada", "card_file": text}
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/tables", json=body)
    if told is None:  # no file at all
        assert answer.status_code == 200
        return
    assert (answer.status_code, answer.json()["code"]) == (409, "bad_card_file")
    assert any(told in problem for problem in answer.json()["problems"])
    assert await server.app.database.fetch("SELECT 1 FROM card_files") == []
    assert await server.app.database.fetch("SELECT 1 FROM people") == []


async def test_a_card_file_is_bounded_and_for_games_that_have_some(server: Any):
    async with Client(server.url, name="Ada") as ada:
        with pytest.raises(Problem, match="bad_request"):
            await ada.open_table(CONFIG, card_file="#" * (LARGEST + 1))
        with pytest.raises(Problem, match="too_large"):
            await ada.open_table(CONFIG, card_file="\n" * (LARGEST + 1))
        with pytest.raises(Problem, match="no_card_files"):
            await ada.open_table({"game": "aurum", "players": 3}, card_file=OWN)
        with pytest.raises(Problem, match="bad_rules"):
            await ada.open_table(CONFIG | {"cards": "0" * 64})


async def test_one_address_brings_only_so_many_card_files(serve: Serve, tmp_path: Path):
    server = await serve(str(tmp_path / "a.sqlite"), limit_factor=1)
    async with httpx.AsyncClient(base_url=server.url) as http:
        body = {"config": CONFIG, "name": "Ada", "card_file": "none"}
        answers = [(await http.post("/api/tables", json=body)).status_code for _ in range(11)]
    assert answers == [409] * 10 + [429]


async def test_card_files_of_the_server_are_offered_and_outlive_their_setting(serve: Serve, place: str, tmp_path: Path):
    (tmp_path / "own.toml").write_bytes(OWN.encode())
    offering = await serve(place, cards=(str(tmp_path / "own.toml"),))
    async with Client(offering.url, name="Ada") as ada:
        games = {game["name"]: game["cards"] for game in (await ada.call("GET", "/api/games"))["games"]}
        assert games == {"aurum": [], "amul": [IDENTITY]}
        table = await ada.open_table(CONFIG | {"cards": IDENTITY})
    plain = await serve(place)
    async with Client(plain.url, token=ada.token) as again:
        assert (await again.table(table))["status"] == "playing"


async def test_a_record_with_cards_of_ones_own_is_brought_in_with_its_file(serve: Serve, place: str, tmp_path: Path):
    server, elsewhere = await serve(place), await serve(str(tmp_path / "elsewhere.sqlite"))
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table(CONFIG, card_file=OWN)
        await finish(ada, table)
        line = dump_line(await ada.record(table))
        assert len((await ada.call("POST", "/api/matches/import", {"records": line}))["matches"]) == 1
    owner: Person = await elsewhere.app.people.accounts.register("Anna", GOOD_PASSWORD)
    token = await elsewhere.app.people.sessions.start(owner)
    async with Client(elsewhere.url, token=token) as anna:
        without = await anna.call("POST", "/api/matches/import", {"records": line})
        assert "not at hand" in without["bad"][0]["reason"]
        (match,) = (await anna.call("POST", "/api/matches/import", {"records": line, "card_file": OWN}))["matches"]
        assert (await anna.call("GET", f"/api/matches/{match}/record"))["cards"] == IDENTITY
