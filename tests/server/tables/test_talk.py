import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import amul, aurum
from karat.games import GAMES
from karat.server.tables.talk import (
    LONGEST,
    BadTalk,
    Manner,
    Phrase,
    Room,
    TalkFault,
    clean_words,
    manner,
    said,
)


@pytest.mark.parametrize(
    ("given", "passed_on"),
    [
        ("hello", "hello"),
        ("  two\n\n lines\t ", "two lines"),
        ("<b>bold</b> & 'quoted'", "<b>bold</b> & 'quoted'"),  # escaped where it is shown
        ("a\u202eb\u0000c\u200bd", "ab cd"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("e" + "\u0301" * 50, "é" + "\u0301" * 3),
    ],
)
def test_words_are_passed_on_clean(given: str, passed_on: str):
    assert clean_words(given) == passed_on


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", TalkFault.EMPTY),
        (" \n ", TalkFault.EMPTY),
        ("\u200d", TalkFault.EMPTY),
        ("x" * (LONGEST + 1), TalkFault.TOO_LONG),
        (" " * 100_000, TalkFault.TOO_LONG),
    ],
)
def test_words_that_are_none_or_too_many_are_refused(given: str, why: TalkFault):
    with pytest.raises(BadTalk) as refused:
        clean_words(given)
    assert refused.value.why is why


@given(st.text(max_size=300))
def test_any_text_is_bounded_words_on_one_line_or_refused(text: str):
    try:
        words = clean_words(text)
    except BadTalk:
        return
    assert clean_words(words) == words
    assert 0 < len(words) <= LONGEST
    assert {unicodedata.category(sign) for sign in words} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} == set()
    assert {sign for sign in words if unicodedata.category(sign) == "Cf"} <= {"\u200d"}


@pytest.mark.rule("A11.1")
def test_partners_in_a_running_match_have_set_phrases_only():
    law = GAMES["aurum"].talk_law(aurum.Rules(4))
    assert law is aurum.Law.NO_FREE_TALK
    how = manner(Room.TABLE, seated=True, running=True, silenced=True)
    assert how is Manner.PHRASES
    assert said("", "good_luck", how) == ("", "good_luck")
    with pytest.raises(BadTalk) as refused:
        said("I hold the ten", "", how)
    assert refused.value.why is TalkFault.PHRASES_ONLY
    assert manner(Room.TABLE, seated=True, running=False, silenced=True) is Manner.FREE


def test_who_plays_alone_may_talk():
    assert GAMES["aurum"].talk_law(aurum.Rules(3)) is None
    assert GAMES["amul"].talk_law(amul.Rules(5)) is None
    assert manner(Room.TABLE, seated=True, running=True, silenced=False) is Manner.FREE


def test_players_and_spectators_have_rooms_of_their_own_until_the_end():
    for silenced in (False, True):
        assert manner(Room.SPECTATORS, seated=True, running=True, silenced=silenced) is Manner.SILENT
        assert manner(Room.TABLE, seated=False, running=True, silenced=silenced) is Manner.SILENT
        assert manner(Room.SPECTATORS, seated=False, running=True, silenced=silenced) is Manner.FREE
        assert manner(Room.SPECTATORS, seated=True, running=False, silenced=silenced) is Manner.FREE


@pytest.mark.parametrize("phrase", ["no such", "HELLO", "hello "])
def test_a_phrase_is_one_of_the_list(phrase: str):
    with pytest.raises(BadTalk):
        said("", phrase, Manner.FREE)
    assert all(said("words", one, Manner.PHRASES) == ("", one) for one in Phrase)
