"""Pieces of the search, each called once: what the bots think with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat import amul
from karat.amul.kernel.batch import Batch
from karat.amul.kernel.check import check_view
from karat.amul.kernel.pack import pack_view
from karat.amul.net.net import make_net_workspace, no_layers
from karat.amul.rules.rules import Rules
from karat.amul.search import ending
from karat.amul.search.flat import AIMS, FlatSettings, try_out
from karat.amul.search.opponents import Opponents
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.think import legal_actions, open_ledger
from karat.amul.search.unseen import spread_out
from karat.amul.search.workspace import make_workspace
from karat.amul.search.worlds import prepare
from karat.kernel.random import generator
from karat.shuffle import Stream

if TYPE_CHECKING:
    from karat.amul.kernel.layout import Record
    from karat.amul.search.workspace import Workspace


def first_choice() -> tuple[Record, Workspace]:
    """What is seen at the first choice of a match, and what the search works in."""
    rules = Rules(3)
    state = amul.start(rules)
    state = amul.deal(state, amul.shuffled(state, Stream("warm"))).state
    workspace = make_workspace(rules, STEADY, weights_for(3))
    view = pack_view(amul.observe(state, amul.to_act(state)[0]))
    return view, workspace


def views() -> None:
    view, workspace = first_choice()
    check_view(view)
    prepare(workspace.cards, view.words, workspace.worlds, 0)
    legal_actions(view.words, 0, workspace)
    spread_out(workspace, view.words, generator("warm"))


def choices() -> None:
    view, workspace = first_choice()
    prepare(workspace.cards, view.words, workspace.worlds, 0)
    ledger, net = open_ledger(legal_actions(view.words, 0, workspace)), make_net_workspace(no_layers())
    try_out(workspace, net, 0, ledger, FlatSettings(AIMS, 1), view.words, generator("warm"), 1)


def last_round() -> None:
    view, workspace = first_choice()
    spread = spread_out(workspace, view.words, rng := generator("warm"))
    prepare(workspace.cards, view.words, workspace.worlds, 0)
    ledger, strategies = open_ledger(legal_actions(view.words, 0, workspace)), ending.make_strategies(workspace)
    ending.try_last(workspace, ledger, strategies, spread, AIMS, view.words, rng, 1)


def secrets() -> None:
    view, workspace = first_choice()
    spread = spread_out(workspace, view.words, rng := generator("warm"))
    prepare(workspace.cards, view.words, workspace.worlds, 0)
    ending.learn(workspace, ending.make_strategies(workspace), spread, AIMS, view.words, rng, 1)


def around_a_learner() -> None:
    batch = Batch(Rules(3), 2, "warm")
    others = Opponents(batch, ("instant", "rules"), np.zeros(2, np.int64), "warm")
    rows = [np.zeros((2, size), np.uint8) for size in (batch.tensor, batch.actions, batch.tensor)]
    others.play(None, (rows[0], rows[1], np.zeros(2, np.float32), rows[2]), rotate=True)
