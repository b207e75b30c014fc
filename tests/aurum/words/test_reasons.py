"""Why one action was better, from facts that can be checked."""

import pytest

from karat import aurum
from karat.aurum.words.reasons import RoundFacts, earns_gold, tell_reason
from karat.language import LANGUAGES
from karat.shuffle import Stream

LITTLE = RoundFacts(0.3, 0.4, 6.0, -1.0, 0.45)


def seen_after_a_lead(text: str) -> aurum.Observation:
    """What the second to play sees when that card was led."""
    match = aurum.start(aurum.Rules(4))
    match = aurum.deal(match, aurum.shuffled(match, Stream("reasons"))).state
    while match.round is not None and not match.round.trick:
        (seat,) = aurum.to_act(match)
        legal = aurum.legal_actions(match, seat)
        keep = [action for action in legal if str(action) in {"keep", text}]
        match = aurum.apply(match, seat, keep[0] if keep else legal[-1]).state
    return aurum.observe(match, aurum.to_act(match)[0])


SEEN = seen_after_a_lead("play Z10")


def told(played: str, better: str, facts: RoundFacts, seen: aurum.Observation = SEEN):
    return tell_reason(seen, aurum.parse_action(played), aurum.parse_action(better), (LITTLE, facts))


def test_the_own_bid_comes_first_where_it_differs_most():
    why = told("keep", "play B9", LITTLE._replace(exactly=0.62))
    assert "exactly in 62 %" in why.texts["en"]
    assert "in 30 %" in why.texts["en"]
    assert why.rules[0] == "A8.1"
    assert why.cards == ("B9",)
    assert set(why.texts) == set(LANGUAGES)


def test_the_other_sides_bid_points_and_the_lead_each_have_their_sentence():
    assert (
        "the other side makes its bid exactly in 40 %"
        in told("keep", "end", LITTLE._replace(rival_exactly=0.1)).texts["en"]
    )
    assert "may expect 9.0 points" in told("keep", "end", LITTLE._replace(points=9.0)).texts["en"]
    why = told("keep", "end", LITTLE._replace(margin=0.5))
    assert "+0.5 points ahead" in why.texts["en"]
    assert why.rules == ("A8.3",)


def test_where_even_the_lead_is_the_same_it_is_the_round_that_is_won_more_often():
    """A sentence that told a lead of no more points would speak against what it is for."""
    why = told("keep", "end", LITTLE._replace(margin=-1.04, win=0.52))
    assert "wins this round in 52 % of the worlds" in why.texts["en"]
    assert (why.facts[0].about, why.rules) == ("win", ("A8.3",))


def test_numbers_are_written_as_each_language_writes_them():
    why = told("keep", "end", LITTLE._replace(margin=0.5))
    assert "−1.0" in why.texts["en"]
    assert all("+0,5" in why.texts[language] for language in ("de", "fr", "ru"))


def test_gold_that_can_be_won_is_named_with_its_rule():
    low = next(card for card in map(aurum.Card.parse, ("B1", "C1", "P1", "S1")) if card.metal != SEEN.trick[0].metal)
    assert earns_gold(SEEN, aurum.Play(low)) == low
    why = told("keep", f"play {low}", LITTLE)
    assert f"{low} is the lowest base card in the trick so far, and G1 lies in the supply." in why.texts["en"]
    assert "A6.1" in why.rules
    assert earns_gold(SEEN, aurum.parse_action("keep")) is None
    assert earns_gold(SEEN, aurum.parse_action("play B10")) is None


def test_each_sentence_is_told_in_pieces_with_the_cards_and_rules_it_speaks_of():
    low = next(card for card in map(aurum.Card.parse, ("B1", "C1", "P1", "S1")) if card.metal != SEEN.trick[0].metal)
    why = told("play Z9", f"play {low}", LITTLE._replace(exactly=0.62))
    bid, gold = why.facts
    assert (bid.about, bid.rules, bid.cards) == ("exact", ("A8.1",), (str(low), "Z9"))
    assert (gold.about, gold.rules, gold.cards) == ("gold", ("A6.1",), (str(low), "G1"))
    assert (why.rules, why.cards) == (("A8.1", "A6.1"), (str(low), "Z9", "G1"))
    for language in LANGUAGES:
        assert " ".join("".join(one.text for one in fact.pieces[language]) for fact in why.facts) == why.texts[language]
        assert {one.card for one in bid.pieces[language]} == {"", str(low), "Z9"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("bid B7", "bidding B7"),
        ("swap G1 0 B7", "paying G1 to make B7 the bid of seat 0"),
        ("gold G3", "playing G3"),
        ("keep", "keeping the bids"),
        ("end", "ending the round"),
    ],
)
def test_every_kind_of_action_has_a_name_in_every_language(text, named):
    assert SEEN.seat not in {None, 0}
    why = told(text, "play Z9", LITTLE._replace(exactly=0.62))
    assert f"with {named} in 30 %" in why.texts["en"]
    assert len(set(why.texts.values())) == len(LANGUAGES)
    own = told(f"swap G1 {SEEN.seat} B7", "keep", LITTLE._replace(exactly=0.62))
    assert "paying G1 to make B7 your bid" in own.texts["en"]
