from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hiding import CONFIGURATIONS

from karat import aurum
from karat.arena.match import play_match
from karat.aurum import Action, Deal, Match, Observation, Play, Rules
from karat.aurum.bots.casual import Casual, beaten_from, bid_worth, undercut_to
from karat.aurum.rules.cards import Card
from karat.aurum.rules.deal import base_cards
from karat.aurum.rules.notation import parse_round
from karat.aurum.rules.round import Round
from karat.bots.random import Random
from karat.shuffle import Stream

if TYPE_CHECKING:
    from karat.bots.bot import Bot


def match_around(table: Round) -> Match:
    """A match that has come to `table`: every card that lies nowhere was played before."""
    lying = {card for row in (*table.hands, table.bids) for card in row}
    gone = [card for card in base_cards(table.players) if card not in lying]
    actions = tuple((0, Play(card)) for card in gone)
    return Match(Rules(table.players), deal=Deal(table.leader, table.hands), round=table, actions=actions)


def choice(position: str) -> str:
    """What the bot does in `position`, as a record would tell it."""
    state = match_around(parse_round(position))
    (seat,) = aurum.to_act(state)
    return str(choose(state, seat))


def choose(state: Match, seat: int) -> Action:
    return Casual().choose(aurum.observe(state, seat), aurum.legal_actions(state, seat), Stream("unused"))


# Playing a card

LAST_OF_FOUR = "B5 / C5 / P9 / S9 Z1, trick B7 C4 P8 from 0, bids B2 / C3 / P2 / Z2"


def test_takes_a_trick_that_the_bid_needs() -> None:
    assert choice(f"{LAST_OF_FOUR}, tricks 4 0 3 1") == "play S9"


def test_ducks_once_the_bid_is_met() -> None:
    assert choice(f"{LAST_OF_FOUR}, tricks 4 1 2 2") == "play Z1"


def test_does_not_overtake_its_partner() -> None:
    """Seat 3 keeps the 10 for the last trick: seat 1 has this one."""
    position = "B5 / C5 / P6 / Z10 Z2, trick B3 S9 P4 from 0, bids B2 / C4 / P2 / C2, tricks 4 1 3 1"
    assert choice(position) == "play Z2"


@pytest.mark.parametrize(("supply", "card"), [("G1 G7", "Z7"), ("G1 G2", "Z2")])
def test_goes_low_for_the_best_gold_that_is_there(supply: str, card: str) -> None:
    """Both sides have more than they bid, so only gold counts."""
    position = f"B9 / C8 / P9 / Z7 Z2, trick B8 C9 P10 from 0, bids B1 / C1 / P1 / S1, tricks 3 2 2 2, supply {supply}"
    assert choice(position) == f"play {card}"


def test_trumps_when_base_metal_cannot_win_the_trick_that_it_needs() -> None:
    position = (
        "B5 / C5 / P6 / S2 Z3, trick B3 C4 P10 from 0, bids B1 / S4 / P2 / Z2, tricks 4 1 2 2, gold - / - / - / G0"
    )
    assert choice(position) == "gold G0"


def test_keeps_its_gold_when_the_trick_is_not_wanted() -> None:
    position = (
        "B5 / C5 / P6 / S2 Z3, trick B3 C4 P10 from 0, bids B1 / S4 / P2 / Z2, tricks 4 2 1 2, gold - / - / - / G0"
    )
    assert choice(position).startswith("play ")


# Ending the round


def test_ends_the_round_on_an_exact_bid() -> None:
    position = "- / - / P6 / B2 C3, trick B3 C4 P10 from 0, bids B1 / S4 / P2 / Z2, tricks 4 2 1 2, gold - / - / - / G7"
    assert choice(position) == "end"


def test_trumps_its_way_to_an_exact_bid_before_the_round_ends() -> None:
    position = "- / - / P6 / B2 C3, trick B3 C4 P10 from 0, bids B1 / S4 / P2 / Z2, tricks 4 1 2 2, gold - / - / - / G7"
    assert choice(position) == "gold G7"


# Changing a bid


def test_lowers_a_bid_that_is_out_of_reach_to_what_it_has() -> None:
    position = "B1 B3 / S5 S6 / P5 P6, bids B8 / P2 / P4, tricks 3 3 3, gold G0 / - / -, leader 0, asked 0"
    assert choice(position) == "swap G0 0 B3"


def test_raises_a_bid_that_is_exceeded() -> None:
    position = "B1 B6 / P7 P8 / Z7 Z8, bids B3 / P2 / P4, tricks 6 2 2, gold G0 / - / -, leader 0, asked 0"
    assert choice(position) == "swap G0 0 B6"


def test_pays_with_its_cheapest_gold() -> None:
    position = "B1 B3 / S5 S6 / P5 P6, bids B8 / P2 / P4, tricks 3 3 3, gold G0 G7 / - / -, leader 0, asked 0"
    assert choice(position) == "swap G0 0 B3"


def test_keeps_a_bid_that_is_met() -> None:
    position = "B1 B4 / P7 P8 / Z7 Z8, bids B3 / P2 / P4, tricks 3 2 4, gold G0 / - / -, leader 0, asked 0"
    assert choice(position) == "keep"


def test_lowers_its_partners_bid_where_that_is_the_sides_bid() -> None:
    position = (
        "B1 B4 / C5 C6 / P2 P5 / Z5 Z6, bids B2 / P3 / P9 / C4, tricks 2 3 2 2, gold G0 / - / - / -, leader 1, asked 0"
    )
    assert choice(position) == "swap G0 2 B4"


# Bidding

STRONG = "B10 B9 B8 B6 C10 C9 P10 P9 P7 S10 S9 S5"
WEAK = "B1 B2 B3 B6 C1 C2 P1 P3 P7 S2 S3 S5"


def bid_of(seat: int, hand: str, laid: str = "") -> int:
    """The rank that `seat` bids, the others holding what is left in the order of the deck."""
    own = tuple(Card.parse(word) for word in hand.split())
    bids = dict(enumerate(map(Card.parse, laid.split())))
    rest = [card for card in base_cards(4) if card not in (*own, *bids.values())]
    hands = [tuple(rest.pop() for _ in range(12 - (other in bids))) if other != seat else own for other in range(4)]
    table = Round(
        hands=tuple(tuple(sorted(cards)) for cards in hands),
        stocks=((),) * 4,
        supply=(),
        bids=tuple(bids.get(other) for other in range(4)),
        tricks=(0,) * 4,
        leader=0,
    )
    action = choose(Match(Rules(), deal=Deal(0, table.hands), round=table), seat)
    assert isinstance(action, aurum.Bid)
    return action.card.rank


def test_bids_more_on_a_stronger_hand() -> None:
    assert 3 <= bid_of(0, WEAK) < bid_of(0, STRONG) <= 8


def test_gives_up_a_low_card_when_its_partner_has_bid_enough() -> None:
    assert bid_of(2, WEAK, laid="Z7 Z1") <= 2


# Judgements


def test_a_bid_is_worth_most_where_it_is_expected() -> None:
    worths = [bid_worth(bid, bid, 11, 55, 0.06, 0.5) for bid in range(1, 11)]
    assert worths.index(max(worths)) + 1 in (5, 6)
    assert bid_worth(4, 0, 0, 0, 0.06, 0.5) == pytest.approx(8)
    assert bid_worth(4, 1, 0, 0, 0.06, 0.5) == 0


@pytest.mark.parametrize(("card", "from_rank", "to_rank"), [("B7", 7, 7), ("C1", 1, 1), ("Z10", 10, 10)])
def test_ties_are_judged_as_the_rules_do(card: str, from_rank: int, to_rank: int) -> None:
    assert beaten_from(Card.parse(card)) == from_rank
    assert undercut_to(Card.parse(card)) == to_rank


def test_no_base_metal_beats_gold() -> None:
    assert beaten_from(Card.parse("G0")) == 11


# Properties


class Watched:
    """The casual bot, checked at every choice."""

    def choose(self, seen: Observation, legal: Any, rng: Stream) -> Action:
        action = Casual().choose(seen, legal, rng)
        assert action in legal
        return action


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_always_chooses_a_legal_action(rules: Rules) -> None:
    bots: list[Bot] = [Watched(), Random(), Watched(), Random()]
    play_match(aurum, rules, bots[: rules.players], "legal")
    play_match(aurum, rules, [Watched()] * rules.players, "legal")


def test_beats_random_by_far() -> None:
    rules = Rules()
    won = played = 0.0
    for number in range(8):
        for side in (0, 1):
            bots = [Casual() if seat % 2 == side else Random() for seat in range(4)]
            state = play_match(aurum, rules, bots, f"smoke {number}")
            won += sum(result.nuggets[side] for result in state.results)
            played += sum(sum(result.nuggets) for result in state.results)
    assert won / played > 0.85


def test_beats_two_random_players() -> None:
    rules = Rules(players=3)
    won = 0
    for number in range(5):
        for seat in range(3):
            bots = [Casual() if other == seat else Random() for other in range(3)]
            won += play_match(aurum, rules, bots, f"smoke {number}").result.winners == (seat,)
    assert won >= 12
