"""Every kernel of the nets that is called from Python, called once."""

from __future__ import annotations

from karat.aurum.kernel import edge
from karat.aurum.net.net import evaluate, evaluate_actions
from karat.aurum.net.shipped import Room, shipped_net
from karat.aurum.rules.rules import Rules


def warm() -> None:
    state = edge.start(Rules(4))
    edge.deal(state, "warm")
    seat, room, weights = edge.to_act(state)[0], Room(), shipped_net(4).weights
    evaluate(state, seat, weights, room.floats, room.words, room.out)
    evaluate_actions(state, seat, weights, room.floats, room.words, room.actions, room.values)
