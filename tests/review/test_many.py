"""Many matches: on one core or several the same, and what they come to together."""

import pytest
from thirdgame.kit import make_kit

from karat.arena.match import play_match
from karat.judging import Likelihood
from karat.kit import Settings
from karat.review.levels import same_deals
from karat.review.many import ReviewJob, across, reviews
from karat.review.page import page_of
from karat.review.values import CLEAR
from karat.review.words import AskedFor, across_in_words, in_words, likelihood_rows

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


def test_what_could_have_been_known_stands_beside_a_costly_choice(found):
    """Not at the own place, whose cards are in sight; a part of nothing is a dash."""
    known = Likelihood(("0", "1", "2", "deck"), {"X": (0.0, 0.25, 0.75, 0.0)}, 10)
    heads, rows = likelihood_rows(found[0], known, "en")
    assert found[0].seat == 0
    assert (heads, rows) == (["", "seat 1", "seat 2", "deck"], [["X", "25 %", "75 %", "–"]])
    costly = next(one for one in found if one.costly)
    step = costly.choices[costly.costly[0]].step
    beside = AskedFor(known={step: known}, rules={"O5.1": "The highest wins."})
    page = page_of(costly, "en", beside)
    by_rule = sum("O5.1" in costly.choices[place].why.rules for place in costly.costly)
    assert page.count("<details>") == len(costly.costly) + by_rule + 1  # what was seen, rules, what could be known
    assert "75 %" in page
    assert "The highest wins." in page
    assert "75 %" in "\n".join(in_words(costly, "en", beside))
