"""A value prints as a person would write it, and its repr gives it back."""

from hypothesis import given
from hypothesis import strategies as st

from karat import aurum
from karat.aurum.rules import events
from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, gold
from karat.aurum.rules.record import taken, to_record
from karat.shuffle import Stream
from tests.strategies import aurum_matches, aurum_rules, running_matches, walk

NAMES = {name: getattr(aurum, name) for name in aurum.__all__}
"""What `from karat.aurum import *` brings."""


def rebuilt(value: object) -> object:
    return eval(repr(value), {"__builtins__": {"frozenset": frozenset}}, dict(NAMES))  # noqa: S307 -- our own reprs


def test_every_card_is_rebuilt():
    cards = (*BASE_CARDS, *map(gold, GOLD_COPIES))
    assert tuple(map(rebuilt, cards)) == cards
    assert rebuilt(cards) == cards


@given(aurum_rules)
def test_rules_are_rebuilt(rules: aurum.Rules):
    assert rebuilt(rules) == rules
    deal = aurum.shuffled(aurum.start(rules), Stream("7"))
    assert rebuilt(deal) == deal


@given(aurum_matches)
def test_matches_and_what_happened_in_them_are_rebuilt(match: aurum.Match):
    assert rebuilt(match) == match
    for one in taken(to_record(match)):
        assert rebuilt(one.step.events) == one.step.events


@given(running_matches, st.sampled_from((None, 0, 1, 2)))
def test_observations_and_actions_are_rebuilt(match: aurum.Match, seat: int | None):
    seen = aurum.observe(match, seat)
    assert rebuilt(seen) == seen
    legal = aurum.legal_actions(match, aurum.to_act(match)[0])
    assert tuple(map(rebuilt, legal)) == legal


@given(aurum_matches)
def test_a_match_is_drawn_within_eighty_columns_with_all_its_cards(match: aurum.Match):
    drawn = str(match)
    assert max(map(len, drawn.splitlines())) <= 80
    assert drawn.startswith(f"Aurum for {match.rules.players}, edition {match.rules.edition}")
    held = [card for hand in match.round.hands for card in hand] if match.round else []
    assert all(f"{card}" in drawn.split() for card in held)


@given(running_matches, st.sampled_from((None, 0, 1, 2)))
def test_an_observation_shows_no_other_hand(match: aurum.Match, seat: int | None):
    drawn = str(aurum.observe(match, seat))
    assert max(map(len, drawn.splitlines())) <= 80
    open_cards = {*match.deal.aside, *match.round.trick, *(bid for bid in match.round.bids if bid)}
    for other, hand in enumerate(match.round.hands):
        for card in set(hand) - open_cards:
            assert (str(card) in drawn.split()) is (other == seat)


def test_a_secret_bid_is_drawn_for_its_owner_alone():
    match = walk(aurum.Rules(players=3), "3", 1)
    (bidder,) = (seat for seat, bid in enumerate(match.round.bids) if bid)
    bid = str(match.round.bids[bidder])
    assert bid in str(match).split()
    assert bid in str(aurum.observe(match, bidder)).split()
    for other in {None, 0, 1, 2} - {bidder}:
        assert bid not in str(aurum.observe(match, other)).split()
        assert "laid" in str(aurum.observe(match, other)).split()


def test_who_is_to_act_and_who_won_are_marked():
    match = walk(aurum.Rules(), "3", 2)
    (acting,) = aurum.to_act(match)
    marked = [line for line in str(match).splitlines() if line.startswith(">")]
    assert [line.split()[1] for line in marked] == [str(acting)]
    over = walk(aurum.Rules(), "3", 1000)
    winners = " & ".join(map(str, over.rules.sides[over.result.winners[0]]))
    assert f"over, won by seat {winners}" in str(over)


def test_every_event_can_be_written_with_the_names_of_the_game():
    kinds = [kind.__name__ for kind in events.Event.__args__]
    assert set(kinds) <= set(aurum.__all__)
