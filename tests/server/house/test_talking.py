"""Talk over real sockets: spectators among themselves, and who does not want to hear whom."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from raw import Raw

from karat.client import Client

Serve = Callable[..., Awaitable[Any]]


@pytest.fixture
async def people(serve: Serve, place: str) -> AsyncIterator[tuple[Any, list[Client]]]:
    server = await serve(place)
    async with AsyncExitStack() as stack:
        names = ("Ada", "Bea", "Cleo", "Sam", "Tom")
        yield server, [await stack.enter_async_context(Client(server.url, name=name)) for name in names]


async def opened(people: list[Client], **config: Any) -> str:
    ada, bea, cleo, *_ = people
    table = await ada.open_table({"game": "amul", "players": 3, **config})
    await bea.join(table)
    await cleo.join(table)
    return table


async def relate(person: Client, other: Client, relation: str | None) -> None:
    await person.call("POST", "/api/relations", {"person": other.id, "relation": relation})


def words(frame: dict[str, Any]) -> list[str]:
    return [line.get("text") or line.get("phrase") for line in frame["d"]["said"]]


def said_in(frames: list[dict[str, Any]]) -> list[str]:
    events = [event for frame in frames if frame["t"] == "events" for event in frame["d"]["events"]]
    return [event["text"] for event in events if event["e"] == "said"]


def without_gaps(first: dict[str, Any], frames: list[dict[str, Any]]) -> bool:
    seqs = [first["seq"], *(frame["seq"] for frame in frames if frame["t"] == "events")]
    return seqs == list(range(seqs[0], seqs[0] + len(seqs)))


async def test_spectators_hear_each_other_at_once_and_players_never_while_they_play(people):
    server, everybody = people
    ada, bea, _, sam, tom = everybody
    table = await opened(everybody, spectators="delayed", delay_seconds=3600)
    async with (
        Raw(server.url, ada.token, table) as playing,
        Raw(server.url, bea.token, table) as other,
        Raw(server.url, sam.token, table) as one,
        Raw(server.url, tom.token, table) as two,
    ):
        turn = playing.first["d"]["turn"]
        await playing.answer("act", cid="a", decision=turn["decision"], action=turn["legal"][0])
        assert (await one.answer("say", cid="c", text="what will she take?"))["t"] == "ok"
        heard = await two.until(lambda frame: frame["t"] == "asides")
        assert (words(heard), heard["d"]["n"]) == (["what will she take?"], 1)
        assert heard.get("seq") is None
        await two.answer("say", cid="c", phrase="hello")
        assert words(await one.until(lambda frame: frame["d"].get("n") == 2)) == ["hello"]
        async with Raw(server.url, sam.token, table) as later:
            assert words(await later.hear()) == ["what will she take?", "hello"]
        assert "what will she take" not in str([*(await playing.silent()), *(await other.silent())])
        # The match itself is an hour behind for them, and stays so.
        assert not [frame for frame in await two.silent() if frame["t"] == "events"]
        for raw in (playing, other):
            await raw.answer(
                "ask" if raw is playing else "answer",
                cid="x",
                wish="abort",
                **({} if raw is playing else {"yes": True}),
            )
        async with Raw(server.url, everybody[2].token, table) as third:
            await third.answer("answer", cid="x", wish="abort", yes=True)
        await playing.event("closed")
        await one.answer("say", cid="d", text="well played")
        assert (await playing.event("said"))["text"] == "well played"
        assert "seat" not in await two.event("said", text="well played")


async def test_who_is_muted_is_not_heard_by_who_muted_them_from_that_moment_on(people):
    server, everybody = people
    ada, bea, cleo, *_ = everybody
    table = await opened(everybody)
    async with (
        Raw(server.url, ada.token, table) as speaking,
        Raw(server.url, bea.token, table) as muting,
        Raw(server.url, cleo.token, table) as third,
    ):
        await speaking.answer("say", cid="1", text="one")
        await muting.event("said", text="one")
        await relate(bea, ada, "mute")
        await asyncio.sleep(0.2)
        await speaking.answer("say", cid="2", text="two")
        await third.event("said", text="two")
        heard = await muting.silent()
        assert [frame["d"]["events"] for frame in heard] == [[]]
        async with Raw(server.url, bea.token, table, since=muting.first["seq"]) as resumed:
            missed = [resumed.first, *await resumed.silent()]
        assert said_in(missed) == []
        assert [frame["seq"] for frame in missed if frame["t"] == "events"] == [
            muting.first["seq"] + 1,
            muting.first["seq"] + 2,
        ]
        await muting.answer("say", cid="3", text="three")  # muting is one way
        assert (await speaking.event("said", text="three"))["seat"] == 1
        await relate(bea, ada, None)
        await asyncio.sleep(0.2)
        await speaking.answer("say", cid="4", text="four")
        await muting.event("said", text="four")


async def test_who_is_blocked_and_who_blocked_do_not_hear_each_other(people):
    server, everybody = people
    ada, bea, _, sam, tom = everybody
    table = await opened(everybody, spectators="delayed")
    async with (
        Raw(server.url, ada.token, table) as one,
        Raw(server.url, bea.token, table) as two,
        Raw(server.url, sam.token, table) as watching,
        Raw(server.url, tom.token, table) as blocking,
    ):
        await relate(ada, bea, "block")
        await relate(tom, sam, "block")
        await asyncio.sleep(0.2)
        await one.answer("say", cid="1", text="from Ada")
        await two.answer("say", cid="1", text="from Bea")
        await watching.answer("say", cid="1", text="from Sam")
        await blocking.answer("say", cid="1", text="from Tom")
        assert words(await watching.until(lambda frame: frame["t"] == "asides")) == ["from Sam"]
        heard = [frame for frame in await blocking.silent() if frame["t"] == "asides"]
        assert [words(frame) for frame in heard][-1:] in ([["from Tom"]], [])
        assert not any("from Sam" in words(frame) for frame in heard)
        for raw, other in ((one, "from Bea"), (two, "from Ada")):
            frames = await raw.silent()
            assert other not in said_in(frames)


async def test_muting_holds_on_every_worker(serve: Serve, postgres_url: str):
    first, second = await serve(postgres_url), await serve(postgres_url)
    async with Client(first.url, name="Ada") as ada, Client(second.url, name="Bea") as bea:
        table = await ada.open_table({"game": "amul", "players": 3})
        await bea.join(table)
        async with Raw(first.url, ada.token, table) as speaking, Raw(second.url, bea.token, table) as muting:
            async with Client(first.url, token=bea.token) as elsewhere:
                await relate(elsewhere, ada, "mute")
            await asyncio.sleep(0.5)
            await speaking.answer("say", cid="1", text="one")
            heard = await muting.silent(1)
            assert said_in(heard) == []
            assert without_gaps(muting.first, heard)
            assert len(heard) == 1


@pytest.mark.rule("A11.1")
async def test_partners_pass_on_nothing_but_phrases_whatever_they_send(serve: Serve, place: str):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bea") as bea:
        table = await ada.open_table({"game": "aurum", "players": 4, "bots": {"1": "random", "3": "random"}})
        await bea.join(table)
        async with Raw(server.url, ada.token, table) as one, Raw(server.url, bea.token, table) as partner:
            for cid, said in enumerate(({"text": "B9!"}, {"phrase": "B9"}, {"phrase": "", "text": "hello"}, {})):
                refused = await one.answer("say", cid=str(cid), **said)
                assert refused["d"]["code"] in ("phrases_only", "no_such_phrase"), said
            assert (await one.answer("say", cid="ok", phrase="hello", text="B9"))["t"] == "ok"
            told = await partner.event("said")
            assert told == {"e": "said", "seat": 0, "name": "Ada", "id": ada.id, "phrase": "hello"}
