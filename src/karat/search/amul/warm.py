"""Every kernel of Amul's search that is called from Python, called once."""

from __future__ import annotations

import numpy as np

from karat.kernel.amul import edge
from karat.kernel.amul.check import check_view
from karat.kernel.random import generator
from karat.rules.amul.rules import Rules
from karat.search.amul.desk import make_desk
from karat.search.amul.flat import AIMS
from karat.search.amul.net import shipped_layers
from karat.search.amul.outlook import weights_for
from karat.search.amul.policy import STEADY
from karat.search.amul.race import Limit, race, race_last


def warm() -> None:
    rules = Rules(3)
    state = edge.deal(rules, "warm")
    view = edge.view(rules, state, 0)
    desk = make_desk(rules, STEADY, weights_for(3))
    check_view(desk.cards, view)
    actions = [int(action) for action in edge.legal_actions(rules, state, 0)]
    race(desk, shipped_layers(3), np.ones(AIMS), 1, view, actions, generator("warm"), Limit(None, 1))
    race_last(desk, np.ones(AIMS), view, 0, actions, generator("warm"), Limit(None, 1))
