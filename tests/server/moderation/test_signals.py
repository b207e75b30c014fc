"""Signals: they find what was planted, hold still where nothing is, and say how sure they are."""

import random
import time

from matches import finished
from meeting import house, made_moderator, visitors

from karat.server.matches.finished import close
from karat.server.matches.ratings import MU, SIGMA
from karat.server.moderation.signals import ReviewedPlay, SeatAtMatch, agreement, pairs


def match(people: list[str | None], winner: int, sides: list[int]) -> list[SeatAtMatch]:
    return [
        SeatAtMatch(person, side, float(side == winner), MU, SIGMA / 4)
        for person, side in zip(people, sides, strict=True)
    ]


def fair_matches(chance: random.Random, number: int, people: int = 12) -> list[list[SeatAtMatch]]:
    return [
        match([f"p{one}" for one in chance.sample(range(people), 4)], chance.randrange(2), [0, 1, 0, 1])
        for _ in range(number)
    ]


def test_fair_play_is_not_pointed_at_however_many_pairs_there_are():
    alarms = 0
    for seed in range(10):
        found = pairs(fair_matches(random.Random(seed), 600))
        assert len(found) > 40
        alarms += found[0].chance < 0.05
        covered = sum(abs(one.excess) <= one.error for one in found) / len(found)
        assert covered > 0.85  # 19 of 20 are meant to be, and pairs share matches
    assert alarms <= 3  # one in twenty by design


def test_partners_who_win_too_much_stand_out():
    chance = random.Random(1)
    planted = [
        match(["x", f"p{number % 5}", "y", f"p{number % 7 + 5}"], int(chance.random() > 0.9), [0, 1, 0, 1])
        for number in range(40)
    ]
    found = pairs([*fair_matches(chance, 300), *planted])
    assert {found[0].first, found[0].second} == {"x", "y"}
    assert found[0].chance < 0.01
    assert found[0].together == found[0].matches == 40
    assert found[0].excess - found[0].error > 0.1
    assert abs(found[0].expected - 20) < 1


def test_agreement_is_compared_with_others_of_that_strength():
    chance = random.Random(2)

    def seat(person: str, mu: float, rate: float) -> ReviewedPlay:
        return ReviewedPlay(person, mu, 40, sum(chance.random() < rate for _ in range(40)))

    others = [seat(f"p{n}", 15 + n / 2, 0.3 + n / 100) for n in range(40)]  # the stronger, the more
    strong = [seat("strong", 34.0, 0.68) for _ in range(5)]
    engine = [seat("engine", 20.0, 0.95) for _ in range(5)]
    played = [*others, *strong, *engine]
    told = agreement("strong", played)
    assert told is not None
    assert abs(told.excess) < told.excess_error + 0.1  # strength explains it
    told = agreement("engine", played)
    assert told is not None
    assert told.excess > 2 * told.excess_error
    assert agreement("nobody", played) is None
    alone = agreement("engine", engine)
    assert alone is not None
    assert (alone.expected, alone.excess, alone.others) == (None, None, 0)


async def test_a_moderator_sees_them_and_that_is_noted(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Ida", "Mod") as (anna, otto, ida, mod):
        people = [await app.people.accounts.find(one.id) for one in (anna, otto, ida)]
        for number in range(12):
            await close(app.database, finished(f"m{number}", "amul", *people, seed=str(number % 3)))
        for one in (anna, otto):
            await one.post("/api/finder", wish={"game": "amul", "players": [5]})  # from the same address
        await anna.get("/api/moderation/signals", 403, game="amul")
        await made_moderator(app, mod)
        told = await mod.get("/api/moderation/signals", game="amul")
        assert told["looked_at"] == 3
        for pair in told["pairs"]:
            assert pair["matches"] == 12
            assert 0 <= pair["chance"] <= 1
            assert pair["error"] > 0
        (shared,) = told["addresses"]
        assert {shared["first"]["name"], shared["second"]["name"]} == {"Anna", "Otto"}
        assert (shared["accounts"], shared["matches"]) == (2, 12)
        assert shared["last"] <= time.time()
        so_far = await mod.get(f"/api/moderation/people/{anna.id}/agreement", game="amul")
        assert (so_far["choices"], so_far["rate"], so_far["progress"]) == (0, None, 0)
        (line,) = (await mod.get("/api/moderation/audit"))["lines"]
        assert (line["act"], line["details"]) == ("looked_at_signals", {"game": "amul"})
