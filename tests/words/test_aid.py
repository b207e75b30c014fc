import pytest

from karat.games import GAMES
from karat.language import LANGUAGES

every = pytest.mark.parametrize("game", GAMES)


def lines(game, language):
    return [line for section in GAMES[game].aid(language) for line in section.lines]


@every
def test_an_aid_fits_on_half_a_page(game):
    for language in LANGUAGES:
        assert 10 <= len(lines(game, language)) <= 16
        assert sum(len(line.text) for line in lines(game, language)) < 1700


@pytest.mark.parametrize(
    ("game", "chapters"),
    [("aurum", {"A3", "A4", "A5", "A6", "A7", "A8", "A9"}), ("amul", {"III", "IV", "V", "VI", "VII"})],
)
def test_an_aid_covers_a_round_the_legal_plays_and_the_scoring(game, chapters):
    cited = {rule for line in lines(game, "en") for rule in line.rules}
    touched = {chapter.id for chapter in GAMES[game].book().chapters if cited & {rule.id for rule in chapter.rules}}
    assert touched == chapters
