"""Every kernel of the nets that is called from Python, called once."""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import edge
from karat.aurum.net.net import HEADS, evaluate, evaluate_actions, make_action_values, make_net_workspace
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.rules import Rules


def warm() -> None:
    state = edge.start(Rules(4))
    edge.deal(state, "warm")
    seat, net = edge.to_act(state)[0], make_net_workspace(shipped_net(4).weights)
    evaluate(state, seat, net, np.zeros(HEADS, np.float32))
    evaluate_actions(state, seat, tuple(net), tuple(make_action_values()))
