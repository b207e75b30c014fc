import pytest

from karat.language import LANGUAGES, MissingText, UnknownLanguage, known, texts


def test_languages_are_known_by_their_codes():
    assert [known(language) for language in LANGUAGES] == ["en", "de", "fr", "ru"]


@pytest.mark.parametrize("language", ["", "EN", "es", "../aurum/book/de"])
def test_an_unknown_language_is_quoted_and_the_others_are_listed(language: str):
    with pytest.raises(UnknownLanguage) as refused:
        known(language)
    assert str(refused.value) == f"no texts in the language {language!r}; there are en, de, fr, ru"


def test_a_text_must_be_there_in_every_language():
    whole = dict.fromkeys(LANGUAGES, "Yes")
    assert texts(whole, "an answer") == whole
    with pytest.raises(MissingText, match="an answer must have a text in each of en, de, fr, ru"):
        texts({"en": "Yes"}, "an answer")
    with pytest.raises(MissingText, match="an answer says nothing in fr"):
        texts({**whole, "fr": " "}, "an answer")
