"""Every kernel of Amul's search that is called from Python, called once."""

from __future__ import annotations

from karat.amul.kernel import edge
from karat.amul.kernel.check import check_view
from karat.amul.net.shipped import shipped_layers
from karat.amul.rules.rules import Rules
from karat.amul.search.flat import AIMS, FlatSettings
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.think import think, think_last
from karat.amul.search.workspace import make_workspace
from karat.kernel.random import generator
from karat.search.limit import Limit


def warm() -> None:
    rules, once = Rules(3), Limit(tries=1)
    state = edge.start(rules)
    edge.deal(state, "warm")
    view = edge.view(state, 0)
    check_view(view)
    workspace, rng = make_workspace(rules, STEADY, weights_for(3)), generator("warm")
    think(view.words, 0, rng, once, FlatSettings(AIMS, 1), workspace, shipped_layers(3))
    think_last(view.words, 0, rng, once, AIMS, workspace)
