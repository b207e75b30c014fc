"""Every kind of event has words in every language, short and full, for the person and for the others."""

import re
from typing import get_args

import pytest

from karat.aurum import Rules
from karat.aurum.rules import events
from karat.aurum.rules.cards import Card, parse_cards
from karat.aurum.rules.scoring import MatchResult, score_round, sheet
from karat.aurum.words.events import TEXTS, tell
from karat.aurum.words.scores import tell_decision, tell_result, tell_side
from karat.aurum.words.telling import tell_match
from karat.language import LANGUAGES
from karat.words.seat_names import SeatNames, numbered

B7, C3, G3, P6 = map(Card.parse, ("B7", "C3", "G3", "P6"))
RESULT = score_round(
    Rules(), (3, 1, 2, 4), parse_cards("B5 S4 C2 Z7"), tuple(map(parse_cards, ("G0 G4", "-", "G7", "G1")))
)
OVER = MatchResult((0,), (2, 1), (31, 20))
HAPPENED = [
    events.RoundDealt(0, 2, (B7, C3)),
    events.RoundDealt(1, 0, ()),
    events.HandDealt(0, (B7, C3)),
    events.BidLaid(0, B7, 7),
    events.BidChosen(1),
    events.BidsRevealed((B7, C3, P6)),
    events.BidKept(0),
    events.BidChanged(0, G3, 2, P6, B7),
    events.BidChanged(0, G3, 0, P6, B7),
    events.CardPlayed(1, C3),
    events.GoldWon(0, G3),
    events.TrickTaken(1, (B7, C3), 0),
    events.RoundEnded(0, (B7,)),
    events.RoundEnded(1, ()),
    events.RoundScored(RESULT),
    events.MatchEnded(OVER),
]
every_language = pytest.mark.parametrize("language", LANGUAGES)


def whole(text: str) -> bool:
    return not re.search(r"[][{}|]|  |None", text) and text.endswith(".")


def test_there_is_an_event_of_every_kind():
    assert {type(event) for event in HAPPENED} == set(get_args(events.Event))
    kinds = {kind.__name__ for kind in get_args(events.Event)}
    told = {key.partition(".")[0].partition("_")[0] for key in TEXTS.texts if key[0].isupper()}
    assert told == kinds


@every_language
@pytest.mark.parametrize("length", ["short", "full"])
@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_every_event_is_a_sentence(event, length, language):
    person = SeatNames(0, ("SIE", "MARIA", "GEBER", "FLAMEL"), ("",) * 4, language)
    nobody = numbered(4, language)
    for who in (person, nobody):
        assert whole(tell(event, who, length)), tell(event, who, length)
    assert f"{event.__class__.__name__}" not in tell(event, person, length)


@pytest.mark.parametrize(
    ("event", "language", "said"),
    [
        (events.BidLaid(0, B7, 7), "de", "Du bietest 7 mit B7."),
        (events.BidLaid(1, B7, 7), "de", "Maria bietet 7 mit B7."),
        (events.TrickTaken(1, (B7, C3), 0), "ru", "Maria берёт взятку B7 C3; дальше ведущий — вы."),
        (events.BidChanged(1, G3, 0, P6, B7), "fr", "Maria paie G3 et pose P6 à la place de votre enchère, B7."),
        (events.RoundEnded(1, ()), "en", "Maria ends the round, having no card left."),
        (events.MatchEnded(OVER), "en", "The match is over, points 31 to 20. Won by You and Geber."),
    ],
)
def test_the_person_is_spoken_to(event, language, said):
    names = {"en": "You", "de": "Du", "fr": "Vous", "ru": "Вы"}
    assert tell(event, SeatNames(0, (names[language], "Maria", "Geber", "Flamel"), (), language)) == said


@every_language
@pytest.mark.parametrize("length", ["short", "full"])
def test_every_score_has_words(length, language):
    who, rules = numbered(4, language), Rules()
    sides = [tell_side(rules, side, line, who, length) for side, line in enumerate(sheet(rules, RESULT))]
    assert len(set(sides)) == 2
    assert all("15" in side or "1" in side for side in sides)
    assert "(A8.3)" in tell_decision(rules, RESULT, who, length)
    assert who.names[0] in tell_result(rules, OVER, who, length)
    shared = tell_result(Rules(players=3), MatchResult((0, 2), (1, 0, 1), (9, 8, 9)), numbered(3, language), length)
    assert who.names[0] in shared
    assert who.names[2] in shared


@every_language
def test_a_match_that_was_not_begun_is_told(language):
    title, *rest = tell_match(Rules(players=3), [], language)
    assert title.startswith("# Aurum")
    assert len(rest) == 1
