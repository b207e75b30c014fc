"""Challenges between people and bots: sent, accepted, declined with a reason, withdrawn, expired; on both databases."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from people import GOOD_PASSWORD

from karat.client import BotRunner, Client, Problem
from karat.server.house import external_bots
from karat.server.people import challenges
from karat.server.people.sessions import COOKIE

FOUR = {"game": "aurum", "players": 4, "bot_level": "random"}


async def account(url: str, name: str) -> Client:
    """Somebody who can be found by name."""
    client = Client(url)
    made = await client.call("POST", "/api/accounts", {"name": name, "password": GOOD_PASSWORD})
    client.token, client.id = str(client._http.cookies[COOKIE]), made["id"]
    return client


async def bot_token(owner: Client, bot: str) -> str:
    return str((await owner.call("POST", "/api/tokens", {"bot": bot, "scopes": ["play"]}))["token"])


async def refused(call: Awaitable[Any], code: str, status: int = 409) -> None:
    with pytest.raises(Problem, match=f"^{code}:") as problem:
        await call
    assert problem.value.status == status


async def test_a_challenge_between_people_is_accepted_declined_withdrawn_or_expires(
    serve: Callable[..., Awaitable[Any]], place: str
):
    server = await serve(place)
    async with (
        await account(server.url, "Ada") as ada,
        await account(server.url, "Bea") as bea,
        Client(server.url, name="Eve") as eve,
    ):
        sent = await ada.challenge("bea", FOUR | {"rated": True}, other_seat=2)
        assert (sent["state"], sent["to"]["name"], sent["by"]["kind"]) == ("waits", "Bea", "account")
        assert sent["config"]["bots"] == {"1": "random", "3": "random"}  # the house fills what is left
        await refused(ada.challenge("Bea", FOUR), "already_challenged")

        # It is the business of both, and of nobody else
        (got,) = (await bea.challenges())["received"]
        assert got == sent
        assert await eve.challenges() == {"received": [], "sent": [], "open": []}
        await refused(eve.call("GET", f"/api/challenges/{sent['id']}"), "no_such_challenge", 404)
        await refused(eve.accept(sent["id"]), "no_such_challenge", 404)
        await refused(ada.accept(sent["id"]), "own_challenge")
        await refused(ada.decline(sent["id"]), "not_for_you")
        await refused(bea.withdraw(sent["id"]), "not_yours")

        # Yes: both sit, the match runs, and it cannot be answered again
        table = await bea.accept(sent["id"])
        shown = await ada.table(table)
        assert (shown["status"], shown["you"]) == ("playing", 0)
        assert [seat["name"] for seat in shown["seats"]][::2] == ["Ada", "Bea"]
        (told,) = (await ada.challenges())["sent"]
        assert (told["state"], told["table"]) == ("accepted", table)
        await refused(bea.accept(sent["id"]), "challenge_over")
        await refused(bea.decline(sent["id"], "later"), "challenge_over")
        await refused(ada.withdraw(sent["id"]), "challenge_over")

        # No, and why
        second = await ada.challenge(bea.id, {"game": "amul", "players": 3})
        await refused(bea.decline(second["id"], "bored"), "bad_request", 400)
        await bea.decline(second["id"], "players")
        told = await ada.call("GET", f"/api/challenges/{second['id']}")
        assert (told["state"], told["reason"]) == ("declined", "players")

        # Taken back; and too late
        third = await ada.challenge("Bea", FOUR)
        await ada.withdraw(third["id"])
        await refused(bea.accept(third["id"]), "challenge_over")
        fourth = await ada.challenge("Bea", FOUR, lasts=5)
        moment = challenges.time.time() + 6
        object.__setattr__(server.app.people.challenges, "now", lambda: moment)
        assert (await ada.challenges())["sent"][0]["state"] == "expired"
        await refused(bea.accept(fourth["id"]), "challenge_over")
        await refused(bea.decline(fourth["id"]), "challenge_over")

        # What there is not
        await refused(ada.challenge("Nobody", FOUR), "nobody", 404)
        await refused(ada.challenge("Ada", FOUR), "yourself")
        await refused(ada.challenge("Bea", FOUR | {"bots": {"0": "random"}}), "seat_taken")
        full = FOUR | {"bots": {"1": "random", "2": "random", "3": "random"}}
        await refused(ada.challenge("Bea", full), "seat_taken")
        await refused(ada.challenge("Bea", FOUR | {"players": 9}), "bad_rules")
        await refused(ada.call("GET", "/api/challenges/none"), "no_such_challenge", 404)
        await bea.call("POST", "/api/relations", {"person": ada.id, "relation": "block"})
        await refused(ada.challenge("Bea", FOUR), "kept_apart", 403)


async def test_of_many_who_accept_an_open_challenge_one_plays(serve: Callable[..., Awaitable[Any]], place: str):
    server = await serve(place)
    guests = [Client(server.url, name=f"Gus {number}") for number in range(5)]
    async with Client(server.url, name="Ada") as ada:
        sent = await ada.challenge(None, {"game": "amul", "players": 3, "bot_level": "random"})
        for guest in guests:
            await guest.__aenter__()
            assert [one["id"] for one in (await guest.challenges())["open"]] == [sent["id"]]
        assert (await ada.challenges())["open"] == []  # one's own stands under `sent`
        answers = await asyncio.gather(*(guest.accept(sent["id"]) for guest in guests), return_exceptions=True)
        tables = [answer for answer in answers if isinstance(answer, str)]
        assert len(tables) == 1
        assert {one.code for one in answers if isinstance(one, Problem)} == {"challenge_over"}
        assert (await ada.table(tables[0]))["status"] == "playing"
        assert await ada.challenges() | {"sent": []} == {"received": [], "sent": [], "open": []}
        for guest in guests:
            await guest.__aexit__(None, None, None)


async def test_a_bot_takes_the_challenges_it_likes_and_says_why_not(
    serve: Callable[..., Awaitable[Any]], place: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(external_bots, "LOOK_EVERY", 0.05)  # for those that anybody may accept
    server = await serve(place)
    async with await account(server.url, "Ada") as ada, await account(server.url, "Olga") as olga:
        runner = BotRunner(
            lambda decision: decision.legal[0],
            server.url,
            await bot_token(olga, "Goosebot"),
            accept=lambda asked: asked["config"]["game"] == "aurum" or "game",
            matches=2,
            open_challenges=True,
        )
        playing = asyncio.create_task(runner.run())
        no = await ada.challenge("Goosebot", {"game": "amul", "players": 3})
        yes = await ada.challenge(None, FOUR)
        assert await answer(ada, no) == {"state": "declined", "reason": "game"}
        again = await ada.challenge("Goosebot", FOUR)
        for one in (yes, again):
            async with ada.follow((await answer(ada, one))["table"]) as followed:
                async for _ in followed:
                    if followed.owes:
                        await followed.act(followed.legal[0])
        assert await asyncio.wait_for(playing, 60) == 2


async def test_a_program_that_challenges_hears_what_became_of_it(
    serve: Callable[..., Awaitable[Any]], place: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(external_bots, "LOOK_EVERY", 0.05)
    server = await serve(place)
    async with await account(server.url, "Ada") as ada, await account(server.url, "Olga") as olga:
        token = await bot_token(olga, "Goosebot")
        async with Client(server.url, token=token) as goose:
            sent = await goose.challenge("Ada", FOUR)
            lines = BotRunner(str, server.url, token)._lines("/api/bot/events", {})
            await ada.decline(sent["id"], "no_bots")  # before the bot listens: it is told all the same
            told = await anext(lines)
            assert (told["t"], told["d"]["challenge"]["reason"]) == ("challenge_over", "no_bots")
            back = await ada.challenge("Goosebot", FOUR)
            told = await anext(lines)
            assert (told["t"], told["d"]["challenge"]) == ("challenged", back)
            await ada.withdraw(back["id"])
            told = await anext(lines)
            assert (told["t"], told["d"]["challenge"]["state"]) == ("challenge_over", "withdrawn")
            await lines.aclose()


async def answer(client: Client, challenge: dict[str, Any]) -> dict[str, str]:
    """What became of it, once somebody has answered."""
    async with asyncio.timeout(60):
        while (shown := await client.call("GET", f"/api/challenges/{challenge['id']}"))["state"] == "waits":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return {name: shown[name] for name in ("state", "reason", "table") if name in shown}
