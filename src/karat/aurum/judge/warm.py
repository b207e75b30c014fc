"""What reviews think with beside `expert`, called once."""

from __future__ import annotations

from dataclasses import replace

from karat.aurum import deal, legal_actions, observe, shuffled, start, to_act
from karat.aurum.judge.deals import worths_of_deals
from karat.aurum.judge.open_cards import solve_quickly
from karat.aurum.judge.position import AurumPosition
from karat.aurum.rules.notation import parse_round
from karat.aurum.rules.rules import Rules
from karat.aurum.search.warm import ENDING
from karat.shuffle import Stream


def looks() -> None:
    state = start(Rules(4))
    state = deal(state, shuffled(state, Stream("warm"))).state
    (seat,) = to_act(state)
    legal = legal_actions(state, seat)
    position = AurumPosition(observe(state, seat), legal, legal[0])
    position.look(position.actions[:1], 1, "warm")
    position.likelihood(1, "warm")
    worths_of_deals(state, seat, 1, "warm")


def open_cards() -> None:
    late = parse_round(ENDING)
    dealt = start(Rules(4))
    dealt = deal(dealt, shuffled(dealt, Stream("warm"))).state
    solve_quickly(replace(dealt, round=late))
