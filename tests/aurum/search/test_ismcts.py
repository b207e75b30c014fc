from __future__ import annotations

import pytest
from hiding import CONFIGURATIONS

from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.legal import is_among, options
from karat.aurum.rules.codec import ACTIONS
from karat.aurum.search import ismcts, policy


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_node_lies_in_one_line_of_the_cache(size: int):
    tree = ismcts.make_tree(size, [0.0] * 8)
    nodes, sums = tree.nodes, tree.sums
    assert len(nodes) == len(sums) == size
    assert nodes.ctypes.data == sums.ctypes.data
    assert nodes.ctypes.data % ismcts.NODE_BYTES == 0
    assert nodes.strides[0] == sums.strides[0] == ismcts.NODE_BYTES
    assert not nodes[0].any()
    sums[0, : ismcts.SUM_WORDS] = 1.5
    assert not nodes[0, ismcts.ACTION : ismcts.WANTS + 1].any()


@pytest.mark.parametrize("rules", CONFIGURATIONS[::6], ids=str)
def test_an_action_is_open_where_it_is_legal(rules: Rules):
    state = edge.start(rules)
    edge.deal(state, "open")
    while (seat := int(state[at.TURN])) >= 0:
        cards, means = options(state, seat)
        legal = [is_among(cards, means, action) for action in range(ACTIONS)]
        assert [ismcts.is_open(cards, means, wants) for wants in ismcts.WANTED] == legal
        edge.apply(state, seat, int(policy.choose(state, seat)))
