"""Every kernel of Amul's search that is called from Python, called once."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import edge
from karat.amul.kernel.check import check_view
from karat.amul.net.net import shipped_layers
from karat.amul.rules.rules import Rules
from karat.amul.search.flat import AIMS
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.think import Limit, race, race_last
from karat.amul.search.workspace import make_desk
from karat.kernel.random import generator


def warm() -> None:
    rules = Rules(3)
    state = edge.deal(rules, "warm")
    view = edge.view(rules, state, 0)
    desk = make_desk(rules, STEADY, weights_for(3))
    check_view(desk.cards, view)
    actions = [int(action) for action in edge.legal_actions(rules, state, 0)]
    race(desk, shipped_layers(3), np.ones(AIMS), 1, view, actions, generator("warm"), Limit(None, 1))
    race_last(desk, np.ones(AIMS), view, 0, actions, generator("warm"), Limit(None, 1))
