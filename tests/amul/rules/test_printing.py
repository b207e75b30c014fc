"""A value prints as a person would write it, and its repr gives it back."""

from hypothesis import given
from hypothesis import strategies as st

from karat import amul
from karat.amul.rules import events
from karat.amul.rules.record import taken, to_record
from karat.shuffle import Stream
from tests.strategies import amul_matches, amul_rules, amul_walk, examples, running_amul_matches

NAMES = {name: getattr(amul, name) for name in amul.__all__}
"""What `from karat.amul import *` brings."""


def rebuilt(value: object) -> object:
    return eval(repr(value), {"__builtins__": {}}, dict(NAMES))  # noqa: S307 -- our own reprs


def test_every_card_and_its_effects_are_rebuilt():
    for kind in amul.load_standard().kinds.values():
        copies = tuple(card for _, card in kind.all_copies)
        assert rebuilt(copies) == copies
        assert rebuilt((kind.scoring, kind.instant)) == (kind.scoring, kind.instant)


@given(amul_rules)
def test_rules_are_rebuilt(rules: amul.Rules):
    assert rebuilt(rules) == rules
    deal = amul.shuffled(amul.start(rules), Stream("7"))
    assert rebuilt(deal) == deal


@examples(20)
@given(amul_matches)
def test_matches_and_what_happened_in_them_are_rebuilt(match: amul.Match):
    assert rebuilt(match) == match
    for one in taken(to_record(match), {}):
        assert rebuilt(one.step.events) == one.step.events


@given(running_amul_matches, st.sampled_from((None, 0, 1, 2)))
def test_observations_and_actions_are_rebuilt(match: amul.Match, seat: int | None):
    seen = amul.observe(match, seat)
    assert rebuilt(seen) == seen
    legal = amul.legal_actions(match, amul.to_act(match)[0])
    assert tuple(map(rebuilt, legal)) == legal


def test_another_card_file_is_told_by_its_identity(tmp_path):
    from karat.amul.rules.cardfile import standard_bytes

    file = tmp_path / "mine.toml"
    file.write_bytes(standard_bytes() + b"\n# mine\n")
    cards = amul.load_cards(file)
    assert repr(cards) == f"<CardFile {cards.identity[:12]}>"
    assert repr(amul.load_standard()) == "load_standard()"


@given(amul_matches)
def test_a_match_is_drawn_within_eighty_columns_with_all_its_cards(match: amul.Match):
    drawn = str(match)
    assert max(map(len, drawn.splitlines())) <= 80
    lying = (*match.market.hands, *match.market.areas, match.market.palace, match.market.bazaar)
    assert all(str(card) in drawn.split() for cards in lying for card in cards)
    assert all(str(card) in drawn.split() for card in match.market.chosen if card)


def test_an_observation_shows_its_own_hand_and_choice_alone():
    match = amul_walk(amul.Rules(players=3), "3", 0)
    card = amul.legal_actions(match, 1)[0].card
    match = amul.apply(match, 1, amul.Offer(card)).state
    drawn = {seat: str(amul.observe(match, seat)).splitlines() for seat in (None, 0, 1, 2)}
    assert [line.split()[-1] for line in drawn[1] if "chosen" in line] == [str(card)]
    for other in (None, 0, 2):
        assert [line.split("chosen")[1].strip() for line in drawn[other] if "chosen" in line] == ["face down"]
    for seat, lines in drawn.items():
        hidden = sum(line.split()[-1] == "cards" for line in lines)
        assert hidden == (3 if seat is None else 2)
        assert max(map(len, lines)) <= 80


def test_the_end_names_who_won():
    over = amul_walk(amul.Rules(players=8), "3", 10_000)
    assert str(over).startswith(f"Amul for 8: over, won by seat {' & '.join(map(str, over.sheet.winners))}\n")
    assert str(amul.start(amul.Rules(players=5, tea=3))) == "Amul for 5, 3 Tea cards: before the deal"


def test_every_event_can_be_written_with_the_names_of_the_game():
    assert {kind.__name__ for kind in events.Event.__args__} <= set(amul.__all__)
