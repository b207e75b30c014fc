"""A match to play on in place: the same for every game."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from contract.cases import CASES
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.bots.bot import Budget
from karat.game import BadText, IllegalAction
from karat.games import GAMES, make_bot
from karat.kit import Kit
from karat.match import Match
from karat.shuffle import Stream

KITS = [case.kit for case in CASES]
every_game = pytest.mark.parametrize("kit", KITS, ids=str)


def played(kit: Kit, steps: int, seed: str = "m") -> Match:
    """A match after so many random actions."""
    match, rng = Match.new(kit, seed=seed), Stream(seed)
    for _ in range(steps):
        if match.is_over:
            break
        match.push(match.legal[rng.below(len(match.legal))])
    return match


@every_game
def test_texts_and_actions_do_the_same(kit: Kit):
    one, other = Match.new(kit, seed=7), Match.new(kit, seed="7")
    while not one.is_over:
        action = one.legal[-1]
        assert str(action) in other.legal
        assert other.push(str(action)) == one.push(action)
    assert one.state == other.state


@every_game
def test_what_was_pushed_can_be_popped_to_the_beginning(kit: Kit):
    match = Match.new(kit, seed=3)
    rng, states = Stream("pops"), []
    while not match.is_over:
        states.append(match.state)
        match.push(match.legal[rng.below(len(match.legal))])
    assert match.outcome is not None
    copied = match.copy()
    while states:
        last = match.stack[-1].action
        assert match.pop() == last
        assert match.state == states.pop()
    assert copied.is_over, "a copy has a past of its own"
    with pytest.raises(IndexError, match="nothing was pushed"):
        match.pop()


@every_game
def test_a_popped_deal_is_dealt_again_alike(kit: Kit):
    match = played(kit, 40)
    states = [match.state]
    for _ in range(30):
        if not match.stack:
            break
        again = match.copy()
        last = again.stack[-1]
        again.pop()
        again.push(last.action, last.seat)
        assert again.state == match.state
        match.pop()
    assert states


@given(case=st.sampled_from(CASES), steps=st.integers(0, 60))
def test_a_position_reads_back(case: Any, steps: int):
    match = played(case.kit, steps, f"p{steps}")
    if match.position:
        table = Match.from_position(case.kit, match.position)
        assert table.position == match.position
        assert table.to_act == match.to_act
        assert list(table.legal) == list(match.legal)
        first = table.legal[0]
        table.push(first)
        assert table.pop() == first
        assert table.position == str(table) == match.position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("steps", [0, 1, 30, 1000])
def test_its_repr_makes_it_again(game: str, steps: int):
    match = played(GAMES[game], steps)
    again = eval(repr(match), {"Match": Match})  # noqa: S307 -- what repr is for
    assert again.state == match.state
    if match.stack:
        match.pop()
        assert eval(repr(match), {"Match": Match}).state == match.state  # noqa: S307


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_taken_up_and_taken_back(game: str):
    match = played(GAMES[game], 33)
    while len(match.to_act) not in {1, match.rules.players} or GAMES[game].face_down(match.push(match.legal[0])):
        pass  # to a moment at which nothing lies face down
    taken = Match.from_record(match.record(), seed=match.seed)
    assert taken.state == match.state
    assert len(taken.stack) == len(match.stack)
    assert eval(repr(taken), {"Match": Match}).state == match.state  # noqa: S307
    taken.pop()
    match.pop()
    assert taken.state == match.state


@every_game
def test_it_is_drawn_as_a_picture_with_every_word_of_the_text(kit: Kit):
    match = played(kit, 10)
    drawn = ET.fromstring(match.svg())  # noqa: S314 -- our own
    words = " ".join("".join(drawn.itertext()).split())
    for word in match.drawn().split():
        assert word in words
    assert match._repr_svg_() == match.svg()
    if match.seat is not None:
        hidden = match.svg(match.seat)
        ET.fromstring(hidden)  # noqa: S314
        assert hidden != match.svg()


def test_what_goes_wrong_is_said_in_a_sentence():
    match = Match.new("aurum", players=4, seed=7)
    before = match.state
    with pytest.raises(BadText, match="'bid' is no action of Aurum"):
        match.push("bid")
    with pytest.raises(IllegalAction, match="seat 3 may not 'bid B1'"):
        match.push("bid B1")
    with pytest.raises(IllegalAction, match="seat 0 may not 'bid B1'"):
        match.push("bid B1", seat=0)
    assert match.state == before
    assert "bid" not in match.legal
    assert "bid B1" not in match.legal
    with pytest.raises(ValueError, match="no game 'chess'; there are aurum, amul"):
        Match.new("chess")
    with pytest.raises(ValueError, match="for 3 or 4 players, not 9"):
        Match.new("aurum", players=9)
    table = Match.from_position("aurum", match.position)
    for ask in (table.record, lambda: table.observe(0)):
        with pytest.raises(ValueError, match="a table without a match"):
            ask()


def test_no_seed_is_chance_and_the_seed_can_be_had():
    match = karat.Match.new(players=3)
    assert karat.Match.new(players=3, seed=match.seed).state == match.state
    assert karat.Match.new(players=3).state != match.state


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_take_texts_too(game: str):
    match = Match.new(game, seed=7)
    seat, action = match.seat, match.legal[0]
    rules = GAMES[game].game
    assert rules.apply(match.state, seat, str(action)) == rules.apply(match.state, seat, action)
    assert rules.breach(match.state, seat, str(action)) is None
    with pytest.raises(BadText):
        rules.apply(match.state, seat, "hello")


def test_budgets_are_what_they_say():
    assert Budget(tries=200).seconds is None
    assert Budget() == Budget(0.1) == Budget.of("0.1s") == Budget.of(0.1)
    assert Budget.of(200) == Budget(None, 200)
    assert make_bot("aurum", "strong", "0.1s").budget == Budget(0.1)
    with pytest.raises(ValueError, match="is no budget"):
        make_bot("aurum", "strong", "soon")
