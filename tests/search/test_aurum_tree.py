from __future__ import annotations

import pytest
from hiding import CONFIGURATIONS

from karat.kernel.aurum import edge, layout
from karat.kernel.aurum.legal import is_among, options
from karat.rules.aurum import Rules
from karat.rules.aurum.codec import ACTIONS
from karat.search.aurum import rule, tree


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_node_lies_in_one_line_of_the_cache(size: int):
    nodes, sums = tree.make_tree(size)
    assert len(nodes) == len(sums) == size
    assert nodes.ctypes.data == sums.ctypes.data
    assert nodes.ctypes.data % tree.NODE_BYTES == 0
    assert nodes.strides[0] == sums.strides[0] == tree.NODE_BYTES
    assert not nodes[0].any()
    sums[0, : tree.SUM_WORDS] = 1.5
    assert not nodes[0, tree.ACTION : tree.WANTS + 1].any()


@pytest.mark.parametrize("rules", CONFIGURATIONS[::6], ids=str)
def test_an_action_is_open_where_it_is_legal(rules: Rules):
    state = edge.start(rules)
    edge.deal(state, "open")
    while (seat := int(state[layout.TURN])) >= 0:
        cards, means = options(state, seat)
        legal = [is_among(cards, means, action) for action in range(ACTIONS)]
        assert [tree.is_open(cards, means, wants) for wants in tree.WANTED] == legal
        edge.apply(state, seat, int(rule.choose(state, seat)))
