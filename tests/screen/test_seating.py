"""Who sits where, and what a refusal tells the person."""

from karat.aurum import Card, Law, Play
from karat.game import IllegalAction
from karat.screen.seating import LawWords, law_in_words, refusal, seat_bots

WHO = seat_bots(("Maria", "Geber", "Flamel"), 0, {1: "casual", 2: "casual", 3: "casual"})
B7 = Card.parse("B7")
SILENT = LawWords(law_in_words, lambda _: "")


def test_names_go_by_seat_and_leave_the_person_out():
    who = seat_bots(("Maria", "Geber", "Flamel"), 1, {0: "casual", 2: "random"})
    assert who.names == ("Maria", "You", "Geber")
    assert who.levels == ("casual", "", "random")
    assert who.clockwise == (1, 2, 0)


def test_a_refusal_gives_id_name_sentence_and_reason():
    refused = IllegalAction(Law.MUST_NOT_FOLLOW, 0, Play(B7), "bismuth already lies in the trick")
    told = refusal(refused, WHO, LawWords(law_in_words, lambda law: f"What {law.value} says.")).plain
    assert told == ("✗ A5.4 must not follow. What A5.4 says. You may not play B7: bismuth already lies in the trick.")


def test_a_seat_in_a_reason_is_told_by_name():
    refused = IllegalAction(Law.IN_TURN, 0, Play(B7), "it is the turn of seat 2")
    assert "it is the turn of Geber" in refusal(refused, WHO, SILENT).plain


def test_what_is_the_seats_own_is_told_as_the_persons():
    refused = IllegalAction(Law.IN_TURN, 0, Play(B7), "B7 is not in its hand")
    assert "B7 is not in your hand" in refusal(refused, WHO, SILENT).plain
