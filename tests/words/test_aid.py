import re

import pytest

from karat.games import GAMES
from karat.language import LANGUAGES, UnknownLanguage

every = pytest.mark.parametrize("game", GAMES)


def lines(game, language):
    return [line for section in GAMES[game].aid(language) for line in section.lines]


@every
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_aid_has_headings_and_lines_that_cite_the_book(game, language):
    assert all(section.heading and section.lines for section in GAMES[game].aid(language))
    ids = set(GAMES[game].book(language).ids)
    assert all(line.rules and set(line.rules) <= ids for line in lines(game, language))
    assert all(line.text.endswith((".", ")")) for line in lines(game, language))


@every
def test_an_aid_fits_on_half_a_page(game):
    for language in LANGUAGES:
        assert 10 <= len(lines(game, language)) <= 16
        assert sum(len(line.text) for line in lines(game, language)) < 1700


@every
def test_an_aid_says_the_same_numbers_in_every_language(game):
    for told in zip(*(lines(game, language) for language in LANGUAGES), strict=True):
        numbers = [sorted(re.findall(r"\d+", line.text)) for line in told]
        assert all(found == numbers[0] for found in numbers), told[0]
        assert len({line.text for line in told}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("game", "chapters"),
    [("aurum", {"A3", "A4", "A5", "A6", "A7", "A8", "A9"}), ("amul", {"III", "IV", "V", "VI", "VII"})],
)
def test_an_aid_covers_a_round_the_legal_plays_and_the_scoring(game, chapters):
    cited = {rule for line in lines(game, "en") for rule in line.rules}
    touched = {chapter.id for chapter in GAMES[game].book().chapters if cited & {rule.id for rule in chapter.rules}}
    assert touched == chapters


def test_a_language_without_an_aid_is_named():
    with pytest.raises(UnknownLanguage, match="'fi'"):
        GAMES["aurum"].aid("fi")
