"""Every kernel of the net that is called from Python, called once."""

from __future__ import annotations

from karat.amul.kernel import edge
from karat.amul.net.choice import pick
from karat.amul.net.net import evaluate, make_net_workspace
from karat.amul.net.shipped import shipped_layers
from karat.amul.rules.rules import Rules
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.workspace import make_workspace


def moment() -> None:
    state = edge.start(Rules(3))
    edge.deal(state, "warm")
    workspace, net = make_workspace(state.rules, STEADY, weights_for(3)), make_net_workspace(shipped_layers(3))
    workspace.state[:] = state.words
    evaluate(workspace, 0, net)
    pick(workspace, 0, net)
