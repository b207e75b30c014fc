"""What reviews think with beside `expert`, called once."""

from __future__ import annotations

import numpy as np

from karat.amul.judge.deals import worths_of_deals
from karat.amul.judge.kernels import look_on, look_to_the_end
from karat.amul.net.net import make_net_workspace, no_layers
from karat.amul.rules.match import deal, shuffled, start
from karat.amul.rules.rules import Rules
from karat.amul.search.ending import make_strategies
from karat.amul.search.flat import AIMS, FlatSettings
from karat.amul.search.think import legal_actions
from karat.amul.search.unseen import spread_out
from karat.amul.search.warm import first_choice
from karat.amul.search.worlds import prepare
from karat.kernel.random import generator
from karat.shuffle import Stream


def deals() -> None:
    state = start(Rules(3))
    state = deal(state, shuffled(state, Stream("warm"))).state
    worths_of_deals(state, 0, 1, "warm")


def looks() -> None:
    view, workspace = first_choice()
    words, rng = view.words, generator("warm")
    spread = spread_out(workspace, words, rng)  # before `prepare`, which uses the same room
    prepare(workspace.cards, words, workspace.worlds, 0)
    actions = legal_actions(words, 0, workspace)[:1]
    net, out = make_net_workspace(no_layers()), np.zeros((1, 1, 3, 2))
    look_on(workspace, net, 0, actions, FlatSettings(AIMS, 1), words, rng, out)
    look_to_the_end(workspace, actions, make_strategies(workspace), spread, AIMS, words, rng, out)
