"""Every kernel of the nets that is called from Python, called once."""

from __future__ import annotations

from karat.kernel.aurum import edge
from karat.nets.aurum import Room, shipped_net
from karat.nets.aurum_net import evaluate, evaluate_actions
from karat.rules.aurum.edition import Rules


def warm() -> None:
    state = edge.start(Rules(4))
    edge.deal(state, "warm")
    seat, room, weights = edge.to_act(state)[0], Room(), shipped_net(4).weights
    evaluate(state, seat, weights, room.floats, room.words, room.out)
    evaluate_actions(state, seat, weights, room.floats, room.words, room.actions, room.values)
