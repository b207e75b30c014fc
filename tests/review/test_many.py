"""Many matches: on one core or several the same, and what they come to together."""

import pytest
from thirdgame.kit import make_kit

from karat.arena.match import play_match
from karat.kit import Settings
from karat.review.asked import AskedFor
from karat.review.levels import LevelPlay, same_deals
from karat.review.many import ReviewJob, across, reviews
from karat.review.page import page_of
from karat.review.values import CLEAR
from karat.review.words import across_in_words, in_words

KIT = make_kit()


def record(seed: str) -> dict:
    bots = [KIT.make_bot("random") for _ in range(3)]
    return KIT.to_record(play_match(KIT.game, KIT.agree(Settings(3)), bots, seed))


JOBS = [ReviewJob(record(f"m{number}"), number % 3) for number in range(4)]


@pytest.fixture(scope="module")
def found():
    return list(reviews(KIT, JOBS, workers=1))


def test_processes_come_to_the_same(found, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "src:tests")
    assert list(reviews(KIT, JOBS[:2], workers=2)) == found[:2]


def test_losses_are_added_up_by_kind_and_over_time(found):
    told = across(found)
    clear = [one.loss.mean for each in found for one in each.choices if one.verdict == CLEAR]
    assert told.matches == 4
    assert [row.kind for row in told.kinds] == ["lay"]
    assert told.kinds[0].clear == len(clear)
    assert told.kinds[0].lost.mean == pytest.approx(sum(clear) / 4)
    assert sum(told.over_time) == pytest.approx(sum(clear))
    assert told.luck is not None


def test_nothing_comes_to_nothing():
    assert across([]).kinds == ()


def test_every_level_plays_the_same_deals():
    told = same_deals(KIT, JOBS[0].record)
    assert [one.level for one in told] == ["careful"]
    assert len(told[0].points) == len(JOBS[0].record["rounds"])
    assert told == same_deals(KIT, JOBS[0].record)


def test_what_is_counted_beside_points_is_called_as_the_language_has_it():
    played = LevelPlay("casual", ((11, 6), (8, 8)), ({"bid": (4, 3), "tricks": (4, 5)}, {}))
    assert played.lines({"bid": "Gebot", "tricks": "Stiche"}) == ["11-6 (Gebot 4-3, Stiche 4-5)", "8-8"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_a_review_is_told_in_every_language(found, language):
    played = same_deals(KIT, JOBS[0].record)
    lines = list(in_words(found[0], language, AskedFor(played)))
    assert len(lines) > 8
    page = page_of(found[0], language, AskedFor(played))
    assert f'<html lang="{language}">' in page
    assert page.count("<polyline") == 3


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_what_many_reviews_come_to_is_told_in_every_language(found, language):
    together = across(found)
    lines = list(across_in_words(together, found[0].kinds, language))
    assert str(len(found)) in lines[0]
    assert len(lines) == 2 + len(together.kinds) + 2
