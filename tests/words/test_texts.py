"""Texts with slots and forms, and that every file of them says the same in every language."""

import re
from pathlib import Path
from string import Formatter

import pytest

import karat
from karat.language import LANGUAGES, MissingText, UnknownLanguage
from karat.words import texts
from karat.words.seat_names import SeatNames, listed, numbered
from karat.words.texts import Sentence, Somebody, TextFile, TextRow, choose, plural

PACKAGE = Path(karat.__file__).parent
FILES = [
    TextFile(".".join(("karat", *file.relative_to(PACKAGE).parts[:-1])), file.name)
    for file in sorted(PACKAGE.glob("**/*.toml"))
    if file.parent.name in {"words", "terminal", "screen"} and file.name not in {"aid.toml", "effects.toml"}
]
every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.package}/{file.name}")
YOU, MAES = Somebody("You", spoken_to=True), Somebody("Maes")


def slots(text: str) -> set[str]:
    """What a text wants to be filled in, in whichever of its forms."""
    opened = re.sub(r"\[\w+: |[\]|]", " ", text)
    return {slot for _, slot, _, _ in Formatter().parse(opened) if slot is not None}


def forms(text: str) -> list[tuple[str, int]]:
    """The slots that choose forms, each with how many there are."""
    found = []
    for begin in (place for place, letter in enumerate(text) if letter == "["):
        slot, _, options = text[begin + 1 : texts._closing(text, begin)].partition(": ")
        found.append((slot, len(texts._options(options))))
    return found


@every_file
def test_every_text_has_the_same_slots_in_every_language(file: TextFile):
    for key, text in file.texts.items():
        assert {language: slots(text[language]) for language in LANGUAGES} == dict.fromkeys(
            LANGUAGES, slots(text["en"])
        ), key


@every_file
def test_forms_are_as_many_as_the_language_needs(file: TextFile):
    for key, text in file.texts.items():
        for language in LANGUAGES:
            for slot, number in forms(text[language]):
                assert number in ((2, 3) if language == "ru" else (2,)), (key, slot)


@every_file
def test_what_is_there_short_is_there_in_full(file: TextFile):
    short = {key.removesuffix(".short") for key in file.texts if key.endswith(".short")}
    assert short == {key.removesuffix(".full") for key in file.texts if key.endswith(".full")}


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*/words/*.toml")) + sorted(PACKAGE.glob("**/terminal/*.toml")))
def test_french_keeps_its_signs_together_with_their_words(path: Path):
    """A narrow space that does not break stands before : ; ? ! and within « »."""
    french = [line for line in path.read_text("utf-8").splitlines() if re.search(r"\bfr = ", line)]
    texts_in_french = re.findall(r'\bfr = "([^"]*)"', "\n".join(french))
    for text in texts_in_french:
        spoken = re.sub(r"\[\w+: ", "[", text)  # of a form, which is not said
        assert not re.search("[^\N{NARROW NO-BREAK SPACE}][:;?!»]", re.sub(r"   \? |bravoure:", "", spoken)), text
        assert not re.search("«[^\N{NARROW NO-BREAK SPACE}]", spoken), text


def test_forms_go_by_who_is_spoken_to():
    text = "[seat: You take|{seat} takes] {n} [n: card|cards]"
    assert choose(text, "en", {"seat": YOU, "n": 2}) == "You take {n} cards"
    assert choose(text, "en", {"seat": MAES, "n": 1}) == "{seat} takes {n} card"


def test_forms_may_hold_forms():
    text = "[who: {who} win|{who} [n: wins|win]]"
    told = [choose(text, "en", {"who": who, "n": number}) for who, number in ((YOU, 1), (MAES, 1), (MAES, 2))]
    assert told == ["{who} win", "{who} wins", "{who} win"]


def test_a_bracket_that_does_not_close_is_told():
    with pytest.raises(MissingText, match="not closed"):
        choose("[seat: You", "en", {"seat": YOU})


@pytest.mark.parametrize(
    ("language", "which"),
    [("en", [1, 0, 1, 1, 1]), ("de", [1, 0, 1, 1, 1]), ("fr", [0, 0, 1, 1, 1]), ("ru", [2, 0, 1, 2, 0])],
)
def test_plurals_are_those_of_the_language(language: str, which: list[int]):
    assert [plural(number, language) for number in (0, 1, 2, 5, 21)] == which


def test_sentences_stand_in_sentences_and_rows():
    file = TextFile("karat.amul.words", "events.toml")
    turns = (Sentence("turn", {"seat": YOU}), Sentence("turn_brave", {"seat": MAES, "valour": 2, "letter": "A"}))
    began = {"number": 3, "first_pick": YOU, "turned_up": ("a", "b"), "order": TextRow(turns)}
    told = file.say(Sentence("RoundBegan", began), "en", "full", "+".join)
    assert told == "You have First Pick; a+b turned up. Cards are taken by You, Maes (valour 2, A)."


def test_a_text_that_is_not_there_is_named():
    with pytest.raises(MissingText, match="no text 'nonsense'"):
        TextFile("karat.amul.words", "events.toml").text("nonsense", "en")
    with pytest.raises(UnknownLanguage, match="'fi'"):
        TextFile("karat.amul.words", "events.toml").text("to", "fi")


def test_seats_without_names_have_numbers():
    assert numbered(2, "fr").names == ("place 0", "place 1")
    assert not numbered(2).somebody(0).spoken_to
    assert numbered(3).clockwise == (0, 1, 2)


def test_the_person_comes_first_in_their_side():
    who = SeatNames(2, ("Maria", "Geber", "Du", "Flamel"), (), "de")
    assert who.side((0, 2)) == Somebody("Du & Maria", spoken_to=True)
    assert who.listed((0, 1, 3)) == Somebody("Maria, Geber und Flamel")
    assert listed([], "ru") == "никто"
