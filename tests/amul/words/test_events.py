"""Every kind of event has words in every language, short and full, for the person and for the others."""

import re
from typing import get_args

import pytest

from karat.amul import Card, Place, Rules, load_standard, score
from karat.amul.rules import events
from karat.amul.rules.cards import parse_cards
from karat.amul.rules.order import OrderPlace
from karat.amul.words.events import TEXTS, tell
from karat.amul.words.scores import tell_result
from karat.amul.words.telling import tell_match
from karat.language import LANGUAGES
from karat.words.seat_names import SeatNames, numbered

CARDS = load_standard()
CAMEL, GEM, GUARD = map(Card.parse, ("camel", "gem", "arab_guard:F"))
BRAVE = (OrderPlace(1, 2, "A"), OrderPlace(0))
SHEET = score(CARDS, tuple(map(parse_cards, ("camel camel", "gem", "-"))))
HAPPENED = [
    events.MarketOpened(0, (CAMEL,), (GEM,)),
    events.HandDealt(0, (CAMEL, GEM, CAMEL)),
    events.RoundBegan(2, 1, (GEM,), BRAVE),
    events.CardDealt(0, GEM),
    events.OfferChosen(0),
    events.OffersRevealed((CAMEL, GEM, GUARD)),
    events.CardTaken(0, GUARD),
    events.PlayChosen(1),
    events.PlaysRevealed((CAMEL, GEM, GUARD), (OrderPlace(0), OrderPlace(1))),
    events.PlaysRevealed((CAMEL, GEM, GUARD), BRAVE),
    events.PlayRemoved(0, GEM),
    *(events.CardGained(0, place, GEM) for place in Place),
    events.NothingToGain(0, GEM),
    events.MarketCleared((CAMEL, CAMEL)),
    events.MarketCleared(()),
    events.HandLaidDown(0, (GEM,), (CAMEL,)),
    events.HandLaidDown(1, (), ()),
    events.MatchScored(SHEET),
]
every_language = pytest.mark.parametrize("language", LANGUAGES)


def whole(text: str) -> bool:
    return not re.search(r"[][{}|]|  |None|\b[a-z]+_[a-z]+\b", text) and text.endswith(".")


def test_there_is_an_event_of_every_kind():
    assert {type(event) for event in HAPPENED} == set(get_args(events.Event))
    kinds = {kind.__name__ for kind in get_args(events.Event)}
    told = {key.partition(".")[0].partition("_")[0] for key in TEXTS.texts if key[0].isupper()}
    assert told == kinds


@every_language
@pytest.mark.parametrize("length", ["short", "full"])
@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_every_event_is_a_sentence(event, length, language):
    for who in (SeatNames(0, ("SIE", "MAES", "MANIAKH"), ("",) * 3, language), numbered(3, language)):
        assert whole(tell(event, CARDS, who, length)), tell(event, CARDS, who, length)


@every_language
def test_cards_are_called_by_their_names(language):
    told = tell(events.MarketCleared((CAMEL, CAMEL)), CARDS, numbered(3, language))
    assert f"{CARDS.name(CAMEL, language)} ×2" in told


@pytest.mark.parametrize(
    ("event", "language", "said"),
    [
        (events.CardTaken(0, GUARD), "en", "You take Arab Guard F."),
        (events.CardTaken(1, GUARD), "de", "Maes nimmt: Arabischer Wächter F."),
        (events.PlayRemoved(0, GEM), "de", "Edelstein von dir zählt nur auf der Hand und verlässt das Spiel."),
        (events.HandLaidDown(0, (GEM,), (CAMEL,)), "ru", "Вы выкладываете: Самоцвет; вне игры: Верблюд."),
        (events.CardGained(1, Place.BAZAAR, GEM), "fr", "Maes gagne du bazar : Gemme."),
    ],
)
def test_the_person_is_spoken_to(event, language, said):
    who = SeatNames(0, ("You", "Maes", "Maniakh"), (), language)
    assert tell(event, CARDS, who).replace("\N{NARROW NO-BREAK SPACE}", " ") == said


@every_language
@pytest.mark.parametrize("length", ["short", "full"])
@pytest.mark.parametrize(
    ("areas", "law"),
    [
        ("camel camel / camel / -", "M42"),
        ("gold gold oil / mercenaries:N palace_gem / -", "M43"),
        ("gold oil / - / gold palace_oil", "R9"),
    ],
)
def test_who_won_has_words(areas, law, length, language):
    sheet = score(CARDS, tuple(map(parse_cards, areas.split("/"))))
    who = numbered(3, language)
    told = tell_result(CARDS, sheet, who, length)
    assert all(who.names[seat] in told for seat in sheet.winners)
    assert str(max(sheet.points)) in told
    assert (f"({law})" in told) is (length == "full")


@every_language
def test_a_match_that_was_not_begun_is_told(language):
    title, *rest = tell_match(Rules(players=3, tea=2), [], language)
    assert title.startswith("# Amul")
    assert "2" in title
    assert len(rest) == 1
