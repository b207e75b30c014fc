"""Reviews of finished matches as a browser asks for them, on both databases: begun, filling in, kept, and for whom."""

import asyncio
from typing import Any

import httpx
import pytest
from studying import KIT, account, browser, done, keep_match, opal_record

from karat.arena.match import play_match
from karat.games import GAMES
from karat.kit import Settings
from karat.review.reviewing import final_review
from karat.server.matches.replaying import make_replay
from karat.server.people.quotas import Bucket
from karat.server.reviews.kept import GIVEN_UP_AFTER, KeptReviews
from karat.server.reviews.studies import ReviewedSeat, ReviewStudy, pictures, steps_until


async def finished_review(client: httpx.AsyncClient, match: str, **body: object) -> Any:
    told = await done(client, "POST", f"/api/matches/{match}/review", **body)
    async with asyncio.timeout(60):
        while told["progress"] < 1:
            await asyncio.sleep(0.02)
            told = await done(client, "GET", f"/api/matches/{match}/review", seat=told["seat"])
    return told


async def test_a_review_fills_in_and_is_kept(app: Any):
    async with browser(app) as anna, browser(app) as eve:
        record = await keep_match(app, "m1", await account(anna, "Anna"))
        await done(anna, "GET", "/api/matches/m1/review", 404)
        begun = await done(anna, "POST", "/api/matches/m1/review")
        assert (begun["seat"], begun["match"]) == (1, "m1")  # her own
        async with asyncio.timeout(60):
            while not (so_far := await done(eve, "GET", "/api/matches/m1/review", seat=1))["review"]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert 0 < so_far["progress"] < 1
        app.thinking.may_end.set()
        told = await finished_review(anna, "m1")
        expected = final_review(KIT, record, 1)
        assert [one["step"] for one in told["review"]["choices"]] == [one.step for one in expected.choices]
        assert told["review"]["ledger"]["result"] == expected.ledger.result
        assert told["pictures"] == list(pictures(tuple(KIT.taken(record))))
        again = await done(anna, "POST", "/api/matches/m1/review", seat=1)
        assert again == told
        assert len(app.thinking.studies) == 1
        await done(anna, "POST", "/api/matches/m1/review", 409, seat=3)


async def test_only_what_is_over_and_may_be_seen_is_reviewed(app: Any):
    """Nothing of it answers while a match goes on, nor for a match that its people keep private."""
    app.thinking.may_end.set()
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "review", {}), ("GET", "review", {}), ("POST", "levels", {}), ("GET", "levels", {}),
        ("GET", "choice", {"step": 1}), ("POST", "choice", {"step": 1, "action": "lay O1"}),
        ("GET", "known", {"step": 1}), ("POST", "play-on", {"step": 1, "seat": 0}),
    ]  # fmt: skip
    async with browser(app) as anna, browser(app) as eve:
        person = await account(anna, "Anna")
        await account(eve, "Eve")
        for game, rated in (("opal", False), ("opal", True), ("aurum", False)):
            config = {
                "game": game,
                "players": 3,
                "rated": rated,
                "bots": {"0": KIT.usual_level if game == "opal" else "random"},
            }
            table = (await done(anna, "POST", "/api/tables", config=config, seat=1))["table"]
            await done(eve, "POST", f"/api/tables/{table}/join")
            for client in (anna, eve):
                for method, path, body in calls:
                    refused = await done(client, method, f"/api/matches/{table}/{path}", 404, **body)
                    assert refused["code"] == "no_such_match"
        await keep_match(app, "m1", person)
        await finished_review(anna, "m1")
        await done(anna, "POST", "/api/matches/m1/sharing", private=True)
        for method, path, body in calls:
            refused = await done(eve, method, f"/api/matches/m1/{path}", 404, **body)
            assert refused["code"] == "no_such_match"
        assert (await finished_review(anna, "m1"))["review"]


async def test_a_person_has_so_many_reviews_and_what_is_there_costs_nothing(app: Any):
    app.thinking.may_end.set()
    app.people.quotas.buckets["review"] = Bucket(1, 3600, shared=True)
    app.limits.factor = 1
    async with browser(app) as anna, browser(app) as eve:
        await done(anna, "POST", "/api/matches/m1/review", 401)
        person = await account(anna, "Anna")
        await account(eve, "Eve")
        for number in (1, 2):
            await keep_match(app, f"m{number}", person)
        await finished_review(anna, "m1")
        await finished_review(anna, "m1")
        assert (await done(anna, "POST", "/api/matches/m2/review", 429))["code"] == "too_much"
        await finished_review(eve, "m2", seat=0)


async def test_what_a_dead_worker_began_is_begun_anew(app: Any):
    app.thinking.may_end.set()
    async with browser(app) as anna:
        await keep_match(app, "m1", await account(anna, "Anna"))
        elsewhere = KeptReviews(app.database, lambda: app.reviewer.kept.now() - GIVEN_UP_AFTER + 5)
        assert await elsewhere.claim("m1", "seat 1")
        assert not await app.reviewer.kept.claim("m1", "seat 1")  # somebody is at it
        assert (await done(anna, "GET", "/api/matches/m1/review", seat=1))["progress"] == 0
        longer = KeptReviews(app.database, lambda: app.reviewer.kept.now() + 10)
        assert await longer.find("m1", "seat 1") is None
        assert await longer.claim("m1", "seat 1")


async def test_a_moment_is_shown_without_its_answer_and_graded(app: Any):
    app.thinking.may_end.set()
    async with browser(app) as anna:
        record = await keep_match(app, "m1", await account(anna, "Anna"))
        review = (await finished_review(anna, "m1"))["review"]
        choice = review["choices"][0]
        shown = await done(anna, "GET", "/api/matches/m1/choice", step=choice["step"])
        assert shown["seat"] == 1
        assert choice["played"]["action"] in shown["legal"]
        assert sorted(shown) == ["game", "legal", "players", "round", "seat", "step", "view"]
        graded = await done(
            anna, "POST", "/api/matches/m1/choice", step=choice["step"], action=choice["best"]["action"]
        )
        assert graded["judged"]["verdict"] in ("best", "equal")
        refused = await done(anna, "POST", "/api/matches/m1/choice", 409, step=choice["step"], action="lay O99")
        assert refused["code"] == "no_such_action"
        await done(anna, "GET", "/api/matches/m1/choice", 404, step=0)  # the deal is nobody's
        await done(anna, "GET", "/api/matches/m1/choice", 404, step=len(list(KIT.taken(record))))
        known = await done(anna, "GET", "/api/matches/m1/known", step=choice["step"])
        assert known["seat"] == 1
        assert known["likelihood"]["cards"]


async def test_losses_are_told_by_kind_and_over_time_and_mistakes_without_the_answer(app: Any):
    app.thinking.may_end.set()
    async with browser(app) as anna, browser(app) as eve:
        person = await account(anna, "Anna")
        found = []
        for number in range(4):
            await keep_match(app, f"m{number}", person, seed=str(number), ended=float(number))
            found.append((await finished_review(anna, f"m{number}"))["review"])
        game = (await done(eve, "GET", f"/api/people/{person}/losses"))["games"][0]
        assert (game["game"], game["matches"]) == ("opal", 4)
        assert [one["match"] for one in game["over_time"]] == ["m0", "m1", "m2", "m3"]
        clear = [one for each in found for one in each["choices"] if one["verdict"] == "loss"]
        assert sum(kind["clear"] for kind in game["kinds"]) == len(clear)
        assert sum(kind["lost"] for kind in game["kinds"]) * 4 == pytest.approx(
            sum(one["loss"]["mean"] for one in clear)
        )
        mistakes = (await done(anna, "GET", "/api/me/mistakes"))["mistakes"]
        assert len(mistakes) == len(clear) > 0
        assert not any({"best", "played"} & set(one) for one in mistakes)
        first = mistakes[0]
        best = next(one for one in found[int(first["match"][1])]["choices"] if one["step"] == first["step"])["best"][
            "action"
        ]
        await done(anna, "POST", f"/api/matches/{first['match']}/choice", step=first["step"], action=best)
        after = (await done(anna, "GET", "/api/me/mistakes", game="opal"))["mistakes"]
        assert [one["solved"] for one in after] == [False] * (len(clear) - 1) + [True]
        await done(anna, "POST", "/api/me/profile", shows=[])
        await done(eve, "GET", f"/api/people/{person}/losses", 404)
        await done(anna, "GET", f"/api/people/{person}/losses")


async def test_each_level_plays_the_same_deals(app: Any):
    app.thinking.may_end.set()
    async with browser(app) as anna:
        await keep_match(app, "m1", await account(anna, "Anna"))
        told = await done(anna, "POST", "/api/matches/m1/levels")
        async with asyncio.timeout(60):
            while told["levels"] is None:
                await asyncio.sleep(0.02)
                told = await done(anna, "GET", "/api/matches/m1/levels")
        assert [one["level"] for one in told["levels"]] == [level for level in KIT.levels if level != "random"]


def test_pictures_are_counted_as_a_replay_counts_them():
    for kit in (*GAMES.values(), KIT):
        bots = [kit.make_bot("random") for _ in range(3)]
        record = kit.to_record(play_match(kit.game, kit.agree(Settings(3)), bots, "1"))
        taken = tuple(kit.taken(record))

        replay = make_replay(record, kit)
        shown = pictures(taken)
        assert shown[-1] + 1 == sum(one.steps for one in replay.rounds)
        assert [steps_until(taken, picture) for picture in shown] == list(range(1, len(taken) + 1))


def test_a_study_tells_what_it_knows_by_then():
    told: list[ReviewedSeat] = []
    last = ReviewStudy(KIT, opal_record(), 0).find(told.append)
    assert last.review.progress == 1
    assert told[0].review.progress < 1
