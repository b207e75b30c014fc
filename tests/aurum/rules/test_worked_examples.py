"""The worked examples of the book, each a position that the rules confirm by the cards and numbers of its text."""

import re

import pytest
from aurum.rules.table import after, legal, refused, steps
from marks import rule

from karat.aurum.book import book
from karat.aurum.rules.cards import Card
from karat.aurum.rules.events import GoldWon, TrickTaken
from karat.aurum.rules.law import Law
from karat.aurum.rules.match import score
from karat.aurum.rules.notation import parse_round, show_round
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import sheet, side_bid

METALS = {"bismuth": "B", "copper": "C", "phosphorus": "P", "silver": "S", "zinc": "Z", "gold": "G"}


def cards(rule_id: str) -> list[str]:
    """The cards that an example names, in its order."""
    named = re.findall(rf"({'|'.join(METALS)}) (\d+)", book().text(rule_id, "de"))
    return [METALS[metal] + rank for metal, rank in named]


def numbers(rule_id: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", book().text(rule_id, "de"))]


def play(card: str) -> str:
    return f"gold {card}" if card.startswith("G") else f"play {card}"


def trick(hands: list[str], stocks: list[str], played: list[str]) -> tuple[GoldWon | None, TrickTaken]:
    """What a trick brings; the seats play in their order."""
    bids = ["B1", "C1", "P1", "S1"] if len(hands) == 4 else ["B1", "P1", "S1"]
    position = f"{' / '.join(hands)}, bids {' / '.join(bids)}, gold {' / '.join(stocks)}, leader 0"
    *_, last = steps(position, *(f"{seat} {play(card)}" for seat, card in enumerate(played)))
    won = [event for event in last.events if isinstance(event, GoldWon)]
    (taken,) = (event for event in last.events if isinstance(event, TrickTaken))
    return (won[0] if won else None), taken


@rule("AE.1")
def test_three_cards_with_a_tie():
    *played, prize = cards("AE.1")
    won, taken = trick([f"{played[0]} P9", f"{played[1]} B9", f"{played[2]} S9"], ["-", "-", "-"], played)
    assert won == GoldWon(0, Card.parse(prize))
    assert (taken.seat, taken.leads) == (2, 0)


@rule("AE.2")
def test_a_gold_0_beats_a_10_and_a_2_earns_gold():
    *played, back, low, prize = cards("AE.2")
    assert (played, back, low) == (["C10", "G0", "Z2", "S6"], "G0", "Z2")
    hands = ["C10 P9", "B9 S9", "Z2 P2", "S6 B2"]
    won, taken = trick(hands, ["-", back, "-", "-"], played)
    assert won == GoldWon(2, Card.parse(prize))
    assert (taken.seat, taken.leads) == (1, 2)
    position = f"{' / '.join(hands)}, bids B1 / C1 / P1 / S1, gold - / G0 / - / -, leader 0"
    left = after(position, *(f"{seat} {play(card)}" for seat, card in enumerate(played)))
    assert Card.parse("G0") in left.supply


@rule("AE.3")
def test_gold_of_the_trick_cannot_be_won_by_it():
    (gold,) = set(cards("AE.3"))
    hands, stocks = ["Z3 P9", "S9 B9", "P6 B8"], ["-", gold, gold]
    won, taken = trick(hands, stocks, ["Z3", gold, "P6"])
    assert won is None
    assert (taken.seat, taken.leads) == (1, 0)
    position = parse_round(f"{' / '.join(hands)}, bids B1 / P1 / S1, gold {' / '.join(stocks)}, leader 0")
    assert Card.parse(gold) not in position.supply
    assert Card.parse(gold) in after(position, "0 play Z3", f"1 gold {gold}", "2 play P6").supply


@rule("AE.4")
def test_a_bid_of_4_becomes_7():
    old, new, paid, laid, back = numbers("AE.4")
    assert (laid, back) == (new, old)
    position = f"B{new} S2 / P2 P3 / Z2 Z3, bids B{old} / P1 / S1, gold G{paid} / - / -, leader 0, asked 0"
    changed = after(position, f"0 swap G{paid} 0 B{laid}")
    assert changed.bids[0] == Card.parse(f"B{new}")
    assert Card.parse(f"B{back}") in changed.hands[0]
    assert not changed.stocks[0]
    assert Card.parse(f"B{laid}") not in changed.hands[0]


@rule("AE.5")
def test_a_partners_bid_of_7_becomes_4():
    own, partners, side, laid, taken, now = numbers("AE.5")
    rules = Rules(players=4)
    hands, bids = f"Z{laid} Z9 / C2 C3 / P2 P3 / S2 S4", f"B{own} / C1 / B{partners} / S1"
    position = f"{hands}, bids {bids}, gold G1 / - / - / -, leader 0, asked 0"

    def bid(state) -> int:
        return side_bid(rules, 0, [card.rank for card in state.bids])

    changed = after(position, f"0 swap G1 2 Z{laid}")
    assert (bid(parse_round(position)), bid(changed)) == (side, now)
    assert Card.parse(f"B{taken}") in changed.hands[0]


@rule("AE.6")
def test_gold_may_be_kept_when_no_base_card_can_be_played():
    (kept,), points = cards("AE.6"), numbers("AE.6")[-1]
    position = "B2 B3 / P2 P3 / S4 Z4 / C2 C3, bids B1 / P1 / S1 / C1, gold - / - / {gold} / -, trick S5 Z5 from 0"
    stuck = position.format(gold=kept)
    assert legal(stuck, 2) == [f"gold {kept}", "end"]
    ended = after(stuck, "2 end")
    rules = Rules(players=4)
    assert sheet(rules, score(rules, ended))[0].gold_points == points
    with_copper = stuck.replace("S4 Z4", "C4 Z4")
    assert refused(with_copper, "2 end") is Law.END_ONLY_WHEN_STUCK
    assert f"gold {kept}" in legal(with_copper, 2)


@rule("AE.7")
@pytest.mark.parametrize(("tricks", "points"), [(3, 9), (4, 6), (2, 3)])
def test_a_bid_and_gold_are_scored(tricks: int, points: int):
    bid, five, one, *rest = numbers("AE.7")
    assert cards("AE.7") == [f"G{five}", f"G{one}"]
    assert rest == [2, 1, 3, 6, 3, 9, 4, 3, 3, 6, 2, 3]
    rules = Rules(players=3)
    ended = parse_round(
        f"B9 / P9 / -, bids B{bid} / P1 / S1, gold G{five} G{one} / - / -, tricks {tricks} 0 0, ended 2"
    )
    line = sheet(rules, score(rules, ended))[0]
    assert line.points == points
    assert line.gold_points == rest[0] + rest[1]


@rule("A3.5")
def test_there_is_no_bid_of_0():
    bidding = "B1 B2 / C1 C2 / P1 P2 / S1 S2, gold G0 each, leader 0"
    assert legal(bidding, 0) == ["bid B1", "bid B2"]
    assert refused(bidding, "0 bid G0") is Law.OWN_CARDS
    assert show_round(after(bidding, "0 bid B1")).count("bids B1 / - / - / -") == 1
