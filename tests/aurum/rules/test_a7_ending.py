from aurum.rules.table import after, legal, refused, steps
from hypothesis import given
from marks import rule
from strategies import aurum_rules, seeds, tastes, walk

from karat import aurum
from karat.aurum.rules import events
from karat.aurum.rules.actions import End
from karat.aurum.rules.cards import Card, parse_cards
from karat.aurum.rules.law import Law
from karat.aurum.rules.match import score

BIDS = "bids B10 / C10 / P10 / S10"


@rule("A7.1", Law.END_ONLY_WHEN_STUCK)
def test_who_can_play_a_base_card_may_not_end_the_round():
    assert refused(f"C9 / B7 S2 / P4 / Z1, {BIDS}, trick B3 from 0", "1 end") is Law.END_ONLY_WHEN_STUCK


@rule("A7.1", Law.END_ONLY_WHEN_STUCK)
def test_the_leader_may_not_end_the_round():
    assert refused(f"C9 / B7 S2 / P4 / Z1, {BIDS}, leader 1", "1 end") is Law.END_ONLY_WHEN_STUCK


@rule("A7.1")
def test_who_is_stuck_without_gold_can_only_end_the_round():
    assert legal(f"C9 / B7 / P4 / Z1, {BIDS}, trick B3 from 0", 1) == ["end"]


@rule("A7.1")
def test_who_is_stuck_with_gold_may_play_it_or_end_the_round():
    assert legal(f"C9 / B7 / P4 / Z1, {BIDS}, gold - / G2 / - / -, trick B3 from 0", 1) == ["gold G2", "end"]


@rule("A7.1")
def test_an_empty_hand_is_stuck_too():
    assert legal(f"C9 / - / P4 / Z1, {BIDS}, gold - / G2 / - / -, trick B3 from 0", 1) == ["gold G2", "end"]


@rule("A7.1", "A8.2")
def test_the_example_of_gold_seven_kept_for_its_points():
    start = "P9 / B7 P1 / Z1, bids B9 / P2 / S9, gold - / G7 / -, tricks 1 2 3, trick B3 P3 from 2"
    ended = after(start, "1 end")
    assert ended.ended_by == 1
    assert ended.stocks[1] == (Card.parse("G7"),)
    assert score(aurum.Rules(players=3), ended).points == (0, 2 * 2 + 3, 0)


@rule("A7.2")
def test_who_ends_the_round_shows_the_hand():
    step = steps(f"C9 / B7 / P4 / Z1, {BIDS}, trick B3 from 0", "1 end")[0]
    assert step.events == (events.RoundEnded(1, parse_cards("B7")),)


@rule("A7.3")
def test_an_unfinished_trick_counts_for_nobody_and_its_gold_goes_to_the_supply():
    start = f"C9 / B7 / P4 / Z1, {BIDS}, gold G5 / - / - / -, tricks 1 1 1 1, supply G1, trick B1 P9 G6 from 2"
    state = after(start, "1 end")
    assert state.tricks == (1, 1, 1, 1)
    assert state.stocks == ((Card.parse("G5"),), (), (), ())
    assert state.supply == parse_cards("G1 G6")
    assert state.trick == ()


@rule("A7.4")
def test_a_leader_without_cards_ends_the_round_before_anyone_is_asked():
    start = f"B4 / - / P4 / S4 S5, {BIDS}, gold G0 each, trick B9 C2 P3 from 0"
    step = steps(start, "3 play S4")[0]
    assert step.state.ended_by == 1
    assert step.state.to_act == ()
    assert step.state.asked == ()
    assert step.events[-1] == events.RoundEnded(1, ())


@rule("A7.5")
def test_the_round_is_over_when_all_hands_are_empty():
    state = after(f"- / - / - / S4, {BIDS}, gold G1 each, trick B9 C2 P3 from 0", "3 play S4")
    assert state.ended_by == 1


@rule("A7.5")
@given(aurum_rules, seeds, tastes)
def test_every_round_ends_within_as_many_tricks_as_there_are_base_cards(rules, seed, taste):
    state = walk(rules, seed, 2000, taste)
    assert state.played
    for played in state.played:
        assert sum(played.result.tricks) <= 11 * rules.players


@rule("A7.1")
@given(aurum_rules, seeds, tastes)
def test_a_follower_may_end_the_round_exactly_when_nothing_else_but_gold_is_open(rules, seed, taste):
    state = walk(rules, seed, 70, taste)
    if state.round and state.round.trick:
        (seat,) = aurum.to_act(state)
        actions = aurum.legal_actions(state, seat)
        assert (End() in actions) is not any(isinstance(action, aurum.Play) for action in actions)
