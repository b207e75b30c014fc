import pytest

from karat.amul.rules.law import Law as AmulLaw
from karat.aurum.rules.law import Law as AurumLaw
from karat.games import GAMES
from karat.language import LANGUAGES, UnknownLanguage


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "laws"), [("aurum", AurumLaw), ("amul", AmulLaw)])
def test_every_law_has_a_short_title(game, laws, language):
    titles = GAMES[game].law_titles(language)
    assert set(titles) == {law.value for law in laws}
    assert all(8 < len(title) < 90 and not title.endswith(".") for title in titles.values())


def test_a_title_is_in_the_language_that_was_asked_for():
    assert GAMES["aurum"].law_titles("en")["A5.4"] == "That metal already lies in the trick"
    assert GAMES["aurum"].law_titles("ru")["A5.4"] == "Этот металл уже лежит во взятке"


def test_no_language_borrows_from_another():
    for game in GAMES:
        titles = [GAMES[game].law_titles(language) for language in LANGUAGES]
        assert all(len({told[law] for told in titles}) == len(LANGUAGES) for law in titles[0])


def test_a_language_without_titles_is_named():
    with pytest.raises(UnknownLanguage, match="'fi'; there are en, de, fr, ru"):
        GAMES["amul"].law_titles("fi")
