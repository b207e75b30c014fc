"""Every tutorial is played through: what it asks for is legal, what it says is refused is, and its figures are true."""

import re
from dataclasses import replace

import pytest

from karat.amul import load_standard, score
from karat.games import GAMES
from karat.language import LANGUAGES, MissingText
from karat.tutorial import BadTutorial, moments, parse_tutorial, tutorial

every = pytest.mark.parametrize(
    ("game", "course"), [(name, course) for name in GAMES for course in GAMES[name].tutorials]
)


def walk(told, state, lessons):
    """Every way through the lessons that their accepted actions allow, played to the end."""
    if not lessons:
        return
    game, (lesson, *rest) = told.kit.game, lessons
    legal = game.legal_actions(state, told.seat)
    assert set(lesson.expect) <= set(legal)
    accepted = legal if lesson.any_will_do else lesson.expect
    assert bool(accepted) == lesson.acts
    for action in accepted or [None]:
        after = game.apply(state, told.seat, action).state if action else state
        for seat, scripted in lesson.then:
            after = game.apply(after, seat, scripted).state
        walk(told, after, rest)


@every
def test_whatever_a_tutorial_accepts_leads_to_its_end(game, course):
    told = tutorial(GAMES[game], course)
    walk(told, GAMES[game].game.deal(GAMES[game].game.start(told.rules), told.deal).state, told.lessons)


@every
def test_the_learner_is_asked_only_when_it_is_their_turn(game, course):
    told = tutorial(GAMES[game], course)
    for moment in moments(told):
        if moment.lesson.acts:
            assert told.seat in GAMES[game].game.to_act(moment.before)


@every
def test_what_is_said_to_be_refused_is_refused_by_that_law(game, course):
    told = tutorial(GAMES[game], course)
    tried = [
        (action, law, GAMES[game].game.breach(moment.before, told.seat, action))
        for moment in moments(told)
        for action, law in moment.lesson.refused
    ]
    assert len(tried) >= 5
    assert all(breach is not None and breach.value == law for _, law, breach in tried), tried


@every
def test_a_tutorial_takes_some_five_minutes(game, course):
    lessons = tutorial(GAMES[game], course).lessons
    assert 10 <= len(lessons) <= 16
    for language in LANGUAGES:
        said = " ".join(text[language] for lesson in lessons for text in (lesson.say, lesson.said) if text)
        assert len(said.split()) < 700


@every
def test_numbers_are_the_same_in_every_language(game, course):
    for lesson in tutorial(GAMES[game], course).lessons:
        for text in filter(None, (lesson.say, lesson.said)):
            figures = [sorted(re.findall(r"\d+", text[language])) for language in LANGUAGES]
            assert all(found == figures[0] for found in figures), text["en"]


@every
def test_cards_are_called_by_their_names_and_not_by_codes(game, course):
    """Their letters differ by language: bismuth is W on a German card."""
    for lesson in tutorial(GAMES[game], course).lessons:
        for text in filter(None, (lesson.say, lesson.said)):
            assert not [text[language] for language in LANGUAGES if re.search(r"\b[A-Z]\d|\w_\w", text[language])]


def test_the_round_of_aurum_ends_as_it_is_told():
    *_, last = moments(tutorial(GAMES["aurum"]))
    (played,) = last.after.played
    assert (played.result.bids, played.result.tricks) == ((3, 2, 1), (3, 1, 0))
    assert (played.result.points, played.result.nuggets) == ((6, 4, 0), (1, 0, 0))


def test_the_round_of_partners_ends_as_it_is_told():
    *_, last = moments(tutorial(GAMES["aurum"], "partners"))
    (played,) = last.after.played
    assert (played.result.bids, played.result.tricks) == ((2, 3), (0, 0, 2, 0))
    assert (played.result.points, played.result.nuggets) == ((5, 1), (1, 0))


def test_partners_learn_to_change_each_others_bid():
    asked = [str(one.lesson.expect[0]) for one in moments(tutorial(GAMES["aurum"], "partners")) if one.lesson.expect]
    assert "swap G0 2 P2" in asked


def test_the_area_of_amul_is_worth_what_is_told():
    cards = load_standard()
    *_, told, last = moments(tutorial(GAMES["amul"]))
    assert told.before.market.number == 3
    sheet = score(cards, told.before.market.areas)
    assert [line.points for line in sheet.lines[0]] == [1, 2, 1, 0, 8, 0]
    assert sheet.points[0] == 12
    assert cards.kinds["spices"].scoring.table[2] == 11
    assert last.lesson.any_will_do


def test_a_game_without_a_tutorial_is_named():
    with pytest.raises(BadTutorial, match="no tutorial of aurum"):
        tutorial(replace(GAMES["aurum"], tutorials={}))
    with pytest.raises(BadTutorial, match="no tutorial 'solo' of aurum"):
        tutorial(GAMES["aurum"], "solo")


def test_a_step_that_is_not_told_in_every_language_is_found():
    title = 'title = { en = "T", de = "T", fr = "T", ru = "T" }\nseat = 0\nplayers = 3\nfirst = 0\ndeck = "camel"\n'
    with pytest.raises(MissingText, match="step 1 must have a text in each of en, de, fr, ru"):
        parse_tutorial(GAMES["amul"], title + '[[step]]\nsay = { en = "Hello" }\n')
    with pytest.raises(BadTutorial, match="step 1 has the unknown fields sy"):
        parse_tutorial(GAMES["amul"], title + '[[step]]\nsy = { en = "Hello" }\n')
