"""Every book says the same as the English one, rule by rule, as far as a test can tell."""

import re
from collections import Counter
from pathlib import Path

import pytest

from karat.aurum import Edition
from karat.games import GAMES
from karat.language import LANGUAGES, UnknownLanguage

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = [(game, language) for game in GAMES for language in LANGUAGES[1:]]
translated = pytest.mark.parametrize(("game", "language"), TRANSLATIONS)


@translated
def test_a_translation_has_the_same_chapters_rules_and_editions(game, language):
    english, book = GAMES[game].book(), GAMES[game].book(language)
    assert [chapter.id for chapter in book.chapters] == [chapter.id for chapter in english.chapters]
    assert [(rule.id, rule.editions) for rule in book.rules] == [(rule.id, rule.editions) for rule in english.rules]


@translated
def test_a_translation_has_the_same_numbers_in_every_rule(game, language):
    english, book = GAMES[game].book(), GAMES[game].book(language)
    for rule, told in zip(english.rules, book.rules, strict=True):
        for text, same in ((rule.text, told.text), (rule.ruling, told.ruling)):
            assert Counter(re.findall(r"\d+", text)) == Counter(re.findall(r"\d+", same)), rule.id


@translated
def test_a_translation_is_one_and_no_rule_is_cut_short(game, language):
    english, book = GAMES[game].book(), GAMES[game].book(language)
    assert book.title
    assert book.introduction != english.introduction
    for rule, told in zip(english.rules, book.rules, strict=True):
        assert told.text != rule.text, rule.id
        assert 0.5 < len(told.text) / len(rule.text) < 2, rule.id
        assert told.text.endswith((".", ")")), rule.id


@translated
def test_our_rulings_are_marked_as_such_in_every_language(game, language):
    english, book = GAMES[game].book(), GAMES[game].book(language)
    for rule, told in zip(english.rules, book.rules, strict=True):
        assert bool(told.ruling) == bool(rule.ruling), rule.id
        if rule.ruling:
            assert told.ruling != rule.ruling, rule.id
            assert 0.5 < len(told.ruling) / len(rule.ruling) < 2, rule.id
            assert told.ruling.endswith("."), rule.id


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("one", Edition)
@pytest.mark.parametrize("other", Edition)
def test_editions_differ_in_the_same_rules_in_every_language(one, other, language):
    english, book = GAMES["aurum"].book(), GAMES["aurum"].book(language)
    differ = book.differences(one, other)
    assert [here.id for here, _ in differ] == [here.id for here, _ in english.differences(one, other)]
    assert all(
        here == book.rule(here.id, one) and there == book.rule(here.id, other) and here.id == there.id
        for here, there in differ
    )


def test_texts_are_written_in_their_own_script():
    for game in GAMES:
        assert all(re.search("[а-яё]", rule.text) for rule in GAMES[game].book("ru").rules)
        for language in ("en", "de", "fr"):
            assert not any(re.search("[а-яё]", rule.text) for rule in GAMES[game].book(language).rules)


@pytest.mark.parametrize("game", GAMES)
def test_a_language_without_a_book_is_named(game):
    with pytest.raises(UnknownLanguage, match="no texts in the language 'fi'; there are en, de, fr, ru"):
        GAMES[game].book("fi")


@pytest.mark.parametrize("game", GAMES)
def test_every_language_writes_the_names_of_the_bots(game):
    kit = GAMES[game]
    for language in LANGUAGES:
        assert len(set(kit.bot_names_in(language))) == len(kit.bot_names), language
    assert all(re.search("[а-я]", name) for name in kit.bot_names_in("ru"))
