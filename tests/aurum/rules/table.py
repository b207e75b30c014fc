"""Positions and actions in short, for the tests of each chapter."""

from __future__ import annotations

import pytest

from karat.aurum.rules.actions import parse_action
from karat.aurum.rules.law import Law
from karat.aurum.rules.notation import parse_round, show_round
from karat.aurum.rules.round import Round, apply, legal_actions
from karat.game import IllegalAction, Step


def after(position: str | Round, *said: str) -> Round:
    """The round after actions such as "1 play B7"."""
    return steps(position, *said)[-1].state


def steps(position: str | Round, *said: str) -> list[Step[Round]]:
    state = parse_round(position) if isinstance(position, str) else position
    found = []
    for words in said:
        seat, _, text = words.partition(" ")
        found.append(apply(state, int(seat), parse_action(text)))
        state = found[-1].state
    return found


def refused(position: str | Round, said: str) -> Law:
    """The rule by which an action is refused."""
    with pytest.raises(IllegalAction) as error:
        after(position, said)
    assert isinstance(error.value.law, Law)
    return error.value.law


def legal(position: str | Round, seat: int) -> list[str]:
    """What a seat may do, as text."""
    state = parse_round(position) if isinstance(position, str) else position
    return [str(action) for action in legal_actions(state, seat)]


def same(state: Round, position: str) -> bool:
    """Compare by text, which shows what differs when it does."""
    assert show_round(state) == show_round(parse_round(position))
    return True
