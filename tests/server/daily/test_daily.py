"""Everybody's deal of the day, played by clients at real servers."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest
from entering import until
from meeting import Visitor, house, stranger, visitors
from people import GOOD_PASSWORD, Clock, register

from karat.client import Client, Followed, Problem, Rejected
from karat.games import GAMES
from karat.kit import DailyTable, Settings
from karat.record import dump_line
from karat.server.daily.days import begin_of, day_of, later
from karat.server.daily.deals import AHEAD, DailyDeal, DailyDeals
from karat.server.daily.field import DailyField
from karat.server.daily.keeper import DailyKeeper
from karat.server.daily.origins import MOST_GUESTS
from karat.server.house.bot_match import BotMatch
from karat.server.store.database import Database, Statement
from karat.server.tables.commands import Act, Refused, Sender
from karat.server.tables.decide import decide
from karat.server.tables.fair import check
from karat.shuffle import Stream

GAME = "aurum"
QUICK = {
    name: replace(
        kit,
        daily=tuple(replace(table, level="casual") for table in kit.daily),
        bots={level: kit.bots[level] for level in ("random", "novice", "casual")},
    )
    for name, kit in GAMES.items()
}
"""With levels that need no compiler."""


async def play(client: Client, table: str, seed: str) -> None:
    """Choose by the seed."""
    rng = Stream(seed)
    async with client.follow(table) as followed:
        async for _ in followed:
            if followed.owes:
                await followed.act(followed.legal[rng.below(len(followed.legal))])


def moves(record: dict[str, Any]) -> str:
    """Everything but who it was, byte by byte."""
    return dump_line({name: record[name] for name in record if name not in ("table", "names")})


async def bots_of(client: Client, deal: str) -> Any:
    return (await client.daily_result(deal))["field"]["bots"]


async def refusal(work: Any) -> str:
    with pytest.raises(Problem) as refused:
        await work
    return refused.value.code


async def test_the_same_play_meets_the_same_answers_and_nobody_looks_before_they_have_played(serve, place):
    one = await serve(place, games=QUICK)
    other = await serve(place, games=QUICK) if place.startswith("postgresql") else one
    async with (
        Client(one.url, name="Ada") as ada,
        Client(other.url, name="Bob") as bob,
        Client(other.url, name="Cyd") as cyd,
        Client(one.url) as nobody,
        Client(other.url, name="Eve") as eve,
    ):
        today = await ada.today()
        deals = {deal["id"]: deal for deal in today["deals"]}
        assert [(deal["game"], deal["players"]) for deal in deals.values()] == [
            (kit.name, table.settings.players) for kit in QUICK.values() for table in kit.daily
        ]
        assert await bob.today() == today  # bound to the same secrets, on whatever worker
        assert {coming["day"] for coming in today["coming"]} == {later(today["day"], days + 1) for days in range(AHEAD)}
        for deal in deals:
            tables = await asyncio.gather(*(client.play_daily(deal) for client in (ada, bob, cyd)))
            assert await ada.play_daily(deal) == tables[0]  # one attempt, to be gone on with
            # Three at once on two workers, and others play something else meanwhile.
            await asyncio.gather(
                play(ada, tables[0], "same"), play(bob, tables[1], "same"), play(cyd, tables[2], "another")
            )
            records = [await client.record(table) for client, table in zip((ada, bob, cyd), tables, strict=True)]
            assert moves(records[0]) == moves(records[1]) != moves(records[2])
            assert {record["fair"]["commitment"] for record in records} == {deals[deal]["commitment"]}
            assert all(check(record, GAMES, deals[deal]["commitment"]) == 1 for record in records)
            result = await ada.daily_result(deal)
            assert result["deal"]["mine"]["finished"]
            assert result["deal"]["finishers"] == 3
            assert sum(count["people"] for count in result["field"]["scores"]) == 3
            assert result["field"]["secret"] == ""
            for choice in result["field"]["choices"]:
                assert sum(count["people"] for count in choice["actions"]) in (2, 3)
            # Who has played may look at others', who has not may not, by whatever way.
            match = tables[1]
            assert (await ada.call("GET", f"/api/matches/{match}"))["id"] == match
            for stranger in (nobody, eve):
                assert await refusal(stranger.call("GET", f"/api/matches/{match}")) == "no_such_match"
                assert await refusal(stranger.call("GET", f"/api/matches/{match}/record")) == "no_such_match"
                assert await refusal(stranger.call("GET", f"/api/matches/{match}/replay")) == "no_such_match"
                assert await refusal(stranger.call("GET", f"/api/matches/{match}/story")) == "no_such_match"
                review = await refusal(stranger.call("POST", f"/api/matches/{match}/review", {}))
                assert review == ("no_such_match" if stranger.token else "who_are_you")
                assert await refusal(stranger.call("GET", f"/api/tables/{match}/record")) == "not_seated"
                assert await watched(stranger, match) == "no_spectators"
                assert (await stranger.daily_result(deal))["field"] is None
        assert (await ada.today())["streak"] == {"days": 1, "longest": 1}

        # The bots' results are made once, by one of the workers.
        await asyncio.gather(one.app.daily.have_bots_play(), other.app.daily.have_bots_play())
        for deal in deals:
            bots = await until(lambda deal=deal: bots_of(bob, deal))  # a worker may have begun with it by itself
            assert [bot["level"] for bot in bots] == ["random", "novice", "casual"]

        # The day is over: everything is open, and an attempt that was not finished is none.
        tomorrow = begin_of(later(today["day"], 1)) + 1
        for worker in {id(one): one, id(other): other}.values():
            object.__setattr__(worker.app.daily.deals, "now", lambda: tomorrow)
        assert await refusal(cyd.play_daily(deal)) == "day_is_over"
        await one.app.daily.look()
        assert (await nobody.call("GET", f"/api/matches/{match}"))["id"] == match
        over = await nobody.daily_result(deal)
        assert over["field"]["secret"] == records[0]["fair"]["secret"]
        archive = await ada.call("GET", "/api/daily/archive")
        assert {shown["id"] for shown in archive["deals"]} == set(deals)
        assert all(shown["mine"]["finished"] for shown in archive["deals"])


async def watched(client: Client, table: str) -> str:
    async with Followed(client.url.replace("http", "ws", 1) + "/ws", client.token, table) as followed:
        with pytest.raises(Rejected) as refused:
            await anext(followed)
    return refused.value.code


async def test_an_attempt_has_no_way_back_no_help_and_no_end_but_the_last_card(serve, tmp_path):
    running = await serve(str(tmp_path / "quick.sqlite"), games=QUICK)
    async with Client(running.url, name="Ada") as ada:
        deal = (await ada.today())["deals"][0]["id"]
        table = await ada.play_daily(deal)
        async with ada.follow(table) as followed:
            async for update in followed:
                if update.snapshot:
                    assert update.snapshot["event"]["kind"] == "daily"
                    assert not update.snapshot.get("hints")
                    assert not update.snapshot["turn"].get("undo")
                    assert not update.snapshot["turn"].get("leave")
                if followed.owes:
                    await followed.act(followed.legal[0])
                    for wish in ("undo", "abort", "rematch"):
                        with pytest.raises(Rejected, match="not_at_events"):
                            await followed.ask(wish)
                    break
        await ada.leave(table)
        assert (await ada.table(table))["status"] == "playing"
        assert (await ada.daily_result(deal))["field"] is None
        assert await ada.play_daily(deal) == table
        # Time is up: whoever looks at the table next closes it, and it counts for nothing.
        midnight = begin_of(later(day_of(time.time()), 1))
        async with ada.follow(table) as followed:  # bots wait for somebody to be there
            async for _ in followed:
                if followed.owes:
                    break
        known = await running.app.house.table(table)
        assert known.deadline == midnight
        (seat,) = known.people
        act = Act("late", known.running.decision, str(known.running.legal(seat)[0]))
        assert decide(known, Sender(known.chairs[seat].player), act, midnight - 1)
        with pytest.raises(Refused, match="time_is_up"):
            decide(known, Sender(known.chairs[seat].player), act, midnight)
        exported = await running.app.people.privacy.export(await running.app.people.accounts.find(ada.id))
        assert [one["deal"] for one in exported["daily"]] == [deal]


def test_a_searching_bot_with_counted_tries_plays_a_deal_the_same_twice():
    kit = GAMES[GAME]
    table = DailyTable(Settings(3), "strong", 16)
    deal = DailyDeal("x", "2026-11-18", GAME, 3, 0, table.level, table.tries, "5e", 0.0, None)
    study = BotMatch(kit, deal.config, ("casual", "strong", "strong"), deal.secret, deal.tries)
    assert study.find(lambda _: None) == study.find(lambda _: None)


async def test_a_thousand_finishers_stand_in_fifty_milliseconds(database: Database):
    deals = DailyDeals(database, QUICK)
    await deals.commit()
    deal = (await deals.of(deals.today))[0].id
    rows = []
    for number in range(1000):
        rows.append(
            Statement(
                "INSERT INTO people (id, kind, name, search, created, suspended) VALUES (?, 'guest', ?, ?, 0, 0)",
                (f"p{number}", f"P{number}", f"p{number}"),
            )
        )
        rows.append(
            Statement(
                "INSERT INTO daily_attempts (deal, person, table_id, began, ended, score, points, line)"
                " VALUES (?, ?, ?, 0, 1, ?, 0, '')",
                (deal, f"p{number}", f"t{number}", number % 41 - 20),
            )
        )
    assert await database.write(*rows)
    field = DailyField(database)
    began = time.process_time()
    stands = await field.standing(deal, 20)
    scores = await field.distribution(deal)
    best = await field.best(deal)
    assert time.process_time() - began <= 0.05
    assert stands.finishers == 1000
    assert (stands.level, stands.place) == (24, 1)
    assert stands.better == pytest.approx((976 + 11.5) / 999)
    assert sum(people for _, people in scores) == 1000
    assert len(best) == 20
    assert all(one.score == 20 for one in best)


async def test_who_finishes_before_midnight_learns_after_it_what_the_bots_made_of_it(database: Database):
    clock = Clock(begin_of("2026-11-18") + 3600)
    deals = DailyDeals(database, QUICK, clock)
    await deals.commit()
    (ada,) = await register(database, "Ada")
    deal = (await deals.of(deals.today))[0]
    await database.write(
        Statement(
            "INSERT INTO daily_attempts (deal, person, table_id, began, ended, score, points, line)"
            " VALUES (?, ?, 't', ?, ?, 3, 10, '[]')",
            (deal.id, ada.id, clock(), clock()),
        )
    )
    clock.pass_by(86400)

    async def think(study: BotMatch, _people: object, tell: Any) -> Any:
        return study.find(tell)

    keeper = DailyKeeper(deals, think)
    await keeper.have_bots_play()
    found = await deals.find(deal.id)
    assert [one.level for one in found.bots] == list(QUICK[deal.game].levels)
    assert await deals.claim(found) is False


async def test_who_has_seen_the_cards_counts_once_and_is_told_so(place: str):
    async with house(place) as app:
        deals = object.__getattribute__(app.daily, "deals")
        object.__setattr__(deals, "games", QUICK)
        await app.database.write(Statement("DELETE FROM sealed_events"), Statement("DELETE FROM daily_deals"))
        await deals.commit()
        deal = (await deals.of(deals.today))[0].id

        async def begin(visitor: Visitor, name: str) -> bool:
            await visitor.post(f"/api/daily/{deal}/play", name=name)
            mine = (await visitor.get(f"/api/daily/{deal}"))["deal"]["mine"]
            assert not mine["finished"]
            return bool(mine["counts"])

        async with stranger(app) as ada:
            assert await begin(ada, "Ada")
            assert await begin(ada, "Ada")  # the same attempt again
            # In the same browser, under another name and with an account.
            await ada.post("/api/logout")
            assert not await begin(ada, "Not Ada")
            await ada.post("/api/accounts", name="Adele", password=GOOD_PASSWORD)
            ((table, person),) = await app.database.fetch(
                "SELECT table_id, person FROM daily_attempts WHERE deal = ? AND counts = 1", deal
            )
        for number in range(MOST_GUESTS - 2):
            async with stranger(app) as guest:
                assert await begin(guest, f"Goose {number}")
        async with stranger(app) as late, visitors(app, "Anna") as (anna,):
            assert not await begin(late, "Late")
            assert await begin(anna, "Anna")
        counting = "UPDATE daily_attempts SET score = 5, ended = 1 WHERE table_id = ? AND person = ?"
        await app.database.write(Statement(counting, (table, person)))
        await app.database.write(Statement("UPDATE daily_attempts SET score = 9, ended = 1 WHERE counts = 0"))
        field = DailyField(app.database)
        assert await field.distribution(deal) == [(5, 1)]
        assert await field.finishers([deal]) == {deal: 1}
        assert [one.score for one in await field.best(deal)] == [5]
        stands = await field.standing(deal, 9, counts=False)
        assert (stands.finishers, stands.place, stands.better) == (2, 1, 1.0)
        # What it goes by is of no person, and goes with the day.
        tomorrow = begin_of(later(deals.today, 1)) + 1
        object.__setattr__(deals, "now", lambda: tomorrow)
        await deals.reveal()
        assert await app.database.fetch("SELECT 1 FROM daily_origins") == []
