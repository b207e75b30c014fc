import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches import finished
from people import accounts_in, register

from karat.game import Outcome
from karat.server.matches.finished import close, closing
from karat.server.matches.ratings import MU, Pool, Rated, Rating, Ratings, changed, places, pool_of, rate
from karat.server.store.database import Database, Statement

SINGLES = ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome(((0, 2), (1, 3)), (1,), (1, 3)), (2, 1)),
        (Outcome(((0, 2), (1, 3)), (0, 1), (2, 2)), (1, 1)),
        (Outcome(SINGLES, (2,), (10, 20, 40, 20)), (4, 2, 1, 2)),
        (Outcome(SINGLES, (0, 3), (40, 10, 20, 40)), (1, 4, 3, 1)),
        (Outcome(SINGLES, (1,), (40, 40, 20, 10)), (2, 1, 3, 4)),  # a tie that the rules break
    ],
)
def test_places_are_shared_by_equals(outcome: Outcome, expected: tuple[int, ...]):
    assert places(outcome) == expected


def test_partners_rise_and_fall_together():
    after = rate([Rating()] * 4, Outcome(((0, 2), (1, 3)), (1,), (0, 3)))
    assert after[1] == after[3]
    assert after[0] == after[2]
    assert after[1].mu > MU > after[0].mu


def test_the_further_ahead_the_higher_and_equals_alike():
    after = rate([Rating()] * 4, Outcome(SINGLES, (2,), (10, 20, 40, 20)))
    assert after[1].mu == pytest.approx(after[3].mu)
    assert after[2].mu > after[1].mu > after[0].mu
    assert all(rating.sigma < Rating().sigma for rating in after)


@given(st.lists(st.integers(0, 60), min_size=3, max_size=8), st.data())
def test_ratings_stay_finite_and_narrow_for_any_scores(scores: list[int], data: st.DataObject):
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    before = [Rating(data.draw(st.floats(-20, 70)), data.draw(st.floats(0.5, 8.3))) for _ in scores]
    outcome = Outcome(tuple((seat,) for seat in range(len(scores))), winners, tuple(scores))
    for old, new in zip(before, rate(before, outcome), strict=True):
        assert abs(new.mu - old.mu) < 60
        assert 0 < new.sigma < 8.5


def test_a_newcomer_is_shown_with_a_wide_bar():
    assert (Rating().points, Rating().error) == (1500, 667)


def test_bots_and_people_have_pools_of_their_own():
    anna, otto = Rated("anna", Pool.PEOPLE), Rated("otto", Pool.PEOPLE)
    casual = Rated("bot:casual", Pool.BOTS)
    assert pool_of([anna, otto]) is Pool.PEOPLE
    assert pool_of([anna, otto, casual]) is Pool.BOTS
    assert pool_of([anna, otto, None]) is None
    assert pool_of([casual, casual, casual]) is None


def test_a_level_on_several_seats_moves_once():
    outcome = Outcome(SINGLES, (0,), (40, 30, 20, 10))
    changes = changed(Pool.BOTS, "amul", ["anna", "bot:casual", "bot:casual", "bot:casual"], [Rating()] * 4, outcome)
    assert changes.by_seat[1] == changes.by_seat[2] == changes.by_player["bot:casual"]
    assert changes.by_player["bot:casual"].after.matches == 1
    assert changes.by_player["anna"].after.mu > changes.by_player["bot:casual"].after.mu


async def test_closing_a_match_rates_it_once(database: Database):
    people = await register(database, "Anna", "Otto", "Ida", "Max")
    ended = finished("t1", "aurum", *people)
    assert await close(database, ended)
    once = await database.fetch("SELECT * FROM ratings ORDER BY player")
    assert not await close(database, ended)
    assert not await database.write(*await closing(database, ended))
    assert await database.fetch("SELECT * FROM ratings ORDER BY player") == once
    assert {row[6] for row in once} == {1}


async def test_matches_closed_at_the_same_time_are_all_counted(database: Database):
    people = await register(database, "Anna", "Otto", "Ida", "Max")
    same_again = [finished(f"t{number % 5}", "aurum", *people, seed=str(number % 5)) for number in range(10)]
    closed = await asyncio.gather(*(close(database, one) for one in same_again))
    assert sum(closed) == 5
    assert {row[0] for row in await database.fetch("SELECT matches FROM ratings")} == {5}


async def test_what_else_belongs_to_the_end_happens_with_it_or_not_at_all(database: Database):
    people = await register(database, "Anna", "Otto", "Ida", "Max")
    ended = finished("t1", "aurum", *people)
    impossible = Statement("UPDATE people SET name = name WHERE id = 'nobody'", rows=1)
    assert not await database.write(*await closing(database, ended), impossible)
    assert await database.fetch("SELECT 1 FROM ratings") == []
    assert await database.fetch("SELECT 1 FROM matches") == []


async def test_guests_and_unrated_matches_move_nothing(database: Database):
    people = await register(database, "Anna", "Otto", "Ida")
    guest = await accounts_in(database).guest("Max")
    assert await close(database, finished("t1", "aurum", *people, guest))
    assert await close(database, finished("t2", "aurum", *people, "casual", rated=False))
    assert await close(database, finished("t3", "aurum", *people, "casual", outcome=None))
    assert await database.fetch("SELECT 1 FROM ratings") == []
    assert {row[0] for row in await database.fetch("SELECT rated FROM matches")} == {0}


async def played_for_a_while(database: Database) -> None:
    people = await register(database, "Anna", "Otto", "Ida", "Max", "Eva")
    for number in range(6):
        four = people[number % 5 :][:4] + people[: max(0, number % 5 - 1)]
        await close(database, finished(f"a{number}", "aurum", *four[:4], seed=str(number), ended=200.0 + number))
        mixed = (*people[:3], "casual", "casual")
        await close(database, finished(f"m{number}", "amul", *mixed, seed=str(number), ended=200.5 + number))


async def test_all_ratings_can_be_worked_out_again_from_history(database: Database):
    await played_for_a_while(database)
    ratings = await database.fetch("SELECT * FROM ratings ORDER BY player, pool, game, players")
    seats = await database.fetch("SELECT * FROM match_seats ORDER BY match_id, seat")
    await database.write(Statement("UPDATE ratings SET mu = 0"), Statement("DELETE FROM ratings WHERE pool = 'bots'"))
    assert await Ratings(database).recompute() == 12
    assert await database.fetch("SELECT * FROM ratings ORDER BY player, pool, game, players") == ratings
    assert await database.fetch("SELECT * FROM match_seats ORDER BY match_id, seat") == seats


async def test_leaderboards_keep_pools_games_and_tables_apart(database: Database):
    await played_for_a_while(database)
    ratings = Ratings(database)
    bots = await ratings.leaderboard(Pool.BOTS, "amul", 5)
    assert {line.name for line in bots} == {"Anna", "Otto", "Ida", "casual"}
    lower_ends = [line.rating.mu - 2 * line.rating.sigma for line in bots]
    assert lower_ends == sorted(lower_ends, reverse=True)
    assert {line.name for line in await ratings.leaderboard(Pool.PEOPLE, "aurum", 4)} == {
        "Anna",
        "Otto",
        "Ida",
        "Max",
        "Eva",
    }
    assert await ratings.leaderboard(Pool.PEOPLE, "amul", 5) == []
    assert await ratings.leaderboard(Pool.BOTS, "amul", 5, limit=2, offset=1) == bots[1:3]
    anna = next(line.player for line in bots if line.name == "Anna")
    assert [(pool, game, players) for pool, game, players, _ in await ratings.all_of(anna)] == [
        (Pool.PEOPLE, "aurum", 4),
        (Pool.BOTS, "amul", 5),
    ]
