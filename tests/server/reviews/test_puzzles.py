"""Puzzles as a browser asks for them: without their answer, the first answer counts, and both sides are rated."""

from typing import Any

import pytest
from studying import account, browser, done

from karat.games import GAMES
from karat.review.puzzles import shipped
from karat.server.matches.ratings import Rating
from karat.server.reviews.puzzle_book import rated


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_answer_counts_and_nothing_is_told_before(app: Any, game: str):
    answers = {one["id"]: one["answer"] for one in shipped(GAMES[game])}
    async with browser(app) as anna:
        asked = await done(anna, "GET", f"/api/games/{game}/puzzle")
        assert {"answer", "next_best", "win", "record"} & set(asked) == set()
        assert answers[asked["id"]] in asked["choice"]["legal"]
        await account(anna, "Anna")
        wrong = next(action for action in asked["choice"]["legal"] if action != answers[asked["id"]])
        missed = await done(anna, "POST", f"/api/puzzles/{asked['id']}", action=wrong)
        assert (missed["right"], missed["counted"], missed["standing"]["streak"]) == (False, True, 0)
        assert missed["moved"] < 0 < missed["rating"] - asked["rating"]
        again = await done(anna, "POST", f"/api/puzzles/{asked['id']}", action=missed["answer"])
        assert (again["right"], again["counted"], again["standing"]) == (True, False, missed["standing"])
        for streak in (1, 2):
            asked = await done(anna, "GET", f"/api/games/{game}/puzzle")
            told = await done(anna, "POST", f"/api/puzzles/{asked['id']}", action=answers[asked["id"]])
            assert (told["standing"]["streak"], told["standing"]["tries"]) == (streak, streak + 1)
        await done(anna, "POST", f"/api/puzzles/{asked['id']}", 409, action="bid X9")
        shelf = await done(anna, "GET", f"/api/games/{game}/puzzles")
        assert shelf["puzzles"] == len(answers)
        assert sum(theme["tried"] for theme in shelf["themes"]) >= 3


async def test_a_theme_is_kept_to_the_day_has_one_puzzle_and_guests_move_none(app: Any):
    async with browser(app) as anna, browser(app) as otto:
        themes = [theme["theme"] for theme in (await done(anna, "GET", "/api/games/amul/puzzles"))["themes"]]
        for theme in themes:
            assert theme in (await done(anna, "GET", "/api/games/amul/puzzle", theme=theme))["themes"]
        await done(anna, "GET", "/api/games/amul/puzzle", 404, theme="geese")
        await done(anna, "GET", "/api/games/chess/puzzle", 404)
        await done(anna, "GET", "/api/puzzles/nothing", 404)
        daily = await done(anna, "GET", "/api/games/aurum/daily")
        assert daily == await done(otto, "GET", "/api/games/aurum/daily")
        assert daily["day"]
        told = await done(otto, "POST", f"/api/puzzles/{daily['id']}", name="Otto")  # gives up
        assert (told["right"], told["counted"]) == (False, True)
        assert (await done(anna, "GET", f"/api/puzzles/{daily['id']}"))["rating"] == daily["rating"]


def test_who_solves_what_is_hard_gains_more():
    easy, hard = Rating(20, 2), Rating(35, 2)
    gains = [rated(Rating(), puzzle, right=True)[0].mu - Rating().mu for puzzle in (easy, hard)]
    assert 0 < gains[0] < gains[1]
    assert rated(Rating(), hard, right=True)[1].mu < hard.mu < rated(Rating(), hard, right=False)[1].mu
