"""Positions and actions in short, for the tests of Amul."""

from __future__ import annotations

import pytest

from karat.amul.rules.actions import parse_action
from karat.amul.rules.law import Law
from karat.amul.rules.market import Market, apply, legal_actions
from karat.amul.rules.notation import parse_market, show_market
from karat.game import IllegalAction, Step


def after(position: str | Market, *said: str) -> Market:
    """The market after actions such as "1 play gold"."""
    return steps(position, *said)[-1].state


def steps(position: str | Market, *said: str) -> list[Step[Market]]:
    state = parse_market(position) if isinstance(position, str) else position
    found = []
    for words in said:
        seat, _, text = words.partition(" ")
        found.append(apply(state, int(seat), parse_action(text)))
        state = found[-1].state
    return found


def refused(position: str | Market, said: str) -> Law:
    """The rule by which an action is refused."""
    with pytest.raises(IllegalAction) as error:
        after(position, said)
    assert isinstance(error.value.law, Law)
    return error.value.law


def legal(position: str | Market, seat: int) -> list[str]:
    """What a seat may do, as text."""
    state = parse_market(position) if isinstance(position, str) else position
    return [str(action) for action in legal_actions(state, seat)]


def same(state: Market, position: str) -> bool:
    """Compare by text, which shows what differs when it does."""
    assert show_market(state) == show_market(parse_market(position))
    return True


def seats(state: Market) -> list[int]:
    """The turn order."""
    return [turn.seat for turn in state.order]
