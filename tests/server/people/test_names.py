import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.server.people.names import LONGEST, BadName, NameFault, capital_key, clean_name, name_key


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria ", "Anna Maria"),
        ("Ａｎｎａ", "Anna"),  # full-width letters
        ("José", "José"),
        ("Жанна", "Жанна"),
        ("O'Neil-Smith", "O'Neil-Smith"),
        ("王さん", "王さん"),
        ("देवी", "देवी"),
    ],
)
def test_a_name_is_shown_clean(given: str, shown: str):
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", NameFault.TOO_SHORT),
        ("A", NameFault.TOO_SHORT),
        ("A-", NameFault.TOO_SHORT),
        ("x" * (LONGEST + 1), NameFault.TOO_LONG),
        ("y" * 100_000, NameFault.TOO_LONG),
        ("-anna", NameFault.CHARACTERS),
        ("an\u202ena", NameFault.CHARACTERS),  # turns the direction of writing
        ("an\u200bna", NameFault.CHARACTERS),  # a space without width
        ("an\x00na", NameFault.CHARACTERS),
        ("<b>anna", NameFault.CHARACTERS),
        ("🦆duck", NameFault.CHARACTERS),
        ("a\u0334\u0335nna", NameFault.CHARACTERS),
        ("Magnus\ufe00", NameFault.CHARACTERS),  # chooses a form of the letter before it, and shows nothing
        ("Mag\u3164nus", NameFault.CHARACTERS),  # a Hangul letter that is empty
        ("\u3164\u3164\u3164", NameFault.CHARACTERS),
        ("\ufe00\ufe01\ufe02", NameFault.CHARACTERS),
        ("देवी\u0902\u0903\u0901", NameFault.CHARACTERS),  # four marks on a letter
        ("देव\u0902\u0902", NameFault.CHARACTERS),  # the same mark twice
        ("दे \u0902व", NameFault.CHARACTERS),  # a mark on a space
        ("аnna", NameFault.SCRIPTS),  # the first letter is Cyrillic
        ("Admin", NameFault.RESERVED),
        ("adm1n", NameFault.RESERVED),
        ("k.a.r.a.t", NameFault.RESERVED),
        ("Guest 17", NameFault.RESERVED),
    ],
)
def test_a_name_that_could_mislead_is_refused(given: str, why: NameFault):
    with pytest.raises(BadName) as refused:
        clean_name(given)
    assert refused.value.why is why


@pytest.mark.parametrize("other", ["ANNA", "a_n_n_a", "An na", "аппа".replace("п", "n"), "Ａnna", "anna.", "ANNA'"])
def test_names_that_look_alike_have_one_key(other: str):
    assert name_key(other) == name_key("Anna")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Will", "Wi11"),
        ("Bob0", "Bobo"),
        ("modern", "modem"),
        ("Сора", "Copa"),
        ("Magnus", "M\u0251gnus"),  # Latin alpha
        ("Magnus", "Ma\u0261nus"),  # Latin script g
        ("Anna", "аппа"),
        ("Bob", "ВОВ"),  # alike in capitals alone
        ("Nan", "ΝΑΝ"),
        ("vav", "ναν"),  # and in small letters alone
        ("Ivan", "lvan"),
    ],
)
def test_what_looks_alike_shares_a_key(one: str, other: str):
    assert name_key(one) == name_key(other) or capital_key(one) == capital_key(other)


@pytest.mark.parametrize(("one", "other"), [("Nan", "Vav"), ("Hanna", "Nanna"), ("Yuri", "Uuri"), ("José", "Josè")])
def test_latin_names_that_differ_keep_apart(one: str, other: str):
    assert name_key(one) != name_key(other)
    assert capital_key(one) != capital_key(other)


@given(st.text(max_size=40))
def test_any_text_is_a_bounded_name_or_refused(text: str):
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name
    assert 2 <= len(name) <= LONGEST
    assert name_key(name)
    assert not any(unicodedata.category(sign) in {"Cc", "Cf", "Co", "Cs", "Cn"} for sign in name)


@given(st.text("abAB 01iIlL_-.'оаеА", min_size=2, max_size=24))
def test_the_key_does_not_depend_on_case_or_cleaning(text: str):
    try:
        name = clean_name(text)
    except BadName:
        return
    assert name_key(name) == name_key(text) == name_key(name_key(name))
