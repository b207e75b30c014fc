"""What a choice of Amul is worth in worlds: by the net, by the policy, or by both."""

from __future__ import annotations

import numpy as np
import pytest
from amul.kernel.dealing import dealt

from karat import amul
from karat.amul.kernel import edge
from karat.amul.net.net import make_net_workspace
from karat.amul.net.shipped import shipped_layers
from karat.amul.search.flat import AIMS, POLICY, TASTE, TRIES, VALUE, FlatSettings, try_out
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.think import open_ledger
from karat.amul.search.workspace import make_workspace
from karat.amul.search.worlds import prepare
from karat.kernel.random import generator

RULES, WORLDS = amul.Rules(3), 12


def tried(*, by_net: bool, policy: float, taste: float, rounds: int) -> np.ndarray:
    """The sums of all first offers in the same worlds."""
    state = dealt(RULES, "flat")
    view, workspace = edge.view(state, 0).words, make_workspace(RULES, STEADY, weights_for(3))
    ledger = open_ledger([int(action) for action in edge.legal_actions(state, 0)])
    aims = np.array(AIMS)
    aims[TASTE], aims[POLICY] = taste, policy
    prepare(workspace.cards, view, workspace.worlds, 0)
    net, rng = make_net_workspace(shipped_layers(3)), generator("worlds")
    try_out(workspace, net, int(by_net), ledger, FlatSettings(aims, rounds), view, rng, WORLDS)
    return ledger.sums


def test_net_and_policy_count_in_their_parts() -> None:
    net, policy, both = (tried(by_net=True, policy=part, taste=1.5, rounds=0) for part in (0.0, 1.0, 0.3))
    assert (both[:, TRIES] == WORLDS).all()
    assert not np.allclose(net[:, VALUE], policy[:, VALUE])
    assert both == pytest.approx(0.7 * net + 0.3 * policy)


def test_beside_the_net_the_policy_plays_to_the_end_as_it_does_alone() -> None:
    beside = tried(by_net=True, policy=1.0, taste=0.0, rounds=0)
    alone = tried(by_net=False, policy=0.0, taste=0.0, rounds=9)
    assert (beside == alone).all()
