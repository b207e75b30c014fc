"""What stands beside a review, and what opens on its page."""

import re
from dataclasses import replace

import pytest
from thirdgame.kit import make_kit

from karat.arena.match import play_match
from karat.games import GAMES
from karat.judging import Likelihood, ReasonFact, ReasonPiece, WhyBetter
from karat.kit import Settings
from karat.language import LANGUAGES
from karat.review.asked import AskedFor
from karat.review.beside import beside
from karat.review.judgement import Depth
from karat.review.page import page_of
from karat.review.reviewing import Effort, final_review
from karat.review.values import OpenCards
from karat.review.words import in_words, likelihood_rows, open_cards_line

LITTLE = Effort(Depth(4, 0, 8, 0, 0), None, 1)
OPAL = make_kit()


def match_of(kit, players: int, seed: str) -> dict:
    bots = [kit.make_bot("random") for _ in range(players)]
    return kit.to_record(play_match(kit.game, kit.agree(Settings(players)), bots, seed))


@pytest.fixture(scope="module")
def amul():
    """A match, and a review that names something."""
    record = match_of(GAMES["amul"], 3, "page")
    return record, final_review(GAMES["amul"], record, 1, LITTLE)


@pytest.fixture(scope="module")
def opal():
    record = match_of(OPAL, 3, "m1")
    return record, next(one for seat in range(3) if (one := final_review(OPAL, record, seat, LITTLE)).costly)


def test_every_card_and_rule_that_is_named_opens(amul):
    """Without a script: each button has its popover, and each popover is there once."""
    record, found = amul
    assert found.costly
    told = beside(GAMES["amul"], record, found, "en", known=True)
    page = page_of(found, "en", told)
    wanted, there = (
        re.findall(rf"{name}='([^']+)'", page) for name in ("popovertarget", "<div popover class=opened id")
    )
    assert set(wanted) == set(there)
    assert len(there) == len(set(there)) == len(told.cards) + len(told.rules)
    why = found.choices[found.costly[0]].why
    assert {f"card-{card.replace(':', '-')}" for card in why.cards} | {f"rule-{rule}" for rule in why.rules} <= set(
        there
    )
    assert "<script" not in page
    for card in told.cards.values():
        assert all(line.replace("“", "“") in page for line in card.lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_actions_are_told_in_words_of_every_language(amul, language):
    record, found = amul
    told = beside(GAMES["amul"], record, found, language)
    one = found.choices[found.costly[0]]
    words = told.action(one.step, one.played.action)
    assert words != one.played.action
    assert words in page_of(found, language, told)
    assert any(words in line for line in in_words(found, language, told))
    assert told.action(one.step, "sing") == "sing"


def test_a_game_that_tells_no_cards_has_them_as_plain_words(opal):
    record, found = opal
    told = beside(OPAL, record, found, "en", known=True)
    assert told.cards == {}
    page = page_of(found, "en", told)
    assert "id='rule-O5.1'" in page
    assert "card-" not in page


def test_a_sentence_in_pieces_opens_at_its_cards(opal):
    """Words are escaped, and a card that is not told stays a word."""
    _, found = opal
    pieces = (ReasonPiece("a < b: "), ReasonPiece("Seven", "S7"), ReasonPiece(" & "), ReasonPiece("Eight", "S8"))
    fact = ReasonFact("points", dict.fromkeys(LANGUAGES, pieces), ("A1",), ("S7", "S8"))
    place = found.costly[0]
    why = WhyBetter(dict.fromkeys(LANGUAGES, "-"), ("A1",), ("S7", "S8"), (fact,))
    choices = [replace(one, why=why if number == place else one.why) for number, one in enumerate(found.choices)]
    card = GAMES["aurum"].card_text(GAMES["aurum"].usual_rules, "S7", "en")
    page = page_of(replace(found, choices=tuple(choices)), "en", AskedFor(cards={"S7": card}))
    assert "a &lt; b: <button class=opens popovertarget='card-S7'>Seven</button> &amp; Eight" in page
    assert "Base card. As a bid it says 7 tricks." in page


def test_what_could_have_been_known_stands_beside_a_costly_choice(opal):
    """Not at the own place, whose cards are in sight; a part of nothing is a dash."""
    _, found = opal
    step, own = found.choices[found.costly[0]].step, found.seat
    known = Likelihood(("0", "1", "2", "deck"), {"X": (0.25, 0.25, 0.25, 0.0)}, 10)
    told = AskedFor(known={step: known}, rules={"O5.1": "The highest wins."})
    heads, rows = likelihood_rows(found, step, told, "en")
    assert heads == ["", *(f"seat {seat}" for seat in range(3) if seat != own), "deck"]
    assert rows == [["X", "25 %", "25 %", "–"]]
    page = page_of(found, "en", told)
    assert page.count("<details>") == len(found.costly) + 1  # what was seen, and what could be known
    assert "The highest wins." in page
    assert "25 %" in "\n".join(in_words(found, "en", told))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_open_cards_would_have_said_is_told_in_every_language(opal, language):
    _, found = opal
    one = found.choices[0]
    told = AskedFor(actions={(one.step, one.played.action): "A", (one.step, "lay R9"): "B"})
    better = replace(one, open_cards=OpenCards("loses", "wins", "lay R9"))
    same = replace(one, open_cards=OpenCards("wins", "wins", "lay R9"))
    lines = [open_cards_line(each, language, told) for each in (better, same, one)]
    assert "B" in lines[0]
    assert "B" not in lines[1].replace("Bei", "")
    assert lines[2] == ""
    if language != "en":
        assert not any(word in line for word in ("wins", "loses") for line in lines)
